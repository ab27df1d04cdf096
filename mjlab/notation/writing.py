"""Tiles to text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjlab.common.numbers import integer
from mjlab.errors import NotationError
from mjlab.notation.grammar import GRAMMARS, Dialect, ParsedMeld, check_dialect
from mjlab.tiles import N_TILES

__all__ = ["format_hand", "format_tiles", "tile_indices"]


def tile_indices(tiles: Iterable[Any]) -> list[int]:
    """Take tile indices, NumPy's too, as a list; refuse what is none.

    Parameters
    ----------
    tiles : iterable of int
        Tile indices 0-41.

    Raises
    ------
    NotationError
        If something else is among them, or they are no iterable.

    Examples
    --------
    >>> tile_indices(range(3))
    [0, 1, 2]
    >>> tile_indices("1m")
    Traceback (most recent call last):
        ...
    mjlab.errors.NotationError: '1m' is no list of tile indices
      hint: [0, 1, 2] for 1m, 2m and 3m; parse_tiles('123m') reads a text
    """
    hint = "[0, 1, 2] for 1m, 2m and 3m; parse_tiles('123m') reads a text"
    try:
        given = None if isinstance(tiles, str | bytes) else list(tiles)
    except TypeError:
        given = None
    if given is None:
        raise NotationError(f"{tiles!r} is no list of tile indices", hint=hint)
    found = []
    for tile in given:
        number = integer(tile)
        if number is None or not 0 <= number < N_TILES:
            raise NotationError(f"tile index {tile!r} is not in 0-41", hint=hint)
        found.append(number)
    return found


def format_tiles(tiles: Iterable[int], dialect: Dialect = "native", *, sort: bool = False) -> str:
    """Write tiles; neighbours of one suit share its letter.

    Parameters
    ----------
    tiles : iterable of int
        Tile indices 0-41.
    dialect : str
        One of :data:`DIALECTS`.
    sort : bool
        Write them by index instead of in the order given.

    Returns
    -------
    str
        A text that :func:`parse_tiles` reads back under the same dialect.

    Raises
    ------
    NotationError
        For an unknown dialect, or what is no tile index.

    Examples
    --------
    >>> from mjlab.notation import parse_tiles
    >>> format_tiles(parse_tiles("345s3p55p5567p"), sort=True)
    '3555567p345s'
    >>> format_tiles([27, 31, 33], "helper"), format_tiles([0, 1, 33], "botzone")
    ('EPC', 'W1 W2 J1')
    """
    check_dialect(dialect)
    grammar = GRAMMARS["native" if dialect == "auto" else dialect]
    ordered = tile_indices(tiles)
    if sort:
        ordered.sort()
    singles, groups = grammar.spellings(), grammar.grouped()
    parts: list[str] = []
    run: list[str] = []
    open_suffix = ""
    for tile in ordered:
        mark, suffix = ("", "") if tile in singles else groups[tile]
        if run and suffix != open_suffix:
            parts.append("".join(run) + open_suffix)
            run = []
        open_suffix = suffix
        if suffix:
            run.append(mark)
        else:
            parts.append(singles[tile])
    if run:
        parts.append("".join(run) + open_suffix)
    return (" " if dialect in ("botzone", "ids") else "").join(parts)


def format_hand(
    melds: Iterable[ParsedMeld],
    tiles: Iterable[int],
    win: int | None = None,
    dialect: Dialect = "native",
) -> str:
    """Write a hand; the counterpart of :func:`parse_hand`.

    Examples
    --------
    >>> from mjlab.notation import parse_hand
    >>> parsed = parse_hand("[123m]{5555z}45678p99s+9p")
    >>> format_hand(parsed.melds, parsed.tiles, parsed.win, "helper")
    '[123m][PPPP]45678p99s9p'
    """
    check_dialect(dialect)
    spaced = " " if dialect in ("botzone", "ids") else ""
    parts = [_format_meld(m, dialect) for m in melds]
    parts.append(format_tiles(tiles, dialect))
    if win is not None:
        parts.append(("" if dialect == "helper" else "+") + format_tiles([win], dialect))
    return spaced.join(p for p in parts if p)


def _format_meld(meld: ParsedMeld, dialect: Dialect) -> str:
    tiles, source = meld.tiles, f",{meld.source}" if meld.source else ""
    if dialect == "helper" and len(tiles) == 4:
        if meld.concealed:
            return f"[{format_tiles(tiles, dialect)}]"
        # The apps cannot write a melded kong without its source: the player on the left.
        return f"[{format_tiles(tiles, dialect)},{(meld.source or 1) + 4 * meld.added}]"
    if meld.concealed:
        return "{" + format_tiles(tiles, dialect) + "}"
    if meld.added:
        body = f"{format_tiles(tiles[:3], dialect)}+{format_tiles(tiles[3:], dialect)}"
        return f"[{body}{source}]"
    return f"[{format_tiles(tiles, dialect)}{source}]"
