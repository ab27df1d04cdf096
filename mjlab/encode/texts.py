"""Whole columns of text to arrays, for the kernel that reads hands in native notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.notation import Dialect
from mjlab.tiles import N_KINDS

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FEW",
    "LEFT",
    "HandArrays",
    "TextColumn",
    "column_of",
    "empty_hands",
    "read_column",
    "texts_of",
]

FEW: Final = 256
"""Fewer texts are read one by one sooner than the compiled reader is loaded."""

LEFT: Final = -2
"""The winning tile of a row that has not been read, as in `mjlab.kernels.read_text`."""


class TextColumn(NamedTuple):
    """The bytes of many texts, one after the other.

    A character outside of ASCII is at least one byte that native notation does not have.

    Attributes
    ----------
    data : numpy.ndarray
        uint8[M].
    starts, ends : numpy.ndarray
        int64[N], where each text lies; nothing lies where something else than a text was given.
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class HandArrays(NamedTuple):
    """Hands as :class:`mjlab.encode.WinBatch` has them; `win` is int16[N].

    It is :data:`LEFT` where nothing has been read, -1 where a hand has no winning tile.
    """

    concealed: NDArray[np.uint8]
    melds: NDArray[np.int16]
    win: NDArray[np.int16]


def empty_hands(n: int) -> HandArrays:
    """Arrays for `n` hands, none of which has been read.

    Examples
    --------
    >>> empty_hands(2).win
    array([-2, -2], dtype=int16)
    """
    return HandArrays(
        np.zeros((n, N_KINDS), np.uint8),
        np.full((n, 4), -1, np.int16),
        np.full(n, LEFT, np.int16),
    )


def texts_of(values: Sequence[Any]) -> TextColumn:
    """Take Python's texts.

    Parameters
    ----------
    values : sequence
        Texts, and whatever else stands among them.

    Examples
    --------
    >>> column = texts_of(["123m", None, "白"])
    >>> column.data.tobytes(), column.ends
    (b'123m?', array([4, 4, 5]))
    """
    try:
        return _joined(values)
    except TypeError:
        return _joined([value if isinstance(value, str) else "" for value in values])


def _joined(texts: Sequence[str]) -> TextColumn:
    lengths = np.fromiter(map(str.__len__, texts), np.int64, len(texts))
    ends = np.cumsum(lengths)
    # One byte for each character, so lengths and places stay what they are.
    data = np.frombuffer("".join(texts).encode("ascii", "replace"), np.uint8)
    return _read_only(data, ends - lengths, ends)


def column_of(series: pd.Series[Any]) -> TextColumn:
    """Take a column of a frame, of any dtype.

    Examples
    --------
    >>> import pandas as pd
    >>> column_of(pd.Series(["12m", "3m"], dtype="str")).ends
    array([3, 5])
    """
    if getattr(series.dtype, "storage", None) != "pyarrow":
        return texts_of(series.tolist())
    texts: Any = series.array
    texts = texts.__arrow_array__()
    if str(texts.type) not in ("string", "large_string") or texts.null_count or not len(texts):
        return texts_of(series.tolist())
    texts = texts.cast("large_string").combine_chunks()  # with places of 64 bits, in one piece
    _, places, data = texts.buffers()
    edges = np.frombuffer(places, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return _read_only(np.frombuffer(data or b"", np.uint8), edges[:-1], edges[1:])


def _read_only(*arrays: NDArray[Any]) -> TextColumn:
    """Make all of them what some are anyway: to a kernel it is a type of its own."""
    for array in arrays:
        array.setflags(write=False)
    return TextColumn(*arrays)


def read_column(texts: TextColumn, dialect: Dialect, *, with_win: bool) -> HandArrays:
    """Read what native notation commonly looks like, all else is left.

    Parameters
    ----------
    texts : TextColumn
        The texts.
    dialect : str
        In other dialects than ``"auto"`` and ``"native"`` nothing is read.
    with_win : bool
        Whether each hand has a winning tile, or none does.

    Returns
    -------
    HandArrays
        Rows that are not read are empty: no tiles, no sets, :data:`LEFT` for the winning tile.

    Examples
    --------
    >>> column = texts_of(["123m456p789s1122z+1z", "东东东东"])
    >>> read_column(column, "auto", with_win=True).win
    array([27, -2], dtype=int16)
    """
    hands = empty_hands(len(texts.ends))
    if dialect in ("auto", "native"):
        from mjlab.kernels.read_text import read_hands  # Numba is loaded for many texts only

        read_hands(*texts, with_win, *hands, np.zeros(N_KINDS, np.int64))
    return hands
