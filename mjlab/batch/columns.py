"""Columns of circumstances: each different cell is judged once, as that of a single win is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.errors import MjlabError
from mjlab.hand.circumstances import CIRCUMSTANCES, flag_of, flowers_of, wind_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CIRCUMSTANCE_BITS",
    "Columns",
    "cell",
    "cells_of",
    "columns_of_frame",
    "columns_of_mappings",
    "no_circumstances",
]

CIRCUMSTANCE_BITS: Final = {
    "self_drawn": 1,
    "last_of_kind": 2,
    "wall_last": 4,
    "kong_replacement": 8,
    "robbing_kong": 16,
}
"""Bits of ``WinBatch.circumstances``."""

ODD: Final = -1
"""Stands for a value that is none, in every column of numbers."""

Columns = dict[str, NDArray[np.int16]]
"""``circumstances``, ``round``, ``seat`` and ``flowers``, int16[N], `ODD` where a value is none."""

_ABSENT: Final = object()
_TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_DIGITS: Final = re.compile(r"([0-9]{1,9})(?:\.0*)?")
_NUMBERS: Final = (int, float, np.number, Decimal)


def no_circumstances(n: int) -> Columns:
    """Columns of `n` rows without any circumstance."""
    names = ("circumstances", "round", "seat", "flowers")
    return {name: np.zeros(n, np.int16) for name in names}


def columns_of_frame(frame: pd.DataFrame, names: Sequence[str]) -> Columns:
    """Take the named circumstances of a frame; those without a column are 0."""
    found = {}
    for name in names:
        numbers, different = _number_cells(frame[name])
        judged = [_number(name, cell(name, value)) for value in different]
        found[name] = np.array([*judged, ODD], np.int16)[numbers]  # -1 is a missing cell
    return _together(found, len(frame))


def columns_of_mappings(rows: Sequence[Any]) -> Columns:
    """Take circumstances given row by row, by name; a row that is no mapping is odd."""
    known = frozenset(CIRCUMSTANCES)
    odd = [not isinstance(named, Mapping) or not known.issuperset(named) for named in rows]
    usual = [{} if bad else named for named, bad in zip(rows, odd, strict=True)]
    found = {}
    for name in CIRCUMSTANCES:
        if not any(name in named for named in usual):
            continue
        numbers, different = _number_objects([named.get(name, _ABSENT) for named in usual])
        judged = [0 if value is _ABSENT else _number(name, value) for value in different]
        found[name] = np.array([*judged, ODD], np.int16)[numbers]
    columns = _together(found, len(rows))
    for column in columns.values():
        column[np.array(odd, bool)] = ODD
    return columns


def cells_of(series: pd.Series[Any], rows: NDArray[np.intp]) -> list[Any]:
    """Return some of a column's cells as Python's objects."""
    try:
        return series.take(rows).tolist()
    except NotImplementedError:  # by Arrow, for types of its own like string_view
        cells = series.tolist()
        return [cells[row] for row in rows]


def cell(name: str, value: Any) -> Any:
    """Take a spreadsheet's cell for what it means.

    One odd cell makes a whole column text, so texts are taken for what they spell.
    """
    if isinstance(value, str) and name not in ("round", "seat"):
        text = value.strip().lower()
        digits = _DIGITS.fullmatch(text)
        if name == "flowers":
            return int(digits[1]) if digits else value
        return _TRUTHS.get(str(int(digits[1])) if digits else text, value)
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    if name in CIRCUMSTANCE_BITS and isinstance(value, _NUMBERS) and value in (0, 1):
        return bool(value)
    return value


def _together(found: Mapping[str, NDArray[np.int16]], n: int) -> Columns:
    """Put the flags into one word of bits."""
    columns = no_circumstances(n)
    word = columns["circumstances"]
    for name, numbers in found.items():
        if name in CIRCUMSTANCE_BITS:
            # The sign of an odd value survives in every later bit.
            word |= np.where(numbers < 0, ODD, numbers * np.int16(CIRCUMSTANCE_BITS[name]))
        else:
            columns[name] = numbers
    return columns


def _number(name: str, value: Any) -> int:
    """Return the number of a value, `ODD` where a single win would refuse it."""
    try:
        if name in CIRCUMSTANCE_BITS:
            return int(flag_of(name, value))
        if name == "flowers":
            return flowers_of(value)
        return int(wind_of(name, value))
    except MjlabError:
        return ODD


def _number_cells(series: pd.Series[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """Number the different cells of a column, -1 for missing ones."""
    if series.dtype != object:
        try:
            numbers, different = series.factorize()
            return numbers.astype(np.int64, copy=False), different.tolist()
        except NotImplementedError:  # as in `cells_of`
            pass
    return _number_objects(series.tolist())


def _number_objects(values: Sequence[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """Number different objects; 1, 1.0 and True are equal to Python but not the same here."""
    known: dict[tuple[type, Any], int] = {}
    numbers = np.empty(len(values), np.int64)
    for row, value in enumerate(values):
        try:
            numbers[row] = known.setdefault((type(value), value), len(known))
        except TypeError:  # not hashable, hence no circumstance
            numbers[row] = -1
    return numbers, [value for _, value in known]
