"""The census of hands of four sets and a pair: every one of them, scored.

Three states of suits and a class of honors (`states`) are a hand. No fan tells the suits
apart but two, which ask for green or for reversible tiles; so three states stand for all the ways
to give them to the suits, and a hand is scored once for up to six times as many members. Where
one suit is empty and the tiles might be green or reversible, each way is scored by itself.

The sets of a reading are looked at once; a winning tile adds where it went. Of a hand with one
reading, tiles that add the same are scored together.

The readings of a hand are tried in the order of the tables, then seven pairs; the first that
reaches the best total is counted. A word beside the large fan tells how:

===== ==========================================================================
bits  second word of a cell's key
===== ==========================================================================
0-23  the small fan, see `fan_bits`
24-44 how often each of `facts.COUNTED` counts, three bits each
45-47 number of readings
48-50 form that counts: 0 sets and a pair, 1 seven pairs
51    whether another reading with other fan reaches the same total
===== ==========================================================================

The table of hands has as its key the fan that count with some winning tile; above the small ones
stand the best and the least total (10 bits each, from 24), the number of readings (from 44) and
the form of the hand (from 48): 0 for all that are counted here.
An example is the three states (20 bits each), and class of honors << 6 | winning tile.
"""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean, look, lowest_bit
from mjlab.kernels.census import cells
from mjlab.kernels.census import states as state
from mjlab.kernels.census.states import give_suits
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan
from mjlab.kernels.score.forms import score_special, waits_number
from mjlab.kernels.score.sets import last_tile_fan, set_fan
from mjlab.kernels.score.suits import join, records_of, suit_place, waited_alone
from mjlab.kernels.score.whole import judge, whole_hand_fan

COUNTERS, READINGS, FORM, TIED = 24, 45, 48, 51
BEST, LEAST, HAND_READINGS, HAND_FORM = 24, 34, 44, 48
REGULAR, SEVEN_PAIRS = 0, 1  # as in the order of mjlab.api.FORMS

# What is wanted of a hand and a winning tile: places in an int64 array.
WITH_BIG, WITH_SMALL, WITHOUT_BIG, WITHOUT_SMALL, LOW, HIGH, FORMS, FEW, MANY, FLUSH = range(10)
ANY_FLUSH, FULL_FLUSH, HALF_FLUSH, NO_FLUSH = range(4)

# Places in a thread's scratch: readings (pungs, pair, starts, three words of fan), winning tiles
# the hand is asked with, variants of its score, ways to give three states to the suits.
_READING, _TILE, _VARIANT, _WAY = 6, 4, 5, 4
_TILES = 4 * _READING
_VARIANTS = _TILES + 14 * _TILE
_PLACED = _VARIANTS + 14 * _VARIANT
SCRATCH = _PLACED + 7 * _WAY


@jit_lean
def find_suits(states, flat):
    """Put in the place of each suit's key the place of its word in the tables of the scorer."""
    for row in range(len(states)):
        states[row, state.PLACE], _ = suit_place(states[row, state.PLACE], flat)


@jit_lean
def count_job(
    job, states, honors, settings, wanted, rule, flat, concealed, melds, scratch, found, hands
):
    """Count the hands of three groups of states and one of honors."""
    # job int64[8] holds the ends of the four ranges; where ranges of suits overlap, states are
    # taken in ascending order. settings int64[3]: circumstances, seat | round << 2, number of
    # claimed sets. wanted int64[10]; concealed uint8[34], melds int16[4] and scratch int64[SCRATCH]
    # are a thread's own; found and hands are its tables of `census.cells`.
    placed = scratch[_PLACED:]
    for a in range(job[0], job[1]):
        for b in range(max(a, job[2]), job[3]):
            for c in range(max(b, job[4]), job[5]):
                n = give_suits(a, b, c, states, placed)
                for i in range(n):
                    if placed[4 * i + 3] == 0:
                        continue
                    for h in range(job[6], job[7]):
                        _count_hand(
                            placed[4 * i], placed[4 * i + 1], placed[4 * i + 2], h,
                            placed[4 * i + 3], states, honors, settings, wanted, rule, flat,
                            concealed, melds, scratch, found, hands,
                        )  # fmt: skip


