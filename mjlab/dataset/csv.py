"""Tables as CSV files, whole or not at all, in which no cell is a formula."""

from __future__ import annotations

from numbers import Number
from pathlib import Path
from typing import Any, Final

import pandas as pd

from mjlab.common.files import write_text

__all__ = ["safe_cells", "write_csv"]

_FORMULA: Final = (
    "=",
    "+",
    "-",
    "@",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
    "\t",
    "\r",
    "\n",
    "'",
)
"""First characters that a spreadsheet may take for the start of a formula (those of East Asian
width too), and our own mark."""


def safe_cells(table: pd.DataFrame) -> pd.DataFrame:
    """Put a ``'``, which readers may take away, before each text that a spreadsheet could run.

    Names of columns too, not the index. A column that held such a text is of strings or objects.
    """
    safe = table.rename(columns=_guarded)
    for place in range(safe.shape[1]):  # by place: two columns may have one name
        column = safe.iloc[:, place]
        if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
            continue
        cells = list(column)
        guarded = [_guarded(cell) for cell in cells]
        if any(new is not old for new, old in zip(guarded, cells, strict=True)):
            kind = column.dtype if isinstance(column.dtype, pd.StringDtype) else object
            safe.isetitem(place, pd.array(guarded, dtype=kind))
    return safe


def _guarded(value: Any) -> Any:
    """A cell as it may be written; a number, whatever its type, and a gap are left as they are."""
    if isinstance(value, Number) or value is None or value is pd.NA:
        return value
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else value


def write_csv(path: str | Path, table: pd.DataFrame) -> Path:
    """Write a table without its index as CSV that a spreadsheet opens safely.

    UTF-8 with a mark, by which spreadsheets know it; lines end as RFC 4180 has it.
    """
    text = safe_cells(table).to_csv(index=False, lineterminator="\r\n")
    return write_text(path, text, encoding="utf-8-sig")
