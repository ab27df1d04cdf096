"""Hands of four sets and a pair: the work in parts, threads that take them, what they found."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import cache, lru_cache
from itertools import combinations_with_replacement, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.rules import rule_arrays
from mjlab.census.cells import Cells, summed
from mjlab.census.question import Question
from mjlab.kernels.census import cells as cell_table
from mjlab.kernels.census import states as state
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import rules as score_rules
from mjlab.kernels.score import tables as score_tables
from mjlab.tiles import N_KINDS

__all__ = ["Progress", "count_regular"]

Progress = Callable[[int, int], None]
"""Told how many parts of the work are done, and how many there are."""

PARTS: Final = 240
"""Parts the work is cut into, about: small enough to be interrupted between two."""
CAPACITY: Final = 1 << 17
"""Room of a table of cells; one that is too small is doubled."""


class _Tables(NamedTuple):
    states: NDArray[np.int64]
    honors: NDArray[np.int64]
    jobs: NDArray[np.int64]


@lru_cache(maxsize=4)
def _states(
    melds: int, least: tuple[int, ...], most: tuple[int, ...]
) -> tuple[NDArray[np.int64], state.Groups]:
    from mjlab.kernels.census.hands import find_suits

    suits = score_tables._decompositions()[2]
    states, groups = state.suit_states(suits, melds, np.array(least), np.array(most))
    find_suits(states, _score_tables())
    states.setflags(write=False)
    return states, groups


def _tables(question: Question) -> _Tables:
    least, most = question.where.least, question.where.most
    states, groups = _states(question.melds, tuple(least[:27].tolist()), tuple(most[:27].tolist()))
    honors, honor_groups = state.honor_states(
        question.melds, int(question.seat), int(question.round), least[27:], most[27:]
    )
    ranges = list(_ranges(groups, honor_groups, question.melds))
    step = max(1, sum(_work(r) for r in ranges) // PARTS)
    jobs = [part for r in ranges for part in _cut(r, step)]
    return _Tables(states, honors, np.array(jobs, np.int64).reshape(-1, 8))


def _ranges(
    groups: state.Groups, honor_groups: state.Groups, melds: int
) -> Iterator[tuple[int, ...]]:
    """Groups of three suits and of honors that together are four sets and a pair."""
    for three in combinations_with_replacement(groups, 3):
        sets, pairs, claimed = (sum(key[i] for key in three) for i in range(3))
        honors = honor_groups.get((4 - sets, 1 - pairs, melds - claimed))
        if honors is not None:
            yield (*groups[three[0]], *groups[three[1]], *groups[three[2]], *honors)


def _work(ranges: tuple[int, ...]) -> int:
    """How many hands are scored, about; ranges that overlap are taken in order."""
    a, b, c, honors = (ranges[i + 1] - ranges[i] for i in range(0, 8, 2))
    same = len({ranges[i] for i in range(0, 6, 2)})
    return a * b * c * honors // {3: 1, 2: 2, 1: 6}[same] + 1


def _cut(ranges: tuple[int, ...], step: int) -> Iterator[tuple[int, ...]]:
    """Cut the first range so that no part has much more work than a step."""
    first, end, *rest = ranges
    parts = min(end - first, _work(ranges) // step + 1)
    edges = np.linspace(first, end, parts + 1, dtype=int).tolist()
    for low, high in pairwise(edges):
        yield (low, high, *rest)


class _Worker:
    """What a thread counts into."""

    def __init__(self, capacity: int) -> None:
        self.lists = cell_table.new_table(capacity)
        self.hands = cell_table.new_table(capacity)

    @property
    def full(self) -> bool:
        """Whether a table had no room for a key."""
        return bool(self.lists[-1, cell_table.FULL] or self.hands[-1, cell_table.FULL])


def count_regular(
    question: Question,
    threads: int,
    progress: Progress | None = None,
    capacity: int = CAPACITY,
) -> tuple[Cells, Cells]:
    """Count the hands of four sets and a pair; returns the lists of fan, and the hands.

    The capacity of a thread's tables, a power of two, is doubled, and all begun anew, if too small.
    """
    tables = _tables(question)
    while True:
        rows = _run(question, tables, threads, progress, capacity)
        if rows is not None:
            lists, hands = (_decoded(part, tables) for part in rows)
            return lists, hands
        capacity *= 2


def _run(
    question: Question,
    tables: _Tables,
    threads: int,
    progress: Progress | None,
    capacity: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Run the kernel in threads; None if a table was too small."""
    from mjlab.kernels.census.hands import SCRATCH, count_job

    flat = _score_tables()
    rule = score_rules.build(*rule_arrays(question.rules))
    settings = np.array(
        [
            at.SELF_DRAWN if question.self_drawn else 0,
            int(question.seat) | int(question.round) << 2,
            question.melds,
        ],
        np.int64,
    )
    wanted = question.where.words()
    left = iter(tables.jobs)
    lock = threading.Lock()
    stop = threading.Event()
    done = 0

    def work() -> _Worker:
        nonlocal done
        mine = _Worker(capacity)
        scratch = np.zeros(SCRATCH, np.int64)
        concealed = np.zeros(N_KINDS, np.uint8)
        melds = np.full(4, -1, np.int16)
        while not stop.is_set():
            with lock:
                job = next(left, None)
            if job is None:
                break
            count_job(
                job, tables.states, tables.honors, settings, wanted, rule, flat, concealed,
                melds, scratch, mine.lists, mine.hands,
            )  # fmt: skip
            if mine.full:
                stop.set()
            with lock:
                done += 1
        return mine

    threads = max(1, min(threads, len(tables.jobs), os.cpu_count() or 1))  # each has its own tables
    pool = ThreadPoolExecutor(threads)
    try:
        running = [pool.submit(work) for _ in range(threads)]
        waiting = set(running)
        while waiting:
            waiting = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED).not_done
            if progress is not None:
                progress(done, len(tables.jobs))
        workers = [one.result() for one in running]
    finally:  # an interrupt comes here: threads end with the job they are at
        stop.set()
        pool.shutdown()
    if any(worker.full for worker in workers):
        return None
    return (
        np.concatenate([cell_table.rows_of(worker.lists) for worker in workers]),
        np.concatenate([cell_table.rows_of(worker.hands) for worker in workers]),
    )


