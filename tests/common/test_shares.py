"""Numbers, shares and odds as text."""

import math

import pytest

from mjlab.common.wording import (
    between,
    decimals,
    exact_percent,
    number,
    one_in,
    percent,
    plural,
    rounded,
    span,
)


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (1, "100%"),
        (0, "0%"),
        (1 - 1e-12, ">99.99%"),
        (0.99995, ">99.99%"),
        (0.99994, "99.99%"),
        (0.5, "50.00%"),
        (1e-4, "0.01%"),
        (1e-6, "1.0e-06"),
        (math.nan, "–"),
    ],
)
def test_only_all_is_a_hundred_percent(share, told):
    assert exact_percent(share) == told


@pytest.mark.parametrize(
    ("number", "told"), [(1, "1.00"), (99.994, "99.99"), (12_345.6, "12,346"), (math.nan, "–")]
)
def test_odds(number, told):
    assert one_in(number) == told


def test_numbers_have_a_true_minus_and_missing_ones_a_dash():
    assert [number(-1234.5), number(2, 0), number(None), number(math.nan)] == [
        "−1,234.50", "2", "–", "–",
    ]  # fmt: skip
    assert [rounded(-0.04, 1), rounded(-1234.5, 1), rounded(math.nan, 1)] == [
        "0.0",
        "−1,234.5",
        "–",
    ]
    assert [rounded(n, 0, signed=True) for n in (2, 0, -3)] == ["+2", "0", "−3"]
    assert (span(-3.25, 4.5), span(None, 4.5)) == ("−3.2 to 4.5", "")


@pytest.mark.parametrize(
    ("interval", "told"),
    [((13, 53), 0), ((17.88, 18.18), 2), ((-0.5, -0.4), 2), ((math.nan, 1), 0)],
)
def test_decimals_follow_the_width_of_an_interval(interval, told):
    assert decimals(*interval) == told
    assert decimals(*interval, 2) == 2


def test_shares_have_the_decimals_that_their_interval_can_do_with():
    assert [percent(rate) for rate in (0.125, 0.0125, 0.0004, math.nan, None)] == [
        "12%", "1.2%", "0.04%", "–", "–",
    ]  # fmt: skip
    assert [percent(0.18, 0.177, 0.198), percent(0.5, 0.28, 0.72)] == ["18.0%", "50%"]
    ends = [(0.127, 0.531), (0.004, 0.021), (0.0023, 0.0036)]
    assert [between(*pair) for pair in ends] == ["13–53%", "0.4–2.1%", "0.23–0.36%"]


def test_one_thing_has_no_plural():
    assert [plural(n, "hand") for n in (0, 1, 1200)] == ["0 hands", "1 hand", "1,200 hands"]
