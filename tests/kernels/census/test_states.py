"""The building blocks of the census: states of suits, classes of honors."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from mjlab.kernels.census import states as state
from mjlab.kernels.census.states import give_suits
from mjlab.kernels.score import tables as score_tables

SUITS = score_tables._decompositions()[2]
NONE, ALL = np.zeros(27, np.int64), np.full(27, 4)


def sizes(groups):
    return {key: end - first for key, (first, end) in groups.items()}


def test_states_of_a_concealed_suit():
    states, groups = state.suit_states(SUITS, 0, NONE, ALL)
    assert len(states) == len(SUITS) == 21_743
    assert sizes(groups) == {
        (0, 0, 0): 1, (0, 1, 0): 9, (1, 0, 0): 16, (1, 1, 0): 135, (2, 0, 0): 127,
        (2, 1, 0): 996, (3, 0, 0): 627, (3, 1, 0): 4475, (4, 0, 0): 2098, (4, 1, 0): 13_259,
    }  # fmt: skip
    ends = [end for _, end in groups.values()]
    assert [0, *ends[:-1]] == [first for first, _ in groups.values()]
    gates = states[:, state.MASKS] >> state.GATE & 15
    assert sorted(gates[gates > 0]) == list(range(1, 10))


def test_a_state_tells_its_tiles():
    states, _ = state.suit_states(SUITS, 1, NONE, ALL)
    random = np.random.default_rng(0)
    for row in states[random.choice(len(states), 300, replace=False)].tolist():
        standing = [row[state.COPIES] >> 3 * rank & 7 for rank in range(9)]
        assert row[state.PLACE] == sum(n * 5**rank for rank, n in enumerate(standing))
        kind = (row[state.MELDS] >> state.MELD_SETS & 31) - 1
        claimed = [0] * 9
        for rank in () if kind < 0 else (kind,) * 3 if kind < 9 else range(kind - 9, kind - 6):
            claimed[rank] += 1
        together = [a + b for a, b in zip(standing, claimed, strict=True)]
        masks = {
            0: [n > 0 for n in standing],
            state.ODD: [n % 2 for n in standing],
            state.PRESENT: [n > 0 for n in together],
            state.FOUR: [n == 4 for n in together],
            state.THREE_CLAIMED: [n == 3 for n in claimed],
        }
        for place, holds in masks.items():
            mask = sum(bool(held) << rank for rank, held in enumerate(holds))
            assert row[state.MASKS] >> place & 511 == mask
        ways = 1
        for c, s in zip(claimed, standing, strict=True):
            ways *= comb(4, c) * comb(4 - c, s)
        assert row[state.WEIGHT] == ways


def test_bounds_decide_the_suits_of_a_state():
    least, most = NONE.copy(), ALL.copy()
    least[0] = 1  # 1m in the hand
    most[9:18] = 0  # no dots
    states, _ = state.suit_states(SUITS, 0, least, most)
    for row in states.tolist():
        allowed = row[state.MASKS] >> state.ALLOWED & 7
        assert allowed & 1 == (row[state.MASKS] & 1)
        assert (allowed >> 1 & 1) == (row[state.COPIES] == 0)
        assert allowed >> 2 & 1


@pytest.mark.parametrize("claimed", [0, 1, 4])
@pytest.mark.parametrize(("seat", "prevailing"), [(0, 0), (1, 3)])
def test_classes_of_honors_have_all_members(claimed, seat, prevailing):
    states, groups = state.honor_states(claimed, seat, prevailing, np.zeros(7), np.full(7, 4))
    for (sets, pair, laid), (first, end) in groups.items():
        expected = comb(7, sets) * comb(sets, laid) * ((7 - sets) if pair else 1)
        assert states[first:end, state.PLACE].sum() == expected
        assert laid <= claimed
    by_hand = [c for n in range(5) for c in combinations(range(7), n)]
    concealed = sum(
        int(states[first:end, state.PLACE].sum())
        for (_, pair, laid), (first, end) in groups.items()
        if laid == 0 and not pair
    )
    assert concealed == len(by_hand)


def test_ways_to_give_states_to_the_suits():
    states, groups = state.suit_states(SUITS, 0, NONE, ALL)
    placed = np.zeros(28, np.int64)
    some = [groups[key][0] for key in ((2, 0, 0), (1, 0, 0), (1, 1, 0))]
    for a, b, c in [some, [some[0]] * 2 + some[2:], [some[0]] * 3]:
        a, b, c = sorted((a, b, c))
        assert give_suits(a, b, c, states, placed) == 1
        assert placed[3] == len(set(permutations((a, b, c))))


def test_green_and_reversible_hands_stand_for_themselves():
    states, groups = state.suit_states(SUITS, 0, NONE, ALL)
    empty = groups[0, 0, 0][0]
    colours = states[:, state.MASKS] >> state.COLOURS & 7
    green = int(np.flatnonzero((colours & 1 == 1) & (states[:, state.PLACE] > 0))[0])
    plain = int(np.flatnonzero(colours == 0)[0])
    placed = np.zeros(28, np.int64)
    n = give_suits(*sorted((green, empty)), empty, states, placed)
    ways = placed[: 4 * n].reshape(-1, 4)
    assert ways[:, 3].sum() == 3
    assert [empty, empty, green, 1] in ways.tolist()
    assert give_suits(*sorted((plain, empty)), empty, states, placed) == 1
    assert placed[3] == 3
