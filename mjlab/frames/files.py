"""Files that are either whole or not there: written under a temporary name, then renamed."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from numbers import Number
from pathlib import Path
from typing import Any, Final

import pandas as pd

from mjlab.errors import MjlabError

__all__ = ["damaged", "make_folder", "safe_cells", "write_csv", "write_text"]

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


_TOP: Final = ("dataset.json", "sessions.json")
"""Records of a dataset that lie in its folder itself."""


def damaged(file: Path, why: str) -> MjlabError:
    """Make the error for a file of a dataset that cannot be used, with what to do about it.

    Parameters
    ----------
    file : Path
        The file, in the folder of the dataset or in one below it.
    why : str
        What is wrong with it.

    Returns
    -------
    MjlabError
        To be raised. What belongs to a part is made anew by an import when its record is gone.

    Examples
    --------
    >>> print(damaged(Path("ds/wins/4ced.parquet"), "is missing"))
    wins/4ced.parquet is missing
      ds/wins/4ced.parquet
      hint: remove ds/parts/4ced.json and import the logs again
    """
    name = file.name if file.name in _TOP else f"{file.parent.name}/{file.name}"
    if file.name == "dataset.json":
        hint = "import the logs again, into a new folder"
    else:
        record = file
        if file.name.startswith("of-"):  # what was added up of the sessions
            record = file.parent.parent / "sessions.json"
        elif file.suffix == ".parquet":
            record = file.parent.parent / "parts" / f"{file.stem}.json"
        hint = f"remove {record} and import the logs again"
    return MjlabError(f"{name} {why}", text=str(file), hint=hint)


def make_folder(folder: str | Path) -> Path:
    """Make a folder and those above it, unless they are there.

    Parameters
    ----------
    folder : str or Path
        The folder.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    MjlabError
        If a file is in the way or the folder may not be made.

    Examples
    --------
    >>> make_folder(".") == Path(".")
    True
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        in_the_way = isinstance(problem, FileExistsError | NotADirectoryError)
        why = "a file is in the way" if in_the_way else problem.strerror
        raise MjlabError(
            f"the folder cannot be made: {why}",
            text=str(folder),
            hint="the name of a new folder, where you may write",
        ) from None
    return path


def write_text(path: str | Path, text: str, *, encoding: str = "utf-8") -> Path:
    """Write a text file at once: readers see the old one or the new one, never a part.

    Parameters
    ----------
    path : str or Path
        Where to; its folder must exist.
    text : str
        What to write. Characters that no encoding can hold (lone surrogates) become ``?``.
    encoding : str
        ``"utf-8"``, or ``"utf-8-sig"`` for files that spreadsheets open.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    MjlabError
        If it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_text(Path(folder, "a.txt"), "一万").read_text(encoding="utf-8")
    '一万'
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.write(text.encode(encoding, errors="replace"))
            stream.flush()
            os.fsync(stream.fileno())  # else a power cut could leave the new name on an empty file
        temporary.replace(target)
    except OSError as problem:
        with suppress(OSError):  # a read-only folder: there is nothing to remove
            temporary.unlink(missing_ok=True)
        raise MjlabError(f"cannot write the file: {problem.strerror}", text=str(path)) from None
    except BaseException:  # an interrupted write leaves nothing behind
        temporary.unlink(missing_ok=True)
        raise
    return target


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
