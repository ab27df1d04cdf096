"""Finding the files that are meant: folders, links, and what cannot be read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from mjlab.errors import LogError

__all__ = ["STANDARD_INPUT", "Found", "faults_of", "find", "find_files"]

STANDARD_INPUT: Final = "-"
"""The path that stands for standard input."""


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
                found = [Found(given)]
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
        found += [Found(file, True, _why_no_file(file)) for file in files]
    return found


def _why_no_file(path: Path) -> str | None:
    """Why something in a folder is no file that can be read; None if it is one."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"
    return None if stat.S_ISREG(mode) else "neither a file nor a folder"
