"""Sessions: the hands of a table added up, its seats, and the final scores that are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mjlab.common.wording import printable
from mjlab.logs.records import Session
from mjlab.logs.results import Disagreement, Replay
from mjlab.rules.seating import ROTATIONS, rotation_of, table_points

__all__ = ["SessionGame", "SessionReplay", "Tally", "session_game"]


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
        Scores before a hand, or at the end, that do not agree with the sums; seats that no
        rotation explains; table points that the final scores do not give; and, once for the
        session, a least fan of the table that is not that of the ruleset.
    shared : tuple of str
        Names that several players of one table have. Only their sum is compared.
    binding : bool
        Whether the final scores are said to follow from the hands. If not, a difference is shown
        (:attr:`difference`) and is no disagreement.
    rotation : str, optional
        How the players changed seats between rounds, a key of
        :data:`mjlab.rules.seating.ROTATIONS`; None where the hands do not tell.

    Examples
    --------
    >>> from mjlab.logs import replay_all
    >>> *_, session = replay_all(["data/tziakcha"])
    >>> session
    <SessionReplay tziakcha TZ-B: 16 hands, no findings>
    >>> session.totals == session.recorded, session.ok, session.rotation
    (True, True, 'full')
    """

    source: str
    id: str
    games: tuple[str, ...]
    totals: dict[str, int] = field(hash=False)
    recorded: dict[str, int] | None = field(default=None, hash=False)
    missing: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    shared: tuple[str, ...] = ()
    binding: bool = True
    rotation: str | None = None

    @property
    def ok(self) -> bool:
        """Whether all scores agree."""
        return not self.disagreements

    @property
    def difference(self) -> dict[str, int]:
        """For each player by name how much more is recorded than the hands add up to.

        Examples
        --------
        >>> added, recorded = {"Ann": 20, "Ben": -20}, {"Ann": 10, "Ben": -20}
        >>> SessionReplay("tournament", "t1", (), added, recorded).difference
        {'Ann': -10}
        """
        recorded = self.recorded or {}
        differences = {name: n - self.totals.get(name, 0) for name, n in recorded.items()}
        return {name: n for name, n in differences.items() if n}

    def __str__(self) -> str:
        """The session in a line, and each finding in a line of its own."""
        name = printable(self.id[:80])
        line = f"{self.source} {name}: {len(self.games)} hands, {_said(self.totals)}"
        line += f", {len(self.missing)} hands missing" * bool(self.missing)
        line += (
            f", added up by name: {', '.join(repr(printable(name[:40])) for name in self.shared)}"
            * bool(self.shared)
        )
        if not self.binding and self.difference:
            line += f"; the recorded totals differ by {_said(self.difference)}"
        return "\n  ".join([line, *map(str, self.disagreements)])

    def __repr__(self) -> str:
        hands, found = len(self.games), len(self.disagreements) or "no"
        name = printable(self.id[:80])
        return f"<SessionReplay {self.source} {name}: {hands} hands, {found} findings>"


@dataclass(frozen=True, slots=True)
class SessionGame:
    """What a session needs to know of one of its games: plain values, which JSON can hold."""

    source: str
    session: str
    id: str
    index: int | None  # its place in the session, from 0, where recorded
    path: str
    players: tuple[str, ...]
    before: tuple[int, ...] | None  # scores before it, where recorded
    payments: tuple[int, ...] | None  # None where it could not be replayed to its end
    least: tuple[str, str] | None  # least fan as recorded and ours, where they disagree


def session_game(result: Replay) -> tuple[Replay, SessionGame | None]:
    """Take what its session needs, if it has one, out of a replay.

    The disagreement on the least fan of the table goes with it: the session names it once.
    """
    game = result.game
    if game.session is None:
        return result, None
    least = [d for d in result.disagreements if d.what == "least fan"]
    if least:
        rest = tuple(d for d in result.disagreements if d.what != "least fan")
        result = replace(result, disagreements=rest)
    return result, SessionGame(
        game.source, game.session, game.id, game.index, game.path, game.players,
        game.outcome.before, result.payments,
        (least[0].recorded, least[0].ours) if least else None,
    )  # fmt: skip


