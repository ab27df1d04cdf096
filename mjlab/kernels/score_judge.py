"""From the fan that are present to the fan that count."""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import jit_lean, lowest_bit

KERNEL_SET = "5e5e0f769681"


@jit_lean
def judge(big, small, counters, facts, rule, best):
    """Apply the exclusions to the fan of a reading, add up, and keep it if it is the best.

    Concealment earns nothing in shapes that are concealed by nature.
    """
    if facts[at.CIRCUMSTANCES] & at.SELF_DRAWN:
        if facts[at.CLAIMED] == 0 and (
            not big & at.FORCED or facts[at.FLAGS] >> at.FLAG_FORCED_FULLY_CONCEALED & 1
        ):
            big |= fan.FULLY_CONCEALED_HAND
        else:
            small |= fan.SELF_DRAWN
    elif facts[at.CLAIMED] == 0 and not big & at.FORCED:
        small |= fan.CONCEALED_HAND
    chow_pairs = counters & 255
    fours = counters >> at.COUNT_FOURS & 7
    doubles = counters >> at.COUNT_DOUBLE_PUNGS & 7
    terminals = counters >> at.COUNT_TERMINAL_PUNGS & 7
    if counters:
        small |= (
            (fan.PURE_DOUBLE_CHOW if chow_pairs & 3 else 0)
            | (fan.MIXED_DOUBLE_CHOW if chow_pairs & 12 else 0)
            | (fan.SHORT_STRAIGHT if chow_pairs & 48 else 0)
            | (fan.TWO_TERMINAL_CHOWS if chow_pairs & 192 else 0)
            | (fan.TILE_HOG if fours else 0)
            | (fan.DOUBLE_PUNG if doubles else 0)
            | (fan.PUNG_OF_TERMINALS_OR_HONORS if terminals else 0)
        )

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
        if small & fan.PURE_DOUBLE_CHOW:
            total += (chow_pairs & 3) * rule[at.COUNTED[0], 2]
        if small & fan.MIXED_DOUBLE_CHOW:
            total += (chow_pairs >> 2 & 3) * rule[at.COUNTED[1], 2]
        if small & fan.SHORT_STRAIGHT:
            total += (chow_pairs >> 4 & 3) * rule[at.COUNTED[2], 2]
        if small & fan.TWO_TERMINAL_CHOWS:
            total += (chow_pairs >> 6) * rule[at.COUNTED[3], 2]
        if small & fan.TILE_HOG:
            total += fours * rule[at.COUNTED[4], 2]
        if small & fan.DOUBLE_PUNG:
            total += doubles * rule[at.COUNTED[5], 2]
        if small & fan.PUNG_OF_TERMINALS_OR_HONORS:
            total += terminals * rule[at.COUNTED[6], 2]
    if total == 0:
        big = fan.CHICKEN_HAND
        total = rule[lowest_bit(fan.CHICKEN_HAND), 2]
    if total > best[0]:
        best[0] = total
        best[1] = big
        best[2] = small
        best[3] = counters
