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
    """Print the first rows of a frame; shares in percent, intervals in one column.

    Parameters
    ----------
    frame : DataFrame
        The table.
    rows : int
        How many rows, 0 for all.
    """
    import pandas as pd

    names = [str(name) for name in frame.columns]
    ends = {name: name.removesuffix("low") for name in names if name.endswith("low")}
    ends = {low: stem for low, stem in ends.items() if f"{stem}high" in names}
    hidden = {f"{stem}high" for stem in ends.values()}
    heads = [f"{ends[n]}interval".replace("_", " ") if n in ends else n.replace("_", " ")
             for n in names if n not in hidden]  # fmt: skip
    numeric = [h for n, h in zip((n for n in names if n not in hidden), heads, strict=True)
               if n in ends or pd.api.types.is_numeric_dtype(frame[n])]  # fmt: skip
    made = table(*heads, right=tuple(numeric))
    shown = frame.head(rows) if rows else frame
    for row in shown.to_dict("records"):
        cells = []
        for name in names:
            if name in hidden:
                continue
            share = _is_share(name, names)
            if name in ends:
                low, high = row[name], row[f"{ends[name]}high"]
                cells.append("–" if low != low else f"{_cell(low, share)} to {_cell(high, share)}")
            else:
                cells.append(_cell(row[name], share))
        made.add_row(*cells)
    console().print(made)
    if left := len(frame) - len(shown):
        typer.echo(f"{counted(left, 'more row')}: --rows 0 shows all")


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
