"""Replayed hands as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import pandas as pd

from mjlab.errors import MjlabError
from mjlab.frames.schemas import SCHEMAS, SEATS, WINDS, empty, validated
from mjlab.hand import Win
from mjlab.logs.batch import SessionReplay
from mjlab.logs.findings import Disagreement, IllegalEvent
from mjlab.logs.replay import Replay
from mjlab.logs.schema import Game, SetAside
from mjlab.reference import Score
from mjlab.tiles import Wind

__all__ = ["ILLEGAL", "Frames", "make_frames", "no_frames"]

ILLEGAL: Final = "illegal event"
"""What the column ``kind`` of disagreements says of an event that breaks the rules of play."""
_FLAGS: Final = ("self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong")


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """The tables of a set of logs; their columns are documented in :mod:`mjlab.frames.schemas`.

    Parameters
    ----------
    games, hands, wins, win_fans : DataFrame
        Sessions, hands, wins, and the fan of each win.
    disagreements : DataFrame
        Illegal events, and recorded facts that the replay does not confirm.
    set_aside : DataFrame
        What could not be read.
    """

    games: pd.DataFrame
    hands: pd.DataFrame
    wins: pd.DataFrame
    win_fans: pd.DataFrame
    disagreements: pd.DataFrame
    set_aside: pd.DataFrame

    @property
    def played(self) -> pd.DataFrame:
        """The hands that could be replayed to their end: those that statistics are of."""
        return self.hands[self.hands["outcome"] != "error"]


def no_frames() -> Frames:
    """Make the tables of no log at all.

    Examples
    --------
    >>> len(no_frames().hands)
    0
    """
    return Frames(**{name: empty(name) for name in SCHEMAS})


def make_frames(results: Iterable[Replay | SetAside | SessionReplay]) -> Frames:
    """Put replayed hands into tables.

    Parameters
    ----------
    results : iterable of Replay, SetAside or SessionReplay
        What :func:`mjlab.logs.replay_all` yields.

    Returns
    -------
    Frames
        Checked against their schemas. Hands are in the order given; a hand that could not be
        replayed to its end has the outcome ``error`` and no win.

    Raises
    ------
    MjlabError
        If the same hand is among the results twice.

    Notes
    -----
    Names are as recorded. A player without one is called by the seat (``seat E``), and two of one
    name at a table get the seat behind it (``P0 [E]``), for else they would be taken for one.

    Examples
    --------
    >>> from mjlab.logs import replay_all
    >>> frames = make_frames(replay_all(["data/tziakcha/TZ-B00.json"]))
    >>> frames.wins[["player", "seat", "total"]].to_dict("records")
    [{'player': 'P2', 'seat': 'W', 'total': 15}]
    """
    rows = _Rows()
    for result in results:
        if isinstance(result, Replay):
            rows.add(result)
        elif isinstance(result, SetAside):
            rows.set_aside.append(
                {n: getattr(result, n) for n in SCHEMAS["set_aside"].__annotations__}
            )
        else:
            rows.add_session(result)
    return rows.frames()


@dataclass(slots=True)
class _Rows:
    """Rows of each table while they are gathered."""

    games: dict[str, dict[str, Any]] = field(default_factory=dict)
    hands: dict[str, dict[str, Any]] = field(default_factory=dict)
    wins: list[dict[str, Any]] = field(default_factory=list)
    win_fans: list[dict[str, Any]] = field(default_factory=list)
    disagreements: list[dict[str, Any]] = field(default_factory=list)
    set_aside: list[dict[str, Any]] = field(default_factory=list)

    def add(self, result: Replay) -> None:
        game, name = result.game, result.game.name
        if name in self.hands:
            raise MjlabError(
                f"the hand {name!r} is there twice, in {self.hands[name]['path']} and {game.path}",
                hint="replay_all() sets a repeated hand aside",
            )
        session = self.session(game)
        session["n_hands"] += 1
        session["n_wins"] += result.end == "win"
        session["n_errors"] += result.end == "error"
        number = session["n_hands"] if game.index is None else game.index + 1
        players = _names(game.players)
        self.hands[name] = _hand_row(result, session["game"], number, players)
        if result.end == "win" and result.win is not None and result.score is not None:
            row = _win_row(result, result.win, result.score, players)
            self.wins.append({"hand": name, "game": session["game"], **row})
            self.win_fans += [
                {"hand": name, "game": session["game"], "fan": key, "count": count,
                 "value": result.score.rules.fan_value(key),
                 "points": count * result.score.rules.fan_value(key)}
                for key, count in result.score.fans.items()
            ]  # fmt: skip
        self.disagreements += [_illegal_row(found, session["game"]) for found in result.illegal]
        self.disagreements += [_finding_row(f, session["game"]) for f in result.disagreements]

    def session(self, game: Game) -> dict[str, Any]:
        name = f"{game.source} {game.session}" if game.session is not None else game.name
        counts = dict.fromkeys(("n_hands", "n_wins", "n_errors", "n_missing"), 0)
        fresh = {"game": name, "source": game.source, "path": game.path, **counts}
        return self.games.setdefault(name, fresh)

    def add_session(self, result: SessionReplay) -> None:
        name = f"{result.source} {result.id}"
        if name in self.games:
            self.games[name]["n_missing"] = len(result.missing)
        self.disagreements += [_finding_row(found, name) for found in result.disagreements]

    def frames(self) -> Frames:
        rows = {
            "games": list(self.games.values()),
            "hands": list(self.hands.values()),
            "wins": self.wins,
            "win_fans": self.win_fans,
            "disagreements": self.disagreements,
            "set_aside": self.set_aside,
        }
        return Frames(
            **{n: validated(n, pd.DataFrame(r)) if r else empty(n) for n, r in rows.items()}
        )


def _names(players: tuple[str, ...]) -> list[str]:
    """Names under which the four players can be told apart."""
    given = [
        name if name.strip() else f"seat {wind}" for name, wind in zip(players, WINDS, strict=True)
    ]
    often = Counter(given)
    return [
        f"{name} [{wind}]" if often[name] > 1 else name
        for name, wind in zip(given, WINDS, strict=True)
    ]


def _hand_row(result: Replay, session: str, number: int, players: list[str]) -> dict[str, Any]:
    game = result.game
    changes = game.outcome.changes or result.payments or (None,) * 4
    row: dict[str, Any] = {
        "hand": game.name,
        "game": session,
        "number": number,
        "path": game.path,
        "place": game.place,
        "round": game.round.name,
        "outcome": _outcome(result),
        "winner": _wind(result.winner) if result.end == "win" else None,
        "discarder": _wind(result.discarder) if result.end == "win" else None,
        "n_events": len(game.events),
        "wall_left": result.wall,
        "n_false_wins": len(result.false_wins),
        "n_illegal": len(result.illegal),
        "n_disagreements": len(result.disagreements),
    }
    for i, seat in enumerate(SEATS):
        row[f"player_{seat}"] = players[i]
        row[f"change_{seat}"] = changes[i]
        row[f"claims_{seat}"] = result.claims[i]
    return row


def _outcome(result: Replay) -> str:
    if result.end != "win" or result.win is None:
        return "drawn" if result.end == "draw" else "error"
    if result.win.self_drawn:
        return "self_drawn"
    return "robbed_kong" if result.win.robbing_kong else "discard"


def _win_row(result: Replay, win: Win, score: Score, players: list[str]) -> dict[str, Any]:
    return {
        "player": players[int(win.seat)],
        "seat": win.seat.name,
        "round": win.round.name,
        "discarder": None if result.discarder is None else players[result.discarder],
        "text": str(win),
        **{flag: getattr(win, flag) for flag in _FLAGS},
        "concealed": win.is_concealed,
        "flowers": win.flowers,
        "turn": result.turn,
        "fan_total": score.fan_total,
        "total": score.total,
        "recorded_total": result.game.outcome.total,
    }


def _illegal_row(found: IllegalEvent, session: str) -> dict[str, Any]:
    return {
        "hand": found.game,
        "game": session,
        "path": found.path,
        "place": found.place,
        "kind": ILLEGAL,
        "message": found.why,
        "recorded": found.what,
        "computed": found.legal,
    }


def _finding_row(found: Disagreement, session: str) -> dict[str, Any]:
    return {
        "hand": found.game,
        "game": session,
        "path": found.path,
        "place": found.place,
        "kind": found.what,
        "message": f"{found.what} is recorded as {found.recorded}, ours is {found.ours}",
        "recorded": found.recorded,
        "computed": found.ours,
    }


def _wind(player: int | None) -> str | None:
    return None if player is None else Wind(player).name
