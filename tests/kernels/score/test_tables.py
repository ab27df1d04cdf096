"""The scorer's tables against the obvious way to make them."""

from itertools import product

import numpy as np
import pytest

from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits
from mjlab.kernels.score import tables as score_tables
from mjlab.kernels.score.sets import chow_record
from mjlab.kernels.score.suits import records_of, suit_place
from mjlab.rules.fans import FAN_INDEX
from tests.support import naive_suits

POWERS = 5 ** np.arange(9)


@pytest.fixture(scope="module")
def flat():
    return score_tables.build()


def test_every_suit_finds_its_word(flat):
    records, owners, suits = score_tables._decompositions()
    assert len(suits) == 21_743
    expected: list[list[int]] = [[] for _ in suits]
    for record, owner in zip(records.tolist(), owners.tolist(), strict=True):
        expected[owner].append(record)
    for counts, wanted in zip(suits, expected, strict=True):
        place, misfit = suit_place(int(counts @ POWERS), flat)
        assert misfit == 0
        first, end = records_of(place, flat)
        assert [int(r) & score_tables.RECORD_MASK for r in flat[first:end]] == wanted


def test_other_suits_find_that_they_do_not_fall_into_sets(flat):
    suits = score_tables._decompositions()[2]
    fits = set((suits @ POWERS).tolist())
    rng = np.random.default_rng(4)
    keys = [k for k in rng.integers(0, 5**9, 50_000).tolist() if k not in fits]
    near = (suits @ POWERS)[:, None] + POWERS  # a tile more, a fifth copy included
    keys += [k for k in near[::7].ravel().tolist() if k not in fits and k < 5**9]
    assert len(keys) > 60_000
    assert all(suit_place(key, flat)[1] != 0 for key in keys)


def test_rows_leave_hardly_a_gap(flat):
    words = flat[at.SUITS :]
    assert len(flat) * 8 < 600_000  # the tables are to stay in a core's second cache
    assert (words == score_tables._EMPTY).sum() < 5_000


def test_records_are_all_ways_to_lay_a_suit():
    records, owners, suits = score_tables._decompositions()
    found: dict[tuple[int, ...], list[int]] = {}
    for record, owner in zip(records, owners, strict=True):
        found.setdefault(tuple(suits[owner].tolist()), []).append(int(record))
    rng = np.random.default_rng(1)
    for counts in [tuple(suits[i].tolist()) for i in rng.integers(0, len(suits), 3000)]:
        ways = {naive_suits.pack(way) for way in naive_suits.ways(counts)}
        assert set(found[counts]) == ways
    for counts in rng.integers(0, 5, (20_000, 9)).tolist():
        if sum(counts) <= 14:
            assert (tuple(counts) in found) == bool(naive_suits.ways(tuple(counts)))


def test_waits_alone():
    _, _, suits = score_tables._decompositions()
    alone = score_tables._waits_alone(suits)
    rng = np.random.default_rng(2)
    for i in rng.integers(0, len(suits), 1500):
        counts = tuple(suits[i].tolist())
        expected = sum(1 << t for t in range(9) if counts[t] and naive_suits.alone(counts, t))
        assert alone[i] == expected, counts


def test_chow_multisets_are_told_apart_by_their_weights():
    ids, rows, fan = score_tables._chow_tables()
    numbers = ids & 0xFFFF
    assert len(fan) == 12_650
    assert len(set(np.flatnonzero(ids))) == 330 - 1  # and the empty multiset, numbered 0
    assert sorted(numbers[ids > 0]) == list(range(1, 330))
    assert len(rows) == at.CHOW_FAN - at.CHOW_ROW
    assert (np.diff(rows) > 0).all()


def test_chow_fan_are_the_best_choice(flat):
    """Against all subsets of fan that use no set twice in the same way and close no circle."""
    rng = np.random.default_rng(3)
    some = rng.integers(0, 7, (1500, 4)) + 9 * rng.integers(0, 3, (1500, 4))
    ranks_of_patterns = (
        (0, 3, 6, 3), (0, 0, 6, 6), (2, 2, 2, 2), (1, 2, 3, 4), (0, 2, 4, 6), (1, 1, 4, 4),
    )  # fmt: skip
    patterns = [
        [s * 9 + r for s, r in zip(suits, ranks, strict=True)]
        for suits in product(range(3), repeat=4)
        for ranks in ranks_of_patterns
    ]
    for chows in [*some.tolist(), *patterns]:
        weights = sum(score_tables.CHOW_WEIGHTS[c % 9] << 12 * (c // 9) for c in chows)
        record = int(chow_record(weights, flat))
        which = record & 63
        value = naive_suits.CHOW_VALUES.get(which, 0)
        value += sum(record >> (32 + 8 * i) & 255 for i in range(4))
        assert value == naive_suits.best_chow_fan(tuple(sorted(chows))), chows
        assert record >> 19 & 7 == sum(c % 9 in (0, 6) for c in chows)
        assert record >> 22 & 7 == sum(c % 9 in (2, 3, 4) for c in chows)


def test_values_of_the_naive_twin_are_those_of_the_rules():
    for key, value in (("quadruple_chow", 48), ("pure_straight", 16), ("mixed_shifted_chows", 6)):
        assert naive_suits.CHOW_VALUES[FAN_INDEX[key]] == value
        assert 1 << FAN_INDEX[key] == getattr(fan_bits, key.upper())
