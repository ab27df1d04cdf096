"""JSON Lines: one record a line, read one at a time, however long the file is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from mjlab.logs.jsontext import MAX_BYTES

__all__ = ["json_lines"]


def json_lines(file: BinaryIO) -> Iterator[tuple[str, bytes]]:
    r"""Read the lines of a file that are not blank.

    Parameters
    ----------
    file : binary file
        Where to read from.

    Yields
    ------
    str and bytes
        The place, like ``"line 3"``, and the line. One that is longer than
        :data:`mjlab.logs.jsontext.MAX_BYTES` comes cut off behind that, which the JSON reader
        refuses; the rest of it is passed over.

    Examples
    --------
    >>> import io
    >>> list(json_lines(io.BytesIO(b"[1]\n\n[2]")))
    [('line 1', b'[1]'), ('line 3', b'[2]')]
    """
    number = 0
    while line := file.readline(MAX_BYTES + 1):
        number += 1
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = file.readline(MAX_BYTES + 1)
        if line.strip() not in (b"", b"\xef\xbb\xbf"):
            yield f"line {number}", line.rstrip(b"\r\n")
