"""Reading whatever files are given, each hand once, and replaying them.

A format is told by what a file holds, never by its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mjlab.errors import LogError
from mjlab.logs.formats import FORMATS
from mjlab.logs.inputs import DamagedError, InputFile, Member, faults_of, input_files, members
from mjlab.logs.records import Game, Record, Session, SetAside
from mjlab.logs.replay import replay
from mjlab.logs.results import Replay
from mjlab.logs.sessions import SessionReplay, Tally
from mjlab.rules import RuleSet, ruleset
from mjlab.rules.rulesets import DEFAULT

__all__ = [
    "detect",
    "is_report",
    "read",
    "read_paths",
    "replay_all",
    "source_of",
    "why_unknown",
]


_REPORT: Final = "a report that mjlab wrote, not a log"
_GENERATOR: Final = b'<meta name="generator" content="mjlab '
_TABLE: Final = re.compile(rb"\xef\xbb\xbf(?:game,|session,|kind,point,)")
"""How the tables of a report begin: they are marked as UTF-8, and a key comes first."""


def detect(path: str | os.PathLike[str]) -> str | None:
    """Name the source of a file by its first bytes.

    Parameters
    ----------
    path : path
        A file; of a packed one the first member tells. Of a pipe the first bytes are used up;
        :func:`read` detects by itself.

    Returns
    -------
    str or None
        A key of :data:`mjlab.logs.FORMATS`; None if no format fits.

    Raises
    ------
    LogError
        If the file cannot be opened.

    Examples
    --------
    >>> detect("data/tziakcha/TZ-B00.json")
    'tziakcha'
    """
    with faults_of(path):
        return next((source_of(member.head) for member in members(path)), None)


def source_of(head: bytes) -> str | None:
    """Name the source of a file that begins with some bytes; None if no source knows it."""
    return next((one.name for one in FORMATS.values() if one.detect(head)), None)


def read(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Read one file, packed or not, or a pipe.

    Parameters
    ----------
    path : path
        A file of any source, or one packed by gzip, or a zip file with any number of them; ``-``
        is standard input.

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
    with faults_of(path):
        for member in members(path):
            yield from _read_member(member)


def _read_member(member: Member) -> Iterator[Record]:
    name, head, file, fault = member
    source = None if fault else source_of(head)
    if source is None:
        excerpt = "" if fault else head[:80].decode("utf-8", "replace")
        yield SetAside(None, name, "", fault or why_unknown(head), None, excerpt)
        return
    try:
        yield from FORMATS[source].read(file, name)
    except DamagedError as error:
        yield SetAside(source, name, "", error.message)


def why_unknown(head: bytes) -> str:
    """Say why no source knows a file that begins with some bytes."""
    if is_report(head):
        return _REPORT
    known = ", ".join(FORMATS)
    return f"the format is not one of {known}" if head else "the file is empty"


def is_report(head: bytes) -> bool:
    """Whether a file is one that ``mjlab report`` wrote."""
    return _GENERATOR in head[:4096] or _TABLE.match(head) is not None


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
    return _each_once(input_files(paths))


def _each_once(files: list[InputFile]) -> Iterator[Record]:
    met: dict[tuple[str, str], tuple[str, int]] = {}
    for path, in_folder, fault in files:
        if fault is not None:
            yield SetAside(None, str(path), "", fault)
            continue
        try:
            for record in read(path):
                ours = isinstance(record, SetAside) and record.reason == _REPORT
                if not (in_folder and ours):
                    yield _once(record, met)
        except LogError as error:
            yield SetAside(None, str(path), "", error.message)


def _once(record: Record, met: dict[tuple[str, str], tuple[str, int]]) -> Record:
    if isinstance(record, SetAside):
        return record
    kind = "game" if isinstance(record, Game) else "session"
    place = record.place if isinstance(record, Game) else ""
    where = ", ".join(part for part in (record.path, place) if part)
    mark = _fingerprint(record)
    name = f"{record.source} {record.id}"  # as tables call it
    before, known = met.setdefault((kind, name), (where, mark))
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


def replay_all(
    paths: Iterable[str | os.PathLike[str]],
    rules: str | RuleSet = DEFAULT,
    progress: Callable[[int, str], object] | None = None,
) -> Iterator[Replay | SetAside | SessionReplay]:
    """Read and replay files and folders, one hand at a time.

    Parameters
    ----------
    paths : iterable of path
        Files and folders, as for :func:`mjlab.logs.read_paths`.
    rules : str or RuleSet
        By which rules wins are scored.
    progress : callable, optional
        Called after each hand or thing set aside with their number so far and the path.

    Returns
    -------
    iterator of Replay, SetAside or SessionReplay
        Hands and things set aside in the order read; sessions last. That the ruleset has another
        least fan than the table is said once, by the session, if the hand belongs to one.

    Raises
    ------
    LogError
        If one of the paths does not exist.
    RulesetError
        If there is no ruleset of that name.

    Examples
    --------
    >>> *hands, session = replay_all(["data/tziakcha/TZ-B00.json"])
    >>> hands[0].payments, session.id
    ((-8, -8, 39, -23), 'TZ-B')
    """
    return _replay_all(read_paths(paths), ruleset(rules), progress)


def _replay_all(
    records: Iterable[Game | Session | SetAside],
    rules: RuleSet,
    progress: Callable[[int, str], object] | None,
) -> Iterator[Replay | SetAside | SessionReplay]:
    tally = Tally()
    done = 0
    for record in records:
        if isinstance(record, Session):
            tally.add_session(record)
            continue
        if isinstance(record, Game):
            yield tally.add(replay(record, rules))
        else:
            yield record
        done += 1
        if progress is not None:
            progress(done, record.path)
    yield from tally.results()
