"""The scorer's tables against the obvious way to make them."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from mjlab.kernels import fan_bits, score_tables
from mjlab.rules.table import FAN_INDEX
from tests import naive_suits


@pytest.fixture(scope="module")
def tables():
    return score_tables.build()


def test_suits_are_numbered_without_gaps(tables):
    _, flat = tables
    low, high = flat[: 5**4] & score_tables.RANK_MASK, flat[5**4 :][: 5**5] & score_tables.RANK_MASK
    low_sum = score_tables._digits(4).sum(1)
    high_sum = score_tables._digits(5).sum(1)
    fits = low_sum[:, None] + high_sum <= 14
    ranks = (low[:, None] + high)[fits]
    assert len(ranks) == 405_350
    assert np.array_equal(np.sort(ranks), np.arange(405_350))


def test_halves_say_what_they_hold(tables):
    _, flat = tables
    for start, n in ((score_tables.LOW, 4), (score_tables.HIGH, 5)):
        for key, counts in enumerate(score_tables._digits(n)):
            packed = int(flat[start + key])
            for shift, test in (
                (20, lambda c: c > 0),
                (25, lambda c: c % 2 == 1),
                (30, lambda c: c == 2),
                (35, lambda c: c == 3),
            ):
                assert packed >> shift & 31 == sum(1 << i for i, c in enumerate(counts) if test(c))
            assert packed >> 40 == list(counts).count(4)


def test_records_are_all_ways_to_lay_a_suit(tables):
    ids, _ = tables
    records, owners, suits = score_tables._decompositions()
    assert len(suits) == 21_743
    found: dict[tuple[int, ...], list[int]] = {}
    for record, owner in zip(records, owners, strict=True):
        found.setdefault(tuple(suits[owner].tolist()), []).append(int(record))
    rng = np.random.default_rng(1)
    for counts in [tuple(suits[i].tolist()) for i in rng.integers(0, len(suits), 3000)]:
        ways = {naive_suits.pack(way) for way in naive_suits.ways(counts)}
        assert set(found[counts]) == ways
    assert (ids >= 0).sum() == 21_743
    for counts in rng.integers(0, 5, (20_000, 9)).tolist():
        if sum(counts) <= 14:
            assert (tuple(counts) in found) == bool(naive_suits.ways(tuple(counts)))


def test_waits_alone(tables):
    _, _, suits = score_tables._decompositions()
    alone = score_tables._waits_alone(suits)
    rng = np.random.default_rng(2)
    for i in rng.integers(0, len(suits), 1500):
        counts = tuple(suits[i].tolist())
        expected = sum(1 << t for t in range(9) if counts[t] and naive_suits.alone(counts, t))
        assert alone[i] == expected, counts


def test_chow_multisets_are_told_apart_by_their_weights():
    ids, offsets, fan = score_tables._chow_tables()
    assert len(fan) == 12_650
    assert len(set(np.flatnonzero(ids))) == 329  # and the empty multiset, numbered 0
    assert sorted(ids[ids > 0]) == list(range(1, 330))
    assert (offsets >= -1).all()


def test_chow_fan_are_the_best_choice():
    """Against all subsets of fan that use no set twice in the same way and close no circle."""
    _, offsets, packed = score_tables._chow_tables()
    ids = {}
    chosen = [c for n in range(5) for c in _multisets(n)]
    for i, starts in enumerate(chosen):
        ids[starts] = i
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
        by_suit = [tuple(sorted(c - 9 * s for c in chows if c // 9 == s)) for s in range(3)]
        a, b, c = (ids[starts] for starts in by_suit)
        record = int(packed[offsets[a, b] + c])
        which = record & 63
        value = naive_suits.CHOW_VALUES.get(which, 0)
        value += sum(record >> (6 + 2 * i) & 3 for i in range(4))
        assert value == naive_suits.best_chow_fan(tuple(sorted(chows))), chows


def _multisets(n):
    return combinations_with_replacement(range(7), n)


def test_values_of_the_naive_twin_are_those_of_the_rules():
    for key, value in (("quadruple_chow", 48), ("pure_straight", 16), ("mixed_shifted_chows", 6)):
        assert naive_suits.CHOW_VALUES[FAN_INDEX[key]] == value
        assert 1 << FAN_INDEX[key] == getattr(fan_bits, key.upper())
