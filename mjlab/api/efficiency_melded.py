"""What becomes of the best form once the player's own sets are taken into account.

The kernels answer as if the sets held no tiles. What that makes wrong are the regular form, which
:func:`mjlab.kernels.efficiency_melded.correct_regular` corrects, and knitted straights beside a
pung or a kong. Few hands are concerned, so they are worked on here by NumPy: nothing to compile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjlab.kernels.efficiency_forms import IMPOSSIBLE, KNITTED_TILES

__all__ = ["Corrected"]

_REGULAR, _STRAIGHT = 1, 16
_ALL = (1 << 34) - 1
_BITS = 1 << np.arange(34)
_FAR = 64  # more than any hand is short of


class Corrected:
    """Hands with sets laid aside, or the slots of such hands.

    Parameters
    ----------
    counts, laid : numpy.ndarray
        uint8[N,34], the standing tiles and those of the sets.
    n_melds : numpy.ndarray
        int8[N].
    tiles : numpy.ndarray
        int8[14*N], the discard of each slot, -1 for none; without rows where the hands are meant.
    """

    def __init__(
        self,
        counts: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        n_melds: NDArray[np.int8],
        tiles: NDArray[np.int8],
    ) -> None:
        self.counts, self.laid, self.tiles = counts, laid, tiles
        self.per_hand = len(tiles) // len(counts) if len(tiles) else 1
        beside_kind = (n_melds == 1) & (laid.max(axis=1, initial=0) > 2)
        self.one_set = self._of_slots(n_melds == 1)
        self.beside_kind = self._of_slots(beside_kind)
        """Where a pung or a kong, and no more, is laid aside."""

    def fill_table(self, short: NDArray[np.int8], table: NDArray[np.int8]) -> None:
        """Correct the shanten of each form, int8[N,5]; short int8[N] is that of the regular."""
        table[:, 0] = short
        rows = np.flatnonzero(self.beside_kind)
        table[rows, 4] = self._straight(rows)[0]

    def join(
        self,
        changed: NDArray[np.bool_],
        wanted: int,
        short: NDArray[np.int8],
        useful: NDArray[np.int64],
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        masks: NDArray[np.int64],
    ) -> None:
        """Correct best shanten, forms that attain it, and useful tiles (unless there are no rows).

        changed bool[N] are the hands whose regular form, short int8[N] and useful int64[N], has
        been corrected; wanted has a bit for each form.
        """
        concerned = self.beside_kind & (attained & _STRAIGHT > 0)
        rows = np.flatnonzero(concerned | changed if wanted & _REGULAR else concerned)
        never = np.full(len(rows), IMPOSSIBLE, np.int8)
        regular = short[rows] if wanted & _REGULAR else never
        straight, for_straight = never.copy(), np.zeros(len(rows), np.int64)
        if wanted & _STRAIGHT:
            chosen = self.one_set[rows]
            straight[chosen], for_straight[chosen] = self._straight(rows[chosen])
        least = np.minimum(regular, straight)
        by_regular = (regular == least) & (least < IMPOSSIBLE)
        by_straight = (straight == least) & (least < IMPOSSIBLE)
        best[rows] = least
        attained[rows] = by_regular * _REGULAR | by_straight * _STRAIGHT
        if len(masks):
            masks[rows] = np.where(by_regular, useful[rows], 0) | np.where(
                by_straight, for_straight, 0
            )

    def _of_slots(self, what: NDArray[np.bool_]) -> NDArray[np.bool_]:
        if self.per_hand == 1:
            return what
        return np.repeat(what, self.per_hand) & (self.tiles >= 0)

    def _straight(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Shanten and useful tiles of a knitted straight and a pair, beside one set laid aside."""
        held, sets = self.counts[rows // self.per_hand], self.laid[rows // self.per_hand]
        if self.per_hand > 1:
            held[np.arange(len(rows)), self.tiles[rows]] -= 1
        once, twice, thrice = ((held > copies) @ _BITS for copies in range(3))
        barred, gone = (sets > 2) @ _BITS, (sets > 3) @ _BITS  # for a pair, and altogether
        least: NDArray[np.int64] = np.full(len(rows), _FAR)
        mask = np.zeros(len(rows), np.int64)
        for way in range(6):
            knitted = KNITTED_TILES[1 << way]
            absent = knitted & ~once
            single = (once & ~knitted | twice & knitted) & ~barred
            double = (twice & ~knitted | thrice & knitted) & ~barred
            for_pair = np.where(single != 0, single, _ALL & ~barred)
            useful: NDArray[np.int64] = absent | np.where(double != 0, 0, for_pair)
            short: NDArray[np.int64] = np.bitwise_count(absent) + np.where(
                double != 0, 0, 2 - (single != 0)
            )
            short[knitted & gone != 0] = _FAR
            mask[short < least] = 0
            mask |= np.where(short <= least, useful, 0)
            least = np.minimum(least, short)
        return least - 1, mask
