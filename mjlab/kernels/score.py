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
from mjlab.kernels.score_judge import judge, kong_fan, pung_combinations

KERNEL_SET = "c707294a231a"

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
    _whole_hand_fan(facts, present)
    _method_fan(facts)
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
def _whole_hand_fan(facts, present):
    """Fan that look at which tiles occur, whatever the sets are."""
    characters = present & 511
    dots = present >> 9 & 511
    bamboo = present >> 18 & 511
    honors = present >> 27
    ranks = characters | dots | bamboo
    suits = (characters != 0) + (dots != 0) + (bamboo != 0)
    big = 0
    small = 0
    if honors == 0:
        small |= fan.NO_HONORS
        if ranks & 0b100000001 == 0:
            small |= fan.ALL_SIMPLES
            if ranks & 0b111000111 == 0:
                big |= fan.MIDDLE_TILES
        elif ranks & 0b011111110 == 0:
            big |= fan.ALL_TERMINALS
        if ranks & 0b000011111 == 0:
            big |= fan.UPPER_FOUR
            if ranks & 0b000111111 == 0:
                big |= fan.UPPER_TILES
        elif ranks & 0b111110000 == 0:
            big |= fan.LOWER_FOUR
            if ranks & 0b111111000 == 0:
                big |= fan.LOWER_TILES
        if suits == 1:
            big |= fan.FULL_FLUSH
    elif suits == 0:
        big |= fan.ALL_HONORS
    else:
        if suits == 1:
            big |= fan.HALF_FLUSH
        elif suits == 3 and honors & 0b1111 and honors & 0b1110000:
            big |= fan.ALL_TYPES
        if ranks & 0b011111110 == 0:
            big |= fan.ALL_TERMINALS_AND_HONORS
    if present & ~at.GREEN_TILES == 0:
        big |= fan.ALL_GREEN
    if present & ~at.REVERSIBLE_TILES == 0:
        big |= fan.REVERSIBLE_TILES
    if suits == 2 or (suits < 2 and facts[at.FLAGS] >> at.FLAG_ONE_SUIT_VOIDED & 1):
        small |= fan.ONE_VOIDED_SUIT
    facts[at.COLOUR_BIG] = big
    facts[at.COLOUR_SMALL] = small


