"""Every reading of a completed hand: into which groups its tiles fall, and which took the win.

A hand may be read in several ways, and a reading is never mixed with another (不拆移). The shapes:
four sets and a pair; seven pairs; thirteen orphans; fourteen singles (全不靠, 七星不靠); and the
nine tiles of a knitted straight (组合龙) with one set and a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from typing import Final, Literal

from mjlab.hand import Meld, MeldKind, Win
from mjlab.notation import format_tiles
from mjlab.tiles import HONORS, N_KINDS, TERMINALS, code

__all__ = ["KNITTED_STRAIGHTS", "Group", "GroupKind", "Reading", "Shape", "completes", "readings"]

GroupKind = Literal["chow", "pung", "kong", "pair", "knitted", "singles"]
"""``knitted`` are the nine tiles of a knitted straight, ``singles`` fourteen unpaired tiles."""

Shape = Literal[
    "regular", "knitted_straight", "seven_pairs", "thirteen_orphans", "honors_and_knitted"
]

KNITTED_STRAIGHTS: Final = tuple(
    frozenset(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
    for starts in permutations(range(3))
)
"""The six ways to spread 147, 258 and 369 over the three suits."""

_ORPHANS: Final = TERMINALS | frozenset(HONORS)
_SUIT_SLICES: Final = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))

_Split = tuple[tuple[Literal["chow", "pung", "pair"], int], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A set, a pair, or the tiles of a special shape.

    Parameters
    ----------
    kind : str
        ``chow``, ``pung``, ``kong``, ``pair``, ``knitted`` or ``singles``.
    tiles : tuple of int
        All its tiles, ascending, the winning tile among them if it went here.
    meld : Meld, optional
        The set laid aside; None for standing tiles.
    win : int, optional
        The winning tile, if this group took it.
    place : int
        Position in the reading, which tells two equal sets apart.

    Examples
    --------
    >>> print(Group("chow", (3, 4, 5), win=4), Group("pair", (31, 31)))
    46m+5m 55z
    >>> pung = Group("pung", (26, 26, 26), Meld.parse("[999s]"))
    >>> pung.tile, pung.is_pung, pung.is_chow, pung.is_claimed
    (26, True, False, True)
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    meld: Meld | None = None
    win: int | None = None
    place: int = 0

    @property
    def tile(self) -> int:
        """The lowest tile."""
        return self.tiles[0]

    @property
    def is_chow(self) -> bool:
        """Whether it is a chow."""
        return self.kind == "chow"

    @property
    def is_pung(self) -> bool:
        """Whether it is a pung or a kong; every fan of pungs takes kongs too."""
        return self.kind in ("pung", "kong")

    @property
    def is_claimed(self) -> bool:
        """Whether it was claimed from another player; a concealed kong was not."""
        return self.meld is not None and not self.meld.is_concealed

    def __str__(self) -> str:
        if self.meld is not None:
            return str(self.meld)
        if self.win is None:
            return format_tiles(self.tiles)
        others = list(self.tiles)
        others.remove(self.win)
        return f"{format_tiles(others)}+{code(self.win)}"

    def __repr__(self) -> str:
        return f"<{self.kind} {self}>"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see the fourteen (or, with kongs, more) tiles.

    Parameters
    ----------
    shape : str
        ``regular``, ``knitted_straight``, ``seven_pairs``, ``thirteen_orphans`` or
        ``honors_and_knitted``.
    groups : tuple of Group
        The sets laid aside first, then the standing groups, the pair last.

    Examples
    --------
    >>> readings(Win.parse("1133m5577p2288s1z+1z"))
    (<seven_pairs 11m 33m 55p 77p 22s 88s 1z+1z>,)
    >>> first = readings(Win.parse("[999s]2223455m777z+5m"))[0]
    >>> first.winning_group, first.pair, len(first.sets)
    (<pung 55m+5m>, <pair 22m>, 4)
    """

    shape: Shape
    groups: tuple[Group, ...]

    @property
    def sets(self) -> tuple[Group, ...]:
        """The chows, pungs and kongs."""
        return tuple(g for g in self.groups if g.is_chow or g.is_pung)

    @property
    def pair(self) -> Group | None:
        """The pair beside the sets; None in the other shapes."""
        last = self.groups[-1]
        return last if last.kind == "pair" and self.shape != "seven_pairs" else None

    @property
    def winning_group(self) -> Group:
        """The group that took the winning tile."""
        return next(g for g in self.groups if g.win is not None)

    def has_sets_of(self, other: Reading) -> bool:
        """Whether the groups are the same, whichever of them took the winning tile.

        Examples
        --------
        >>> first, second, third = readings(Win.parse("[999s]2223455m777z+5m"))
        >>> first.has_sets_of(second), second.has_sets_of(third)
        (False, True)
        """
        return [replace(g, win=None) for g in self.groups] == [
            replace(g, win=None) for g in other.groups
        ]

    def __str__(self) -> str:
        return " ".join(map(str, self.groups))

    def __repr__(self) -> str:
        return f"<{self.shape} {self}>"


