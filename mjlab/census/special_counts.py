"""The special hands scored, by the batch scorer, and counted as the kernel counts the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlab.api import score_batch
from mjlab.census.counted import Counted, grouped
from mjlab.census.filters import Filter
from mjlab.census.questions import Question
from mjlab.census.special import SpecialHands, laid_aside
from mjlab.encode import WinBatch
from mjlab.kernels import fan_bits
from mjlab.kernels import score_facts as at
from mjlab.rules import FANS
from mjlab.tiles import N_KINDS

__all__ = ["count_special"]


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
    from mjlab.kernels import census

    bits = (fans > 0).astype(np.int64)
    big = bits[:, : fan_bits.N_BIG] @ (1 << np.arange(fan_bits.N_BIG))
    small = bits[:, fan_bits.N_BIG :] @ (1 << np.arange(len(FANS) - fan_bits.N_BIG))
    for i, column in enumerate(at.COUNTED):
        small |= fans[:, column].astype(np.int64) << (census.COUNTERS + 3 * i)
    return big, small | 1 << census.READINGS | form << census.FORM


def _wanted(where: Filter, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """What the kernel asks of hands of four sets and a pair, asked of the others."""
    from mjlab.kernels import census

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
    from mjlab.kernels import census

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
