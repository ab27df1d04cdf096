"""The complete hands that are not four sets and a pair: few enough to be written down.

All but one sort are listed hand by hand and winning tile by winning tile. Seven pairs are 16
million hands, but what they score depends on little: how many pairs stand in each suit, in which
zones of ranks, and how many kinds are held four times. Hands that agree in this are one row.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.api import FORMS, score_batch
from mjlab.batch import WinBatch
from mjlab.census.cells import Cells, summed
from mjlab.census.filters import Filter
from mjlab.census.question import Question
from mjlab.kernels.census.cells import HANDS, KEY0, KEY1, PAIRS
from mjlab.kernels.score import facts, fan_bits
from mjlab.rules import FANS
from mjlab.tiles import HONORS, N_KINDS, TERMINALS

__all__ = ["SpecialHands", "count_special", "melded_tiles", "special_hands"]


class SpecialHands(NamedTuple):
    """Hands, one or many alike in each row."""

    standing: NDArray[np.int64]  # int64[N,34], standing tiles with the winning tile
    melds: NDArray[np.int16]  # int16[N,4], claimed sets as in a WinBatch
    members: NDArray[np.int64]  # distinct hands that a row stands for
    weight: NDArray[np.int64]  # physical ones, all together
    form: NDArray[np.int64]  # index into FORMS
    any_tile: NDArray[np.bool_]  # every winning tile gives the same fan: one is scored for all

    def rows(self, chosen: NDArray[Any]) -> SpecialHands:
        """Some of the rows."""
        return SpecialHands(*(part[chosen] for part in self))


def special_hands(claimed: int, least: NDArray[np.int64], most: NDArray[np.int64]) -> SpecialHands:
    """List the special hands with so many claimed sets and copies within bounds.

    Hands that are four sets and a pair as well are not among them.
    """
    return _listed(claimed, tuple(least.tolist()), tuple(most.tolist()))


@lru_cache(maxsize=8)
def _listed(claimed: int, least: tuple[int, ...], most: tuple[int, ...]) -> SpecialHands:
    parts = [_one_by_one("regular", np.zeros((0, N_KINDS), np.int64))]  # there may be no others
    if claimed <= 1:
        parts.append(_one_by_one("knitted_straight", *_knitted_straights(claimed)))
    if claimed == 0:
        parts.append(_one_by_one("honors_and_knitted", _singles()))
        parts.append(_one_by_one("thirteen_orphans", _orphans()))
        parts.append(_seven_pairs(np.array(least), np.array(most)))
    hands = SpecialHands(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    together = hands.standing + melded_tiles(hands.melds)
    fits = (together >= np.array(least)) & (together <= np.array(most))
    return _suits_in_order(hands.rows(np.flatnonzero(fits.all(1))))


def _one_by_one(
    form: str, standing: NDArray[np.int64], melds: NDArray[np.int16] | None = None
) -> SpecialHands:
    """Hands that stand for themselves."""
    melds = _no_melds(len(standing)) if melds is None else melds
    ones = np.ones(len(standing), np.int64)
    return SpecialHands(
        standing, melds, ones, _ways(standing, melds), ones * FORMS.index(form), ones == 0
    )


def _suits_in_order(hands: SpecialHands) -> SpecialHands:
    """Put hands together that differ in the order of their suits only; seven pairs stay apart."""
    # No fan tells the suits apart but 绿一色 and 推不倒, and the others have all three suits.
    rows = np.arange(len(hands.form))
    keys = np.zeros((len(rows), 6), np.int64)
    kind, lowest = np.divmod(hands.melds[:, 0].astype(np.int64), N_KINDS)
    for suit in range(4):
        tiles = hands.standing[:, 9 * suit : 9 * suit + 9]
        keys[:, suit] = tiles @ 5 ** np.arange(tiles.shape[1])
        claimed = (hands.melds[:, 0] >= 0) & (lowest // 9 == suit)
        keys[:, suit] += 5**9 * np.where(claimed, 1 + 9 * kind + lowest % 9, 0)
    keys[:, :3].sort(axis=1)
    keys[:, 4] = hands.form
    keys[:, 5] = np.where(hands.any_tile, rows, -1)
    _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return hands.rows(first)._replace(
        members=_added(inverse, hands.members), weight=_added(inverse, hands.weight)
    )


def _added(places: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums of the numbers with the same place."""
    sums = np.zeros(places.max(initial=-1) + 1, np.int64)
    np.add.at(sums, places, numbers)
    return sums


def _no_melds(n: int) -> NDArray[np.int16]:
    return np.full((n, 4), -1, np.int16)


