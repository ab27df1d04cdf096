"""The native format: JSON Lines that keep everything that a game or a session holds.

Each line is an object with ``"mjlab": 1``, the version of the format, and ``"type"``, which is
``game`` or ``session``. What is not recorded is left out. See docs/native-log.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final, TypeVar

from mjlab.common import json as jsontext
from mjlab.common.json import json_lines
from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.fields import (
    items,
    mapping,
    number,
    points,
    set_aside,
    text,
    whole,
)
from mjlab.logs.formats.format import Format
from mjlab.logs.records import (
    MOST_EVENTS,
    MOST_POINTS,
    Claim,
    Event,
    EventKind,
    Fault,
    Game,
    Outcome,
    Record,
    Session,
    WinRecord,
)
from mjlab.rules import FANS, LOCAL_FANS
from mjlab.rules.seating import four
from mjlab.tiles import N_TILES, Wind, code

__all__ = ["CODES", "FORMAT", "SOURCE", "VERSION", "detect", "native_line", "read"]


SOURCE: Final = "native"
VERSION: Final = 1
_NAMES: Final = {tile: code(tile) for tile in range(N_TILES)}
CODES: Final = {name: tile for tile, name in _NAMES.items()}
"""Tile index by its two characters."""
_KINDS: Final = {kind.value: kind for kind in EventKind}
_MOST_GAMES: Final = 10_000
_LONGEST: Final = 1_000
_FANS: Final = frozenset(one.key for one in (*FANS, *LOCAL_FANS))
_T = TypeVar("_T")


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    return re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"mjlab"\s*:', head) is not None


# Reading --------------------------------------------------------------------------------------


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read the games and sessions of a file line by line.

    Source and id are those of the record that was converted, so that copies are known.
    """
    for line, data in json_lines(file):
        name = None
        try:
            record = mapping(jsontext.load(data), "record")
            name = record["id"][:200] if isinstance(record.get("id"), str) else None
            yield _record(record, path, line)
        except MjlabError as error:
            yield set_aside(SOURCE, path, error, line, name)


def _record(record: dict[str, Any], path: str, line: str) -> Game | Session:
    if record.get("mjlab") != VERSION or type(record["mjlab"]) is not int:
        raise LogError(f"mjlab: version {VERSION} of the format is known, not this one")
    kind = record.get("type")
    if kind == "game":
        return _game(record, path, line)
    if kind == "session":
        return _session(record, path)
    raise LogError("type: game or session is expected")


def _game(record: dict[str, Any], path: str, line: str) -> Game:
    wind = text(record, "", "round")
    if wind not in Wind.__members__:
        raise LogError("round: E, S, W or N is expected")
    deal = [_tiles(hand, f"deal[{i}]") for i, hand in enumerate(_some(record, "deal", 4))]
    walls, winners = record.get("walls", "one"), record.get("winners", "one")
    if walls not in ("one", "duplicate") or winners not in ("one", "all"):
        raise LogError("walls: one or duplicate is expected, and for winners one or all")
    flowers = record.get("flowers", 0)
    if flowers not in (0, 8) or type(flowers) is not int:
        raise LogError("flowers: 0 or 8 is expected")
    listed = items(record.get("players", [""] * 4), "players", 4)
    east, south, west, north = [_text_of(n, f"players[{i}]") for i, n in enumerate(listed)]
    lost, won = [whole(n, "penalty") for n in items(record.get("penalty", [-30, 10]), "penalty", 2)]
    wall = [_tiles(part, f"wall[{i}]") for i, part in enumerate(_some(record, "wall", 4))]
    if "wall" in record and len(wall) != (4 if walls == "duplicate" else 1):
        raise LogError("wall: four walls are expected in duplicate play, else one")
    return Game(
        source=_source(record),
        id=text(record, "", "id", longest=_LONGEST),
        path=path,
        place=line,
        round=Wind[wind],
        deal=tuple(deal),
        events=tuple(_events(record, line)),
        outcome=_outcome(mapping(record.get("outcome", {}), "outcome")),
        players=(east, south, west, north),
        flowers=8 if flowers else 0,
        walls="duplicate" if walls == "duplicate" else "one",
        session=_maybe(record, "session", _text_of),
        index=_maybe(record, "index", _count),
        min_fan=_maybe(record, "min_fan", _count),
        penalty=(points(lost, "penalty"), points(won, "penalty")),
        winners="all" if winners == "all" else "one",
        wall=tuple(wall) if "wall" in record else None,
        dice=tuple([_count(n, "dice") for n in _some(record, "dice", 8)]),
        seed=_maybe(record, "seed", _seed),
        date=_maybe(record, "date", _text_of),
        tags=tuple(_tags(record)),
        origin=_text_of(record.get("origin", ""), "origin"),
        notes=tuple([_text_of(n, "notes") for n in _some(record, "notes", MOST_EVENTS)]),
    )


