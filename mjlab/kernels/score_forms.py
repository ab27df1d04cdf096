"""The shapes besides four sets and a pair, and the number of tiles a hand waited for."""

import numpy as np

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import count_bits, jit, lowest_bit
from mjlab.kernels.score_judge import judge

KERNEL_SET = "7be7aa704d23"

_KNIT = (0b001001001, 0b010010010, 0b100100100)  # ranks 147, 258, 369
_SUITED = (1 << 27) - 1
# The six ways to give the three groups of ranks to the three suits, as masks of tiles.
_ARRANGEMENTS = tuple(
    _KNIT[a] | _KNIT[b] << 9 | _KNIT[c] << 18
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)


@jit
def score_special(counts, facts, rule, best):
    """Score the concealed shapes: seven pairs, thirteen orphans, honors and knitted tiles."""
    if facts[at.N_MELDS] != 0:
        return
    standing = facts[at.STANDING]
    if facts[at.ODD] == 0:
        big = fan.SEVEN_PAIRS | facts[at.COLOUR_BIG] | facts[at.METHOD_BIG]
        if not facts[at.FLAGS] >> at.FLAG_PAIRS_TAKE_SET_FAN & 1:
            big &= ~(
                fan.ALL_GREEN | fan.ALL_HONORS | fan.ALL_TERMINALS | fan.ALL_TERMINALS_AND_HONORS
            )
        if facts[at.COLOUR_BIG] & fan.FULL_FLUSH and facts[at.FOURS] == 0:
            if standing >> lowest_bit(standing) == 127:
                big |= fan.SEVEN_SHIFTED_PAIRS
        counters = facts[at.FOURS] << at.COUNT_FOURS
        judge(big, facts[at.COLOUR_SMALL], counters, True, facts, rule, best)
        return
    kinds = count_bits(standing)
    if kinds == 13 and standing == at.ORPHANS:
        judge(fan.THIRTEEN_ORPHANS | facts[at.METHOD_BIG], 0, 0, True, facts, rule, best)
    elif kinds == 14:
        suited = standing & _SUITED
        for i in range(6):
            if suited & ~_ARRANGEMENTS[i] == 0:
                if standing >> 27 == 127:
                    big = fan.GREATER_HONORS_AND_KNITTED_TILES
                else:
                    big = fan.LESSER_HONORS_AND_KNITTED_TILES
                    if (
                        suited == _ARRANGEMENTS[i]
                        and facts[at.FLAGS] >> at.FLAG_LESSER_WITH_STRAIGHT & 1
                    ):
                        big |= fan.KNITTED_STRAIGHT
                judge(big | facts[at.METHOD_BIG], 0, 0, True, facts, rule, best)
                return


@jit
def score_knitted_straight(counts, melds, facts, rule, best):
    """Score readings as a knitted straight, one set and a pair."""
    for i in range(6):
        body = _ARRANGEMENTS[i]
        if facts[at.STANDING] & body != body:
            continue
        alone = waits_number(counts, melds, facts) == 1
        rest = body
        while rest:
            counts[lowest_bit(rest)] -= 1
            rest &= rest - 1
        for pair in range(34):
            if counts[pair] < 2:
                continue
            counts[pair] -= 2
            if facts[at.N_MELDS] == 1:
                _knitted_reading(-1, -1, pair, alone, body, facts, rule, best)
            else:
                for tile in range(34):
                    if counts[tile] == 3:
                        _knitted_reading(-1, tile, pair, alone, body, facts, rule, best)
                    elif (
                        tile < 27
                        and tile % 9 < 7
                        and counts[tile] == 1
                        and counts[tile + 1] == 1
                        and counts[tile + 2] == 1
                    ):
                        _knitted_reading(tile, -1, pair, alone, body, facts, rule, best)
            counts[pair] += 2
        rest = body
        while rest:
            counts[lowest_bit(rest)] += 1
            rest &= rest - 1
        return  # nine tiles of one arrangement leave no room for those of another


