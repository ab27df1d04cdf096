"""Circumstances that contradict each other are counted as they are claimed, by both scorers."""

from itertools import product

import numpy as np
import pytest

from mjlab.api import score_batch
from mjlab.batch import WinBatch
from mjlab.hand import Win
from mjlab.reference import score
from mjlab.rules import ruleset
from tests.support.generate import wins

FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong")
CLAIMS = [dict(zip(FLAGS, held, strict=True)) for held in product((False, True), repeat=5)]
HAND = "{1111m}[678p]23m67899s+4m"


def claims():
    for i, win in enumerate(wins(1600, seed=21)):
        yield win.changed(strict=False, **CLAIMS[i % len(CLAIMS)])


@pytest.mark.parametrize("name", ["mcr1998_online", "mcr1998", "mcr2006"])
@pytest.mark.parametrize("claim_only", [True, False])
def test_the_scorers_are_twins_on_any_claim(name, claim_only):
    rules = ruleset(name).changed(wall_last_discard_claim_only=claim_only)
    hands = list(claims())
    assert sum(bool(hand.problems) for hand in hands) > 800
    scores = score_batch(WinBatch.from_wins(hands), ruleset=rules)
    assert not scores.status.any()
    for row, hand in enumerate(hands):
        scored = score(hand, rules)
        assert scores.total[row] == scored.total, hand
        assert scores.fan_names(row) in [reading.fans for reading in scored.readings], hand


def test_batches_of_arrays_let_claims_stand():
    counts = np.zeros((len(CLAIMS), 34), int)
    for tile in Win.parse(HAND).concealed:
        counts[:, tile] += 1
    melds = np.array([[meld.kind * 34 + meld.tile for meld in Win.parse(HAND).melds]] * len(CLAIMS))
    bits = [sum(held << i for i, held in enumerate(claim.values())) for claim in CLAIMS]
    batch = WinBatch.from_arrays(counts, [3] * 32, melds, circumstances=bits, strict=False)
    totals = [score(Win.parse(HAND, strict=False, **claim)).total for claim in CLAIMS]
    assert score_batch(batch).total.tolist() == totals


@pytest.mark.parametrize(
    ("claim", "fan"),
    [
        ({"kong_replacement": True}, "out_with_replacement_tile"),
        ({"robbing_kong": True, "self_drawn": True}, "robbing_the_kong"),
    ],
)
def test_a_claim_is_counted_and_named(claim, fan):
    win = Win.parse(HAND, strict=False, **claim)
    assert win.problems
    scored = score(win)
    assert fan in scored.fans
    told = scored.explain().circumstances()
    assert any(line.startswith("impossible, taken as claimed") for line in told)


def test_a_robbed_kong_and_a_draw_are_both_told():
    told = (
        score(Win.parse(HAND, strict=False, robbing_kong=True, self_drawn=True))
        .explain()
        .circumstances()
    )
    assert {"self-drawn", "won by robbing a kong"} <= set(told)
