"""Replaying many hands of whatever files are given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from mjlab.logs.replay import replay
from mjlab.logs.results import Replay
from mjlab.logs.schema import Game, Session, SetAside
from mjlab.logs.sessions import SessionReplay, Tally
from mjlab.logs.sources import read_paths
from mjlab.rules import RuleSet, ruleset
from mjlab.rules.rulesets import DEFAULT

__all__ = ["replay_all"]


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
