"""Whole numbers as callers give them."""

import numpy as np
import pytest

from mjlab.common.numbers import integer


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (np.uint8(3), 3), (-1, -1), (True, None), (np.bool_(True), None), (3.0, None),
     ("3", None), (None, None)],
)  # fmt: skip
def test_only_integers_are_whole_numbers(value, number):
    assert integer(value) == number
    assert type(integer(value)) in (int, type(None))
