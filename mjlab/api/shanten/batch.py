"""Shanten, useful tiles, waits and discards of many hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.api.shanten.batch_answers import DiscardsBatch, UsefulBatch, WaitsBatch
from mjlab.api.shanten.forms import form_named
from mjlab.batch.cells import as_frame, is_frame, labels_of, rows_of
from mjlab.batch.hands import HandBatch, visible_counts
from mjlab.common.threads import share_rows
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Hand
from mjlab.reference.shanten import FORMS
from mjlab.tiles import N_KINDS

if TYPE_CHECKING:
    from mjlab.api.shanten.kernels import ShantenKernels

__all__ = ["discards_batch", "shanten_batch", "useful_batch", "waits_batch"]


Hands = HandBatch | ArrayLike | Iterable[Hand | str]


def shanten_batch(
    hands: Hands,
    *,
    form: str = "best",
    melds: ArrayLike | None = None,
    n_melds: ArrayLike | None = None,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Shanten of many hands.

    Parameters
    ----------
    hands : HandBatch, array_like or iterable of Hand or str
        The hands; an array is int[N,34], counts of the standing tiles; a frame has a column
        ``hand``, or 34 columns of counts, in any order, called ``1m`` to ``7z`` (or in another
        notation) or 0 to 33; the labels of a series or frame are kept. An array of uint8 is
        checked and then used where it lies, so nothing may write to it until the answer is there.
    form : str
        ``"best"`` of all forms, one of :data:`FORMS`, or ``"all"``.
    melds, n_melds : array_like, optional
        With an array, see :meth:`HandBatch.from_arrays`.
    threads : int
        How many threads share the work.

    Returns
    -------
    numpy.ndarray
        int8[N], or int8[N,5] for ``"all"``, columns as :data:`FORMS`. One less than the fewest
        tiles that must come in: 0 is ready, -1 complete. 127 where the sets laid aside rule the
        form out.

    Raises
    ------
    HandError
        For the first row that cannot be a hand, with its number and label (``docs/tables.md``
        shows how to find all of them), or a frame without hands.

    Notes
    -----
    Seven pairs, thirteen orphans, and honors and knitted need a hand without sets laid aside, the
    knitted straight at most one. Four of a kind are two pairs (1998 rulebook, fan 19). No target
    has more than four of a kind, the player's own sets included where they are known.

    Examples
    --------
    >>> shanten_batch(["19m19p19s1234567z", "123m456p789s1122z"], form="all")
    array([[8, 6, 0, 4, 9],
           [0, 4, 8, 8, 6]], dtype=int8)
    """
    batch = _batch(hands, melds, n_melds)
    n = len(batch)
    if form_named(form, "best", "all") == "all":
        table = np.empty((n, 5), np.int8)
        best = np.empty(n, np.int8)

        def all_forms(kernels: ShantenKernels, part: slice) -> None:
            kernels.forms(batch, part, 31, best[part], table[part])

        _run(n, threads, all_forms)
        return table
    wanted = _wanted(form)
    found = np.empty(n, np.int8)

    def one_form(kernels: ShantenKernels, part: slice) -> None:
        kernels.forms(batch, part, wanted, found[part])

    _run(n, threads, one_form, chunk=65_536)
    return found


