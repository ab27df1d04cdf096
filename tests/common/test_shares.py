"""Shares and odds as text."""

import math

import pytest

from mjlab.common.wording import exact_percent, one_in


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
