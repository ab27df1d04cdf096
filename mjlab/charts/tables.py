"""The tables that figures are drawn from: columns of one length, each of one kind of cells."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from math import nan
from typing import Any

from mjlab.errors import MjlabError

__all__ = ["columns", "has_column", "whole"]


def columns(table: Any, kinds: Mapping[str, type]) -> dict[str, list[Any]]:
    """Take columns of a table, by the kind of their cells: int (whole), float, str or object.

    A missing float is NaN; of object and str cells may be anything. All are of one length.
    """
    found = {}
    for name, kind in kinds.items():
        try:
            column = table[name]
        except (KeyError, IndexError, TypeError):
            raise MjlabError(
                f"the table has no column {name!r}",
                hint=f"a data frame, or a mapping of names to lists, with {', '.join(kinds)}",
            ) from None
        if isinstance(column, str | bytes) or not isinstance(column, Iterable):
            raise MjlabError(f"{name} is {column!r}, a list is expected")
        cells = list(column)
        found[name] = [_cell(name, row, value, kind) for row, value in enumerate(cells)]
    lengths = {name: len(cells) for name, cells in found.items()}
    if len(set(lengths.values())) > 1:
        each = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise MjlabError(f"the columns are not of one length: {each}")
    return found


def has_column(table: Any, name: str) -> bool:
    """Whether a table has a column."""
    try:
        table[name]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def whole(name: str, value: Any) -> int:
    """Take a whole number of any kind."""
    try:
        if not isinstance(value, bool):
            integral = isinstance(value, float) and value.is_integer()
            return int(value) if integral else operator.index(value)
    except TypeError:
        pass
    raise MjlabError(f"{name} is {value!r}, a whole number is expected")


def _cell(name: str, row: int, value: Any, kind: type) -> Any:
    if kind in (str, object):
        return str(value) if kind is str else value
    place = f"{name} of row {row}"
    if kind is int:
        return whole(place, value)
    if value is None or type(value).__name__ == "NAType":  # pandas is not imported to ask
        return nan
    try:
        if not isinstance(value, str | bytes):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise MjlabError(f"{place} is {value!r}, a number is expected")
