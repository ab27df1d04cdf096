"""Scoring many hands: one pass over the rows of a batch.

For each hand `score_hand` collects what does not depend on how the tiles are read (`whole`)
and looks its suits up (`suits`). The fan of a reading are bits of two words and bytes of a
third (`sets`), `judge` applies the exclusions and adds up, and the best reading is written.

Nothing one hand says helps to guess the next, and a wrong guess costs a processor more than ten
table look-ups: so there are look-ups and arithmetic where one would expect branches, and branches
only around what few hands need.
"""

from typing import NamedTuple

import numpy as np

from mjlab.kernels._jit import count_bits, jit_inline, jit_lean, look, store_bits
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan
from mjlab.kernels.score import lookups
from mjlab.kernels.score.forms import knitted_body, score_special, waits_number
from mjlab.kernels.score.sets import last_tile_fan, set_fan
from mjlab.kernels.score.suits import join, records_of, suit_place, waited_alone
from mjlab.kernels.score.whole import (
    add_tile,
    bit_planes,
    four_of_a_kind,
    judge,
    laid_aside,
    suit_key,
    whole_hand_fan,
)

WEIGHTS = (1 << 36) - 1
"""The part of the word of sums that chow weights fill."""


class Hand(NamedTuple):
    """What all readings of a hand share, each an int64."""

    tile: int
    """The winning tile."""
    honor_pungs: int
    """Masks of the standing honors, at their place among the 34 kinds."""
    honor_pair: int
    sums: int
    """Of the sets laid aside, see `lookups`."""
    pungs: int
    """Mask of the pungs and kongs laid aside."""
    big: int
    """Fan of the whole hand."""
    small: int
    counts: int
    """Counted fan that no reading changes."""
    winds: int
    """Seat wind | round wind << 2."""
    gates: int
    """Whether the hand is nine gates."""
    method: int
    """Circumstances | claimed sets << 5."""
    claimed: int
    """Whether a pung finished by the winning tile counts as melded."""
    kongs: int
    """Concealed kongs * 5 + other kongs."""


@jit_lean
def score_rows(
    concealed,
    melds,
    win,
    circumstances,
    round_wind,
    seat_wind,
    flowers,
    rule,
    flat,
    totals,
    fans,
    status,
):
    """Score the rows whose status is 0; totals and fan are written, or the status becomes 1."""
    # concealed uint8[N,34], melds int16[N,4], win int8[N], circumstances uint16[N], winds and
    # flowers int8[N]; rule is that of `rules.build`, flat that of `tables.build`; totals int16[N],
    # fans uint8[N,82] and status int8[N] are written.
    for row in range(win.shape[0]):
        if status[row] != 0:
            continue
        total, big, small, counts = score_hand(
            concealed[row],
            melds[row],
            np.int64(win[row]),
            np.int64(circumstances[row]),
            np.int64(seat_wind[row]) | np.int64(round_wind[row]) << 2,
            rule,
            flat,
        )
        if total < 0:
            status[row] = 1
            continue
        totals[row] = total + flowers[row] * look(rule, at.RULE_FLOWER_POINTS)
        write_fans(big, small, counts, flowers[row], fans[row])


@jit_inline
def score_hand(concealed, melds, tile, circumstances, winds, rule, flat):
    """Find the best reading of a hand: its total, its two words of fan and its counts.

    All numbers are int64. The total is -1 if the winning tile completes nothing.
    """
    flags = look(rule, at.RULE_FLAGS)
    key0, key1, key2 = suit_key(concealed, 0), suit_key(concealed, 1), suit_key(concealed, 2)
    gates = np.int64((key0 == at.GATES) | (key1 == at.GATES) | (key2 == at.GATES))
    unit = at.UNITS + 3 * tile
    key0 += look(flat, unit)
    key1 += look(flat, unit + 1)
    key2 += look(flat, unit + 2)
    before = bit_planes(concealed)
    ones, twos, fours = add_tile(tile, before[0], before[1], before[2])
    standing = ones | twos | fours
    sums, pungs, present, chow_ones, chow_twos, chow_fours = laid_aside(melds, flat)
    n_melds = sums >> lookups.N_MELDS & 7
    concealed_kongs = sums >> lookups.CONCEALED_KONGS & 7
    big, small = whole_hand_fan(standing | present, rule, flat)
    held_four = four_of_a_kind(ones, twos, fours, pungs, chow_ones, chow_twos, chow_fours)
    hand = Hand(
        tile,
        (ones & twos) >> 27 << 27,
        (twos & ~ones) >> 27 << 27,
        sums,
        pungs,
        big | gates * fan.NINE_GATES,
        small,
        count_bits(held_four) << at.COUNT_FOURS,
        winds,
        gates,
        circumstances | (n_melds - concealed_kongs) << 5,
        (circumstances & at.SELF_DRAWN ^ 1) & (flags >> at.FLAG_PUNG_CONCEALED & 1 ^ 1),
        5 * concealed_kongs + (sums >> lookups.MELDED_KONGS & 7),
    )
    place0, misfit0 = suit_place(key0, flat)
    place1, misfit1 = suit_place(key1, flat)
    place2, misfit2 = suit_place(key2, flat)
    honor_misfit = (ones & ~twos | fours) >> 27
    none = np.int64(0)
    best = none - 1, none, none, none
    if misfit0 | misfit1 | misfit2 | honor_misfit == 0:
        alone = waited_alone(place0, place1, place2, hand.honor_pair, flat) >> tile & 1
        # The thirteen tiles may have waited for a seventh pair as well, or for a fifth copy less.
        odd = ones ^ 1 << tile
        alone &= np.int64((n_melds != 0) | (odd & (odd - 1) != 0) | (odd == 1 << tile))
        if not flags >> at.FLAG_EXHAUSTED & 1:
            alone = np.int64(waits_number(concealed, melds, flat) == 1)
        best = score_readings(place0, place1, place2, alone, none - 1, hand, rule, flat)
    body = (n_melds <= 1) * knitted_body(standing, flat)
    if body:
        other = _score_knitted(
            concealed, melds, body, key0, key1, key2, honor_misfit, ones & ~twos, hand, rule, flat
        )
        if other[0] > best[0]:
            best = other
    if (n_melds == 0) & ((ones == 0) | (count_bits(standing) >= 13)):
        other = score_special(
            big, small, count_bits(held_four), ones, standing, hand.method, rule, flat
        )
        if other[0] > best[0]:
            best = other
    return best


