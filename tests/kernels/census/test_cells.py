"""The table that counts."""

import numpy as np

from mjlab.kernels.census import cells as census_cells


def test_counts_are_those_of_a_dictionary():
    random = np.random.default_rng(0)
    table = census_cells.new_table(1 << 10)
    expected = {}
    for _ in range(5000):
        key = int(random.integers(30)) << 50, int(random.integers(20)) << 3
        numbers = random.integers(1, 10, 4).tolist()
        example = int(random.integers(5)), int(random.integers(5))
        census_cells.add(table, *key, *numbers, *example)
        old = expected.get(key)
        if old is None:
            expected[key] = (*numbers, example)
        else:
            sums = (a + b for a, b in zip(old[:4], numbers, strict=True))
            expected[key] = (*sums, min(old[4], example))
    rows = census_cells.rows_of(table)
    found = {(a, b): (*numbers, (first, second)) for a, b, *numbers, first, second in rows.tolist()}
    assert found == expected
    assert table[-1, census_cells.USED] == len(expected)
    assert not table[-1, census_cells.FULL]


def test_a_full_table_says_so_and_loses_no_count_it_has():
    table = census_cells.new_table(16)
    for key in range(13):
        census_cells.add(table, key, 0, 1, 1, 1, 1, 0, 0)
    assert table[-1, census_cells.FULL]
    assert len(census_cells.rows_of(table)) == 12
    census_cells.add(table, 3, 0, 1, 1, 1, 1, 0, 0)
    assert census_cells.rows_of(table)[:, census_cells.PAIRS].sum() == 13