_WAYS: Final = np.array([comb(4, n) for n in range(5)])
_WAYS_LEFT: Final = np.array([[comb(4 - c, s) for s in range(5)] for c in range(5)])


def melded_tiles(melds: NDArray[np.int16]) -> NDArray[np.int64]:
    """int64[N,34], copies that lie in claimed chows and pungs."""
    tiles = np.zeros((len(melds), N_KINDS), np.int64)
    row, place = np.nonzero(melds >= 0)
    code = melds[row, place].astype(np.int64)
    chow, lowest = code < N_KINDS, code % N_KINDS
    for step in range(3):
        np.add.at(tiles, (row, np.where(chow, lowest + step, lowest)), 1)
    return tiles


def _ways(standing: NDArray[np.int64], melds: NDArray[np.int16]) -> NDArray[np.int64]:
    """Ways to take the claimed tiles and then the standing ones from four copies of each."""
    claimed = melded_tiles(melds)
    ways: NDArray[np.int64] = (_WAYS[claimed] * _WAYS_LEFT[claimed, standing]).prod(1)
    return ways


_KNITTED: Final = tuple(
    tuple(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
    for starts in permutations(range(3))
)


def _knitted_straights(claimed: int) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Nine tiles of a knitted straight, a set that stands or is claimed, and a pair."""
    unit = np.eye(N_KINDS, dtype=np.int64)
    sets = [(start, unit[start : start + 3].sum(0)) for start in range(27) if start % 9 < 7]
    sets += [(N_KINDS + tile, 3 * unit[tile]) for tile in range(N_KINDS)]
    found: dict[tuple[int, ...], None] = {}  # hands with several sets and pairs stand once
    for body in _KNITTED:
        nine = unit[list(body)].sum(0)
        for code, tiles in sets:
            for pair in range(N_KINDS):
                standing = nine + 2 * unit[pair] + (0 if claimed else tiles)
                if (standing + (tiles if claimed else 0)).max() <= 4:
                    found[(*standing.tolist(), code if claimed else -1)] = None
    rows = np.array(list(found), np.int64)
    melds = _no_melds(len(rows))
    melds[:, 0] = rows[:, N_KINDS]
    return rows[:, :N_KINDS], melds


def _singles() -> NDArray[np.int64]:
    """Fourteen tiles, no two alike: honors, and suited ones of a knitted straight."""
    found = {
        tuple(sorted(tiles)) for body in _KNITTED for tiles in combinations([*body, *HONORS], 14)
    }
    hands = np.zeros((len(found), N_KINDS), np.int64)
    for row, tiles in enumerate(sorted(found)):
        hands[row, list(tiles)] = 1
    return hands


def _orphans() -> NDArray[np.int64]:
    kinds = sorted([*TERMINALS, *HONORS])
    hands = np.zeros((len(kinds), N_KINDS), np.int64)
    hands[:, kinds] = 1
    hands[np.arange(len(kinds)), kinds] = 2
    return hands


# Seven pairs ------------------------------------------------------------------------------

_ZONES: Final = tuple(
    sum(1 << (rank - 1) for rank in ranks)
    for ranks in ((1, 9), range(2, 9), (4, 5, 6), range(6, 10), (7, 8, 9), range(1, 5), (1, 2, 3))
)
"""Ranks of which fan say that all tiles are among them."""
# What matters of pairs: numbers that add up over the suits, then truths that must hold in each.
_N_ADDED: Final = 7
_SUIT_PAIRS: Final = 2
_COMPLETE: Final = 7
_N_TRAITS: Final = 11


class _PairClasses(NamedTuple):
    tiles: NDArray[np.int64]  # an example of each class
    traits: NDArray[np.int64]  # int64[N,11], what matters of it
    members: NDArray[np.int64]
    weight: NDArray[np.int64]


def _seven_pairs(least: NDArray[np.int64], most: NDArray[np.int64]) -> SpecialHands:
    """Classes of seven pairs that are not four sets and a pair as well, with an example each."""
    hands, traits, members, weight = _suit_pairs(0, least, most)
    for suit in range(1, 4):
        more, more_traits, more_members, more_weight = _suit_pairs(suit, least, most)
        left, right = np.nonzero(traits[:, None, 0] + more_traits[None, :, 0] <= 7)
        together = np.empty((len(left), _N_TRAITS), np.int64)
        together[:, :_N_ADDED] = traits[left, :_N_ADDED] + more_traits[right, :_N_ADDED]
        together[:, _N_ADDED:] = traits[left, _N_ADDED:] & more_traits[right, _N_ADDED:]
        tiles = np.concatenate([hands[left], more[right]], axis=1)
        hands, traits, members, weight = _classes(
            tiles, together, members[left] * more_members[right], weight[left] * more_weight[right]
        )
    sets_and_pair = (traits[:, _COMPLETE] == 1) & (traits[:, _SUIT_PAIRS] == 1)
    chosen = (traits[:, 0] == 7) & ~sets_and_pair
    n = int(chosen.sum())
    form = np.full(n, FORMS.index("seven_pairs"))
    return SpecialHands(
        hands[chosen], _no_melds(n), members[chosen], weight[chosen], form, np.ones(n, bool)
    )


def _suit_pairs(suit: int, least: NDArray[np.int64], most: NDArray[np.int64]) -> _PairClasses:
    """Classes of the pairs one suit may hold."""
    n = 9 if suit < 3 else 7
    tiles = np.array(np.unravel_index(np.arange(3**n), (3,) * n)).T * 2
    part = slice(9 * suit, 9 * suit + n)
    fits = (tiles.sum(1) <= 14) & (tiles >= least[part]).all(1) & (tiles <= most[part]).all(1)
    tiles = tiles[fits]
    present = (tiles > 0) @ (1 << np.arange(n))
    some = present > 0
    complete, with_pair = _falls_into_sets(tiles, suit < 3)
    suited, honors = some & (suit < 3), some & (suit == 3)
    row_of_seven = (tiles.max(1) == 2) & (tiles.sum(1) == 14)
    row_of_seven &= (present & -present) * 127 == present
    zones = np.zeros(len(tiles), np.int64)
    for i, zone in enumerate(_ZONES):
        zones |= ((present & ~zone == 0) | honors).astype(np.int64) << i
    colours = np.zeros(len(tiles), np.int64)
    for i, tiles_of in enumerate((facts.GREEN_TILES, facts.REVERSIBLE_TILES)):
        colours |= (present & ~(tiles_of >> 9 * suit) == 0).astype(np.int64) << i
    traits = np.stack(
        [
            tiles.sum(1) // 2,
            (tiles == 4).sum(1),
            with_pair,
            suited,
            honors & (present & 15 > 0),
            honors & (present >> 4 > 0),
            row_of_seven & suited,
            complete,
            zones,
            colours,
            np.zeros(len(tiles), np.int64),
        ],
        axis=1,
    ).astype(np.int64)
    return _classes(tiles, traits, np.ones(len(tiles), np.int64), _WAYS[tiles].prod(1))


def _falls_into_sets(
    tiles: NDArray[np.int64], chows: bool
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether even numbers of tiles are sets, or sets and a pair; and whether there is a pair."""
    with_pair = tiles.sum(1) % 3 == 2
    complete = np.zeros(len(tiles), bool)
    n = tiles.shape[1]
    for pair in range(-1, n):
        left = tiles.copy()
        if pair >= 0:
            left[:, pair] -= 2
        good = with_pair == (pair >= 0)
        for rank in range(n):
            good &= left[:, rank] >= 0
            over = left[:, rank] % 3
            if chows and rank < n - 2:
                left[:, rank + 1 : rank + 3] -= over[:, None]
            else:
                good &= over == 0
        complete |= good
    return complete, with_pair


def _classes(
    tiles: NDArray[np.int64],
    traits: NDArray[np.int64],
    members: NDArray[np.int64],
    weight: NDArray[np.int64],
) -> _PairClasses:
    """Put together what agrees in all traits; the first of each class is its example."""
    limits = traits.max(0) + 1 if len(traits) else np.ones(traits.shape[1], np.int64)
    key = np.zeros(len(traits), np.int64)
    for column, limit in enumerate(limits):
        key = key * limit + traits[:, column]
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return _PairClasses(
        tiles[first], traits[first], _added(inverse, members), _added(inverse, weight)
    )


# What they score --------------------------------------------------------------------------

_HAND: Final = 6
_TOTAL: Final = 7
"""What stands in the rows of wins beside a key and its sums."""


def count_special(question: Question, threads: int) -> tuple[Cells, Cells]:
    """Score the special hands one by one; returns the lists of fan, and the hands."""
    where = question.where
    hands = special_hands(question.melds, where.least, where.most)
    any_tile = hands.any_tile[:, None]
    first = hands.standing.argmax(1)[:, None] == np.arange(N_KINDS)
    hand, win = np.nonzero((hands.standing > 0) & (~any_tile | first))
    of = hands.rows(hand)
    row = np.arange(len(hand))
    scores = score_batch(
        WinBatch.from_arrays(
            of.standing - (np.arange(N_KINDS) == win[:, None]),
            win,
            of.melds,
            circumstances=facts.SELF_DRAWN if question.self_drawn else 0,
            round=int(question.round),
            seat=int(question.seat),
        ),
        ruleset=question.rules,
        threads=threads,
    )
    if scores.status.any():
        raise AssertionError("a special hand is not complete")
    kinds, tiles = (of.standing > 0).sum(1), of.standing.sum(1)
    rows = np.stack(
        [
            *_keys(scores.fans, of.form),
            of.members * np.where(of.any_tile, kinds, 1),
            of.weight * np.where(of.any_tile, tiles, of.standing[row, win]),
            of.members,
            of.weight,
            hand,
            scores.total,
        ],
        axis=1,
    ).astype(np.int64)
    chosen = _wanted(where, rows, of.standing + melded_tiles(of.melds))
    wins = Cells(rows, of.standing.astype(np.uint8), of.melds, win.astype(np.int8)).at(chosen)
    return _by_fan(wins), _by_hand(wins)


def _keys(
    fans: NDArray[np.uint8], form: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The two words of a cell's key for hands that have one reading."""
    from mjlab.kernels.census import hands as layout

    bits = (fans > 0).astype(np.int64)
    big = bits[:, : fan_bits.N_BIG] @ (1 << np.arange(fan_bits.N_BIG))
    small = bits[:, fan_bits.N_BIG :] @ (1 << np.arange(len(FANS) - fan_bits.N_BIG))
    for i, column in enumerate(facts.COUNTED):
        small |= fans[:, column].astype(np.int64) << (layout.COUNTERS + 3 * i)
    return big, small | 1 << layout.READINGS | form << layout.FORM


def _wanted(where: Filter, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """What the kernel asks of hands of four sets and a pair, asked of the others."""
    from mjlab.kernels.census import hands as layout

    words = where.words()
    big, small, total = rows[:, KEY0], rows[:, KEY1], rows[:, _TOTAL]
    chosen = (words[layout.WITH_BIG] & ~big) == 0
    chosen &= (words[layout.WITH_SMALL] & ~small) == 0
    chosen &= (words[layout.WITHOUT_BIG] & big) == 0
    chosen &= (words[layout.WITHOUT_SMALL] & small) == 0
    chosen &= (total >= words[layout.LOW]) & (total <= words[layout.HIGH])
    chosen &= words[layout.FORMS] >> (small >> layout.FORM & 7) & 1 == 1
    chosen &= (words[layout.FEW] <= 1) & (words[layout.MANY] >= 1)
    suits = sum((counts[:, 9 * suit : 9 * suit + 9].any(1)).astype(int) for suit in range(3))
    honors = counts[:, 27:].any(1)
    flush = (suits == 1) * np.where(honors, layout.HALF_FLUSH, layout.FULL_FLUSH)
    flush += (suits != 1) * layout.NO_FLUSH
    chosen &= (words[layout.FLUSH] == layout.ANY_FLUSH) | (flush == words[layout.FLUSH])
    return np.asarray(chosen, bool)


def _by_fan(wins: Cells) -> Cells:
    """Add up scored wins by key; a hand counts once under each."""
    order = np.lexsort([wins.rows[:, _HAND], wins.rows[:, KEY1], wins.rows[:, KEY0]])
    wins = wins.at(order)
    rows = wins.rows
    if len(rows):
        key_and_hand = rows[:, [KEY0, KEY1, _HAND]]
        again = (key_and_hand[1:] == key_and_hand[:-1]).all(1)
        rows[1:, HANDS:_HAND] *= ~again[:, None]
    return summed(wins._replace(rows=rows[:, :_HAND]))


def _by_hand(wins: Cells) -> Cells:
    """Add up scored wins by hand, and hands by what they score at all."""
    from mjlab.kernels.census import hands as layout

    rows = wins.rows
    first = np.flatnonzero(np.diff(rows[:, _HAND], prepend=-1))  # rows come hand by hand
    if not len(first):
        return wins._replace(rows=rows[:, :_HAND])
    big = np.bitwise_or.reduceat(rows[:, KEY0], first)
    small = np.bitwise_or.reduceat(rows[:, KEY1] & 0xFFFFFF, first)
    best = np.maximum.reduceat(rows[:, _TOTAL], first)
    least = np.minimum.reduceat(rows[:, _TOTAL], first)
    key = small | best << layout.BEST | least << layout.LEAST | 1 << layout.HAND_READINGS
    key |= (rows[first, KEY1] >> layout.FORM & 7) << layout.HAND_FORM
    sums = np.add.reduceat(rows[:, PAIRS:HANDS], first)
    hands = np.column_stack([big, key, sums, rows[first, HANDS:_HAND]])
    order = np.lexsort([key, big])
    return summed(wins.at(first[order])._replace(rows=hands[order]))
