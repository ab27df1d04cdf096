"""Hands with sets laid aside, exactly.

A target may use no tile more than four times, the player's own sets included. The tables know
nothing of the sets; their answer is right unless some best target has more of a tile than the sets
leave. Such a target wants all the copies that are left and another, so giving the hand these tiles
brings it closer by each of them. Only where that is so the targets are searched through, suit by
suit.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean, jit_part
from mjlab.kernels.shanten.tables import HONORS, LANES, LOWER
from mjlab.kernels.shanten.useful import LOWERS, SUIT, UPPERS, better_tiles

FAR = 64
"""More than any hand is short of."""
MEMORY = 1024
"""Suits whose search is remembered: those of one hand come back with its discards."""
UPPER_OF = np.array([0, 0, 0, HONORS])
LOWER_OF = np.array([LOWER, LOWER, LOWER, LOWER + 3125])
"""Where the halves of the keys of each suit begin in the table `halves`."""


def melded_space() -> tuple[np.ndarray, ...]:
    """Make the working space of `correct_regular`, for one call at a time."""
    return (
        np.zeros((2, 34), np.int64),
        np.zeros(4, np.int64),
        np.zeros((2, 10), np.int64),
        np.zeros((MEMORY, 2, 10), np.int64),
        np.full(MEMORY, -1),
        np.zeros((4, 90), np.int64),
    )


@jit_lean
def correct_regular(
    counts,
    laid,
    tiles,
    places,
    n_melds,
    per_hand,
    halves,
    classes,
    vectors,
    sums,
    shanten,
    rows,
    space,
    short,
    useful,
):
    """Correct shanten and useful tiles of the regular form of hands with sets laid aside."""
    # counts and laid uint8[N // per_hand,34] are the standing tiles and those of the sets, n_melds
    # int8[N // per_hand]; the hands are their slots, each without one of tiles int8[N] (none: -1),
    # or, where per_hand is 1, these themselves. places uint32[4,>=N]. short int8[N] and useful
    # int64[N] are what the tables say; what is wrong of them is overwritten.
    hands, group, whole, one, known, states = space
    held, sets = hands[0], hands[1]
    for hand in range(short.size):
        source = hand // per_hand
        wanted = 4 - np.int64(n_melds[source])
        if wanted == 4 or (per_hand > 1 and tiles[hand] < 0):
            continue
        for kind in range(34):
            held[kind] = counts[source, kind]
            sets[kind] = laid[source, kind]
        if per_hand > 1:
            held[tiles[hand]] -= 1
        for suit in range(4):
            group[suit] = classes[places[suit, hand]]

        doubtful = False
        for kind in range(34):
            more = 5 - sets[kind] - held[kind]
            if doubtful or sets[kind] == 0 or more > short[hand] + 1:
                continue
            suit = np.int64(SUIT[kind])
            upper = UPPER_OF[suit] + more * np.int64(UPPERS[kind])
            lower = LOWER_OF[suit] + more * np.int64(LOWERS[kind])
            size = more
            for tile in range(9 * suit, min(9 * suit + 9, 34)):
                upper += held[tile] * np.int64(UPPERS[tile])
                lower += held[tile] * np.int64(LOWERS[tile])
                size += held[tile]
            if size > 14:  # which the tables do not hold
                doubtful = True
                continue
            before = group[suit]
            group[suit] = classes[np.int64(halves[upper]) + np.int64(halves[lower])]
            left = np.int64(sums[group[0] << 8 | group[1]])
            right = np.int64(sums[group[2] << 8 | group[3]])
            with_them = shanten[wanted << 8 | np.int64(sums[left << 8 | right])]
            group[suit] = before
            doubtful = with_them == short[hand] - more
        if not doubtful:
            continue

        for entry in range(10):
            whole[0, entry] = FAR
            whole[1, entry] = 0
        whole[0, 0] = 0
        for suit in range(4):
            first = 9 * suit
            end = min(first + 9, 34)
            place = np.int64(places[suit, hand])
            code = 0
            for tile in range(first, end):
                code = 5 * code + sets[tile]
            key = ((code << 19 | place) << 2 | suit) << 3 | wanted
            slot = (key * 0x9E3779B97F4A7C1 >> 44) & MEMORY - 1
            if known[slot] != key:
                known[slot] = key
                if code > 0:
                    _search_suit(suit, wanted, one[slot], held, sets, states)
                else:  # the tables know
                    for entry in range(10):
                        one[slot, 0, entry] = vectors[10 * group[suit] + entry]
                        lane = LANES << entry - 1 if entry > 0 else 0
                        better = better_tiles(rows[2 * place], rows[2 * place + 1], lane)
                        one[slot, 1, entry] = better << first
            # Share the sets and the pair; entries of few sets are needed for those of more.
            for entry in range(9, -1, -1):
                least = FAR
                mask = 0
                for own in range(entry + 1):
                    rest = entry - own
                    lacks = whole[0, rest] + one[slot, 0, own]
                    if rest % 5 + own % 5 != entry % 5 or lacks > least:
                        continue
                    mask = whole[1, rest] | one[slot, 1, own] | (mask if lacks == least else 0)
                    least = lacks
                whole[0, entry] = least
                whole[1, entry] = mask
        short[hand] = whole[0, 5 + wanted] - 1
        useful[hand] = whole[1, 5 + wanted]


@jit_part
def _search_suit(suit, wanted, one, held, sets, states):
    """Put the vector of a suit and the useful tiles of its entries, given the sets, into `one`."""
    # Rank by rank; a state is how many chows began one and two ranks before (no more than two each:
    # three equal chows are three pungs), the number of sets, and whether there is a pair: ((before
    # * 3 + before_that) * 5 + sets) * 2 + pair. Useful is what some best target lacks.
    for state in range(90):
        states[0, state] = FAR
    states[0, 0] = 0
    states[1, 0] = 0
    now = 0
    for rank in range(7 if suit == 3 else 9):
        tile = 9 * suit + rank
        room = 4 - sets[tile]
        most_chows = 3 if suit < 3 and rank < 7 else 1
        then = 2 - now
        for state in range(90):
            states[then, state] = FAR
        for state in range(90):
            so_far = states[now, state]
            if so_far >= FAR:
                continue
            before, n_sets, pair = state // 30, state // 2 % 5, state % 2
            lowest = before + state // 10 % 3  # of chows that go on
            for chows in range(most_chows):
                for added in range(0, 4):  # to the chows nothing, a pair or a pung
                    target = lowest + chows + added
                    all_sets = n_sets + chows + (added == 3)
                    all_pairs = pair + (added == 2)
                    if added == 1 or target > room or all_sets > wanted or all_pairs > 1:
                        continue
                    lacks = max(target - held[tile], 0)
                    short = so_far + lacks
                    after = (chows * 3 + before) * 10 + 2 * all_sets + all_pairs
                    if short > states[then, after]:
                        continue
                    useful = states[now + 1, state] | (lacks > 0) << tile
                    if short == states[then, after]:
                        useful |= states[then + 1, after]
                    states[then, after] = short
                    states[then + 1, after] = useful
        now = then
    for entry in range(10):
        state = 2 * (entry % 5) + entry // 5
        one[0, entry] = states[now, state]
        one[1, entry] = states[now + 1, state]
