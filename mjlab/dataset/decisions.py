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
    """Of each discard: its event among all events, and the state of the table before it."""

    event: Array  # int64[D], rows of the events
    counts: Array  # uint8[D,34], the hand before
    sets: Array  # int16[D,4]
    n_sets: Array  # int8[D]
    beside: Array  # uint8[D,34], what lies face up beside the own sets
    visible: Array  # int8[D], copies of the tile that lie face up
    drawn: Array  # int8[D], the tile drawn before, -1 for none
    claim: Array  # int8[D], the kind of event that claims it, -1 for none
    by: Array  # int8[D], the player who does
    won: Array  # bool[D], whether somebody won on it


@dataclass(frozen=True, slots=True)
class Laid:
    """Of each set made: event int64[M], claimed tile, giver (-1 for none) and number, int8[M]."""

    event: Array
    claimed: Array
    giver: Array
    number: Array


@dataclass(frozen=True, slots=True)
class Played:
    """Games gone through: discards and sets in order, and for each game the deals and the ends."""

    discards: Discarded
    melds: Laid
    dealt: Array  # uint8[G,4,34], the first thirteen tiles of each player, zeros if not known
    counts: Array  # uint8[G,4,34], hands at the end
    sets: Array  # int16[G,4,4]
    beside: Array  # uint8[G,4,34], what lies face up beside the own sets


@dataclass(frozen=True, slots=True)
class Best:
    """Shanten (127 where not known), useful tiles and how many are live, for each of D hands."""

    before: tuple[Array, Array, Array]  # int8[D], int64[D], uint8[D] after the best discard
    after: tuple[Array, Array, Array]  # and after the one made
    tile: Array  # int8[D], the best discard, -1 where not known


@dataclass(frozen=True, slots=True)
class Ends:
    """Shanten (127 where not known), useful tiles and how many are live: [G,4] each."""

    shanten: Array
    mask: Array
    live: Array


def play(first: Array, carried: Array, deal: Array, kinds: Array, seats: Array, tiles: Array,
         ) -> Played:  # fmt: skip
    """Go through replayed games: game g has the events from ``first[g]`` to ``first[g + 1]``.

    first int64[G+1], events carried out int64[G], deal uint8[G,4,42]; the others int8[E].
    """
    from mjlab.kernels.play import events as event_kinds
    from mjlab.kernels.play import unroll as kernel

    games = len(carried)
    number = np.arange(len(kinds)) - np.repeat(first[:-1], np.diff(first))
    done = number < np.repeat(carried, np.diff(first))
    d = int(np.count_nonzero(done & (kinds == event_kinds.DISCARD)))
    made = done & (kinds >= event_kinds.CHOW) & (kinds <= event_kinds.KONG_ADDED)
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
    """Compare each discard, of the tiles int8[D], with the best one.

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
    """Shanten and useful tiles of hands as in :class:`Played`; known where these have 13 tiles.

    Waits are by shape (:func:`mjlab.waits`): a kind that its player holds four of is one, not live.
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
    """Of each discard the ready opponents and those who wait for it, int8[D] each.

    Third: the turn in which each player was first ready, int8[G,4], 0 if dealt so, -1 for never.
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
    """Write hands, uint8[N,34] standing tiles and int16[N,4] sets, in native notation."""
    from mjlab.kernels.text import NO_WIN, WIDTH, write_hands

    n = len(counts)
    text = np.empty(WIDTH * n, np.uint8)
    ends = np.zeros(n + 1, np.int64)
    hands = np.ascontiguousarray(counts), np.ascontiguousarray(sets), np.full(n, NO_WIN, np.int8)
    write_hands(*hands, np.ones(n, np.bool_), text, ends[1:])
    data = text[: ends[-1]].tobytes()
    places = pa.py_buffer(ends.astype(np.int32))
    return pa.StringArray.from_buffers(n, places, pa.py_buffer(data))
