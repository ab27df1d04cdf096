"""What the shanten functions return for many hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.api.shanten.answers import outer_first, tiles_of
from mjlab.batch.arrays import nullable
from mjlab.common.wording import plural
from mjlab.notation import format_tiles
from mjlab.reference.shanten import FORMS
from mjlab.tiles import N_KINDS, code

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DiscardsBatch", "UsefulBatch", "WaitsBatch"]

RULED_OUT: Final = 127
"""Shanten of a form that does not go with the sets laid aside, and of an empty slot."""


@dataclass(frozen=True, eq=False, repr=False)
class WaitsBatch:
    """Waits of a batch, as masks of tiles: bit t is set for tile t (:func:`mjlab.tiles_of`).

    Attributes
    ----------
    live : numpy.ndarray
        int64[N], the kinds of which a copy is left; 0 where the hand is not ready.
    by_shape : numpy.ndarray
        int64[N], all kinds that complete the hand, also those of which the player holds all four;
        the wait fan 边张, 坎张, 单钓将 go by these.
    index : pandas.Index or None
        The row labels of the frame or series the hands came from.

    Examples
    --------
    >>> from mjlab import waits_batch
    >>> found = waits_batch(["1234444678m456p", "123m456p78s11223z"])
    >>> found
    WaitsBatch(2 hands, 1 ready)
    >>> tiles_of(found.live[0]), tiles_of(found.by_shape[0]), tiles_of(found.live[1])
    ((0,), (0, 3), ())
    """

    live: NDArray[np.int64]
    by_shape: NDArray[np.int64]
    index: pd.Index | None = None

    def to_frame(self) -> pd.DataFrame:
        """Put the waits into a frame.

        Returns
        -------
        pandas.DataFrame
            ``waits`` and ``by_shape``, tiles as text, empty where the hand is not ready; ``kinds``,
            how many different tiles are live waits. The index is that of the frame or series the
            hands came from.

        Examples
        --------
        >>> from mjlab import waits_batch
        >>> waits_batch(["1234444678m456p", "19m19p19s1234567z", "123m456p78s11223z"]).to_frame()
                   waits       by_shape  kinds
        0             1m            14m      1
        1  19m19p19s1...  19m19p19s1...     13
        2                                    0
        """
        import pandas as pd

        columns = {
            "waits": _texts(self.live),
            "by_shape": _texts(self.by_shape),
            "kinds": np.bitwise_count(self.live).astype(np.int64),
        }
        return pd.DataFrame(columns, index=self.index)

    def __len__(self) -> int:
        return len(self.live)

    def __repr__(self) -> str:
        ready = int(np.count_nonzero(self.by_shape))
        return f"WaitsBatch({plural(len(self), 'hand')}, {ready:,} ready)"


@dataclass(frozen=True, eq=False, repr=False)
class UsefulBatch:
    """Shanten and useful tiles of a batch.

    Attributes
    ----------
    shanten : numpy.ndarray
        int8[N], of the best form.
    forms : numpy.ndarray
        uint8[N], the forms that attain it: bit f for ``FORMS[f]``.
    mask : numpy.ndarray
        int64[N], the tiles that lower it: bit t for tile t.
    live : numpy.ndarray
        uint8[N], how many of these tiles are left.
    index : pandas.Index or None
        The row labels of the frame or series the hands came from.

    Examples
    --------
    >>> from mjlab import useful_batch
    >>> found = useful_batch(["123m456p78s11223z", "1234444678m456p"])
    >>> found.shanten, found.live, found.kinds
    (array([1, 0], dtype=int8), array([12,  3], dtype=uint8), array([4, 1], dtype=uint8))
    >>> tiles_of(found.mask[0])
    (23, 26, 27, 28)
    """

    shanten: NDArray[np.int8]
    forms: NDArray[np.uint8]
    mask: NDArray[np.int64]
    live: NDArray[np.uint8]
    index: pd.Index | None = None

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """uint8[N], number of different useful tiles, left or not."""
        return np.bitwise_count(self.mask)

    def to_frame(self) -> pd.DataFrame:
        """Put the useful tiles into a frame.

        Returns
        -------
        pandas.DataFrame
            ``shanten`` (missing where the sets laid aside rule the form out), ``live``, ``kinds``,
            ``useful`` (tiles as text) and ``forms``; the index is that of the frame or series the
            hands came from.

        Examples
        --------
        >>> from mjlab import useful_batch
        >>> useful_batch(["123m456p78s11223z"]).to_frame()
           shanten  live  kinds useful    forms
        0        1    12      4  69s12z regular
        """
        import pandas as pd

        return pd.DataFrame(_closer(self), index=self.index)

    def __len__(self) -> int:
        return len(self.mask)

    def __repr__(self) -> str:
        return f"UsefulBatch({plural(len(self), 'hand')})"


@dataclass(frozen=True, eq=False, repr=False)
class DiscardsBatch:
    """The discards of a batch: 14 slots for each hand, ascending by tile, the last ones empty.

    Attributes
    ----------
    tile : numpy.ndarray
        int8[N,14], the tile discarded, -1 in an empty slot.
    shanten : numpy.ndarray
        int8[N,14], of what is left; 127 in an empty slot.
    forms : numpy.ndarray
        uint8[N,14], the forms that attain it: bit f for ``FORMS[f]``.
    mask : numpy.ndarray
        int64[N,14], the tiles that lower it: bit t for tile t.
    live : numpy.ndarray
        uint8[N,14], how many of these tiles are left.
    index : pandas.Index or None
        The row labels of the frame or series the hands came from.

    Examples
    --------
    >>> from mjlab import discards_batch
    >>> found = discards_batch(["[123m]45678p99s1234z", "123m456p789s11122z"])
    >>> [code(tile) for tile in found.best]
    ['1z', '1m']
    >>> found.tile.shape, found.shanten[:, 0], found.live[:, 0]
    ((2, 14), array([3, 0], dtype=int8), array([37,  7], dtype=uint8))
    """

    tile: NDArray[np.int8]
    shanten: NDArray[np.int8]
    forms: NDArray[np.uint8]
    mask: NDArray[np.int64]
    live: NDArray[np.uint8]
    index: pd.Index | None = None

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """uint8[N,14], number of different useful tiles, left or not."""
        return np.bitwise_count(self.mask)

    def order(self) -> NDArray[np.int64]:
        """int64[N,14], the slots from the best discard on, empty ones last.

        Lowest shanten first, then most tiles left, then most kinds, then honors before terminals
        before the other tiles, outer before inner, then by tile.

        Examples
        --------
        >>> from mjlab import discards_batch
        >>> found = discards_batch(["123m456p789s11122z"])
        >>> first, second = found.order()[0, :2]
        >>> code(found.tile[0, first]), code(found.tile[0, second])
        ('1m', '9s')
        """
        return np.argsort(self._worse(), axis=1, kind="stable")

    def _worse(self) -> NDArray[np.int64]:
        """One number for each slot, smallest for the best discard."""
        worse = self.shanten.astype(np.int64) << 8 | 255 - self.live
        worse = worse << 6 | 34 - self.kinds
        return worse << 6 | _OUTER_FIRST[self.tile]

    @property
    def best(self) -> NDArray[np.int8]:
        """int8[N], the tile of the first discard in the sense of :meth:`order`.

        -1 where the sets laid aside rule the form out.
        """
        first = self._worse().argmin(axis=1)[:, None]
        tile = np.take_along_axis(self.tile, first, axis=1)[:, 0]
        tile[self.shanten.min(axis=1) == 127] = -1
        return tile

    def to_frame(self) -> pd.DataFrame:
        """Put the discards into a frame, one row for each.

        Returns
        -------
        pandas.DataFrame
            ``discard`` and the columns of :meth:`UsefulBatch.to_frame` for what is left, hand by
            hand, best first (:meth:`order`). The index is that of the frame or series the hands
            came from, or the number of the hand, repeated for each discard.

        Examples
        --------
        >>> from mjlab import discards_batch
        >>> table = discards_batch(["[123m]45678p99s1234z", "123m456p789s11122z"]).to_frame()
        >>> table.groupby(level=0).first()[["discard", "shanten", "live", "useful"]]
          discard  shanten  live       useful
        0      1z        2    22  369p9s234z
        1      1m        0     7         14m
        """
        import pandas as pd

        order = self.order()
        full = np.take_along_axis(self.tile, order, axis=1) >= 0
        hands = np.nonzero(full)[0]
        slots = order[full]
        chosen = UsefulBatch(
            self.shanten[hands, slots], self.forms[hands, slots],
            self.mask[hands, slots], self.live[hands, slots],
        )  # fmt: skip
        names = pd.array([code(tile) for tile in range(N_KINDS)], dtype="str")
        columns = {"discard": names.take(self.tile[hands, slots]), **_closer(chosen)}
        labels = pd.RangeIndex(len(self)) if self.index is None else self.index
        return pd.DataFrame(columns, index=labels.take(hands))

    def __len__(self) -> int:
        return len(self.tile)

    def __repr__(self) -> str:
        return f"DiscardsBatch({plural(len(self), 'hand')})"


_OUTER_FIRST: Final = np.argsort(sorted(range(N_KINDS), key=outer_first))
"""The place of each tile in that order."""


def _texts(masks: NDArray[np.int64]) -> Any:
    """Tiles of masks as a column of texts; each different mask is written once."""
    import pandas as pd

    numbers, different = pd.factorize(masks)
    texts = [format_tiles(tiles_of(mask)) for mask in different.tolist()]
    return pd.array(texts, dtype="str").take(numbers)


def _closer(found: UsefulBatch) -> dict[str, Any]:
    """The columns of a frame of useful tiles."""
    import pandas as pd

    numbers, different = pd.factorize(found.forms)
    forms = [", ".join(f for i, f in enumerate(FORMS) if bits >> i & 1) for bits in different]
    return {
        "shanten": nullable(found.shanten, found.shanten == RULED_OUT),
        "live": found.live.astype(np.int64),
        "kinds": found.kinds.astype(np.int64),
        "useful": _texts(found.mask),
        "forms": pd.array(forms, dtype="str").take(numbers),
    }
