"""Validation of batches: the same rules as those of `mjlab.hand`, for each row a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.errors import HandError
from mjlab.tiles import N_KINDS

__all__ = ["PROBLEMS", "checked", "find_problems", "integers", "narrowed"]

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


def checked(
    concealed: ArrayLike,
    win: ArrayLike,
    melds: ArrayLike | None,
    *,
    circumstances: ArrayLike,
    round: ArrayLike,
    seat: ArrayLike,
    flowers: ArrayLike,
    strict: bool,
) -> tuple[dict[int, str], dict[str, NDArray[Any]]]:
    """Check and copy the arrays of a batch: the work behind `WinBatch.from_arrays`.

    Returns
    -------
    tuple
        What is wrong by row number, and the arrays of a :class:`mjlab.encode.WinBatch` by name;
        impossible rows are zeros.

    Raises
    ------
    HandError
        If a shape or dtype does not fit.

    Examples
    --------
    >>> hands = np.full((1, 34), 5)
    >>> problems, arrays = checked(
    ...     hands, [0], None, circumstances=0, round=0, seat=0, flowers=0, strict=True
    ... )
    >>> problems, arrays["status"]
    ({0: 'a count of standing tiles is not 0-4'}, array([2], dtype=int8))
    """
    counts = integers("concealed", concealed, np.uint8, 2)
    n = len(counts)
    if counts.shape[1] != N_KINDS:
        raise HandError(
            f"concealed has shape {counts.shape}", hint="(N, 34), a column for each kind"
        )
    sets = np.full((n, 4), -1, np.int16)
    if melds is not None:
        given = integers("melds", melds, np.int16, 2)
        if given.shape[0] != n or given.shape[1] > 4:
            raise HandError(f"melds has shape {given.shape}", hint=f"({n}, 4), -1 for no set")
        order = np.argsort(given == -1, axis=1, kind="stable")  # the sets first
        sets[:, : given.shape[1]] = np.take_along_axis(given, order, axis=1)
    win = integers("win", win, np.int16, 1, n)
    columns = {
        "circumstances": integers("circumstances", circumstances, np.int16, 1, n),
        "round": integers("round", round, np.int16, 1, n),
        "seat": integers("seat", seat, np.int16, 1, n),
        "flowers": integers("flowers", flowers, np.int16, 1, n),
    }
    codes = find_problems(counts, sets, win, columns, strict=strict)
    bad = np.flatnonzero(codes)
    problems = {int(row): PROBLEMS[codes[row]] for row in bad}
    return problems, narrowed(counts, sets, win, columns, bad)


def narrowed(
    concealed: NDArray[np.uint8],
    melds: NDArray[np.int16],
    win: NDArray[np.int16],
    columns: Mapping[str, NDArray[np.int16]],
    bad: NDArray[np.intp],
) -> dict[str, NDArray[Any]]:
    """Empty impossible rows, whose numbers no kernel may see, and give all arrays their dtypes.

    Parameters
    ----------
    concealed, melds, win : numpy.ndarray
        The hands; written to.
    columns : mapping of str to numpy.ndarray
        ``circumstances``, ``round``, ``seat`` and ``flowers``; written to.
    bad : numpy.ndarray
        Numbers of the impossible rows.

    Returns
    -------
    dict of str to numpy.ndarray
        The arrays of a :class:`mjlab.encode.WinBatch` by name.

    Examples
    --------
    >>> hands, none = np.ones((2, 34), np.uint8), np.full((2, 4), -1, np.int16)
    >>> numbers = np.full(2, 3, np.int16)
    >>> names = ("circumstances", "round", "seat", "flowers")
    >>> columns = {name: numbers.copy() for name in names}
    >>> arrays = narrowed(hands, none, numbers.copy(), columns, np.array([1]))
    >>> arrays["seat"], arrays["status"]
    (array([3, 0], dtype=int8), array([0, 2], dtype=int8))
    """
    melds[bad] = -1
    concealed[bad] = 0
    for numbers in (win, *columns.values()):
        numbers[bad] = 0
    status = np.zeros(len(win), np.int8)
    status[bad] = 2
    return {
        "concealed": concealed,
        "melds": melds,
        "win": win.astype(np.int8),
        "circumstances": columns["circumstances"].astype(np.uint16),
        "round": columns["round"].astype(np.int8),
        "seat": columns["seat"].astype(np.int8),
        "flowers": columns["flowers"].astype(np.int8),
        "status": status,
    }


def find_problems(
    concealed: NDArray[np.uint8],
    melds: NDArray[np.int16],
    win: NDArray[np.int16],
    columns: Mapping[str, NDArray[np.int16]],
    *,
    strict: bool = True,
) -> NDArray[np.int64]:
    """Find the first problem of each row.

    Parameters
    ----------
    concealed, melds, win : numpy.ndarray
        As in :class:`mjlab.encode.WinBatch`, but of any value, and C-contiguous.
    columns : mapping of str to numpy.ndarray
        ``circumstances``, ``round``, ``seat`` and ``flowers``, of any value. In the first the bit
        for the last tile of its kind is set where the winner's own claimed sets show the other
        three copies.
    strict : bool
        Whether contradictory circumstances are a problem.

    Returns
    -------
    numpy.ndarray
        int64[N], index into :data:`PROBLEMS`.

    Examples
    --------
    >>> hands, none = np.zeros((1, 34), np.uint8), np.full((1, 4), -1, np.int16)
    >>> names = ("circumstances", "round", "seat", "flowers")
    >>> nothing = dict.fromkeys(names, np.zeros(1, np.int16))
    >>> PROBLEMS[find_problems(hands, none, np.zeros(1, np.int16), nothing)[0]]
    'a wrong number of standing tiles'
    """
    from mjlab.kernels.check import check_rows  # Numba is loaded when the first batch is made

    codes = np.zeros(len(win), np.int64)
    held = np.zeros(N_KINDS, np.int64)
    how, round, seat = columns["circumstances"], columns["round"], columns["seat"]
    check_rows(concealed, melds, win, how, round, seat, columns["flowers"], strict, held, codes)
    return codes
