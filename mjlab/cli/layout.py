"""Tables as lines of text, no wider than there is room: folded, narrowed, or set upright."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

__all__ = ["Column", "Laid", "folded", "laid_out"]

_LEAST_TEXT: Final = 24
"""Width below which a column of text is not folded."""
_LEAST_CELL: Final = 8
"""Width that a cell of an upright row has, however little room there is."""
_BETWEEN: Final = "   "
"""What stands between two columns."""


class Column(NamedTuple):
    """A column of a table.

    Parameters
    ----------
    head : str
        What stands above it.
    number : bool
        Whether it holds numbers: they are set flush right and never folded.
    spare : int
        0 for what a table cannot do without; where there is no room the column with the highest
        number is left out first.
    """

    head: str
    number: bool = False
    spare: int = 0


class Laid(NamedTuple):
    """A table laid out.

    Parameters
    ----------
    lines : list of str
        The table.
    left_out : list of str
        Heads of the columns that there was no room for.
    """

    lines: list[str]
    left_out: list[str]


def laid_out(columns: Sequence[Column], cells: Sequence[Sequence[str]], room: int | None) -> Laid:
    """Lay a table out.

    Parameters
    ----------
    columns : sequence of Column
        At least one.
    cells : sequence of sequence of str
        The rows, each with a cell for every column; without line breaks.
    room : int or None
        Columns of the terminal; None where a row is to be a line, however long.

    Returns
    -------
    Laid
        A table that is too wide has its longest texts folded; if that is not enough its spare
        columns are left out, one after the other, and at last each cell has a line of its own.

    Examples
    --------
    >>> columns = [Column("player"), Column("n", number=True)]
    >>> laid_out(columns, [["P1", "12"]], 40).lines[1:-1]
    [' player    n ', ' ─────────── ', ' P1       12 ']
    """
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
    for number in range(max(map(len, broken))):
        shown = [
            _filled(lines[number] if number < len(lines) else "", width, column.number)
            for lines, width, column in zip(broken, widths, columns, strict=True)
        ]
        yield f" {_BETWEEN.join(shown)} "


def _upright(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """A line for each cell: the way for rows that no table holds."""
    from rich.cells import cell_len

    heads = min(max(cell_len(column.head) for column in columns), max(_LEAST_CELL, room // 2))
    width = max(_LEAST_CELL, room - heads - len(_BETWEEN) - 1)
    for number, row in enumerate(rows, 1):
        yield f"row {number}"
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


def folded(text: str, width: int) -> list[str]:
    """Break a text into lines, between words, and within a word that is too long.

    Parameters
    ----------
    text : str
        Without line breaks.
    width : int
        Columns that a line has; a Chinese sign takes two.

    Examples
    --------
    >>> folded("平和 All Chows", 8)
    ['平和 All', 'Chows']
    """
    from rich.cells import cell_len

    if cell_len(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        if not lines[-1]:
            lines.pop()
        lines += _pieces(word, width)
    return lines


def _pieces(word: str, width: int) -> list[str]:
    """A word in pieces no wider than that; a sign of two columns counts as two."""
    from rich.cells import cell_len

    pieces, taken = [""], 0
    for sign in word:
        wide = cell_len(sign)
        if taken + wide > width:
            pieces.append("")
            taken = 0
        pieces[-1] += sign
        taken += wide
    return pieces
