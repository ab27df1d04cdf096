"""Rows of frames and lists: what their labels are, and which cells are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_missing", "labels_of", "row_name"]


def is_missing(value: Any) -> bool:
    """Whether a cell has nothing in it: None, NaN, NaT, NA, or a blank text.

    Examples
    --------
    >>> [is_missing(value) for value in (None, float("nan"), " ", 0, False, "1m")]
    [True, True, True, False, False, False]
    """
    if value is None or isinstance(value, str):
        return value is None or not value.strip()
    # pandas is not imported to ask: its NaT and NA are known by their types.
    if type(value).__name__ in ("NaTType", "NAType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def labels_of(values: Any) -> pd.Index | None:
    """The row labels of a series or frame; None for anything else.

    Examples
    --------
    >>> import pandas as pd
    >>> labels_of(pd.Series(["1m"], index=["x"])), labels_of(["1m"])
    (Index(['x'], dtype='str'), None)
    """
    return values.index if hasattr(values, "iloc") and hasattr(values, "index") else None


def row_name(row: int, labels: pd.Index | None) -> str:
    """Name a row for a message, with its label where that is not its number.

    Examples
    --------
    >>> import pandas as pd
    >>> row_name(1, None), row_name(1, pd.Index(["x", "y"]))
    ('row 1', "row 1 (label 'y')")
    """
    if labels is None:
        return f"row {row}"
    label = labels[row : row + 1].tolist()[0]
    return f"row {row}" if type(label) is int and label == row else f"row {row} (label {label!r})"
