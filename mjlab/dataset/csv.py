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
    """Keep a spreadsheet from taking a text for a formula.

    A cell of text that begins with ``=``, ``+``, ``-``, ``@`` (or one of them in full width), a
    tab, a line break or ``'`` gets a ``'`` before it; so does the name of a column. Spreadsheets
    show such a cell as text; a program that reads the file takes one leading ``'`` away and has
    the text back. Numbers, negative ones too, are left as they are.

    Parameters
    ----------
    table : DataFrame
        Any table: text may stand in columns of strings, categories or mixed objects.

    Returns
    -------
    DataFrame
        A copy. A column that held such a text is of strings or of objects, whatever it was before;
        the others keep their type. The index is not looked at: :func:`write_csv` leaves it out.

    Examples
    --------
    >>> safe_cells(pd.DataFrame({"player": ["=1+1", "P0"], "score": [-8, 8]}))["player"].to_list()
    ["'=1+1", 'P0']
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
    """Write a table as CSV that a spreadsheet opens safely.

    Parameters
    ----------
    path : str or Path
        Where to.
    table : DataFrame
        The table; its index is left out.

    Returns
    -------
    Path
        The file: UTF-8 with a mark at its start, by which spreadsheets know the encoding, and the
        cells of :func:`safe_cells`. Lines end as RFC 4180 has it; missing values are empty.

    Raises
    ------
    MjlabError
        If it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pd.read_csv(write_csv(Path(folder, "a.csv"), pd.DataFrame({"n": [1]})))["n"].to_list()
    [1]
    """
    text = safe_cells(table).to_csv(index=False, lineterminator="\r\n")
    return write_text(path, text, encoding="utf-8-sig")
