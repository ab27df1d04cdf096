"""Rows of batches: which of them cannot be a hand or a win, and which are the same.

What is wrong with a row is a number, for which the words stand in `mjlab.batch`.
"""

import numpy as np
from numpy.typing import NDArray

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.score import facts as at

GOOD, BAD_COUNT, BAD_SIZE, BAD_N_MELDS, BAD_MELD, FIVE_COPIES = range(6)
"""What is wrong with a hand, if anything; wins have more numbers, see `check_rows`."""


@jit_lean
def check_hands(words, spare, n_melds):
    """Look for the first row that cannot be a hand, and write the numbers of sets laid aside.

    Returns a row, what is wrong with it, and which sizes there are: bit 0 for 13 tiles, 1 for 14.
    """
    # words WORDS[N] are the counts of the standing tiles. spare is 0 for hands of 13 tiles, sets
    # laid aside counting three each, 1 for 14, -1 for either. n_melds int8[N] has the number of
    # sets, or -1 where the tiles are to tell.
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
    """Count the tiles of the sets laid aside; returns a row and what is wrong with it."""
    # melds int16[N,4] are codes, -1 for none; n_melds int8[N] and counts uint8[N,34] have been
    # checked; laid uint8[N,34], zeros, is written. Not compiled: a few steps for whole columns,
    # which NumPy does as well from the first call on.
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


@jit_lean
def check_rows(
    concealed, melds, win, circumstances, round_wind, seat_wind, flowers, strict, held, codes
):
    """Write the first problem of each win, 0 for none, and mark last tiles that show themselves.

    The numbers are those of `mjlab.batch.checks.PROBLEMS`.
    """
    # concealed uint8[N,34], melds int16[N,4] packed to the left, the others int16[N], all of any
    # value; strict says whether contradictory circumstances are a problem; held int64[34] is
    # scratch; codes int64[N] is written. In rows without a problem the bit for the last tile of its
    # kind is set in circumstances where the claimed sets show the other three.
    for row in range(win.shape[0]):
        codes[row] = _tile_problem(concealed[row], melds[row], win[row], held)
        if codes[row] != 0:
            continue
        if not 0 <= round_wind[row] <= 3:
            codes[row] = 6
        elif not 0 <= seat_wind[row] <= 3:
            codes[row] = 7
        elif not 0 <= flowers[row] <= 8:
            codes[row] = 8
        elif not 0 <= circumstances[row] <= 31:
            codes[row] = 9
        else:
            tile = win[row]
            shown = 0
            kongs = 0
            hidden = concealed[row, tile] > 0
            for i in range(4):
                code = melds[row, i]
                if code < 0:
                    break
                kind = code // 34
                lowest = code - 34 * kind
                kongs += kind >= at.KONG_MELDED
                if kind == at.CHOW:
                    shown += lowest <= tile <= lowest + 2
                elif lowest == tile:
                    shown += 3  # a kong of the winning tile has been refused as a fifth copy
            if shown == 3:
                circumstances[row] |= at.LAST_OF_KIND
            if strict:
                codes[row] = _contradiction(circumstances[row], kongs, held[tile], hidden)


@jit_lean
def _tile_problem(concealed, melds, win, held):
    """Check tiles and sets, and count all copies into `held`."""
    standing = 0
    for tile in range(34):
        held[tile] = concealed[tile]
        standing += concealed[tile]
        if concealed[tile] > 4:
            return 1
    sets = 0
    for i in range(4):
        code = melds[i]
        if code == -1:
            break
        kind = code // 34
        tile = code - 34 * kind
        if code < 0 or kind > at.KONG_CONCEALED:
            return 2
        if kind == at.CHOW and (tile >= 27 or tile % 9 > 6):
            return 2
        sets += 1
        if kind == at.CHOW:
            held[tile] += 1
            held[tile + 1] += 1
            held[tile + 2] += 1
        else:
            held[tile] += 3 if kind == at.PUNG else 4
    if not 0 <= win < 34:
        return 3
    if standing != 13 - 3 * sets:
        return 4
    held[win] += 1
    for tile in range(34):
        if held[tile] > 4:
            return 5
    return 0


@jit_lean
def _contradiction(how, kongs, copies, hidden):
    """Circumstances that no game can bring about together."""
    problem = 0
    if how & at.KONG_REPLACEMENT and not how & at.SELF_DRAWN:
        problem = 10
    elif how & at.KONG_REPLACEMENT and kongs == 0:
        problem = 11
    elif how & at.ROBBING_KONG and how & at.SELF_DRAWN:
        problem = 12
    elif how & at.ROBBING_KONG and how & at.WALL_LAST:
        problem = 13
    elif how & at.ROBBING_KONG and copies > 1:
        problem = 14
    elif how & at.LAST_OF_KIND and hidden:
        problem = 15
    return problem


@jit_lean
def number_rows(rows, weights, slots, firsts, numbers):
    """Number the different rows in the order in which they appear; return how many there are."""
    # rows uint8[N,K] are compared. weights uint64[K] are any random numbers; slots int64[2**k],
    # zeros, is a hash table with more than N places. Written are firsts int64[N], where each number
    # first appears, and numbers int64[N], the number of each row.
    last = slots.size - 1
    found = 0
    for row in range(rows.shape[0]):
        word = np.uint64(0)
        for column in range(rows.shape[1]):
            word += np.uint64(rows[row, column]) * weights[column]
        slot = np.int64(word >> np.uint64(32)) & last
        while slots[slot] != 0 and not _equal(rows, firsts[slots[slot] - 1], row):
            slot = (slot + 1) & last
        if slots[slot] == 0:
            firsts[found] = row
            found += 1
            slots[slot] = found
        numbers[row] = slots[slot] - 1
    return found


@jit_lean
def _equal(rows, one, other):
    for column in range(rows.shape[1]):
        if rows[one, column] != rows[other, column]:
            return False
    return True
