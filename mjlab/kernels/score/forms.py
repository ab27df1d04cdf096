"""The shapes besides four sets and a pair, and the number of tiles a hand waited for."""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_inline, jit_lean, look, lowest_bit
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan
from mjlab.kernels.score.suits import falls_apart
from mjlab.kernels.score.whole import add_tile, bit_planes, judge, suit_key


@jit_inline
def knitted_body(standing, flat):
    """Place of the arrangement whose nine tiles all stand, 0 for none; there cannot be two."""
    there = standing & standing >> 3 & standing >> 6  # whole groups, at their lowest tile
    return look(flat, at.BODIES + (there & 7 | there >> 6 & 7 << 3 | there >> 12 & 7 << 6))


@jit_lean
def knitted_singles(standing, flat):
    """1 if the suited tiles are of one arrangement, 2 if they are all of it, else 0."""
    suited = standing & at.SUITED
    within = False
    whole = False
    for i in range(6):
        mask = look(flat, at.ARRANGEMENTS + 4 * i)
        within |= suited & ~mask == 0
        whole |= suited == mask
    return within + whole


@jit_lean
def score_special(big, small, n_fours, ones, standing, method, rule, flat):
    """Score the concealed shapes: seven pairs, thirteen orphans, honors and knitted tiles.

    big, small are the whole hand's fan, n_fours kinds held four times. As `judge`; -1 is no shape.
    """
    flags = look(rule, at.RULE_FLAGS)
    if ones == 0:
        if not flags >> at.FLAG_PAIRS_TAKE_SET_FAN & 1:
            big &= ~(
                fan.ALL_GREEN | fan.ALL_HONORS | fan.ALL_TERMINALS | fan.ALL_TERMINALS_AND_HONORS
            )
        if big & fan.FULL_FLUSH and standing >> lowest_bit(standing) == 127:
            big |= fan.SEVEN_SHIFTED_PAIRS
        return judge(big | fan.SEVEN_PAIRS, small, n_fours << at.COUNT_FOURS, method, rule)
    none = np.int64(0)
    big = none
    if standing == at.ORPHANS:
        big = none | fan.THIRTEEN_ORPHANS
    elif count_bits(standing) == 14:
        fits = knitted_singles(standing, flat)
        if fits and standing >> 27 == 127:
            big = none | fan.GREATER_HONORS_AND_KNITTED_TILES
        elif fits:
            big = none | fan.LESSER_HONORS_AND_KNITTED_TILES
            if fits == 2 and flags >> at.FLAG_LESSER_WITH_STRAIGHT & 1:
                big |= fan.KNITTED_STRAIGHT
    if big == 0:
        return none - 1, none, none, none
    return judge(big, none, none, method, rule)


@jit_lean
def waits_number(concealed, melds, flat):
    """Count the kinds that would complete uint8[34] with int16[4] and are not all in it already.

    Slow and rare: wanted only where the ruleset says that a tile held four times is no wait.
    """
    key0, key1, key2 = suit_key(concealed, 0), suit_key(concealed, 1), suit_key(concealed, 2)
    ones, twos, fours = bit_planes(concealed)
    n_melds = 0
    for i in range(4):
        n_melds += melds[i] >= 0
    waits = 0
    for tile in range(34):
        if concealed[tile] + _laid_aside(tile, melds, n_melds) >= 4:
            continue
        unit = at.UNITS + 3 * tile
        after = add_tile(tile, ones, twos, fours)
        waits += _is_complete(
            key0 + look(flat, unit), key1 + look(flat, unit + 1), key2 + look(flat, unit + 2),
            after[0], after[1], after[2], n_melds, flat,
        )  # fmt: skip
    return waits


@jit_lean
def _laid_aside(tile, melds, n_melds):
    copies = 0
    for i in range(n_melds):
        kind = melds[i] // 34
        lowest = melds[i] - 34 * kind
        if kind == at.CHOW:
            copies += lowest <= tile <= lowest + 2
        elif tile == lowest:
            copies += 3 if kind == at.PUNG else 4
    return copies


@jit_lean
def _is_complete(key0, key1, key2, ones, twos, fours, n_melds, flat):
    """Whether standing tiles are complete in any shape."""
    if falls_apart(key0, key1, key2, ones, twos, fours, flat):
        return True
    standing = ones | twos | fours
    if n_melds == 0:
        if ones == 0 or standing == at.ORPHANS:
            return True
        if count_bits(standing) == 14 and knitted_singles(standing, flat):
            return True
    if n_melds <= 1:
        body = knitted_body(standing, flat)
        return body != 0 and falls_apart(
            key0 - look(flat, body + 1), key1 - look(flat, body + 2), key2 - look(flat, body + 3),
            ones, twos, fours, flat,
        )  # fmt: skip
    return False
