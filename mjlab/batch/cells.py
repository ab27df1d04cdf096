"""Rows of frames and lists: which there are, what their labels are, which cells are missing."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from mjlab.common.wording import plural
from mjlab.errors import HandError
from mjlab.hand import Hand, Win

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "as_frame",
    "check_labels",
    "is_frame",
    "is_missing",
    "labels_of",
    "row_name",
    "row_number",
    "rows_of",
]


def rows_of(values: Any, what: str, hint: str) -> list[Any]:
    """Take many rows as a list; refuse a single one, and what has no rows or no order.

    In messages `what` says what the rows are, `hint` what may be given.
    """
    one = (str, bytes, bytearray, memoryview, Hand, Win)
    scalar = isinstance(values, np.ndarray) and values.ndim == 0
    if scalar or isinstance(values, one) or not isinstance(values, Iterable):
        raise HandError(f"many {what} are expected, not one {type(values).__name__}", hint=hint)
    other = ""
    if hasattr(values, "columns"):
        other, hint = "a frame", "its column: frame['hand']"
    elif isinstance(values, Mapping):
        other = "a mapping"
    elif isinstance(values, set | frozenset):
        other = "a set"  # which of them is the first?
    elif isinstance(values, np.ndarray) and values.dtype.kind not in "OUT":
        other = f"an array of {values.dtype}"
    if other:
        raise HandError(f"{other} is no list of {what}", hint=hint)
    # A column of Arrow has cells of its own that are no texts.
    return list(values.to_pylist() if hasattr(values, "to_pylist") else values)


def as_frame(values: Any) -> Any:
    """Take a frame of another package as one of pandas; anything else is returned as it is.

    They are known by what they can do: to be read by Arrow, as polars, Arrow and DuckDB can.
    """
    if not hasattr(values, "columns") or is_frame(values):
        return values
    if hasattr(values, "__arrow_c_stream__"):
        import pyarrow as pa

        return pa.table(values).to_pandas()
    if hasattr(values, "to_pandas"):
        return values.to_pandas()
    name = type(values).__name__
    raise HandError(f"a {name} is no frame that can be read", hint="one of pandas or polars")


def is_frame(values: Any) -> bool:
    """Whether something is a data frame; pandas is not imported to ask."""
    return hasattr(values, "columns") and hasattr(values, "iloc")


def is_missing(value: Any) -> bool:
    """Whether a cell has nothing in it: None, NaN, NaT, NA, or a blank text."""
    if value is None or isinstance(value, str):
        return value is None or not value.strip()
    # pandas is not imported to ask: its NaT and NA are known by their types.
    if type(value).__name__ in ("NaTType", "NAType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def labels_of(values: Any) -> pd.Index | None:
    """The row labels of a series or frame; None for anything else."""
    return values.index if hasattr(values, "iloc") and hasattr(values, "index") else None


def check_labels(name: str, values: Any, labels: pd.Index | None) -> None:
    """Refuse a series or frame whose rows are labelled otherwise than the hands they belong to."""
    own = labels_of(values)
    if own is not None and labels is not None and not own.equals(labels):
        raise HandError(
            f"{name} has other row labels than the hands",
            hint=f"the same index in the same order, or {name}.to_numpy()",
        )


def row_number(row: Any, n: int) -> int:
    """Take the number of one of `n` rows, negative ones from the end."""
    try:
        number = operator.index(row)
    except TypeError:
        raise HandError(
            f"a row number is expected, not {row!r}", hint=f"0 to {max(n - 1, 0)}"
        ) from None
    if not -n <= number < n:
        raise IndexError(f"there is no row {number}, there are {plural(n, 'row')}")
    return number % n


def row_name(row: int, labels: pd.Index | None) -> str:
    """Name a row for a message, with its label where that is not its number."""
    if labels is None:
        return f"row {row}"
    label = labels[row : row + 1].tolist()[0]
    return f"row {row}" if type(label) is int and label == row else f"row {row} (label {label!r})"
