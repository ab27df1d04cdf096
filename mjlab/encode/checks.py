"""Vectorised validation of batches: the same rules as those of `mjlab.hand`, row by row a code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.errors import HandError
from mjlab.hand import MeldKind
from mjlab.tiles import N_KINDS

__all__ = ["PROBLEMS", "find_problems", "integers", "mark_own_last_tiles"]

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

_SELF_DRAWN, _LAST_OF_KIND, _WALL_LAST, _KONG_REPLACEMENT, _ROBBING_KONG = 1, 2, 4, 8, 16


def integers(name: str, values: ArrayLike, ndim: int, n: int | None = None) -> NDArray[np.int64]:
    """Take an array of integers of any width and order as int64; refuse anything else.

    Parameters
    ----------
    name : str
        What the array is called in a message.
    values : array_like
        The array; with `n`, one number stands for n equal ones.
    ndim : int
        Number of dimensions expected.
    n : int, optional
        Number of rows expected.

    Raises
    ------
    HandError
        If dtype or shape do not fit.
    """
    array = np.asarray(values)
    if array.size == 0 and array.dtype.kind == "f":  # an empty list has no dtype of its own
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise HandError(
            f"{name} has dtype {array.dtype}", hint="integers, e.g. uint8; NaN or text cannot be"
        )
    if n is not None and array.ndim == 0:
        array = np.broadcast_to(array, (n,))
    if array.ndim != ndim or (n is not None and len(array) != n):
        expected = f"({n},)" if n is not None else f"{ndim} dimensions"
        raise HandError(f"{name} has shape {array.shape}", hint=f"{expected} are expected")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise HandError(f"{name} holds {array.max()}", hint="small numbers are expected")
    return array.astype(np.int64)


def meld_counts(melds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the tiles of the sets laid aside: int64[N,34] from valid codes int64[N,4]."""
    counts = np.zeros((len(melds), N_KINDS), np.int64)
    for column in melds.T:
        rows = np.flatnonzero(column >= 0)
        kind, tile = np.divmod(column[rows], N_KINDS)
        chow = kind == MeldKind.CHOW
        for step in range(3):
            np.add.at(counts, (rows[chow], tile[chow] + step), 1)
        copies = np.where(kind == MeldKind.PUNG, 3, 4)
        np.add.at(counts, (rows[~chow], tile[~chow]), copies[~chow])
    return counts


def find_problems(
    concealed: NDArray[np.int64],
    melds: NDArray[np.int64],
    *,
    win: NDArray[np.int64],
    circumstances: NDArray[np.int64],
    round: NDArray[np.int64],
    seat: NDArray[np.int64],
    flowers: NDArray[np.int64],
    strict: bool = True,
) -> NDArray[np.int64]:
    """Find the first problem of each row.

    Parameters
    ----------
    concealed, melds, win, circumstances, round, seat, flowers : numpy.ndarray
        int64, shaped as in :class:`mjlab.encode.WinBatch`.
    strict : bool
        Whether contradictory circumstances are a problem.

    Returns
    -------
    numpy.ndarray
        int64[N], index into :data:`PROBLEMS`.
    """
    codes = np.zeros(len(win), np.int64)

    def note(code: int, found: Any) -> None:
        codes[(codes == 0) & found] = code

    note(1, ((concealed < 0) | (concealed > 4)).any(1))
    kind, tile = np.divmod(melds, N_KINDS)
    chow_fits = (tile < 27) & (tile % 9 < 7)
    fits = (melds == -1) | (
        (kind >= 0) & (kind <= MeldKind.KONG_CONCEALED) & ((kind > 0) | chow_fits)
    )
    note(2, ~fits.all(1))
    note(3, (win < 0) | (win >= N_KINDS))
    good = codes == 0
    sets = np.where(good[:, None], melds, -1)
    tiles = np.where(good, win, 0)
    rows = np.arange(len(win))
    laid = meld_counts(sets)
    note(4, concealed.sum(1) != 13 - 3 * (sets >= 0).sum(1))
    held = concealed + laid
    held[rows, tiles] += 1
    note(5, (held > 4).any(1))
    note(6, (round < 0) | (round > 3))
    note(7, (seat < 0) | (seat > 3))
    note(8, (flowers < 0) | (flowers > 8))
    note(9, (circumstances < 0) | (circumstances > 31))
    if strict:
        kinds = np.where(sets >= 0, sets // N_KINDS, -1)
        self_drawn = circumstances & _SELF_DRAWN != 0
        replacement = circumstances & _KONG_REPLACEMENT != 0
        robbing = circumstances & _ROBBING_KONG != 0
        concealed_kong = (
            (kinds == MeldKind.KONG_CONCEALED) & (sets % N_KINDS == tiles[:, None])
        ).any(1)
        note(10, replacement & ~self_drawn)
        note(11, replacement & ~(kinds >= MeldKind.KONG_MELDED).any(1))
        note(12, robbing & self_drawn)
        note(13, robbing & (circumstances & _WALL_LAST != 0))
        note(14, robbing & (held[rows, tiles] > 1))
        standing = np.where(good, concealed[rows, tiles], 0)
        note(15, (circumstances & _LAST_OF_KIND != 0) & ((standing > 0) | concealed_kong))
    return codes


def mark_own_last_tiles(
    melds: NDArray[np.int16], win: NDArray[np.int8], circumstances: NDArray[np.uint16]
) -> None:
    """Set last_of_kind, in place, where the winner's claimed sets show the other three copies."""
    claimed = np.where(melds // N_KINDS == MeldKind.KONG_CONCEALED, -1, melds).astype(np.int64)
    shown = meld_counts(claimed)[np.arange(len(win)), win]
    circumstances[shown == 3] |= _LAST_OF_KIND
