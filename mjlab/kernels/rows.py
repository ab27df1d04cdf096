"""Equal rows of an array."""

import numpy as np

from mjlab.kernels._jit import jit_lean

KERNEL_SET = "e514028ba8ea"


@jit_lean
def number_rows(rows, weights, slots, firsts, numbers):
    """Number the different rows in the order in which they appear; return how many there are.

    rows uint8[N,K] are compared. weights uint64[K] are any random numbers; slots
    int64[2**k], zeros, is a hash table with more than N places. Written are firsts int64[N], where
    each number first appears, and numbers int64[N], the number of each row.
    """
    last = slots.size - 1
    found = 0
    for row in range(rows.shape[0]):
        word = np.uint64(0)
        for column in range(rows.shape[1]):
            word += np.uint64(rows[row, column]) * weights[column]
        slot = np.int64(word >> np.uint64(32)) & last
        while slots[slot] != 0 and not _equal(rows, firsts[slots[slot] - 1], row):
            slot = (slot + 1) & last
        if slots[slot] == 0:
            firsts[found] = row
            found += 1
            slots[slot] = found
        numbers[row] = slots[slot] - 1
    return found


@jit_lean
def _equal(rows, one, other):
    for column in range(rows.shape[1]):
        if rows[one, column] != rows[other, column]:
            return False
    return True
