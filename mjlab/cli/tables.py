"""Frames on paper: in the terminal, as CSV and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from mjlab.cli.console import clean, folded, room, wrapped
from mjlab.common.wording import number, plural
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Column",
    "Laid",
    "exact",
    "flat",
    "json_rows",
    "laid_out",
    "print_frame",
    "print_plain",
    "refuse_both",
    "rounded",
    "written",
]

# Layout ------------------------------------------------------------------------------


_LEAST_TEXT: Final = 24
"""Width below which a column of text is not folded."""
_LEAST_CELL: Final = 8
"""Width that a cell of an upright row has, however little room there is."""
_BETWEEN: Final = "   "
"""What stands between two columns."""


class Column(NamedTuple):
    """A column of a table: where there is no room the one with most `spare` is left out first."""

    head: str
    number: bool = False  # set flush right and never folded
    spare: int = 0  # 0 for what the table cannot do without


class Laid(NamedTuple):
    """A table laid out."""

    lines: list[str]
    left_out: list[str]  # heads of the columns that there was no room for


def laid_out(columns: Sequence[Column], cells: Sequence[Sequence[str]], room: int | None) -> Laid:
    """Lay rows of cells out; without `room` a row is a line, however long."""
    # Too wide: the longest texts are folded; then spare columns are left out, one after the
    # other; at last each cell has a line of its own.
    from rich.cells import cell_len

    wanted = [
        max(map(cell_len, [column.head, *(row[place] for row in cells)]))
        for place, column in enumerate(columns)
    ]
    spare = sorted((place for place, column in enumerate(columns) if column.spare),
                   key=lambda place: -columns[place].spare)  # fmt: skip
    for n_left in range(len(spare) + 1):
        left = spare[:n_left]
        places = [place for place in range(len(columns)) if place not in left]
        shown = [columns[place] for place in places]
        widths = _widths(shown, [wanted[place] for place in places], room)
        if widths is not None:
            rows = [[row[place] for place in places] for row in cells]
            heads = [columns[place].head for place in sorted(left)]
            return Laid(list(_table(shown, rows, widths)), heads)
    return Laid(list(_upright(columns, cells, room or 0)), [])


def _widths(
    columns: Sequence[Column], wanted: Sequence[int], room: int | None
) -> Sequence[int] | None:
    """How wide columns are, if texts can be folded to that: the longest give way first."""
    if room is None:
        return wanted
    left = room - 2 - len(_BETWEEN) * (len(columns) - 1)
    left -= sum(width for width, one in zip(wanted, columns, strict=True) if one.number)
    texts = [width for width, one in zip(wanted, columns, strict=True) if not one.number]
    most = _most(texts, left) if left >= 0 else None
    if most is None:
        return None
    return [w if one.number else min(w, most) for w, one in zip(wanted, columns, strict=True)]


def _most(lengths: list[int], room: int) -> int | None:
    """To what the longest are cut for all to have room; None if that is too little."""
    for rank, length in enumerate(sorted(lengths)):  # the short ones stay as they are
        share = room // (len(lengths) - rank)
        if length > share:
            return share if share >= _LEAST_TEXT else None
        room -= length
    return max(lengths, default=0)


def _table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> Iterator[str]:
    """A blank line, the heads above a rule, the rows, and a blank line."""
    yield ""
    yield from _row(columns, [column.head for column in columns], widths)
    yield f" {'─' * (sum(widths) + len(_BETWEEN) * (len(widths) - 1))} "
    for row in rows:
        yield from _row(columns, row, widths)
    yield ""


def _row(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The lines of a row: as many as its longest cell is folded to."""
    broken = [folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for place in range(max(map(len, broken))):
        shown = [
            _filled(lines[place] if place < len(lines) else "", width, column.number)
            for lines, width, column in zip(broken, widths, columns, strict=True)
        ]
        yield f" {_BETWEEN.join(shown)} "


def _upright(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """A line for each cell: the way for rows that no table holds."""
    from rich.cells import cell_len

    heads = min(max(cell_len(column.head) for column in columns), max(_LEAST_CELL, room // 2))
    width = max(_LEAST_CELL, room - heads - len(_BETWEEN) - 1)
    for row_number, row in enumerate(rows, 1):
        yield f"row {row_number}"
        for column, cell in zip(columns, row, strict=True):
            names, lines = folded(column.head, heads), folded(cell, width)
            for place in range(max(len(names), len(lines))):
                name, line = (part[place] if place < len(part) else "" for part in (names, lines))
                yield f" {_filled(name, heads, right=False)}{_BETWEEN}{line}"
        yield ""


def _filled(text: str, width: int, right: bool) -> str:
    from rich.cells import cell_len

    gap = " " * (width - cell_len(text))
    return gap + text if right else text + gap


# Cells -------------------------------------------------------------------------------


_MISSING: Final = "–"
_LONGEST: Final = 10_000
"""Characters of a text that a table prints: nobody reads more there, and folding takes time."""


def rounded(value: Any, *, share: bool) -> str:
    """Write a value of a statistic, a share in percent."""
    import pandas as pd

    if value is None or pd.isna(value):
        return _MISSING
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        digits = 2 if 0 < value < 0.00995 else 1
        return f"{value:.{digits}%}" if share else number(value)
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    return _shortened(str(value))


def exact(value: Any) -> str:
    """Write a value as it is: fractions with six digits, lists as JSON, bytes in hex."""
    value = _unpacked(value)
    if value is None:
        return _MISSING
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    return _shortened(str(value))


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return clean(text)
    return f"{clean(text[:_LONGEST])}… ({len(text):,} characters: --csv and --json print all)"


def _unpacked(value: Any) -> Any:
    """A missing value as None; a list, structure or mapping as JSON, bytes in hex."""
    import numpy as np
    import pandas as pd

    if isinstance(value, np.ndarray | list | tuple | dict):
        return json.dumps(_for_json(value), ensure_ascii=False)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if value is None or pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def _for_json(value: Any) -> Any:
    """What JSON can hold of a value."""
    import numpy as np

    if isinstance(value, str | bool | int | None):  # nearly all
        return value
    if isinstance(value, np.ndarray | list | tuple):
        return [_for_json(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _for_json(one) for key, one in value.items()}
    found = _unpacked(value)
    if isinstance(found, float | Decimal):
        return float(found) if math.isfinite(found) else None
    if isinstance(found, str | bool | int | None):
        return found
    return found.isoformat() if hasattr(found, "isoformat") else str(found)


# CSV and JSON ------------------------------------------------------------------------


def refuse_both(*, csv: bool, json: bool) -> None:
    """Refuse to write in two formats."""
    if csv and json:
        raise MjlabError("--csv or --json, not both")


def written(frame: pd.DataFrame, *, csv: bool, json: bool) -> str | None:
    """Write a frame, without its index, as CSV with safe cells or as JSON; None if as neither."""
    if csv:
        from mjlab.dataset.csv import safe_cells

        return safe_cells(flat(frame)).to_csv(index=False).rstrip("\n")
    return json_rows(frame) if json else None


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Write lists, structures and mappings in the cells of a frame as JSON, bytes in hex."""
    import numpy as np

    made = frame.copy()
    for place in range(made.shape[1]):  # by place: two columns may have one name
        column = made.iloc[:, place]
        if column.dtype == object:
            made.isetitem(place, np.array([*map(_unpacked, column), None], object)[:-1])
    return made


def json_rows(frame: pd.DataFrame) -> str:
    """A JSON list with an object for each row, a line each; what is missing or infinite is null."""
    names = [str(name) for name in frame.columns]
    columns = [
        [_for_json(value) for value in frame.iloc[:, place]] for place in range(frame.shape[1])
    ]
    rows = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]" if lines else "[]"


# Frames in the terminal --------------------------------------------------------------


_SHARES: Final = ("rate", "points_share", "overall")
_INTERVAL: Final = " (interval)"
_SPARE: Final = (
    "deal_in_rate", "first_rate", "lift", "fan", "partner", "median", "sd", "at_least", "value",
    "points", "table_points", "mean_points", "per_hand_mean", "score_mean", "n_wins", "n_deal_ins",
    "n_firsts", "call_rate", "self_draw_rate", "instances", "overall", "points_share", "n_called",
    "n_self_drawn", "n_replayed", "en", "pinyin",
)  # fmt: skip
"""Columns that a narrow terminal goes without, the last of these first."""


def print_frame(
    frame: pd.DataFrame, rows: int, *, groups: Sequence[str] = (), wide: bool = False
) -> None:
    """Print the first rows of a statistic, 0 for all; intervals stand behind what they belong to.

    `groups` are never left out, they tell the rows apart; `wide` prints every column.
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
    """Print the first rows of any table, 0 for all: names and values as they are."""
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
        typer.echo(f"{plural(left, 'more row')}: --rows 0 shows all")


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
