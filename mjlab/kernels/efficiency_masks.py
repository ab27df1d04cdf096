"""Useful tiles of the regular form as bit masks: those that lower the shanten."""

import numpy as np

from mjlab.kernels._jit import jit_lean, jit_part
from mjlab.kernels.efficiency_forms import BLOCK
from mjlab.kernels.efficiency_tables import N_CLASSES

KERNEL_SET = "e514028ba8ea"

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


@jit_part
def better_tiles(first, second, entries):
    """Ranks that better an entry, bits 0-8: from a row of `rows` and a word of `spread`."""
    low = (first & entries) + ENTRIES & CARRIES
    high = (second & entries) + ENTRIES & CARRIES
    return (low >> 9 | high >> 4) * GATHER >> 48 & 0x1FF


@jit_part
def _useful(place, number, rows, active, spread):
    """Useful ranks of a suit: from its place, and its index into `active`."""
    at = place << np.uint32(1)
    return better_tiles(rows[at], rows[at | np.uint32(1)], spread[active[number]])


@jit_lean
def regular_masks(places, n_melds, classes, sums, rows, active, spread, index, masks):
    """Write the useful tiles of the regular form: int64[N], bit 0 for 1m and so on.

    n_melds int8[N]. A tile is useful if it betters one of the entries of its suit's vector that
    take part in a best hand.
    """
    row = np.uint32(8)
    for begin in range(0, masks.size, BLOCK):
        start = np.uint64(begin)
        size = min(BLOCK, masks.size - begin)
        for hand in range(size):
            at = start + np.uint64(hand)
            a, b = np.uint32(classes[places[0, at]]), np.uint32(classes[places[1, at]])
            c, d = np.uint32(classes[places[2, at]]), np.uint32(classes[places[3, at]])
            table = np.uint32((4 - n_melds[at]) * N_CLASSES)
            ab, cd = np.uint32(sums[a << row | b]), np.uint32(sums[c << row | d])
            index[hand] = table + np.uint32(sums[b << row | cd]) << row | a
            index[BLOCK + hand] = table + np.uint32(sums[a << row | cd]) << row | b
            index[2 * BLOCK + hand] = table + np.uint32(sums[ab << row | d]) << row | c
            index[3 * BLOCK + hand] = table + np.uint32(sums[ab << row | c]) << row | d
        for hand in range(size):
            at = start + np.uint64(hand)
            tiles = _useful(places[0, at], index[hand], rows, active, spread)
            tiles |= _useful(places[1, at], index[BLOCK + hand], rows, active, spread) << 9
            masks[at] = tiles
        for hand in range(size):
            at = start + np.uint64(hand)
            tiles = _useful(places[2, at], index[2 * BLOCK + hand], rows, active, spread) << 18
            tiles |= _useful(places[3, at], index[3 * BLOCK + hand], rows, active, spread) << 27
            masks[at] |= tiles
