"""Values of JSON, each checked where it is taken; errors begin with the place."""

from __future__ import annotations

from typing import Any, Final

from mjlab.errors import LogError, MjlabError
from mjlab.logs.records import MOST_POINTS

__all__ = [
    "LONGEST_NAME",
    "around",
    "items",
    "mapping",
    "number",
    "parted",
    "points",
    "text",
    "whole",
]

LONGEST_NAME: Final = 200
"""Most characters of a name or an id."""


def whole(value: object, where: str) -> int:
    """Take a whole number.

    Examples
    --------
    >>> whole(3, "step.i")
    3
    >>> whole("3", "step.i")
    Traceback (most recent call last):
        ...
    mjlab.errors.LogError: step.i: a whole number is expected
    """
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


def parted(error: MjlabError) -> tuple[str, str]:
    """Part a message like "step.a[3]: no such set" in place and reason.

    Examples
    --------
    >>> parted(LogError("step.a[3]: no such set"))
    ('step.a[3]', 'no such set')
    """
    place, colon, reason = error.message.partition(": ")
    if colon and " " not in place:
        return place, reason
    if error.position is not None:
        return f"character {error.position + 1}", error.message
    return "", error.message


def around(error: MjlabError) -> str:
    """The text at the place of an error."""
    start = max(0, (error.position or 0) - 20)
    return (error.text or "")[start : start + 80]
