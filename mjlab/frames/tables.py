"""Replayed hands as tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

import pandas as pd

from mjlab.errors import MjlabError
from mjlab.frames.names import (
    Players,
    SessionKey,
    at_table,
    check_players,
    label_players,
    label_sessions,
)
from mjlab.frames.schemas import SCHEMAS, SEATS, empty, validated
from mjlab.frames.text import visible
from mjlab.hand import Win
from mjlab.logs.batch import SessionReplay
from mjlab.logs.findings import Disagreement, IllegalEvent
from mjlab.logs.replay import Replay
from mjlab.logs.schema import Game, SetAside
from mjlab.reference import Score
from mjlab.rules import RULESETS, RuleSet, ruleset
from mjlab.tiles import Wind

__all__ = ["ILLEGAL", "LARGEST", "Frames", "make_frames", "no_frames"]

ILLEGAL: Final = "illegal event"
"""What the column ``kind`` of disagreements says of an event that breaks the rules of play."""
LARGEST: Final = 10**9
"""Recorded numbers beyond this are left out and listed: no game reaches them, and sums of more
would overflow."""
_FLAGS: Final = ("self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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
    rules : RuleSet, optional
        By which the wins were scored; None where nothing tells.

    Examples
    --------
    >>> no_frames()
    Frames(0 games, 0 hands, 0 wins, 0 win_fans, 0 disagreements, 0 set_aside)
    """

    games: pd.DataFrame
    hands: pd.DataFrame
    wins: pd.DataFrame
    win_fans: pd.DataFrame
    disagreements: pd.DataFrame
    set_aside: pd.DataFrame
    rules: RuleSet | None = None

    def __repr__(self) -> str:
        rows = ", ".join(f"{len(getattr(self, name))} {name}" for name in SCHEMAS)
        return f"Frames({rows}{f'; {self.rules.name}' if self.rules else ''})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{name}</th><td>{len(getattr(self, name)):,}</td>"
            f'<td style="text-align:left">{escape((model.__doc__ or "").splitlines()[0])}</td></tr>'
            for name, model in SCHEMAS.items()
        )
        scored = f"<p>Scored by {escape(self.rules.name)}.</p>" if self.rules else ""
        head = '<tr><th>table</th><th>rows</th><th style="text-align:left">what</th></tr>'
        return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>{scored}"

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
    return Frames(**{name: empty(name) for name in SCHEMAS}, rules=None)


def make_frames(
    results: Iterable[Replay | SetAside | SessionReplay],
    *,
    rules: str | RuleSet | None = None,
    players: Players = "by-name",
) -> Frames:
    """Put replayed hands into tables.

    Parameters
    ----------
    results : iterable of Replay, SetAside or SessionReplay
        What :func:`mjlab.logs.replay_all` yields.
    rules : str or RuleSet, optional
        By which the hands were replayed; the hands tell, unless none of them was won.
    players : "by-name" or "by-session"
        Whether a name is one player in all sessions, or another one in each: then the session
        stands behind a name that more than one session has.

    Returns
    -------
    Frames
        Checked against their schemas. Hands are in the order given; a hand that could not be
        replayed to its end has the outcome ``error`` and no win.

    Raises
    ------
    MjlabError
        If the same hand is among the results twice, if hands were scored by different rulesets,
        or for an unknown way to tell players apart.

    Notes
    -----
    Names are as recorded. A player without one is called by the seat (``seat E``), and two of one
    name at a table get the seat behind it (``P0 [E]``), for else they would be taken for one.
    In names, ids and paths what cannot be seen or stored is escaped, as
    :func:`mjlab.frames.text.visible` does. A recorded number beyond :data:`LARGEST` is missing,
    and listed among the disagreements.

    Examples
    --------
    >>> from mjlab.logs import replay_all
    >>> frames = make_frames(replay_all(["data/tziakcha/TZ-B00.json"]))
    >>> frames.wins[["player", "seat", "total"]].to_dict("records")
    [{'player': 'P2', 'seat': 'W', 'total': 15}]
    """
    check_players(players)
    rows = _Rows(None if rules is None else ruleset(rules))
    for result in results:
        if isinstance(result, Replay):
            rows.add(result)
        elif isinstance(result, SetAside):
            rows.set_aside.append(
                {n: getattr(result, n) for n in SCHEMAS["set_aside"].__annotations__}
            )
        else:
            rows.add_session(result)
    return rows.frames(players)


