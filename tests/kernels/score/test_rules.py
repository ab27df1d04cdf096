"""A ruleset as an array, and the small tables, against the plain words they stand for."""

from itertools import product

import numpy as np
import pytest

from mjlab.batch.rules import rule_arrays
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits, lookups
from mjlab.kernels.score import rules as score_rules
from mjlab.kernels.score import tables as score_tables
from mjlab.kernels.score.forms import knitted_body
from mjlab.kernels.score.whole import bit_planes, four_of_a_kind, laid_aside, suit_key
from mjlab.rules import FANS, RULESETS, ruleset
from tests.support.generate import wins


@pytest.fixture(scope="module")
def flat():
    return score_tables.build()


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_digits_add_up_to_the_values(name):
    numbers = rule_arrays(ruleset(name))
    rule = score_rules.build(*numbers)
    for column in range(len(FANS)):
        big = column < fan_bits.N_BIG
        place, n, bit = (
            (at.RULE_BIG_VALUES, 6, column)
            if big
            else (at.RULE_SMALL_VALUES, 3, column - fan_bits.N_BIG)
        )
        value = sum((int(rule[place + d]) >> bit & 1) << (d + big) for d in range(n))
        if column in at.COUNTED:
            assert value == 0
            value = int(rule[at.RULE_COUNTED]) >> 8 * (7 - at.COUNTED.index(column)) & 255
        assert value == numbers.table[column, 2], FANS[column].key


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_chunks_exclude_what_their_fan_exclude(name):
    numbers = rule_arrays(ruleset(name))
    rule = score_rules.build(*numbers)
    rng = np.random.default_rng(5)
    for _ in range(500):
        columns = rng.choice(fan_bits.N_BIG, rng.integers(0, 7), replace=False).tolist()
        big = sum(1 << c for c in columns)
        out = np.zeros(2, np.int64)
        for chunk in range(6):
            place = at.RULE_EXCLUDED + 2 * (1024 * chunk + (big >> 10 * chunk & 1023))
            out |= rule[place : place + 2]
        expected = np.bitwise_or.reduce(numbers.table[columns, :2], initial=0)
        assert out.tolist() == expected.tolist()


def test_keys_and_planes_hold_the_counts():
    rng = np.random.default_rng(6)
    for counts in rng.integers(0, 5, (300, 34), dtype=np.uint8):
        for suit in range(3):
            wanted = counts[9 * suit : 9 * suit + 9].astype(np.int64) @ 5 ** np.arange(9)
            assert suit_key(counts, suit) == wanted
        for bit, plane in enumerate(bit_planes(counts)):
            assert plane == sum(1 << t for t in range(34) if counts[t] >> bit & 1)


def test_sets_laid_aside_are_summed_up(flat):
    seen = set()
    for win in wins(3000, seed=7):
        melds = np.full(4, -1, np.int16)
        melds[: len(win.melds)] = [34 * m.kind + m.tile for m in win.melds]
        sums, pungs, present, *planes = (int(x) for x in laid_aside(melds, flat))
        assert sums >> lookups.N_MELDS & 7 == len(win.melds)
        hidden = sum(m.is_kong and m.is_concealed for m in win.melds)
        assert sums >> lookups.CONCEALED_KONGS & 7 == hidden
        assert sums >> lookups.MELDED_KONGS == sum(m.is_kong for m in win.melds) - hidden
        assert pungs == sum(1 << m.tile for m in win.melds if m.kind != at.CHOW)
        held = {t for m in win.melds for t in m.tiles}
        assert present == sum(1 << t for t in held)

        counts = np.zeros(34, np.uint8)
        np.add.at(counts, [*win.concealed, win.tile], 1)
        found = int(four_of_a_kind(*bit_planes(counts), pungs, *planes))
        kongs = {m.tile for m in win.melds if m.is_kong}
        everything = [*win.concealed, win.tile, *(t for m in win.melds for t in m.tiles)]
        fours = {t for t in everything if everything.count(t) == 4} - kongs
        assert found == sum(1 << t for t in fours)
        seen |= {len(fours), *(m.kind for m in win.melds)}
    assert seen == {0, 1, 2, 3, 4}


def test_arrangements_are_all_six_ways(flat):
    found = set()
    for i in range(6):
        mask, *keys = flat[at.ARRANGEMENTS + 4 * i :][:4].tolist()
        groups = [next(g for g in range(3) if mask >> (9 * suit + g) & 1) for suit in range(3)]
        assert keys == [5**g + 5 ** (g + 3) + 5 ** (g + 6) for g in groups]
        assert mask == sum(
            1 << (9 * suit + g + step) for suit, g in enumerate(groups) for step in (0, 3, 6)
        )
        found.add(tuple(groups))
    assert found == {p for p in product(range(3), repeat=3) if len(set(p)) == 3}


def test_a_knitted_straight_is_found_among_fourteen_tiles(flat):
    places = [at.ARRANGEMENTS + 4 * i for i in range(6)]
    rng = np.random.default_rng(8)
    for _ in range(2000):
        standing = sum(1 << int(t) for t in rng.choice(27, rng.integers(9, 15), replace=False))
        held = [p for p in places if standing & int(flat[p]) == flat[p]]
        assert [p for p in [int(knitted_body(standing, flat))] if p] == held
    for place in places:
        assert knitted_body(int(flat[place]) | at.WINDS | 1, flat) == place
