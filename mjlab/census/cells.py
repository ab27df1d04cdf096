"""What was counted: sums under keys with an example each, packed by the kernels and unpacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.hand import Meld, MeldKind, Win
from mjlab.kernels.census.cells import KEY0, KEY1, PAIRS
from mjlab.kernels.score import facts, fan_bits
from mjlab.rules import FANS, RuleSet
from mjlab.tiles import N_KINDS

__all__ = ["SUMS", "Cells", "FanRows", "fan_rows", "hand_rows", "merged", "summed"]

SUMS: Final = ("pairs", "physical_pairs", "hands", "physical_hands")
"""What is summed under each key, in the order of the kernels' tables."""


class Cells(NamedTuple):
    """Sums under keys, each with an example."""

    rows: NDArray[np.int64]  # int64[N,6]: the key and four sums, as `mjlab.kernels.census.cells`
    standing: NDArray[np.uint8]  # uint8[N,34], standing tiles with the winning tile
    melds: NDArray[np.int16]  # int16[N,4], claimed sets as in a WinBatch
    win: NDArray[np.int8]  # int8[N], the winning tile

    def at(self, places: NDArray[Any]) -> Cells:
        """Some of the rows, in this order."""
        return Cells(self.rows[places], self.standing[places], self.melds[places], self.win[places])


def summed(cells: Cells) -> Cells:
    """Add up rows of equal keys that lie side by side; the first has the example."""
    rows = cells.rows
    if not len(rows):
        return cells
    new = np.concatenate([[True], (rows[1:, :PAIRS] != rows[:-1, :PAIRS]).any(1)])
    first = np.flatnonzero(new)
    sums = np.add.reduceat(rows[:, PAIRS:], first)
    return cells.at(first)._replace(rows=np.concatenate([rows[first, :PAIRS], sums], axis=1))


def merged(cells: Cells, more: Cells) -> Cells:
    """Put two counts together; where a key is in both, the example of the first stays."""
    parts: Iterator[Any] = zip(cells, more, strict=True)
    both = Cells(*(np.concatenate(pair) for pair in parts))
    order = np.lexsort([both.rows[:, KEY1], both.rows[:, KEY0]])  # stable: the first before more
    return summed(both.at(order))


@dataclass(frozen=True, eq=False)
class FanRows:
    """Cells unpacked: fan, numbers and an example in each row."""

    fans: NDArray[np.uint8]  # uint8[N,82], how often each fan counts; of hands whether at all
    numbers: pd.DataFrame  # SUMS, and what else tells the rows apart
    examples: Sequence[str]  # a hand in native notation

    def __len__(self) -> int:
        return len(self.numbers)


class _Examples(Sequence[str]):
    """The examples of cells as text; written when they are asked for."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells.win)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(len(self))[row]]
        counts, win = self._cells.standing[row], int(self._cells.win[row])
        concealed = [t for t in range(N_KINDS) for _ in range(int(counts[t]) - (t == win))]
        melds = tuple(
            Meld(MeldKind(int(code) // N_KINDS), int(code) % N_KINDS)
            for code in self._cells.melds[row]
            if code >= 0
        )
        return str(Win(concealed=tuple(concealed), melds=melds, tile=win))


def fan_rows(cells: Cells, rules: RuleSet) -> FanRows:
    """Unpack lists of fan: `total`, `form`, `readings`, `tied` and :data:`SUMS` of each."""
    from mjlab.kernels.census import hands as layout

    key = cells.rows[:, KEY1]
    fans = _fans_of(cells)
    for i, column in enumerate(facts.COUNTED):
        fans[:, column] = key >> (layout.COUNTERS + 3 * i) & 7
    values = np.array([rules.fan_value(one.key) for one in FANS], np.int64)
    numbers = pd.DataFrame(
        {
            "total": fans @ values,
            "form": (key >> layout.FORM & 7).astype(np.int8),
            "readings": (key >> layout.READINGS & 7).astype(np.int8),
            "tied": key >> layout.TIED & 1 == 1,
            **_sums(cells),
        }
    )
    return FanRows(fans, numbers, _Examples(cells))


def hand_rows(cells: Cells) -> FanRows:
    """Unpack hands: `best`, `least`, `form`, `readings` and :data:`SUMS` of each row."""
    from mjlab.kernels.census import hands as layout

    key = cells.rows[:, KEY1]
    numbers = pd.DataFrame(
        {
            "best": key >> layout.BEST & 1023,
            "least": key >> layout.LEAST & 1023,
            "form": (key >> layout.HAND_FORM & 7).astype(np.int8),
            "readings": (key >> layout.HAND_READINGS & 7).astype(np.int8),
            **_sums(cells),
        }
    )
    return FanRows(_fans_of(cells), numbers, _Examples(cells))


def _fans_of(cells: Cells) -> NDArray[np.uint8]:
    """uint8[N,82], which fan the two words of a key name."""
    n_small = len(FANS) - fan_bits.N_BIG
    big = cells.rows[:, KEY0, None] >> np.arange(fan_bits.N_BIG) & 1
    small = cells.rows[:, KEY1, None] >> np.arange(n_small) & 1
    return np.concatenate([big, small], axis=1).astype(np.uint8)


def _sums(cells: Cells) -> dict[str, NDArray[np.int64]]:
    return {name: cells.rows[:, PAIRS + i] for i, name in enumerate(SUMS)}