@dataclass(slots=True)
class _Rows:
    """Rows of each table while they are gathered; in the column ``game`` the key of the session."""

    rules: RuleSet | None
    games: dict[SessionKey, dict[str, Any]] = field(default_factory=dict)
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
        self.check_rules(result)
        session = self.session(game)
        session["n_hands"] += 1
        session["n_wins"] += result.end == "win"
        session["n_errors"] += result.end == "error"
        number = session["n_hands"] if game.index is None else game.index + 1
        players = at_table(game.players)
        row = _hand_row(result, session["game"], number, players)
        too_large = _too_large(row)
        if row["number"] is None:
            row["number"] = session["n_hands"]
        if result.end == "win" and result.win is not None and result.score is not None:
            win = {"hand": name, "game": session["game"]}
            win |= _win_row(result, result.win, result.score, players)
            too_large |= _too_large(win)
            self.wins.append(win)
            self.win_fans += _fan_rows(name, session["game"], result.score)
        row["n_disagreements"] += len(too_large)
        self.hands[name] = row
        self.disagreements += [_illegal_row(found, session["game"]) for found in result.illegal]
        self.disagreements += [_finding_row(f, session["game"]) for f in result.disagreements]
        self.disagreements += [_large_row(row, what, n) for what, n in too_large.items()]

    def check_rules(self, result: Replay) -> None:
        known = result.score.rules if result.score else RULESETS.get(result.rules)
        if self.rules is None:
            self.rules = known
        elif known not in (None, self.rules):
            raise MjlabError(
                f"{result.game.name} was scored by {result.rules}, not by {self.rules.name}",
                hint="replay_all(paths, ruleset) scores all by one",
            )

    def session(self, game: Game) -> dict[str, Any]:
        alone = game.session is None
        key = (game.source, game.id if game.session is None else game.session, not alone)
        counts = dict.fromkeys(("n_hands", "n_wins", "n_errors", "n_missing"), 0)
        fresh = {"game": key, "source": game.source, "path": game.path, **counts}
        return self.games.setdefault(key, fresh)

    def add_session(self, result: SessionReplay) -> None:
        key = (result.source, result.id, True)
        if key in self.games:
            self.games[key]["n_missing"] = len(result.missing)
        self.disagreements += [_finding_row(found, key) for found in result.disagreements]

    def frames(self, players: Players) -> Frames:
        tables = {
            "games": list(self.games.values()),
            "hands": list(self.hands.values()),
            "wins": self.wins,
            "win_fans": self.win_fans,
            "disagreements": self.disagreements,
            "set_aside": self.set_aside,
        }
        labels = label_sessions(row["game"] for rows in tables.values() for row in rows
                                if "game" in row)  # fmt: skip
        for row in (row for rows in tables.values() for row in rows):
            if "game" in row:
                row["game"] = labels[row["game"]]
            row |= {name: visible(v) for name, v in row.items() if isinstance(v, str)}
        if players == "by-session":
            _part(tables["hands"], tables["wins"])
        made = {n: validated(n, pd.DataFrame(r)) if r else empty(n) for n, r in tables.items()}
        return Frames(**made, rules=self.rules)


def _part(hands: list[dict[str, Any]], wins: list[dict[str, Any]]) -> None:
    """Give a player another name in each session."""
    labels = label_players(hands)
    seats = tuple(f"player_{seat}" for seat in SEATS)
    for rows, columns in ((hands, seats), (wins, ("player", "discarder"))):
        for row in rows:
            row |= {n: labels[row["game"], row[n]] for n in columns if row[n] is not None}


def _too_large(row: dict[str, Any]) -> dict[str, int]:
    """Take recorded numbers that no table can hold out of a row."""
    names = ("number", "recorded_total", *(f"change_{seat}" for seat in SEATS))
    found = {n: row[n] for n in names if row.get(n) is not None and abs(row[n]) > LARGEST}
    if row.get("number") is not None and row["number"] < 1:
        found["number"] = row["number"]
    row |= dict.fromkeys(found)
    return found


def _fan_rows(name: str, session: SessionKey, score: Score) -> list[dict[str, Any]]:
    values = {key: score.rules.fan_value(key) for key in score.fans}
    return [
        {"hand": name, "game": session, "fan": key, "count": count, "value": values[key],
         "points": count * values[key]}
        for key, count in score.fans.items()
    ]  # fmt: skip


def _hand_row(
    result: Replay, session: SessionKey, number: int, players: list[str]
) -> dict[str, Any]:
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


def _illegal_row(found: IllegalEvent, session: SessionKey) -> dict[str, Any]:
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


def _finding_row(found: Disagreement, session: SessionKey) -> dict[str, Any]:
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


def _large_row(hand: dict[str, Any], what: str, value: int) -> dict[str, Any]:
    # Python refuses to write numbers of more than some thousand digits.
    said = str(value) if value.bit_length() <= 256 else f"a number of {value.bit_length()} bits"
    row = {n: hand[n] for n in ("hand", "game", "path", "place")} | {"kind": "number"}
    return row | {
        "message": f"{what} is recorded as {said}: left out",
        "recorded": said,
        "computed": f"a number from 1 to {LARGEST}" if what == "number" else f"at most {LARGEST}",
    }


def _wind(player: int | None) -> str | None:
    return None if player is None else Wind(player).name
