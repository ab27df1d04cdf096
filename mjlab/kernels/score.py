"""Scoring many hands: one pass over the rows of a batch.

For each hand `_gather` collects what does not depend on how the tiles are read: keys of the
suits, the sets laid aside, the fan of the whole hand and of the way it was won. Then every reading
is laid out (`_regular` here, the special shapes in `score_forms`), its fan are put into two words
of bits, `judge` applies the exclusions and adds up, and the best reading is written.

What was gathered stands in `facts` (int64, the indices are named in `score_facts`); the best
reading so far in `best`: its total, its two words of fan and its counters.
"""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels import score_tables as table
from mjlab.kernels._jit import count_bits, jit_lean, lowest_bit
from mjlab.kernels.score_forms import score_knitted_straight, score_special, waits_number
from mjlab.kernels.score_judge import judge
from mjlab.kernels.score_sets import chow_fan, kong_fan, pung_fan
from mjlab.kernels.score_whole import method_fan, whole_hand_fan

KERNEL_SET = "5e5e0f769681"

SCRATCH_SIZE = at.SIZE + 34 + 4
"""Facts of a hand, its counts, and the best reading so far."""


@jit_lean
def score_rows(
    concealed,
    melds,
    win,
    circumstances,
    round_wind,
    seat_wind,
    flowers,
    flags,
    flower_points,
    rule,
    suit_ids,
    flat,
    totals,
    fans,
    status,
    scratch,
):
    """Score the rows whose status is 0; totals and fan are written, or the status becomes 1.

    concealed uint8[N,34], melds int16[N,4], win int8[N], circumstances uint16[N], winds and
    flowers int8[N]; rule int64[82,3] holds for each fan the two words it excludes and its value;
    suit_ids and flat are those of `score_tables.build`; totals int16[N], fans uint8[N,82] and
    status int8[N] are written; scratch int64[SCRATCH_SIZE] is a thread's own.
    """
    facts = scratch[: at.SIZE]
    counts = scratch[at.SIZE : at.SIZE + 34]
    best = scratch[at.SIZE + 34 :]
    for row in range(win.shape[0]):
        if status[row] != 0:
            continue
        best[0] = -1
        facts[at.WIN] = win[row]
        facts[at.CIRCUMSTANCES] = circumstances[row]
        facts[at.ROUND] = round_wind[row]
        facts[at.SEAT] = seat_wind[row]
        facts[at.FLAGS] = flags
        _gather(concealed[row], melds[row], counts, facts, flat)
        _regular(counts, melds[row], facts, rule, suit_ids, flat, best)
        score_special(facts, rule, best)
        if facts[at.N_MELDS] <= 1:
            score_knitted_straight(counts, melds[row], facts, rule, best)
        if best[0] < 0:
            status[row] = 1
            continue
        totals[row] = best[0] + flowers[row] * flower_points
        _write(best, flowers[row], fans[row])


