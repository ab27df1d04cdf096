"""How many tiles of a mask are left, given those that are seen."""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean

KERNEL_SET = "c93f42a74c1f"


@jit_lean
def bits_of(word, shift):
    """Bit number `shift` of the counts of each tile, as a mask; word is one of WORDS."""
    ones, gather = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
    top = np.uint64(56)
    bits = np.int64((word.low_m >> shift & ones) * gather >> top)
    bits |= np.int64((word.low_p >> shift & ones) * gather >> top) << 9
    bits |= np.int64((word.low_s >> shift & ones) * gather >> top) << 18
    bits |= np.int64((word.high_z >> shift & ones) * gather >> top) << 26  # 9s and the honors
    return (
        bits
        | (np.int64(word.m9) >> np.int64(shift) & 1) << 8
        | (np.int64(word.p9) >> np.int64(shift) & 1) << 17
    )


@jit_lean
def count_left(masks, seen, per_hand, live):
    """Count the tiles of masks that are left.

    masks int64[N*per_hand]; seen WORDS[N], the copies of each tile that cannot come; live
    uint8[N*per_hand] is written.
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