class Tally:
    """Adds hands up to sessions, while replays go by.

    Examples
    --------
    >>> from mjlab.logs import read, replay
    >>> tally = Tally()
    >>> for number in range(2):
    ...     found = tally.add(replay(next(read(f"data/tziakcha/TZ-B0{number}.json"))))
    >>> print(*tally.results())
    tziakcha TZ-B: 2 hands, P0 -30, P1 -16, P2 +31, P3 +15
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], list[SessionGame]] = {}
        self._sessions: dict[tuple[str, str], Session] = {}

    def add_session(self, session: Session) -> None:
        """Take what a file says of a session as a whole.

        Examples
        --------
        >>> from mjlab.logs import read
        >>> tally = Tally()
        >>> tally.add_session(next(read("data/tziakcha/TZ-B_session.json")))
        >>> (session,) = tally.results()
        >>> session.recorded, len(session.missing)
        ({'P0': -77, 'P1': -31, 'P2': 100, 'P3': 8}, 16)
        """
        self._sessions[session.source, session.id] = session

    def add(self, result: Replay) -> Replay:
        """Take a hand into its session, and with it what is said of the session as a whole.

        Parameters
        ----------
        result : Replay
            A replay, scored.

        Returns
        -------
        Replay
            Without the disagreement on the least fan of the table, which the session names once.
        """
        result, game = session_game(result)
        if game is not None:
            self.add_game(game)
        return result

    def add_game(self, game: SessionGame) -> None:
        """Take a game of which only this is at hand."""
        self._parts.setdefault((game.source, game.session), []).append(game)

    def results(self) -> Iterator[SessionReplay]:
        """Add up every session of which a hand or the final scores were met, in order of names."""
        for key in sorted({*self._parts, *self._sessions}):
            parts = sorted(self._parts.get(key, []), key=lambda part: (_place(part), part.id))
            yield self._result(key, parts, self._sessions.get(key))

    def _result(
        self, key: tuple[str, str], parts: list[SessionGame], session: Session | None
    ) -> SessionReplay:
        good = [part for part in parts if part.payments is not None]
        known = {part.id for part in good}
        expected = session.games if session and session.games else tuple(p.id for p in parts)
        missing = tuple(name for name in expected if name not in known)
        least = dict.fromkeys(p.least for p in self._parts.get(key, ()) if p.least is not None)
        found = [Disagreement(" ".join(key), "", "", "least fan", *pair) for pair in least]
        tables = [part.players for part in parts]
        shared = {name: None for table in tables for name in table if table.count(name) > 1}
        shared.update(dict.fromkeys(session.shared if session else ()))
        totals, chained = _added(key, good)
        found += chained
        rotation, misplaced = (None, []) if shared else _seats(key, parts)
        found += misplaced
        if session is not None:
            found += _compared(" ".join(key), session, totals, bool(missing) or not good)
        return SessionReplay(
            *key,
            tuple(part.id for part in good),
            totals,
            session.totals if session else None,
            missing,
            tuple(found),
            tuple(shared),
            session.binding if session else True,
            rotation,
        )


def _place(game: SessionGame) -> int:
    return -1 if game.index is None else game.index


def _added(
    key: tuple[str, str], parts: list[SessionGame]
) -> tuple[dict[str, int], list[Disagreement]]:
    """Add up the payments, and compare the scores before each hand while none is missing."""
    totals: dict[str, int] = {}
    found = []
    unbroken = True  # whether all hands so far could be added
    for number, part in enumerate(parts):
        unbroken = unbroken and part.index == number
        if unbroken and part.before is not None:
            before = _by_name(part.players, part.before)
            ours = {name: totals.get(name, 0) for name in before}
            if ours != before:
                found.append(_score(f"{key[0]} {part.id}", part.path, "score", before, ours))
        for player, paid in zip(part.players, part.payments or (), strict=True):
            totals[player] = totals.get(player, 0) + paid
    return totals, found


def _seats(key: tuple[str, str], parts: list[SessionGame]) -> tuple[str | None, list[Disagreement]]:
    """Tell the rotation from the seats, or that none explains them."""
    tables = {
        place: part.players
        for part in parts
        if 0 <= (place := _place(part)) < 16 and part.players[0]
    }
    fits = rotation_of(tables)
    if fits:
        return (fits[0] if len(fits) == 1 else None), []
    seated = "; ".join(f"hand {n + 1} {' '.join(tables[n])}" for n in tables if n % 4 == 0)
    ours = f"no rotation of {', '.join(ROTATIONS)}"
    return None, [Disagreement(" ".join(key), parts[0].path, "", "seats", seated, ours)]


def _compared(
    name: str, session: Session, totals: dict[str, int], incomplete: bool
) -> list[Disagreement]:
    """Compare final scores and table points with what the hands add up to."""
    found = []
    if session.binding and not incomplete and session.totals != totals:
        found.append(_score(name, session.path, "score", session.totals, totals))
    if session.points is not None and len(session.totals) == 4:
        points = table_points(session.totals)
        if points != session.points:
            found.append(_score(name, session.path, "table points", session.points, points))
    return found


def _by_name(players: tuple[str, ...], points: tuple[int, ...]) -> dict[str, int]:
    """Points of each name: of players who share one the sum."""
    sums = dict.fromkeys(players, 0)
    for name, part in zip(players, points, strict=True):
        sums[name] += part
    return sums


def _score(
    name: str,
    path: str,
    what: str,
    recorded: dict[str, int] | dict[str, float],
    ours: dict[str, int] | dict[str, float],
) -> Disagreement:
    texts = [", ".join(f"{who} {n:g}" for who, n in side.items()) for side in (recorded, ours)]
    return Disagreement(name, path, "", what, *texts)


def _said(points: dict[str, int]) -> str:
    return ", ".join(f"{printable(name[:40])} {n:+}" for name, n in points.items())
