"""Threads: how many a caller may ask for, and how they share the rows of a batch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mjlab.common.numbers import integer
from mjlab.errors import MjlabError

__all__ = ["share_rows", "threads_asked"]


def threads_asked(threads: Any) -> int:
    """Take a number of threads; refuse what is none."""
    number = integer(threads)
    if number is None or number < 1:
        raise MjlabError(f"threads={threads!r} is not a number of threads", hint="threads=1")
    return number


def share_rows(
    n: int, threads: Any, chunk: int, worker: Callable[[int], Callable[[slice], None]]
) -> None:
    """Work on `n` rows chunk by chunk: each thread makes a worker, for so many rows at most.

    Whoever is done takes the next chunk: a thread whose core is shared does less.
    """
    asked = threads_asked(threads)
    if n == 0:
        return
    n_chunks = -(-n // chunk)
    threads = min(asked, n_chunks)  # a thread has a chunk at least
    n_chunks = -(-n_chunks // threads) * threads  # all as many, and of equal size
    edges = [i * n // n_chunks for i in range(n_chunks + 1)]
    parts: deque[slice | None] = deque(map(slice, edges[:-1], edges[1:]))
    parts.extend([None] * threads)

    def take_parts() -> None:
        work = worker(-(-n // n_chunks))
        for part in iter(parts.popleft, None):
            work(part)

    if threads == 1:
        take_parts()
        return
    with ThreadPoolExecutor(threads - 1) as pool:  # and this thread
        others = [pool.submit(take_parts) for _ in range(threads - 1)]
        take_parts()
        for other in others:
            other.result()
