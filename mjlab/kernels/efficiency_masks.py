"""Useful tiles of the regular form as bit masks: those that lower the shanten."""

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.efficiency_forms import BLOCK
from mjlab.kernels.efficiency_tables import N_CLASSES

KERNEL_SET = "5e5e0f769681"

ENTRIES = sum(0x1FF << 12 * lane for lane in range(5))
"""All entries of a vector, in each lane of the table `rows`."""
CARRIES = sum(0x200 << 12 * lane for lane in range(5))
GATHER = sum(1 << 4 + 11 * lane for lane in range(5))
"""Brings the bits 12 k and 12 k + 5 to 48 + k and 53 + k, without a collision."""
SUIT = np.array([0] * 9 + [1] * 9 + [2] * 9 + [3] * 7, np.uint32)
UPPERS = np.array([125, 25, 5, 1, 0, 0, 0, 0, 0] * 3 + [25, 5, 1, 0, 0, 0, 0], np.uint32)
"""What each of the 34 tiles adds to the upper half of its suit's key,"""
LOWERS = np.array([0, 0, 0, 0, 625, 125, 25, 5, 1] * 3 + [0, 0, 0, 125, 25, 5, 1], np.uint32)
"""and to the lower."""


def mask_space() -> np.ndarray:
    """Make the working space of `regular_masks`, for one call at a time."""
    return np.zeros(4 * BLOCK, np.uint32)


@jit_lean
def better_tiles(first, second, entries):
    """Ranks that better an entry, bits 0-8: from a row of `rows` and a word of `spread`."""
    low = (first & entries) + ENTRIES & CARRIES
    high = (second & entries) + ENTRIES & CARRIES
    return (low >> 9 | high >> 4) * GATHER >> 48 & 0x1FF


@jit_lean
def regular_masks(places, n_melds, classes, sums, rows, active, spread, index, masks):
    """Write the useful tiles of the regular form: int64[N], bit 0 for 1m and so on.

    n_melds int8[N]. A tile is useful if it betters one of the entries of its suit's vector that
    take part in a best hand.
    """
    one, row = np.uint32(1), np.uint32(8)
    for start in range(0, masks.size, BLOCK):
        stop = min(start + BLOCK, masks.size)
        size = stop - start
        at_a, at_b = places[0, start:stop], places[1, start:stop]
        at_c, at_d = places[2, start:stop], places[3, start:stop]
        sets, part = n_melds[start:stop], masks[start:stop]
        for hand in range(size):
            a, b = np.uint32(classes[at_a[hand]]), np.uint32(classes[at_b[hand]])
            c, d = np.uint32(classes[at_c[hand]]), np.uint32(classes[at_d[hand]])
            table = np.uint32((4 - sets[hand]) * N_CLASSES)
            ab, cd = np.uint32(sums[a << row | b]), np.uint32(sums[c << row | d])
            index[hand] = table + np.uint32(sums[b << row | cd]) << row | a
            index[BLOCK + hand] = table + np.uint32(sums[a << row | cd]) << row | b
            index[2 * BLOCK + hand] = table + np.uint32(sums[ab << row | d]) << row | c
            index[3 * BLOCK + hand] = table + np.uint32(sums[ab << row | c]) << row | d
        of_a, of_b = index[:size], index[BLOCK : BLOCK + size]
        of_c, of_d = index[2 * BLOCK : 2 * BLOCK + size], index[3 * BLOCK : 3 * BLOCK + size]
        for hand in range(size):
            a, b = at_a[hand] << one, at_b[hand] << one
            tiles = better_tiles(rows[a], rows[a + one], spread[active[of_a[hand]]])
            tiles |= better_tiles(rows[b], rows[b + one], spread[active[of_b[hand]]]) << 9
            part[hand] = tiles
        for hand in range(size):
            c, d = at_c[hand] << one, at_d[hand] << one
            tiles = better_tiles(rows[c], rows[c + one], spread[active[of_c[hand]]]) << 18
            tiles |= better_tiles(rows[d], rows[d + one], spread[active[of_d[hand]]]) << 27
            part[hand] |= tiles
