"""The shanten kernels one after another, with their tables and working space.

Every array has been checked before; see :mod:`mjlab.kernels.shanten.forms` for why there are
several small kernels and not one.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.hands import HandBatch
from mjlab.kernels.shanten import discards, forms, melded, useful, waits
from mjlab.kernels.shanten.forms import IMPOSSIBLE, KNITTED_TILES

__all__ = ["ShantenKernels"]


_REGULAR, _STRAIGHT = 1, 16
_ALL = (1 << 34) - 1
_BITS = 1 << np.arange(34)
_FAR = 64  # more than any hand is short of
_NO_TABLE = np.empty((0, 5), np.int8)
_NO_BYTES = np.empty(0, np.uint8)
_NO_TILES = np.empty(0, np.int8)
_NO_MASKS = np.empty(0, np.int64)


class ShantenKernels:
    """What one thread needs to work on chunks of hands: tables, and room for so many hands."""

    def __init__(self, tables: tuple[NDArray[Any], ...], room: int) -> None:
        (self.halves, self.classes, self.vectors, self.sums, self.shanten, self.info, self.rows,
         self.active, self.spread, self.ready) = tables  # fmt: skip
        self.room = room
        self.places = np.zeros((4, forms.padded(room)), np.uint32)

    @cached_property
    def _form_space(self) -> tuple[Any, ...]:
        return forms.form_space()

    @cached_property
    def _mask_space(self) -> NDArray[np.uint32]:
        return useful.mask_space()

    @cached_property
    def _discard_space(self) -> tuple[Any, ...]:
        return discards.discard_space()

    @cached_property
    def _melded_space(self) -> tuple[Any, ...]:
        return melded.melded_space()

    @cached_property
    def _slots(self) -> _Room:
        return _Room(discards.SLOTS * self.room)

    @cached_property
    def _hands(self) -> _Room:
        return _Room(self.room)

    def forms(
        self,
        batch: HandBatch,
        part: slice,
        wanted: int,
        best: NDArray[np.int8],
        table: NDArray[np.int8] = _NO_TABLE,
    ) -> None:
        """Shanten of the best of the wanted forms and, if there is a table, of each."""
        n_melds, every = batch.n_melds[part], len(table) > 0
        self._find_places(batch, part)
        if wanted == _REGULAR:
            self._regular_shanten(self.places, n_melds, best)
            attained = np.empty(len(best) if batch.laid is not None else 0, np.uint8)
        else:
            attained = np.empty(len(best), np.uint8)
            table = table if every else _table_for(batch, len(best))
            forms.form_shanten(
                self.places, n_melds, wanted, self.info, self.sums, self.shanten, self._form_space,
                table, best, attained, _NO_BYTES, _NO_MASKS,
            )  # fmt: skip
        self._melded(batch, part, self.places, 1, wanted, _NO_TILES, table, best, attained,
                     _NO_MASKS, every)  # fmt: skip

    def useful(
        self,
        batch: HandBatch,
        part: slice,
        wanted: int,
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        mask: NDArray[np.int64],
    ) -> None:
        """Shanten, the forms that attain it and the tiles that lower it."""
        n_melds, table = batch.n_melds[part], _table_for(batch, len(best))
        self._find_places(batch, part)
        if wanted == _REGULAR:
            self._regular_shanten(self.places, n_melds, best)
            self._regular_masks(self.places, n_melds, mask)
            attained[:] = _REGULAR
        else:
            self._all_masks(self._hands, _words(batch, part), _NO_TILES, self.places, n_melds,
                            n_melds, wanted, table, best, attained, mask)  # fmt: skip
        self._melded(batch, part, self.places, 1, wanted, _NO_TILES, table, best, attained,
                     mask)  # fmt: skip

    def discards(
        self,
        batch: HandBatch,
        part: slice,
        wanted: int,
        tiles: NDArray[np.int8],
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        mask: NDArray[np.int64],
    ) -> None:
        """The same after each discard; the arrays have 14 slots for each hand."""
        words, n_melds, slots = _words(batch, part), batch.n_melds[part], self._slots
        table = _table_for(batch, len(tiles))
        if wanted == _REGULAR:
            discards.regular_discards(
                words, n_melds, self.halves, self.sums, self.shanten, self.rows, self.active,
                self.spread, self._discard_space, tiles, best, mask,
            )  # fmt: skip
            np.greater_equal(tiles, 0, out=attained.view(np.bool_))  # _REGULAR where there is one
            if batch.laid is None:
                return
        discards.list_discards(
            words, n_melds, self.halves, self._discard_space, tiles, slots.sets, slots.places
        )
        if wanted != _REGULAR:
            of_slots = _read_only(slots.sets[: len(tiles)])
            self._all_masks(slots, words, tiles, slots.places, n_melds, of_slots, wanted, table,
                            best, attained, mask)  # fmt: skip
        self._melded(batch, part, slots.places, discards.SLOTS, wanted, tiles, table, best,
                     attained, mask)  # fmt: skip

    def waits(
        self,
        batch: HandBatch,
        part: slice,
        seen: NDArray[Any],
        wanted: int,
        by_shape: NDArray[np.int64],
        live: NDArray[np.int64],
    ) -> None:
        """The tiles that complete the hands."""
        self._find_places(batch, part)
        waits.find_waits(
            _words(batch, part), seen, self.places, batch.n_melds[part], wanted, self.halves,
            self.info, self.ready, by_shape, live,
        )  # fmt: skip

    def count(
        self, seen: NDArray[Any], per_hand: int, mask: NDArray[np.int64], live: NDArray[np.uint8]
    ) -> None:
        """How many tiles of the masks are left."""
        if per_hand == 1:
            useful.count_left(mask, seen, live)
        else:
            useful.count_left_of_slots(mask, seen, per_hand, live)

    def _find_places(self, batch: HandBatch, part: slice) -> None:
        forms.find_places(_words(batch, part), self.halves, self.places)

    def _regular_shanten(
        self, places: NDArray[np.uint32], n_melds: NDArray[np.int8], best: NDArray[np.int8]
    ) -> None:
        forms.regular_shanten(places, n_melds, self.classes, self.sums, self.shanten, best)

    def _regular_masks(
        self, places: NDArray[np.uint32], n_melds: NDArray[np.int8], mask: NDArray[np.int64]
    ) -> None:
        useful.regular_masks(
            places, n_melds, self.classes, self.sums, self.rows, self.active, self.spread,
            self._mask_space, mask,
        )  # fmt: skip

    def _all_masks(
        self,
        room: _Room,
        words: NDArray[Any],
        tiles: NDArray[np.int8],
        places: NDArray[np.uint32],
        n_melds: NDArray[np.int8],
        of_slots: NDArray[np.int8],
        wanted: int,
        table: NDArray[np.int8],
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        mask: NDArray[np.int64],
    ) -> None:
        n = len(best)
        ways, of_special = room.ways, room.masks
        forms.form_shanten(
            places, of_slots, wanted, self.info, self.sums, self.shanten, self._form_space,
            table, best, attained, ways, of_special,
        )  # fmt: skip
        if wanted & _REGULAR:
            self._regular_masks(places, of_slots, mask)
        else:
            mask[:] = 0
        owner, rest, sets = room.remainders
        per_hand = n // len(n_melds) if n else 1
        n_rest = useful.join_masks(
            words, tiles, places, n_melds, per_hand, ways, of_special, self.halves, self.info,
            room.remainders, best, attained, mask,
        )  # fmt: skip
        if n_rest:
            added = room.added[:n_rest]
            self._regular_masks(rest, _read_only(sets[:n_rest]), added)
            useful.add_masks(owner, added, mask)

    def _melded(
        self,
        batch: HandBatch,
        part: slice,
        places: NDArray[np.uint32],
        per_hand: int,
        wanted: int,
        tiles: NDArray[np.int8],
        table: NDArray[np.int8],
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        mask: NDArray[np.int64],
        every: bool = False,
    ) -> None:
        if batch.laid is None:
            return
        of_hands, laid = batch.n_melds[part], batch.laid[part]
        short, closer = best, mask
        if wanted != _REGULAR:
            short, closer = table[:, 0].copy(), np.zeros(len(best), np.int64)
            if len(mask):
                of_all = of_hands if per_hand == 1 else _read_only(self._slots.sets[: len(best)])
                self._regular_masks(places, of_all, closer)
        elif not len(mask):
            closer = np.zeros(len(best), np.int64)
        before = short.copy(), closer.copy()
        melded.correct_regular(
            batch.counts[part], laid, tiles, places, of_hands, per_hand, self.halves, self.classes,
            self.vectors, self.sums, self.shanten, self.rows, self._melded_space, short, closer,
        )  # fmt: skip
        if wanted != _REGULAR:
            changed = (short != before[0]) | (closer != before[1])
            corrected = _MeldedHands(batch.counts[part], laid, of_hands, tiles)
            if every:
                corrected.fill_table(short, table)
            corrected.join(changed, wanted, short, closer, best, attained, mask)


def _table_for(batch: HandBatch, n: int) -> NDArray[np.int8]:
    """Room for the shanten of each form, where it has to be corrected."""
    return _NO_TABLE if batch.laid is None else np.empty((n, 5), np.int8)


class _MeldedHands:
    """Hands with sets laid aside, or the 14 slots of such hands, each without its discard.

    tiles int8[14*N] are the discards, -1 for none; without rows the hands are meant.
    """

    def __init__(
        self,
        counts: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        n_melds: NDArray[np.int8],
        tiles: NDArray[np.int8],
    ) -> None:
        self.counts, self.laid, self.tiles = counts, laid, tiles
        self.per_hand = len(tiles) // len(counts) if len(tiles) else 1
        beside_kind = (n_melds == 1) & (laid.max(axis=1, initial=0) > 2)
        self.one_set = self._of_slots(n_melds == 1)
        self.beside_kind = self._of_slots(beside_kind)  # a pung or a kong, and no more, laid aside

    def fill_table(self, short: NDArray[np.int8], table: NDArray[np.int8]) -> None:
        """Correct the shanten of each form, int8[N,5]; short int8[N] is that of the regular."""
        table[:, 0] = short
        rows = np.flatnonzero(self.beside_kind)
        table[rows, 4] = self._straight(rows)[0]

    def join(
        self,
        changed: NDArray[np.bool_],
        wanted: int,
        short: NDArray[np.int8],
        useful: NDArray[np.int64],
        best: NDArray[np.int8],
        attained: NDArray[np.uint8],
        masks: NDArray[np.int64],
    ) -> None:
        """Correct best shanten, forms that attain it, and useful tiles (unless there are no rows).

        changed bool[N] are the hands whose regular form, short and useful, has been corrected.
        """
        concerned = self.beside_kind & (attained & _STRAIGHT > 0)
        rows = np.flatnonzero(concerned | changed if wanted & _REGULAR else concerned)
        never = np.full(len(rows), IMPOSSIBLE, np.int8)
        regular = short[rows] if wanted & _REGULAR else never
        straight, for_straight = never.copy(), np.zeros(len(rows), np.int64)
        if wanted & _STRAIGHT:
            chosen = self.one_set[rows]
            straight[chosen], for_straight[chosen] = self._straight(rows[chosen])
        least = np.minimum(regular, straight)
        by_regular = (regular == least) & (least < IMPOSSIBLE)
        by_straight = (straight == least) & (least < IMPOSSIBLE)
        best[rows] = least
        attained[rows] = by_regular * _REGULAR | by_straight * _STRAIGHT
        if len(masks):
            masks[rows] = np.where(by_regular, useful[rows], 0) | np.where(
                by_straight, for_straight, 0
            )

    def _of_slots(self, what: NDArray[np.bool_]) -> NDArray[np.bool_]:
        if self.per_hand == 1:
            return what
        return np.repeat(what, self.per_hand) & (self.tiles >= 0)

    def _straight(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Shanten and useful tiles of a knitted straight and a pair, beside one set laid aside."""
        held, sets = self.counts[rows // self.per_hand], self.laid[rows // self.per_hand]
        if self.per_hand > 1:
            held[np.arange(len(rows)), self.tiles[rows]] -= 1
        once, twice, thrice = ((held > copies) @ _BITS for copies in range(3))
        barred, gone = (sets > 2) @ _BITS, (sets > 3) @ _BITS  # for a pair, and altogether
        least: NDArray[np.int64] = np.full(len(rows), _FAR)
        mask = np.zeros(len(rows), np.int64)
        for way in range(6):
            knitted = KNITTED_TILES[1 << way]
            absent = knitted & ~once
            single = (once & ~knitted | twice & knitted) & ~barred
            double = (twice & ~knitted | thrice & knitted) & ~barred
            for_pair = np.where(single != 0, single, _ALL & ~barred)
            useful: NDArray[np.int64] = absent | np.where(double != 0, 0, for_pair)
            short: NDArray[np.int64] = np.bitwise_count(absent) + np.where(
                double != 0, 0, 2 - (single != 0)
            )
            short[knitted & gone != 0] = _FAR
            mask[short < least] = 0
            mask |= np.where(short <= least, useful, 0)
            least = np.minimum(least, short)
        return least - 1, mask


class _Room:
    """Room for the special forms of some hands."""

    def __init__(self, room: int) -> None:
        self.places = np.zeros((4, forms.padded(room)), np.uint32)
        self.sets = np.empty(room, np.int8)
        self.ways = np.empty(forms.padded(room), np.uint8)
        self.masks = np.empty(forms.padded(room), np.int64)
        self.remainders = useful.remainder_space(room)
        self.added = np.empty(6 * room, np.int64)


def _words(batch: HandBatch, part: slice) -> NDArray[Any]:
    """The counts as the kernels read them."""
    return batch.counts[part].view(forms.WORDS)[:, 0]


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """To a kernel a read-only array is of a type of its own; those of batches are all so."""
    view = array.view()
    view.setflags(write=False)
    return view
