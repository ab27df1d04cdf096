"""Records of the platform tziakcha: one hand with flowers, decoded or in the wire form.

A record is a JSON object with ``step``, or with ``script``, which is ``step`` as base64 of zlib of
JSON. A file with ``sessionId`` and ``records`` names the hands and final scores of a session.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from mjlab.common import json as jsontext
from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.fan_names import LISTED_FANS
from mjlab.logs.formats.fields import (
    items,
    mapping,
    number,
    points,
    set_aside,
    text,
    whole,
)
from mjlab.logs.formats.tziakcha.actions import Actions
from mjlab.logs.formats.tziakcha.wall import Wall, tile_of
from mjlab.logs.records import Game, Outcome, Record, Session, WinRecord
from mjlab.rules.payment import BASE
from mjlab.rules.seating import four
from mjlab.tiles import Wind

__all__ = ["SOURCE", "detect", "read"]

SOURCE: Final = "tziakcha"
_MOST_FAN: Final = 10_000


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    session = b'"sessionId"' in head and b'"records"' in head
    return session or b'"step"' in head or b'"script"' in head


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read a record or a session file."""
    name: str | None = None
    try:
        record = _load(file)
        name = text(record, "", "id", "sessionId")
        if "records" in record:
            yield _session(record, path, name)
        else:
            yield _game(record, path, name)
    except MjlabError as error:
        yield set_aside(SOURCE, path, error, name=name)


def _load(file: BinaryIO) -> dict[str, Any]:
    record = jsontext.load(file.read(jsontext.MAX_BYTES + 1))
    if not isinstance(record, dict):
        raise LogError("a record is a JSON object")
    return record


