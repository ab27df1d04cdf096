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
from mjlab.census.cells import Counted, grouped
from mjlab.census.filters import Filter
from mjlab.census.question import Question
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits
from mjlab.rules import FANS
from mjlab.tiles import HONORS, N_KINDS, TERMINALS

__all__ = ["SpecialHands", "count_special", "special_hands"]


def count_special(question: Question, hands: SpecialHands, threads: int) -> tuple[Counted, Counted]:
    """Score the special hands one by one; returns what :func:`count` does."""
    all_tiles = hands.all_tiles[:, None]
    first = hands.standing.argmax(1)[:, None] == np.arange(N_KINDS)
    hand, win = np.nonzero((hands.standing > 0) & (~all_tiles | first))
    standing = hands.standing[hand]
    row = np.arange(len(hand))
    scores = score_batch(
        WinBatch.from_arrays(
            standing - (np.arange(N_KINDS) == win[:, None]),
            win,
            hands.melds[hand],
            circumstances=at.SELF_DRAWN if question.self_drawn else 0,
            round=int(question.round),
            seat=int(question.seat),
        ),
        ruleset=question.rules,
        threads=threads,
    )
    if scores.status.any():
        raise AssertionError("a special hand is not complete")
    alike = hands.all_tiles[hand]
    members, weight = hands.members[hand], hands.weight[hand]
    kinds, tiles = (hands.standing > 0).sum(1)[hand], hands.standing.sum(1)[hand]
    key0, key1 = _keys(scores.fans, hands.form[hand])
    rows = np.stack(
        [
            key0,
            key1,
            members * np.where(alike, kinds, 1),
            weight * np.where(alike, tiles, standing[row, win]),
            members,
            weight,
            hand,
            scores.total,
        ],
        axis=1,
    ).astype(np.int64)
    chosen = _wanted(question.where, rows, standing + laid_aside(hands.melds[hand]))
    rows, standing, win = rows[chosen], standing[chosen], win[chosen]
    melds = hands.melds[rows[:, 6]]
    examples = (standing.astype(np.uint8), melds, win.astype(np.int8))
    return _cells_of(rows, *examples), _hands_of(rows, *examples)


