"""A table that counts: hands and their weights under a key of two words.

Open addressing with linear steps. A row is one cache line:

===== ==========================================================================
0-1   the key
2-3   (hand, winning tile) pairs, distinct and physical
4-5   hands, distinct and physical
6-7   the least example, see `mjlab.kernels.census.hands`
===== ==========================================================================

A row without pairs is free. The row behind the last one holds, at its start, the number of rows
in use, and whether the table was too full to take a key.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean

WIDTH = 8
KEY0, KEY1, PAIRS, PHYSICAL_PAIRS, HANDS, PHYSICAL_HANDS, EXAMPLE0, EXAMPLE1 = range(WIDTH)
USED, FULL = 0, 1


def new_table(capacity: int) -> np.ndarray:
    """Make an empty table; the capacity is a power of two."""
    return np.zeros((capacity + 1, WIDTH), np.int64)


def rows_of(table: np.ndarray) -> np.ndarray:
    """The rows in use, in no order."""
    rows: np.ndarray = table[:-1][table[:-1, PAIRS] > 0]
    return rows


@jit_lean
def add(table, key0, key1, pairs, physical_pairs, hands, physical_hands, example0, example1):
    """Add to the row of a key, and keep the least example."""
    capacity = table.shape[0] - 1
    mixed = (key0 ^ (key1 * 0x2545F4914F6CDD1D)) * 0x1E3779B97F4A7C15
    row = (mixed >> 32 ^ mixed >> 47) & (capacity - 1)
    while table[row, PAIRS] != 0:
        if table[row, KEY0] == key0 and table[row, KEY1] == key1:
            table[row, PAIRS] += pairs
            table[row, PHYSICAL_PAIRS] += physical_pairs
            table[row, HANDS] += hands
            table[row, PHYSICAL_HANDS] += physical_hands
            if example0 < table[row, EXAMPLE0] or (
                example0 == table[row, EXAMPLE0] and example1 < table[row, EXAMPLE1]
            ):
                table[row, EXAMPLE0] = example0
                table[row, EXAMPLE1] = example1
            return
        row = (row + 1) & (capacity - 1)
    if 4 * table[capacity, USED] >= 3 * capacity:
        table[capacity, FULL] = 1
        return
    table[capacity, USED] += 1
    table[row, KEY0] = key0
    table[row, KEY1] = key1
    table[row, PAIRS] = pairs
    table[row, PHYSICAL_PAIRS] = physical_pairs
    table[row, HANDS] = hands
    table[row, PHYSICAL_HANDS] = physical_hands
    table[row, EXAMPLE0] = example0
    table[row, EXAMPLE1] = example1
