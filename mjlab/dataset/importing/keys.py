"""Which games a dataset has: their keys as numbers, small enough for any number of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

__all__ = ["Registry", "key_numbers"]


def key_numbers(names: Sequence[str]) -> NDArray[np.uint64]:
    """Numbers that stand for keys of games, the same in every process."""
    return pd.util.hash_array(np.array(names, dtype=object), categorize=False)


class Registry:
    """Numbers of keys, each with the part that holds the game: sixteen bytes a game.

    Two keys may have one number: that a game is there its part has to tell; that not is certain.
    """

    def __init__(self) -> None:
        self._runs: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = []

    def add(self, numbers: NDArray[np.uint64], part: int) -> None:
        """Take the games of a part."""
        order = np.sort(numbers)
        run = (order, np.full(len(order), part, np.int64))
        while self._runs and len(self._runs[-1][0]) <= 2 * len(run[0]):
            run = _merged(self._runs.pop(), run)
        self._runs.append(run)

    def parts_of(self, numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
        """For each number the part that may hold the game, -1 where no part does."""
        found = np.full(len(numbers), -1, np.int64)
        for known, parts in self._runs:
            if len(known):
                place = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
                found = np.where(known[place] == numbers, parts[place], found)
        return found

    def __len__(self) -> int:
        return sum(len(known) for known, _ in self._runs)


def _merged(one: tuple[Any, Any], other: tuple[Any, Any]) -> tuple[Any, Any]:
    keys, parts = (np.concatenate(pair) for pair in zip(one, other, strict=True))
    order = np.argsort(keys, kind="stable")
    return keys[order], parts[order]
