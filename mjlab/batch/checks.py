"""Validation of batches: the same rules as those of `mjlab.hand`, for each row a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.batch.arrays import by_kind, integers, packed_sets
from mjlab.batch.cells import check_labels, labels_of
from mjlab.hand.circumstances import flag_of
from mjlab.tiles import N_KINDS

__all__ = ["PROBLEMS", "checked", "find_problems", "narrowed"]

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
        What is wrong by row number, and the arrays of a :class:`mjlab.batch.WinBatch` by name;
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
    strict = flag_of("strict", strict)
    counts = by_kind("concealed", concealed)
    counts = integers("concealed", counts, np.uint8, ("N", N_KINDS))
    n = len(counts)
    given = {
        "win": win,
        "circumstances": circumstances,
        "round": round,
        "seat": seat,
        "flowers": flowers,
    }
    for name, values in (*given.items(), ("melds", melds)):
        check_labels(name, values, labels_of(concealed))
    sets = np.full((n, 4), -1, np.int16) if melds is None else packed_sets(melds, n)
    columns = {name: integers(name, values, np.int16, (n,)) for name, values in given.items()}
    win = columns.pop("win")
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
        The arrays of a :class:`mjlab.batch.WinBatch` by name.

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
        As in :class:`mjlab.batch.WinBatch`, but of any value, and C-contiguous.
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
    from mjlab.kernels.checks import check_rows  # Numba is loaded when the first batch is made

    codes = np.zeros(len(win), np.int64)
    held = np.zeros(N_KINDS, np.int64)
    how, round, seat = columns["circumstances"], columns["round"], columns["seat"]
    check_rows(concealed, melds, win, how, round, seat, columns["flowers"], strict, held, codes)
    return codes
