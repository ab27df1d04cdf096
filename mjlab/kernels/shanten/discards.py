"""The discards of a hand with a tile to spare: what is left of it after each, and what it waits on.

A hand has at most 14 different tiles; their discards fill the first of its 14 *slots*, in the order
of the tiles.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean, jit_part, lowest_bit
from mjlab.kernels.shanten.forms import IMPOSSIBLE, two_numbers
from mjlab.kernels.shanten.tables import HONORS, LOWER, N_CLASSES
from mjlab.kernels.shanten.useful import LOWERS, SUIT, UPPERS, better_tiles

SLOTS = 14
"""Most different tiles of a hand."""
KINDS = SUIT | UPPERS << 8 | LOWERS << 16
"""Of each tile its suit, and what it adds to the halves of the suit's key."""

# Where the numbers of a hand stand in the working space: four for its suits, sixteen for pairs of
# suits, fourteen for its slots.
UPPER, UNDER, FLOOR, BESIDE = (np.uint32(4 * at) for at in range(4))
PAIRS, RUN, RUN_OF = (np.uint32(16 + 16 * at) for at in range(3))
# The same for words of 64 bits.
ROWS, OTHERS = np.uint32(0), np.uint32(8)
NO_RUN = np.uint32(15)
"""The run of an empty slot."""


def discard_space() -> tuple[np.ndarray, ...]:
    """Make the working space of `regular_discards`, for one call at a time."""
    return np.zeros(64, np.uint32), np.zeros(24, np.int64)


@jit_part
def _held(counts):
    """Which of eight counts are not zero, as eight bits."""
    some = counts + np.uint64(0x7F7F7F7F7F7F7F7F) >> np.uint64(7) & np.uint64(0x0101010101010101)
    return np.int64(some * np.uint64(0x0102040810204080) >> np.uint64(56))


@jit_part
def _open_hand(word, numbers):
    """Write the halves of the keys of a hand at UPPER and UNDER; return which tiles it holds."""
    number, four, two = np.uint64(0xFFFF), np.uint64(48), np.uint64(16)
    five, behind = np.uint32(5), np.uint32(LOWER)
    both = two_numbers(word.low_m)
    numbers[UPPER] = both >> two & number
    numbers[UNDER] = np.uint32(both >> four) * five + np.uint32(word.m9) + behind
    both = two_numbers(word.low_p)
    numbers[UPPER + 1] = both >> two & number
    numbers[UNDER + 1] = np.uint32(both >> four) * five + np.uint32(word.p9) + behind
    both = two_numbers(word.low_s)
    numbers[UPPER + 2] = both >> two & number
    numbers[UNDER + 2] = np.uint32(both >> four) * five + np.uint32(word.s9) + behind
    both = two_numbers(word.high_z & np.uint64(0xFFFFFFFFFFFFFF00))  # without 9s
    numbers[UPPER + 3] = np.uint32(HONORS) + np.uint32(both >> two & number)
    numbers[UNDER + 3] = np.uint32(LOWER + 3125) + np.uint32(both >> four)
    held = _held(word.low_m) | _held(word.low_p) << 9 | _held(word.low_s) << 18
    held |= _held(word.high_z) << 26  # 9s and the honors
    return held | np.int64(word.m9 != 0) << 8 | np.int64(word.p9 != 0) << 17