@jit
def _knitted_reading(chow, pung, pair, alone, body, facts, rule, best):
    """Judge one reading; `chow` and `pung` are -1 where the set is another or laid aside."""
    big = fan.KNITTED_STRAIGHT | facts[at.METHOD_BIG] | facts[at.KONG_BIG]
    big |= facts[at.COLOUR_BIG] & fan.ALL_TYPES
    small = facts[at.COLOUR_SMALL] & fan.NO_HONORS | facts[at.KONG_SMALL]
    counters = facts[at.FOURS] << at.COUNT_FOURS
    if pair < 27 and (chow >= 0 or facts[at.MELD_CHOWS] == 1):
        small |= fan.ALL_CHOWS
    honors = facts[at.MELD_PUNGS + 3]
    ends = 0b100000001
    terminals = (facts[at.MELD_PUNGS] | facts[at.MELD_PUNGS + 1] | facts[at.MELD_PUNGS + 2]) & ends
    if pung >= 27:
        honors = 1 << (pung - 27)
    elif pung >= 0:
        terminals = 1 << (pung % 9) & ends
    if terminals:
        counters |= 1 << at.COUNT_TERMINAL_PUNGS
    if honors >> 4:
        small |= fan.DRAGON_PUNG
    elif honors:
        own = False
        if honors >> facts[at.SEAT] & 1:
            small |= fan.SEAT_WIND
            own = True
        if honors >> facts[at.ROUND] & 1:
            small |= fan.PREVALENT_WIND
            own = True
        if not own:
            counters |= 1 << at.COUNT_TERMINAL_PUNGS
    win = facts[at.WIN]
    if alone:
        of_body = body >> win & 1
        none = of_body and facts[at.FLAGS] >> at.FLAG_KNITTED_NO_WAIT & 1
        pair_only = of_body and facts[at.FLAGS] >> at.FLAG_KNITTED_PAIR_ONLY & 1
        if none:
            pass
        elif win == pair:
            small |= fan.SINGLE_WAIT
        elif chow >= 0 and not pair_only:
            if win == chow + 1:
                small |= fan.CLOSED_WAIT
            elif (win == chow + 2 and chow % 9 == 0) or (win == chow and chow % 9 == 6):
                small |= fan.EDGE_WAIT
    judge(big, small, counters, False, facts, rule, best)


@jit
def waits_number(counts, melds, facts):
    """Count the kinds that would complete the hand before its winning tile, by shape.

    Slow and rare: the tables answer for almost all hands. Where the ruleset says that a tile held
    four times is no wait, it is left out.
    """
    n_melds = facts[at.N_MELDS]
    counts[facts[at.WIN]] -= 1
    waits = 0
    for tile in range(34):
        if not facts[at.FLAGS] >> at.FLAG_EXHAUSTED & 1:
            if counts[tile] + _laid_aside(tile, melds, n_melds) >= 4:
                continue
        counts[tile] += 1
        waits += _is_complete(counts, n_melds)
        counts[tile] -= 1
    counts[facts[at.WIN]] += 1
    return waits


@jit
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


@jit
def _is_complete(counts, n_melds):
    """Whether standing tiles are complete in any shape; there may be five of a kind."""
    for pair in range(34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            found = _only_sets(counts)
            counts[pair] += 2
            if found:
                return True
    standing = 0
    odd = 0
    for tile in range(34):
        standing |= np.int64(counts[tile] != 0) << tile
        odd |= (counts[tile] & 1) << tile
    if n_melds == 0:
        if odd == 0 or standing == at.ORPHANS:
            return True
        if count_bits(standing) == 14:
            for i in range(6):
                if standing & _SUITED & ~_ARRANGEMENTS[i] == 0:
                    return True
    if n_melds <= 1:
        for i in range(6):
            if standing & _ARRANGEMENTS[i] == _ARRANGEMENTS[i]:
                return _set_and_pair(counts, _ARRANGEMENTS[i], n_melds)
    return False


@jit
def _only_sets(counts):
    """Whether tiles fall into sets: from the lowest rank up, what no pung takes starts chows."""
    for tile in range(27, 34):
        if counts[tile] % 3 != 0:
            return False
    for suit in range(3):
        started = 0  # chows begun one rank below
        before = 0  # two ranks below
        for rank in range(9):
            n = counts[9 * suit + rank] - started - before
            if n < 0:
                return False
            before = started
            started = n % 3
        if started or before:
            return False
    return True


@jit
def _set_and_pair(counts, body, n_melds):
    """Whether the tiles beside the nine of a knitted straight are a pair, and a set if needed."""
    rest = body
    while rest:
        counts[lowest_bit(rest)] -= 1
        rest &= rest - 1
    found = False
    for pair in range(34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            found = found or n_melds == 1 or _only_sets(counts)
            counts[pair] += 2
    rest = body
    while rest:
        counts[lowest_bit(rest)] += 1
        rest &= rest - 1
    return found