def _game(record: dict[str, Any], path: str, name: str) -> Game:
    step = record.get("step")
    if step is None:
        script = record.get("script")
        if not isinstance(script, str):
            raise LogError("record: neither step nor script holds the hand")
        step = jsontext.load(jsontext.unpack(script))
    if not isinstance(step, dict):
        raise LogError("step: an object is expected")
    min_fan, penalty = _check_rules(step)
    index = number(step, "i", 0, 15, "step")
    wall = Wall(text(step, "step", "w", longest=288), number(step, "d", 0, 0xFFFF, "step"))
    hands, extra = wall.deal()
    results = number(step, "b", 0, 0xFFF, "step")
    actions = Actions(wall, false_winners=_players(results >> 8))
    events = actions.read(items(step.get("a"), "step.a"), extra)
    seats = [mapping(p, f"step.p[{i}]") for i, p in enumerate(items(step.get("p"), "step.p", 4))]
    east, south, west, north = (tuple(tile_of(n) for n in hand) for hand in hands)
    return Game(
        source=SOURCE,
        id=name,
        path=path,
        place="",
        round=Wind(index // 4),
        deal=(east, south, west, north),
        events=events,
        outcome=_outcome(step, seats, results, actions.declared),
        players=_names(seats),
        flowers=8,
        walls="one",
        session=text(record, "", "belongs") if "belongs" in record else None,
        index=index,
        min_fan=min_fan,
        penalty=penalty,
        wall=(wall.kinds,),
        dice=wall.dice,
        notes=tuple(actions.notes),
    )


def _check_rules(step: dict[str, Any]) -> tuple[int, tuple[int, int]]:
    """Read the rules of the table: the least fan, and what a false win costs and brings."""
    version = number(step, "v", 0, 10_000, "step")
    if version != 0:
        raise LogError(f"step.v: version {version} of the record is not known, only 0")
    rules = mapping(step.get("g"), "step.g")
    base = number(rules, "b", 0, 10_000, "step.g")
    if base != BASE:
        raise LogError(f"step.g.b: the rule of {base} base points is not known, only {BASE}")
    penalty = (-30, 10) if number(rules, "z", 0, 1, "step.g") else (-40, 0)
    return number(rules, "l", 0, 100, "step.g"), penalty


def _outcome(
    step: dict[str, Any], seats: list[dict[str, Any]], results: int, declared: int | None
) -> Outcome:
    winners, givers = _players(results), _players(results >> 4)
    changes = [points(n, f"step.s[{i}]") for i, n in enumerate(items(step.get("s"), "step.s", 4))]
    before = [points(p.get("s"), f"step.p[{i}].s") for i, p in enumerate(seats)]
    facts: dict[str, Any] = {
        "changes": four(changes),
        "before": four(before),
        "false_winners": tuple(_players(results >> 8)),
    }
    if len(winners) > 1 or len(givers) > 1:
        raise LogError(f"step.b: {results} names more than one winner or discarder")
    if not winners:
        return Outcome(**facts)
    winner = winners[0]
    if not givers:
        raise LogError(f"step.b: {results} does not say who gave the winning tile")
    details = mapping(items(step.get("y"), "step.y", 4)[winner], f"step.y[{winner}]")
    where = f"step.y[{winner}]"
    fans, values = _fans(mapping(details.get("t"), f"{where}.t"), where)
    self_drawn = givers[0] == winner
    win = WinRecord(
        winner,
        discarder=None if self_drawn else givers[0],
        self_drawn=self_drawn,
        total=number(details, "f", 0, _MOST_FAN, where),
        fans=fans,
        fan_counts=tuple(fans.values()),
        values=values,
        hand=_hand(details, where),
        declared=declared,
    )
    return Outcome((win,), **facts)


def _fans(listed: dict[str, Any], where: str) -> tuple[dict[str, int], dict[str, int]]:
    """How often each fan counts, and its value.

    By the number of the fan the list has the value, and 256 for each further time it counts.
    """
    fans: dict[str, int] = {}
    values: dict[str, int] = {}
    for name, packed in listed.items():
        place = f"{where}.t.{name[:8]}"
        if not re.fullmatch("0|[1-9][0-9]?", name) or int(name) >= len(LISTED_FANS):
            raise LogError(f"{where}.t: there is no fan number {name[:8]!r}")
        key = LISTED_FANS[int(name)]
        if key is None or key in fans:
            raise LogError(f"{place}: this fan stands twice or is none")
        count = (whole(packed, place) >> 8) + 1
        if not 1 <= count <= 8:
            raise LogError(f"{place}: a fan does not count {str(count)[:20]} times")
        fans[key], values[key] = count, packed & 255
    return fans, values


def _hand(details: dict[str, Any], where: str) -> tuple[int, ...] | None:
    """Standing tiles of the winner, the winning tile among them; None where not recorded."""
    if "h" not in details:
        return None
    held = mapping(details["h"], f"{where}.h")
    numbers = items(held.get("s"), f"{where}.h.s")
    return tuple(sorted(tile_of(whole(n, f"{where}.h.s")) for n in numbers))


def _session(record: dict[str, Any], path: str, name: str) -> Session:
    games = [
        text(mapping(r, f"records[{i}]"), f"records[{i}]", "i")
        for i, r in enumerate(items(record.get("records"), "record.records"))
    ]
    players = [
        mapping(p, f"players[{i}]")
        for i, p in enumerate(items(record.get("players"), "record.players", 4))
    ]
    names = Counter(text(p, f"players[{i}]", "n") for i, p in enumerate(players))
    totals = dict.fromkeys(names, 0)
    for i, player in enumerate(players):
        total = totals[player["n"]] + points(player.get("s"), f"players[{i}].s")
        totals[player["n"]] = points(total, f"players[{i}].s")
    shared = tuple(name for name, often in names.items() if often > 1)
    return Session(SOURCE, name, path, tuple(games), totals, shared)


def _names(seats: list[dict[str, Any]]) -> tuple[str, str, str, str]:
    east, south, west, north = (text(p, f"step.p[{i}]", "n") for i, p in enumerate(seats))
    return (east, south, west, north)


def _players(mask: int) -> list[int]:
    return [p for p in range(4) if mask >> p & 1]
