"""JSON and its wire form, with bounds: nothing a file says can cost more than it is worth."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NoReturn

import numpy as np

from mjlab.errors import LogError

__all__ = ["MAX_BYTES", "MAX_DEPTH", "dump", "json_lines", "load", "unpack"]


MAX_BYTES: Final = 4_000_000
"""Longest JSON that is read; a record has a few thousand bytes."""
MAX_DEPTH: Final = 32
"""Deepest nesting; a record has five levels."""
_ONE_KIND: Final = bytes.maketrans(b"{}", b"[]")
_NO_MARKS: Final = bytes(n for n in range(256) if n not in b'[]{}"')
_LEVELS: Final = np.zeros(256, np.int8)
_LEVELS[list(b"[{")], _LEVELS[list(b"]}")] = 1, -1


def json_lines(file: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """Read the lines of a file that are not blank, each with its place, like ``"line 3"``.

    One longer than :data:`MAX_BYTES` comes cut off behind that, which :func:`load` refuses.
    """
    number = 0
    while line := file.readline(MAX_BYTES + 1):
        number += 1
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = file.readline(MAX_BYTES + 1)
        if line.strip() not in (b"", b"\xef\xbb\xbf"):
            yield f"line {number}", line.rstrip(b"\r\n")


def load(data: bytes) -> Any:
    """Read JSON strictly, with or without a byte order mark.

    UTF-8, bounded by :data:`MAX_BYTES` and :data:`MAX_DEPTH`, no name twice in one object, no NaN.
    """
    if len(data) > MAX_BYTES:
        raise LogError(f"the JSON is too long for a record: more than {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogError(f"the JSON is not UTF-8 at byte {error.start}") from None
    _check_depth(data, text)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise LogError(f"not JSON: {error.msg}", text=text, position=error.pos) from None
    except LogError:
        raise
    except RecursionError:
        raise LogError(f"the JSON is nested more than {MAX_DEPTH} levels deep") from None
    except ValueError:  # a number of thousands of digits
        raise LogError("a number in the JSON is too long") from None


def dump(value: object) -> str:
    """Write JSON in one line that can be stored as UTF-8 whatever names it has.

    All but ASCII is escaped where something in it is no Unicode text.
    """
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, from a name or a path
        return json.dumps(value)
    return text


def unpack(script: str) -> bytes:
    """Undo the wire form, base64 of zlib; what unpacks is bounded by :data:`MAX_BYTES`."""
    if len(script) > MAX_BYTES:
        raise LogError(f"{len(script):,} characters are too long for a packed record")
    try:
        packed = base64.b64decode(script, validate=True)
    except (binascii.Error, ValueError):
        raise LogError("the packed record is not base64", text=script[:60]) from None
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(packed, MAX_BYTES + 1)
    except zlib.error as error:
        raise LogError(f"the packed record is not zlib: {error}") from None
    if len(data) > MAX_BYTES:
        raise LogError(f"the packed record unpacks to more than {MAX_BYTES:,} bytes")
    if not inflate.eof:
        raise LogError("the packed record is cut short")
    if inflate.unused_data:
        raise LogError("something follows the packed record")
    return data


def _check_depth(data: bytes, text: str) -> None:
    """Refuse deep nesting before the parser meets it; strings and their brackets aside."""
    if b"\\" in data:  # no quotation marks but those around strings
        data = data.replace(b"\\\\", b"  ").replace(b'\\"', b"  ")
    if _is_flat(data):
        return
    signs = np.frombuffer(data, np.uint8)
    within = np.cumsum(signs == ord('"'), dtype=np.uint8) % 2 == 1
    depth = np.where(within, 0, _LEVELS[signs]).cumsum(dtype=np.int32)
    if depth.max(initial=0) > MAX_DEPTH:
        start = data[: int(np.argmax(depth > MAX_DEPTH))]
        raise LogError(
            f"the JSON is nested more than {MAX_DEPTH} levels deep",
            text=text,
            position=len(start.decode("utf-8-sig")),
        )


def _is_flat(data: bytes) -> bool:
    """Whether the brackets plainly close, level by level: quicker than to count them."""
    marks = data.translate(_ONE_KIND, _NO_MARKS).replace(b'""', b"")
    marks = b"".join(marks.split(b'"')[::2])  # what is left of strings had brackets
    for _ in range(MAX_DEPTH):
        before, marks = marks, marks.replace(b"[]", b"")
        if len(marks) == len(before):
            break
    return not marks


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        left = dict(pairs)
        twice = next(name for name, _ in pairs if left.pop(name, read) is read)
        raise LogError(f"{twice[:40]!r} stands twice in one object")
    return read


def _no_constant(name: str) -> NoReturn:
    raise LogError(f"{name} is not a number of JSON")
