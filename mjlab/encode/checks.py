"""Validation of batches: the same rules as those of `mjlab.hand`, for each row a code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.errors import HandError
from mjlab.tiles import N_KINDS

__all__ = ["PROBLEMS", "find_problems", "integers"]

PROBLEMS: Final = (
    "",
    "a count of standing tiles is not 0-4",
    "a set's code is none",
    "the winning tile is not 0-33",
    "a wrong number of standing tiles",
    "five copies of a tile",
    "the round wind is not 0-3",
    "the seat wind is not 0-3",
    "the number of flowers is not 0-8",
    "an unknown circumstance",
    "a kong replacement is a self-drawn tile",
    "a kong replacement needs a kong in the hand",
    "a robbed kong is another player's tile",
    "no kong may be declared when the wall is empty",
    "a robbed kong shows all four copies, the winner holds another",
    "the other three copies lie face up, but one stands in the winner's hand",
)
"""What each code of :func:`find_problems` means; 0 for nothing."""


def integers(
    name: str, values: ArrayLike, dtype: type[np.integer[Any]], ndim: int, n: int | None = None
) -> NDArray[Any]:
    """Take an array of integers of any width and order; refuse anything else.

    Parameters
    ----------
    name : str
        What the array is called in a message.
    values : array_like
        The array; with `n`, one number stands for n equal ones.
    dtype : type
        The narrow integer type of the answer. Values that it cannot hold become its largest, which
        is wrong in every column and found as such.
    ndim : int
        Number of dimensions expected.
    n : int, optional
        Number of rows expected.

    Returns
    -------
    numpy.ndarray
        A C-contiguous copy.

    Raises
    ------
    HandError
        If dtype or shape do not fit.
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise HandError(f"{name} has masked values", hint="leave these rows out")
    array = np.asarray(values)
    if array.dtype == object:  # a frame of pandas' own integers; a missing one stays an object
        array = _from_objects(array)
    if array.size == 0 and array.dtype.kind == "f":  # an empty list has no dtype of its own
        array = array.astype(dtype)
    if array.dtype.kind not in "iu":
        raise HandError(
            f"{name} has dtype {array.dtype}", hint="integers, e.g. uint8; NaN or text cannot be"
        )
    if n is not None and array.ndim == 0:
        array = np.broadcast_to(array, (n,))
    if array.ndim != ndim or (n is not None and len(array) != n):
        expected = f"({n},)" if n is not None and ndim == 1 else f"{ndim} dimensions"
        raise HandError(f"{name} has shape {array.shape}", hint=f"{expected} are expected")
    limits = np.iinfo(dtype)
    if array.dtype != dtype and array.size:
        outside = (array < limits.min) | (array > limits.max)
        if outside.any():
            array = np.where(outside, limits.max, array)
    return np.array(array, dtype, order="C")


def _from_objects(array: NDArray[Any]) -> NDArray[Any]:
    """Take an array of Python integers as one of NumPy's, if it is no more than that."""
    if all(isinstance(v, (int, np.integer)) and not isinstance(v, bool) for v in array.flat):
        limit = np.iinfo(np.int64).max
        clipped = [max(-limit, min(limit, int(v))) for v in array.flat]
        return np.array(clipped, np.int64).reshape(array.shape)
    return array


def find_problems(
    concealed: NDArray[np.uint8],
    melds: NDArray[np.int16],
    *,
    win: NDArray[np.int16],
    circumstances: NDArray[np.int16],
    round: NDArray[np.int16],
    seat: NDArray[np.int16],
    flowers: NDArray[np.int16],
    strict: bool = True,
) -> NDArray[np.int64]:
    """Find the first problem of each row.

    Parameters
    ----------
    concealed, melds, win, circumstances, round, seat, flowers : numpy.ndarray
        As in :class:`mjlab.encode.WinBatch`, but of any value, and C-contiguous. In
        `circumstances` the bit for the last tile of its kind is set where the winner's own
        claimed sets show the other three copies.
    strict : bool
        Whether contradictory circumstances are a problem.

    Returns
    -------
    numpy.ndarray
        int64[N], index into :data:`PROBLEMS`.
    """
    from mjlab.kernels.check import check_rows  # Numba is loaded when the first batch is made

    codes = np.zeros(len(win), np.int64)
    held = np.zeros(N_KINDS, np.int64)
    check_rows(concealed, melds, win, circumstances, round, seat, flowers, strict, held, codes)
    return codes