def readings(win: Win) -> tuple[Reading, ...]:
    """Enumerate every reading of a win.

    Readings that differ only in the group that took the winning tile are told apart: a discard
    leaves a pung concealed when it can be read into a chow, and the wait fan depend on it.

    Parameters
    ----------
    win : Win
        The hand with its winning tile.

    Returns
    -------
    tuple of Reading
        Empty if the tile does not complete the hand.

    Examples
    --------
    >>> for reading in readings(Win.parse("[999s]2223455m777z+5m")):
    ...     print(reading)
    [999s] 234m 55m+5m 777z 22m
    [999s] 222m 34m+5m 777z 55m
    [999s] 222m 345m 777z 5m+5m
    """
    counts = [0] * N_KINDS
    for tile in (*win.concealed, win.tile):
        counts[tile] += 1
    laid_aside = tuple(_meld_group(meld) for meld in win.melds)
    found: dict[Reading, None] = {}
    for shape, standing in _shapes(counts, len(win.melds)):
        for placed in _placements(standing, win.tile):
            groups = (*laid_aside, *placed)
            numbered = tuple(replace(g, place=i) for i, g in enumerate(groups))
            found[Reading(shape, numbered)] = None
    return tuple(found)


def completes(counts: Sequence[int]) -> bool:
    """Whether 2, 5, 8, 11 or 14 standing tiles (34 counts) are complete in any shape.

    A fifth copy of a kind is taken like any other tile, which the waits by shape need.
    """
    return next(_shapes(counts, (14 - sum(counts)) // 3), None) is not None


def _shapes(counts: Sequence[int], n_melds: int) -> Iterator[tuple[Shape, tuple[Group, ...]]]:
    """Every way to group standing tiles, before the winning tile is given to a group."""
    for groups in _sets_and_pair(counts):
        yield "regular", groups
    if n_melds <= 1:
        for body in KNITTED_STRAIGHTS:
            if all(counts[t] for t in body):
                rest = [n - (t in body) for t, n in enumerate(counts)]
                for groups in _sets_and_pair(rest):
                    yield "knitted_straight", (Group("knitted", tuple(sorted(body))), *groups)
    if n_melds == 0:
        yield from _special_shapes(counts)


def _special_shapes(counts: Sequence[int]) -> Iterator[tuple[Shape, tuple[Group, ...]]]:
    """The three shapes of fourteen standing tiles without sets."""
    kinds = [t for t, n in enumerate(counts) if n]
    if all(n in (0, 2, 4) for n in counts):
        pairs = (Group("pair", (t, t)) for t in kinds for _ in range(counts[t] // 2))
        yield "seven_pairs", tuple(pairs)
    if frozenset(kinds) == _ORPHANS:
        tiles = tuple(t for t in kinds for _ in range(counts[t]))
        yield "thirteen_orphans", (Group("singles", tiles),)
    if len(kinds) == 14:
        suited = {t for t in kinds if t < 27}
        if any(suited <= body for body in KNITTED_STRAIGHTS):
            yield "honors_and_knitted", (Group("singles", tuple(kinds)),)


def _sets_and_pair(counts: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Every way to split tiles into sets and one pair, suit by suit."""
    suits = [tuple(counts[part]) for part in _SUIT_SLICES]
    if sorted(sum(suit) % 3 for suit in suits) != [0, 0, 0, 2]:
        return
    for splits in product(*(_splits(suit, i < 3) for i, suit in enumerate(suits))):
        groups = [
            _standing(kind, 9 * suit + lowest)
            for suit, split in enumerate(splits)
            for kind, lowest in split
        ]
        groups.sort(key=lambda g: (g.kind == "pair", g.tiles))
        yield tuple(groups)


@lru_cache(maxsize=1 << 16)
def _splits(counts: tuple[int, ...], chows: bool) -> tuple[_Split, ...]:
    """Every way to split the tiles of one suit into sets and, if two are over, a pair."""
    if not any(counts):
        return ((),)
    lowest = next(i for i, n in enumerate(counts) if n)
    found: set[_Split] = set()

    def take(kind: Literal["chow", "pung", "pair"], *tiles: int) -> None:
        rest = list(counts)
        for tile in tiles:
            rest[tile] -= 1
        found.update(
            tuple(sorted([*split, (kind, lowest)])) for split in _splits(tuple(rest), chows)
        )

    # Whatever group the lowest tile belongs to starts with it.
    if sum(counts) % 3 == 2 and counts[lowest] >= 2:
        take("pair", lowest, lowest)
    if counts[lowest] >= 3:
        take("pung", lowest, lowest, lowest)
    if chows and lowest < 7 and counts[lowest + 1] and counts[lowest + 2]:
        take("chow", lowest, lowest + 1, lowest + 2)
    return tuple(sorted(found))


@lru_cache(maxsize=128)
def _standing(kind: Literal["chow", "pung", "pair"], lowest: int) -> Group:
    if kind == "chow":
        return Group(kind, (lowest, lowest + 1, lowest + 2))
    return Group(kind, (lowest,) * (3 if kind == "pung" else 2))


def _meld_group(meld: Meld) -> Group:
    if meld.is_kong:
        return Group("kong", meld.tiles, meld)
    return Group("chow" if meld.kind is MeldKind.CHOW else "pung", meld.tiles, meld)


def _placements(groups: tuple[Group, ...], tile: int) -> Iterator[tuple[Group, ...]]:
    """Give the winning tile to each group that may have taken it."""
    for i, group in enumerate(groups):
        if tile in group.tiles and group not in groups[:i]:
            yield (*groups[:i], replace(group, win=tile), *groups[i + 1 :])
