"""What the efficiency functions return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.hand import Hand
from mjlab.tiles import N_KINDS, code, is_honor, is_terminal, rank

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Discard",
    "Discards",
    "DiscardsBatch",
    "Shanten",
    "Useful",
    "UsefulBatch",
    "Waits",
    "WaitsBatch",
    "outer_first",
    "tiles_of",
]


def tiles_of(mask: int | np.integer[Any]) -> tuple[int, ...]:
    """The tiles of a mask.

    Examples
    --------
    >>> tiles_of(0b101)
    (0, 2)
    """
    bits = int(mask)
    return tuple(tile for tile in range(N_KINDS) if bits >> tile & 1)


def outer_first(tile: int) -> tuple[int, int, int]:
    """Sort honors before terminals before the other tiles, outer before inner, then by tile.

    Examples
    --------
    >>> sorted([4, 0, 27, 1], key=outer_first)
    [27, 0, 1, 4]
    """
    if is_honor(tile):
        return (0, 0, tile)
    return (1 if is_terminal(tile) else 2, -abs(rank(tile) - 5), tile)


class Shanten(int):
    """How far a hand is from ready, an integer: 0 is ready, -1 complete.

    Attributes
    ----------
    forms : tuple of str
        The forms that are as close.
    by_form : dict
        Shanten of each form that the sets laid aside allow.
    """

    forms: tuple[str, ...]
    by_form: dict[str, int]

    def __new__(cls, by_form: dict[str, int]) -> Shanten:
        """Of the closest form."""
        best = min(by_form.values())
        made = super().__new__(cls, best)
        made.forms = tuple(form for form, found in by_form.items() if found == best)
        made.by_form = dict(by_form)
        return made

    def __reduce__(self) -> tuple[type[Shanten], tuple[dict[str, int]]]:
        return type(self), (self.by_form,)

    @property
    def best(self) -> int:
        """The number alone."""
        return int(self)

    def __str__(self) -> str:
        return f"{int(self)} ({', '.join(self.forms)})"

    def __repr__(self) -> str:
        return f"<Shanten {self}>"


@dataclass(frozen=True, repr=False)
class Waits:
    """The tiles that complete a hand.

    Attributes
    ----------
    live : tuple of int
        The kinds of which a copy is left.
    by_shape : tuple of int
        All kinds that complete the hand, also those of which no copy is left. The wait fan 边张,
        坎张 and 单钓将 go by these.
    left : dict
        For each kind of `by_shape` how many copies are left.
    by_form : dict
        For each form the kinds that complete it, by shape; forms without any are left out.
    """

    live: tuple[int, ...]
    by_shape: tuple[int, ...]
    left: dict[int, int] = field(hash=False)
    by_form: dict[str, tuple[int, ...]] = field(hash=False)

    @property
    def total(self) -> int:
        """How many tiles would complete the hand."""
        return sum(self.left.values())

    def __len__(self) -> int:
        return len(self.live)

    def __str__(self) -> str:
        return _listed(self.left) or "not ready"

    def __repr__(self) -> str:
        return f"<Waits {self}>"


@dataclass(frozen=True, repr=False)
class Useful:
    """The tiles that bring a hand closer.

    Attributes
    ----------
    shanten : int
        Of the closest form.
    forms : tuple of str
        The forms that are as close.
    left : dict
        For each useful kind how many copies are left.
    """

    shanten: int
    forms: tuple[str, ...]
    left: dict[int, int] = field(hash=False)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The useful kinds, left or not."""
        return tuple(self.left)

    @property
    def kinds(self) -> int:
        """How many different tiles are useful, left or not."""
        return len(self.left)

    @property
    def live(self) -> int:
        """How many useful tiles are left."""
        return sum(self.left.values())

    def __str__(self) -> str:
        return f"shanten {self.shanten}, {self.live} tiles: {_listed(self.left) or 'none'}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


