"""Records of the platform tziakcha: one hand with flowers, decoded or in the wire form.

A record is a JSON object with ``step``, or with ``script``, which is ``step`` as base64 of zlib of
JSON. A file with ``sessionId`` and ``records`` names the hands and final scores of a session.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from mjlab.errors import LogError, MjlabError
from mjlab.logs import jsontext
from mjlab.logs.fan_names import LISTED_FANS
from mjlab.logs.schema import (
    MOST_POINTS,
    Game,
    Outcome,
    Record,
    Session,
    SetAside,
    WinRecord,
    four,
)
from mjlab.logs.tziakcha_actions import Actions
from mjlab.logs.tziakcha_wall import Wall, tile_of
from mjlab.tiles import Wind

__all__ = ["SOURCE", "detect", "read"]

SOURCE: Final = "tziakcha"
_BASE: Final = 8
_LONGEST_NAME: Final = 200
_MOST_FAN: Final = 10_000


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format.

    Examples
    --------
    >>> detect(b'{"id": "TZ-B00", "step": {"v": 0}}'), detect(b'{"players": []}')
    (True, False)
    """
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    session = b'"sessionId"' in head and b'"records"' in head
    return session or b'"step"' in head or b'"script"' in head


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read a record or a session file.

    Parameters
    ----------
    file : binary file
        Where to read from.
    path : str
        What the file is called.

    Yields
    ------
    Game, Session or SetAside
        One of them.
    """
    name: str | None = None
    try:
        record = _load(file)
        name = _text(record, "", "id", "sessionId")
        if "records" in record:
            yield _session(record, path, name)
        else:
            yield _game(record, path, name)
    except MjlabError as error:
        place, reason = _place(error)
        yield SetAside(SOURCE, path, place, reason, name, _around(error))


def _place(error: MjlabError) -> tuple[str, str]:
    """Part "step.a[3]: no such set" of a message in place and reason."""
    place, colon, reason = error.message.partition(": ")
    if colon and " " not in place and place.startswith(("step", "record", "players")):
        return place, reason
    if error.position is not None:
        return f"character {error.position + 1}", error.message
    return "", error.message


def _around(error: MjlabError) -> str:
    """The text at the place of an error."""
    start = max(0, (error.position or 0) - 20)
    return (error.text or "")[start : start + 80]


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
    index = _number(step, "i", 0, 15)
    wall = Wall(_text(step, "step", "w", longest=288), _number(step, "d", 0, 0xFFFF))
    hands, extra = wall.deal()
    results = _number(step, "b", 0, 0xFFF)
    actions = Actions(wall, false_winners=_players(results >> 8))
    events = actions.read(_list(step, "a"), extra)
    seats = [_object(p, f"step.p[{i}]") for i, p in enumerate(_list(step, "p", 4))]
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
        session=_text(record, "", "belongs") if "belongs" in record else None,
        index=index,
        min_fan=min_fan,
        penalty=penalty,
        wall=(wall.kinds,),
        dice=wall.dice,
        notes=tuple(actions.notes),
    )


def _check_rules(step: dict[str, Any]) -> tuple[int, tuple[int, int]]:
    """Read the rules of the table: the least fan, and what a false win costs and brings."""
    version = _number(step, "v", 0, 10_000)
    if version != 0:
        raise LogError(f"step.v: version {version} of the record is not known, only 0")
    rules = _object(step.get("g"), "step.g")
    base = _number(rules, "b", 0, 10_000, "step.g")
    if base != _BASE:
        raise LogError(f"step.g.b: the rule of {base} base points is not known, only {_BASE}")
    penalty = (-30, 10) if _number(rules, "z", 0, 1, "step.g") else (-40, 0)
    return _number(rules, "l", 0, 100, "step.g"), penalty


def _outcome(
    step: dict[str, Any], seats: list[dict[str, Any]], results: int, declared: int | None
) -> Outcome:
    winners, givers = _players(results), _players(results >> 4)
    changes = [_points(n, f"step.s[{i}]") for i, n in enumerate(_list(step, "s", 4))]
    before = [_points(p.get("s"), f"step.p[{i}].s") for i, p in enumerate(seats)]
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
    details = _object(_list(step, "y", 4)[winner], f"step.y[{winner}]")
    where = f"step.y[{winner}]"
    fans, values = _fans(_object(details.get("t"), f"{where}.t"), where)
    self_drawn = givers[0] == winner
    win = WinRecord(
        winner,
        discarder=None if self_drawn else givers[0],
        self_drawn=self_drawn,
        total=_number(details, "f", 0, _MOST_FAN, where),
        fans=fans,
        fan_counts=tuple(fans.values()),
        values=values,
        hand=_hand(details, where),
        declared=declared,
    )
    return Outcome((win,), **facts)


def _fans(listed: dict[str, Any], where: str) -> tuple[dict[str, int], dict[str, int]]:
    """Read the fan list: number of the fan to value, and 256 for each further time it counts.

    Returns how often each fan counts, and its value.
    """
    fans: dict[str, int] = {}
    values: dict[str, int] = {}
    for number, packed in listed.items():
        place = f"{where}.t.{number[:8]}"
        if not re.fullmatch("0|[1-9][0-9]?", number) or int(number) >= len(LISTED_FANS):
            raise LogError(f"{where}.t: there is no fan number {number[:8]!r}")
        key = LISTED_FANS[int(number)]
        if key is None or key in fans:
            raise LogError(f"{place}: this fan stands twice or is none")
        count = (_whole(packed, place) >> 8) + 1
        if not 1 <= count <= 8:
            raise LogError(f"{place}: a fan does not count {str(count)[:20]} times")
        fans[key], values[key] = count, packed & 255
    return fans, values


def _hand(details: dict[str, Any], where: str) -> tuple[int, ...] | None:
    """Standing tiles of the winner, the winning tile among them; None where not recorded."""
    if "h" not in details:
        return None
    held = _object(details["h"], f"{where}.h")
    numbers = _list(held, "s", where=f"{where}.h")
    return tuple(sorted(tile_of(_whole(n, f"{where}.h.s")) for n in numbers))


def _session(record: dict[str, Any], path: str, name: str) -> Session:
    games = [
        _text(_object(r, f"records[{i}]"), f"records[{i}]", "i")
        for i, r in enumerate(_list(record, "records", where="record"))
    ]
    players = [
        _object(p, f"players[{i}]") for i, p in enumerate(_list(record, "players", 4, "record"))
    ]
    names = Counter(_text(p, f"players[{i}]", "n") for i, p in enumerate(players))
    totals = dict.fromkeys(names, 0)
    for i, player in enumerate(players):
        totals[player["n"]] += _points(player.get("s"), f"players[{i}].s")
    shared = tuple(name for name, often in names.items() if often > 1)
    return Session(SOURCE, name, path, tuple(games), totals, shared)


def _names(seats: list[dict[str, Any]]) -> tuple[str, str, str, str]:
    east, south, west, north = (_text(p, f"step.p[{i}]", "n") for i, p in enumerate(seats))
    return (east, south, west, north)


def _players(mask: int) -> list[int]:
    return [p for p in range(4) if mask >> p & 1]


# Values of JSON, each checked where it is taken ---------------------------------------------


def _whole(value: object, where: str) -> int:
    if type(value) is not int:
        raise LogError(f"{where}: a whole number is expected")
    return value


def _number(record: dict[str, Any], key: str, low: int, high: int, where: str = "step") -> int:
    value = _whole(record.get(key), f"{where}.{key}")
    if not low <= value <= high:
        raise LogError(f"{where}.{key}: {str(value)[:20]} is not from {low} to {high}")
    return value


def _points(value: object, where: str) -> int:
    points = _whole(value, where)
    if abs(points) > MOST_POINTS:
        raise LogError(f"{where}: no score is beyond {MOST_POINTS:,}")
    return points


def _text(record: dict[str, Any], where: str, *keys: str, longest: int = _LONGEST_NAME) -> str:
    for key in keys:
        text = record.get(key)
        if isinstance(text, str):
            if len(text) > longest:
                raise LogError(f"{where or 'record'}.{key}: longer than {longest} characters")
            return text
    raise LogError(f"{where or 'record'}.{keys[0]}: a text is expected")


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise LogError(f"{where}: an object is expected")
    return value


def _list(
    record: dict[str, Any], key: str, length: int | None = None, where: str = "step"
) -> list[Any]:
    value = record.get(key)
    if not isinstance(value, list):
        raise LogError(f"{where}.{key}: a list is expected")
    if length is not None and len(value) != length:
        raise LogError(f"{where}.{key}: {length} entries are expected, not {len(value)}")
    return value
