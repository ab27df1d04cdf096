"""Replayed games gathered column by column, until they are made into tables.

A game costs a few appends to lists and a few joins of bytes: what takes longer, such as finding
the shanten of every decision, is done for many games at once by :mod:`mjlab.dataset.tables`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from mjlab.common.wording import visible
from mjlab.dataset.players import Players, at_table, called
from mjlab.dataset.schemas import EVENT_KINDS, SEAT_NAMES, WINDS
from mjlab.errors import MjlabError
from mjlab.logs import Claim, Disagreement, Game, IllegalEvent, Replay, SetAside
from mjlab.logs.results import Won
from mjlab.rules import RULESETS, RuleSet
from mjlab.tiles import N_TILES, code

__all__ = ["ILLEGAL", "LARGEST", "Gathered", "content_of", "finding_row", "game_key", "session_key",
           "set_aside_row"]  # fmt: skip

ILLEGAL, DISAGREEMENT, SET_ASIDE = range(3)
"""Numbers of the kinds of problems."""
LARGEST: Final = 10**9
"""Recorded numbers beyond this are left out and listed: no game reaches them, and sums of more
would overflow."""
_LARGEST_LEAST: Final = 2**15 - 1
"""As much of the fan that are needed to win."""
_KIND: Final = {kind: number for number, kind in enumerate(EVENT_KINDS)}
_NONE: Final = 255
"""No tile, no player, not recorded: -1 as int8."""
_FLAG: Final = {None: _NONE, False: 0, True: 1}
_OUTCOME: Final = {"draw": 3, "fault": 4, "unfinished": 5, "error": 6}

Row = dict[str, Any]


def game_key(game: Game) -> str:
    """Source and id: how tables call a game."""
    return visible(game.name)


def session_key(source: str, session: str | None) -> str | None:
    """Source and id of a session, if there is one."""
    return None if session is None else visible(f"{source} {session}")


@dataclass(slots=True)
class Gathered:
    """Columns of games while they are gathered; of events a byte each, 255 for none."""

    rules: RuleSet | None = None  # by which the wins were scored; the first win tells
    players: Players = "by-name"
    games: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    wins: list[Row] = field(default_factory=list)
    win_fans: list[Row] = field(default_factory=list)
    problems: list[Row] = field(default_factory=list)
    # For each game the four deals as counts, 168 bytes; empty without play.
    deals: list[bytes] = field(default_factory=list)
    kinds: list[bytes] = field(default_factory=list)
    seats: list[bytes] = field(default_factory=list)
    tiles: list[bytes] = field(default_factory=list)
    backs: list[bytes] = field(default_factory=list)
    drawn: list[bytes] = field(default_factory=list)
    turns: list[bytes] = field(default_factory=list)  # of events that were carried out
    walls: list[bytes] = field(default_factory=list)  # likewise
    times: list[list[int | None] | None] = field(default_factory=list)
    # Game, event and text of the claims that came to nothing.
    overruled: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, result: Replay) -> None:
        """Take a game; refused if it was scored by other rules, or not yet."""
        self.check_rules(result)
        game = result.game
        name, session = game_key(game), session_key(game.source, game.session)
        names = [called(visible(n), session or name, self.players) for n in at_table(game.players)]
        self.add_events(result)
        row = self.game_row(result, name, session)
        too_large = _too_large(row, "number", least=1)
        too_large |= _too_large(row, "least_fan", least=0, most=_LARGEST_LEAST)
        outcome = row["outcome"]
        hands = _hand_rows(result, name, session, names, row["number"], outcome)
        for seat, hand in zip(SEAT_NAMES, hands, strict=True):
            for column in ("change", "score_before", "payment"):
                large = _too_large(hand, column)
                too_large |= {f"{column} of {seat}": found for found in large.values()}
        if result.end == "win":
            for won in result.wins:
                win = _win_row(result, won, name, session, names)
                too_large |= _too_large(win, "total") | _too_large(win, "recorded_total")
                win["total"] = win["total"] or 0
                hands[won.player] |= {"won": True, "total": win["total"],
                                      "self_drawn": win["self_drawn"]}  # fmt: skip
                if won.discarder is not None:
                    hands[won.discarder]["dealt_in"] = True
                self.wins.append(win)
                self.win_fans += _fan_rows(name, won)
        row["n_disagreements"] += len(too_large)
        self.games.append(row)
        self.hands += hands
        self.problems += [_illegal_row(found, game, name, session) for found in result.illegal]
        self.problems += [
            finding_row(found, game.source, name, session) for found in result.disagreements
        ]
        self.problems += [_large_row(row, what, *found) for what, found in too_large.items()]

    def check_rules(self, result: Replay) -> None:
        """Refuse a game that was scored by other rules than those before, or not yet."""
        if result.unscored:
            raise MjlabError(f"{result.game.name} is not scored yet", hint="mjlab.logs.settle")
        scored = next((won.score for won in result.wins if won.score is not None), None)
        known = scored.rules if scored else RULESETS.get(result.rules)
        if self.rules is None:
            self.rules = known
        elif known not in (None, self.rules):
            raise MjlabError(
                f"{result.game.name} was scored by {result.rules}, not by {self.rules.name}",
                hint="replay_all(paths, ruleset) scores all by one",
            )

    def add_events(self, result: Replay) -> None:
        """Take the deal and the events of a game."""
        game, events = result.game, result.game.events
        moments = result.moments
        counts = bytearray(4 * N_TILES)
        legal = bool(moments) or not result.illegal  # else the deal itself may be impossible
        for player, dealt in enumerate(game.deal if legal else ()):
            for tile in dealt:
                counts[player * N_TILES + tile] += 1
        self.deals.append(bytes(counts))
        kinds, seats, tiles = _played(game)
        self.kinds.append(kinds)
        self.seats.append(seats)
        self.tiles.append(tiles)
        self.backs.append(bytes([_FLAG[e.from_back] for e in events]))
        self.drawn.append(bytes([_FLAG[e.drawn_discarded] for e in events]))
        self.turns.append(bytes([moment[0] for moment in moments]))
        self.walls.append(bytes([moment[1] for moment in moments]))
        times = [e.time for e in events]
        self.times.append(times if any(t is not None for t in times) else None)
        for number, event in enumerate(events):
            if event.claims:
                said = ", ".join(map(_claim, event.claims))
                self.overruled.append((len(self.games), number, said))

    def game_row(self, result: Replay, name: str, session: str | None) -> Row:
        """The row of a game whose events were taken."""
        game = result.game
        fault = game.outcome.fault
        return {
            "game": name,
            "session": session,
            "number": None if game.index is None else game.index + 1,
            "source": visible(game.source),
            "path": visible(game.path),
            "place": visible(game.place),
            "round": int(game.round),
            "outcome": _outcome(result),
            "fault": visible(fault.code) if fault and result.end == "fault" else None,
            "n_winners": len(result.wins) if result.end == "win" else 0,
            "replayed": game.has_play,
            "date": None if game.date is None else visible(game.date),
            "walls": int(game.walls == "duplicate"),
            "flowers": game.flowers,
            "least_fan": game.min_fan,
            "n_events": len(game.events),
            "wall_left": result.wall if game.has_play else None,
            "n_false_wins": len(result.false_wins),
            "n_illegal": len(result.illegal),
            "n_disagreements": len(result.disagreements),
            "content": _digest(game, self.kinds[-1], self.seats[-1], self.tiles[-1]),
        }


def content_of(game: Game) -> int:
    """Digest of round, deal and events, or of a result without play."""
    return _digest(game, *_played(game))


def _played(game: Game) -> tuple[bytes, bytes, bytes]:
    """A byte for each event: its kind, who did it, the tile."""
    kinds = bytes([_KIND[event.kind._value_] for event in game.events])
    return (
        kinds,
        _small([event.player for event in game.events], 4),
        _small([event.tile for event in game.events], N_TILES),
    )


def _digest(game: Game, *played: bytes) -> int:
    parts = [bytes([game.round]), *map(_digestible, game.deal), b"/", *played]
    if not game.has_play:
        parts.append(repr((game.session, game.index, game.outcome)).encode("utf-8", "replace"))
    return int.from_bytes(blake2b(b"".join(parts), digest_size=8).digest(), "big", signed=True)


def _digestible(tiles: tuple[int, ...]) -> bytes:
    return _small(list(tiles), N_TILES) + b"/"


def _small(values: list[int | None], end: int) -> bytes:
    """Small numbers as bytes; what is none of them, or None, as _NONE."""
    try:
        made = bytes([_NONE if value is None else value for value in values])
    except ValueError:  # beyond a byte
        made = bytes([v if v is not None and 0 <= v < end else _NONE for v in values])
    return made if not made or max(made.translate(None, b"\xff"), default=0) < end else bytes(
        [v if v < end else _NONE for v in made]
    )  # fmt: skip


def _claim(claim: Claim) -> str:
    seat = WINDS[claim.player] if claim.player in range(4) else repr(claim.player)
    known = claim.tile is not None and 0 <= claim.tile < N_TILES
    return f"{seat} {claim.kind.value}" + (f" {code(claim.tile or 0)}" if known else "")


def _outcome(result: Replay) -> int:
    """Number of the word among OUTCOMES."""
    if result.end != "win":
        return _OUTCOME[result.end]
    won = result.wins[0]
    if won.discarder is None:
        return 0
    return 2 if won.win is not None and won.win.robbing_kong else 1


def _hand_rows(
    result: Replay,
    name: str,
    session: str | None,
    names: list[str],
    number: int | None,
    outcome: int,
) -> list[Row]:
    game = result.game
    unknown = (None,) * 4
    changes = game.outcome.changes or result.payments or unknown
    payments = result.payments if game.has_play and result.payments else unknown
    before = game.outcome.before or unknown
    melds = [len(m) for m in result.melds] or (0, 0, 0, 0)
    counts = (result.claims, melds, result.flowers, result.turns, result.draws)
    # A game of which only the result is known tells nothing of these: not that there was none.
    n_claims, n_melds, flowers, turns, draws = counts if game.has_play else (unknown,) * 5
    return [
        {
            "game": name,
            "session": session,
            "number": number,
            "round": int(game.round),
            "seat": seat,
            "player": names[seat],
            "outcome": outcome,
            "change": changes[seat],
            "payment": payments[seat],
            "score_before": before[seat],
            "won": False,
            "self_drawn": False,
            "dealt_in": False,
            "total": None,
            "n_claims": n_claims[seat],
            "n_melds": n_melds[seat],
            "flowers": flowers[seat],
            "turns": turns[seat],
            "draws": draws[seat],
        }
        for seat in range(4)
    ]


def _win_row(result: Replay, won: Won, name: str, session: str | None, names: list[str]) -> Row:
    win, score, record = won.win, won.score, won.record
    said = record.total if record else None
    row = {
        "game": name,
        "session": session,
        "event": None,
        "seat": won.player,
        "player": names[won.player],
        "round": int(result.game.round),
        "discarder": None if won.discarder is None else names[won.discarder],
        "discarder_seat": -1 if won.discarder is None else won.discarder,
        "self_drawn": won.discarder is None,
        "recorded_total": said,
        "total": said if score is None else score.total,
        "fan_total": None if score is None else score.fan_total,
        "turn": result.turns[won.player] if win else None,
    }
    if win is None:
        unknown = ("hand", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong",
                   "concealed", "flowers")  # fmt: skip
        return row | dict.fromkeys(unknown) | {"tile": -1}
    events = result.game.events
    row["event"] = next(
        n for n in range(len(events) - 1, -1, -1)
        if events[n].player == won.player and events[n].kind == "win"
    )  # fmt: skip
    return row | {
        "hand": str(win),
        "tile": win.tile,
        "last_of_kind": win.last_of_kind,
        "wall_last": win.wall_last,
        "kong_replacement": win.kong_replacement,
        "robbing_kong": win.robbing_kong,
        "concealed": win.is_concealed,
        "flowers": win.flowers,
    }


def _fan_rows(name: str, won: Won) -> list[Row]:
    if won.score is None:
        return []
    rules = won.score.rules
    found = [(key, n, rules.fan_value(key)) for key, n in won.score.fans.items()]
    return [
        {"game": name, "seat": won.player, "fan": key, "count": n, "value": value,
         "points": n * value}
        for key, n, value in found
    ]  # fmt: skip


def _too_large(
    row: Row, column: str, least: int = -LARGEST, most: int = LARGEST
) -> dict[str, tuple[int, int, int]]:
    """Take a number that no table can hold out of a row; tell it and what would be possible."""
    value = row[column]
    if value is None or least <= value <= most:
        return {}
    row[column] = None
    return {column: (value, least, most)}


def _problem(kind: int, source: str | None, path: str, place: str, **more: Any) -> Row:
    row: Row = {
        "kind": kind, "point": None, "reason": "", "source": source, "path": path,
        "place": place, "game": None, "session": None, "recorded": "", "computed": "", **more,
    }  # fmt: skip
    return {name: visible(v) if isinstance(v, str) else v for name, v in row.items()}


def _illegal_row(found: IllegalEvent, game: Game, name: str, session: str | None) -> Row:
    row = _problem(ILLEGAL, game.source, found.path, found.place, reason=found.why,
                   recorded=found.what, computed=found.legal)  # fmt: skip
    return row | {"game": name, "session": session}


def finding_row(
    found: Disagreement, source: str | None, name: str | None, session: str | None
) -> Row:
    """The row of a recorded fact that is not confirmed; `name` and `session` are keys."""
    reason = f"{found.what} is recorded as {found.recorded}, ours is {found.ours}"
    reason += f" ({found.why})" * bool(found.why)
    row = _problem(DISAGREEMENT, source, found.path, found.place, point=found.what, reason=reason,
                   recorded=found.recorded, computed=found.ours)  # fmt: skip
    return row | {"game": name, "session": session}


def set_aside_row(found: SetAside) -> Row:
    """The row of what did not become a game."""
    row = _problem(SET_ASIDE, found.source, found.path, found.place, reason=found.reason,
                   recorded=found.excerpt)  # fmt: skip
    if found.id is not None and found.source is not None:
        row["game"] = visible(f"{found.source} {found.id}")
    return row


def _large_row(game: Row, what: str, value: int, least: int, most: int) -> Row:
    # Python refuses to write numbers of more than some thousand digits.
    said = str(value) if value.bit_length() <= 256 else f"a number of {value.bit_length()} bits"
    row = _problem(DISAGREEMENT, None, "", "", point="number", recorded=said,
                   reason=f"{what} is recorded as {said}: left out",
                   computed=f"a number from {least} to {most}")  # fmt: skip
    return row | {n: game[n] for n in ("source", "path", "place", "game", "session")}
