"""Lines of text files: bounded, numbered, and in UTF-8 or else told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

__all__ = ["TextLine", "text_lines"]


class TextLine(NamedTuple):
    """A line without its end and outer spaces, or the reason why it cannot be read."""

    number: int
    text: str
    fault: str | None = None

    @property
    def place(self) -> str:
        """Where the line is, for messages."""
        return f"line {self.number}"


def text_lines(file: BinaryIO, longest: int) -> Iterator[TextLine]:
    r"""Read a file line by line.

    Parameters
    ----------
    file : binary file
        Where to read from.
    longest : int
        Most bytes of a line of the format; of a longer one the rest is passed over.

    Yields
    ------
    TextLine
        What is no text has a fault, and question marks in the place of what could not be read.

    Examples
    --------
    >>> import io
    >>> [line.fault for line in text_lines(io.BytesIO(b"a\n\xff\n" + b"b" * 99), 50)]
    [None, 'the line is not UTF-8', 'the line is longer than any of this format']
    """
    number = 0
    while raw := file.readline(longest):
        number += 1
        if len(raw) == longest and not raw.endswith(b"\n"):
            while (rest := file.readline(longest)) and not rest.endswith(b"\n"):
                pass
            start = raw[:200].decode("utf-8", "replace")
            yield TextLine(number, start, "the line is longer than any of this format")
            continue
        try:
            yield TextLine(number, raw.decode("utf-8-sig" if number == 1 else "utf-8").strip())
        except UnicodeDecodeError:
            yield TextLine(number, raw.decode("utf-8", "replace").strip(), "the line is not UTF-8")
