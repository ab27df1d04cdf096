"""What simulated players aim at: plans, and how many tiles a hand is away from them.

Most hands that are merely complete are worth less than eight fan, so a player who only lowers the
shanten hardly ever wins. A player with a plan lowers the distance to a kind of hand that is worth
enough, or nearly: nine tiles that make one of the great chow fan with a set and a pair beside them,
one suit with honors, pungs, seven pairs, honors and knitted tiles, or thirteen orphans.

The distance is a shanten: one less than the fewest tiles that must come in, as if every tile could.
"""

from typing import NamedTuple

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean
from mjlab.kernels.play.random import below
from mjlab.kernels.shanten.forms import HONORS, KNITTED_TILES, two_numbers
from mjlab.kernels.shanten.tables import LOWER, N_SUITS
from mjlab.kernels.shanten.useful import place_without

ANY, NINE, SUIT, PUNGS, PAIRS, SINGLES, ORPHANS = range(7)
"""Kinds of plan: any regular hand; nine given tiles; one suit and honors; and so on."""
FAR = 99
"""Distance where the sets laid aside rule a plan out."""
_SUIT = 0x1FF
_CHOW = 7


class ShantenTables(NamedTuple):
    """The tables of `mjlab.kernels.shanten.tables` that distances need."""

    halves: np.ndarray
    classes: np.ndarray
    sums: np.ndarray
    shanten: np.ndarray
    info: np.ndarray


def _plans():
    """List the plans: kind, mask of tiles, and whether it needs some fan beside its own."""
    orders = (0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0)
    plans = [(ANY, 0, 0)]
    plans += [(NINE, _SUIT << 9 * suit, 0) for suit in range(3)]
    for order in orders:
        plans.append((NINE, sum(_CHOW << 9 * suit + 3 * at for suit, at in enumerate(order)), 0))
        for low in range(5):
            shifted = sum(_CHOW << 9 * suit + low + at for suit, at in enumerate(order))
            plans.append((NINE, shifted, 1))
    plans += [(NINE, sum(_CHOW << 9 * suit + low for suit in range(3)), 0) for low in range(7)]
    plans += [(NINE, int(KNITTED_TILES[1 << way]), 0) for way in range(6)]
    plans += [(SUIT, _SUIT << 9 * suit | HONORS, 1) for suit in range(3)]
    plans += [(PUNGS, 0, 1), (PAIRS, 0, 0), (ORPHANS, 0, 0)]
    plans += [(SINGLES, int(KNITTED_TILES[1 << way]) | HONORS, 0) for way in range(6)]
    return plans


PLAN_KIND, PLAN_TILES, PLAN_EXTRA = np.array(_plans(), np.int64).T.copy()
N_PLANS = len(PLAN_KIND)


@jit_lean
def _place(low, ninth, gone, halves):
    """The place of a suit, without one copy of each rank of a mask."""
    return np.int64(place_without(low, ninth, -1, gone, halves))


@jit_lean
def regular(a, b, c, d, sets, tables):
    """Shanten of the regular form from the places of the suits, with some sets made."""
    classes, sums = tables.classes, tables.sums
    left = np.int64(classes[a]) << 8 | np.int64(classes[b])
    right = np.int64(classes[c]) << 8 | np.int64(classes[d])
    whole = np.int64(sums[left]) << 8 | np.int64(sums[right])
    return np.int64(tables.shanten[(4 - sets << 8) + np.int64(sums[whole])])


