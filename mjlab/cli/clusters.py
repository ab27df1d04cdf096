"""Where a command finds the cluster that does its work."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["CLUSTER_HELP", "SCHEDULER", "cluster_of"]

SCHEDULER: Final = "DASK_SCHEDULER_ADDRESS"
"""The variable of the environment by which Dask knows its scheduler."""
CLUSTER_HELP: Final = (
    f"Scheduler of a Dask cluster that does the work, e.g. tcp://HOST:8786. Left out, that of "
    f"{SCHEDULER}, if it is set."
)
"""The help of the option ``--cluster``."""


def cluster_of(asked: str | None) -> str | None:
    """Find the address of the scheduler: as asked for, or as the environment has it.

    Parameters
    ----------
    asked : str or None
        What the option says; empty for no cluster, whatever the environment has.

    Returns
    -------
    str or None
        The address; None where this machine does the work itself.

    Examples
    --------
    >>> cluster_of("tcp://10.0.0.1:8786")
    'tcp://10.0.0.1:8786'
    """
    return (os.environ.get(SCHEDULER) if asked is None else asked) or None
