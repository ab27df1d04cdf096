"""How far a hand is from each form, and which tiles bring it closer, by going through the targets.

A hand is short of a target by the tiles of the target that it does not hold. The targets of a form
are so many that they are searched suit by suit: what a suit can do for the hand is a table of the
fewest tiles short for each number of sets, without and with a pair, and the tables of the suits are
added up. Beside each number stand the *useful* tiles: which some target short of no more lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from mjlab.reference.score.readings import KNITTED_STRAIGHTS
from mjlab.tiles import HONORS, N_KINDS, TERMINALS

__all__ = ["FORMS", "Distance", "distances", "waits_by_form"]


FORMS: Final = (
    "regular",
    "seven_pairs",
    "thirteen_orphans",
    "honors_and_knitted",
    "knitted_straight",
)
"""The forms of a complete hand."""
UNLIMITED: Final = 9
"""More copies of a tile than any target has."""
SUITS: Final = (range(0, 9), range(9, 18), range(18, 27), range(27, 34))


class Distance(NamedTuple):
    """Fewest tiles short of a form, and the tiles that bring the hand closer to it."""

    short: int
    useful: frozenset[int]


_Suit = dict[tuple[int, int], Distance]
"""By number of sets and of pairs."""


def distances(counts: Sequence[int], laid: Sequence[int], n_melds: int) -> dict[str, Distance]:
    """How far a hand is from each form that goes with so many sets laid aside.

    Both by kind, 34 counts: what stands in the hand, and what lies in its sets.
    """
    return _distances(tuple(counts), tuple(4 - n for n in laid), n_melds)


def waits_by_form(counts: Sequence[int], n_melds: int) -> dict[str, frozenset[int]]:
    """Tiles that complete standing tiles by shape, for each form that has any.

    A kind counts even if the player holds all of its copies.
    """
    found = _distances(tuple(counts), (UNLIMITED,) * N_KINDS, n_melds)
    return {form: distance.useful for form, distance in found.items() if distance.short == 1}


def _distances(counts: tuple[int, ...], room: tuple[int, ...], n_melds: int) -> dict[str, Distance]:
    found = {"regular": _regular(counts, room, 4 - n_melds)}
    if n_melds == 0:
        found["seven_pairs"] = _seven_pairs(counts)
        found["thirteen_orphans"] = _thirteen_orphans(counts)
        found["honors_and_knitted"] = _honors_and_knitted(counts)
    if n_melds <= 1:
        found["knitted_straight"] = _knitted_straight(counts, room, 1 - n_melds)
    return found


def _regular(counts: tuple[int, ...], room: tuple[int, ...], sets: int) -> Distance:
    """Sets and a pair."""
    suits = [
        _suit(counts[suit.start : suit.stop], room[suit.start : suit.stop], sets, suit.start)
        for suit in SUITS
    ]
    return reduce(_together, suits)[sets, 1]


def _seven_pairs(counts: Sequence[int]) -> Distance:
    """Four of a kind are two pairs."""
    odd = frozenset(tile for tile, count in enumerate(counts) if count % 2)
    return Distance(7 - sum(count // 2 for count in counts), odd)


def _thirteen_orphans(counts: Sequence[int]) -> Distance:
    orphans = frozenset((*TERMINALS, *HONORS))
    missing = frozenset(tile for tile in orphans if not counts[tile])
    if any(counts[tile] > 1 for tile in orphans):
        return Distance(len(missing), missing)
    return Distance(len(missing) + 1, orphans)


def _honors_and_knitted(counts: Sequence[int]) -> Distance:
    """Fourteen of the seven honors and the nine tiles of a knitted straight."""
    ways = []
    for knitted in KNITTED_STRAIGHTS:
        absent = frozenset(tile for tile in (*knitted, *HONORS) if not counts[tile])
        ways.append(Distance(len(absent) - 2, absent if len(absent) > 2 else frozenset()))
    return _closest(ways)


def _knitted_straight(counts: Sequence[int], room: Sequence[int], sets: int) -> Distance:
    """The nine knitted tiles, a pair, and a set unless one is laid aside."""
    ways = []
    for knitted in KNITTED_STRAIGHTS:
        if any(room[tile] == 0 for tile in knitted):
            continue
        absent = frozenset(tile for tile in knitted if not counts[tile])
        left = tuple(n - (t in knitted and n > 0) for t, n in enumerate(counts))
        more = tuple(n - (t in knitted) for t, n in enumerate(room))
        beside = _regular(left, more, sets)
        ways.append(Distance(len(absent) + beside.short, absent | beside.useful))
    return _closest(ways)


def _closest(ways: Sequence[Distance]) -> Distance:
    short = min(way.short for way in ways)
    return Distance(short, frozenset().union(*(w.useful for w in ways if w.short == short)))


def _together(a: _Suit, b: _Suit) -> _Suit:
    """Share the sets and the pair between two groups of tiles."""
    shares: dict[tuple[int, int], list[Distance]] = {}
    for (sets, pair), one in a.items():
        for (more_sets, other_pair), other in b.items():
            shares.setdefault((sets + more_sets, pair + other_pair), []).append(
                Distance(one.short + other.short, one.useful | other.useful)
            )
    most = max(sets for sets, _ in a)
    return {key: _closest(ways) for key, ways in shares.items() if key[0] <= most and key[1] <= 1}


@lru_cache(maxsize=20_000)
def _suit(counts: tuple[int, ...], room: tuple[int, ...], sets: int, first: int) -> _Suit:
    """What a suit, or the honors, can do for a hand, rank by rank.

    Three equal chows are three pungs, so two are enough.
    """
    # A state: the chows begun two ranks and one rank before, the sets, the pair.
    states = {(0, 0, 0, 0): Distance(0, frozenset())}
    for rank, count in enumerate(counts):
        reached: dict[tuple[int, int, int, int], Distance] = {}
        chows = range(3 if first < HONORS.start and rank < 7 else 1)
        for (older, newer, n_sets, pair), before in states.items():
            for chow, pung, eyes in ((c, p, e) for c in chows for p in (0, 1) for e in (0, 1)):
                target = older + newer + chow + 3 * pung + 2 * eyes
                key = (newer, chow, n_sets + chow + pung, pair + eyes)
                if target > room[rank] or key[2] > sets or key[3] > 1:
                    continue
                lacks = max(0, target - count)
                useful = before.useful | {first + rank} if lacks else before.useful
                after = Distance(before.short + lacks, useful)
                known = reached.get(key)
                reached[key] = after if known is None else _closest((known, after))
        states = reached
    return {
        (n_sets, pair): distance
        for (older, newer, n_sets, pair), distance in states.items()
        if older == newer == 0
    }
