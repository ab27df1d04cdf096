"""The hand as a whole: its tiles and sets laid aside, the fan of all tiles; and the judgement."""

from mjlab.kernels._jit import bits_of, count_bits, jit_inline, load_word, look
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan

_BYTES = 0x0101010101010101


@jit_inline
def suit_key(concealed, suit):
    """Base-5 number of the nine counts of a suit, of uint8[34]: eight at once, by pairs."""
    word = load_word(concealed, 9 * suit)
    odd_bytes = 0x00FF00FF00FF00FF
    pairs = (word & odd_bytes) + 5 * (word >> 8 & odd_bytes)
    odd_pairs = 0x0000FFFF0000FFFF
    fours = (pairs & odd_pairs) + 25 * (pairs >> 16 & odd_pairs)
    return (fours & 0xFFFFFFFF) + 625 * (fours >> 32) + 390625 * concealed[9 * suit + 8]


@jit_inline
def bit_planes(concealed):
    """Masks of the kinds whose count of uint8[34] holds a one, a two, a four."""
    ones = bits_of(concealed, 0, 0) | bits_of(concealed, 2, 0) << 2
    twos = bits_of(concealed, 0, 1) | bits_of(concealed, 2, 1) << 2
    fours = bits_of(concealed, 0, 2) | bits_of(concealed, 2, 2) << 2
    return ones, twos, fours


@jit_inline
def add_tile(tile, ones, twos, fours):
    """Add one tile to the bit planes of a hand."""
    carry = 1 << tile
    next_carry = ones & carry
    return ones ^ carry, twos ^ next_carry, fours ^ (twos & next_carry)


@jit_inline
def laid_aside(melds, flat):
    """Sum up the sets of int16[4].

    Returns the word of sums, masks of pungs and kongs and of all kinds, bit planes of the chows.
    """
    place0 = at.MELDS + 3 * (melds[0] + 1)
    place1 = at.MELDS + 3 * (melds[1] + 1)
    place2 = at.MELDS + 3 * (melds[2] + 1)
    place3 = at.MELDS + 3 * (melds[3] + 1)
    sums = look(flat, place0) + look(flat, place1) + look(flat, place2) + look(flat, place3)
    pungs0, kinds0 = look(flat, place0 + 1), look(flat, place0 + 2)
    pungs1, kinds1 = look(flat, place1 + 1), look(flat, place1 + 2)
    pungs2, kinds2 = look(flat, place2 + 1), look(flat, place2 + 2)
    pungs3, kinds3 = look(flat, place3 + 1), look(flat, place3 + 2)
    pungs = pungs0 | pungs1 | pungs2 | pungs3
    present = kinds0 | kinds1 | kinds2 | kinds3
    chow0, chow1, chow2, chow3 = kinds0 ^ pungs0, kinds1 ^ pungs1, kinds2 ^ pungs2, kinds3 ^ pungs3
    half0, half1 = chow0 ^ chow1, chow2 ^ chow3
    both0, both1 = chow0 & chow1, chow2 & chow3
    return sums, pungs, present, half0 ^ half1, both0 ^ both1 ^ half0 & half1, both0 & both1


@jit_inline
def four_of_a_kind(ones, twos, fours, pungs, chow_ones, chow_twos, chow_fours):
    """Mask of the kinds held four times without a kong: standing tiles, chows and pungs added."""
    carry = ones & chow_ones
    all_twos = twos ^ chow_twos ^ carry
    all_fours = fours | chow_fours | twos & chow_twos | carry & (twos ^ chow_twos)
    return all_fours | pungs & (ones ^ chow_ones) & ~all_twos


@jit_inline
def whole_hand_fan(present, rule, flat):
    """Both words of the fan that look at which kinds occur, of a mask of all kinds in the hand."""
    characters = present & 511
    dots = present >> 9 & 511
    bamboo = present >> 18 & 511
    honors = present >> 27
    ranks = at.RANKS + 2 * (characters | dots | bamboo | (honors != 0) << 9)
    suits = (characters != 0) | (dots != 0) << 1 | (bamboo != 0) << 2
    colour = at.RULE_COLOUR + 2 * (suits | (honors & 15 != 0) << 3 | (honors >> 4 != 0) << 4)
    big = look(flat, ranks) | look(rule, colour)
    big |= (present & ~at.GREEN_TILES == 0) * fan.ALL_GREEN
    big |= (present & ~at.REVERSIBLE_TILES == 0) * fan.REVERSIBLE_TILES
    return big, look(flat, ranks + 1) | look(rule, colour + 1)


@jit_inline
def judge(big, small, counts, method, rule):
    """Apply the exclusions to a reading's fan: its total, and what is left of the three words."""
    # big, small are the two words of fan without those for the way of winning, which `method`
    # (circumstances | claimed sets << 5) stands for; counts is the word of counted fan. There are
    # no branches: what a hand holds is not to be guessed from the hand before.
    place = at.RULE_METHOD + 4 * method + 2 * ((big & at.FORCED) != 0)
    big |= look(rule, place)
    small |= look(rule, place + 1)

    # What a present fan excludes is out, even if that fan is excluded itself. Of the small fan
    # only two exclude anything, wait fan aside.
    out_big = 0
    out_small = ((small & (fan.ALL_CHOWS | fan.ALL_SIMPLES)) != 0) * fan.NO_HONORS
    for chunk in range(6):
        place = at.RULE_EXCLUDED + 2 * (1024 * chunk + (big >> 10 * chunk & 1023))
        out_big |= look(rule, place)
        out_small |= look(rule, place + 1)
    big &= ~out_big
    small &= ~out_small
    out_counted = out_small >> 5 & 3 | out_small >> 8 & 0b1111100
    counts &= ~(255 * (out_counted * 0x0002040810204081 & _BYTES))  # a bit becomes a byte

    total = counts * look(rule, at.RULE_COUNTED) >> 56 & 255
    for digit in range(6):
        total += count_bits(big & look(rule, at.RULE_BIG_VALUES + digit)) << digit + 1
    for digit in range(3):
        total += count_bits(small & look(rule, at.RULE_SMALL_VALUES + digit)) << digit
    if total == 0:
        big = fan.CHICKEN_HAND
        total = look(rule, at.RULE_CHICKEN)
    return total, big, small, counts
