"""Useful tiles of all forms together.

Beside its nine knitted tiles a knitted straight needs a set and a pair. What these wait for is
what a regular hand of one set (or none, where a set is laid aside) would wait for, made of the
tiles that are left over. There is one such *remainder* for each way to knit that is closest.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean, jit_part
from mjlab.kernels.efficiency_forms import IMPOSSIBLE, KNITTED_TILES, two_numbers
from mjlab.kernels.efficiency_masks import LOWERS, UPPERS
from mjlab.kernels.efficiency_tables import LOWER

KERNEL_SET = "e514028ba8ea"

TAKEN = np.arange(512)[:, None] >> np.arange(9) & 1
UPPER_TAKEN = (TAKEN * UPPERS[:9]).sum(1).astype(np.uint32)
"""What any set of ranks adds to the upper half of a suit's key,"""
LOWER_TAKEN = (TAKEN * LOWERS[:9]).sum(1).astype(np.uint32)
"""and to the lower."""


def remainder_space(n_hands: int) -> tuple[np.ndarray, ...]:
    """Make room for the remainders of n hands.

    Returns
    -------
    tuple of numpy.ndarray
        uint32[6N], the hand; uint32[4,6N], the places of what is left over; and int8[6N], as many
        sets laid aside as leave the set and the pair, or the pair, to be made.
    """
    n = 6 * n_hands
    return np.empty(n, np.uint32), np.empty((4, n), np.uint32), np.empty(n, np.int8)


@jit_lean
def join_masks(
    words,
    tiles,
    places,
    n_melds,
    per_hand,
    ways,
    special,
    halves,
    info,
    space,
    best,
    attained,
    masks,
):
    """Join the useful tiles of the forms, and list the remainders.

    masks int64[N], so far those of the regular form, become those of all forms that attain the
    best shanten but for what the remainders wait for; best int8[N], attained uint8[N], ways
    uint8[N] and special int64[N] are those of `form_shanten`. The hands, whose places are
    uint32[4,>=N], are the slots of words WORDS[N // per_hand], each without one of tiles int8[N],
    and are emptied where there is none; or, where per_hand is 1, these themselves. n_melds
    int8[N // per_hand]. Returns the number of remainders.
    """
    owner, rest, sets = space
    for hand in range(masks.size):
        masks[hand] = masks[hand] & -np.int64(attained[hand] & 1) | special[hand]
    if per_hand > 1:
        for hand in range(masks.size):
            if tiles[hand] < 0:
                best[hand] = IMPOSSIBLE
                attained[hand] = 0
                masks[hand] = 0
    n = np.uint64(0)
    for hand in range(masks.size):
        if attained[hand] & 16 == 0:
            continue
        source = np.int64(np.uint32(hand) // np.uint32(per_hand))
        drop = np.int64(tiles[hand]) if per_hand > 1 else -1
        held = info[places[0, hand]] >> 43 & 511 | (info[places[1, hand]] >> 43 & 511) << 9
        held |= (info[places[2, hand]] >> 43 & 511) << 18
        left = np.int64(ways[hand])
        while left != 0:
            gone = KNITTED_TILES[left & -left] & held
            left &= left - 1
            word = words[source]
            owner[n] = hand
            sets[n] = 3 + n_melds[source]
            rest[0, n] = place_without(word.low_m, word.m9, drop, gone & 511, halves)
            rest[1, n] = place_without(word.low_p, word.p9, drop - 9, gone >> 9 & 511, halves)
            rest[2, n] = place_without(word.low_s, word.s9, drop - 18, gone >> 18, halves)
            rest[3, n] = places[3, hand]
            n += np.uint64(1)
    return n


@jit_part
def place_without(counts, ninth, drop, gone, halves):
    """The place of a suit without the tile of one rank (if 0-8) and those of some ranks."""
    both = two_numbers(counts)
    upper = np.uint32(both >> np.uint64(16) & np.uint64(0xFFFF)) - UPPER_TAKEN[gone]
    lower = np.uint32(both >> np.uint64(48)) * np.uint32(5) + np.uint32(ninth) - LOWER_TAKEN[gone]
    if drop >= 0 and drop < 9:
        upper -= UPPERS[drop]
        lower -= LOWERS[drop]
    return halves[np.uint32(upper)] + halves[np.uint32(lower + np.uint32(LOWER))]


@jit_lean
def add_masks(owner, added, masks):
    """Add the masks of remainders to those of their hands."""
    for at in range(added.size):
        masks[owner[at]] |= added[at]