def _events(record: dict[str, Any], line: str) -> Iterator[Event]:
    for n, listed in enumerate(_some(record, "events", MOST_EVENTS)):
        try:
            name, player, tile, *more = listed
            tile = None if tile is None else CODES[tile]
            kind = _KINDS[name]
        except (KeyError, TypeError, ValueError):
            said = "an event is [kind, player, tile] and perhaps what else is known"
            raise LogError(f"events[{n}]: {said}", text=str(listed)[:80]) from None
        if player not in (0, 1, 2, 3) or type(player) is not int or len(more) > 1:
            said = "a player from 0 to 3 is expected"
            raise LogError(f"events[{n}]: {said}", text=str(listed)[:80])
        place = f"{line}, events[{n}]"
        if not more:
            yield Event(kind, player, tile, None, None, None, place)
        elif (flag := _single_flag(more[0])) is not None:
            yield Event(kind, player, tile, *flag, None, place)
        else:
            yield Event(kind, player, tile, place=place, **_event_facts(more[0], f"events[{n}]"))


def _single_flag(more: object) -> tuple[bool | None, bool | None] | None:
    """Return `from_back` and `drawn_discarded` where one of them is all there is: nearly always."""
    if type(more) is dict and len(more) == 1:
        [(name, value)] = more.items()
        if value is True or value is False:
            if name == "drawn_discarded":
                return None, value
            if name == "from_back":
                return value, None
    return None


def _event_facts(more: object, where: str) -> dict[str, Any]:
    """What else is known of an event."""
    known = mapping(more, where)
    facts: dict[str, Any] = {}
    for name, value in known.items():
        if name in ("from_back", "drawn_discarded"):
            facts[name] = _flag(value, f"{where}.{name}")
        elif name == "time":
            facts[name] = number(known, "time", 0, 2**31, where)
        elif name == "claims":
            listed = items(value, f"{where}.claims")
            facts[name] = tuple([_claim(one, f"{where}.claims") for one in listed])
        elif name == "offers":
            listed = items(value, f"{where}.offers", 4)
            facts[name] = tuple([None if n is None else points(n, where) for n in listed])
        else:
            raise LogError(f"{where}: {name[:40]!r} is not known of an event")
    return facts


def _claim(listed: object, where: str) -> Claim:
    kind, player, tile = items(listed, where, 3)
    if (
        not isinstance(kind, str)
        or kind not in _KINDS
        or player not in (0, 1, 2, 3)
        or type(player) is not int
    ):
        raise LogError(f"{where}: a claim is [kind, player, tile]")
    return Claim(_KINDS[kind], player, None if tile is None else _tile(tile, where))


