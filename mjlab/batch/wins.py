"""WinBatch: many wins as arrays, validated once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.batch.arrays import nullable, whole_numbers
from mjlab.batch.cells import as_frame, labels_of, row_number, rows_of
from mjlab.batch.checks import checked
from mjlab.batch.columns import CIRCUMSTANCE_BITS, columns_of_mappings, no_circumstances
from mjlab.batch.frames import read_frame
from mjlab.batch.reading import put_in, read_win, read_wins, texts_of, win_of
from mjlab.common.wording import plural
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Win
from mjlab.notation import Dialect, check_dialect
from mjlab.tiles import Wind

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CIRCUMSTANCE_BITS", "WinBatch"]


@dataclass(frozen=True, eq=False, init=False)
class WinBatch:
    """Many wins as C-contiguous arrays.

    Made by :meth:`from_wins`, :meth:`from_texts`, :meth:`from_frame` or :meth:`from_arrays`; rows
    that no game can bring about are kept, marked in `status`, and explained by :meth:`problem`.
    The arrays are read-only: kernels check no bounds and rely on what was checked here.

    Attributes
    ----------
    concealed : numpy.ndarray
        uint8[N,34], counts of the standing tiles without the winning tile.
    melds : numpy.ndarray
        int16[N,4], ``kind * 34 + lowest tile`` (kind as :class:`mjlab.hand.MeldKind`), -1 none.
    win : numpy.ndarray
        int8[N], the winning tile.
    circumstances : numpy.ndarray
        uint16[N], bits of :data:`CIRCUMSTANCE_BITS`.
    round, seat : numpy.ndarray
        int8[N], 0-3 for E, S, W, N.
    flowers : numpy.ndarray
        int8[N], 0-8.
    status : numpy.ndarray
        int8[N], 0 for a possible win, 2 for an impossible one.
    index : pandas.Index or None
        The row labels of the frame or series the batch was read from.

    Examples
    --------
    >>> batch = WinBatch.from_texts(["123m456p789s1122z+1z", "123m456p789s1111z+1z"])
    >>> batch
    WinBatch(2 wins, 1 of them impossible)
    >>> batch.problem(1)
    'five copies of 1z'
    >>> batch[0]
    Win.parse('123m456p789s1122z+1z')
    """

    concealed: NDArray[np.uint8]
    melds: NDArray[np.int16]
    win: NDArray[np.int8]
    circumstances: NDArray[np.uint16]
    round: NDArray[np.int8]
    seat: NDArray[np.int8]
    flowers: NDArray[np.int8]
    status: NDArray[np.int8]
    index: pd.Index | None
    _problems: Mapping[int, str] = field(repr=False)

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError(
            "a WinBatch is made by WinBatch.from_wins, from_texts, from_frame or from_arrays"
        )

    @classmethod
    def _make(
        cls,
        problems: Mapping[int, str],
        arrays: Mapping[str, NDArray[Any]],
        index: pd.Index | None = None,
    ) -> WinBatch:
        """Take arrays that have been checked."""
        batch = object.__new__(cls)
        for name in _ARRAYS:
            arrays[name].setflags(write=False)
            object.__setattr__(batch, name, arrays[name])
        object.__setattr__(batch, "index", index)
        object.__setattr__(batch, "_problems", dict(problems))
        return batch

    @classmethod
    def from_arrays(
        cls,
        concealed: ArrayLike,
        win: ArrayLike,
        melds: ArrayLike | None = None,
        *,
        circumstances: ArrayLike = 0,
        round: ArrayLike = 0,
        seat: ArrayLike = 0,
        flowers: ArrayLike = 0,
        strict: bool = True,
    ) -> WinBatch:
        """Take arrays of any integer dtype and memory order; they are checked and copied.

        Parameters
        ----------
        concealed : array_like
            int[N,34], see the attributes; the labels of a frame are kept.
        win : array_like
            int[N].
        melds : array_like, optional
            int[N,M] with M up to 4; none where left out. The order does not matter.
        circumstances, round, seat, flowers : array_like
            int[N], or one number for all rows.
        strict : bool
            With False, circumstances that contradict each other are let stand.

        Raises
        ------
        HandError
            If a shape or dtype does not fit. Impossible rows only get their status.

        Examples
        --------
        >>> import numpy as np
        >>> from mjlab.notation import parse_tiles
        >>> hands = np.zeros((1, 34), int)
        >>> np.add.at(hands[0], list(parse_tiles("19m19p19s1234567z")), 1)
        >>> WinBatch.from_arrays(hands, [0], circumstances=1)[0].self_drawn
        True
        """
        return cls._make(
            *checked(
                concealed,
                win,
                melds,
                circumstances=circumstances,
                round=round,
                seat=seat,
                flowers=flowers,
                strict=strict,
            ),
            index=labels_of(concealed),
        )

    @classmethod
    def from_wins(cls, wins: Iterable[Win]) -> WinBatch:
        """Encode wins; they are possible, having been checked when they were made.

        Examples
        --------
        >>> WinBatch.from_wins([Win.parse("[123m]{5555z}45678p99s+9p")]).melds
        array([[  0, 167,  -1,  -1]], dtype=int16)
        """
        rows = rows_of(wins, "wins", "a list of Win; from_texts reads texts")
        for row, win in enumerate(rows):
            if not isinstance(win, Win):
                raise HandError(
                    f"row {row} is {type(win).__name__}, not a Win", hint="from_texts reads texts"
                )
        return cls._make(*put_in(rows), index=labels_of(wins))

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        *,
        dialect: Dialect = "auto",
        circumstances: Iterable[Mapping[str, Any]] | None = None,
    ) -> WinBatch:
        """Read texts; a text that cannot be read makes its row impossible, with the reason.

        Parameters
        ----------
        texts : iterable of str
            Hands with their winning tiles; the labels of a series are kept.
        dialect : str
            As for :meth:`mjlab.hand.Win.parse`.
        circumstances : iterable of mapping, optional
            For each text the circumstances by name.

        Examples
        --------
        >>> batch = WinBatch.from_texts(["99m88m"], circumstances=[{"seat": "S"}])
        >>> batch.problem(0)
        'the winning tile is missing'
        """
        check_dialect(dialect)
        hands = rows_of(texts, "texts", "a list; WinBatch.from_arrays takes arrays")
        n = len(hands)
        named: list[Any] = [{}] * n
        if circumstances is not None:
            named = rows_of(circumstances, "circumstances", "a mapping for each text")
        if len(named) != n:
            raise HandError(f"{len(named)} circumstances for {n} texts")

        def one_by_one(rows: NDArray[np.intp]) -> Iterable[Win | MjlabError]:
            return (read_win(hands[row], dialect, named[row]) for row in rows)

        columns = no_circumstances(n) if circumstances is None else columns_of_mappings(named)
        read = read_wins(texts_of(hands), dialect, columns, one_by_one)
        return cls._make(*read, index=labels_of(texts))

    @classmethod
    def from_frame(
        cls, frame: pd.DataFrame, *, hand: str = "hand", dialect: Dialect = "auto"
    ) -> WinBatch:
        """Read a frame with a column of hands and columns named like circumstances.

        Parameters
        ----------
        frame : pandas.DataFrame
            Columns other than `hand` and the circumstances are left alone, unless a name is
            nearly that of a circumstance. True and False may be 1 and 0, or the texts true, false,
            yes, no, 1, 0, in capitals or not; flowers may be a text of digits; 1.0 is 1. A
            circumstance without a column does not hold, the winds are East. An empty cell makes
            its row impossible: what is not known is not the same as what does not hold.
        hand : str
            Name of the column with the hands as text.
        dialect : str
            As for :meth:`mjlab.hand.Win.parse`.

        Raises
        ------
        HandError
            If there is no column `hand`, if one stands there twice, or if a column is called
            nearly like a circumstance (``Seat``, ``selfdrawn``). Bad rows only get their status.

        Notes
        -----
        ``docs/tables.md`` has all of it with examples. Native notation is read by compiled code,
        a million rows in well under a second. Rows in other notations, and faulty ones, are read
        one by one by the parser of single hands: the result is the same, a million of them take
        about a minute.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"hand": ["123m456p789s1122z+1z"], "self_drawn": [True]})
        >>> WinBatch.from_frame(frame)[0].self_drawn
        True
        """
        frame = as_frame(frame)
        return cls._make(*read_frame(frame, hand, dialect), index=labels_of(frame))

    @classmethod
    def _from_any(
        cls,
        hands: Sequence[Any],
        dialect: Dialect,
        index: pd.Index | None,
        circumstances: Mapping[str, Any],
    ) -> WinBatch:
        """Take wins and texts side by side; the circumstances replace those of wins."""
        check_dialect(dialect)

        def one_by_one(rows: NDArray[np.intp]) -> Iterable[Win | MjlabError]:
            for hand in map(hands.__getitem__, rows):
                if isinstance(hand, Win):
                    yield _changed(hand, circumstances)
                else:
                    yield read_win(hand, dialect, circumstances)

        columns = no_circumstances(len(hands))
        if circumstances:
            columns = columns_of_mappings([circumstances] * len(hands))
        return cls._make(*read_wins(texts_of(hands), dialect, columns, one_by_one), index=index)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is checked again, as it may have been made of anything."""
        arrays = {name: np.array(getattr(self, name)) for name in _ARRAYS}
        return _checked_again, (arrays, dict(self._problems), self.index)

    def problem(self, row: int) -> str | None:
        """Say why a row is impossible; None where it is not."""
        return self._problems.get(row_number(row, len(self)))

    def problems(self) -> dict[int, str]:
        """Say why, for every impossible row by its number.

        Examples
        --------
        >>> WinBatch.from_texts(["123m456p789s1122z+1z", "1m", "11111m222m333m44p+4p"]).problems()
        {1: 'the winning tile is missing', 2: 'five copies of 1m'}
        """
        return dict(self._problems)

    def __len__(self) -> int:
        return len(self.win)

    def take(self, rows: ArrayLike) -> WinBatch:
        """Return some of the rows as a batch.

        Parameters
        ----------
        rows : array_like
            Row numbers, or bool[N] for the rows to keep.

        Examples
        --------
        >>> batch = WinBatch.from_texts(["123m456p789s1122z+1z", "123m456p789s1111z+1z"])
        >>> batch.take(batch.status == 0)
        WinBatch(1 win)
        """
        wanted = np.asarray(rows)
        if wanted.ndim != 1 or wanted.dtype != bool:
            wanted = whole_numbers("rows", rows)
        if wanted.ndim != 1:
            raise HandError(f"rows has shape {wanted.shape}", hint="a list: batch.take([0, 1])")
        chosen = np.arange(len(self))[wanted]
        arrays = {name: getattr(self, name)[chosen] for name in _ARRAYS}
        problems = {
            i: self._problems[row] for i, row in enumerate(chosen.tolist()) if row in self._problems
        }
        return self._make(problems, arrays, None if self.index is None else self.index[chosen])

    def to_texts(self) -> list[str | None]:
        """Write the hands in native notation; None for an impossible one.

        Circumstances are not part of a notation, nor is it known from whom a set was claimed.

        Examples
        --------
        >>> WinBatch.from_texts(["东东 一二三万 四五六饼 七八九条 南南+南"]).to_texts()
        ['123m456p789s1122z+2z']
        """
        return _texts(self)

    def to_frame(self) -> pd.DataFrame:
        """Put the batch into a frame, which :meth:`from_frame` reads.

        Returns
        -------
        pandas.DataFrame
            ``hand`` as native text, ``round`` and ``seat`` as E, S, W or N, the circumstances,
            ``flowers``, and ``problem``; all but the last are missing in impossible rows. The index
            is that of the frame or series the batch was read from, if there was one.

        Examples
        --------
        >>> batch = WinBatch.from_texts(["123m456p789s1122z+1z", "junk"])
        >>> batch.to_frame()[["hand", "self_drawn", "problem"]]
                           hand  self_drawn              problem
        0  123m456p789s1122z+1z       False                  NaN
        1                   NaN        <NA>  'j' is not a tile
        >>> WinBatch.from_frame(batch.to_frame())
        WinBatch(2 wins, 1 of them impossible)
        """
        return _frame(self)

    def __getitem__(self, row: int) -> Win:
        """The win of a row; an impossible row raises HandError with its reason."""
        index = row_number(row, len(self))
        if self.status[index]:
            raise HandError(f"row {index} is no possible win: {self.problem(index)}")
        return win_of(
            self.concealed[index],
            self.melds[index],
            int(self.win[index]),
            circumstances=int(self.circumstances[index]),
            round=int(self.round[index]),
            seat=int(self.seat[index]),
            flowers=int(self.flowers[index]),
        )

    def __iter__(self) -> Iterator[Win]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        bad = int(np.count_nonzero(self.status))
        wins = plural(len(self), "win")
        return f"WinBatch({wins}" + (f", {bad:,} of them impossible)" if bad else ")")


