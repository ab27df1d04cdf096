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

    Returns what is wrong by row number, and the arrays by name; impossible rows are zeros.
    """
    strict = flag_of("strict", strict)
    counts = by_kind("concealed", concealed)
    counts = integers("concealed", counts, np.uint8, ("N", N_KINDS))
    n = len(counts)
    numbers = {
        "win": win,
        "circumstances": circumstances,
        "round": round,
        "seat": seat,
        "flowers": flowers,
    }
    for name, values in (*numbers.items(), ("melds", melds)):
        check_labels(name, values, labels_of(concealed))
    sets = np.full((n, 4), -1, np.int16) if melds is None else packed_sets(melds, n)
    columns = {name: integers(name, values, np.int16, (n,)) for name, values in numbers.items()}
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

    The arrays are written to; returned are those of a :class:`mjlab.batch.WinBatch` by name.
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
    """Find the first problem of each row, int64[N], an index into `PROBLEMS`; values may be any.

    The bit for the last tile of its kind is set where the claimed sets show the other three copies.
    """
    from mjlab.kernels.checks import check_rows  # Numba is loaded when the first batch is made

    codes = np.zeros(len(win), np.int64)
    held = np.zeros(N_KINDS, np.int64)
    how, round, seat = columns["circumstances"], columns["round"], columns["seat"]
    check_rows(concealed, melds, win, how, round, seat, columns["flowers"], strict, held, codes)
    return codes
