"""The compiled scorer and the readable one are twins: every total equal, every list among the best.

And PyMahjongGB, which shares no line with either, agrees on the totals.
"""

import dataclasses
import typing
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlab import reference
from mjlab.api import score_batch
from mjlab.batch import WinBatch
from mjlab.rules import FANS, RULESETS, RuleSet, ruleset
from tests.support.generate import win as generate_win
from tests.support.generate import wins
from tests.support.peers import gb_arguments

# The presets that differ in more than their minimum and their flowers.
SCORING_PRESETS = ("mcr1998_online", "mcr1998", "mcr2006", "mcr2014")
PARTS = 10
PART = 10_000


def assert_twins(hands, rules):
    scores = score_batch(WinBatch.from_wins(hands), ruleset=rules)
    assert not scores.status.any()
    for row, hand in enumerate(hands):
        expected = reference.score(hand, rules)
        assert scores.total[row] == expected.total, f"{hand!r} under {rules}"
        assert scores.fan_names(row) in [r.fans for r in expected.readings], f"{hand!r}, {rules}"
        assert bool(scores.legal_win[row]) == expected.legal_win
    return scores


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_twins_agree_under_every_preset(part):
    hands = list(wins(PART, seed=1000 + part))
    scores = [assert_twins(hands, ruleset(name)) for name in SCORING_PRESETS]
    online = scores[0]
    beginner = score_batch(WinBatch.from_wins(hands), ruleset="mcr_beginner")
    assert np.array_equal(beginner.total, online.total)
    assert np.array_equal(beginner.legal_win, online.fan_total >= 4)
    bare = [hand.changed(flowers=0) for hand in hands]
    no_flowers = score_batch(WinBatch.from_wins(bare), ruleset="mcr_noflower")
    assert np.array_equal(no_flowers.total, online.fan_total)


@pytest.mark.slow
def test_every_fan_occurs_often_in_the_generated_hands():
    hands = WinBatch.from_wins(h for part in range(PARTS) for h in wins(PART, seed=1000 + part))
    counts = (score_batch(hands).fans > 0).sum(0)
    rare = {f.key: int(n) for f, n in zip(FANS, counts, strict=True) if n < 200}
    assert not rare


def random_rules(random):
    hints = typing.get_type_hints(RuleSet)
    switches = {}
    for switch in dataclasses.fields(RuleSet):
        if switch.name in ("name", "min_fan", "flowers", "flower_points"):
            continue
        if random.random() < 0.4:
            switches[switch.name] = random.choice(
                typing.get_args(hints[switch.name]) or (True, False)
            )
    return ruleset().changed(
        min_fan=random.choice((0, 4, 8, 16)), flower_points=random.choice((1, 2)), **switches
    )


@pytest.mark.parametrize("seed", range(12))
def test_twins_agree_under_any_switches(seed):
    random = Random(seed)
    for _ in range(4):
        assert_twins([generate_win(random) for _ in range(250)], random_rules(random))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(RULESETS)))
def test_twins_agree_on_any_hand(seed, name):
    hand = generate_win(Random(seed))
    if ruleset(name).flowers == 0:
        hand = hand.changed(flowers=0)
    assert_twins([hand], ruleset(name))


def test_threads_share_a_batch():
    batch = WinBatch.from_wins(wins(997, seed=8))
    many = batch.take(np.arange(20_011) % len(batch))
    alone, shared = score_batch(many), score_batch(many, threads=3)
    for name in ("total", "fans", "status"):
        assert np.array_equal(getattr(alone, name), getattr(shared, name))
    assert np.array_equal(alone.fans[:997], score_batch(batch).fans)


def gb_score(calculator, hand):
    return sum(points for points, _ in calculator(*gb_arguments(hand)))


@pytest.mark.slow
def test_an_independent_calculator_agrees():
    """PyMahjongGB plays by the online rules; see docs/rulings.md."""
    calculator = pytest.importorskip("MahjongGB").MahjongFanCalculator
    hands = [h for seed in range(20) for h in wins(10_000, seed=5000 + seed)]
    scores = score_batch(WinBatch.from_wins(hands))
    differ = Counter(
        (repr(hand), gb_score(calculator, hand), int(total))
        for hand, total in zip(hands, scores.total, strict=True)
        if gb_score(calculator, hand) != total
    )
    assert not differ
