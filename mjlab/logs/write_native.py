"""Writing the native format: a line for each game and session, with everything they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjlab.logs import jsontext
from mjlab.logs.native import VERSION
from mjlab.logs.schema import Event, Fault, Game, Outcome, Session, WinRecord
from mjlab.tiles import N_TILES, code

__all__ = ["native_line"]

_NAMES = {tile: code(tile) for tile in range(N_TILES)}


def native_line(record: Game | Session) -> str:
    """Write a game or a session in the native format.

    Parameters
    ----------
    record : Game or Session
        What a reader gave.

    Returns
    -------
    str
        One line of JSON, without its end. Read again it gives an equal record, but for the file
        and place it is read from; those of the record are kept in ``origin``.

    Examples
    --------
    >>> print(native_line(Session("tziakcha", "S1", "a.json", ("h1",), {"Ann": 8, "Ben": -8})))
    {"mjlab": 1, "type": "session", "source": "tziakcha", "id": "S1", "games": ["h1"], ...}
    """
    facts = _game(record) if isinstance(record, Game) else _session(record)
    return jsontext.dump(facts)


def _game(game: Game) -> dict[str, Any]:
    origin = game.origin or ", ".join(part for part in (game.path, game.place) if part)
    facts: dict[str, Any] = {
        "mjlab": VERSION,
        "type": "game",
        "source": game.source,
        "id": game.id,
        "session": game.session,
        "index": game.index,
        "date": game.date,
        "players": list(game.players) if any(game.players) else None,
        "round": game.round.name,
        "walls": game.walls,
        "flowers": game.flowers or None,
        "winners": None if game.winners == "one" else game.winners,
        "min_fan": game.min_fan,
        "penalty": None if game.penalty == (-30, 10) else list(game.penalty),
        "deal": [_tiles(hand) for hand in game.deal] or None,
        "events": [_event(event) for event in game.events] or None,
        "outcome": _outcome(game.outcome) or None,
        "wall": None if game.wall is None else [_tiles(part) for part in game.wall],
        "dice": list(game.dice) or None,
        "seed": game.seed,
        "tags": [list(pair) for pair in game.tags] or None,
        "origin": origin[-1000:] or None,
        "notes": list(game.notes) or None,
    }
    return _known(facts)


def _event(event: Event) -> list[Any]:
    tile = None if event.tile is None else _NAMES[event.tile]
    more = _known(
        {
            "from_back": event.from_back,
            "drawn_discarded": event.drawn_discarded,
            "time": event.time,
            "claims": [
                [c.kind.value, c.player, None if c.tile is None else _NAMES[c.tile]]
                for c in event.claims
            ]
            or None,
            "offers": None if event.offers is None else list(event.offers),
        }
    )
    listed: list[Any] = [event.kind.value, event.player, tile]
    return [*listed, more] if more else listed


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return _known(
        {
            "wins": [_win(win) for win in outcome.wins] or None,
            "fault": None if outcome.fault is None else _fault(outcome.fault),
            "finished": None if outcome.finished else False,
            "changes": _numbers(outcome.changes),
            "before": _numbers(outcome.before),
            "penalties": _numbers(outcome.penalties),
            "false_winners": list(outcome.false_winners) or None,
        }
    )


def _win(win: WinRecord) -> dict[str, Any]:
    return _known(
        {
            "player": win.player,
            "discarder": win.discarder,
            "self_drawn": win.self_drawn,
            "total": win.total,
            "fans": win.fans,
            "fan_counts": _numbers(win.fan_counts),
            "values": win.values,
            "hand": None if win.hand is None else _tiles(win.hand),
            "declared": win.declared,
        }
    )


def _fault(fault: Fault) -> dict[str, Any]:
    tried = [_event(event) for event in fault.tried] or None
    said = fault.said or None
    return _known({"player": fault.player, "code": fault.code, "said": said, "tried": tried})


def _session(session: Session) -> dict[str, Any]:
    return _known(
        {
            "mjlab": VERSION,
            "type": "session",
            "source": session.source,
            "id": session.id,
            "games": list(session.games) or None,
            "totals": session.totals,
            "shared": list(session.shared) or None,
            "points": session.points,
            "binding": None if session.binding else False,
        }
    )


def _tiles(tiles: Iterable[int]) -> str:
    return "".join([_NAMES[tile] for tile in tiles])


def _numbers(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _known(facts: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not recorded."""
    return {name: value for name, value in facts.items() if value is not None}