@cache
def _score_tables() -> NDArray[np.int64]:
    return score_tables.build()


def _decoded(rows: NDArray[np.int64], tables: _Tables) -> Cells:
    """Put the rows of all threads together, and write their examples as tiles."""
    order = np.lexsort([rows[:, i] for i in (7, 6, 1, 0)])
    rows = rows[order]
    example0, example1 = rows[:, cell_table.EXAMPLE0], rows[:, cell_table.EXAMPLE1]
    standing = np.zeros((len(rows), N_KINDS), np.uint8)
    melds = np.full((len(rows), 4), -1, np.int16)
    n_melds = np.zeros(len(rows), np.int64)
    for suit in range(4):
        if suit < 3:
            states = tables.states[example0 >> (40 - 20 * suit) & 0xFFFFF]
        else:
            states = tables.honors[example1 >> 6]
        for rank in range(9 if suit < 3 else 7):
            standing[:, 9 * suit + rank] = states[:, state.COPIES] >> 3 * rank & 7
        sets = states[:, state.MELDS] >> state.MELD_SETS
        for _ in range(4):
            kind = (sets & 31) - 1
            some = np.flatnonzero(kind >= 0)
            lowest = 9 * suit + kind[some]
            melds[some, n_melds[some]] = np.where(kind[some] < 9, lowest + N_KINDS, lowest - 9)
            n_melds[some] += 1
            sets >>= 5
    return summed(Cells(rows[:, :6], standing, melds, (example1 & 63).astype(np.int8)))
