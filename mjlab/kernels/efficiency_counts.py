"""How many tiles of a mask are left, given those that are seen."""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean, jit_part

KERNEL_SET = "e514028ba8ea"


@jit_part
def bits_of(word, shift):
    """Bit number `shift` of the counts of each tile, as a mask; word is one of WORDS."""
    ones, gather = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
    top = np.uint64(56)
    bits = np.int64((word.low_m >> shift & ones) * gather >> top)
    bits |= np.int64((word.low_p >> shift & ones) * gather >> top) << 9
    bits |= np.int64((word.low_s >> shift & ones) * gather >> top) << 18
    bits |= np.int64((word.high_z >> shift & ones) * gather >> top) << 26  # 9s and the honors
    ninth = np.int64(word.m9) >> np.int64(shift) & 1
    return bits | ninth << 8 | (np.int64(word.p9) >> np.int64(shift) & 1) << 17


@jit_part
def _of_eight(mask, counts):
    """Of eight tiles what is left of those of a mask, a byte for each."""
    ones, places = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
    apart = (np.uint64(mask & 255) * ones & places) + np.uint64(0x7F7F7F7F7F7F7F7F)
    chosen = (apart >> np.uint64(7) & ones) * np.uint64(7)
    return np.uint64(4) * ones - counts & chosen


@jit_lean
def count_left(masks, seen, live):
    """Count the tiles of masks that are left.

    masks int64[N]; seen WORDS[N], the copies of each tile that cannot come; live uint8[N] is
    written.
    """
    for hand in range(seen.size):
        mask, word = masks[hand], seen[hand]
        left = _of_eight(mask, word.low_m) + _of_eight(mask >> 9, word.low_p)
        left += _of_eight(mask >> 18, word.low_s) + _of_eight(mask >> 26, word.high_z)
        total = np.int64(left * np.uint64(0x0101010101010101) >> np.uint64(56))
        total += (mask >> 8 & 1) * (4 - np.int64(word.m9))
        live[hand] = total + (mask >> 17 & 1) * (4 - np.int64(word.p9))


@jit_lean
def count_left_of_slots(masks, seen, per_hand, live):
    """Count the same of hands with several masks each.

    masks int64[N*per_hand]; seen WORDS[N]; live uint8[N*per_hand] is written.
    """
    at = np.uint64(0)
    for hand in range(seen.size):
        ones, twos = bits_of(seen[hand], np.uint64(0)), bits_of(seen[hand], np.uint64(1))
        fours = bits_of(seen[hand], np.uint64(2))
        # 4 - seen, bit by bit: 0-4 become 100, 011, 010, 001, 000.
        twos_left = ones ^ twos
        fours_left = ~(ones | twos | fours)
        for _ in range(per_hand):
            mask = masks[at]
            left = count_bits(mask & ones) + 2 * count_bits(mask & twos_left)
            live[at] = left + 4 * count_bits(mask & fours_left)
            at += np.uint64(1)
