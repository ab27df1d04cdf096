"""Parts made by a Dask cluster.

Workers get the bytes of a batch and give the bytes of Parquet files back, so that they need to see
neither the logs nor the dataset, and nothing is left behind where one of them dies. Only the
process that runs the import writes: a part that was made twice is committed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from mjlab.dataset.cluster.client import Cluster, Task, cluster_at
from mjlab.dataset.importing.pieces import Batch
from mjlab.dataset.importing.pool import Waiting, Workers
from mjlab.dataset.importing.work import Made, make_tables, parquet_of, write_file
from mjlab.dataset.manifest import Settings

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["workers_at"]

_AHEAD: Final = 2
"""Batches for each worker and thread: one that is worked on, and one on its way."""
_LEVEL: Final = 1
"""Of compression: the scheduler holds what is on its way."""
Files = dict[str, bytes]


@contextmanager
def workers_at(where: str | Client) -> Iterator[Workers]:
    """Offer the workers of a cluster, by the address of its scheduler or by a client of it."""
    with cluster_at(where) as cluster:
        yield _RemoteWorkers(cluster)


class _RemoteWorkers:
    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    @property
    def room(self) -> int:
        return max(1, _AHEAD * self._cluster.threads)

    def make(self, batch: Batch, settings: Settings, workshop: Path) -> Waiting:
        sizes = tuple(len(piece.data) for piece in batch.pieces)
        return _RemotePart(self._cluster.submit(_make, _packed(batch), sizes, settings), workshop)


class _RemotePart:
    """A part that is being made somewhere."""

    def __init__(self, task: Task[tuple[Made, Files]], workshop: Path) -> None:
        self._task = task
        self._workshop = workshop
        self.cancel = task.cancel

    def result(self) -> Made:
        made, files = self._task.result()
        folder = self._workshop / made.id
        folder.mkdir()
        for name, data in files.items():
            write_file(folder / f"{name}.parquet", data)
        return made


def _make(packed: Batch, sizes: tuple[int, ...], settings: Settings) -> tuple[Made, Files]:
    """Do what :func:`mjlab.dataset.importing.work.make_part` does, without a folder."""
    made, tables = make_tables(_unpacked(packed, sizes), settings)
    return made, {name: parquet_of(table) for name, table in tables.items()}


def _packed(batch: Batch) -> Batch:
    codec = pa.Codec("zstd", compression_level=_LEVEL)
    return replace(batch, pieces=tuple(
        replace(piece, data=codec.compress(piece.data, asbytes=True)) for piece in batch.pieces
    ))  # fmt: skip


def _unpacked(packed: Batch, sizes: tuple[int, ...]) -> Batch:
    codec = pa.Codec("zstd")
    return replace(packed, pieces=tuple(
        replace(piece, data=codec.decompress(piece.data, size, asbytes=True))
        for piece, size in zip(packed.pieces, sizes, strict=True)
    ))  # fmt: skip
