"""Replaying many hands, and adding up the sessions they belong to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from mjlab.logs.findings import Disagreement
from mjlab.logs.replay import replay
from mjlab.logs.results import Replay
from mjlab.logs.schema import Game, Session, SetAside
from mjlab.logs.sources import read_paths
from mjlab.logs.terms import plain
from mjlab.rules import RuleSet, ruleset
from mjlab.rules.rulesets import DEFAULT

__all__ = ["SessionReplay", "replay_all"]


@dataclass(frozen=True, slots=True)
class SessionReplay:
    """A session added up from the replays of its hands.

    Parameters
    ----------
    source, id : str
        The session.
    games : tuple of str
        Ids of its hands that were replayed, in order.
    totals : dict of str to int
        For each player by name the sum of our payments. Players who share a name are added up:
        the hands do not tell which of them sat where.
    recorded : dict of str to int, optional
        Final scores as the log has them; None if no file says.
    missing : tuple of str
        Hands that belong to the session but could not be added: not among the files, set aside,
        or in error. The totals are then not compared.
    disagreements : tuple of Disagreement
        Scores before a hand, or at the end, that do not agree with the sums; and, once for the
        session, a least fan of the table that is not that of the ruleset.
    shared : tuple of str
        Names that several players of one table have. Only their sum is compared.
    """

    source: str
    id: str
    games: tuple[str, ...]
    totals: dict[str, int] = field(hash=False)
    recorded: dict[str, int] | None = field(default=None, hash=False)
    missing: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    shared: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all scores agree."""
        return not self.disagreements

    def __str__(self) -> str:
        """The session in a line, and each finding in a line of its own."""
        scores = ", ".join(f"{plain(name, 40)} {total:+}" for name, total in self.totals.items())
        line = f"{self.source} {plain(self.id, 80)}: {len(self.games)} hands, {scores}"
        line += f", {len(self.missing)} hands missing" * bool(self.missing)
        line += (
            f", added up by name: {', '.join(repr(plain(name, 40)) for name in self.shared)}"
            * bool(self.shared)
        )
        return "\n  ".join([line, *map(str, self.disagreements)])

    def __repr__(self) -> str:
        hands, found = len(self.games), len(self.disagreements) or "no"
        return (
            f"<SessionReplay {self.source} {plain(self.id, 80)}: {hands} hands, {found} findings>"
        )


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
    tally = _Tally()
    done = 0
    for record in records:
        if isinstance(record, Session):
            tally.sessions[record.source, record.id] = record
            continue
        if isinstance(record, Game):
            yield tally.add(replay(record, rules))
        else:
            yield record
        done += 1
        if progress is not None:
            progress(done, record.path)
    yield from tally.results()


@dataclass(frozen=True, slots=True)
class _Part:
    """What a session needs to know of one of its hands."""

    index: int
    id: str
    path: str
    players: tuple[str, ...]
    before: tuple[int, ...] | None
    payments: tuple[int, ...] | None


class _Tally:
    def __init__(self) -> None:
        self.parts: dict[tuple[str, str], list[_Part]] = {}
        self.sessions: dict[tuple[str, str], Session] = {}
        self.least: dict[tuple[str, str], dict[Disagreement, None]] = {}

    def add(self, result: Replay) -> Replay:
        """Take a hand into its session, and with it what is said of the session as a whole."""
        game = result.game
        if game.session is None:
            return result
        index = -1 if game.index is None else game.index
        before = game.outcome.before
        part = _Part(index, game.id, game.path, game.players, before, result.payments)
        key = (game.source, game.session)
        self.parts.setdefault(key, []).append(part)
        least = [d for d in result.disagreements if d.what == "least fan"]
        if not least:
            return result
        whole = [replace(d, game=" ".join(key), path="", place="") for d in least]
        self.least.setdefault(key, {}).update(dict.fromkeys(whole))
        rest = tuple(d for d in result.disagreements if d not in least)
        return replace(result, disagreements=rest)

    def results(self) -> Iterator[SessionReplay]:
        for key in sorted({*self.parts, *self.sessions}):
            parts = sorted(self.parts.get(key, []), key=lambda part: (part.index, part.id))
            yield self.result(key, parts, self.sessions.get(key))

    def result(
        self, key: tuple[str, str], parts: list[_Part], session: Session | None
    ) -> SessionReplay:
        good = [part for part in parts if part.payments is not None]
        known = {part.id for part in good}
        expected = session.games if session else tuple(part.id for part in parts)
        missing = tuple(name for name in expected if name not in known)
        totals: dict[str, int] = {}
        found = list(self.least.get(key, ()))
        tables = [part.players for part in parts]
        shared = {name: None for table in tables for name in table if table.count(name) > 1}
        shared.update(dict.fromkeys(session.shared if session else ()))
        unbroken = True  # whether all hands so far could be added
        for number, part in enumerate(good):
            unbroken = unbroken and part.index == number
            if unbroken and part.before is not None:
                before = _by_name(part.players, part.before)
                ours = {name: totals.get(name, 0) for name in before}
                if ours != before:
                    name = f"{key[0]} {part.id}"
                    found.append(_score(name, part.path, before, ours))
            for player, paid in zip(part.players, part.payments or (), strict=True):
                totals[player] = totals.get(player, 0) + paid
        recorded = session.totals if session else None
        if session and not missing and session.totals != totals:
            found.append(_score(" ".join(key), session.path, session.totals, totals))
        games = tuple(part.id for part in good)
        return SessionReplay(
            *key, games, totals, recorded, missing, tuple(found), shared=tuple(shared)
        )


def _by_name(players: tuple[str, ...], points: tuple[int, ...]) -> dict[str, int]:
    """Points of each name: of players who share one the sum."""
    sums = dict.fromkeys(players, 0)
    for name, part in zip(players, points, strict=True):
        sums[name] += part
    return sums


def _score(name: str, path: str, recorded: dict[str, int], ours: dict[str, int]) -> Disagreement:
    texts = [", ".join(f"{who} {n}" for who, n in side.items()) for side in (recorded, ours)]
    return Disagreement(name, path, "", "score", *texts)
