"""Useful tiles: of the regular form, of all forms together, and how many of them are left.

Beside its nine knitted tiles a knitted straight needs a set and a pair. What these wait for is
what a regular hand of one set (or none, where a set is laid aside) would wait for, made of the
tiles that are left over. There is one such *remainder* for each way to knit that is closest.
"""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean, jit_part
from mjlab.kernels.shanten.forms import BLOCK, IMPOSSIBLE, KNITTED_TILES, two_numbers
from mjlab.kernels.shanten.tables import LOWER, N_CLASSES

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
TAKEN = np.arange(512)[:, None] >> np.arange(9) & 1
UPPER_TAKEN = (TAKEN * UPPERS[:9]).sum(1).astype(np.uint32)
"""What any set of ranks adds to the upper half of a suit's key,"""
LOWER_TAKEN = (TAKEN * LOWERS[:9]).sum(1).astype(np.uint32)
"""and to the lower."""


def mask_space() -> np.ndarray:
    """Make the working space of `regular_masks`, for one call at a time."""
    return np.zeros(4 * BLOCK, np.uint32)


@jit_lean
def regular_masks(places, n_melds, classes, sums, rows, active, spread, index, masks):
    """Write the useful tiles of the regular form, int64[N], bit 0 for 1m; n_melds int8[N].

    A tile is useful if it betters an entry of its suit's vector that takes part in a best hand.
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


@jit_part
def _useful(place, number, rows, active, spread):
    """Useful ranks of a suit: from its place, and its index into `active`."""
    at = place << np.uint32(1)
    return better_tiles(rows[at], rows[at | np.uint32(1)], spread[active[number]])


@jit_part
def better_tiles(first, second, entries):
    """Ranks that better an entry, bits 0-8: from a row of `rows` and a word of `spread`."""
    low = (first & entries) + ENTRIES & CARRIES
    high = (second & entries) + ENTRIES & CARRIES
    return (low >> 9 | high >> 4) * GATHER >> 48 & 0x1FF


def remainder_space(n_hands: int) -> tuple[np.ndarray, ...]:
    """Make room for the remainders of n hands."""
    # The hand, the places of what is left over, and as many sets laid aside as leave the set and
    # the pair, or the pair, to be made.
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
    """Join the useful tiles of the forms, and list the remainders; returns how many there are."""
    # masks int64[N], so far those of the regular form, become those of all forms that attain the
    # best shanten but for what the remainders wait for; best int8[N], attained uint8[N], ways
    # uint8[N] and special int64[N] are those of `form_shanten`. The hands, whose places are
    # uint32[4,>=N], are the slots of words WORDS[N // per_hand], each without one of tiles int8[N],
    # and are emptied where there is none; or, where per_hand is 1, these themselves. n_melds int8[N
    # // per_hand].
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


@jit_lean
def count_left(masks, seen, live):
    """Count the tiles of masks int64[N] that are left; live uint8[N] is written.

    seen WORDS[N] are the copies of each tile that cannot come.
    """
    for hand in range(seen.size):
        mask, word = masks[hand], seen[hand]
        left = _of_eight(mask, word.low_m) + _of_eight(mask >> 9, word.low_p)
        left += _of_eight(mask >> 18, word.low_s) + _of_eight(mask >> 26, word.high_z)
        total = np.int64(left * np.uint64(0x0101010101010101) >> np.uint64(56))
        total += (mask >> 8 & 1) * (4 - np.int64(word.m9))
        live[hand] = total + (mask >> 17 & 1) * (4 - np.int64(word.p9))


@jit_part
def _of_eight(mask, counts):
    """Of eight tiles what is left of those of a mask, a byte for each."""
    ones, places = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
    apart = (np.uint64(mask & 255) * ones & places) + np.uint64(0x7F7F7F7F7F7F7F7F)
    chosen = (apart >> np.uint64(7) & ones) * np.uint64(7)
    return np.uint64(4) * ones - counts & chosen


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
