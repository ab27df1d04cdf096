"""A dataset whose parts are counted by a Dask cluster.

Statistics are called with it as with any other dataset: each part is read and counted by a worker,
which has to see the folder, and what comes back are the numbers that add up. What is asked of the
dataset itself (its tables, SQL) is read by the process that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mjlab.dataset.cluster.client import Cluster, cluster_at
from mjlab.dataset.dataset import Dataset
from mjlab.dataset.manifest import Manifest, read_manifest
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["ClusterDataset", "dataset_on"]

T = TypeVar("T")
_TASKS: Final = 4
"""Tasks for each worker, so that none waits long for the slowest."""


@contextmanager
def dataset_on(cluster: str | Client, folder: str | Path) -> Iterator[ClusterDataset]:
    """Open a dataset that a Dask cluster counts.

    Parameters
    ----------
    cluster : str or distributed.Client
        Address of its scheduler, or a client of it.
    folder : str or Path
        The folder, which all workers see under the same path.

    Yields
    ------
    ClusterDataset
        For every statistic of :mod:`mjlab.stats`, and for
        :func:`mjlab.stats.compare`: the results are those of :meth:`Dataset.open`.

    Raises
    ------
    MjlabError
        If the folder is no dataset, the cluster cannot be reached, or a worker does not see the
        folder.

    Examples
    --------
    >>> from mjlab.stats import win_rate
    >>> with dataset_on("tcp://10.0.0.1:8786", "data/tziakcha") as data:
    ...     win_rate(data, by="seat")
    Traceback (most recent call last):
        ...
    mjlab.errors.MjlabError: the folder is no dataset
      ...data/tziakcha
      hint: mjlab import LOGS --to DATASET makes one
    """
    manifest = read_manifest(Path(folder).resolve())
    with cluster_at(cluster) as reached:
        yield ClusterDataset(manifest, reached)


class ClusterDataset(Dataset):
    """Made by :func:`dataset_on`."""

    def __init__(self, manifest: Manifest, cluster: Cluster) -> None:
        whole = Dataset.of_manifest(manifest)
        super().__init__({name: whole.source(name) for name in SCHEMAS}, whole.rules, whole.path)
        self._manifest = manifest
        self._cluster = cluster

    def each(self, work: Callable[..., T], *args: Any) -> list[T]:
        """Have something done with each of some parts, by the workers."""
        parts = self._manifest.parts
        number = max(1, min(len(parts), _TASKS * self._cluster.threads))
        tasks = []
        for nth in range(number):
            some = parts[nth * len(parts) // number : (nth + 1) * len(parts) // number]
            manifest = replace(self._manifest, parts=some, sessions={})
            tasks.append(self._cluster.submit(_of_part, manifest, work, *args))
        try:
            return [task.result() for task in tasks]
        finally:
            for task in tasks:
                task.cancel()


def _of_part(manifest: Manifest, work: Callable[..., T], *args: Any) -> T:
    """Do the work on some parts of a dataset, if this machine sees them."""
    for name in SCHEMAS:
        for file in manifest.files(name):
            if not file.is_file():
                from distributed import get_worker

                raise MjlabError(
                    f"the worker {get_worker().address} does not see the dataset",
                    text=str(file),
                    hint="a folder that all machines of the cluster share, under the same path",
                )
    return work(Dataset.of_manifest(manifest), *args)
