"""The fan of a reading: those of its chows, its pungs, its pair, and where the last tile went."""

from mjlab.kernels._jit import count_bits, jit_inline, look
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan


@jit_inline
def chow_record(weights, flat):
    """Look up the fan of the chows of a hand, from the weights of the three suits, 12 bits each."""
    first = look(flat, at.CHOW_ID + (weights & 4095))
    second = look(flat, at.CHOW_ID + (weights >> 12 & 4095)) & 0xFFFF
    third = look(flat, at.CHOW_ID + (weights >> 24 & 4095)) & 0xFFFF
    both = look(flat, at.CHOW_ROW + (first >> 16) + second)
    return look(flat, at.CHOW_FAN + both + third)


@jit_inline
def set_fan(pungs, pair, weights, winds, gates, rule, flat):
    """Find the fan of sets and pair, whoever gave the last tile: both words, and the counts."""
    # pungs is the mask of all pungs and kongs, pair that of the pair, weights the sum of the chow
    # weights of all suits; winds is seat wind | round wind << 2, gates whether the hand is nine
    # gates.
    flags = look(rule, at.RULE_FLAGS)
    chows = chow_record(weights, flat)
    which = chows & 63
    big = (which != 63) << which
    big |= (pair >> (chows >> 6 & 63) & 1) * fan.PURE_TERMINAL_CHOWS
    big |= (pair >> (chows >> 12 & 63) & 1) * fan.THREE_SUITED_TERMINAL_CHOWS
    counts = (chows >> 32) << at.COUNT_CHOW_PAIRS
    counts += (chows >> 18 & flags >> at.FLAG_TERMINAL_CHOWS_IN_FOUR & 1) << at.COUNT_TERMINAL_CHOWS

    honors = at.HONOR_PUNGS + 2 * (
        pungs >> 27 | (pair & at.WINDS != 0) << 7 | (pair & at.DRAGONS != 0) << 8
    )
    own_winds = look(flat, at.WIND_PUNGS + (pungs >> 27 & 15 | winds << 4))
    big |= look(flat, honors)
    small = look(flat, honors + 1) | own_winds & 0xFFFFFFFF
    terminals = (own_winds >> 32) + count_bits(pungs & at.TERMINALS)
    if gates and not flags >> at.FLAG_NINE_GATES_ALL & 1:
        terminals -= terminals > 0
    counts |= terminals << at.COUNT_TERMINAL_PUNGS

    together, doubles = pung_combinations(pungs & 511, pungs >> 9 & 511, pungs >> 18 & 511)
    big |= together
    counts |= doubles << at.COUNT_DOUBLE_PUNGS
    n_pungs = count_bits(pungs)
    no_chow = n_pungs == 4
    big |= no_chow * fan.ALL_PUNGS
    big |= (no_chow & (pungs & ~at.EVENS == 0) & (pair & at.EVENS != 0)) * fan.ALL_EVEN_PUNGS
    small |= ((n_pungs == 0) & (pair <= at.SUITED)) * fan.ALL_CHOWS
    outside = (chows >> 19 & 7) + count_bits(pungs & at.ORPHANS)
    big |= ((outside == 4) & (pair & at.ORPHANS != 0)) * fan.OUTSIDE_HAND
    fives = (chows >> 22 & 7) + count_bits(pungs & at.FIVES)
    big |= ((fives == 4) & (pair & at.FIVES != 0)) * fan.ALL_FIVES
    return big, small, counts


@jit_inline
def pung_combinations(pungs0, pungs1, pungs2):
    """Find the fan of several suited pungs: one of three or four, and the number of double pungs.

    At most one fan of three pungs is possible with four, and it leaves at most one double pung.
    """
    two0 = pungs0 & pungs1
    two1 = pungs0 & pungs2
    two2 = pungs1 & pungs2
    triple = two0 & pungs2 != 0
    doubles = count_bits(two0) + count_bits(two1) + count_bits(two2) - 3 * triple
    shifted = (
        pungs0 & (pungs1 >> 1 & pungs2 >> 2 | pungs2 >> 1 & pungs1 >> 2)
        | pungs1 & (pungs0 >> 1 & pungs2 >> 2 | pungs2 >> 1 & pungs0 >> 2)
        | pungs2 & (pungs0 >> 1 & pungs1 >> 2 | pungs1 >> 1 & pungs0 >> 2)
    )
    apart = pungs0 | pungs1 << 12 | pungs2 << 24  # with gaps, so that no run crosses suits
    three = apart & apart >> 1 & apart >> 2
    four = three & apart >> 3
    big = triple * fan.TRIPLE_PUNG | (shifted != 0) * fan.MIXED_SHIFTED_PUNGS
    big |= (four != 0) * fan.FOUR_PURE_SHIFTED_PUNGS
    big |= ((three != 0) & (four == 0)) * fan.PURE_SHIFTED_PUNGS
    return big, doubles


@jit_inline
def last_tile_fan(tile, pungs, pair, starts, alone, claimed, kongs, rule):
    """Find the fan that depend on where the last tile went: waits, and the pungs it leaves hidden.

    Returns the two words of fan, those of kongs included.
    """
    # pungs, pair and starts are the masks of the standing pungs, pair and chow starts; alone says
    # whether no other tile was waited for, claimed whether a pung finished by this tile counts as
    # melded, kongs is concealed kongs * 5 + other kongs.
    in_pair = pair >> tile & 1
    closed = starts << 1 >> tile & 1
    edge = ((starts & at.FIRST) << 2 | starts & at.SEVENTH) >> tile & 1
    in_chow = (starts | starts << 1 | starts << 2) >> tile & 1
    # To a chow or the pair it leaves every pung concealed.
    melded = claimed & pungs >> tile & ((in_pair | in_chow) ^ 1)
    hidden = count_bits(pungs) - melded
    in_set = alone & (in_pair ^ 1)
    small = (alone & in_pair) * fan.SINGLE_WAIT
    small |= (in_set & closed) * fan.CLOSED_WAIT
    small |= (in_set & edge & (closed ^ 1)) * fan.EDGE_WAIT
    place = at.RULE_KONGS + 2 * (5 * kongs + hidden)
    return look(rule, place), small | look(rule, place + 1)