def useful_batch(
    hands: Hands,
    *,
    form: str = "best",
    melds: ArrayLike | None = None,
    n_melds: ArrayLike | None = None,
    visible: ArrayLike | None = None,
    threads: int = 1,
) -> UsefulBatch:
    """Shanten of many hands and the tiles that lower it.

    Parameters
    ----------
    hands, melds, n_melds, threads
        As for :func:`shanten_batch`.
    form : str
        ``"best"`` of all forms or one of :data:`FORMS`.
    visible : array_like, optional
        int[N,34] or int[34], the tiles face up beside the player's own.

    Returns
    -------
    UsefulBatch
        Shanten, forms, useful tiles and how many of them are left.

    Examples
    --------
    >>> from mjlab import tiles_of
    >>> found = useful_batch(["123m456p789s1122z"])
    >>> found.shanten, tiles_of(found.mask[0]), found.live
    (array([0], dtype=int8), (27, 28), array([4], dtype=uint8))
    """
    batch, wanted = _batch(hands, melds, n_melds), _wanted(form)
    seen = _seen(batch, visible)
    n = len(batch)
    found = UsefulBatch(
        np.empty(n, np.int8), np.empty(n, np.uint8), np.empty(n, np.int64), np.empty(n, np.uint8),
        batch.index,
    )  # fmt: skip

    def run(kernels: ShantenKernels, part: slice) -> None:
        kernels.useful(
            batch, part, wanted, found.shanten[part], found.forms[part], found.mask[part]
        )
        kernels.count(seen[part], 1, found.mask[part], found.live[part])

    _run(n, threads, run)
    return found


def waits_batch(
    hands: Hands,
    *,
    form: str = "best",
    melds: ArrayLike | None = None,
    n_melds: ArrayLike | None = None,
    visible: ArrayLike | None = None,
    threads: int = 1,
) -> WaitsBatch:
    """Waits of many hands: the tiles that complete them.

    Parameters
    ----------
    hands, melds, n_melds, threads
        As for :func:`shanten_batch`; each hand has 13 tiles, sets laid aside counting three.
    form : str
        ``"best"`` for any form, or one of :data:`FORMS`.
    visible : array_like, optional
        int[N,34] or int[34], the tiles face up beside the player's own.

    Returns
    -------
    WaitsBatch
        ``live`` and ``by_shape``, int64[N] each; 0 where the hand is not ready.

    Examples
    --------
    >>> from mjlab import tiles_of
    >>> found = waits_batch(["1234444678m456p"])
    >>> tiles_of(found.live[0]), tiles_of(found.by_shape[0])
    ((0,), (0, 3))
    """
    batch, wanted = _batch(hands, melds, n_melds, spare=0), _wanted(form)
    seen = _seen(batch, visible)
    n = len(batch)
    found = WaitsBatch(np.empty(n, np.int64), np.empty(n, np.int64), batch.index)

    def run(kernels: ShantenKernels, part: slice) -> None:
        kernels.waits(batch, part, seen[part], wanted, found.by_shape[part], found.live[part])

    _run(n, threads, run)
    return found


def discards_batch(
    hands: Hands,
    *,
    form: str = "best",
    melds: ArrayLike | None = None,
    n_melds: ArrayLike | None = None,
    visible: ArrayLike | None = None,
    threads: int = 1,
) -> DiscardsBatch:
    """The discards of many hands: what each leaves, and which tiles are useful then.

    Parameters
    ----------
    hands, melds, n_melds, threads
        As for :func:`shanten_batch`; each hand has 14 tiles, sets laid aside counting three.
    form : str
        ``"best"`` of all forms or one of :data:`FORMS`.
    visible : array_like, optional
        int[N,34] or int[34], the tiles face up beside the player's own.

    Returns
    -------
    DiscardsBatch
        For each hand 14 slots, one for each different tile.

    Examples
    --------
    >>> found = discards_batch(["123m456p789s11122z"])
    >>> found.tile[0, :10], found.shanten[0, :10]
    (array([ 0,  1,  2, 12, 13, 14, 24, 25, 26, 27], dtype=int8),
     array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=int8))
    >>> found.live[0, 10], found.best
    (np.uint8(2), array([0], dtype=int8))
    """
    batch, wanted = _batch(hands, melds, n_melds, spare=1), _wanted(form)
    seen = _seen(batch, visible)
    n = len(batch)
    found = DiscardsBatch(
        np.empty((n, 14), np.int8),
        np.empty((n, 14), np.int8),
        np.empty((n, 14), np.uint8),
        np.empty((n, 14), np.int64),
        np.empty((n, 14), np.uint8),
        batch.index,
    )

    def run(kernels: ShantenKernels, part: slice) -> None:
        masks = found.mask[part].reshape(-1)
        kernels.discards(
            batch,
            part,
            wanted,
            found.tile[part].reshape(-1),
            found.shanten[part].reshape(-1),
            found.forms[part].reshape(-1),
            masks,
        )
        kernels.count(seen[part], 14, masks, found.live[part].reshape(-1))

    _run(n, threads, run, chunk=2048)
    return found


