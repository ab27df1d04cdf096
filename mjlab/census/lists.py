"""What was counted, unpacked: lists of fan with their numbers and an example each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.census.counted import Counted
from mjlab.census.questions import Question
from mjlab.hand import Meld, MeldKind, Win
from mjlab.kernels import census_cells as cells
from mjlab.kernels import fan_bits
from mjlab.kernels import score_facts as at
from mjlab.rules import FANS
from mjlab.tiles import N_KINDS

__all__ = ["SUMS", "Examples", "Lists", "fan_lists", "hand_lists"]

SUMS: Final = ("pairs", "physical_pairs", "hands", "physical_hands")
"""What is counted of everything."""


class Examples(Sequence[str]):
    """A hand for each row, as text; written when it is asked for.

    Parameters
    ----------
    standing : numpy.ndarray
        uint8[N,34], standing tiles with the winning tile.
    melds : numpy.ndarray
        int16[N,4], claimed sets.
    win : numpy.ndarray
        int8[N], the winning tile.
    """

    def __init__(
        self, standing: NDArray[np.uint8], melds: NDArray[np.int16], win: NDArray[np.int8]
    ) -> None:
        self._standing, self._melds, self._win = standing, melds, win

    def __len__(self) -> int:
        return len(self._win)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(len(self))[row]]
        counts, win = self._standing[row], int(self._win[row])
        left = [t for t in range(N_KINDS) for _ in range(int(counts[t]) - (t == win))]
        melds = tuple(
            Meld(MeldKind(int(code) // N_KINDS), int(code) % N_KINDS)
            for code in self._melds[row]
            if code >= 0
        )
        return str(Win(concealed=tuple(left), melds=melds, tile=win))


@dataclass(frozen=True, eq=False)
class Lists:
    """Rows of fan with their numbers.

    Attributes
    ----------
    fans : numpy.ndarray
        uint8[N,82], how often each fan counts; of hands whether it counts at all.
    numbers : DataFrame
        One row for each: :data:`SUMS` and what else tells the rows apart.
    examples : sequence of str
        A hand for each.
    """

    fans: NDArray[np.uint8]
    numbers: pd.DataFrame
    examples: Sequence[str]

    def __len__(self) -> int:
        return len(self.numbers)


def fan_lists(counted: Counted, question: Question) -> Lists:
    """Unpack the cells: `total`, `form`, `readings`, `tied` and :data:`SUMS` of each."""
    from mjlab.kernels import census

    key = counted.rows[:, cells.KEY1]
    fans = _bits(counted)
    for i, column in enumerate(at.COUNTED):
        fans[:, column] = key >> (census.COUNTERS + 3 * i) & 7
    values = np.array([question.rules.fan_value(one.key) for one in FANS], np.int64)
    numbers = pd.DataFrame(
        {
            "total": fans @ values,
            "form": (key >> census.FORM & 7).astype(np.int8),
            "readings": (key >> census.READINGS & 7).astype(np.int8),
            "tied": key >> census.TIED & 1 == 1,
            **_sums(counted),
        }
    )
    return Lists(fans, numbers, Examples(counted.standing, counted.melds, counted.win))


def hand_lists(counted: Counted) -> Lists:
    """Unpack the hands: `best`, `least`, `form`, `readings` and :data:`SUMS` of each row."""
    from mjlab.kernels import census

    key = counted.rows[:, cells.KEY1]
    numbers = pd.DataFrame(
        {
            "best": key >> census.BEST & 1023,
            "least": key >> census.LEAST & 1023,
            "form": (key >> census.HAND_FORM & 7).astype(np.int8),
            "readings": (key >> census.HAND_READINGS & 7).astype(np.int8),
            **_sums(counted),
        }
    )
    return Lists(_bits(counted), numbers, Examples(counted.standing, counted.melds, counted.win))


def _bits(counted: Counted) -> NDArray[np.uint8]:
    """uint8[N,82], which fan the two words of a key name."""
    n_small = len(FANS) - fan_bits.N_BIG
    big = counted.rows[:, cells.KEY0, None] >> np.arange(fan_bits.N_BIG) & 1
    small = counted.rows[:, cells.KEY1, None] >> np.arange(n_small) & 1
    return np.concatenate([big, small], axis=1).astype(np.uint8)


def _sums(counted: Counted) -> dict[str, NDArray[np.int64]]:
    return {name: counted.rows[:, cells.PAIRS + i] for i, name in enumerate(SUMS)}
