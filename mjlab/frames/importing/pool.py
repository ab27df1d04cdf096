"""Processes that share the work, or none where one is enough."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from mjlab.errors import MjlabError

__all__ = ["Here", "cores", "workers_of"]

_LOOK: Final = 0.5
"""Seconds after which a worker looks whether its import is still there."""


class Here(Executor):
    """Does the work at once, in this process."""

    _max_workers = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it; whatever is raised comes out of the future."""
        made: Future[Any] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except Exception as problem:
            made.set_exception(problem)
        return made


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def workers_of(workers: int | None) -> Iterator[Executor]:
    """Offer so many processes, one for each core where left out.

    Raises
    ------
    MjlabError
        If that is no number of processes.
    """
    wanted = cores() if workers is None else workers
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
        raise MjlabError(f"workers={workers!r} is not a number of processes", hint="workers=2")
    if wanted == 1:
        yield Here()
        return
    pool = ProcessPoolExecutor(wanted, multiprocessing.get_context("spawn"), _begin, (os.getpid(),))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(parent: int) -> None:
    """Let a worker end with its import, and leave it to the import to answer an interrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
