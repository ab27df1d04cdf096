"""From counts to the shanten of the regular form, and of all five forms of MCR.

Shanten is one less than the fewest tiles that must come in to complete the form; the forms are
regular, seven pairs, thirteen orphans, honors and knitted, and knitted straight, in this order.

The efficiency kernels are small stages that are run one after another over a chunk of hands. A
stage goes through its hands in blocks, in short loops most of which the compiler turns into vector
instructions; what such loops leave to one another fits the first-level cache.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.efficiency_tables import LOWER, N_SUITS

KERNEL_SET = "5e5e0f769681"

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

# Rows of small numbers in the workspace: what is known of the hands of a block,
REGULAR, N_SETS, PAIRS_HELD, KINDS_HELD, HONORS_HELD = range(0, 5 * BLOCK, BLOCK)
LACK_KNITTED, LACK_SET, LACK_PAIR = range(5 * BLOCK, 8 * BLOCK, BLOCK)
# and what comes of it: after the shanten of the five forms the best, and the forms that attain it.
BEST, ATTAINED = 5 * BLOCK, 6 * BLOCK


def form_space() -> tuple[np.ndarray, ...]:
    """Make the working space of `form_shanten`, for one call at a time."""
    lanes = np.zeros((4, BLOCK), np.int64)
    lacks = np.zeros((3, 8 * BLOCK + 8), np.uint8)
    least = np.zeros(lacks.size, np.uint8)
    return (
        np.zeros((4, BLOCK), np.int64),  # facts of the four suits
        lanes,  # what they have for each way to knit
        lanes.view(np.uint8),  # the bytes of these
        lacks,  # what each way lacks,
        lacks.reshape(-1),  # the same memory,
        lacks.view(np.int64),  # and in its words
        least,  # in every eighth byte the least of eight of these
        least.reshape(3, -1).view(np.int64),  # the same memory
        np.zeros(8 * BLOCK, np.int8),  # small numbers that go into the forms,
        np.zeros(7 * BLOCK, np.int8),  # and come out of them
    )


@jit_lean
def two_numbers(counts):
    """Base-5 numbers of eight counts, four and four: in bits 16-31 and in bits 48-63."""
    pairs = counts * np.uint64(5 << 8 | 1) >> np.uint64(8) & np.uint64(0x00FF00FF00FF00FF)
    return pairs * np.uint64(25 << 16 | 1)


@jit_lean
def find_places(words, halves, places):
    """Find the places of the suits in the tables.

    words WORDS[N] are the counts of the hands; places uint32[4,>=N] are written, for characters,
    dots, bamboo and honors.
    """
    characters, dots, bamboo, honors = places[0], places[1], places[2], places[3]
    four, two = np.uint64(48), np.uint64(16)  # where the numbers stand
    number, behind = np.uint64(0xFFFF), np.uint64(LOWER)
    for hand in range(words.size):
        both = two_numbers(words[hand].low_m)
        lower = (both >> four) * np.uint64(5) + np.uint64(words[hand].m9) + behind
        characters[hand] = halves[both >> two & number] + halves[lower]
    for hand in range(words.size):
        both = two_numbers(words[hand].low_p)
        lower = (both >> four) * np.uint64(5) + np.uint64(words[hand].p9) + behind
        dots[hand] = halves[both >> two & number] + halves[lower]
    for hand in range(words.size):
        both = two_numbers(words[hand].low_s)
        lower = (both >> four) * np.uint64(5) + np.uint64(words[hand].s9) + behind
        bamboo[hand] = halves[both >> two & number] + halves[lower]
    for hand in range(words.size):
        both = two_numbers(words[hand].high_z & np.uint64(0xFFFFFFFFFFFFFF00))  # without 9s
        upper = (both >> two & number) * np.uint64(625)
        honors[hand] = upper + (both >> four) + np.uint64(N_SUITS)


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
def _lacking(byte):
    """What a suit lacks beside a knitted straight: for a set, for a pair, and for both."""
    for_set = np.uint8(byte >> np.uint8(2) & np.uint8(3))
    for_pair = np.uint8(byte >> np.uint8(4) & np.uint8(3))
    return for_set, for_pair, np.uint8(for_set + for_pair + (byte >> np.uint8(6)))


@jit_lean
def _together(set_a, pair_a, both_a, set_b, pair_b, both_b):
    """The same of two suits."""
    across = min(np.uint8(set_a + pair_b), np.uint8(set_b + pair_a))
    return min(set_a, set_b), min(pair_a, pair_b), min(across, min(both_a, both_b))


@jit_lean
def form_shanten(
    places, n_melds, wanted, info, sums, shanten, space, all_forms, best, attained, ways, special
):
    """Shanten of every form, the best of the wanted ones, and which of these attain it.

    n_melds int8[N]; wanted has a bit for each form. Written are best int8[N], attained uint8[N],
    bits like those of `wanted`, and, unless they have no rows, all_forms int8[N,5], ways uint8[N],
    a bit for each way to knit that needs fewest tiles for a knitted straight, and special
    int64[N], useful tiles as a mask: those of the forms from seven pairs on that attain the best
    shanten. Of a knitted straight the knitted tiles only.

    A knitted straight lies in one of six ways: characters 147, dots 258, bamboo 369 and so on.
    Each has one byte in the lanes, in the order of `WAYS`: in the first three the residues go
    round, in the others those of dots and bamboo are exchanged. The last two bytes are out of use
    and never the least. Of a block of hands:

    ===== ======================================================================================
    facts for each suit a word of the table `info`
    lanes for each suit eight bytes: what it has for each way to knit
    lacks by way, the knitted tiles missing; with a set and a pair; with a pair
    least the least of the eight ways, in the first of the eight bytes
    given row by row, small numbers of each hand
    found row by row, the shanten of each form, the best, the forms that attain it
    ===== ======================================================================================

    Loops over `BLOCK` run to its end whatever there is: what stands behind the last hand is of no
    account.
    """
    facts, lanes, octets, lacks, lacks_flat, lack_words, least, least_words, given, found = space
    a, b, c, d = facts[0], facts[1], facts[2], facts[3]
    lane_a, lane_b, lane_c, lane_d = lanes[0], lanes[1], lanes[2], lanes[3]
    octet_a, octet_b, octet_c, octet_d = octets[0], octets[1], octets[2], octets[3]
    lacks_knitted, lacks_set, lacks_pair = lacks[0], lacks[1], lacks[2]
    three, unused = np.uint8(3), 0xFFFF << 48
    never = np.int8(IMPOSSIBLE)
    for start in range(0, best.size, BLOCK):
        stop = min(start + BLOCK, best.size)
        size = stop - start
        sets, best_of, attained_of = n_melds[start:stop], best[start:stop], attained[start:stop]
        for suit in range(4):
            place, told = places[suit, start:stop], facts[suit]
            for hand in range(size):
                told[hand] = info[place[hand]]

        # Knitted straight: what each suit gives to each way, then to all, then the best way.
        for hand in range(BLOCK):
            lane_a[hand] = (a[hand] & 0xFFFFFF) * 0x1000001 | unused
            twice = (b[hand] & 0xFFFFFF) * 0x1000001
            lane_b[hand] = twice >> 8 & 0xFFFFFF | (twice >> 16 & 0xFFFFFF) << 24 | unused
            twice = (c[hand] & 0xFFFFFF) * 0x1000001
            lane_c[hand] = twice >> 16 & 0xFFFFFF | (twice >> 8 & 0xFFFFFF) << 24 | unused
            lane_d[hand] = (d[hand] & 255) * 0x010101010101
        for at in range(8 * BLOCK):
            w, x, y, z = octet_a[at], octet_b[at], octet_c[at], octet_d[at]
            missing = np.uint8((w & three) + (x & three) + (y & three))
            set_w, pair_w, both_w = _together(*_lacking(w), *_lacking(x))
            set_y, pair_y, both_y = _together(*_lacking(y), *_lacking(z))
            _, pair, both = _together(set_w, pair_w, both_w, set_y, pair_y, both_y)
            lacks_knitted[at] = missing
            lacks_set[at] = np.uint8(missing + both)
            lacks_pair[at] = np.uint8(missing + pair)
        for at in range(24 * BLOCK + 20):
            least[at] = min(lacks_flat[at], lacks_flat[at + 4])
        for at in range(24 * BLOCK + 20):
            least[at] = min(least[at], least[at + 2])
        for at in range(24 * BLOCK + 20):
            least[at] = min(least[at], least[at + 1])

        # What the forms are made of, then the forms, then the best of those wanted.
        for hand in range(size):
            left = np.int64(sums[(a[hand] >> 24 & 255) << 8 | b[hand] >> 24 & 255])
            right = np.int64(sums[(c[hand] >> 24 & 255) << 8 | d[hand] >> 24 & 255])
            whole = np.int64(sums[left << 8 | right])
            given[REGULAR + hand] = shanten[(4 - sets[hand] << 8) + whole]
            given[N_SETS + hand] = sets[hand]
        for hand in range(BLOCK):
            tally = (a[hand] >> 32) + (b[hand] >> 32) + (c[hand] >> 32) + (d[hand] >> 32)
            given[PAIRS_HELD + hand] = tally & 15
            given[KINDS_HELD + hand] = (tally >> 4 & 15) + (tally >> 8 & 7 > 0)
            given[HONORS_HELD + hand] = d[hand] >> 36 & 15
        for hand in range(BLOCK):
            given[LACK_KNITTED + hand] = least_words[0, hand]
            given[LACK_SET + hand] = least_words[1, hand]
            given[LACK_PAIR + hand] = least_words[2, hand]
        for hand in range(BLOCK):
            n_sets = given[N_SETS + hand]
            laid = np.int8(-(n_sets > 0)) & never  # IMPOSSIBLE if a set is laid aside, 0 if none
            with_set, with_pair = given[LACK_SET + hand], given[LACK_PAIR + hand]
            straight = np.int8((with_set if n_sets == 0 else with_pair) - 1)
            lacking = np.int8(given[LACK_KNITTED + hand] - given[HONORS_HELD + hand])
            found[hand] = given[REGULAR + hand]
            found[BLOCK + hand] = np.int8(6 - given[PAIRS_HELD + hand]) | laid
            found[2 * BLOCK + hand] = np.int8(13 - given[KINDS_HELD + hand]) | laid
            found[3 * BLOCK + hand] = np.int8(4 + lacking) | laid
            found[4 * BLOCK + hand] = straight | np.int8(-(n_sets > 1)) & never
        if all_forms.shape[0] > 0:
            rows = all_forms[start:stop]
            for hand in range(size):
                for form in range(5):
                    rows[hand, form] = found[form * BLOCK + hand]
        for hand in range(BLOCK):
            found[BEST + hand] = never
            found[ATTAINED + hand] = 0
        for form in range(5):
            if wanted >> form & 1:
                for hand in range(BLOCK):
                    shorter = min(found[BEST + hand], found[form * BLOCK + hand])
                    found[BEST + hand] = shorter
        for form in range(5):
            if wanted >> form & 1:
                bit = np.int8(1 << form)
                for hand in range(BLOCK):
                    of_form, least_of_all = found[form * BLOCK + hand], found[BEST + hand]
                    attains = (of_form == least_of_all) & (least_of_all != never)
                    found[ATTAINED + hand] |= np.int8(-attains) & bit
        for hand in range(size):
            best_of[hand] = found[BEST + hand]
            attained_of[hand] = found[ATTAINED + hand]
        # Which ways are the closest, and what their forms still want.
        if ways.size > 0:
            for hand in range(BLOCK):
                lack, fewest = lack_words[1, hand], least_words[1, hand]
                lack_pair, fewest_pair = lack_words[2, hand], least_words[2, hand]
                concealed = given[N_SETS + hand] == 0
                lack = lack if concealed else lack_pair
                fewest = fewest if concealed else fewest_pair
                lane_a[hand] = _ways_that_lack(lack, fewest)
                lane_b[hand] = _ways_that_lack(lack_words[0, hand], least_words[0, hand])
            best_ways, tiles = ways[start:stop], special[start:stop]
            for hand in range(size):
                best_ways[hand] = lane_a[hand]
            for hand in range(BLOCK):
                lane_a[hand] = KNITTED_TILES[lane_a[hand]]
                lane_b[hand] = KNITTED_TILES[lane_b[hand]] | HONORS
            for hand in range(BLOCK):
                held = a[hand] >> 43 & 511 | (b[hand] >> 43 & 511) << 9
                held |= (c[hand] >> 43 & 511) << 18 | (d[hand] >> 43 & 511) << 27
                odd = a[hand] >> 52 & 511 | (b[hand] >> 52 & 511) << 9
                odd |= (c[hand] >> 52 & 511) << 18 | (d[hand] >> 52 & 511) << 27
                doubles = (a[hand] >> 40) + (b[hand] >> 40) + (c[hand] >> 40) + (d[hand] >> 40)
                doubled = -((doubles & 7) + 7 >> 3)  # all bits if one is held twice
                bits = np.int64(found[ATTAINED + hand])
                some = -np.int64(found[BEST + hand] >= 0)
                lane_c[hand] = (
                    odd & -(bits >> 1 & 1)
                    | ORPHANS & ~(held & doubled) & -(bits >> 2 & 1)
                    | lane_b[hand] & ~held & -(bits >> 3 & 1) & some
                    | lane_a[hand] & ~held & -(bits >> 4 & 1)
                )
            for hand in range(size):
                tiles[hand] = lane_c[hand]


@jit_lean
def _ways_that_lack(lacks, fewest):
    """The ways whose byte of the word `lacks` is that of the least, as bits 0-5."""
    differ = lacks ^ (fewest & 255) * 0x0101010101010101
    same = ~(differ + 0x7F7F7F7F7F7F) >> 7 & 0x010101010101  # bytes are far below 128
    return same * 0x0102040810204080 >> 56 & 63