@jit_lean
def _count_hand(
    s0, s1, s2, h, ways,
    states, honors, settings, wanted, rule, flat, concealed, melds, scratch, found, hands,
):  # fmt: skip
    """Score a hand with each of its winning tiles, and count it so many times."""
    readings = scratch[:_TILES]
    tiles = scratch[_TILES:_VARIANTS]
    variants = scratch[_VARIANTS:_PLACED]
    masks0 = states[s0, state.MASKS]
    masks1 = states[s1, state.MASKS]
    masks2 = states[s2, state.MASKS]
    honor_masks = honors[h, state.MASKS]
    present = _all_suits(masks0, masks1, masks2, honor_masks, state.PRESENT)
    if wanted[FLUSH] and not _is_flush(present, wanted[FLUSH]):
        return
    standing = _all_suits(masks0, masks1, masks2, honor_masks, 0)
    ones = _all_suits(masks0, masks1, masks2, honor_masks, state.ODD)
    four = _all_suits(masks0, masks1, masks2, honor_masks, state.FOUR)
    shown = _all_suits(masks0, masks1, masks2, honor_masks, state.THREE_CLAIMED)
    melds0 = states[s0, state.MELDS]
    melds1 = states[s1, state.MELDS]
    melds2 = states[s2, state.MELDS]
    laid_pungs = _all_suits(melds0, melds1, melds2, honors[h, state.MELDS], state.MELD_PUNGS)
    laid_weights = melds0 & 4095 | (melds1 & 4095) << 12 | (melds2 & 4095) << 24
    place0 = states[s0, state.PLACE]
    place1 = states[s1, state.PLACE]
    place2 = states[s2, state.PLACE]
    honor_pungs = ones >> 27 << 27
    honor_pair = (standing ^ ones) >> 27 << 27
    n_readings = _read(
        place0, place1, place2, honor_pungs, honor_pair, laid_pungs, laid_weights, settings[1], 0,
        rule, flat, readings,
    )  # fmt: skip
    seven_pairs = np.int64((ones == 0) & (settings[2] == 0))
    gate = masks0 >> state.GATE & 15 | masks1 >> state.GATE & 15 | masks2 >> state.GATE & 15
    alike = n_readings == 1 and seven_pairs == 0 and gate == 0
    flags = look(rule, at.RULE_FLAGS)
    claimed = (settings[0] & at.SELF_DRAWN ^ 1) & (flags >> at.FLAG_PUNG_CONCEALED & 1 ^ 1)
    only_waits = waited_alone(place0, place1, place2, honor_pair, flat)
    n_tiles = 0
    rest = standing
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        # The thirteen tiles may have waited for a seventh pair as well.
        odd = ones ^ 1 << tile
        alone = only_waits >> tile & (
            (settings[2] != 0) | (odd & (odd - 1) != 0) | (odd == 1 << tile)
        )
        if not alone and not flags >> at.FLAG_EXHAUSTED & 1 and four & ~(1 << tile):
            alone = _waits_alone(tile, s0, s1, s2, h, states, honors, concealed, melds, flat)
        copies = _copies(states[s0], states[s1], states[s2], honors[h], tile)
        word = tile | alone << 8 | (shown >> tile & 1) << 9
        more_big, more_small = last_tile_fan(
            tile, readings[0], readings[1], readings[2], alone, claimed, 0, rule
        )
        i = n_tiles
        if alike:
            i = 0
            while i < n_tiles and (
                tiles[_TILE * i + 2] != more_big
                or tiles[_TILE * i + 3] != more_small
                or (tiles[_TILE * i] ^ word) >> 9 & 1
            ):
                i += 1
        if i == n_tiles:
            n_tiles += 1
            tiles[_TILE * i] = word
            tiles[_TILE * i + 1] = 0
            tiles[_TILE * i + 2] = more_big
            tiles[_TILE * i + 3] = more_small
        tiles[_TILE * i + 1] += copies << 4 | 1

    big, small = whole_hand_fan(present, rule, flat)
    n_fours = count_bits(four)
    n = 0
    for i in range(n_tiles):
        tile = tiles[_TILE * i] & 63
        alone = tiles[_TILE * i] >> 8 & 1
        method = settings[0] | settings[2] << 5
        if tiles[_TILE * i] >> 9:  # the three others lie claimed, for all to see
            method |= at.LAST_OF_KIND
        nine_gates = np.int64(gate == 1 + tile % 9)
        if gate:
            _read(
                place0, place1, place2, honor_pungs, honor_pair, laid_pungs, laid_weights,
                settings[1], nine_gates, rule, flat, readings,
            )  # fmt: skip
        total, best_big, best_small, best_counts, form, tied = -1, 0, 0, 0, 0, 0
        for r in range(n_readings):
            place = _READING * r
            more_big, more_small = last_tile_fan(
                tile, readings[place], readings[place + 1], readings[place + 2], alone, claimed,
                0, rule,
            )  # fmt: skip
            got, got_big, got_small, got_counts = judge(
                big | readings[place + 3] | more_big | nine_gates * fan.NINE_GATES,
                small | readings[place + 4] | more_small,
                readings[place + 5] | n_fours << at.COUNT_FOURS,
                method,
                rule,
            )
            if got > total:
                total, best_big, best_small, best_counts = got, got_big, got_small, got_counts
                tied = 0
            elif got == total and (
                got_big != best_big or got_small != best_small or got_counts != best_counts
            ):
                tied = 1
        if seven_pairs:
            got, got_big, got_small, got_counts = score_special(
                big, small, n_fours, ones, standing, method, rule, flat
            )
            if got > total:
                total, best_big, best_small, best_counts = got, got_big, got_small, got_counts
                form, tied = SEVEN_PAIRS, 0
            elif got == total:
                tied = 1
        n = _note(
            total, best_big, best_small, best_counts, form, tied, n_readings + seven_pairs,
            tiles[_TILE * i + 1], tile, wanted, variants, n,
        )  # fmt: skip
    if n:
        members = ways * honors[h, state.PLACE]
        weight = members * states[s0, state.WEIGHT] * states[s1, state.WEIGHT]
        weight *= states[s2, state.WEIGHT] * honors[h, state.WEIGHT]
        _add_hand(
            members, weight, n_readings + seven_pairs, s0 << 40 | s1 << 20 | s2, h << 6, n,
            variants, found, hands,
        )  # fmt: skip


