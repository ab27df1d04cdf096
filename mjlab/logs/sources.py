"""The sources by name, and reading whatever files are given.

A format is told by what a file holds, never by its name.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from mjlab.errors import LogError
from mjlab.logs import botzone, judge, native, pku, pmn, tournament, tziakcha
from mjlab.logs.schema import Game, Record, Session, SetAside

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["SOURCES", "Source", "detect", "find_files", "read", "read_paths"]

_HEAD: Final = 65_536
_REPORT: Final = "a report that mjlab wrote, not a log"
_GENERATOR: Final = b'<meta name="generator" content="mjlab '
_TABLES: Final = (
    b"session,source,path,n_games,",
    b"game,session,number,source,",
    b"game,session,number,round,",
    b"game,event,seat,kind,",
    b"game,event,round,seat,",
    b"game,event,seat,player,",
    b"game,session,event,seat,",
    b"game,seat,fan,count,",
    b"kind,point,reason,source,",
)
"""How the tables of a report begin: ``mjlab.frames.schemas`` has them, a layer further up."""


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
        Reads a file from its start, with the name to call it by: yields games, sessions, and
        what had to be set aside.
    """

    name: str
    title: str
    detect: Callable[[bytes], bool]
    read: Callable[[BinaryIO, str], Iterator[Record]]


SOURCES: Final = {
    source.name: source
    for source in (
        Source(native.SOURCE, "JSON Lines that keep everything", native.detect, native.read),
        Source(pku.SOURCE, "text of the PKU data set, duplicate play", pku.detect, pku.read),
        Source(
            botzone.SOURCE,
            "JSON matches of the platform Botzone, or their bare logs",
            botzone.detect,
            botzone.read,
        ),
        Source(
            judge.SOURCE,
            "JSON Lines of local judges and self-play, a hand a line",
            judge.detect,
            judge.read,
        ),
        Source(pmn.SOURCE, "Portable Majiang Notation", pmn.detect, pmn.read),
        Source(
            tournament.SOURCE,
            "CSV sheets of tournaments: the results of hands, and of tables",
            tournament.detect,
            tournament.read,
        ),
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
        A file. Of a pipe the first bytes are used up; :func:`read` detects by itself.

    Returns
    -------
    str or None
        A key of :data:`SOURCES`; None if no source knows it.

    Raises
    ------
    LogError
        If the file cannot be opened.
    """
    with _open(path) as file, _faults(path):
        return _detect(file.read(_HEAD))


def _detect(head: bytes) -> str | None:
    return next((s.name for s in SOURCES.values() if s.detect(head)), None)


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:  # a zero byte in a name is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise LogError(f"{os.fspath(path)} cannot be read: {reason}") from None


@contextmanager
def _faults(path: str | os.PathLike[str]) -> Iterator[None]:
    """Faults of the file system as errors of ours."""
    try:
        yield
    except OSError as error:
        raise LogError(f"{os.fspath(path)} cannot be read: {error.strerror or error}") from None


class _Rejoined(io.RawIOBase):
    """A file from its first bytes on, which were read already: a pipe cannot be wound back."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head = memoryview(head)
        self.rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        room = memoryview(buffer)
        part = self.head[: len(room)] or self.rest.read(len(room))
        self.head = self.head[len(part) :]
        room[: len(part)] = part
        return len(part)


def read(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Read one file, or a pipe.

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
        If the file cannot be opened or read.

    Examples
    --------
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> game.name, game.outcome.wins[0].total, len(game.events)
    ('tziakcha TZ-B00', 15, 105)
    """
    with _open(path) as file, _faults(path):
        head = file.read(_HEAD)
        name = _detect(head)
        if name is None:
            yield SetAside(
                None, str(path), "", _unknown(head), None, head[:80].decode("utf-8", "replace")
            )
        else:
            whole = io.BufferedReader(_Rejoined(head, file))
            yield from SOURCES[name].read(whole, str(path))


def _unknown(head: bytes) -> str:
    if _is_report(head):
        return _REPORT
    known = ", ".join(SOURCES)
    return f"the format is not one of {known}" if head else "the file is empty"


def _is_report(head: bytes) -> bool:
    """Whether a file is one that ``mjlab report`` wrote."""
    mark = b"\xef\xbb\xbf"
    return _GENERATOR in head[:4096] or head.startswith(tuple(mark + t for t in _TABLES))


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
        If one of the paths does not exist or may not be looked at.
    """
    return [found.path for found in _find(paths) if found.fault is None]


class _Found(NamedTuple):
    """A file, whether it was found in a folder, or the reason why it cannot be read."""

    path: Path
    below: bool = False
    fault: str | None = None


def _find(paths: Iterable[str | os.PathLike[str]]) -> list[_Found]:
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    files: dict[str, _Found] = {}
    for given in map(Path, paths):
        with _faults(given):
            if given.is_dir():
                found = _below(given)
            elif given.exists():
                found = [_Found(given)]
            else:
                raise LogError(f"there is no file or folder {str(given)!r}")
        for one in found:
            real = os.path.realpath(one.path)
            if real not in files or not one.below:
                files[real] = one if real not in files else files[real]._replace(below=False)
    return sorted(files.values(), key=lambda one: one.path.parts)


def _below(folder: Path) -> list[_Found]:
    found = []

    def forbidden(error: OSError) -> None:
        reason = f"the folder cannot be listed: {error.strerror}"
        found.append(_Found(Path(error.filename), True, reason))

    for base, folders, names in os.walk(folder, onerror=forbidden):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files = [Path(base, name) for name in names if not name.startswith(".")]
        found += [_Found(file, True, _why_no_file(file)) for file in files]
    return found


def _why_no_file(path: Path) -> str | None:
    """Why something in a folder is no file that can be read; None if it is one."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"
    return None if stat.S_ISREG(mode) else "neither a file nor a folder"


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
        so nothing is counted twice; so is a file that cannot be opened and a folder that cannot
        be listed. The files of a report that mjlab wrote are passed over where they lie in a
        folder.

    Raises
    ------
    LogError
        If one of the paths does not exist or may not be looked at.

    Examples
    --------
    >>> for record in read_paths(
    ...     ["data/tziakcha/TZ-B00.json", "data/tziakcha/TZ-B00.raw_script.json"]
    ... ):
    ...     print(getattr(record, "reason", "read"))
    read
    the same game as in data/tziakcha/TZ-B00.json
    """
    return _each_once(_find(paths))


def _each_once(files: list[_Found]) -> Iterator[Record]:
    met: dict[tuple[str, str, str], tuple[str, int]] = {}
    for path, below, fault in files:
        if fault is not None:
            yield SetAside(None, str(path), "", fault)
            continue
        try:
            for record in read(path):
                ours = isinstance(record, SetAside) and record.reason == _REPORT
                if not (below and ours):
                    yield _once(record, met)
        except LogError as error:
            yield SetAside(None, str(path), "", error.message)


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