@jit_lean
def _gather(concealed, melds, counts, facts, flat):
    """Collect what all readings of a hand share."""
    win = facts[at.WIN]
    for tile in range(34):
        counts[tile] = concealed[tile]
    counts[win] += 1
    standing = 0
    odd = 0
    fours = 0
    for suit in range(4):
        first = 9 * suit
        low_key = (
            counts[first] + 5 * counts[first + 1] + 25 * counts[first + 2] + 125 * counts[first + 3]
        )
        high_key = counts[first + 4] + 5 * counts[first + 5] + 25 * counts[first + 6]
        if suit < 3:
            high_key += 125 * counts[first + 7] + 625 * counts[first + 8]
        low = flat[table.LOW + low_key]
        high = flat[table.HIGH + high_key]
        standing |= (low >> 20 & 31 | (high >> 20 & 31) << 4) << first
        odd |= (low >> 25 & 31 | (high >> 25 & 31) << 4) << first
        fours += (low >> 40) + (high >> 40)
        if suit < 3:
            facts[at.RANK + suit] = (low & table.RANK_MASK) + (high & table.RANK_MASK)
        else:
            facts[at.HONOR_PAIRS] = low >> 30 & 31 | (high >> 30 & 31) << 4
            facts[at.HONOR_PUNGS] = low >> 35 & 31 | (high >> 35 & 31) << 4
    facts[at.STANDING] = standing
    facts[at.ODD] = odd
    present = standing
    for i in range(at.MELD_CHOWS, at.MELD_END):
        facts[i] = 0
    n_melds = 0
    concealed_kongs = 0
    melded_kongs = 0
    for i in range(4):
        code = melds[i]
        if code < 0:
            break
        n_melds += 1
        kind = code // 34
        tile = code - 34 * kind
        suit = tile // 9
        rank = tile - 9 * suit
        if kind == at.CHOW:
            facts[at.MELD_CHOWS] += 1
            present |= 7 << tile
            facts[at.MELD_CHOW_WEIGHT + suit] += _chow_weight(rank)
            facts[at.MELD_TERMINALS] += rank == 0 or rank == 6
            facts[at.MELD_FIVES] += 2 <= rank <= 4
        else:
            present |= 1 << tile
            facts[at.MELD_PUNGS + suit] |= 1 << rank
            facts[at.MELD_TERMINALS] += suit == 3 or rank == 0 or rank == 8
            facts[at.MELD_FIVES] += suit < 3 and rank == 4
            concealed_kongs += kind == at.KONG_CONCEALED
            melded_kongs += kind == at.KONG_MELDED or kind == at.KONG_ADDED
            fours += kind == at.PUNG and counts[tile] == 1
    if facts[at.MELD_CHOWS]:
        fours += _fours_with_chows(melds, n_melds, counts)
    facts[at.FOURS] = fours
    facts[at.N_MELDS] = n_melds
    facts[at.CONCEALED_KONGS] = concealed_kongs
    facts[at.MELDED_KONGS] = melded_kongs
    whole_hand_fan(facts, present)
    method_fan(facts)
    kong_fan(facts)
    facts[at.NINE_GATES] = 0
    if n_melds == 0 and facts[at.COLOUR_BIG] & fan.FULL_FLUSH:
        low = 9 * (lowest_bit(present) // 9)
        gates = 1
        for rank in range(9):
            before = counts[low + rank] - (low + rank == win)
            gates &= before == (3 if rank == 0 or rank == 8 else 1)
        facts[at.NINE_GATES] = gates * fan.NINE_GATES


@jit_lean
def _chow_weight(start):
    weight = 1
    if start == 1:
        weight = 5
    elif start == 2:
        weight = 21
    elif start == 3:
        weight = 55
    elif start == 4:
        weight = 153
    elif start == 5:
        weight = 368
    elif start == 6:
        weight = 856
    return weight


@jit_lean
def _fours_with_chows(melds, n_melds, counts):
    """Count the kinds of which the fourth copy lies in a chow laid aside."""
    fours = 0
    for i in range(n_melds):
        if melds[i] >= 34:
            continue
        for tile in range(melds[i], melds[i] + 3):
            copies = counts[tile]
            first = True  # a kind in several chows counts once
            for j in range(n_melds):
                code = melds[j]
                if code < 34:
                    in_chow = code <= tile <= code + 2
                    copies += in_chow
                    first = first and not (in_chow and j < i)
                elif code == 34 + tile:
                    copies += 3
            fours += first and copies == 4
    return fours


@jit_lean
def _regular(counts, melds, facts, rule, suit_ids, flat, best):
    """Score every reading as sets and a pair."""
    honor_pairs = facts[at.HONOR_PAIRS]
    honor_pungs = facts[at.HONOR_PUNGS]
    if facts[at.STANDING] >> 27 != honor_pairs | honor_pungs:
        return
    standing_honors = count_bits(honor_pungs)
    n_pairs = count_bits(honor_pairs)
    pair = 27 + lowest_bit(honor_pairs) if n_pairs else -1
    honor_pungs |= facts[at.MELD_PUNGS + 3]
    first0, n0 = 0, 0
    first1, n1 = 0, 0
    first2, n2 = 0, 0
    win = facts[at.WIN]
    alone = counts[win] == 2  # right for an honor; a suit says so itself
    for suit in range(3):
        number = suit_ids[facts[at.RANK + suit]]
        if number < 0:
            return
        head = flat[table.SUITS + number]
        if win // 9 == suit:
            alone = head >> (win - 9 * suit) & 1 != 0
        first, n = head >> 12, head >> 9 & 7
        if (flat[first] >> 16 & 15) != table.NO_PAIR:
            n_pairs += 1
        if suit == 0:
            first0, n0 = first, n
        elif suit == 1:
            first1, n1 = first, n
        else:
            first2, n2 = first, n
    if n_pairs != 1:
        return
    if alone:
        # The thirteen tiles may have waited for a seventh pair as well, or for a fifth copy less.
        odd = facts[at.ODD] ^ (1 << win)
        if facts[at.N_MELDS] == 0 and odd & (odd - 1) == 0 and odd != 1 << win:
            alone = False
    if not facts[at.FLAGS] >> at.FLAG_EXHAUSTED & 1:
        alone = waits_number(counts, melds, facts) == 1
    for i in range(first0, first0 + n0):
        for j in range(first1, first1 + n1):
            for k in range(first2, first2 + n2):
                _regular_reading(
                    flat[i], flat[j], flat[k], pair, honor_pungs, standing_honors, alone,
                    facts, rule, flat, best,
                )  # fmt: skip


@jit_lean
def _regular_reading(
    suit0, suit1, suit2, pair, honor_pungs, standing_honors, alone, facts, rule, flat, best
):
    """Put the fan of one reading into words and judge it."""
    together = (suit0 >> 32) + (suit1 >> 32) + (suit2 >> 32)
    standing_chows = together & 7
    terminals = (together >> 3 & 7) + facts[at.MELD_TERMINALS] + standing_honors
    fives = (together >> 6 & 7) + facts[at.MELD_FIVES]
    if suit0 >> 16 & 15 != table.NO_PAIR:
        pair = suit0 >> 16 & 15
    elif suit1 >> 16 & 15 != table.NO_PAIR:
        pair = 9 + (suit1 >> 16 & 15)
    elif suit2 >> 16 & 15 != table.NO_PAIR:
        pair = 18 + (suit2 >> 16 & 15)
    chows = standing_chows + facts[at.MELD_CHOWS]
    big = facts[at.COLOUR_BIG] | facts[at.METHOD_BIG] | facts[at.KONG_BIG] | facts[at.NINE_GATES]
    small = facts[at.COLOUR_SMALL] | facts[at.KONG_SMALL]
    counters = facts[at.FOURS] << at.COUNT_FOURS

    # Where the winning tile went: to a chow or the pair it leaves every pung concealed.
    win = facts[at.WIN]
    self_drawn = facts[at.CIRCUMSTANCES] & at.SELF_DRAWN
    concealed_pungs = 4 - facts[at.N_MELDS] - standing_chows
    chow_starts = 0
    rank = win % 9
    if win < 9:
        chow_starts = suit0 >> 9 & 127
    elif win < 18:
        chow_starts = suit1 >> 9 & 127
    elif win < 27:
        chow_starts = suit2 >> 9 & 127
    around = chow_starts << 2 >> rank & 7  # chows that start two, one and no rank below it
    if (
        pair != win
        and around == 0
        and not self_drawn
        and not facts[at.FLAGS] >> at.FLAG_PUNG_CONCEALED & 1
    ):
        concealed_pungs -= 1
    if alone:
        if pair == win:
            small |= fan.SINGLE_WAIT
        elif around & 2:
            small |= fan.CLOSED_WAIT
        elif (rank == 2 and around & 1) or (rank == 6 and around & 4):
            small |= fan.EDGE_WAIT

    if chows >= 2:
        more_big, more_small, more_counters = chow_fan(
            suit0 >> 20 & 4095, suit1 >> 20 & 4095, suit2 >> 20 & 4095, chows, pair, facts, flat
        )
        big |= more_big
        small |= more_small
        counters |= more_counters
    if chows < 4:
        more_big, more_small, more_counters = pung_fan(
            suit0 & 511 | facts[at.MELD_PUNGS],
            suit1 & 511 | facts[at.MELD_PUNGS + 1],
            suit2 & 511 | facts[at.MELD_PUNGS + 2],
            honor_pungs,
            concealed_pungs,
            chows,
            pair,
            facts,
        )
        big |= more_big
        small |= more_small
        counters |= more_counters
        if concealed_pungs + facts[at.CONCEALED_KONGS] >= 3:
            if not facts[at.FLAGS] >> at.FLAG_KONG_PAIR_EXTRA & 1:
                big &= ~fan.TWO_CONCEALED_KONGS
    if terminals == 4 and (pair >= 27 or pair % 9 == 0 or pair % 9 == 8):
        big |= fan.OUTSIDE_HAND
    if fives == 4 and pair < 27 and pair % 9 == 4:
        big |= fan.ALL_FIVES
    judge(big, small, counters, facts, rule, best)


@jit_lean
def _write(best, flowers, fans):
    """Write the vector of the best reading."""
    for i in range(fan.N_FANS):
        fans[i] = 0
    word = best[1]
    while word:
        fans[lowest_bit(word)] = 1
        word &= word - 1
    word = best[2]
    while word:
        fans[fan.N_BIG + lowest_bit(word)] = 1
        word &= word - 1
    counters = best[3]
    for i in range(7):
        column = at.COUNTED[i]
        if fans[column]:
            fans[column] = counters >> at.COUNT_SHIFT[i] & at.COUNT_MASK[i]
    fans[at.FLOWER_TILES] = flowers
