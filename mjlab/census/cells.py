"""What was counted: sums under keys, each with an example."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Counted", "grouped", "merged"]


class Counted(NamedTuple):
    """Rows that were counted under a key, each with an example.

    ``rows`` is int64[N,6]: the key and four sums as in `mjlab.kernels.census.cells`; ``standing``
    uint8[N,34] with the winning tile, ``melds`` int16[N,4] and ``win`` int8[N] are the example.
    """

    rows: NDArray[np.int64]
    standing: NDArray[np.uint8]
    melds: NDArray[np.int16]
    win: NDArray[np.int8]


def grouped(some: Counted) -> Counted:
    """Add up rows of equal keys that lie side by side; the first has the example."""
    rows = some.rows
    if not len(rows):
        return some
    new = np.concatenate([[True], (rows[1:, :2] != rows[:-1, :2]).any(1)])
    first = np.flatnonzero(new)
    sums = np.add.reduceat(rows[:, 2:], first)
    return Counted(
        np.concatenate([rows[first, :2], sums], axis=1),
        some.standing[first],
        some.melds[first],
        some.win[first],
    )


def merged(some: Counted, more: Counted) -> Counted:
    """Put two counts together; where a key is in both, the example of the first stays."""
    rows = np.concatenate([some.rows, more.rows])
    order = np.lexsort([rows[:, 1], rows[:, 0]])  # stable: some before more
    return grouped(
        Counted(
            rows[order],
            np.concatenate([some.standing, more.standing])[order],
            np.concatenate([some.melds, more.melds])[order],
            np.concatenate([some.win, more.win])[order],
        )
    )
