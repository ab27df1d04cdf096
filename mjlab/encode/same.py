"""Which rows of an array are the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["different_rows"]


def different_rows(rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the different rows in the order in which they appear.

    Parameters
    ----------
    rows : numpy.ndarray
        uint8[N,K].

    Returns
    -------
    numbers : numpy.ndarray
        int64[N], which of the different rows each row is.
    firsts : numpy.ndarray
        int64[D], where each different row first appears.

    Examples
    --------
    >>> different_rows(np.array([[7, 1], [7, 1], [5, 1]], np.uint8))
    (array([0, 0, 1]), array([0, 2]))
    """
    from mjlab.kernels.rows import number_rows  # Numba is loaded when it is needed

    n, width = rows.shape
    numbers, firsts = np.empty(n, np.int64), np.empty(n, np.int64)
    weights = np.random.default_rng(0).integers(2**63, size=width, dtype=np.uint64)
    slots = np.zeros(2 << max(n, 1).bit_length(), np.int64)
    found = number_rows(np.ascontiguousarray(rows), weights, slots, firsts, numbers)
    return numbers, firsts[:found].copy()
