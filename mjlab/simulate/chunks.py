"""Games in chunks: from seats to arrays, in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.rules import rule_arrays
from mjlab.rules import FANS, RuleSet

__all__ = ["Chunk", "play_chunk"]


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """N games as the kernel writes them; see :mod:`mjlab.kernels.play.table` for the columns."""

    deals: NDArray[np.int8]  # [N,4,13]
    events: NDArray[np.int8]  # [N,MOST_EVENTS,4], of which so many rows count as results say
    results: NDArray[np.int16]  # [N,4]: winner or -1, who gave the tile or -1, points, events
    fans: NDArray[np.uint8]  # [N,82]
    winning: NDArray[np.uint8]  # [N,34]: the winner's standing tiles with the winning tile


def play_chunk(
    first: int,
    seed: int,
    styles: NDArray[np.int8],
    winds: NDArray[np.int8],
    rules: RuleSet,
    *,
    duplicate: bool,
    n_flowers: int,
) -> Chunk:
    """Play games, of which each depends on the seed and its number alone.

    Styles of the players by seat are [N,4], round winds [N], 0-3.
    """
    from mjlab.kernels.play import game as simulate
    from mjlab.kernels.play import table as simulate_table
    from mjlab.kernels.score import rules as score_rules

    n = len(winds)
    numbers = rule_arrays(rules)
    shanten, ready, scoring = _tables()
    chunk = Chunk(
        np.zeros((n, 4, 13), np.int8),
        np.zeros((n, simulate_table.MOST_EVENTS, 4), np.int8),
        np.zeros((n, 4), np.int16),
        np.zeros((n, len(FANS)), np.uint8),
        np.zeros((n, 34), np.uint8),
    )
    simulate.play_games(
        np.uint64(first),
        np.uint64(seed),
        np.ascontiguousarray(styles, np.int8),
        np.ascontiguousarray(winds, np.int8),
        duplicate,
        n_flowers,
        np.array([numbers.flags, numbers.flower_points, rules.min_fan], np.int64),
        shanten,
        ready,
        (score_rules.build(*numbers), scoring),
        simulate_table.new_table(),
        simulate_table.new_scorer(),
        chunk.deals,
        chunk.events,
        chunk.results,
        chunk.fans,
        chunk.winning,
    )
    return chunk


@cache
def _tables() -> tuple[tuple[NDArray[Any], ...], NDArray[Any], NDArray[np.int64]]:
    """Tables of the shanten, of the waits and of the scorer."""
    from mjlab.kernels.play.policies import ShantenTables
    from mjlab.kernels.score import tables as score_tables
    from mjlab.kernels.shanten import tables as shanten_tables

    named = dict(zip(shanten_tables.NAMES, shanten_tables.load(), strict=True))
    shanten = ShantenTables(*(named[name] for name in ShantenTables._fields))
    return shanten, named["ready"], score_tables.build()
