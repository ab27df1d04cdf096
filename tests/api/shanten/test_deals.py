"""The shanten of random deals: the table against exact odds, a new sample, and the manual."""

from math import comb

import numpy as np
import pytest

from mjlab.api import FORMS, random_deals
from tests.support.paths import DOCS
from tools.make_deal_shantens import PARTS, SIZE, counted, deals

N = PARTS * SIZE


def test_the_table_is_whole():
    table = random_deals()
    assert table.columns.tolist() == ["best", *FORMS]
    assert table.index.tolist() == list(range(14))
    assert (table.sum() == N).all()
    mean = {form: (table[form] * table.index).sum() / N for form in ("best", "regular")}
    assert mean == {"best": pytest.approx(3.464421), "regular": pytest.approx(3.785750)}


def test_thirteen_tiles_without_a_terminal_or_honor_are_as_frequent_as_the_tiles_allow():
    share = comb(84, 13) / comb(136, 13)
    found = random_deals().loc[13, "thirteen_orphans"]
    assert abs(found - N * share) < 4 * np.sqrt(N * share)


def test_pairs_are_as_frequent_as_the_tiles_allow():
    """No pair at all is six from seven pairs: thirteen kinds, one copy of each."""
    share = comb(34, 13) * 4**13 / comb(136, 13)
    found = random_deals().loc[6, "seven_pairs"]
    assert abs(found - N * share) < 4 * np.sqrt(N * share)


def test_a_new_sample_is_like_it():
    n = 300_000
    hands = deals(np.random.default_rng(5), n)
    assert (hands.sum(axis=1) == 13).all()
    assert hands.max() == 4
    share = random_deals().to_numpy() / N
    assert (np.abs(counted(hands) - n * share) <= 4.5 * np.sqrt(n * share) + 1).all()


def test_the_manual_tells_the_table():
    told = (DOCS / "statistics.md").read_text().partition("## What chance deals")[2]
    for row in random_deals().loc[:8].itertuples():
        assert f"| {row.Index} | {row.best / N:.2%} | {row.regular / N:.2%} |" in told.replace(
            " %", "%"
        )
