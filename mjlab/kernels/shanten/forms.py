"""From counts to the shanten of the regular form, and of all five forms of MCR.

Shanten is one less than the fewest tiles that must come in to complete the form; the forms are
regular, seven pairs, thirteen orphans, honors and knitted, and knitted straight, in this order.

The shanten kernels are small stages that are run one after another over a chunk of hands. A
stage goes through its hands in blocks, in short loops most of which the compiler turns into vector
instructions; what such loops leave to one another fits the first-level cache.
"""

import numpy as np

from mjlab.kernels._jit import greater, jit_lean, jit_part, lesser
from mjlab.kernels.shanten.tables import LOWER, N_SUITS

BLOCK = 256
"""Hands of a block."""
WORDS = np.dtype(
    {
        "names": ["low_m", "low_p", "low_s", "high_z", "m9", "p9", "s9"],
        "formats": ["<u8"] * 4 + ["u1"] * 3,
        "offsets": [0, 9, 18, 26, 8, 17, 26],
        "itemsize": 34,
    }
)
"""How kernels read the counts uint8[N,34]: eight tiles at a time."""
IMPOSSIBLE = 127
"""Shanten of a form that does not go with so many sets laid aside."""

HONORS = 0x7F << 27
ORPHANS = HONORS | 0x101 | 0x101 << 9 | 0x101 << 18
WAYS = (0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0)
"""First rank, less one, of the knitted tiles of each suit in the six ways to knit."""
KNITTED_TILES = np.zeros(64, np.int64)
"""The knitted tiles of any set of ways."""
for _set in range(64):
    for _way, _starts in enumerate(WAYS):
        if _set >> _way & 1:
            KNITTED_TILES[_set] |= sum(
                0x49 << 9 * _suit + _start for _suit, _start in enumerate(_starts)
            )

OCTETS = 8 * BLOCK
# Where the rows of a block stand in the working space: as words,
A, B, C, D, LANE_A, LANE_B, LANE_C, LANE_D, LACK, LACK_1, LACK_2, LEAST, LEAST_1, LEAST_2 = range(
    0, 14 * BLOCK, BLOCK
)
# as the bytes of these,
BYTES_A, BYTES_B, BYTES_C, BYTES_D, LACKING, LACKING_1, LACKING_2, LEAST_BYTES = range(
    4 * OCTETS, 12 * OCTETS, OCTETS
)
# and small numbers.
REGULAR, N_SETS, PAIRS, KINDS, HONORS_HELD, KNITTED, WITH_SET, WITH_PAIR, BEST, ATTAINED = range(
    0, 10 * BLOCK, BLOCK
)


def form_space() -> tuple[np.ndarray, ...]:
    """Make the working space of `form_shanten`, for one call at a time."""
    words = np.zeros(14 * BLOCK + 8, np.int64)
    return words, words.view(np.uint8), np.zeros(10 * BLOCK, np.int8)


def padded(n: int) -> int:
    """Room for n hands and for what the last block runs over."""
    return n + BLOCK


@jit_part
def two_numbers(counts):
    """Base-5 numbers of eight counts, four and four: in bits 16-31 and in bits 48-63."""
    pairs = counts * np.uint64(5 << 8 | 1) >> np.uint64(8) & np.uint64(0x00FF00FF00FF00FF)
    return pairs * np.uint64(25 << 16 | 1)


@jit_part
def _place(counts, ninth, halves):
    """The place of a suit: from the counts of its first eight ranks and of the ninth."""
    both = two_numbers(counts)
    lower = (both >> np.uint64(48)) * np.uint64(5) + np.uint64(ninth) + np.uint64(LOWER)
    return halves[both >> np.uint64(16) & np.uint64(0xFFFF)] + halves[lower]


@jit_lean
def find_places(words, halves, places):
    """Find the places of the suits in the tables, from the counts words WORDS[N].

    places uint32[4,>=N] are written, for characters, dots, bamboo and honors.
    """
    for hand in range(words.size):
        places[0, hand] = _place(words[hand].low_m, words[hand].m9, halves)
    for hand in range(words.size):
        places[1, hand] = _place(words[hand].low_p, words[hand].p9, halves)
    for hand in range(words.size):
        places[2, hand] = _place(words[hand].low_s, words[hand].s9, halves)
    for hand in range(words.size):
        both = two_numbers(words[hand].high_z & np.uint64(0xFFFFFFFFFFFFFF00))  # without 9s
        upper = (both >> np.uint64(16) & np.uint64(0xFFFF)) * np.uint64(625)
        places[3, hand] = upper + (both >> np.uint64(48)) + np.uint64(N_SUITS)


