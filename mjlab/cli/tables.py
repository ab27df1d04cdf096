"""Frames on paper: in the terminal, as CSV and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from mjlab.cli.cells import exact, flat, json_rows, rounded
from mjlab.cli.layout import Column, laid_out
from mjlab.cli.terminal import clean, counted, room, wrapped
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["print_frame", "print_plain", "refuse_both", "written"]

_SHARES: Final = ("rate", "points_share", "overall")
_INTERVAL: Final = " (interval)"
_SPARE: Final = (
    "deal_in_rate", "first_rate", "lift", "fan", "partner", "median", "sd", "at_least", "value",
    "points", "table_points", "mean_points", "per_hand_mean", "score_mean", "n_wins", "n_deal_ins",
    "n_firsts", "call_rate", "self_draw_rate", "instances", "overall", "points_share", "n_called",
    "n_self_drawn", "n_replayed", "en", "pinyin",
)  # fmt: skip
"""Columns that a narrow terminal goes without, the last of these first."""


def refuse_both(*, csv: bool, json: bool) -> None:
    """Refuse to write in two formats.

    Raises
    ------
    MjlabError
        If both are wanted.
    """
    if csv and json:
        raise MjlabError("--csv or --json, not both")


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
        as JSON; or JSON, see :func:`mjlab.cli.cells.json_rows`.
    """
    if csv:
        from mjlab.frames.files import safe_cells

        return safe_cells(flat(frame)).to_csv(index=False).rstrip("\n")
    return json_rows(frame) if json else None


def print_frame(
    frame: pd.DataFrame, rows: int, *, groups: Sequence[str] = (), wide: bool = False
) -> None:
    """Print the first rows of a statistic.

    Parameters
    ----------
    frame : DataFrame
        The table; shares are printed in percent, intervals behind what they belong to.
    rows : int
        How many rows, 0 for all.
    groups : sequence of str
        Columns that are never left out: they tell the rows apart.
    wide : bool
        Whether all columns are printed, and a row is a line, however wide the terminal.
    """
    names = [str(name) for name in frame.columns]
    ends = _intervals(names)
    hidden = {end for pair in ends.values() for end in pair}
    shown = [name for name in names if name not in hidden]
    numbers = _numbers(frame)
    columns = [
        Column(
            f"{name}{_INTERVAL}" if name in ends else name,
            name in numbers,
            0 if name in groups or name not in _SPARE else 1 + _SPARE.index(name),
        )
        for name in shown
    ]
    first = frame.head(rows) if rows else frame
    cells = [
        [_with_interval(row, name, ends, names) for name in shown]
        for row in first.to_dict("records")
    ]
    _print(columns, cells, len(frame), None if wide else room())


def print_plain(frame: pd.DataFrame, rows: int) -> None:
    """Print the first rows of any table: names and values as they are.

    Parameters
    ----------
    frame : DataFrame
        The table.
    rows : int
        How many rows, 0 for all.
    """
    numbers = _numbers(frame)
    columns = [Column(clean(str(name)), str(name) in numbers) for name in frame.columns]
    first = (frame.head(rows) if rows else frame).itertuples(index=False, name=None)
    _print(columns, [[exact(value) for value in row] for row in first], len(frame), room())


def _print(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], of: int, width: int | None
) -> None:
    """Print rows, and what of all is not among them."""
    laid = laid_out(columns, cells, width)
    typer.echo("\n".join(laid.lines))
    if laid.left_out:
        heads = ", ".join(head.removesuffix(_INTERVAL) for head in laid.left_out)
        typer.echo(wrapped(f"no room for {heads}: --wide, --csv or --json shows all columns"))
    if left := of - len(cells):
        typer.echo(f"{counted(left, 'more row')}: --rows 0 shows all")


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


def _numbers(frame: pd.DataFrame) -> set[str]:
    import pandas as pd

    return {
        str(name)
        for name, kind in zip(frame.columns, frame.dtypes, strict=True)
        if pd.api.types.is_numeric_dtype(kind)
    }


def _with_interval(
    row: dict[Any, Any], name: str, ends: dict[str, tuple[str, str]], names: list[str]
) -> str:
    share = _is_share(name, names)
    cell = rounded(row[name], share=share)
    if name not in ends:
        return cell
    low, high = (row[end] for end in ends[name])
    if low != low:  # NaN: there is no interval
        return cell
    return f"{cell} ({rounded(low, share=share)} to {rounded(high, share=share)})"


def _is_share(name: str, names: list[str]) -> bool:
    stem = name.removesuffix("low").removesuffix("high")
    return name in _SHARES or name.endswith("_rate") or (stem != name and f"{stem}rate" in names)