def _keys(
    fans: NDArray[np.uint8], form: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The two words of a cell's key for hands that have one reading."""
    from mjlab.kernels.census import hands as census

    bits = (fans > 0).astype(np.int64)
    big = bits[:, : fan_bits.N_BIG] @ (1 << np.arange(fan_bits.N_BIG))
    small = bits[:, fan_bits.N_BIG :] @ (1 << np.arange(len(FANS) - fan_bits.N_BIG))
    for i, column in enumerate(at.COUNTED):
        small |= fans[:, column].astype(np.int64) << (census.COUNTERS + 3 * i)
    return big, small | 1 << census.READINGS | form << census.FORM


def _wanted(where: Filter, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """What the kernel asks of hands of four sets and a pair, asked of the others."""
    from mjlab.kernels.census import hands as census

    words = where.words()
    big, small, total = rows[:, 0], rows[:, 1], rows[:, 7]
    chosen = (words[census.WITH_BIG] & ~big) == 0
    chosen &= (words[census.WITH_SMALL] & ~small) == 0
    chosen &= (words[census.WITHOUT_BIG] & big) == 0
    chosen &= (words[census.WITHOUT_SMALL] & small) == 0
    chosen &= (total >= words[census.LOW]) & (total <= words[census.HIGH])
    chosen &= words[census.FORMS] >> (small >> census.FORM & 7) & 1 == 1
    chosen &= (words[census.FEW] <= 1) & (words[census.MANY] >= 1)
    suits = sum((counts[:, 9 * suit : 9 * suit + 9].any(1)).astype(int) for suit in range(3))
    honors = counts[:, 27:].any(1)
    flush = (suits == 1) * np.where(honors, census.HALF_FLUSH, census.FULL_FLUSH)
    flush += (suits != 1) * census.NO_FLUSH
    chosen &= (words[census.FLUSH] == census.ANY_FLUSH) | (flush == words[census.FLUSH])
    return np.asarray(chosen, bool)


def _cells_of(rows: NDArray[np.int64], *examples: NDArray[Any]) -> Counted:
    """Add up scored pairs by key; a hand counts once in each cell."""
    order = np.lexsort([rows[:, 6], rows[:, 1], rows[:, 0]])
    rows = rows[order]
    if len(rows):
        again = (rows[1:, [0, 1, 6]] == rows[:-1, [0, 1, 6]]).all(1)
        rows[1:, 4:6] *= ~again[:, None]
    return grouped(Counted(rows[:, :6], *(part[order] for part in examples)))


def _hands_of(rows: NDArray[np.int64], *examples: NDArray[Any]) -> Counted:
    """Add up scored pairs by hand, and hands by what they score at all."""
    from mjlab.kernels.census import hands as census

    first = np.flatnonzero(np.diff(rows[:, 6], prepend=-1))  # rows come hand by hand
    if not len(first):
        return Counted(rows[:, :6], *examples)
    big = np.bitwise_or.reduceat(rows[:, 0], first)
    small = np.bitwise_or.reduceat(rows[:, 1] & 0xFFFFFF, first)
    best = np.maximum.reduceat(rows[:, 7], first)
    least = np.minimum.reduceat(rows[:, 7], first)
    key = small | best << census.BEST | least << census.LEAST | 1 << census.HAND_READINGS
    key |= (rows[first, 1] >> census.FORM & 7) << census.HAND_FORM
    sums = np.add.reduceat(rows[:, 2:4], first)
    hands = np.column_stack([big, key, sums, rows[first, 4:6]])
    order = np.lexsort([key, big])
    return grouped(Counted(hands[order], *(part[first][order] for part in examples)))


_WAYS: Final = np.array([comb(4, n) for n in range(5)])
_KNITTED: Final = tuple(
    tuple(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
    for starts in permutations(range(3))
)
_ZONES: Final = tuple(
    sum(1 << (rank - 1) for rank in ranks)
    for ranks in ((1, 9), range(2, 9), (4, 5, 6), range(6, 10), (7, 8, 9), range(1, 5), (1, 2, 3))
)
"""Ranks of which fan say that all tiles are among them."""


class SpecialHands(NamedTuple):
    """Hands, one or many alike in each row.

    Attributes
    ----------
    standing : numpy.ndarray
        int64[N,34], standing tiles, the winning tile included.
    melds : numpy.ndarray
        int16[N,4], claimed sets as in a WinBatch.
    members, weight : numpy.ndarray
        int64[N], how many distinct hands a row stands for, and how many physical ones together.
    form : numpy.ndarray
        int64[N], index into :data:`mjlab.FORMS`.
    all_tiles : numpy.ndarray
        bool[N], whether every winning tile gives the same fan, so that one is scored for all.
    """

    standing: NDArray[np.int64]
    melds: NDArray[np.int16]
    members: NDArray[np.int64]
    weight: NDArray[np.int64]
    form: NDArray[np.int64]
    all_tiles: NDArray[np.bool_]


def special_hands(claimed: int, least: NDArray[np.int64], most: NDArray[np.int64]) -> SpecialHands:
    """List the special hands with so many claimed sets and copies within bounds.

    Hands that are four sets and a pair as well are not among them.

    Examples
    --------
    >>> hands = special_hands(0, np.zeros(34, int), np.full(34, 4))
    >>> [int(hands.members[hands.form == i].sum()) for i in range(len(FORMS))]
    [0, 16409166, 13, 720, 11016]
    """
    return _listed(claimed, tuple(least.tolist()), tuple(most.tolist()))


@lru_cache(maxsize=8)
def _listed(claimed: int, least: tuple[int, ...], most: tuple[int, ...]) -> SpecialHands:
    none = np.zeros((0, N_KINDS), np.int64)
    parts = [_one_by_one(FORMS[0], none, _no_melds(0))]
    if claimed <= 1:
        parts.append(_one_by_one("knitted_straight", *_knitted_straights(claimed)))
    if claimed == 0:
        singles, orphans = _singles(), _orphans()
        parts.append(_one_by_one("honors_and_knitted", singles, _no_melds(len(singles))))
        parts.append(_one_by_one("thirteen_orphans", orphans, _no_melds(len(orphans))))
        standing, members, weight = _seven_pairs(np.array(least), np.array(most))
        form = np.full(len(standing), FORMS.index("seven_pairs"))
        alike = np.ones(len(standing), bool)
        parts.append(SpecialHands(standing, _no_melds(len(standing)), members, weight, form, alike))
    standing, melds, members, weight, form, all_tiles = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    together = standing + laid_aside(melds)
    fits = ((together >= least) & (together <= most)).all(1)
    return _suits_in_order(
        SpecialHands(
            standing[fits], melds[fits], members[fits], weight[fits], form[fits], all_tiles[fits]
        )
    )


def _suits_in_order(hands: SpecialHands) -> SpecialHands:
    """Put hands together that differ in the order of their suits only.

    No fan tells the suits apart but 绿一色 and 推不倒, and those of these hands that are no seven
    pairs have tiles of all three suits. Seven pairs stay as they are.
    """
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
    keys[:, 5] = np.where(hands.all_tiles, rows, -1)
    _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    sums = np.zeros((2, len(first)), np.int64)
    np.add.at(sums[0], inverse, hands.members)
    np.add.at(sums[1], inverse, hands.weight)
    return SpecialHands(
        hands.standing[first],
        hands.melds[first],
        sums[0],
        sums[1],
        hands.form[first],
        hands.all_tiles[first],
    )


def _one_by_one(form: str, standing: NDArray[np.int64], melds: NDArray[np.int16]) -> SpecialHands:
    """Hands that stand for themselves."""
    ones = np.ones(len(standing), np.int64)
    return SpecialHands(
        standing, melds, ones, _ways(standing, melds), ones * FORMS.index(form), ones == 0
    )


def _no_melds(n: int) -> NDArray[np.int16]:
    return np.full((n, 4), -1, np.int16)


def laid_aside(melds: NDArray[np.int16]) -> NDArray[np.int64]:
    """int64[N,34], copies that lie in claimed chows and pungs.

    Examples
    --------
    >>> laid_aside(np.array([[0, 34 + 33, -1, -1]], np.int16))[0, [0, 1, 2, 33]]
    array([1, 1, 1, 3])
    """
    tiles = np.zeros((len(melds), N_KINDS), np.int64)
    row, place = np.nonzero(melds >= 0)
    code = melds[row, place].astype(np.int64)
    chow, lowest = code < N_KINDS, code % N_KINDS
    for step in range(3):
        np.add.at(tiles, (row, np.where(chow, lowest + step, lowest)), 1)
    return tiles


def _ways(standing: NDArray[np.int64], melds: NDArray[np.int16]) -> NDArray[np.int64]:
    """Ways to take the claimed tiles and then the standing ones from four copies of each."""
    laid = laid_aside(melds)
    left = np.array([[comb(4 - c, s) for s in range(5)] for c in range(5)])
    ways: NDArray[np.int64] = (_WAYS[laid] * left[laid, standing]).prod(1)
    return ways


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


def _seven_pairs(
    least: NDArray[np.int64], most: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Classes of seven pairs that are not four sets and a pair: an example, members, weight."""
    hands, facts, members, weight = _suit_pairs(0, least, most)
    for suit in range(1, 4):
        more, more_facts, more_members, more_weight = _suit_pairs(suit, least, most)
        left, right = np.nonzero(facts[:, None, 0] + more_facts[None, :, 0] <= 7)
        together = np.empty((len(left), _FACTS), np.int64)
        together[:, :_N_ADDED] = facts[left, :_N_ADDED] + more_facts[right, :_N_ADDED]
        together[:, _N_ADDED:] = facts[left, _N_ADDED:] & more_facts[right, _N_ADDED:]
        tiles = np.concatenate([hands[left], more[right]], axis=1)
        hands, facts, members, weight = _classes(
            tiles, together, members[left] * more_members[right], weight[left] * more_weight[right]
        )
    sets_and_pair = (facts[:, _COMPLETE] == 1) & (facts[:, _SUIT_PAIRS] == 1)
    chosen = (facts[:, 0] == 7) & ~sets_and_pair
    return hands[chosen], members[chosen], weight[chosen]


# What matters of pairs: numbers that add up over the suits, then truths that must hold in each.
_N_ADDED: Final = 7
_SUIT_PAIRS: Final = 2
_COMPLETE: Final = 7
_FACTS: Final = 11


def _suit_pairs(
    suit: int, least: NDArray[np.int64], most: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
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
    for i, tiles_of in enumerate((at.GREEN_TILES, at.REVERSIBLE_TILES)):
        colours |= (present & ~(tiles_of >> 9 * suit) == 0).astype(np.int64) << i
    facts = np.stack(
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
    return _classes(tiles, facts, np.ones(len(tiles), np.int64), _WAYS[tiles].prod(1))


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
    facts: NDArray[np.int64],
    members: NDArray[np.int64],
    weight: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Put together what agrees in all facts; the first of each class is its example."""
    limits = facts.max(0) + 1 if len(facts) else np.ones(facts.shape[1], np.int64)
    key = np.zeros(len(facts), np.int64)
    for column, limit in enumerate(limits):
        key = key * limit + facts[:, column]
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    sums = np.zeros((2, len(first)), np.int64)
    np.add.at(sums[0], inverse, members)
    np.add.at(sums[1], inverse, weight)
    return tiles[first], facts[first], sums[0], sums[1]
