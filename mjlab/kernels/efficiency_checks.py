"""Checks of arrays of hands, and what follows from them."""

import numpy as np
from numpy.typing import NDArray

from mjlab.kernels._jit import jit_lean

KERNEL_SET = "e514028ba8ea"

GOOD, BAD_COUNT, BAD_SIZE, BAD_N_MELDS, BAD_MELD, FIVE_COPIES = range(6)
"""What is found: nothing, or what is wrong with a row."""


@jit_lean
def check_hands(words, spare, n_melds):
    """Look for the first row that cannot be a hand, and write the numbers of sets laid aside.

    words WORDS[N] are the counts of the standing tiles. spare is 0 for hands of 13 tiles, sets
    laid aside counting three each, 1 for 14, -1 for either. n_melds int8[N] has the number of
    sets, or -1 where the tiles are to tell. Returns a row and what is wrong with it, and which
    sizes there are: bit 0 for 13 tiles, bit 1 for 14.
    """
    sizes = 0
    low, high = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)
    to_five, ones = np.uint64(0x7B7B7B7B7B7B7B7B), np.uint64(0x0101010101010101)
    for row in range(words.size):
        word = words[row]
        a, b, c, d = word.low_m, word.low_p, word.low_s, word.high_z
        more = (a & low) + to_five | (b & low) + to_five | (c & low) + to_five
        more = (more | (d & low) + to_five | a | b | c | d) & high  # some byte is more than four
        if more != np.uint64(0) or word.m9 > 4 or word.p9 > 4:
            return row, BAD_COUNT, sizes
        both = (a + b + c + d) * ones >> np.uint64(56)  # no byte is more than 16
        size = np.int64(both) + np.int64(word.m9) + np.int64(word.p9)
        sets = (14 - size) // 3
        extra = size + 3 * sets - 13
        if size < 1 or size > 14 or extra < 0 or (spare >= 0 and extra != spare):
            return row, BAD_SIZE, sizes
        if n_melds[row] >= 0 and n_melds[row] != sets:
            return row, BAD_N_MELDS, sizes
        sizes |= 1 << extra
        n_melds[row] = sets
    return -1, GOOD, sizes


def lay_out(
    melds: NDArray[np.int16],
    n_melds: NDArray[np.int8],
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
) -> tuple[int, int]:
    """Count the tiles of the sets laid aside.

    melds int16[N,4] are codes, -1 for none; n_melds int8[N] and counts uint8[N,34] have been
    checked; laid uint8[N,34], zeros, is written. Returns a row and what is wrong with it.

    Not compiled: a few steps for whole columns, which NumPy does as well from the first call on.
    """
    kinds, lowest = melds // 34, melds % 34
    no_chow = (kinds == 0) & ((lowest >= 27) | (lowest % 9 > 6))
    bad = (melds < -1) | (kinds > 4) | no_chow
    for place in range(melds.shape[1]):
        kind, tile = kinds[:, place], lowest[:, place]
        good = (melds[:, place] >= 0) & ~bad[:, place]
        rows = np.flatnonzero(good & (kind == 0))
        for step in range(3):
            laid[rows, tile[rows] + step] += 1
        rows = np.flatnonzero(good & (kind > 0))
        laid[rows, tile[rows]] += np.where(kind[rows] == 1, 3, 4).astype(np.uint8)
    found = (melds != -1).sum(axis=1)
    five = (laid + counts > 4).any(axis=1)
    wrong = np.where(found != n_melds, BAD_N_MELDS, np.where(five, FIVE_COPIES, GOOD))
    wrong[bad.any(axis=1)] = BAD_MELD
    for row in np.flatnonzero(wrong)[:1].tolist():
        return row, int(wrong[row])
    return -1, GOOD
