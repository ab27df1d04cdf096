"""The sources by name, and reading whatever files are given.

A format is told by what a file holds, never by its name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mjlab.errors import LogError
from mjlab.logs import pku, tziakcha
from mjlab.logs.schema import Game, Record, Session, SetAside

__all__ = ["SOURCES", "Source", "detect", "find_files", "read", "read_paths"]

_HEAD: Final = 65_536


@dataclass(frozen=True, slots=True)
class Source:
    """A format of logs.

    Parameters
    ----------
    name : str
        What `Game.source` says.
    title : str
        What it is, in a line.
    detect : callable
        Whether a file that begins with these bytes is of the format.
    read : callable
        Reads a file: yields games, sessions, and what had to be set aside.
    """

    name: str
    title: str
    detect: Callable[[bytes], bool]
    read: Callable[[Path], Iterator[Record]]


SOURCES: Final = {
    source.name: source
    for source in (
        Source(pku.SOURCE, "text of the PKU data set, duplicate play", pku.detect, pku.read),
        Source(
            tziakcha.SOURCE,
            "JSON records of the platform tziakcha, decoded or packed",
            tziakcha.detect,
            tziakcha.read,
        ),
    )
}
"""The sources by name; a new one is added here."""


def detect(path: str | os.PathLike[str]) -> str | None:
    """Name the source of a file by its first bytes.

    Parameters
    ----------
    path : path
        A file.

    Returns
    -------
    str or None
        A key of :data:`SOURCES`; None if no source knows it.

    Raises
    ------
    LogError
        If the file cannot be opened.
    """
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    return next((s.name for s in SOURCES.values() if s.detect(head)), None)


def read(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Read one file.

    Parameters
    ----------
    path : path
        A file of any source.

    Yields
    ------
    Game, Session or SetAside
        In the order of the file. What cannot be read is set aside with its reason, be it a hand,
        or the whole file because nobody knows the format.

    Raises
    ------
    LogError
        If the file cannot be opened.

    Examples
    --------
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> game.name, game.outcome.total, len(game.events)
    ('tziakcha TZ-B00', 15, 105)
    """
    name = detect(path)
    if name is None:
        yield _unknown(Path(path))
    else:
        yield from SOURCES[name].read(Path(path))


def _unknown(path: Path) -> SetAside:
    with path.open("rb") as file:
        head = file.read(80)
    known = ", ".join(SOURCES)
    reason = f"the format is not one of {known}" if head else "the file is empty"
    return SetAside(None, str(path), "", reason, excerpt=head.decode("utf-8", "replace"))


def find_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """List the files that are meant: folders stand for all files below them.

    Parameters
    ----------
    paths : iterable of path
        Files and folders.

    Returns
    -------
    list of Path
        Sorted, each file once, in whichever ways it was reached. Inside folders, names that
        begin with a dot are left out and links to folders are not followed.

    Raises
    ------
    LogError
        If one of the paths does not exist.
    """
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    found: dict[str, Path] = {}
    for given in map(Path, paths):
        if given.is_dir():
            files = _below(given)
        elif given.exists():
            files = [given]
        else:
            raise LogError(f"there is no file or folder {str(given)!r}")
        for file in files:
            found.setdefault(os.path.realpath(file), file)
    return sorted(found.values(), key=lambda path: path.parts)


def _below(folder: Path) -> list[Path]:
    files = []
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [Path(base, name) for name in names if not name.startswith(".")]
    return [file for file in files if file.is_file()]


def read_paths(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Record]:
    """Read files and folders, each hand once.

    Parameters
    ----------
    paths : iterable of path
        Files and folders, as for :func:`find_files`.

    Returns
    -------
    iterator of Game, Session or SetAside
        File by file in sorted order. A hand whose source and id were met before is set aside,
        so nothing is counted twice; so is a file that cannot be opened.

    Raises
    ------
    LogError
        If one of the paths does not exist.

    Examples
    --------
    >>> for record in read_paths(
    ...     ["data/tziakcha/TZ-B00.json", "data/tziakcha/TZ-B00.raw_script.json"]
    ... ):
    ...     print(getattr(record, "reason", "read"))
    read
    the same game as in data/tziakcha/TZ-B00.json
    """
    return _each_once(find_files(paths))


def _each_once(files: list[Path]) -> Iterator[Record]:
    met: dict[tuple[str, str, str], tuple[str, int]] = {}
    for path in files:
        try:
            for record in read(path):
                yield _once(record, met)
        except (LogError, OSError) as error:
            yield SetAside(None, str(path), "", getattr(error, "message", str(error)))


def _once(record: Record, met: dict[tuple[str, str, str], tuple[str, int]]) -> Record:
    if isinstance(record, SetAside):
        return record
    kind = "game" if isinstance(record, Game) else "session"
    place = record.place if isinstance(record, Game) else ""
    where = ", ".join(part for part in (record.path, place) if part)
    mark = _fingerprint(record)
    before, known = met.setdefault((kind, record.source, record.id), (where, mark))
    if before == where:
        return record
    same = f"the same {kind} as" if known == mark else f"another {kind} of the same id is"
    return SetAside(record.source, record.path, place, f"{same} in {before}", record.id)


def _fingerprint(record: Game | Session) -> int:
    """Tell two hands apart by the tiles, whatever their release says of the rest."""
    if isinstance(record, Session):
        return hash((record.games, tuple(record.totals.items())))
    events = tuple((e.kind.value, e.player, e.tile) for e in record.events)
    return hash((record.round, record.deal, events))
