"""Hands with sets laid aside, exactly.

A target may use no tile more than four times, the player's own sets included. The tables know
nothing of the sets; their answer is right unless some best target has more of a tile than the sets
leave. Such a target wants all the copies that are left and another, so giving the hand these tiles
brings it closer by each of them. Only where that is so the targets are searched through, suit by
suit.
"""

import numpy as np

from mjlab.kernels._jit import count_bits, jit_lean, jit_part
from mjlab.kernels.efficiency_forms import IMPOSSIBLE, KNITTED_TILES
from mjlab.kernels.efficiency_masks import LOWERS, SUIT, UPPERS, better_tiles
from mjlab.kernels.efficiency_tables import HONORS, LANES, LOWER, N_CLASSES

KERNEL_SET = "c2290d5d1116"

FAR = 64
"""More than any hand is short of."""
MEMORY = 1024
"""Suits whose search is remembered: those of one hand come back with its discards."""
UPPER_OF = np.array([0, 0, 0, HONORS])
LOWER_OF = np.array([LOWER, LOWER, LOWER, LOWER + 3125])
"""Where the halves of the keys of each suit begin in the table `halves`."""


def melded_space() -> tuple[np.ndarray, ...]:
    """Make the working space of `melded_forms`, for one call at a time.

    Returns
    -------
    tuple of numpy.ndarray
        int64[2,34], the counts of a hand and of its sets; int64[3,4], of each suit the place, the
        class, and the class of the others; int64[2,10] for a group of suits, by entry of the vector
        how many tiles it is short of and which are useful; the same for suits that have been
        searched, int64[MEMORY,2,10], and which these are, int64[MEMORY]; and int64[4,90] for the
        search, the same by state, before and after a rank.
    """
    return (
        np.zeros((2, 34), np.int64),
        np.zeros((3, 4), np.int64),
        np.zeros((2, 10), np.int64),
        np.zeros((MEMORY, 2, 10), np.int64),
        np.full(MEMORY, -1),
        np.zeros((4, 90), np.int64),
    )


@jit_lean
def melded_forms(
    counts,
    laid,
    tiles,
    places,
    n_melds,
    per_hand,
    wanted,
    halves,
    classes,
    vectors,
    sums,
    shanten,
    rows,
    active,
    spread,
    space,
    all_forms,
    best,
    attained,
    masks,
):
    """Correct the results of hands with sets laid aside.

    counts and laid uint8[N // per_hand,34] are the standing tiles and those of the sets; the hands
    are their slots, each without one of tiles int8[N] (none: -1), or, where per_hand is 1, these
    themselves. places uint32[4,>=N], n_melds int8[N // per_hand]; wanted has a bit for each form.
    Where sets are laid aside, all_forms int8[N,5] and masks int64[N] (unless they have no rows),
    best int8[N] and attained uint8[N] are written.
    """
    hands, suits = space[0], space[1]
    held, sets = hands[0], hands[1]
    place = suits[0]
    for hand in range(best.size):
        source = hand // per_hand
        n_sets = np.int64(n_melds[source])
        if n_sets == 0 or (per_hand > 1 and tiles[hand] < 0):
            continue
        for kind in range(34):
            held[kind] = counts[source, kind]
            sets[kind] = laid[source, kind]
        if per_hand > 1:
            held[tiles[hand]] -= 1
        for suit in range(4):
            place[suit] = places[suit, hand]
        regular, useful = _regular(
            4 - n_sets, halves, classes, vectors, sums, shanten, rows, active, spread, space
        )
        straight, for_straight = IMPOSSIBLE, 0
        if n_sets == 1:
            straight, for_straight = _straight(held, sets)
        if all_forms.shape[0] > 0:
            all_forms[hand, 0] = regular
            all_forms[hand, 4] = straight
        least = regular if wanted & 1 else IMPOSSIBLE
        if wanted & 16 and straight < least:
            least = straight
        bits = 0
        mask = 0
        if wanted & 1 and regular == least:
            bits |= 1
            mask |= useful
        if wanted & 16 and straight == least and least < IMPOSSIBLE:
            bits |= 16
            mask |= for_straight
        best[hand] = least
        attained[hand] = bits
        if masks.size > 0:
            masks[hand] = mask


