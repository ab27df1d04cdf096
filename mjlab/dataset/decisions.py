"""What each player held and saw at each discard, worked out for many games at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlab.api.shanten.batch import discards_batch, useful_batch, waits_batch
from mjlab.batch import HandBatch
from mjlab.tiles import N_KINDS, N_TILES

__all__ = ["Best", "Discarded", "Ends", "Laid", "Played", "best_of", "ends_of", "opponents_of",
           "play", "written"]  # fmt: skip

_UNKNOWN = 127
Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Discarded:
    """Of each discard: its event among all events, and the state of the table before it.

    Attributes
    ----------
    event : numpy.ndarray
        int64[D], rows of the events.
    counts, sets, n_sets : numpy.ndarray
        uint8[D,34], int16[D,4], int8[D]: the hand before.
    beside : numpy.ndarray
        uint8[D,34], what lies face up beside the own sets.
    visible : numpy.ndarray
        int8[D], copies of the tile that lie face up.
    drawn, claim, by : numpy.ndarray
        int8[D], -1 for none: the tile drawn before, the kind of event and the player that claim it.
    won : numpy.ndarray
        bool[D], whether somebody won on it.
    """

    event: Array
    counts: Array
    sets: Array
    n_sets: Array
    beside: Array
    visible: Array
    drawn: Array
    claim: Array
    by: Array
    won: Array


@dataclass(frozen=True, slots=True)
class Laid:
    """Of each set made: event int64[M], claimed tile, giver (-1 for none) and number, int8[M]."""

    event: Array
    claimed: Array
    giver: Array
    number: Array


@dataclass(frozen=True, slots=True)
class Played:
    """Games gone through: discards, sets, and for each game the deals and the ends.

    Attributes
    ----------
    discards : Discarded
        The discards in order.
    melds : Laid
        The sets in order.
    dealt : numpy.ndarray
        uint8[G,4,34], the first thirteen tiles of each player, zeros where not known.
    counts, sets, beside : numpy.ndarray
        uint8[G,4,34], int16[G,4,4], uint8[G,4,34]: hands at the end, and what lies face up.
    """

    discards: Discarded
    melds: Laid
    dealt: Array
    counts: Array
    sets: Array
    beside: Array


@dataclass(frozen=True, slots=True)
class Best:
    """Shanten (127 where not known), useful tiles and how many are live, for each of D hands.

    Attributes
    ----------
    before, after : tuple of numpy.ndarray
        int8[D], int64[D] and uint8[D] after the best discard and after the one made.
    tile : numpy.ndarray
        int8[D], the best discard, -1 where not known.
    """

    before: tuple[Array, Array, Array]
    after: tuple[Array, Array, Array]
    tile: Array


@dataclass(frozen=True, slots=True)
class Ends:
    """Shanten (127 where not known), useful tiles and how many are live: [G,4] each."""

    shanten: Array
    mask: Array
    live: Array


def play(first: Array, carried: Array, deal: Array, kinds: Array, seats: Array, tiles: Array,
         ) -> Played:  # fmt: skip
    """Go through replayed games.

    Parameters
    ----------
    first : numpy.ndarray
        int64[G+1], game g has the events from ``first[g]`` to ``first[g + 1]``.
    carried : numpy.ndarray
        int64[G], how many of them were carried out.
    deal : numpy.ndarray
        uint8[G,4,42], tiles dealt.
    kinds, seats, tiles : numpy.ndarray
        int8[E], numbers as of :mod:`mjlab.dataset.schemas`.
    """
    from mjlab.kernels.play import unroll as kernel

    games = len(carried)
    number = np.arange(len(kinds)) - np.repeat(first[:-1], np.diff(first))
    done = number < np.repeat(carried, np.diff(first))
    d = int(np.count_nonzero(done & (kinds == kernel.DISCARD)))
    made = done & (kinds >= kernel.CHOW) & (kinds <= kernel.KONG_ADDED)
    m = int(np.count_nonzero(made))
    discards = Discarded(
        np.empty(d, np.int64), np.empty((d, N_KINDS), np.uint8), np.empty((d, 4), np.int16),
        np.empty(d, np.int8), np.empty((d, N_KINDS), np.uint8), np.empty(d, np.int8),
        np.empty(d, np.int8), np.empty(d, np.int8), np.empty(d, np.int8), np.empty(d, np.bool_),
    )  # fmt: skip
    melds = Laid(np.empty(m, np.int64), np.empty(m, np.int8), np.empty(m, np.int8),
                 np.empty(m, np.int8))  # fmt: skip
    dealt = np.zeros((games, 4, N_KINDS), np.uint8)
    counts, sets = np.zeros_like(dealt), np.full((games, 4, 4), -1, np.int16)
    beside = np.zeros_like(dealt)
    table = (np.zeros((4, N_TILES), np.uint8), np.zeros(N_KINDS, np.uint8),
             np.zeros((4, 4), np.int16), np.zeros(4, np.int64), np.zeros(4, np.int64))  # fmt: skip
    kernel.unroll(
        first, carried, deal, kinds, seats, tiles, table,
        (discards.event, discards.counts, discards.sets, discards.n_sets, discards.beside,
         discards.visible, discards.drawn, discards.claim, discards.by, discards.won),
        (melds.event, melds.claimed, melds.giver, melds.number),
        dealt, (counts, sets, beside),
    )  # fmt: skip
    return Played(discards, melds, dealt, counts, sets, beside)


def best_of(discards: Discarded, tiles: Array) -> Best:
    """Compare each discard with the best one.

    Parameters
    ----------
    discards : Discarded
        The hands.
    tiles : numpy.ndarray
        int8[D], what was discarded.

    Notes
    -----
    A hand that keeps a flower while another tile is discarded has no fourteen tiles: not known.
    """
    d = len(tiles)
    size = discards.counts.sum(axis=1, dtype=np.int64)
    rows = np.flatnonzero((size == 14 - 3 * discards.n_sets.astype(np.int64)) & (tiles < N_KINDS))
    before = (np.full(d, _UNKNOWN, np.int8), np.zeros(d, np.int64), np.zeros(d, np.uint8))
    after = (before[0].copy(), before[1].copy(), before[2].copy())
    best = np.full(d, -1, np.int8)
    if len(rows):
        hands = HandBatch.from_arrays(discards.counts[rows], discards.sets[rows])
        found = discards_batch(hands, visible=discards.beside[rows])
        every = np.arange(len(rows))
        choice = np.argmax(found.tile == tiles[rows, None], axis=1)
        slot = np.argmax(found.tile == found.best[:, None], axis=1)
        best[rows] = found.best
        for put, place in ((before, slot), (after, choice)):
            put[0][rows] = found.shanten[every, place]
            put[1][rows] = found.mask[every, place]
            put[2][rows] = found.live[every, place]
    return Best(before, after, best)


def ends_of(counts: Array, sets: Array, beside: Array) -> Ends:
    """Shanten and useful tiles of the hands of four players.

    Parameters
    ----------
    counts, sets, beside : numpy.ndarray
        [G,4,34], [G,4,4] and [G,4,34] as in :class:`Played`. Hands of another number of tiles than
        thirteen, sets counting three, are not known.

    Notes
    -----
    The waits of a ready hand are by shape: a kind of which its player holds all four copies is
    among them, as the wait fan have it (:func:`mjlab.waits`), with no copy live.
    """
    shape = counts.shape[:2]
    counts, sets = counts.reshape(-1, N_KINDS), sets.reshape(-1, 4)
    size = counts.sum(axis=1, dtype=np.int64) + 3 * (sets >= 0).sum(axis=1)
    rows = np.flatnonzero(size == 13)
    n = len(counts)
    made = Ends(np.full(n, _UNKNOWN, np.int8), np.zeros(n, np.int64), np.zeros(n, np.uint8))
    if len(rows):
        hands = HandBatch.from_arrays(counts[rows], sets[rows])
        found = useful_batch(hands, visible=beside.reshape(-1, N_KINDS)[rows])
        shapes = waits_batch(hands).by_shape
        made.shanten[rows], made.live[rows] = found.shanten, found.live
        made.mask[rows] = np.where(found.shanten == 0, shapes, found.mask)
    return Ends(*(a.reshape(shape) for a in (made.shanten, made.mask, made.live)))


def opponents_of(
    first: Array, seats: Array, tiles: Array, turns: Array, best: Best, deal: Ends
) -> tuple[Array, Array, Array]:
    """Tell of each discard how many opponents are ready and how many of these wait for it.

    Parameters
    ----------
    first : numpy.ndarray
        int64[G+1], game g has the discards from ``first[g]`` to ``first[g + 1]``.
    seats, tiles, turns : numpy.ndarray
        int8[D].
    best : Best
        Of the discards.
    deal : Ends
        Of the deals.

    Returns
    -------
    tuple of numpy.ndarray
        ready and waiting opponents int8[D]; the turn in which each player was first ready
        int8[G,4], 0 if dealt so, -1 for never.
    """
    from mjlab.kernels.play import unroll as kernel

    ready, waiting = np.zeros(len(seats), np.int8), np.zeros(len(seats), np.int8)
    ready_turn = np.full(deal.shanten.shape, -1, np.int8)
    kernel.opponents(
        first, seats, tiles, best.after[0], best.after[1],
        np.where(deal.shanten == 0, deal.mask, 0), ready, waiting, np.zeros(4, np.int64), turns,
        ready_turn,
    )  # fmt: skip
    return ready, waiting, ready_turn


def written(counts: Array, sets: Array) -> pa.Array:
    """Write hands in native notation, sets first.

    Parameters
    ----------
    counts : numpy.ndarray
        uint8[N,34], standing tiles.
    sets : numpy.ndarray
        int16[N,4].

    Returns
    -------
    pyarrow.StringArray
        One text for each.

    Examples
    --------
    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, [0, 1, 2, 27]] = 1, 2, 1, 1
    >>> written(counts, np.array([[4 * 34 + 31, 0, 68 + 9, -1]], np.int16)).to_pylist()
    ['{5555z}[123m][1111p]1223m1z']
    """
    from mjlab.kernels.play import unroll as kernel

    text = np.empty(64 * len(counts), np.uint8)
    ends = np.empty(len(counts) + 1, np.int32)
    kernel.write_hands(np.ascontiguousarray(counts), np.ascontiguousarray(sets), text, ends)
    data = text[: ends[-1]].tobytes()
    return pa.StringArray.from_buffers(len(counts), pa.py_buffer(ends), pa.py_buffer(data))
