"""The simulator's random numbers, and its distances to plans against the shanten of the library."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from mjlab import FORMS, shanten_batch
from mjlab.batch import HandBatch
from mjlab.kernels._jit import jit
from mjlab.kernels.play import policies, random
from mjlab.kernels.play import table as tables
from mjlab.kernels.shanten import tables as shanten_tables
from mjlab.kernels.shanten.forms import WORDS

NAMED = dict(zip(shanten_tables.NAMES, shanten_tables.load(), strict=True))
TABLES = policies.ShantenTables(*(NAMED[name] for name in policies.ShantenTables._fields))


def hands(n: int, size: int, seed: int = 5) -> np.ndarray:
    """Random hands, half of them of few kinds so that they come close to something."""
    rng = np.random.default_rng(seed)
    made = np.zeros((n, 34), np.uint8)
    for row in made:
        kinds = rng.permutation(34)[: 34 if rng.random() < 0.5 else 12]
        np.add.at(row, rng.permutation(np.repeat(kinds, 4))[:size], 1)
    return made


@jit
def _away(plans, counts, words, sets, n_sets, tables, out):
    for row in range(counts.shape[0]):
        for column in range(plans.size):
            out[row, column] = policies.away(
                plans[column], counts[row], words[row], sets, n_sets, tables
            )


def away(plans: np.ndarray, counts: np.ndarray, *codes: int) -> np.ndarray:
    """Distance of each hand, with these sets laid aside, to each plan."""
    sets = np.array([*codes, -1, -1, -1, -1][:4], np.int16)
    out = np.zeros((len(counts), len(plans)), np.int64)
    _away(plans, counts, counts.view(WORDS).reshape(-1), sets, len(codes), TABLES, out)
    return out


def of_kind(kind: int) -> np.ndarray:
    return np.flatnonzero(np.equal(policies.PLAN_KIND, kind))


def distances(counts: np.ndarray, kind: int) -> np.ndarray:
    """Distance of each hand to the plans of a kind, one column for each."""
    return away(of_kind(kind), counts)


def test_random_numbers_are_those_of_splitmix64() -> None:
    state = np.zeros(1, np.uint64)
    first = [int(random.next_bits(state)) for _ in range(3)]
    assert first == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_numbers_below_a_bound_are_even() -> None:
    state = np.ones(1, np.uint64)
    for bound in (1, 2, 7, 144):
        drawn = [random.below(state, bound) for _ in range(4000)]
        counted = np.bincount(drawn, minlength=bound)
        assert len(counted) == bound
        assert bound == 1 or stats.chisquare(counted).pvalue > 1e-4


def test_games_of_a_seed_have_states_of_their_own() -> None:
    found = set()
    state = np.zeros(1, np.uint64)
    for seed in range(20):
        for number in range(200):
            random.seed_game(state, np.uint64(seed), np.uint64(number))
            found.add(int(state[0]))
    assert len(found) == 4000


@pytest.mark.parametrize(("duplicate", "n_flowers"), [(False, 8), (False, 0), (True, 0)])
def test_every_tile_is_dealt_and_to_everybody_alike(duplicate: bool, n_flowers: int) -> None:
    table = tables.new_table()
    dealt = np.zeros((4, 13), np.int8)
    met = np.zeros((4, 42))
    for number in range(3000):
        random.seed_game(table.random, np.uint64(9), np.uint64(number))
        tables.deal(table, duplicate, n_flowers, dealt)
        wall = np.bincount(table[8][: 136 + n_flowers], minlength=42)
        assert wall.tolist() == [4] * 34 + [1 if n_flowers else 0] * 8
        for player in range(4):
            met[player] += np.bincount(dealt[player], minlength=42)
    kinds = met.sum(axis=0)
    assert stats.chisquare(kinds[:34]).pvalue > 1e-4
    used = met[:, kinds > 0]
    assert stats.chi2_contingency(used).pvalue > 1e-4


def test_distances_are_the_shanten_of_the_forms() -> None:
    counts = hands(400, 13)
    table = shanten_batch(HandBatch.from_arrays(counts), form="all")
    by_form = dict(zip(FORMS, table.T, strict=True))
    assert (distances(counts, policies.ANY)[:, 0] == by_form["regular"]).all()
    assert (distances(counts, policies.PAIRS)[:, 0] == by_form["seven_pairs"]).all()
    assert (distances(counts, policies.ORPHANS)[:, 0] == by_form["thirteen_orphans"]).all()
    singles = distances(counts, policies.SINGLES).min(axis=1)
    assert (singles == by_form["honors_and_knitted"]).all()
    nine = policies.PLAN_TILES[of_kind(policies.NINE)]
    knitted = np.isin(nine, policies.KNITTED_TILES[1 << np.arange(6)])
    straight = distances(counts, policies.NINE)[:, knitted].min(axis=1)
    assert (straight == by_form["knitted_straight"]).all()


@pytest.mark.slow
def test_a_plan_of_nine_tiles_wants_them_and_a_set_and_a_pair() -> None:
    counts = hands(200, 13, seed=6)
    plans = policies.PLAN_TILES[of_kind(policies.NINE)]
    found = distances(counts, policies.NINE)
    for row, hand in enumerate(counts):
        held = sum(1 << tile for tile in range(34) if hand[tile])
        for column, tiles in enumerate(plans.tolist()):
            rest = hand.copy()
            rest[[t for t in range(34) if tiles & held & 1 << t]] -= 1
            missing = (tiles & ~held).bit_count()
            assert found[row, column] == missing + set_and_pair(rest)


def set_and_pair(counts: np.ndarray) -> int:
    """One less than the tiles short of a set and a pair, by looking at all of them."""
    suited = [t for t in range(27) if t % 9 < 7]
    sets = [np.eye(34, dtype=int)[[t, t + 1, t + 2]].sum(0) for t in suited]
    sets += [3 * np.eye(34, dtype=int)[t] for t in range(34)]
    pairs = 2 * np.eye(34, dtype=int)
    wanted = np.array([one + pair for one in sets for pair in pairs])
    wanted = wanted[(wanted <= 4).all(axis=1)]
    return int(np.maximum(wanted - counts, 0).sum(axis=1).min()) - 1


def test_pungs_and_one_suit() -> None:
    counts = np.zeros((3, 34), np.uint8)
    counts[0, [0, 1, 2, 3]] = 3  # four pungs and a single tile
    counts[0, 4] = 1
    counts[1, :9] = 1
    counts[1, 27] = 3
    counts[1, 28] = 1  # three chows, a pung, a single
    counts[2, [0, 5, 9, 14, 18, 22, 27, 28, 29, 30, 31, 32, 33]] = 1
    assert distances(counts, policies.PUNGS)[:, 0].tolist() == [0, 6, 8]
    assert distances(counts, policies.SUIT).min(axis=1).tolist()[:2] == [0, 0]


def test_sets_that_do_not_fit_rule_a_plan_out() -> None:
    counts = np.zeros((1, 34), np.uint8)
    counts[0, :10] = 1
    straight = np.flatnonzero(policies.PLAN_TILES == 0x1FF)[:1]
    white, green = 34 + 31, 34 + 32  # pungs
    far = [[policies.FAR]]
    assert away(straight, counts, white).tolist() == [[0]]  # 1-9m, a pung, and one of a pair
    assert away(straight, counts, white, green).tolist() == far
    assert away(of_kind(policies.PAIRS), counts, white).tolist() == far
    assert away(of_kind(policies.PUNGS), counts, 0).tolist() == far
    suits = away(of_kind(policies.SUIT), counts, 9)  # a chow of dots
    assert (suits == policies.FAR).tolist() == [[True, False, True]]