def _batch(
    hands: Any, melds: ArrayLike | None, n_melds: ArrayLike | None, spare: int = -1
) -> HandBatch:
    if isinstance(hands, HandBatch):
        if melds is not None or n_melds is not None:
            raise MjlabError("a HandBatch knows its sets", hint="leave out melds= and n_melds=")
        if spare >= 0:
            hands._refuse_but(spare)
        return hands
    hands = as_frame(hands)
    index = labels_of(hands)
    if is_frame(hands):
        hands = _column_or_counts(hands)
    if is_frame(hands) or (isinstance(hands, np.ndarray) and hands.dtype.kind not in "OUT"):
        return HandBatch._of(hands, melds, n_melds, copy=False, spare=spare, index=index)
    rows = rows_of(hands, "hands", "a list, a frame, or an array of counts of shape (N, 34)")
    if any(isinstance(row, (str, bytes)) or not isinstance(row, Iterable) for row in rows):
        if melds is not None or n_melds is not None:
            raise MjlabError("a hand knows its sets", hint="leave out melds= and n_melds=")
        labelled = rows if index is None else hands
        return _batch(HandBatch.from_hands(labelled), None, None, spare)
    counts = rows or np.zeros((0, N_KINDS), np.uint8)
    return HandBatch._of(counts, melds, n_melds, copy=False, spare=spare, index=index)


def _column_or_counts(frame: Any) -> Any:
    """The column of hands of a frame, or its counts, a column for each kind."""
    names = list(frame.columns)
    if "hand" in names:
        if names.count("hand") > 1:
            raise HandError(f"the frame has {names.count('hand')} columns 'hand'")
        return frame["hand"]
    kinds = [getattr(dtype, "kind", "O") for dtype in frame.dtypes]
    if len(names) != N_KINDS or not set(kinds) <= set("iufbO"):
        listed = ", ".join(map(repr, names[:10])) + (", ..." if len(names) > 10 else "")
        raise HandError(
            f"the frame has neither a column 'hand' nor {N_KINDS} columns of counts",
            hint=f"give the column itself, frame['hands']; there are {listed or 'none'}",
        )
    return frame


def _seen(batch: HandBatch, visible: ArrayLike | None) -> NDArray[Any]:
    """The copies of each tile that cannot come, as the kernels read them."""
    from mjlab.kernels.shanten.forms import WORDS

    if visible is not None:
        counts = visible_counts(visible, batch)
    else:
        counts = batch.counts if batch.laid is None else batch.counts + batch.laid
    view = counts.view()
    view.setflags(write=False)  # to a kernel a type of its own, so always
    return view.view(WORDS)[:, 0]


def _wanted(form: str) -> int:
    wanted = form_named(form, "best")
    return 31 if wanted == "best" else 1 << FORMS.index(wanted)


def _run(
    n: int, threads: int, work: Callable[[ShantenKernels, slice], None], chunk: int = 32_768
) -> None:
    """Do the work chunk by chunk, in threads, each with its own working space.

    A chunk is large enough that threads seldom wait for one another between two kernels.
    """
    from mjlab.api.shanten.kernels import ShantenKernels

    share_rows(n, threads, chunk, lambda room: partial(work, ShantenKernels(_tables(), room)))


@cache
def _tables() -> tuple[NDArray[Any], ...]:
    from mjlab.kernels.shanten import tables as shanten_tables

    return shanten_tables.load()