def _outcome(record: dict[str, Any]) -> Outcome:
    wins = [_win(mapping(w, "outcome.wins"), f"outcome.wins[{i}]")
            for i, w in enumerate(_some(record, "wins", 4))]  # fmt: skip
    false_winners = [_player(p, "outcome.false_winners") for p in _some(record, "false_winners", 4)]
    return Outcome(
        wins=tuple(wins),
        fault=_maybe(record, "fault", _fault),
        finished=_flag(record.get("finished", True), "outcome.finished"),
        changes=_maybe(record, "changes", _scores),
        before=_maybe(record, "before", _scores),
        penalties=_maybe(record, "penalties", _scores),
        false_winners=tuple(false_winners),
    )


def _win(record: dict[str, Any], where: str) -> WinRecord:
    counts = _maybe(record, "fan_counts", items)
    player = _player(record.get("player"), f"{where}.player")
    if record.get("discarder") == player:
        raise LogError(f"{where}: a winner gives no tile to himself")
    return WinRecord(
        player=player,
        discarder=_maybe(record, "discarder", _player),
        self_drawn=_maybe(record, "self_drawn", _flag),
        total=_maybe(record, "total", _total),
        fans=_maybe(record, "fans", _fans),
        fan_counts=None if counts is None else tuple([_count(n, where) for n in counts]),
        values=_maybe(record, "values", _fans),
        hand=_maybe(record, "hand", _tiles),
        declared=_maybe(record, "declared", _total),
    )


def _fault(value: object, where: str) -> Fault:
    record = mapping(value, where)
    tried = tuple(_events({"events": record.get("tried", [])}, where))
    said = _text_of(record.get("said", ""), where)
    return Fault(_player(record.get("player"), where), text(record, where, "code"), said, tried)


def _session(record: dict[str, Any], path: str) -> Session:
    games = [_text_of(n, "games") for n in items(record.get("games", []), "games")]
    if len(games) > _MOST_GAMES:
        raise LogError(f"games: more than {_MOST_GAMES:,} are too many for a session")
    totals = mapping(record.get("totals"), "totals")
    shares = _maybe(record, "points", mapping)
    if shares is not None and not all(
        type(n) in (int, float) and abs(n) <= MOST_POINTS for n in shares.values()
    ):
        raise LogError(f"points: a number up to {MOST_POINTS:,} for each player is expected")
    return Session(
        source=_source(record),
        id=text(record, "", "id", longest=_LONGEST),
        path=path,
        games=tuple(games),
        totals={_text_of(n, "totals"): points(p, "totals") for n, p in totals.items()},
        shared=tuple([_text_of(n, "shared") for n in items(record.get("shared", []), "shared")]),
        points=None if shares is None else {n: float(p) for n, p in shares.items()},
        binding=_flag(record.get("binding", True), "binding"),
    )


# Values of the format -----------------------------------------------------------------------


def _maybe(record: dict[str, Any], name: str, take: Callable[[Any, str], _T]) -> _T | None:
    """Take a value that may be left out."""
    return take(record[name], name) if name in record else None


def _some(record: dict[str, Any], name: str, most: int) -> list[Any]:
    """Take a list that may be left out and has not too many entries."""
    listed = record.get(name, [])
    if not isinstance(listed, list) or len(listed) > most:
        raise LogError(f"{name}: a list of at most {most:,} is expected")
    return listed


