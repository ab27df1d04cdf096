"""Lines of text files: bounded, numbered, and in UTF-8 or else told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

__all__ = ["NOT_UTF8", "TextLine", "text_lines"]

NOT_UTF8: Final = "the line is not UTF-8"
_TOO_LONG: Final = "the line is longer than any of this format"
_SHOWN: Final = 800
"""Bytes of a line that is too long: enough for an excerpt in any script."""


class TextLine(NamedTuple):
    """A line without its end and outer spaces, or the reason why it cannot be read."""

    number: int
    text: str
    fault: str | None = None
    foreign: bool = False  # read in the other encoding
    open: bool = False  # the file ends within it

    @property
    def place(self) -> str:
        """Where the line is, for messages."""
        return f"line {self.number}"


def text_lines(file: BinaryIO, longest: int, other: str | None = None) -> Iterator[TextLine]:
    """Lines of at most so many bytes, in UTF-8 or, where that fails, in the other encoding.

    What is no text has a fault; of a line that is too long the rest is passed over.
    """
    number, new = 0, tuple.__new__
    while raw := file.readline(longest):
        number += 1
        if len(raw) == longest and not raw.endswith(b"\n"):
            while (rest := file.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield TextLine(number, raw[:_SHOWN].decode("utf-8", "replace"), _TOO_LONG)
            continue
        is_open = raw[-1:] not in b"\r\n"
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            # One for each of millions: made without the detour by TextLine.__new__.
            yield new(TextLine, (number, text, None, False, is_open))
        except UnicodeDecodeError:
            yield _foreign(raw, number, other, is_open)


def _foreign(raw: bytes, number: int, other: str | None, is_open: bool) -> TextLine:
    if other is not None:
        try:
            return TextLine(number, raw.decode(other).strip(), None, True, is_open)
        except UnicodeDecodeError:
            pass
    return TextLine(number, raw.decode("utf-8", "replace").strip(), NOT_UTF8)
