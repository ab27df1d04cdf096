"""The ways to give three states to the three suits, and which of them a fan tells apart."""

from mjlab.kernels import census_states as state
from mjlab.kernels._jit import jit_lean

KERNEL_SET = "e514028ba8ea"


@jit_lean
def give_suits(a, b, c, states, placed):
    """Give three states to the suits in every way; returns how many of these fan tell apart.

    placed int64[28] gets for each of them the states of the three suits, and how many ways are
    like this one.
    """
    masks_a = states[a, state.MASKS]
    masks_b = states[b, state.MASKS]
    masks_c = states[c, state.MASKS]
    any_suit = state.ALL_SUITS << state.ALLOWED
    placed[0], placed[1], placed[2] = a, b, c
    some_empty = (
        (masks_a & state.SOME == 0) | (masks_b & state.SOME == 0) | (masks_c & state.SOME == 0)
    )
    if masks_a & masks_b & masks_c & any_suit == any_suit and not some_empty:
        placed[3] = 6
        if a == b:
            placed[3] = 1 if b == c else 3
        elif b == c:
            placed[3] = 3
        return 1
    n = 1  # the first place is for those that no fan tells apart
    placed[3] = 0
    for x in range(3):
        for y in range(3):
            z = 3 - x - y
            if x == y or (a == b and x > y) or (b == c and y > z):
                continue
            allowed = masks_a >> (state.ALLOWED + x) & masks_b >> (state.ALLOWED + y)
            if not allowed & masks_c >> (state.ALLOWED + z) & 1:
                continue
            s0 = a if x == 0 else (b if y == 0 else c)
            s1 = a if x == 1 else (b if y == 1 else c)
            s2 = a if x == 2 else (b if y == 2 else c)
            place = 0
            if some_empty and _may_be_coloured(
                states[s0, state.MASKS], states[s1, state.MASKS], states[s2, state.MASKS]
            ):
                place = 4 * n
                placed[place + 3] = 0
                n += 1
            placed[place], placed[place + 1], placed[place + 2] = s0, s1, s2
            placed[place + 3] += 1
    return n


@jit_lean
def _may_be_coloured(masks0, masks1, masks2):
    """Whether all suited tiles of a hand are green, or all are reversible."""
    green = (masks1 & state.SOME == 0) & (masks2 >> state.COLOURS & 1)
    reversible = masks1 >> (state.COLOURS + 1) & masks2 >> (state.COLOURS + 2) & 1
    return (masks0 & state.SOME == 0) and (green | reversible) != 0
