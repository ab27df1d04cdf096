"""Different rows of an array are found and numbered."""

import numpy as np
import pytest

from mjlab.batch.arrays import different_rows


@pytest.mark.parametrize(
    ("n", "width", "values"), [(0, 3, 2), (1, 1, 2), (500, 3, 4), (3_000, 82, 2)]
)
def test_rows_are_numbered_as_they_appear(n, width, values):
    rows = np.random.default_rng(n).integers(values, size=(n, width)).astype(np.uint8)
    rows[n // 2 :] = rows[: n - n // 2]
    for given in (rows, np.asfortranarray(rows), rows[:, ::-1]):
        numbers, firsts = different_rows(given)
        np.testing.assert_array_equal(given[firsts[numbers]], given)
        assert len(firsts) == len(np.unique(given, axis=0))
        assert (np.diff(firsts) > 0).all()
        np.testing.assert_array_equal(numbers[firsts], np.arange(len(firsts)))


def test_rows_that_fall_together_in_the_table_are_told_apart():
    rows = np.zeros((2_000, 4), np.uint8)
    rows[:, 2:] = np.arange(2_000).astype(np.uint16).view(np.uint8).reshape(-1, 2)
    assert len(different_rows(rows)[1]) == 2_000
