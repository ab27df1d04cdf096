"""Frames on paper: in the terminal, as CSV and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import typer

from mjlab.cli.terminal import clean, console, counted, table
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["print_frame", "written"]

_SHARES: Final = ("rate", "points_share", "overall")


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
        CSV with the cells of :func:`mjlab.frames.files.safe_cells`; or JSON, a list with an object
        for each row, a missing value as null.

    Raises
    ------
    MjlabError
        If both are wanted.
    """
    if csv and json:
        raise MjlabError("--csv or --json, not both")
    if csv:
        from mjlab.frames.files import safe_cells

        return safe_cells(frame).to_csv(index=False).rstrip("\n")
    if json:
        return str(frame.to_json(orient="records", force_ascii=False, date_format="iso", indent=1))
    return None


def print_frame(frame: pd.DataFrame, rows: int) -> None:
    """Print the first rows of a frame; shares in percent, intervals behind what they belong to.

    Parameters
    ----------
    frame : DataFrame
        The table.
    rows : int
        How many rows, 0 for all.
    """
    from rich.measure import Measurement

    names = [str(name) for name in frame.columns]
    ends = _intervals(names)
    hidden = {end for pair in ends.values() for end in pair}
    shown_names = [name for name in names if name not in hidden]
    heads = [f"{name} (interval)" if name in ends else name for name in shown_names]
    heads = [head.replace("_", " ") for head in heads]
    numeric = _numeric(frame)
    right = tuple(h for n, h in zip(shown_names, heads, strict=True) if n in numeric)
    made = table(*heads, right=right)
    shown = frame.head(rows) if rows else frame
    for row in shown.to_dict("records"):
        made.add_row(*(_full_cell(row, name, ends, names) for name in shown_names))
    paper = console()
    # Rather lines that the terminal breaks than columns that it cuts.
    needed = Measurement.get(paper, paper.options.update(max_width=10_000), made).maximum
    paper.width = max(paper.width, needed)
    paper.print(made)
    if left := len(frame) - len(shown):
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


def _numeric(frame: pd.DataFrame) -> set[str]:
    import pandas as pd

    return {str(n) for n in frame.columns if pd.api.types.is_numeric_dtype(frame[n])}


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

    if value is None or (not isinstance(value, (list, dict)) and pd.isna(value)):
        return "–"
    if isinstance(value, float):
        return f"{value:.1%}" if share else f"{value:,.2f}".replace("-", "−")
    return clean(str(value))
