"""Shanten, waits, useful tiles and discards of one hand, in plain Python.

Nothing is compiled here: an answer takes some hundredths of a second. For many hands there are
`shanten_batch` and its like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjlab.api.shanten.answers import Discard, Discards, Shanten, Useful, Waits, outer_first
from mjlab.api.shanten.forms import form_named
from mjlab.errors import HandError
from mjlab.hand import Hand
from mjlab.notation import Dialect, check_dialect, parse_tiles, tile_indices
from mjlab.reference.shanten import Distance, distances, waits_by_form
from mjlab.tiles import N_KINDS, code

__all__ = ["discards", "shanten", "useful", "waits"]


def shanten(hand: Hand | str, *, dialect: Dialect = "auto") -> Shanten:
    """How many useful tiles a hand is from being ready.

    Parameters
    ----------
    hand : Hand or str
        The hand, e.g. ``"[123m]{5555z}45678p99s"``, with or without a tile to spare.
    dialect : str
        Notation of a text.

    Returns
    -------
    Shanten
        Of the closest form, and of each.

    Raises
    ------
    MjlabError
        If the hand cannot be read or cannot be.

    Notes
    -----
    One less than the fewest tiles that must come in to complete the hand, for the shapes of the
    1998 rulebook, 8.2.1: four sets and a pair; seven pairs, four of a kind being two; thirteen
    orphans; honors and knitted tiles; a knitted straight with a set and a pair. No target has more
    than four of a kind, the player's own sets included.

    Examples
    --------
    >>> found = shanten("5566m233799p4444z")
    >>> print(found)
    0 (seven_pairs)
    >>> found.by_form["regular"], found == 0
    (2, True)
    """
    read = _hand(hand, dialect)
    by_form = {f: d.short - 1 for f, d in _distances(read, read.concealed).items()}
    return Shanten(by_form)


def waits(
    hand: Hand | str, *, visible: str | Iterable[int] | None = None, dialect: Dialect = "auto"
) -> Waits:
    """The tiles that complete a hand.

    Parameters
    ----------
    hand : Hand or str
        The hand before the winning tile: 13 tiles, sets laid aside counting three.
    visible : str or iterable of int, optional
        Tiles face up beside the player's own.
    dialect : str
        Notation of the texts.

    Returns
    -------
    Waits
        Live waits and waits by shape; none if the hand is not ready.

    Raises
    ------
    MjlabError
        If a text cannot be read, or the tiles cannot be.

    Notes
    -----
    A kind of which the player holds all four copies is no live wait, but the wait fan take it for
    one (in the encyclopedia's examples for 边张, 坎张 and 单钓将).

    Examples
    --------
    >>> found = waits("1234444678m456p")
    >>> [code(t) for t in found.live], [code(t) for t in found.by_shape]
    (['1m'], ['1m', '4m'])
    >>> print(waits("23m456p789s11122z", visible="1111m44m"))
    1m×0 4m×2
    """
    read = _hand(hand, dialect)
    if len(read.concealed) % 3 != 1:
        raise HandError(
            f"{len(read.concealed)} standing tiles have one to spare",
            text=str(read),
            hint="waits are those of a hand before the winning tile; discards has them for each",
        )
    seen = _seen(read, visible, dialect)
    by_form = waits_by_form(_counts(read.concealed), len(read.melds))
    kinds = sorted(frozenset().union(*by_form.values()))
    left = {tile: 4 - seen[tile] for tile in kinds}
    return Waits(
        tuple(tile for tile in kinds if left[tile]),
        tuple(kinds),
        left,
        {form: tuple(sorted(tiles)) for form, tiles in by_form.items()},
        read,
    )


def useful(
    hand: Hand | str,
    *,
    form: str = "best",
    visible: str | Iterable[int] | None = None,
    dialect: Dialect = "auto",
) -> Useful:
    """The tiles that lower the shanten of a hand.

    Parameters
    ----------
    hand : Hand or str
        The hand.
    form : str
        ``"best"`` of all forms or one of :data:`FORMS`, by key or Chinese name.
    visible : str or iterable of int, optional
        Tiles face up beside the player's own.
    dialect : str
        Notation of the texts.

    Returns
    -------
    Useful
        Shanten, forms, and the useful tiles with the copies left.

    Examples
    --------
    >>> print(useful("123m456p78s11223z"))
    shanten 1, 12 tiles: 6s×4 9s×4 1z×2 2z×2
    """
    read = _hand(hand, dialect)
    seen = _seen(read, visible, dialect)
    return Useful(*_closest(read, read.concealed, form, seen))


def discards(
    hand: Hand | str,
    *,
    form: str = "best",
    visible: str | Iterable[int] | None = None,
    dialect: Dialect = "auto",
) -> Discards:
    """What each discard leaves, best first.

    Parameters
    ----------
    hand : Hand or str
        The hand with a tile to spare: 14 tiles, sets laid aside counting three.
    form : str
        ``"best"`` of all forms or one of :data:`FORMS`, by key or Chinese name.
    visible : str or iterable of int, optional
        Tiles face up beside the player's own.
    dialect : str
        Notation of the texts.

    Returns
    -------
    Discards
        One row for each different tile; a complete hand is said to be so.

    Examples
    --------
    >>> print(discards("[123m]45678p99s1234z", visible="1z"))
    discard  shanten  live  kinds  useful                             forms
    1z             2    22      7  3p×4 6p×3 9p×4 9s×2 2z×3 3z×3 4z×3  regular
    2z             2    21      7  3p×4 6p×3 9p×4 9s×2 1z×2 3z×3 4z×3  regular
    ...
    """
    read = _hand(hand, dialect)
    if len(read.concealed) % 3 != 2:
        raise HandError(
            f"{len(read.concealed)} standing tiles have none to spare",
            text=str(read),
            hint="a discard is made from 14 tiles, each set laid aside counting as three",
        )
    seen = _seen(read, visible, dialect)
    rows = []
    for tile in sorted(set(read.concealed)):
        rest = list(read.concealed)
        rest.remove(tile)
        rows.append(Discard(*_closest(read, rest, form, seen), tile))
    rows.sort(key=lambda row: (row.shanten, -row.live, -row.kinds, outer_first(row.tile)))
    return Discards(read, tuple(rows), _closest(read, read.concealed, form, seen)[0])


def _hand(hand: object, dialect: Dialect) -> Hand:
    check_dialect(dialect)
    if isinstance(hand, str):
        return Hand.parse(hand, dialect)
    if not isinstance(hand, Hand):
        raise HandError(
            f"a Hand or a text is expected, not {type(hand).__name__}",
            hint="'[123m]456p789s1122z'; for many hands shanten_batch and its like",
        )
    return hand


def _counts(tiles: Iterable[int]) -> list[int]:
    counts = [0] * N_KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def _distances(hand: Hand, standing: Iterable[int]) -> dict[str, Distance]:
    laid = _counts(tile for meld in hand.melds for tile in meld.tiles)
    return distances(_counts(standing), laid, len(hand.melds))


def _closest(
    hand: Hand, standing: Iterable[int], form: str, seen: list[int]
) -> tuple[int, tuple[str, ...], dict[int, int]]:
    """Shanten, the forms that attain it, and the useful tiles with the copies left."""
    found = _distances(hand, standing)
    wanted = form_named(form, "best")
    if wanted != "best":
        if wanted not in found:
            raise HandError(f"the sets laid aside rule out {wanted}", text=str(hand))
        found = {wanted: found[wanted]}
    short = min(distance.short for distance in found.values())
    forms = tuple(f for f, distance in found.items() if distance.short == short)
    tiles = sorted(frozenset().union(*(found[f].useful for f in forms)))
    return short - 1, forms, {tile: 4 - seen[tile] for tile in tiles}


def _seen(hand: Hand, visible: str | Iterable[int] | None, dialect: Dialect) -> list[int]:
    """How many copies of each tile the player sees."""
    if isinstance(visible, Mapping):
        raise HandError(
            "visible= is a mapping, a list is expected",
            hint="a text or tile indices, each as often as the tile lies there: '11z' or [27, 27]",
        )
    if isinstance(visible, str):
        shown = parse_tiles(visible, dialect)
    else:
        shown = () if visible is None else tuple(tile_indices(visible))
    seen = list(hand.counts)
    for tile in shown:
        if tile >= N_KINDS:
            raise HandError(f"{code(tile)} is no tile of a hand", hint="flowers are left out")
        seen[tile] += 1
        if seen[tile] > 4:
            raise HandError(
                f"five copies of {code(tile)} are seen",
                hint="visible= is what lies face up beside the player's own tiles and sets",
            )
    return seen