@jit_lean
def regular_shanten(places, n_melds, classes, sums, shanten, out):
    """Shanten of the regular form: n_melds int8[N]; out int8[N] is written."""
    at_a, at_b, at_c, at_d = places[0], places[1], places[2], places[3]
    row = np.uint32(8)
    for hand in range(out.size):
        left = np.uint32(classes[at_a[hand]]) << row | np.uint32(classes[at_b[hand]])
        right = np.uint32(classes[at_c[hand]]) << row | np.uint32(classes[at_d[hand]])
        whole = np.uint32(sums[left]) << row | np.uint32(sums[right])
        out[hand] = shanten[(4 - n_melds[hand] << 8) + np.int64(sums[whole])]


@jit_lean
def form_shanten(
    places, n_melds, wanted, info, sums, shanten, space, all_forms, best, attained, ways, special
):
    """Shanten of every form, the best of the wanted ones, and which of these attain it."""
    # places uint32[4,>=N], n_melds int8[N]; wanted has a bit for each form. Written are best
    # int8[N], attained uint8[N], bits like those of `wanted`, and, unless they have no rows,
    # all_forms int8[N,5], ways uint8[>=N], a bit for each way to knit that needs fewest tiles for a
    # knitted straight, and special int64[>=N], useful tiles as a mask: those of the forms from
    # seven pairs on that attain the best shanten. Of a knitted straight the knitted tiles only.
    #
    # A knitted straight lies in one of six ways: characters 147, dots 258, bamboo 369 and so on.
    # Each has one byte in the lanes, in the order of `WAYS`: in the first three the residues go
    # round, in the others those of dots and bamboo are exchanged. The last two bytes are out of use
    # and never the least. Of a block of hands:
    #
    # A-D     words of the table `info`, one for each suit
    # LANE_   eight bytes for each suit: what it has for each way to knit
    # LACK    by way, the knitted tiles missing, LACK_1 with a set and a pair, LACK_2 with a pair
    # LEAST   the least of the eight ways, in the first of the eight bytes
    # REGULAR and all below it: small numbers, in the end the shanten of each form,
    #         the best, and the forms that attain it
    #
    # Loops over BLOCK run to its end whatever there is: what stands behind the last hand is of no
    # account, but places, ways and special have to reach there, see `padded`.
    words, octets, small = space
    three, unused = np.uint8(3), 0xFFFF << 48
    never = np.int8(IMPOSSIBLE)
    # The least that counts of a form: any, or IMPOSSIBLE where it is not wanted.
    no_regular, no_pairs = _floor(wanted, 0), _floor(wanted, 1)
    no_orphans, no_honors, no_straight = _floor(wanted, 2), _floor(wanted, 3), _floor(wanted, 4)
    for begin in range(0, best.size, BLOCK):
        start = np.uint64(begin)
        size = min(BLOCK, best.size - begin)
        # Of an index that cannot be negative the kernel is told so, or it looks each time.
        for hand in range(BLOCK):
            words[A + hand] = info[places[0, start + np.uint64(hand)]]
            words[B + hand] = info[places[1, start + np.uint64(hand)]]
            words[C + hand] = info[places[2, start + np.uint64(hand)]]
            words[D + hand] = info[places[3, start + np.uint64(hand)]]
        for hand in range(size):
            small[N_SETS + hand] = n_melds[start + np.uint64(hand)]

        # Knitted straight: what each suit gives to each way, then to all, then the best way.
        for hand in range(BLOCK):
            words[LANE_A + hand] = (words[A + hand] & 0xFFFFFF) * 0x1000001 | unused
            dots = (words[B + hand] & 0xFFFFFF) * 0x1000001
            words[LANE_B + hand] = dots >> 8 & 0xFFFFFF | (dots >> 16 & 0xFFFFFF) << 24 | unused
            bamboo = (words[C + hand] & 0xFFFFFF) * 0x1000001
            words[LANE_C + hand] = bamboo >> 16 & 0xFFFFFF | (bamboo >> 8 & 0xFFFFFF) << 24 | unused
            words[LANE_D + hand] = (words[D + hand] & 255) * 0x010101010101 | unused
        for at in range(OCTETS):
            w, x = octets[BYTES_A + at], octets[BYTES_B + at]
            y, z = octets[BYTES_C + at], octets[BYTES_D + at]
            missing = np.uint8((w & three) + (x & three) + (y & three))
            set_w, pair_w, both_w = _together(*_lacking(w), *_lacking(x))
            set_y, pair_y, both_y = _together(*_lacking(y), *_lacking(z))
            _, pair, both = _together(set_w, pair_w, both_w, set_y, pair_y, both_y)
            octets[LACKING + at] = missing
            octets[LACKING_1 + at] = np.uint8(missing + both)
            octets[LACKING_2 + at] = np.uint8(missing + pair)
        for at in range(3 * OCTETS):
            one, other = octets[LACKING + at], octets[LACKING + 4 + at]
            octets[LEAST_BYTES + at] = lesser(one, other)
        for at in range(3 * OCTETS):
            one, other = octets[LEAST_BYTES + at], octets[LEAST_BYTES + 2 + at]
            octets[LEAST_BYTES + at] = lesser(one, other)
        for at in range(3 * OCTETS):
            one, other = octets[LEAST_BYTES + at], octets[LEAST_BYTES + 1 + at]
            octets[LEAST_BYTES + at] = lesser(one, other)

        # What the forms are made of, then the forms, then the best of those wanted.
        for hand in range(BLOCK):
            a, b = words[A + hand] >> 24 & 255, words[B + hand] >> 24 & 255
            c, d = words[C + hand] >> 24 & 255, words[D + hand] >> 24 & 255
            left, right = np.int64(sums[a << 8 | b]), np.int64(sums[c << 8 | d])
            table = 4 - small[N_SETS + hand] << 8
            small[REGULAR + hand] = shanten[np.uint64(table) + np.uint64(sums[left << 8 | right])]
        for hand in range(BLOCK):
            tally = (words[A + hand] >> 32) + (words[B + hand] >> 32)
            tally += (words[C + hand] >> 32) + (words[D + hand] >> 32)
            small[PAIRS + hand] = tally & 15
            small[KINDS + hand] = (tally >> 4 & 15) + (tally >> 8 & 7 > 0)
            small[HONORS_HELD + hand] = words[D + hand] >> 36 & 15
        for hand in range(BLOCK):
            small[KNITTED + hand] = words[LEAST + hand]
            small[WITH_SET + hand] = words[LEAST_1 + hand]
            small[WITH_PAIR + hand] = words[LEAST_2 + hand]
        for hand in range(BLOCK):
            n_sets = small[N_SETS + hand]
            with_set, with_pair = small[WITH_SET + hand], small[WITH_PAIR + hand]
            laid = np.int8(-(n_sets > 0)) & never  # IMPOSSIBLE if a set is laid aside, 0 if none
            lacking = small[KNITTED + hand] - small[HONORS_HELD + hand]
            pairs = np.int8(np.int8(6 - small[PAIRS + hand]) | laid)
            orphans = np.int8(np.int8(13 - small[KINDS + hand]) | laid)
            honors = np.int8(np.int8(4 + lacking) | laid)
            rest = np.int8((with_set if n_sets == 0 else with_pair) - 1)
            straight = np.int8(rest | np.int8(-(n_sets > 1)) & never)
            small[PAIRS + hand] = pairs
            small[KINDS + hand] = orphans
            small[HONORS_HELD + hand] = honors
            small[KNITTED + hand] = straight
            regular, by_pairs = greater(small[REGULAR + hand], no_regular), greater(pairs, no_pairs)
            by_kinds, knitted = greater(orphans, no_orphans), greater(honors, no_honors)
            part = greater(straight, no_straight)
            least = lesser(lesser(lesser(regular, by_pairs), lesser(by_kinds, knitted)), part)
            attain = np.int8(regular == least) | np.int8(by_pairs == least) << 1
            attain |= np.int8(by_kinds == least) << 2 | np.int8(knitted == least) << 3
            attain |= np.int8(part == least) << 4
            small[BEST + hand] = least
            small[ATTAINED + hand] = attain & -np.int8(least != never)
        for hand in range(size):
            best[start + np.uint64(hand)] = small[BEST + hand]
        for hand in range(size):
            attained[start + np.uint64(hand)] = small[ATTAINED + hand]
        if all_forms.shape[0] > 0:
            for hand in range(size):
                all_forms[start + np.uint64(hand), 0] = small[REGULAR + hand]
                all_forms[start + np.uint64(hand), 1] = small[PAIRS + hand]
                all_forms[start + np.uint64(hand), 2] = small[KINDS + hand]
                all_forms[start + np.uint64(hand), 3] = small[HONORS_HELD + hand]
                all_forms[start + np.uint64(hand), 4] = small[KNITTED + hand]
        # Which ways are the closest, and what their forms still want.
        if ways.size > 0:
            for hand in range(BLOCK):
                concealed = small[N_SETS + hand] == 0
                lack_set, fewest_set = words[LACK_1 + hand], words[LEAST_1 + hand]
                lack_pair, fewest_pair = words[LACK_2 + hand], words[LEAST_2 + hand]
                lack = lack_set if concealed else lack_pair
                fewest = fewest_set if concealed else fewest_pair
                closest = _ways_that_lack(lack, fewest)
                ways[start + np.uint64(hand)] = closest
                words[LANE_A + hand] = KNITTED_TILES[closest]
                closest = _ways_that_lack(words[LACK + hand], words[LEAST + hand])
                words[LANE_B + hand] = KNITTED_TILES[closest] | HONORS
            for hand in range(BLOCK):
                a, b = words[hand], words[BLOCK + hand]
                c, d = words[C + hand], words[D + hand]
                held = a >> 43 & 511 | (b >> 43 & 511) << 9
                held |= (c >> 43 & 511) << 18 | (d >> 43 & 511) << 27
                odd = a >> 52 & 511 | (b >> 52 & 511) << 9
                odd |= (c >> 52 & 511) << 18 | (d >> 52 & 511) << 27
                doubles = (a >> 40) + (b >> 40) + (c >> 40) + (d >> 40)
                doubled = -((doubles & 7) + 7 >> 3)  # all bits if one is held twice
                bits = np.int64(small[ATTAINED + hand])
                some = -np.int64(small[BEST + hand] >= 0)
                special[start + np.uint64(hand)] = (
                    odd & -(bits >> 1 & 1)
                    | ORPHANS & ~(held & doubled) & -(bits >> 2 & 1)
                    | words[LANE_B + hand] & ~held & -(bits >> 3 & 1) & some
                    | words[LANE_A + hand] & ~held & -(bits >> 4 & 1)
                )