@jit_part
def _regular(wanted, halves, classes, vectors, sums, shanten, rows, active, spread, space):
    """Shanten and useful tiles of the regular form: by the tables where these are right."""
    hands, suits = space[0], space[1]
    held, sets = hands[0], hands[1]
    place, group, beside = suits[0], suits[1], suits[2]
    for suit in range(4):
        group[suit] = classes[place[suit]]
    left = np.int64(sums[group[0] << 8 | group[1]])
    right = np.int64(sums[group[2] << 8 | group[3]])
    beside[0] = sums[group[1] << 8 | right]
    beside[1] = sums[group[0] << 8 | right]
    beside[2] = sums[left << 8 | group[3]]
    beside[3] = sums[left << 8 | group[2]]
    short = np.int64(shanten[wanted << 8 | np.int64(sums[left << 8 | right])])
    doubtful = False
    for kind in range(34):
        more = 5 - sets[kind] - held[kind]
        if doubtful or sets[kind] == 0 or more > short + 1:
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
        else:
            own = np.int64(classes[np.int64(halves[upper]) + np.int64(halves[lower])])
            with_them = shanten[wanted << 8 | np.int64(sums[beside[suit] << 8 | own])]
            doubtful = with_them == short - more
    if doubtful:
        return _search(wanted, vectors, rows, space)
    mask = 0
    for suit in range(4):
        entries = spread[active[wanted * N_CLASSES + beside[suit] << 8 | group[suit]]]
        at = 2 * place[suit]
        mask |= better_tiles(rows[at], rows[at + 1], entries) << 9 * suit
    return short, mask


@jit_part
def _search(wanted, vectors, rows, space):
    """Shanten and useful tiles of the regular form: through the targets, suit by suit."""
    whole, one = space[2], space[3]
    for entry in range(10):
        whole[0, entry] = FAR
        whole[1, entry] = 0
    whole[0, 0] = 0
    for suit in range(4):
        slot = _searched(suit, wanted, vectors, rows, space)
        # Share the sets and the pair; entries of few sets are needed for those of more.
        for entry in range(9, -1, -1):
            least = FAR
            mask = 0
            for own in range(entry + 1):
                rest = entry - own
                short = whole[0, rest] + one[slot, 0, own]
                if rest % 5 + own % 5 != entry % 5 or short > least:
                    continue
                mask = whole[1, rest] | one[slot, 1, own] | (mask if short == least else 0)
                least = short
            whole[0, entry] = least
            whole[1, entry] = mask
    return whole[0, 5 + wanted] - 1, whole[1, 5 + wanted]


@jit_part
def _searched(suit, wanted, vectors, rows, space):
    """Where in the memory the vector of a suit stands; it is put there if it is not."""
    sets, suits, one, known = space[0][1], space[1], space[3], space[4]
    laid = 0
    for tile in range(9 * suit, min(9 * suit + 9, 34)):
        laid = 5 * laid + sets[tile]
    place = suits[0, suit]
    key = ((laid << 19 | place) << 2 | suit) << 3 | wanted
    slot = (key * 0x9E3779B97F4A7C1 >> 44) & MEMORY - 1
    if known[slot] == key:
        return slot
    known[slot] = key
    if laid > 0:
        _search_suit(suit, wanted, slot, space)
    else:  # the tables know
        for entry in range(10):
            one[slot, 0, entry] = vectors[10 * suits[1, suit] + entry]
            better = 0
            if entry > 0:
                first, second = rows[2 * place], rows[2 * place + 1]
                better = better_tiles(first, second, LANES << entry - 1)
            one[slot, 1, entry] = better << 9 * suit
    return slot


@jit_part
def _search_suit(suit, wanted, slot, space):
    """Put the vector of a suit and the useful tiles of its entries, given the sets, into memory.

    Rank by rank; a state is how many chows began one and two ranks before (no more than two each:
    three equal chows are three pungs), the number of sets, and whether there is a pair:
    ``((before * 3 + before_that) * 5 + sets) * 2 + pair``. Useful is what some best target lacks.
    """
    hands, one, states = space[0], space[3], space[5]
    held, sets = hands[0], hands[1]
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
        one[slot, 0, entry] = states[now, state]
        one[slot, 1, entry] = states[now + 1, state]


@jit_part
def _straight(held, sets):
    """Shanten and useful tiles of a knitted straight and a pair, beside one set laid aside."""
    once = twice = thrice = 0
    barred = gone = 0
    for kind in range(34):
        once |= (held[kind] > 0) << kind
        twice |= (held[kind] > 1) << kind
        thrice |= (held[kind] > 2) << kind
        barred |= (sets[kind] > 2) << kind  # too few are left for a pair,
        gone |= (sets[kind] > 3) << kind  # or none for a knitted tile
    least = FAR
    mask = 0
    for way in range(6):
        knitted = KNITTED_TILES[1 << way]
        if knitted & gone:
            continue
        absent = knitted & ~once
        single = (once & ~knitted | twice & knitted) & ~barred
        double = (twice & ~knitted | thrice & knitted) & ~barred
        short = count_bits(absent)
        useful = absent
        if double == 0:
            short += 1 if single else 2
            useful |= single if single else (1 << 34) - 1 & ~barred
        if short < least:
            least = short
            mask = 0
        if short == least:
            mask |= useful
    return least - 1, mask