@jit_lean
def distance(plan, word, melds, n_melds, tables):
    """How far a hand, one of WORDS, with sets int16[4] laid aside is from a plan."""
    halves, info = tables.halves, tables.info
    kind, tiles = PLAN_KIND[plan], PLAN_TILES[plan]
    if kind >= PAIRS and n_melds > 0:
        return FAR
    zero = np.uint64(0xFFFFFFFFFFFFFF00)  # without 9s
    both = two_numbers(word.high_z & zero)
    d = np.int64(both >> np.uint64(16) & np.uint64(0xFFFF)) * 625
    d += np.int64(both >> np.uint64(48)) + N_SUITS
    a = _place(word.low_m, word.m9, 0, halves)
    b = _place(word.low_p, word.p9, 0, halves)
    c = _place(word.low_s, word.s9, 0, halves)
    if kind == ANY:
        return regular(a, b, c, d, n_melds, tables)
    if kind == SUIT:
        for i in range(n_melds):
            if tiles >> melds[i] % 34 & 1 == 0:
                return FAR
        none = np.int64(halves[0]) + np.int64(halves[LOWER])
        a = a if tiles & 1 else none
        b = b if tiles >> 9 & 1 else none
        c = c if tiles >> 18 & 1 else none
        return regular(a, b, c, d, n_melds, tables)
    held = info[a] >> 43 & 511 | (info[b] >> 43 & 511) << 9
    held |= (info[c] >> 43 & 511) << 18 | (info[d] >> 43 & 511) << 27
    if kind == NINE:
        free = 1
        for i in range(n_melds):
            chow = _CHOW << np.int64(melds[i]) if melds[i] < 34 else 0
            if chow != 0 and tiles & chow == chow:
                tiles &= ~chow
            else:
                free -= 1
        if free < 0:
            return FAR
        gone = tiles & held
        a = _place(word.low_m, word.m9, gone & 511, halves)
        b = _place(word.low_p, word.p9, gone >> 9 & 511, halves)
        c = _place(word.low_s, word.s9, gone >> 18 & 511, halves)
        return count_bits(tiles & ~held) + regular(a, b, c, d, 4 - free, tables)
    tally = (info[a] >> 32) + (info[b] >> 32) + (info[c] >> 32) + (info[d] >> 32)
    if kind == PAIRS:
        return 6 - (tally & 15)
    if kind == ORPHANS:
        return 13 - (tally >> 4 & 15) - (1 if tally >> 8 & 7 > 0 else 0)
    if kind == SINGLES:
        return 13 - count_bits(tiles & held)
    return FAR


@jit_lean
def pung_distance(counts, melds, n_melds):
    """How far counts uint8[34] are from pungs and a pair."""
    for i in range(n_melds):
        if melds[i] < 34:
            return FAR
    pungs, pairs = 0, 0
    for tile in range(34):
        pungs += counts[tile] >= 3
        pairs += counts[tile] == 2
    wanted = max(0, 4 - n_melds - pungs)
    pairs += max(0, pungs - (4 - n_melds))
    return 2 * wanted - min(pairs, wanted) + (0 if pairs > wanted else 1) - 1


@jit_lean
def away(plan, hand, word, melds, n_melds, tables):
    """Distance of a hand, as counts uint8[34] and the same memory as one of WORDS, to any plan."""
    if PLAN_KIND[plan] == PUNGS:
        return pung_distance(hand, melds, n_melds)
    return distance(plan, word, melds, n_melds, tables)


@jit_lean
def choose_plan(now, hand, word, melds, n_melds, tables, state):
    """The plan that the hand is closest to: the present one, unless another is closer."""
    best, least = now, 2 * away(now, hand, word, melds, n_melds, tables) + PLAN_EXTRA[now]
    first = below(state, N_PLANS - 1)
    for step in range(N_PLANS - 1):
        plan = 1 + (first + step) % (N_PLANS - 1)
        far = 2 * away(plan, hand, word, melds, n_melds, tables) + PLAN_EXTRA[plan]
        if far < least:
            best, least = plan, far
    return best


@jit_lean
def choose_discard(plan, hand, words, player, melds, n_melds, tables, state):
    """The tile without which the hand is closest to the plan; one of several at random."""
    best, least = -1, np.int64(FAR) << 8
    for tile in range(34):
        if hand[tile] == 0:
            continue
        hand[tile] -= 1
        far = away(plan, hand, words[player], melds, n_melds, tables)
        hand[tile] += 1
        far = far << 3 | below(state, 8)
        if best < 0 or far < least:
            best, least = tile, far
    return best
