"""From the fan that are present to the fan that count."""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import count_bits, jit_inline, look

KERNEL_SET = "e514028ba8ea"

_BYTES = 0x0101010101010101


@jit_inline
def judge(big, small, counts, method, rule):
    """Apply the exclusions to the fan of a reading and add up.

    big, small are the two words of fan without those for the way of winning, which `method`
    (circumstances | claimed sets << 5) stands for; counts is the word of counted fan. Returns the
    total and what is left of the three words. There are no branches: what a hand holds is not to
    be guessed from the hand before.
    """
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
