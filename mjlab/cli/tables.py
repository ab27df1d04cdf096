"""Frames on paper: in the terminal, as CSV and as JSON."""

from __future__ import annotations

import json as json_text
import os
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import typer

from mjlab.cli.terminal import clean, console, counted, table
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

__all__ = ["print_frame", "print_plain", "written"]

_SHARES: Final = ("rate", "points_share", "overall")
_BESIDE: Final = ("pinyin", "en", "partner_pinyin", "partner_en")
"""Columns that say again what others say: a narrow terminal goes without them, the first first."""
_LEAST_TEXT: Final = 24
"""Width below which a column of text is not folded."""


def written(frame: pd.DataFrame, *, csv: bool, json: bool) -> str | None:
    """Write a frame as CSV or as JSON.

    Parameters
    ----------
    frame : DataFrame
        The table; its index is left out.
    csv, json : bool
        Which; neither gives None.

    Returns
    -------
    str or None
        CSV with the cells of :func:`mjlab.frames.files.safe_cells`, a list or a mapping in a cell
        as JSON; or JSON, a list with an object for each row, a missing value as null.

    Raises
    ------
    MjlabError
        If both are wanted.
    """
    if csv and json:
        raise MjlabError("--csv or --json, not both")
    if csv:
        from mjlab.frames.files import safe_cells

        return safe_cells(_flat(frame)).to_csv(index=False).rstrip("\n")
    if json:
        return str(frame.to_json(orient="records", force_ascii=False, date_format="iso", indent=1))
    return None


def print_frame(frame: pd.DataFrame, rows: int) -> None:
    """Print the first rows of a statistic.

    Parameters
    ----------
    frame : DataFrame
        The table; shares are printed in percent, intervals behind what they belong to.
    rows : int
        How many rows, 0 for all.
    """
    names = [str(name) for name in frame.columns]
    ends = _intervals(names)
    hidden = {end for pair in ends.values() for end in pair}
    shown = [name for name in names if name not in hidden]
    heads = {name: f"{name} (interval)" if name in ends else name for name in shown}
    cells = [
        [_full_cell(row, name, ends, names) for name in shown]
        for row in (frame.head(rows) if rows else frame).to_dict("records")
    ]
    numeric = _numeric(frame)
    _put([(heads[name], name in numeric, name in _BESIDE) for name in shown], cells)
    _tell_left(len(frame) - len(cells))


def print_plain(frame: pd.DataFrame, rows: int) -> None:
    """Print the first rows of any table: names and values as they are.

    Parameters
    ----------
    frame : DataFrame
        The table.
    rows : int
        How many rows, 0 for all.
    """
    numeric = _numeric(frame)
    shown = (frame.head(rows) if rows else frame).itertuples(index=False, name=None)
    cells = [[_plain(value) for value in row] for row in shown]
    _put([(clean(str(name)), str(name) in numeric, False) for name in frame.columns], cells)
    _tell_left(len(frame) - len(cells))


def _tell_left(left: int) -> None:
    if left:
        typer.echo(f"{counted(left, 'more row')}: --rows 0 shows all")


def _put(columns: list[tuple[str, bool, bool]], cells: list[list[str]]) -> None:
    """Print a table as wide as the terminal: folded, without what is said twice, or upright.

    What is piped is as wide as it needs to be, so that a line is a row.
    """
    paper = console()
    wide = _table(columns, cells)
    needed = _width(paper, wide)
    if not paper.is_terminal and "COLUMNS" not in os.environ:
        paper.width = max(paper.width, needed)
    elif not paper.is_terminal:
        paper.width = int(os.environ["COLUMNS"]) if os.environ["COLUMNS"].isdigit() else 200
    left_out = [i for i, column in enumerate(columns) if column[2]]
    for kept in ([*range(len(columns))], [i for i in range(len(columns)) if i not in left_out]):
        made = _fitting(paper, [columns[i] for i in kept], [[r[i] for i in kept] for r in cells])
        if made is not None:
            paper.print(made)
            return
    _print_upright(paper, columns, cells)


def _table(columns: list[tuple[str, bool, bool]], cells: list[list[str]]) -> Table:
    made = table()
    for head, right, _ in columns:
        made.add_column(head, justify="right" if right else "left", no_wrap=right)
    for row in cells:
        made.add_row(*row)
    return made


