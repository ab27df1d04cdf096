"""Waits: the tiles that complete a hand.

*By shape* a hand waits for a kind even if no copy of it is left, be it that the player holds all
four; the wait fan go by that. A *live* wait is one of which a copy is left.
"""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean, jit_part
from mjlab.kernels.shanten.forms import HONORS, KNITTED_TILES, ORPHANS
from mjlab.kernels.shanten.useful import bits_of, place_without


@jit_lean
def find_waits(words, seen, places, n_melds, wanted, halves, info, ready, by_shape, live):
    """Write the waits of hands of 13 tiles, sets laid aside counting three."""
    # words WORDS[N] are the counts, seen WORDS[N] the copies of each tile that cannot come, places
    # uint32[4,>=N], n_melds int8[N]; wanted has a bit for each form. by_shape and live int64[N] are
    # written.
    for hand in range(n_melds.size):
        at_a, at_b, at_c, at_d = places[0, hand], places[1, hand], places[2, hand], places[3, hand]
        sets = n_melds[hand]
        waits = 0
        if wanted & 1:
            waits |= _regular(ready[at_a], ready[at_b], ready[at_c], ready[at_d])
        if wanted & 30 and sets < 2:
            a, b, c, d = info[at_a], info[at_b], info[at_c], info[at_d]
            held = a >> 43 & 511 | (b >> 43 & 511) << 9
            held |= (c >> 43 & 511) << 18 | (d >> 43 & 511) << 27
            tally = (a >> 32) + (b >> 32) + (c >> 32) + (d >> 32)
            if wanted & 2 and sets == 0 and tally & 15 == 6:
                odd = a >> 52 & 511 | (b >> 52 & 511) << 9
                waits |= odd | (c >> 52 & 511) << 18 | (d >> 52 & 511) << 27
            kinds = tally >> 4 & 15
            if wanted & 4 and sets == 0 and kinds >= 12:
                if kinds == 13:
                    waits |= ORPHANS
                elif tally >> 8 & 7 > 0:
                    waits |= ORPHANS & ~held
            for way in range(6):
                knitted = KNITTED_TILES[1 << way]
                present = count_bits(knitted & held)
                if wanted & 8 and sets == 0 and present + (d >> 36 & 15) == 13:
                    waits |= (knitted | HONORS) & ~held
                if wanted & 16 and present >= 8:
                    gone = knitted & held
                    word = words[hand]
                    rest_a = ready[place_without(word.low_m, word.m9, -1, gone & 511, halves)]
                    rest_b = ready[place_without(word.low_p, word.p9, -1, gone >> 9 & 511, halves)]
                    rest_c = ready[place_without(word.low_s, word.s9, -1, gone >> 18, halves)]
                    rest_d = ready[at_d]
                    if present == 9:
                        waits |= _regular(rest_a, rest_b, rest_c, rest_d)
                    else:
                        complete = rest_a & rest_b & rest_c & rest_d & 512
                        pairs = (rest_a >> 10) + (rest_b >> 10) + (rest_c >> 10) + (rest_d >> 10)
                        if complete and pairs == 1:
                            waits |= knitted & ~held
        by_shape[hand] = waits
        live[hand] = waits & ~bits_of(seen[hand], np.uint64(2))


@jit_part
def _regular(a, b, c, d):
    """What four suits wait for, from the table `ready`: one suit, if the others are complete."""
    # The number of tiles sees to it that there are as many sets as are wanted, and to one pair,
    # except where three of the others are pairs.
    complete = (a >> 9 & 1) + (b >> 9 & 1) + (c >> 9 & 1) + (d >> 9 & 1)
    pairs = (a >> 10) + (b >> 10) + (c >> 10) + (d >> 10)
    waits = 0
    if complete >= 3:
        if complete - (a >> 9 & 1) == 3 and pairs - (a >> 10) < 2:
            waits |= np.int64(a & 511)
        if complete - (b >> 9 & 1) == 3 and pairs - (b >> 10) < 2:
            waits |= np.int64(b & 511) << 9
        if complete - (c >> 9 & 1) == 3 and pairs - (c >> 10) < 2:
            waits |= np.int64(c & 511) << 18
        if complete - (d >> 9 & 1) == 3 and pairs - (d >> 10) < 2:
            waits |= np.int64(d & 511) << 27
    return waits