@jit_lean
def regular_discards(
    words,
    n_melds,
    halves,
    sums,
    shanten,
    rows,
    active,
    spread,
    space,
    tiles,
    shantens,
    masks,
):
    """Shanten and useful tiles of the regular form after each discard."""
    # words WORDS[N] are the counts, n_melds int8[N]. Written are, for every slot, tiles int8[14*N]
    # (-1 where there is none), shantens int8[14*N] and masks int64[14*N].
    #
    # A discard changes one suit. What the others can do together is looked up once for each suit.
    # What each of them waits for depends on the new class of the suit, by the sum with the two
    # other suits. Neighbouring discards often leave the suit in the same class: such a *run* is
    # looked at once.
    #
    # UPPER   of each suit the index into `halves` of its ranks 1-4,
    # UNDER   and of its ranks 5-9
    # FLOOR   index into `active` of the suit if the others together are of class 0
    # BESIDE  class of the three others, as a row of `sums`
    # PAIRS   [4 * suit + another]: class of the two that are left, as a row of `sums`
    # RUN     suit << 8 | class of what is left of it
    # RUN_OF  the run of a slot
    # ROWS    two words of `rows` for each suit
    # OTHERS  useful tiles in the other suits, of a run
    numbers, words_of = space
    one, row, byte = np.uint32(1), np.uint32(8), np.uint32(255)
    words_of[OTHERS + NO_RUN] = 0
    for hand in range(n_melds.size):
        held = _open_hand(words[hand], numbers)
        for suit in range(4):
            at = np.uint32(halves[numbers[UPPER + suit]] + halves[numbers[UNDER + suit]])
            words_of[ROWS + 2 * suit] = rows[at << one]
            words_of[ROWS + 2 * suit + 1] = rows[at << one | one]
        a = np.uint32(words_of[ROWS + 1] >> 48) & byte
        b = np.uint32(words_of[ROWS + 3] >> 48) & byte
        c = np.uint32(words_of[ROWS + 5] >> 48) & byte
        d = np.uint32(words_of[ROWS + 7] >> 48) & byte
        ab, cd = np.uint32(sums[a << row | b]) << row, np.uint32(sums[c << row | d]) << row
        ac, bd = np.uint32(sums[a << row | c]) << row, np.uint32(sums[b << row | d]) << row
        ad, bc = np.uint32(sums[a << row | d]) << row, np.uint32(sums[b << row | c]) << row
        numbers[PAIRS + 1], numbers[PAIRS + 4] = cd, cd
        numbers[PAIRS + 2], numbers[PAIRS + 8] = bd, bd
        numbers[PAIRS + 3], numbers[PAIRS + 12] = bc, bc
        numbers[PAIRS + 6], numbers[PAIRS + 9] = ad, ad
        numbers[PAIRS + 7], numbers[PAIRS + 13] = ac, ac
        numbers[PAIRS + 11], numbers[PAIRS + 14] = ab, ab
        numbers[BESIDE] = np.uint32(sums[b | cd]) << row
        numbers[BESIDE + 1] = np.uint32(sums[a | cd]) << row
        numbers[BESIDE + 2] = np.uint32(sums[d | ab]) << row
        numbers[BESIDE + 3] = np.uint32(sums[c | ab]) << row
        wanted = np.uint32(4 - n_melds[hand]) << row
        table = np.uint32(wanted * np.uint32(N_CLASSES))
        numbers[FLOOR], numbers[FLOOR + 1] = table | a, table | b
        numbers[FLOOR + 2], numbers[FLOOR + 3] = table | c, table | d

        slot = np.uint64(SLOTS) * np.uint64(hand)
        for at_slot in range(SLOTS):
            numbers[RUN_OF + at_slot] = NO_RUN
        for at_slot in range(SLOTS):
            tiles[slot + np.uint64(at_slot)] = -1
        for at_slot in range(SLOTS):
            masks[slot + np.uint64(at_slot)] = 0
        for at_slot in range(SLOTS):
            shantens[slot + np.uint64(at_slot)] = IMPOSSIBLE
        last = np.uint32(0xFFFF)
        n = np.uint32(0)
        n_runs = np.uint32(0)
        while held != 0:
            kind = lowest_bit(held)
            held &= held - 1
            what = KINDS[kind]
            suit = what & byte
            upper = np.uint32(numbers[UPPER + suit] - (what >> row & byte))
            lower = np.uint32(numbers[np.uint32(UNDER + suit)] - (what >> np.uint32(16)))
            at = np.uint32(halves[upper] + halves[lower])
            first, second = rows[at << one], rows[at << one | one]
            own = np.uint32(second >> 48) & byte
            index = np.uint32(numbers[np.uint32(BESIDE + suit)] | own)
            wants = spread[active[np.uint32(table + index)]]
            better = better_tiles(first, second, wants) << 9 * np.int64(suit)
            tiles[slot + np.uint64(n)] = kind
            shantens[slot + np.uint64(n)] = shanten[wanted | np.uint32(sums[index])]
            masks[slot + np.uint64(n)] = better
            new = np.uint32(suit << row | own)
            n_runs = np.uint32(n_runs + np.uint32(new != last))
            last = new
            this = np.uint32(n_runs - one)
            numbers[np.uint32(RUN + this)] = new
            numbers[np.uint32(RUN_OF + n)] = this
            n = np.uint32(n + one)
        for this in range(n_runs):
            suit = numbers[np.uint32(RUN + this)] >> row
            own = numbers[np.uint32(RUN + this)] & byte
            rest = 0
            for step in range(1, 4):
                other = np.uint32(suit + np.uint32(step)) & np.uint32(3)
                pair = np.uint32(PAIRS + (suit << np.uint32(2) | other))
                both_others = np.uint32(sums[np.uint32(numbers[pair] | own)]) << row
                wants = spread[active[np.uint32(numbers[np.uint32(FLOOR + other)] + both_others)]]
                its = np.uint32(ROWS + np.uint32(2) * other)
                better = better_tiles(words_of[its], words_of[np.uint32(its + one)], wants)
                rest |= better << 9 * np.int64(other)
            words_of[np.uint32(OTHERS + this)] = rest
        for at_slot in range(SLOTS):
            others = words_of[np.uint32(OTHERS + numbers[RUN_OF + at_slot])]
            masks[slot + np.uint64(at_slot)] |= others


