"""The fan that chows make together, that pungs make together, and that kongs make together."""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels import score_tables as table
from mjlab.kernels._jit import count_bits, jit_lean

KERNEL_SET = "5e5e0f769681"


@jit_lean
def chow_fan(weight0, weight1, weight2, chows, pair, facts, flat):
    """Look up the fan of two to four chows, from the weights of the standing ones in each suit.

    Returns the two words of fan and the counters.
    """
    id0 = flat[table.CHOW_ID + weight0 + facts[at.MELD_CHOW_WEIGHT]]
    id1 = flat[table.CHOW_ID + weight1 + facts[at.MELD_CHOW_WEIGHT + 1]]
    id2 = flat[table.CHOW_ID + weight2 + facts[at.MELD_CHOW_WEIGHT + 2]]
    offset = flat[table.CHOW_OFFSET + table.N_SUIT_CHOWS * id0 + id1]
    found = flat[table.CHOW_FAN + offset + id2]
    big = 0
    small = 0
    counters = found >> 6 & 255
    if found & 63 != 63:
        big = 1 << (found & 63)
    if chows == 4:
        if pair < 27:
            small = fan.ALL_CHOWS
        if found >> 14 & 15:
            if pair == 9 * (found >> 14 & 3) - 5:
                big |= fan.PURE_TERMINAL_CHOWS
            elif pair == 9 * (found >> 16 & 3) - 5:
                big |= fan.THREE_SUITED_TERMINAL_CHOWS
        if found >> 18 & facts[at.FLAGS] >> at.FLAG_TERMINAL_CHOWS_IN_FOUR & 1:
            counters |= 1 << at.COUNT_SHIFT[3]
    return big, small, counters


@jit_lean
def pung_fan(pungs0, pungs1, pungs2, honors, concealed, chows, pair, facts):
    """Find the fan of pungs and kongs from their masks; `concealed` counts those not claimed.

    Returns the two words of fan and the counters.
    """
    big, small, winds_left = _honor_fan(honors, pair, facts)
    ends = 0b100000001
    terminals = winds_left + count_bits(pungs0 & ends)
    terminals += count_bits(pungs1 & ends) + count_bits(pungs2 & ends)
    if facts[at.NINE_GATES] and not facts[at.FLAGS] >> at.FLAG_NINE_GATES_ALL & 1:
        terminals -= terminals > 0
    counters = terminals << at.COUNT_TERMINAL_PUNGS
    pungs = 4 - chows
    if pungs >= 2:
        together, doubles = _pung_combinations(pungs0, pungs1, pungs2, pungs)
        big |= together
        counters |= doubles << at.COUNT_DOUBLE_PUNGS
        if pungs == 4:
            big |= fan.ALL_PUNGS
            evens = 0b010101010
            if (pungs0 | pungs1 | pungs2) & ~evens == 0 and honors == 0:
                if pair < 27 and 1 << (pair % 9) & evens:
                    big |= fan.ALL_EVEN_PUNGS
        kongs = facts[at.CONCEALED_KONGS]
        if concealed + kongs == 4:
            big |= fan.FOUR_CONCEALED_PUNGS
        elif concealed + kongs == 3:
            big |= fan.THREE_CONCEALED_PUNGS
        elif concealed + kongs == 2 and (
            kongs != 1 or facts[at.FLAGS] >> at.FLAG_TWO_WITH_KONG & 1
        ):
            small |= fan.TWO_CONCEALED_PUNGS
    return big, small, counters


@jit_lean
def _honor_fan(honors, pair, facts):
    """Fan of wind and dragon pungs, and how many wind pungs may still be 幺九刻."""
    big = 0
    small = 0
    winds = count_bits(honors & 15)
    dragons = honors >> 4
    winds_left = winds
    if winds:
        seat, prevailing = 1 << facts[at.SEAT], 1 << facts[at.ROUND]
        if honors & seat:
            small |= fan.SEAT_WIND
        if honors & prevailing:
            small |= fan.PREVALENT_WIND
        winds_left -= count_bits(honors & (seat | prevailing))
        if winds >= 3:
            winds_left = 0  # the larger fan has used them up
            if winds == 4:
                big |= fan.BIG_FOUR_WINDS
            elif 27 <= pair < 31:
                big |= fan.LITTLE_FOUR_WINDS
            else:
                big |= fan.BIG_THREE_WINDS
    if dragons:
        if dragons & (dragons - 1) == 0:
            small |= fan.DRAGON_PUNG
        elif dragons == 7:
            big |= fan.BIG_THREE_DRAGONS
        elif pair >= 31:
            big |= fan.LITTLE_THREE_DRAGONS
        else:
            big |= fan.TWO_DRAGON_PUNGS
    return big, small, winds_left


@jit_lean
def _pung_combinations(pungs0, pungs1, pungs2, pungs):
    """Find the fan of several suited pungs: one of three or four, and the number of double pungs.

    At most one fan of three pungs is possible with four, and it leaves at most one double pung.
    """
    big = 0
    two0 = pungs0 & pungs1
    two1 = pungs0 & pungs2
    two2 = pungs1 & pungs2
    doubles = 0
    if two0 | two1 | two2:
        if two0 & pungs2:
            return fan.TRIPLE_PUNG, 0
        doubles = count_bits(two0) + count_bits(two1) + count_bits(two2)
    if pungs >= 3:
        if (
            pungs0 & (pungs1 >> 1 & pungs2 >> 2 | pungs2 >> 1 & pungs1 >> 2)
            | pungs1 & (pungs0 >> 1 & pungs2 >> 2 | pungs2 >> 1 & pungs0 >> 2)
            | pungs2 & (pungs0 >> 1 & pungs1 >> 2 | pungs1 >> 1 & pungs0 >> 2)
        ):
            big |= fan.MIXED_SHIFTED_PUNGS
        for i in range(3):
            one = pungs0 if i == 0 else (pungs1 if i == 1 else pungs2)
            three = one & one >> 1 & one >> 2
            if three:
                big |= fan.FOUR_PURE_SHIFTED_PUNGS if three & one >> 3 else fan.PURE_SHIFTED_PUNGS
    return big, doubles


@jit_lean
def kong_fan(facts):
    """Note the one fan that the kongs of the hand make together."""
    concealed = facts[at.CONCEALED_KONGS]
    melded = facts[at.MELDED_KONGS]
    kongs = concealed + melded
    big = 0
    small = 0
    if kongs == 1:
        small = fan.CONCEALED_KONG if concealed else fan.MELDED_KONG
    elif kongs == 2:
        if concealed == 2:
            big = fan.TWO_CONCEALED_KONGS
        elif melded == 2:
            big = fan.TWO_MELDED_KONGS
        elif facts[at.FLAGS] >> at.FLAG_SUM_OF_KONGS & 1:
            small = fan.CONCEALED_KONG | fan.MELDED_KONG
        else:
            small = fan.MELDED_AND_CONCEALED_KONG
    elif kongs == 3:
        big = fan.THREE_KONGS
    elif kongs == 4:
        big = fan.FOUR_KONGS
    facts[at.KONG_BIG] = big
    facts[at.KONG_SMALL] = small
