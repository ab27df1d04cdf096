"""From the fan that are present to the fan that count, and what several readings share."""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import count_bits, jit, lowest_bit

KERNEL_SET = "7be7aa704d23"


@jit
def judge(big, small, counters, forced, facts, rule, best):
    """Apply the exclusions to the fan of a reading, add up, and keep it if it is the best.

    `forced` says that the shape is concealed by nature, so that concealment earns nothing.
    """
    if facts[at.CIRCUMSTANCES] & at.SELF_DRAWN:
        if facts[at.CLAIMED] == 0 and (
            not forced or facts[at.FLAGS] >> at.FLAG_FORCED_FULLY_CONCEALED & 1
        ):
            big |= fan.FULLY_CONCEALED_HAND
        else:
            small |= fan.SELF_DRAWN
    elif facts[at.CLAIMED] == 0 and not forced:
        small |= fan.CONCEALED_HAND
    if counters:
        for i in range(7):
            if counters >> at.COUNT_SHIFT[i] & at.COUNT_MASK[i]:
                small |= 1 << (at.COUNTED[i] - fan.N_BIG)

    # What a present fan excludes is out, even if that fan is excluded itself.
    out_big = 0
    out_small = 0
    rest = big
    while rest:
        column = lowest_bit(rest)
        rest &= rest - 1
        out_big |= rule[column, 0]
        out_small |= rule[column, 1]
    if small & (fan.ALL_CHOWS | fan.ALL_SIMPLES):
        out_small |= fan.NO_HONORS  # the only exclusions among the small fan, wait fan aside
    big &= ~out_big
    small &= ~out_small

    total = 0
    rest = big
    while rest:
        total += rule[lowest_bit(rest), 2]
        rest &= rest - 1
    rest = small & ~at.COUNTED_FAN
    while rest:
        total += rule[fan.N_BIG + lowest_bit(rest), 2]
        rest &= rest - 1
    if small & at.COUNTED_FAN:
        for i in range(7):
            column = at.COUNTED[i]
            if small >> (column - fan.N_BIG) & 1:
                total += (counters >> at.COUNT_SHIFT[i] & at.COUNT_MASK[i]) * rule[column, 2]
    if total == 0:
        big = fan.CHICKEN_HAND
        total = rule[lowest_bit(fan.CHICKEN_HAND), 2]
    if total > best[0]:
        best[0] = total
        best[1] = big
        best[2] = small
        best[3] = counters


@jit
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


@jit
def pung_combinations(pungs0, pungs1, pungs2, pungs):
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