@jit_lean
def _method_fan(facts):
    """Fan for the way the hand was won; what concealment gives depends on the shape too."""
    how = facts[at.CIRCUMSTANCES]
    self_drawn = how & at.SELF_DRAWN
    big = 0
    if how & at.WALL_LAST:
        if self_drawn:
            big |= fan.LAST_TILE_DRAW
        elif not how & at.ROBBING_KONG or not facts[at.FLAGS] >> at.FLAG_DISCARD_CLAIM_ONLY & 1:
            big |= fan.LAST_TILE_CLAIM
    if how & at.KONG_REPLACEMENT:
        big |= fan.OUT_WITH_REPLACEMENT_TILE
    if how & at.ROBBING_KONG:
        big |= fan.ROBBING_THE_KONG
    if how & at.LAST_OF_KIND:
        big |= fan.LAST_TILE
    claimed = facts[at.N_MELDS] - facts[at.CONCEALED_KONGS]
    if claimed == 4 and not self_drawn:
        big |= fan.MELDED_HAND
    facts[at.METHOD_BIG] = big
    facts[at.CLAIMED] = claimed


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
    pungs0 = suit0 & 511 | facts[at.MELD_PUNGS]
    pungs1 = suit1 & 511 | facts[at.MELD_PUNGS + 1]
    pungs2 = suit2 & 511 | facts[at.MELD_PUNGS + 2]

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

    # Chows.
    if chows >= 2:
        id0 = flat[table.CHOW_ID + (suit0 >> 20 & 4095) + facts[at.MELD_CHOW_WEIGHT]]
        id1 = flat[table.CHOW_ID + (suit1 >> 20 & 4095) + facts[at.MELD_CHOW_WEIGHT + 1]]
        id2 = flat[table.CHOW_ID + (suit2 >> 20 & 4095) + facts[at.MELD_CHOW_WEIGHT + 2]]
        offset = flat[table.CHOW_OFFSET + table.N_SUIT_CHOWS * id0 + id1]
        chow_fan = flat[table.CHOW_FAN + offset + id2]
        which = chow_fan & 63
        if which != 63:
            big |= 1 << which
        counters |= chow_fan >> 6 & 255
        if chows == 4:
            if pair < 27:
                small |= fan.ALL_CHOWS
            if chow_fan >> 14 & 15:
                if pair == 9 * (chow_fan >> 14 & 3) - 5:
                    big |= fan.PURE_TERMINAL_CHOWS
                elif pair == 9 * (chow_fan >> 16 & 3) - 5:
                    big |= fan.THREE_SUITED_TERMINAL_CHOWS
            if chow_fan >> 18 & facts[at.FLAGS] >> at.FLAG_TERMINAL_CHOWS_IN_FOUR & 1:
                counters |= 1 << at.COUNT_SHIFT[3]

    # Pungs.
    if chows < 4:
        pungs = 4 - chows
        dragons = count_bits(honor_pungs >> 4)
        winds = count_bits(honor_pungs & 15)
        own_winds = 0
        if winds:
            seat, prevailing = 1 << facts[at.SEAT], 1 << facts[at.ROUND]
            if honor_pungs & seat:
                small |= fan.SEAT_WIND
            if honor_pungs & prevailing:
                small |= fan.PREVALENT_WIND
            own_winds = count_bits(honor_pungs & (seat | prevailing))
            if winds >= 3:
                if winds == 4:
                    big |= fan.BIG_FOUR_WINDS
                elif 27 <= pair < 31:
                    big |= fan.LITTLE_FOUR_WINDS
                else:
                    big |= fan.BIG_THREE_WINDS
                own_winds = winds  # the wind pungs are used up, another terminal pung is not
        if dragons:
            if dragons == 1:
                small |= fan.DRAGON_PUNG
            elif dragons == 3:
                big |= fan.BIG_THREE_DRAGONS
            elif pair >= 31:
                big |= fan.LITTLE_THREE_DRAGONS
            else:
                big |= fan.TWO_DRAGON_PUNGS
        ends = 0b100000001
        terminal_pungs = (
            count_bits(pungs0 & ends) + count_bits(pungs1 & ends) + count_bits(pungs2 & ends)
        )
        terminal_pungs += winds - own_winds
        if facts[at.NINE_GATES] and not facts[at.FLAGS] >> at.FLAG_NINE_GATES_ALL & 1:
            terminal_pungs -= terminal_pungs > 0
        counters |= terminal_pungs << at.COUNT_TERMINAL_PUNGS
        if pungs >= 2:
            more, doubles = pung_combinations(pungs0, pungs1, pungs2, pungs)
            big |= more
            counters |= doubles << at.COUNT_DOUBLE_PUNGS
            if pungs == 4:
                big |= fan.ALL_PUNGS
                evens = 0b010101010
                if (pungs0 | pungs1 | pungs2) & ~evens == 0 and honor_pungs == 0:
                    if pair < 27 and 1 << (pair % 9) & evens:
                        big |= fan.ALL_EVEN_PUNGS
            closed = concealed_pungs + facts[at.CONCEALED_KONGS]
            if closed == 4:
                big |= fan.FOUR_CONCEALED_PUNGS
            elif closed == 3:
                big |= fan.THREE_CONCEALED_PUNGS
            elif closed == 2 and (
                facts[at.CONCEALED_KONGS] != 1 or facts[at.FLAGS] >> at.FLAG_TWO_WITH_KONG & 1
            ):
                small |= fan.TWO_CONCEALED_PUNGS
            if closed >= 3 and not facts[at.FLAGS] >> at.FLAG_KONG_PAIR_EXTRA & 1:
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