def _width(paper: Console, made: Table) -> int:
    from rich.measure import Measurement

    return Measurement.get(paper, paper.options.update(max_width=100_000), made).maximum


def _fitting(
    paper: Console, columns: list[tuple[str, bool, bool]], cells: list[list[str]]
) -> Table | None:
    """A table no wider than the paper, if its texts can be folded to that."""
    from rich.cells import cell_len

    made = _table(columns, cells)
    over = _width(paper, made) - paper.width
    texts = [i for i, (_, right, _) in enumerate(columns) if not right]
    lengths = {i: max(map(cell_len, [columns[i][0], *(row[i] for row in cells)])) for i in texts}
    while over > 0 and lengths:
        longest = max(lengths, key=lambda i: lengths[i])
        if lengths[longest] <= _LEAST_TEXT:
            return None
        lengths[longest] -= 1
        made.columns[longest].width = lengths[longest]
        made.columns[longest].overflow = "fold"
        over -= 1
    return made if over <= 0 else None


def _print_upright(
    paper: Console, columns: list[tuple[str, bool, bool]], cells: list[list[str]]
) -> None:
    """A line for each cell: the way for rows that no table holds."""
    from rich import box
    from rich.table import Table

    for number, row in enumerate(cells, 1):
        made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False,
                     title=f"row {number}", title_justify="left")  # fmt: skip
        made.add_column(no_wrap=True)
        made.add_column(overflow="fold")
        for (head, _, _), cell in zip(columns, row, strict=True):
            made.add_row(head, cell)
        paper.print(made)


def _intervals(names: list[str]) -> dict[str, tuple[str, str]]:
    """For each share or mean with an interval the columns of its ends."""
    found = {}
    for name in names:
        for kind in ("rate", "mean"):
            stem = name.removesuffix(kind)
            low, high = f"{stem}low", f"{stem}high"
            if name.endswith(kind) and low in names and high in names:
                found[name] = (low, high)
    return found


def _numeric(frame: pd.DataFrame) -> set[str]:
    import pandas as pd

    return {
        str(name)
        for name, kind in zip(frame.columns, frame.dtypes, strict=True)
        if pd.api.types.is_numeric_dtype(kind)
    }


def _full_cell(
    row: dict[Any, Any], name: str, ends: dict[str, tuple[str, str]], names: list[str]
) -> str:
    share = _is_share(name, names)
    cell = _cell(row[name], share)
    if name not in ends:
        return cell
    low, high = (row[end] for end in ends[name])
    if low != low:  # NaN: there is no interval
        return cell
    return f"{cell} ({_cell(low, share)} to {_cell(high, share)})"


def _is_share(name: str, names: list[str]) -> bool:
    stem = name.removesuffix("low").removesuffix("high")
    return name in _SHARES or name.endswith("_rate") or (stem != name and f"{stem}rate" in names)


def _cell(value: Any, share: bool) -> str:
    import pandas as pd

    if value is None or pd.isna(value):
        return "–"
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        digits = 2 if 0 < value < 0.00995 else 1
        return f"{value:.{digits}%}" if share else f"{value:,.2f}".replace("-", "−")
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    return clean(str(value))


def _plain(value: Any) -> str:
    """A value as it is: a list or a mapping as JSON, a fraction with six digits that count."""
    value = _unpacked(value)
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    return clean(str(value))


def _unpacked(value: Any) -> Any:
    """A missing value as None; a list, structure or mapping as JSON."""
    import numpy as np
    import pandas as pd

    if isinstance(value, np.ndarray | list | tuple | dict):
        return json_text.dumps(_bare(value), ensure_ascii=False)
    if value is None or pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def _bare(value: Any) -> Any:
    """What JSON can hold of a value."""
    import numpy as np

    if isinstance(value, np.ndarray | list | tuple):
        return [_bare(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _bare(one) for key, one in value.items()}
    if isinstance(value, Decimal):
        return float(value)
    found = _unpacked(value)
    return found if isinstance(found, bool | int | float | str | None) else str(found)


def _flat(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame whose lists, structures and mappings are texts."""
    import numpy as np

    flat = frame.copy()
    for place in range(flat.shape[1]):  # by place: two columns may have one name
        column = flat.iloc[:, place]
        if column.dtype == object:
            flat.isetitem(place, np.array([*map(_unpacked, column), None], object)[:-1])
    return flat
