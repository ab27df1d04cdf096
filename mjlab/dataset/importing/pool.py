"""Who makes the parts: processes of this machine, or this one where one is enough."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from mjlab.dataset.importing.pieces import Batch
from mjlab.dataset.importing.work import Made, make_part
from mjlab.dataset.manifest import Settings
from mjlab.errors import MjlabError

__all__ = ["InProcess", "Processes", "Waiting", "Workers", "cores", "workers_of"]

_LOOK: Final = 0.5
"""Seconds after which a worker looks whether its import is still there."""
_AHEAD: Final = 2
"""Batches that wait beside those that are worked on, so that no worker has to."""


class Waiting(Protocol):
    """A part that is being made."""

    def result(self) -> Made:
        """Wait until its files are in the workshop; raises what went wrong."""

    def cancel(self) -> object:
        """Give it up, if it was not begun."""


class Workers(Protocol):
    """Whoever turns batches into parts: the import knows nothing else of them."""

    @property
    def room(self) -> int:
        """Batches that may be given to them before the first one is back."""

    def make(self, batch: Batch, settings: Settings, workshop: Path) -> Waiting:
        """Have the files of a part made, as :func:`make_part` does."""


class InProcess:
    """Makes a part at once, in this process."""

    room = 1

    def make(self, batch: Batch, settings: Settings, workshop: Path) -> Waiting:
        """Make it; whatever is raised comes out of the future."""
        made: Future[Made] = Future()
        try:
            made.set_result(make_part(batch, settings, workshop))
        except Exception as problem:
            made.set_exception(problem)
        return made


class Processes:
    """Has parts made by so many processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, number: int) -> None:
        self._pool = pool
        self.room = number + _AHEAD

    def make(self, batch: Batch, settings: Settings, workshop: Path) -> Waiting:
        """Have it made by one of them."""
        return self._pool.submit(_make_part, batch, settings, workshop)


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def workers_of(workers: int | None) -> Iterator[Workers]:
    """Offer so many processes, one for each core where left out."""
    wanted = cores() if workers is None else workers
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
        raise MjlabError(f"workers={workers!r} is not a number of processes", hint="workers=2")
    if wanted == 1:
        yield InProcess()
        return
    pool = ProcessPoolExecutor(wanted, multiprocessing.get_context("spawn"), _begin, (os.getpid(),))
    try:
        yield Processes(pool, wanted)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(parent: int) -> None:
    """Let a worker end with its import, and leave it to the import to answer an interrupt."""
    gc.disable()  # a quarter of the time, else: again and again it looks at all events in memory
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _make_part(batch: Batch, settings: Settings, workshop: Path) -> Made:
    """In a worker: collect what cycles a batch has left, of errors mostly."""
    try:
        return make_part(batch, settings, workshop)
    finally:
        gc.collect(1)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