def _tags(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for pair in _some(record, "tags", 200):
        name, value = items(pair, "tags", 2)
        yield _text_of(name, "tags"), _text_of(value, "tags")


def _source(record: dict[str, Any]) -> str:
    """Read the name that keys of games begin with."""
    source = text(record, "", "source")
    if not source:
        raise LogError("source: a name is expected")
    return source


def _text_of(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise LogError(f"{where}: a text of at most {_LONGEST:,} characters is expected")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise LogError(f"{where}: true or false is expected")
    return value


def _count(value: object, where: str) -> int:
    return number({"n": value}, "n", 0, 10_000, where)


def _total(value: object, where: str) -> int:
    return number({"n": value}, "n", 0, MOST_POINTS, where)


def _seed(value: object, where: str) -> int:
    return number({"n": value}, "n", -(2**63), 2**64, where)


def _player(value: object, where: str) -> int:
    return number({"n": value}, "n", 0, 3, where)


def _scores(value: object, where: str) -> tuple[int, int, int, int]:
    return four([points(n, where) for n in items(value, where, 4)])


def _tile(name: object, where: str) -> int:
    if not isinstance(name, str) or name not in CODES:
        raise LogError(f"{where}: no tile is called {str(name)[:20]!r}")
    return CODES[name]


def _tiles(value: object, where: str) -> tuple[int, ...]:
    """Read tiles without spaces between: 1m2m3m."""
    written = _text_of(value, where)
    return tuple([_tile(written[i : i + 2], where) for i in range(0, len(written), 2)])


def _fans(value: object, where: str) -> dict[str, int]:
    fans = mapping(value, where)
    for key in fans:
        if key not in _FANS:
            raise LogError(f"{where}: no fan has the key {key[:40]!r}")
    return {key: _count(n, where) for key, n in fans.items()}


# Writing --------------------------------------------------------------------------------------


def native_line(record: Game | Session) -> str:
    """Write a game or a session as a line of JSON, without its end.

    Read again it is equal, but for file and place: those of the record are kept in ``origin``.
    """
    facts = _game_facts(record) if isinstance(record, Game) else _session_facts(record)
    return jsontext.dump(facts)


def _game_facts(game: Game) -> dict[str, Any]:
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
        "deal": [_tiles_text(hand) for hand in game.deal] or None,
        "events": [_event_entry(event) for event in game.events] or None,
        "outcome": _outcome_facts(game.outcome) or None,
        "wall": None if game.wall is None else [_tiles_text(part) for part in game.wall],
        "dice": list(game.dice) or None,
        "seed": game.seed,
        "tags": [list(pair) for pair in game.tags] or None,
        "origin": origin[-1000:] or None,
        "notes": list(game.notes) or None,
    }
    return _recorded(facts)


def _event_entry(event: Event) -> list[Any]:
    tile = None if event.tile is None else _NAMES[event.tile]
    more = _recorded(
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


def _outcome_facts(outcome: Outcome) -> dict[str, Any]:
    return _recorded(
        {
            "wins": [_win_facts(win) for win in outcome.wins] or None,
            "fault": None if outcome.fault is None else _fault_facts(outcome.fault),
            "finished": None if outcome.finished else False,
            "changes": _numbers(outcome.changes),
            "before": _numbers(outcome.before),
            "penalties": _numbers(outcome.penalties),
            "false_winners": list(outcome.false_winners) or None,
        }
    )


def _win_facts(win: WinRecord) -> dict[str, Any]:
    return _recorded(
        {
            "player": win.player,
            "discarder": win.discarder,
            "self_drawn": win.self_drawn,
            "total": win.total,
            "fans": win.fans,
            "fan_counts": _numbers(win.fan_counts),
            "values": win.values,
            "hand": None if win.hand is None else _tiles_text(win.hand),
            "declared": win.declared,
        }
    )


def _fault_facts(fault: Fault) -> dict[str, Any]:
    tried = [_event_entry(event) for event in fault.tried] or None
    said = fault.said or None
    return _recorded({"player": fault.player, "code": fault.code, "said": said, "tried": tried})


def _session_facts(session: Session) -> dict[str, Any]:
    return _recorded(
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


def _tiles_text(tiles: Iterable[int]) -> str:
    return "".join([_NAMES[tile] for tile in tiles])


def _numbers(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _recorded(facts: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not recorded."""
    return {name: value for name, value in facts.items() if value is not None}


FORMAT: Final = Format(
    SOURCE,
    "JSON Lines that keep everything",
    detect,
    read,
    write_game=lambda game: native_line(game) + "\n",
    write_session=lambda session: native_line(session) + "\n",
    suffix=".jsonl",
)
