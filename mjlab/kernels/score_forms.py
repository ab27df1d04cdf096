"""The shapes besides four sets and a pair, and the number of tiles a hand waited for."""

import numpy as np

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import count_bits, jit_lean, lowest_bit
from mjlab.kernels.score_judge import judge

KERNEL_SET = "5e5e0f769681"

_SUITED = (1 << 27) - 1
_GROUP_STARTS = 0b111 | 0b111 << 9 | 0b111 << 18


@jit_lean
def _arrangement(i):
    """Mask of the nine tiles in the i-th of the six ways to give 147, 258, 369 to the suits."""
    a = i // 2  # the group of the first suit; of the others the lower goes first or last
    b = (a + 1 + (i & 1)) % 3
    knit = 0b001001001
    return knit << a | knit << (9 + b) | knit << (18 + 3 - a - b)


@jit_lean
def score_special(facts, rule, best):
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
        judge(big, facts[at.COLOUR_SMALL], counters, facts, rule, best)
        return
    kinds = count_bits(standing)
    none = np.int64(0)  # a literal would be a type of its own, and compiled for itself
    if kinds == 13 and standing == at.ORPHANS:
        judge(fan.THIRTEEN_ORPHANS | facts[at.METHOD_BIG], none, none, facts, rule, best)
    elif kinds == 14:
        suited = standing & _SUITED
        for i in range(6):
            if suited & ~_arrangement(i) == 0:
                if standing >> 27 == 127:
                    big = fan.GREATER_HONORS_AND_KNITTED_TILES
                else:
                    big = fan.LESSER_HONORS_AND_KNITTED_TILES
                    if (
                        suited == _arrangement(i)
                        and facts[at.FLAGS] >> at.FLAG_LESSER_WITH_STRAIGHT & 1
                    ):
                        big |= fan.KNITTED_STRAIGHT
                judge(big | facts[at.METHOD_BIG], none, none, facts, rule, best)
                return


@jit_lean
def score_knitted_straight(counts, melds, facts, rule, best):
    """Score readings as a knitted straight, one set and a pair."""
    standing = facts[at.STANDING]
    whole = standing & standing >> 3 & standing >> 6 & _GROUP_STARTS  # groups 147, 258, 369 there
    if whole & 0b111 == 0 or whole & 0b111 << 9 == 0 or whole & 0b111 << 18 == 0:
        return
    for i in range(6):
        body = _arrangement(i)
        if standing & body == body:
            alone = _knitted_wait_alone(counts, melds, facts)
            _take(counts, body)
            _set_beside(counts, body, alone, facts, rule, best)
            _give_back(counts, body)
            return  # nine tiles of one arrangement leave no room for those of another


@jit_lean
def _set_beside(counts, body, alone, facts, rule, best):
    """Judge every way to read the tiles beside the nine as a set and a pair, or a pair."""
    none = np.int64(-1)
    for pair in range(34):
        if counts[pair] < 2:
            continue
        counts[pair] -= 2
        if facts[at.N_MELDS] == 1:
            _knitted_reading(none, none, pair, alone, body, facts, rule, best)
        else:
            first = 0  # three tiles are left
            while counts[first] == 0:
                first += 1
            if counts[first] == 3:
                _knitted_reading(none, first, pair, alone, body, facts, rule, best)
            elif _is_chow(counts, first):
                _knitted_reading(first, none, pair, alone, body, facts, rule, best)
        counts[pair] += 2


@jit_lean
def _is_chow(counts, first):
    """Whether the three tiles left, of which `first` is the lowest, are a chow."""
    return (
        first < 27
        and first % 9 < 7
        and counts[first] == 1
        and counts[first + 1] == 1
        and counts[first + 2] == 1
    )


@jit_lean
def _take(counts, tiles):
    """Take one of each of the masked tiles."""
    while tiles:
        counts[lowest_bit(tiles)] -= 1
        tiles &= tiles - 1


@jit_lean
def _give_back(counts, tiles):
    """Give back what `_take` took."""
    while tiles:
        counts[lowest_bit(tiles)] += 1
        tiles &= tiles - 1


@jit_lean
def _knitted_wait_alone(counts, melds, facts):
    """Whether a knitted straight waited for its winning tile alone.

    Thirteen tiles one short of a knitted straight are one short of no other shape: they hold
    eight of its nine single tiles, which no set or pair takes up, and a set or pair beside them.
    """
    if not facts[at.FLAGS] >> at.FLAG_EXHAUSTED & 1:
        return waits_number(counts, melds, facts) == 1
    win = facts[at.WIN]
    n_melds = facts[at.N_MELDS]
    standing = facts[at.STANDING]
    counts[win] -= 1
    if counts[win] == 0:
        standing &= ~(np.int64(1) << win)
    waits = 0
    for i in range(6):
        body = _arrangement(i)
        missing = body & ~standing
        if missing == 0:
            _take(counts, body)
            for tile in range(34):
                counts[tile] += 1
                waits += _pair_and_set(counts, n_melds)
                counts[tile] -= 1
            _give_back(counts, body)
            break
        if missing & (missing - 1) == 0:
            _take(counts, body & ~missing)
            waits += _pair_and_set(counts, n_melds)
            _give_back(counts, body & ~missing)
    counts[win] += 1
    return waits == 1


@jit_lean
def _pair_and_set(counts, n_melds):
    """Whether the tiles left are a pair, and a set if none is laid aside."""
    first = 0
    while counts[first] == 0:
        first += 1
    if n_melds == 1:
        return counts[first] == 2
    if counts[first] == 5:
        return True
    for pair in range(first, 34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            low = first
            while counts[low] == 0:
                low += 1
            found = counts[low] == 3 or _is_chow(counts, low)
            counts[pair] += 2
            if found:
                return True
    return False


@jit_lean
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
    judge(big, small, counters, facts, rule, best)


@jit_lean
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
                if standing & _SUITED & ~_arrangement(i) == 0:
                    return True
    if n_melds <= 1:
        for i in range(6):
            if standing & _arrangement(i) == _arrangement(i):
                _take(counts, _arrangement(i))
                found = _pair_and_set(counts, n_melds)
                _give_back(counts, _arrangement(i))
                return found
    return False


@jit_lean
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
