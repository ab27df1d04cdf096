"""Values of JSON, each checked where it is taken; errors begin with the place."""

from __future__ import annotations

from typing import Any, Final

from mjlab.errors import LogError, MjlabError
from mjlab.logs.records import MOST_POINTS, SetAside

__all__ = [
    "LONGEST_NAME",
    "items",
    "mapping",
    "number",
    "points",
    "set_aside",
    "text",
    "whole",
]

LONGEST_NAME: Final = 200
"""Most characters of a name or an id."""


def whole(value: object, where: str) -> int:
    """Take a whole number."""
    if type(value) is not int:
        raise LogError(f"{where}: a whole number is expected")
    return value


def number(record: dict[str, Any], key: str, low: int, high: int, where: str) -> int:
    """Take a whole number from `low` to `high` out of an object."""
    value = whole(record.get(key), f"{where}.{key}")
    if not low <= value <= high:
        raise LogError(f"{where}.{key}: {str(value)[:20]} is not from {low} to {high}")
    return value


def points(value: object, where: str) -> int:
    """Take a score."""
    taken = whole(value, where)
    if abs(taken) > MOST_POINTS:
        raise LogError(f"{where}: no score is beyond {MOST_POINTS:,}")
    return taken


def text(record: dict[str, Any], where: str, *keys: str, longest: int = LONGEST_NAME) -> str:
    """Take a text out of an object, by the first of the keys that has one."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str):
            if len(value) > longest:
                raise LogError(f"{where or 'record'}.{key}: longer than {longest} characters")
            return value
    raise LogError(f"{where or 'record'}.{keys[0]}: a text is expected")


def mapping(value: object, where: str) -> dict[str, Any]:
    """Take an object."""
    if not isinstance(value, dict):
        raise LogError(f"{where}: an object is expected")
    return value


def items(value: object, where: str, length: int | None = None) -> list[Any]:
    """Take a list, of so many entries if that is given."""
    if not isinstance(value, list):
        raise LogError(f"{where}: a list is expected")
    if length is not None and len(value) != length:
        raise LogError(f"{where}: {length} entries are expected, not {len(value)}")
    return value


def set_aside(
    source: str, path: str, error: MjlabError, line: str = "", name: str | None = None
) -> SetAside:
    """What could not be read, with the place that the message or the position tells."""
    place, colon, reason = error.message.partition(": ")
    if not colon or " " in place:
        place, reason = "", error.message
        if error.position is not None:
            place = f"character {error.position + 1}"
    where = ", ".join(part for part in (line, place) if part)
    start = max(0, (error.position or 0) - 20)
    return SetAside(source, path, where, reason, name, (error.text or "")[start : start + 80])
