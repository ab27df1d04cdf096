"""Finding the files that are meant: folders, links, and what cannot be read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from mjlab.errors import LogError

__all__ = ["STANDARD_INPUT", "Found", "faults_of", "find", "find_files", "open_file"]

STANDARD_INPUT: Final = "-"
"""The path that stands for standard input."""
_NO_FILE: Final = "neither a file nor a folder"


@contextmanager
def faults_of(path: str | os.PathLike[str], done: str = "read") -> Iterator[None]:
    """Turn faults of the file system into errors of ours.

    Parameters
    ----------
    path : path
        What the message calls it.
    done : str
        What was to be done with it: ``"read"``, ``"written"``.

    Raises
    ------
    LogError
        In the place of an OSError.
    """
    try:
        yield
    except OSError as error:
        raise LogError(f"{os.fspath(path)} cannot be {done}: {error.strerror or error}") from None


def find_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """List the files that are meant: folders stand for all files below them.

    Parameters
    ----------
    paths : iterable of path
        Files and folders; ``-`` is standard input.

    Returns
    -------
    list of Path
        Sorted, each file once, in whichever ways it was reached. Inside folders, names that
        begin with a dot are left out and links to folders are not followed.

    Raises
    ------
    LogError
        If one of the paths does not exist or may not be looked at.

    Examples
    --------
    >>> [path.name for path in find_files(["data/tziakcha"])][:3]
    ['TZ-A00.json', 'TZ-B00.json', 'TZ-B00.raw_script.json']
    """
    return [found.path for found in find(paths) if found.fault is None]


class Found(NamedTuple):
    """A file, whether it was found in a folder, or the reason why it cannot be read."""

    path: Path
    below: bool = False
    fault: str | None = None


def find(paths: Iterable[str | os.PathLike[str]]) -> list[Found]:
    """Like :func:`find_files`, with what cannot be read and why.

    Parameters
    ----------
    paths : iterable of path
        Files and folders.

    Returns
    -------
    list of Found
        Sorted, each file once.

    Raises
    ------
    LogError
        If one of the paths does not exist or may not be looked at.
    """
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    files: dict[str, Found] = {}
    for given in map(Path, paths):
        with faults_of(given):
            if str(given) == STANDARD_INPUT:
                found = [Found(given)]
            elif given.is_dir():
                found = _below(given)
            elif given.exists():
                found = [Found(given, fault=_why_no_file(given.stat()))]
            else:
                raise LogError(f"there is no file or folder {str(given)!r}")
        for one in found:
            real = os.path.realpath(one.path)
            if real not in files or not one.below:
                files[real] = one if real not in files else files[real]._replace(below=False)
    return sorted(files.values(), key=lambda one: one.path.parts)


def _below(folder: Path) -> list[Found]:
    found = []

    def forbidden(error: OSError) -> None:
        reason = f"the folder cannot be listed: {error.strerror}"
        found.append(Found(Path(error.filename), True, reason))

    for base, folders, names in os.walk(folder, onerror=forbidden):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files = [Path(base, name) for name in names if not name.startswith(".")]
        found += [Found(file, True, _fault_of(file)) for file in files]
    return found


def _fault_of(path: Path) -> str | None:
    try:
        return _why_no_file(path.stat())
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"


def _why_no_file(found: os.stat_result) -> str | None:
    """Why something is neither a file nor a folder; None if it is one.

    Opening a named pipe waits until somebody writes to it, and a device may never end. What this
    process was given open is read all the same: a shell gives ``/dev/stdin`` and ``<(...)`` so.
    """
    usual = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    return None if usual or _handle_of(found) is not None else _NO_FILE


def open_file(path: Path) -> BinaryIO:
    """Open a file, or what this process has open already, for reading.

    Raises
    ------
    OSError
        If it is neither, or cannot be read.
    """
    found = path.stat()
    if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode):
        return path.open("rb")
    handle = _handle_of(found)
    if handle is None:
        raise OSError(errno.EINVAL, _NO_FILE)
    return os.fdopen(os.dup(handle), "rb")  # opened anew, a pipe would wait for another writer


def _handle_of(wanted: os.stat_result) -> int | None:
    """The handle by which this process has something open; None if it has not."""
    try:
        handles = [int(link.name) for link in Path("/dev/fd").iterdir()]
    except OSError:  # not on every system
        handles = [0]
    for handle in handles:
        with suppress(OSError):  # closed since
            if os.path.samestat(os.fstat(handle), wanted):
                return handle
    return None