@jit_lean
def _all_suits(word0, word1, word2, word3, shift):
    """Mask of kinds from the masks of the ranks of four suits."""
    return (
        word0 >> shift & 511
        | (word1 >> shift & 511) << 9
        | (word2 >> shift & 511) << 18
        | (word3 >> shift & 127) << 27
    )


@jit_lean
def _is_flush(present, which):
    honors = present >> 27 != 0
    suits = (present & 511 != 0) + (present >> 9 & 511 != 0) + (present >> 18 & 511 != 0)
    if which == FULL_FLUSH:
        return suits == 1 and not honors
    if which == HALF_FLUSH:
        return suits == 1 and honors
    return suits != 1


@jit_lean
def _read(
    place0, place1, place2, honor_pungs, honor_pair, laid_pungs, laid_weights, winds, gates,
    rule, flat, readings,
):  # fmt: skip
    """Write down each way to see the standing tiles as sets and a pair; returns how many."""
    first0, end0 = records_of(place0, flat)
    first1, end1 = records_of(place1, flat)
    first2, end2 = records_of(place2, flat)
    n = 0
    for i in range(first0, end0):
        for j in range(first1, end1):
            for k in range(first2, end2):
                pungs, pair, starts, weights = join(look(flat, i), look(flat, j), look(flat, k))
                pungs |= honor_pungs
                pair |= honor_pair
                big, small, counts = set_fan(
                    pungs | laid_pungs, pair, weights + laid_weights, winds, gates, rule, flat
                )
                place = _READING * n
                readings[place], readings[place + 1], readings[place + 2] = pungs, pair, starts
                readings[place + 3], readings[place + 4], readings[place + 5] = big, small, counts
                n += 1
    return n


