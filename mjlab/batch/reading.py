"""Rows of a batch: the common ones are read all at once, the others one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.cells import is_missing
from mjlab.batch.checks import find_problems, narrowed
from mjlab.batch.columns import CIRCUMSTANCE_BITS, Columns, no_circumstances
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Hand, Meld, MeldKind, Win
from mjlab.hand.circumstances import CIRCUMSTANCES
from mjlab.notation import Dialect
from mjlab.tiles import N_KINDS, Wind

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FEW",
    "HandArrays",
    "LEFT",
    "TextColumn",
    "column_of",
    "empty_hands",
    "put_hands",
    "put_in",
    "read_column",
    "read_win",
    "read_wins",
    "texts_of",
    "win_of",
]


FEW: Final = 256
"""Fewer texts are read one by one sooner than the compiled reader is loaded."""

LEFT: Final = -2
"""The winning tile of a row that has not been read, as in `mjlab.kernels.text`."""


class TextColumn(NamedTuple):
    """The bytes of many texts, one after the other.

    A character outside of ASCII is at least one byte that native notation does not have.
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]  # where each text lies; nothing lies where there is no text
    ends: NDArray[np.int64]


class HandArrays(NamedTuple):
    """Hands as :class:`mjlab.batch.WinBatch` has them; `win` is int16[N].

    It is :data:`LEFT` where nothing has been read, -1 where a hand has no winning tile.
    """

    concealed: NDArray[np.uint8]
    melds: NDArray[np.int16]
    win: NDArray[np.int16]


def empty_hands(n: int) -> HandArrays:
    """Arrays for `n` hands, none of which has been read."""
    return HandArrays(
        np.zeros((n, N_KINDS), np.uint8),
        np.full((n, 4), -1, np.int16),
        np.full(n, LEFT, np.int16),
    )


def texts_of(values: Sequence[Any]) -> TextColumn:
    """Take Python's texts; whatever else stands among them is an empty text."""
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
    """Take a column of a frame, of any dtype."""
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
    """Read what native notation commonly looks like, each with a winning tile or none with one.

    Rows that are not read, all of them in other dialects, are empty: LEFT for the winning tile.
    """
    hands = empty_hands(len(texts.ends))
    if dialect in ("auto", "native"):
        from mjlab.kernels.text import read_hands  # Numba is loaded for many texts only

        read_hands(*texts, with_win, *hands, np.zeros(N_KINDS, np.int64))
    return hands


Read = tuple[dict[int, str], dict[str, NDArray[Any]]]
"""What is wrong with impossible rows, and the arrays of a batch."""


def read_wins(
    texts: TextColumn,
    dialect: Dialect,
    columns: Columns,
    one_by_one: Callable[[NDArray[np.intp]], Iterable[Win | MjlabError]],
) -> Read:
    """Read wins; those that are out of the ordinary, or faulty, are read one by one.

    `one_by_one` gives for row numbers the wins of these rows, or why there is none.
    """
    if len(texts.ends) < FEW:
        return put_in(one_by_one(np.arange(len(texts.ends))))
    hands = read_column(texts, dialect, with_win=True)
    codes = find_problems(*hands, columns)
    left = np.flatnonzero(codes)
    hands.concealed[left] = 0
    hands.melds[left] = -1
    return _filled(hands, columns, left, one_by_one(left))


def put_in(found: Iterable[Win | MjlabError]) -> Read:
    """Take wins, and for rows that are none the reason, as an answer of `read_wins`."""
    wins = list(found)
    n = len(wins)
    return _filled(empty_hands(n), no_circumstances(n), np.arange(n), wins)


def _filled(
    hands: HandArrays,
    columns: Columns,
    rows: NDArray[np.intp],
    found: Iterable[Win | MjlabError],
) -> Read:
    """Put in what was found one by one; the other rows have been checked."""
    problems: dict[int, str] = {}
    wins: dict[int, Win] = {}
    for row, win in zip(rows.tolist(), found, strict=True):
        if isinstance(win, Win):
            wins[row] = win
        else:
            problems[row] = win.message
    _put_wins(np.array([*wins], np.intp), [*wins.values()], hands, columns)
    bad = np.array([*problems], np.intp)
    return problems, narrowed(*hands, columns, bad)


def read_win(text: Any, dialect: Dialect, circumstances: Any) -> Win | MjlabError:
    """Read a win, or say why there is none: one bad row spoils no other."""
    try:
        if not isinstance(circumstances, Mapping):
            raise HandError(f"{circumstances!r} are no circumstances", hint="{'seat': 'S'}")
        named = {str(name): value for name, value in circumstances.items()}
        for name, value in (("hand", text), *named.items()):
            if name in ("hand", *CIRCUMSTANCES) and is_missing(value):
                raise HandError(f"{name} is missing")
        if "text" in named or "dialect" in named:
            raise HandError("'text' and 'dialect' are no circumstances")
        return Win.parse(text, dialect, **named)
    except MjlabError as error:
        return error


def put_hands(rows: NDArray[np.intp], made: Sequence[Hand | Win], hands: HandArrays) -> None:
    """Put standing tiles and sets into rows that are empty."""
    standing = np.repeat(rows, [len(hand.concealed) for hand in made])
    tiles = np.fromiter(chain.from_iterable(hand.concealed for hand in made), np.intp)
    np.add.at(hands.concealed, (standing, tiles), 1)
    sets = [
        (row, place, meld.kind * N_KINDS + meld.tile)
        for row, hand in zip(rows.tolist(), made, strict=True)
        for place, meld in enumerate(hand.melds)
    ]
    rows, places, codes = np.array(sets, np.intp).reshape(-1, 3).T
    hands.melds[rows, places] = codes


def _put_wins(
    rows: NDArray[np.intp], wins: Sequence[Win], hands: HandArrays, columns: Columns
) -> None:
    put_hands(rows, wins, hands)
    hands.win[rows] = [win.tile for win in wins]
    columns["circumstances"][rows] = [
        sum(bit for name, bit in CIRCUMSTANCE_BITS.items() if getattr(win, name)) for win in wins
    ]
    columns["round"][rows] = [win.round for win in wins]
    columns["seat"][rows] = [win.seat for win in wins]
    columns["flowers"][rows] = [win.flowers for win in wins]


def win_of(
    concealed: NDArray[np.uint8],
    melds: NDArray[np.int16],
    win: int,
    *,
    circumstances: int,
    round: int,
    seat: int,
    flowers: int,
) -> Win:
    """Make the win of a row, its circumstances as they are claimed."""
    return Win(
        concealed=tuple(np.repeat(np.arange(N_KINDS), concealed).tolist()),
        melds=tuple(
            Meld(MeldKind(code // N_KINDS), code % N_KINDS) for code in melds.tolist() if code >= 0
        ),
        tile=win,
        round=Wind(round),
        seat=Wind(seat),
        flowers=flowers,
        strict=False,
        **{name: bool(circumstances & bit) for name, bit in CIRCUMSTANCE_BITS.items()},
    )
