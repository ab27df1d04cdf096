"""Twenty thousand recorded hands: every total right, every published list among the best."""

import gzip
import json

import pytest

from mjlab.hand import Win
from mjlab.reference import score
from mjlab.rules import ruleset
from tests.support.paths import CASES

FAN_CASES = CASES / "fan_cases.jsonl.gz"
PARTS = 20
SHAPE_WAITS_ONLY = "c15292"
"""One alternative list of this hand takes 7s, of which all four are held, for no wait."""


@pytest.fixture(scope="module")
def cases():
    with gzip.open(FAN_CASES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def lists_of(case):
    return [case["fans"], *case.get("alt_fans", ())]


@pytest.mark.parametrize("part", range(PARTS))
def test_totals_and_lists(cases, part):
    assert len(cases) == 20_000
    for case in cases[part::PARTS]:
        scored = score(Win.from_dict(case))
        assert scored.total == case["total"], case
        assert scored.legal_win == (case["total"] - case["flags"].get("flowers", 0) >= 8)
        found = [reading.fans for reading in scored.readings]
        missing = [fans for fans in lists_of(case) if fans not in found]
        if case["id"] == SHAPE_WAITS_ONLY:
            assert missing == [fans for fans in lists_of(case) if "single_wait" in fans]
        else:
            assert not missing, case


def test_the_list_that_needs_another_ruling(cases):
    (case,) = (c for c in cases if c["id"] == SHAPE_WAITS_ONLY)
    scored = score(Win.from_dict(case), ruleset().changed(wait_counts_exhausted=False))
    (other,) = (fans for fans in lists_of(case) if "single_wait" in fans)
    assert other in [reading.fans for reading in scored.readings]
