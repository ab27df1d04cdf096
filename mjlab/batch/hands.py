"""HandBatch: many hands as arrays, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.batch.arrays import by_kind, integers, packed_sets, whole_numbers
from mjlab.batch.cells import check_labels, is_missing, labels_of, row_name, row_number, rows_of
from mjlab.batch.reading import FEW, LEFT, empty_hands, put_hands, read_column, texts_of
from mjlab.common.wording import plural
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Hand, Meld, MeldKind
from mjlab.notation import Dialect, check_dialect
from mjlab.tiles import N_KINDS, code

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HandBatch", "visible_counts"]

_SIZES: Final = {
    -1: "13 or 14, less three for each set laid aside: 14, 13, 11, 10, 8, 7, 5, 4, 2 or 1",
    0: "13, less three for each set laid aside: 13, 10, 7, 4 or 1",
    1: "14, less three for each set laid aside: 14, 11, 8, 5 or 2",
}
_MANY: Final = "a list of hands, or an array of counts of shape (N, 34)"


@dataclass(frozen=True, eq=False, init=False)
class HandBatch:
    """Many hands as C-contiguous, read-only arrays.

    Made by :meth:`from_hands` or :meth:`from_arrays`. A row that cannot be a hand is refused:
    kernels check no bounds and rely on what was checked here.

    Attributes
    ----------
    counts : numpy.ndarray
        uint8[N,34], how many of each kind stand in the hand.
    n_melds : numpy.ndarray
        int8[N], number of sets laid aside.
    melds : numpy.ndarray or None
        int16[N,4], ``kind * 34 + lowest tile`` (kind as :class:`mjlab.hand.MeldKind`), -1 none;
        None if it is not known what the sets are.
    laid : numpy.ndarray or None
        uint8[N,34], tiles of the sets; None if they are not known, or if there are none.
    index : pandas.Index or None
        The row labels of the frame or series the hands came from.

    Examples
    --------
    >>> batch = HandBatch.from_hands(["[123m]456p789s1122z", "19m19p19s1234567z"])
    >>> batch
    HandBatch(2 hands)
    >>> batch.n_melds
    array([1, 0], dtype=int8)
    >>> batch[0]
    Hand.parse('[123m]456p789s1122z')
    """

    counts: NDArray[np.uint8]
    n_melds: NDArray[np.int8]
    melds: NDArray[np.int16] | None
    laid: NDArray[np.uint8] | None
    index: pd.Index | None
    _sizes: int  # bit 0 if there are hands of 13 tiles, bit 1 of 14, sets counting three

    def __init__(self, *_: object, **__: object) -> None:
        raise HandError(
            "a HandBatch is not made directly, its rows have to be checked",
            hint="HandBatch.from_hands or HandBatch.from_arrays",
        )

    @classmethod
    def from_hands(cls, hands: Iterable[Hand | str], *, dialect: Dialect = "auto") -> HandBatch:
        """Encode hands.

        Parameters
        ----------
        hands : iterable of Hand or str
            The hands; texts are read by :meth:`mjlab.hand.Hand.parse`, the labels of a series
            are kept.
        dialect : str
            Notation of the texts.

        Raises
        ------
        HandError
            If one cannot be read, with its number and label.

        Examples
        --------
        >>> HandBatch.from_hands(["{1111z}456789p99s23m"]).counts.sum()
        np.uint64(10)
        """
        check_dialect(dialect)
        rows, labels = rows_of(hands, "hands", _MANY), labels_of(hands)
        if len(rows) < FEW:
            read = empty_hands(len(rows))
        else:
            read = read_column(texts_of(rows), dialect, with_win=False)
        left = np.flatnonzero(read.win == LEFT)
        put_hands(left, [_read(row, rows[row], dialect, labels) for row in left.tolist()], read)
        return cls._of(read.concealed, read.melds, None, copy=False, index=labels)

    @classmethod
    def from_arrays(
        cls, counts: ArrayLike, melds: ArrayLike | None = None, n_melds: ArrayLike | None = None
    ) -> HandBatch:
        """Take arrays of any integer dtype and memory order; they are checked and copied.

        Parameters
        ----------
        counts : array_like
            int[N,34], the standing tiles: 13 or 14, less three for each set laid aside.
        melds : array_like, optional
            int[N,M] with M up to 4, codes of the sets as in the attributes. With them shanten and
            useful tiles heed that no target has more than four of a kind, the player's own sets
            included; without them the standing tiles only.
        n_melds : array_like, optional
            int[N] or one number; it follows from the number of tiles, and must agree with it.

        Raises
        ------
        HandError
            If dtype or shape do not fit, or for the first row that cannot be a hand.

        Examples
        --------
        >>> import numpy as np
        >>> HandBatch.from_arrays(np.eye(34)[:2])
        Traceback (most recent call last):
            ...
        mjlab.errors.HandError: hands has dtype float64
          hint: integers, e.g. uint8; NaN or text cannot be
        >>> HandBatch.from_arrays(np.full((1, 34), 5))
        Traceback (most recent call last):
            ...
        mjlab.errors.HandError: row 0 of the hands has 5 of 1m
          hint: 0 to 4 of each kind
        """
        return cls._of(counts, melds, n_melds, copy=True, index=labels_of(counts))

    @classmethod
    def _of(
        cls,
        counts: ArrayLike,
        melds: ArrayLike | None,
        n_melds: ArrayLike | None,
        *,
        copy: bool,
        spare: int = -1,
        index: pd.Index | None = None,
    ) -> HandBatch:
        """Check arrays; without `copy` one of the right kind is used as it is, for the moment."""
        from mjlab.kernels.checks import check_hands, lay_out
        from mjlab.kernels.shanten.forms import WORDS

        if _fits(counts) and not copy:
            hands = cast("NDArray[np.uint8]", counts)
        else:
            counts = by_kind("hands", counts)
            hands = integers("hands", counts, np.uint8, ("N", N_KINDS))
        n = len(hands)
        for argument, values in (("melds", melds), ("n_melds", n_melds)):
            check_labels(argument, values, index)
        if n_melds is None:
            numbers = np.full(n, -1, np.int8)
        else:
            numbers = integers("n_melds", n_melds, np.int8, (n,))
            for row in np.flatnonzero((numbers < 0) | (numbers > 4))[:1]:
                raise HandError(
                    f"{row_name(row, index)}: {np.broadcast_to(n_melds, n)[row]} sets laid aside",
                    hint="0 to 4",
                )
        asked = numbers.copy()
        hands = _read_only(hands)  # to a kernel a type of its own, so always
        row, problem, sizes = check_hands(hands.view(WORDS)[:, 0], spare, numbers)
        if problem:
            name = row_name(int(row), index)
            own = whole_numbers("hands", counts)[row]  # before it was made narrow
            raise _refusal(name, int(problem), own, int(asked[row]), spare)
        batch = object.__new__(cls)
        put = object.__setattr__
        put(batch, "counts", hands)
        put(batch, "n_melds", _read_only(numbers))
        put(batch, "melds", None)
        put(batch, "laid", None)
        put(batch, "index", index)
        put(batch, "_sizes", int(sizes))
        if melds is not None:
            codes = packed_sets(melds, n)
            put(batch, "melds", _read_only(codes))
            if numbers.any() or (codes != -1).any():
                laid = np.zeros((n, N_KINDS), np.uint8)
                row, problem = lay_out(codes, numbers, hands, laid)
                if problem:
                    row, name = int(row), row_name(int(row), index)
                    raise _refusal_of_melds(int(problem), name, codes[row], hands[row], laid[row])
                put(batch, "laid", _read_only(laid))
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is checked again, as it may have been made of anything."""
        melds = None if self.melds is None else np.array(self.melds)
        return _checked_again, (np.array(self.counts), melds, np.array(self.n_melds), self.index)

    def _refuse_but(self, spare: int) -> None:
        """Refuse hands without a tile to spare (1), or with one (0)."""
        if self._sizes & ~(1 << spare):
            HandBatch._of(
                self.counts, None, self.n_melds, copy=False, spare=spare, index=self.index
            )

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, row: int) -> Hand:
        """The hand of a row; the sets have to be known."""
        index = row_number(row, len(self))
        if self.melds is None and self.n_melds[index]:
            raise HandError(
                f"row {index} has {self.n_melds[index]} sets laid aside, it is not known which",
                hint="HandBatch.from_arrays(counts, melds)",
            )
        codes = () if self.melds is None else self.melds[index]
        return Hand(
            tuple(int(t) for t in range(N_KINDS) for _ in range(self.counts[index, t])),
            tuple(
                Meld(MeldKind(int(code) // N_KINDS), int(code) % N_KINDS)
                for code in codes
                if code >= 0
            ),
        )

    def __iter__(self) -> Iterator[Hand]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"HandBatch({plural(len(self), 'hand')})"


def visible_counts(visible: ArrayLike, batch: HandBatch) -> NDArray[np.uint8]:
    """Add up the copies of each tile that cannot come any more, uint8[N,34]: own, sets and visible.

    `visible` is int[N,34], or int[34] for all rows: what lies face up beside the player's own hand.
    """
    visible = by_kind("visible", visible)
    array = whole_numbers("visible", visible)
    if array.size and array.min() < 0:
        raise HandError(f"visible has a count of {array.min()}", hint="0 to 4 of each kind")
    if array.ndim == 1 and len(array) == N_KINDS:
        shown = integers("visible", array, np.uint8, (N_KINDS,))[None]
    elif array.shape == (len(batch), N_KINDS):
        check_labels("visible", visible, batch.index)
        shown = integers("visible", array, np.uint8, ("N", N_KINDS))
    else:
        raise HandError(
            f"visible has shape {array.shape}",
            hint=f"({N_KINDS},) for all hands, or ({len(batch)}, {N_KINDS})",
        )
    seen = np.minimum(shown, 5) + batch.counts
    if batch.laid is not None:
        seen = seen + batch.laid
    for row, tile in np.argwhere(seen > 4)[:1] if seen.size and seen.max() > 4 else ():
        raise HandError(
            f"{row_name(int(row), batch.index)}: five copies of {code(int(tile))} are seen",
            hint="visible= is what lies face up beside the player's own tiles and sets",
        )
    return np.asarray(seen, np.uint8)


def _fits(values: object) -> bool:
    """Whether an array can be read by kernels as it is."""
    return (
        type(values) is np.ndarray
        and values.dtype == np.uint8
        and values.ndim == 2
        and values.shape[1] == N_KINDS
        and values.flags.c_contiguous
    )


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.setflags(write=False)
    return view


def _checked_again(counts: Any, melds: Any, n_melds: Any, index: pd.Index | None) -> HandBatch:
    return HandBatch._of(counts, melds, n_melds, copy=True, index=index)


def _read(row: int, hand: object, dialect: Dialect, labels: pd.Index | None) -> Hand:
    if isinstance(hand, Hand):
        return hand
    name = row_name(row, labels)
    if is_missing(hand):
        raise HandError(f"{name}: hand is missing", hint="leave these rows out")
    if not isinstance(hand, str):
        raise HandError(
            f"{name}: a Hand or a text is expected, not {type(hand).__name__}",
            hint="'[123m]456p789s1122z'",
        )
    try:
        return Hand.parse(hand, dialect)
    except MjlabError as error:
        raise type(error)(
            f"{name}: {error.message}", text=error.text, position=error.position, hint=error.hint
        ) from None


def _refusal(row: str, problem: int, counts: Any, n_melds: int, spare: int) -> HandError:
    from mjlab.kernels import checks as check

    if problem == check.BAD_COUNT:
        tile = int(np.flatnonzero((counts < 0) | (counts > 4))[0])
        return HandError(
            f"{row} of the hands has {counts[tile]} of {code(tile)}", hint="0 to 4 of each kind"
        )
    size = int(counts.sum())
    if problem == check.BAD_SIZE:
        return HandError(f"{row} of the hands has {size} standing tiles", hint=_SIZES[spare])
    fitting = (14 - size) // 3
    return HandError(
        f"{row} of the hands has {size} standing tiles beside {n_melds} "
        f"set{'s' * (n_melds != 1)} laid aside",
        hint=f"{size} tiles go with {plural(fitting, 'set')}, each counting as three",
    )


def _refusal_of_melds(
    problem: int, row: str, codes: NDArray[Any], counts: NDArray[Any], laid: NDArray[Any]
) -> HandError:
    from mjlab.kernels import checks as check

    if problem == check.BAD_MELD:
        known = range(5 * N_KINDS)
        wrong = next(
            int(c)
            for c in codes
            if c != -1 and (c not in known or (c < N_KINDS and (c >= 27 or c % 9 > 6)))
        )
        return HandError(
            f"{row} of the sets holds {wrong}, which is none",
            hint="kind * 34 + lowest tile, -1 for none; chows start with 1 to 7",
        )
    if problem == check.BAD_N_MELDS:
        size, found = int(counts.sum()), int((codes >= 0).sum())
        return HandError(
            f"{row} of the hands has {size} standing tiles beside {plural(found, 'set')}",
            hint=f"{size} tiles go with {(14 - size) // 3}, each counting as three",
        )
    tile = int(np.flatnonzero(laid + counts > 4)[0])
    return HandError(f"{row}: five copies of {code(tile)}, the sets included")