@jit_lean
def list_discards(words, n_melds, halves, space, tiles, sets, places):
    """List the discards without judging them."""
    # words WORDS[N] are the counts, n_melds int8[N]. Written are, for every slot, tiles int8[14*N]
    # (-1 where there is none), sets int8[>=14*N], which is n_melds again, and places
    # uint32[4,>=14*N] of what is left (of the whole hand where there is no discard).
    numbers, _ = space
    byte, row, half = np.uint32(255), np.uint32(8), np.uint32(16)
    of_a, of_b, of_c, of_d = places[0], places[1], places[2], places[3]
    for hand in range(words.size):
        held = _open_hand(words[hand], numbers)
        a = halves[numbers[UPPER]] + halves[numbers[UNDER]]
        b = halves[numbers[UPPER + 1]] + halves[numbers[UNDER + 1]]
        c = halves[numbers[UPPER + 2]] + halves[numbers[UNDER + 2]]
        d = halves[numbers[UPPER + 3]] + halves[numbers[UNDER + 3]]
        slot = np.uint64(SLOTS) * np.uint64(hand)
        for at_slot in range(SLOTS):
            tiles[slot + np.uint64(at_slot)] = -1
        for at_slot in range(SLOTS):
            sets[slot + np.uint64(at_slot)] = n_melds[hand]
        for at_slot in range(SLOTS):
            of_a[slot + np.uint64(at_slot)] = a
        for at_slot in range(SLOTS):
            of_b[slot + np.uint64(at_slot)] = b
        for at_slot in range(SLOTS):
            of_c[slot + np.uint64(at_slot)] = c
        for at_slot in range(SLOTS):
            of_d[slot + np.uint64(at_slot)] = d
        while held != 0:
            kind = lowest_bit(held)
            held &= held - 1
            what = KINDS[kind]
            suit = what & byte
            upper = np.uint32(numbers[UPPER + suit] - (what >> row & byte))
            lower = np.uint32(numbers[np.uint32(UNDER + suit)] - (what >> half))
            tiles[slot] = kind
            places[suit, slot] = halves[upper] + halves[lower]
            slot += np.uint64(1)