_ARRAYS: Final = (
    "concealed", "melds", "win", "circumstances", "round", "seat", "flowers", "status",
)  # fmt: skip


def _changed(win: Win, circumstances: Mapping[str, Any]) -> Win | MjlabError:
    """A win in other circumstances, or why it cannot be."""
    try:
        return win.changed(**circumstances) if circumstances else win
    except MjlabError as error:
        return error


def _texts(batch: WinBatch) -> list[str | None]:
    """Write the hands of a batch in native notation; None for an impossible one."""
    from mjlab.kernels.text import WIDTH, write_hands  # Numba is loaded when it is needed

    n = len(batch)
    text = np.empty(n * WIDTH, np.uint8)
    ends = np.empty(n, np.int64)
    possible = batch.status == 0
    write_hands(batch.concealed, batch.melds, batch.win, possible, text, ends)
    whole = text[: ends[-1] if n else 0].tobytes().decode("ascii")
    places = ends.tolist()
    texts = [whole[start:end] for start, end in zip([0, *places], places, strict=False)]
    return [text or None for text in texts]


def _frame(batch: WinBatch) -> pd.DataFrame:
    """Put a batch into a frame: the work behind :meth:`mjlab.batch.WinBatch.to_frame`."""
    import pandas as pd

    missing = batch.status != 0
    winds = pd.array([wind.name for wind in Wind], dtype="str")

    def wind(values: NDArray[np.int8]) -> Any:
        return winds.take(np.where(missing, -1, values), allow_fill=True)

    columns: dict[str, Any] = {
        "hand": pd.array(_texts(batch), dtype="str"),
        "round": wind(batch.round),
        "seat": wind(batch.seat),
    }
    for name, bit in CIRCUMSTANCE_BITS.items():
        holds = (batch.circumstances & np.uint16(bit)) != 0
        columns[name] = pd.arrays.BooleanArray(holds, missing, copy=True)
    columns["flowers"] = nullable(batch.flowers, missing)
    problems = np.full(len(batch), None)
    for row, problem in batch.problems().items():
        problems[row] = problem
    columns["problem"] = pd.array(problems, dtype="str")
    return pd.DataFrame(columns, index=batch.index)


def _checked_again(
    arrays: dict[str, NDArray[Any]], problems: dict[int, str], index: pd.Index | None
) -> WinBatch:
    claimed = {name: array for name, array in arrays.items() if name != "status"}
    batch = WinBatch.from_arrays(**claimed, strict=False)
    again = {name: np.array(getattr(batch, name)) for name in _ARRAYS}
    again["status"][arrays["status"] != 0] = 2
    return WinBatch._make(batch.problems() | problems, again, index)