@jit_part
def _lacking(byte):
    """What a suit lacks beside a knitted straight: for a set, for a pair, and for both."""
    for_set = np.uint8(byte >> np.uint8(2) & np.uint8(3))
    for_pair = np.uint8(byte >> np.uint8(4) & np.uint8(3))
    return for_set, for_pair, np.uint8(for_set + for_pair + (byte >> np.uint8(6)))


@jit_part
def _together(set_a, pair_a, both_a, set_b, pair_b, both_b):
    """The same of two suits."""
    across = lesser(np.uint8(set_a + pair_b), np.uint8(set_b + pair_a))
    both = lesser(across, lesser(both_a, both_b))
    return lesser(set_a, set_b), lesser(pair_a, pair_b), both


@jit_part
def _floor(wanted, form):
    """The least shanten of a form that counts: any, or IMPOSSIBLE if the form is not wanted."""
    return np.int8(-2 if wanted >> form & 1 else IMPOSSIBLE)


@jit_part
def _ways_that_lack(lacks, fewest):
    """The ways whose byte of the word `lacks` is that of the least, as bits 0-5."""
    differ = lacks ^ (fewest & 255) * 0x0101010101010101
    same = ~(differ + 0x7F7F7F7F7F7F) >> 7 & 0x010101010101  # bytes are far below 128
    return same * 0x0102040810204080 >> 56 & 63