@jit_lean
def score_readings(place0, place1, place2, alone, kept, hand, rule, flat):
    """Find the best way to read the honors and the suits at some places of the table; as `judge`.

    alone says whether no other tile was waited for; kept masks the second word of fan.
    """
    none = np.int64(0)
    best = none - 1, none, none, none
    first0, end0 = records_of(place0, flat)
    first1, end1 = records_of(place1, flat)
    first2, end2 = records_of(place2, flat)
    for i in range(first0, end0):
        for j in range(first1, end1):
            for k in range(first2, end2):
                pungs, pair, starts, weights = join(look(flat, i), look(flat, j), look(flat, k))
                pungs |= hand.honor_pungs
                pair |= hand.honor_pair
                if pair & (pair - 1) != 0 or pair == 0:
                    return best
                big, small, counts = set_fan(
                    pungs | hand.pungs, pair, weights + (hand.sums & WEIGHTS),
                    hand.winds, hand.gates, rule, flat,
                )  # fmt: skip
                more_big, more_small = last_tile_fan(
                    hand.tile, pungs, pair, starts, alone, hand.claimed, hand.kongs, rule
                )
                found = judge(
                    big | more_big | hand.big,
                    (small | more_small | hand.small) & kept,
                    counts | hand.counts,
                    hand.method,
                    rule,
                )
                if found[0] > best[0]:
                    best = found
    return best


@jit_lean
def _score_knitted(
    concealed, melds, body, key0, key1, key2, honor_misfit, single, hand, rule, flat
):
    """Score readings as a knitted straight, whose keys stand at `body`, one set and a pair."""
    none = np.int64(0)
    place0, misfit0 = suit_place(key0 - look(flat, body + 1), flat)
    place1, misfit1 = suit_place(key1 - look(flat, body + 2), flat)
    place2, misfit2 = suit_place(key2 - look(flat, body + 3), flat)
    if misfit0 | misfit1 | misfit2 | honor_misfit:
        return none - 1, none, none, none
    # Thirteen tiles one short of a knitted straight are one short of no other shape: they hold
    # eight of its nine single tiles, which no set or pair takes up, and a set or pair beside them.
    flags = look(rule, at.RULE_FLAGS)
    tile = hand.tile
    of_body = look(flat, body) >> tile & 1
    alone = waited_alone(place0, place1, place2, hand.honor_pair, flat) >> tile & 1
    alone |= of_body & single >> tile
    if not flags >> at.FLAG_EXHAUSTED & 1:
        alone = np.int64(waits_number(concealed, melds, flat) == 1)
    kept = none - 1
    if of_body and flags >> at.FLAG_KNITTED_NO_WAIT & 1:
        alone = none
    if of_body and flags >> at.FLAG_KNITTED_PAIR_ONLY & 1:
        kept = none | ~(fan.CLOSED_WAIT | fan.EDGE_WAIT)
    beside = Hand(
        hand.tile,
        hand.honor_pungs,
        hand.honor_pair,
        hand.sums,
        hand.pungs,
        fan.KNITTED_STRAIGHT | hand.big & fan.ALL_TYPES,
        hand.small & fan.NO_HONORS,
        hand.counts,
        hand.winds,
        none,
        hand.method,
        hand.claimed,
        hand.kongs,
    )
    return score_readings(place0, place1, place2, alone, kept, beside, rule, flat)


@jit_inline
def write_fans(big, small, counts, flowers, fans):
    """Write the fan vector uint8[82] from words of fan and counts."""
    store_bits(big | small << fan.N_BIG, fans, 0)
    store_bits(big >> 18 | small << 40, fans, 18)
    for i in range(7):
        fans[at.COUNTED[i]] = counts >> 8 * i & 255
    fans[at.FLOWER_TILES] = flowers
