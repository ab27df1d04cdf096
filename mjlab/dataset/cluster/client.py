"""A Dask cluster that does the work: reaching it, and waiting for what it makes.

Starting a cluster is not done here: whoever has one names its scheduler, or hands over a client.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["Cluster", "Task", "cluster_at", "code_mark"]

T = TypeVar("T")
_ANSWER: Final = 10.0
"""Seconds within which a scheduler has to answer, and one worker at least to be there."""
_PATIENCE: Final = 60.0
"""Seconds without any worker, or without the scheduler, after which the work is given up."""
_LOOK: Final = 1.0
"""Seconds between two looks whether anybody is there."""


@cache
def code_mark() -> str:
    """A text that stands for the code of this mjlab: another one, and results may differ."""
    package = Path(__file__).parents[2]
    made = blake2b(digest_size=8)
    for kind in ("*.py", "*.csv"):
        for file in sorted(package.rglob(kind)):
            made.update(file.relative_to(package).as_posix().encode())
            made.update(file.read_bytes())
    return made.hexdigest()


class Cluster:
    """A cluster that answers; made by :func:`cluster_at`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def address(self) -> str:
        """Of the scheduler."""
        return str(self._client.scheduler.address)

    @property
    def threads(self) -> int:
        """How many tasks it works on at once; 0 where no worker is left."""
        with suppress(OSError):
            return sum(self._client.nthreads().values())
        return 0

    def lacking(self) -> list[str]:
        """Addresses where there is no mjlab: a worker could not even say so, it would die."""

        def lacks() -> bool:  # a function inside a function is sent whole, not by name
            from importlib.util import find_spec

            return find_spec("mjlab") is None

        there = {self.address: self._client.run_on_scheduler(lacks), **self._client.run(lacks)}
        return [address for address, lacking in there.items() if lacking]

    def submit(self, work: Callable[..., T], *args: Any) -> Task[T]:
        """Have some work done by any worker, and again by another if that one is lost.

        It is a function of a module of mjlab, and may be run more than once.
        """
        import dask.config

        # What is sent is meant to be: pieces of logs, held by the scheduler until they are done.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"}):
            return Task(self, self._client.submit(_guarded, code_mark(), work, *args, pure=False))

    def check(self, silent: float) -> None:
        """Give up where nobody has been there for too many seconds."""
        if silent > _PATIENCE:
            raise MjlabError(f"the cluster has had no workers for {silent:.0f} seconds",
                             text=self.address,
                             hint=f"dask worker {self.address} --nthreads 1")  # fmt: skip


class Task(Generic[T]):
    """Something that a cluster works on."""

    def __init__(self, cluster: Cluster, future: Future[T]) -> None:
        self._cluster = cluster
        self._future = future

    def result(self) -> T:
        """Wait for it; raises whatever the work raises.

        Refused where the scheduler is lost, no workers are left or these have another mjlab.
        """
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            return self._waited()
        except (CancelledError, CommClosedError):
            raise MjlabError("the scheduler was lost", text=self._cluster.address) from None
        except KilledWorker as problem:
            raise MjlabError(
                f"{problem.allowed_failures + 1} workers died of the same work, the last one at "
                f"{problem.last_worker.address}",
                hint="their logs tell why; too little memory, mostly",
            ) from None
        except ImportError as problem:
            raise MjlabError(f"a worker cannot do the work: {problem}", hint=_SAME) from None
        except RuntimeError as problem:
            if isinstance(problem.__cause__, ImportError):  # met by the scheduler
                raise MjlabError(
                    f"the scheduler cannot read the work: {problem.__cause__}", hint=_SAME
                ) from None
            raise

    def _waited(self) -> T:
        """Look now and then whether there is anybody to wait for.

        Until the result is here, not only until it is there: a worker may take it with it.
        """
        done = Event()
        self._future.add_done_callback(lambda _: done.set())
        self._patiently(done.wait)
        if self._future.status in ("error", "cancelled", "lost"):
            failed: T = self._future.result()  # raises what went wrong
            return failed
        client = self._future.client
        fetched = client.gather(self._future, asynchronous=True)
        coming = asyncio.run_coroutine_threadsafe(fetched, client.loop.asyncio_loop)
        coming.add_done_callback(lambda _: done.set())
        done.clear()
        try:
            self._patiently(lambda seconds: coming.done() or done.wait(seconds))
            made: T = coming.result(0)
            return made
        finally:
            coming.cancel()

    def _patiently(self, arrived: Callable[[float], bool]) -> None:
        there = time.monotonic()
        while not arrived(_LOOK):
            if self._cluster.threads:
                there = time.monotonic()
            self._cluster.check(time.monotonic() - there)

    def cancel(self) -> None:
        """Give it up."""
        with suppress(Exception):  # nothing depends on it
            self._future.cancel()


_SAME: Final = 'pip install "mjlab-mcr[dist]", the same version wherever the cluster runs'


def _guarded(mark: str, work: Callable[..., T], *args: Any) -> T:
    """Do the work, if this is the mjlab of whoever asks for it."""
    if code_mark() != mark:
        from distributed import get_worker

        worker = get_worker().address
        raise MjlabError("a worker has another mjlab than this process", text=worker, hint=_SAME)
    return work(*args)


@contextmanager
def cluster_at(where: str | Client) -> Iterator[Cluster]:
    """Reach a cluster by the address of its scheduler, or by a client of it, which stays open."""
    try:
        from distributed import Client
    except ImportError:
        raise MjlabError("a cluster needs Dask, which is not installed",
                         hint='pip install "mjlab-mcr[dist]"') from None  # fmt: skip
    if isinstance(where, Client):
        yield _with_workers(Cluster(where))
        return
    client = _connected(where)
    try:
        yield _with_workers(Cluster(client))
    finally:
        client.close()


def _connected(where: object) -> Client:
    from distributed import Client

    try:
        if not isinstance(where, str) or not where:
            raise ValueError("it is no address")
        return Client(where, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError) as problem:
        said = _first_line(problem)
    # A client that met no scheduler closes itself when it is collected. Were that to happen while
    # the next client starts, each would wait for the other for ever: so it is collected now.
    gc.collect()
    raise MjlabError(
        f"no Dask scheduler answers there: {said}",
        text=str(where),
        hint="tcp://HOST:8786, as 'dask scheduler' prints it when it starts",
    )


def _with_workers(cluster: Cluster) -> Cluster:
    begun = time.monotonic()
    while not cluster.threads:
        if time.monotonic() - begun > _ANSWER:
            raise MjlabError("the scheduler has no workers", text=cluster.address,
                             hint=f"dask worker {cluster.address} --nthreads 1")  # fmt: skip
        time.sleep(0.1)
    lacking = cluster.lacking()
    if lacking:
        raise MjlabError("mjlab is not installed everywhere in the cluster",
                         text=", ".join(lacking), hint=_SAME)  # fmt: skip
    return cluster


def _first_line(problem: Exception) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
