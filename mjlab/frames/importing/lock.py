"""A lock that the system takes back when its process ends, however it ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from mjlab.errors import MjlabError

__all__ = ["locked"]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock.

    Parameters
    ----------
    file : Path
        Made if it is not there; it stays.

    Raises
    ------
    MjlabError
        If another process holds it, or the file cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, locked(Path(folder, ".lock")):
    ...     pass
    """
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT)
    except OSError as problem:
        raise MjlabError(
            f"the dataset cannot be written to: {problem.strerror}", text=str(file.parent)
        ) from None
    try:
        _take(handle, file)
        yield
    finally:
        os.close(handle)


def _take(handle: int, file: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        take = partial(getattr(msvcrt, "locking"), handle, getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
    else:
        take = partial(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        take()
    except OSError:
        raise MjlabError(
            "another import is at work on this dataset",
            text=str(file.parent),
            hint="wait for its end",
        ) from None