@dataclass(frozen=True, repr=False)
class Discard(Useful):
    """One discard: what is left of the hand, and the tiles that would bring it closer.

    Attributes
    ----------
    tile : int
        The tile discarded.
    shanten, forms, left
        Of what is left, as in :class:`Useful`.
    """

    tile: int = -1

    def __str__(self) -> str:
        return f"{code(self.tile)}: {super().__str__()}"


@dataclass(frozen=True, repr=False)
class Discards:
    """The discards of a hand, best first; a sequence of :class:`Discard`.

    Lowest shanten first, then most tiles left, then most kinds, then honors before terminals before
    the other tiles, outer before inner, then by tile. ``print`` shows a table, a notebook a frame.
    """

    hand: Hand
    rows: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first of them."""
        return self.rows[0]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Discard:
        return self.rows[place]

    def __iter__(self) -> Iterator[Discard]:
        return iter(self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Put the discards into a frame.

        Returns
        -------
        pandas.DataFrame
            ``discard``, ``shanten``, ``live`` (useful tiles left), ``kinds`` (of useful tiles),
            ``useful`` (each with the copies left) and ``forms``.

        Examples
        --------
        >>> from mjlab.api.efficiency import discards
        >>> discards("123m456p789s11122z").to_frame()[["discard", "live"]].head(2)
          discard  live
        0      1m     7
        1      9s     7

        """
        import pandas as pd

        columns = ("discard", "shanten", "live", "kinds", "useful", "forms")
        return pd.DataFrame([_cells(row) for row in self.rows], columns=list(columns))

    def __str__(self) -> str:
        head = ("discard", "shanten", "live", "kinds", "useful", "forms")
        cells = [head, *(tuple(map(str, _cells(row))) for row in self.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
        lines = []
        for row in cells:
            parts = [
                part.rjust(width) if 0 < column < 4 else part.ljust(width)
                for column, (part, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(parts).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))


class WaitsBatch(NamedTuple):
    """Waits of a batch, as masks of tiles: bit t is set for tile t.

    ``live`` has the kinds of which a copy is left, ``by_shape`` all kinds that complete the hand,
    also those of which the player holds all four; the wait fan 边张, 坎张, 单钓将 go by these.
    """

    live: NDArray[np.int64]
    by_shape: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
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
    """

    shanten: NDArray[np.int8]
    forms: NDArray[np.uint8]
    mask: NDArray[np.int64]
    live: NDArray[np.uint8]

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """uint8[N], number of different useful tiles, left or not."""
        return np.bitwise_count(self.mask)

    def __len__(self) -> int:
        return len(self.mask)

    def __repr__(self) -> str:
        return f"UsefulBatch({len(self):,} hands)"


@dataclass(frozen=True, eq=False)
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
    """

    tile: NDArray[np.int8]
    shanten: NDArray[np.int8]
    forms: NDArray[np.uint8]
    mask: NDArray[np.int64]
    live: NDArray[np.uint8]

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """uint8[N,14], number of different useful tiles, left or not."""
        return np.bitwise_count(self.mask)

    def order(self) -> NDArray[np.int64]:
        """int64[N,14], the slots from the best discard on, empty ones last.

        Lowest shanten first, then most tiles left, then most kinds, then honors before terminals
        before the other tiles, outer before inner, then by tile.
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

    def __len__(self) -> int:
        return len(self.tile)

    def __repr__(self) -> str:
        return f"DiscardsBatch({len(self):,} hands)"


_OUTER_FIRST: Final = np.argsort(sorted(range(N_KINDS), key=outer_first))
"""The place of each tile in that order."""


def _listed(left: dict[int, int]) -> str:
    return " ".join(f"{code(tile)}×{count}" for tile, count in left.items())


def _cells(row: Discard) -> tuple[str, int, int, int, str, str]:
    forms = ", ".join(row.forms)
    return (code(row.tile), row.shanten, row.live, row.kinds, _listed(row.left), forms)