@jit_lean
def _copies(state0, state1, state2, honors, tile):
    """How many copies of a tile stand."""
    if tile < 9:
        return state0[state.COPIES] >> 3 * tile & 7
    if tile < 18:
        return state1[state.COPIES] >> 3 * (tile - 9) & 7
    if tile < 27:
        return state2[state.COPIES] >> 3 * (tile - 18) & 7
    return honors[state.COPIES] >> 3 * (tile - 27) & 7


@jit_lean
def _note(
    total, big, small, counts, form, tied, n_readings, copies_and_pairs, tile, wanted, variants, n
):
    """Add what was scored to the variants of the hand, if it is wanted; returns their number."""
    key = small | n_readings << READINGS | form << FORM | tied << TIED
    for i in range(7):
        times = counts >> 8 * i & 7
        key |= times << (COUNTERS + 3 * i) | np.int64(times != 0) << (at.COUNTED[i] - fan.N_BIG)
    if (
        wanted[WITH_BIG] & ~big
        or wanted[WITH_SMALL] & ~key
        or wanted[WITHOUT_BIG] & big
        or wanted[WITHOUT_SMALL] & key
        or total < wanted[LOW]
        or total > wanted[HIGH]
        or not wanted[FORMS] >> form & 1
        or n_readings < wanted[FEW]
        or n_readings > wanted[MANY]
    ):
        return n
    for i in range(n):
        place = _VARIANT * i
        if variants[place] == big and variants[place + 1] == key:
            variants[place + 2] += copies_and_pairs
            variants[place + 4] = min(variants[place + 4], tile)
            return n
    place = _VARIANT * n
    variants[place] = big
    variants[place + 1] = key
    variants[place + 2] = copies_and_pairs
    variants[place + 3] = total
    variants[place + 4] = tile
    return n + 1


@jit_lean
def _add_hand(members, weight, n_readings, example0, example1, n, variants, found, hands):
    """Add the variants of a hand to the cells, and the hand to the table of hands."""
    all_big, all_small, best, least, pairs, copies, tile = 0, 0, 0, 1023, 0, 0, 63
    for i in range(n):
        row = variants[_VARIANT * i : _VARIANT * (i + 1)]
        cells.add(
            found, row[0], row[1], members * (row[2] & 15), weight * (row[2] >> 4), members,
            weight, example0, example1 | row[4],
        )  # fmt: skip
        all_big |= row[0]
        all_small |= row[1] & 0xFFFFFF
        pairs += row[2] & 15
        copies += row[2] >> 4
        best = max(best, row[3])
        least = min(least, row[3])
        tile = min(tile, row[4])
    key = all_small | best << BEST | least << LEAST | n_readings << HAND_READINGS
    cells.add(
        hands, all_big, key, members * pairs, weight * copies, members, weight, example0,
        example1 | tile,
    )  # fmt: skip


@jit_lean
def _waits_alone(tile, s0, s1, s2, h, states, honors, concealed, melds, flat):
    """Whether a tile was the only wait where tiles held four times are none: slow and rare."""
    for i in range(34):
        concealed[i] = _copies(states[s0], states[s1], states[s2], honors[h], i)
    concealed[tile] -= 1
    n = 0
    for suit in range(4):
        row = s0 if suit == 0 else (s1 if suit == 1 else s2)
        sets = honors[h, state.MELDS] if suit == 3 else states[row, state.MELDS]
        sets >>= state.MELD_SETS
        while sets:
            kind = (sets & 31) - 1
            sets >>= 5
            melds[n] = 34 + 9 * suit + kind if kind < 9 else 9 * suit + kind - 9
            n += 1
    return np.int64(waits_number(concealed, melds, flat) == 1)
