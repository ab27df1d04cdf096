"""Portable Majiang Notation: tags in brackets, a hand for each set of them, as PBN has for bridge.

Duplicate events are written so; there several players may win on one discard, and all are paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import BinaryIO, Final

from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.fan_names import NUMBERED_FANS
from mjlab.logs.formats.fields import LONGEST_NAME
from mjlab.logs.formats.format import Format
from mjlab.logs.formats.identity import game_mark
from mjlab.logs.formats.limits import Limits
from mjlab.logs.formats.lines import TextLine, text_lines
from mjlab.logs.formats.tile_names import lowest_of
from mjlab.logs.records import (
    MOST_EVENTS,
    MOST_POINTS,
    Ending,
    Event,
    EventKind,
    Game,
    Outcome,
    Record,
    SetAside,
    WinRecord,
)
from mjlab.rules.seating import four
from mjlab.tiles import Wind

__all__ = ["FORMAT", "KINDS", "SOURCE", "TILES", "TAGS", "detect", "pmn_text", "read"]


SOURCE: Final = "pmn"
TAGS: Final = (
    *("Event", "Site", "Date", "Board", "PWind", "East", "South", "West", "North"),
    *("Deal", "Scoring", "Starting", "Result", "Penalty", "Play", "Fan"),
)
"""The tags of the format, in the order written."""
_KEPT: Final = ("Event", "Site", "Board", "Scoring")
_LONGEST_LINE: Final = 20_000
_MOST_TAGS: Final = 60
_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39})\s+"([^"]*)"\]')
_DEAL: Final = re.compile(r"c([1-9]*)d([1-9]*)b([1-9]*)w([1-4]*)r([1-3]*)f([1-8]*)")
_PLAY: Final = re.compile(r"([TDCPABZR])([0-3])([cdbwrfz][1-9])|(H)([0-3])|(N)[0-3]?")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,7}")
_DATE: Final = re.compile(r"([0-9]{4})\.([0-9]{1,2})\.([0-9]{1,2})")
TILES: Final = {
    **{f"{suit}{n + 1}": 9 * i + n for i, suit in enumerate("cdb") for n in range(9)},
    **{f"w{n + 1}": 27 + n for n in range(4)},
    **{f"r{n + 1}": 33 - n for n in range(3)},
    **{f"f{n + 1}": 34 + n for n in range(8)},
}
"""Tile index by name: characters, dots, bamboo, winds, dragons (red, green, white), flowers."""
_DRAWN: Final = "z1"
KINDS: Final = {
    "T": EventKind.DRAW,
    "D": EventKind.DISCARD,
    "C": EventKind.CHOW,
    "P": EventKind.PUNG,
    "A": EventKind.KONG_CONCEALED,
    "B": EventKind.KONG_ADDED,
    "Z": EventKind.KONG_MELDED,
    "R": EventKind.FLOWER,
    "H": EventKind.WIN,
}
"""What the letters of the play stand for."""
_LETTERS: Final = {kind: letter for letter, kind in KINDS.items()}
_NAMES: Final = {tile: name for name, tile in TILES.items()}
_NUMBERS: Final = {key: n + 1 for n, key in enumerate(NUMBERED_FANS)}
_VALUE: Final = re.compile(r'[^"\r\n]*')
_LIMITS: Final = Limits("PMN", _NAMES)


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    tag = rb'(?:\xef\xbb\xbf)?\s*\[(?:Event|Site|Date|Board|PWind|Deal)\s+"'
    return re.match(tag, head) is not None


# Reading --------------------------------------------------------------------------------------


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read the hands of a file one after another.

    A hand begins with the tag ``Event``, or where a tag comes for the second time.
    """
    tags: dict[str, tuple[str, str]] = {}
    fault: SetAside | None = None
    for line in text_lines(file, _LONGEST_LINE):
        tag = None if line.fault else _TAG.fullmatch(line.text)
        if tag and (tag[1] == "Event" or tag[1] in tags):
            yield from _ended(tags, fault, path)
            tags, fault = {}, None
        if fault is not None or (not line.text and not line.fault):
            continue
        if tag is None or len(tags) == _MOST_TAGS:
            fault = _unreadable(line, path)
        else:
            tags[tag[1]] = (tag[2], line.place)
    yield from _ended(tags, fault, path)


def _unreadable(line: TextLine, path: str) -> SetAside:
    reason = line.fault or 'a tag like [Board "1"] is expected'
    return SetAside(SOURCE, path, line.place, reason, None, line.text)


def _ended(tags: dict[str, tuple[str, str]], fault: SetAside | None, path: str) -> Iterator[Record]:
    if fault is not None:
        yield fault
    elif tags:
        hand = _HandReader(tags, path)
        try:
            yield hand.game()
        except MjlabError as error:
            yield SetAside(SOURCE, path, hand.place, error.message, None, hand.excerpt)


class _HandReader:
    """One hand; `place` and `excerpt` are where the reader stands, for messages."""

    def __init__(self, tags: dict[str, tuple[str, str]], path: str) -> None:
        self.tags = tags
        self.path = path
        self.begin = self.place = next(iter(tags.values()))[1]
        self.excerpt = ""
        self.drawn: dict[int, int] = {}
        self.winners: list[int] = []
        self.ended = False

    def take(self, name: str) -> str:
        if name not in self.tags:
            self.place, self.excerpt = self.begin, ""
            raise LogError(f"the tag {name} is missing")
        value, self.place = self.tags[name]
        self.excerpt = f'[{name} "{value[:60]}"]'
        return value

    def game(self) -> Game:
        wind = self.take("PWind")
        if wind not in Wind.__members__:
            raise LogError("the round wind is E, S, W or N")
        hands = self.take("Deal").split()
        if len(hands) != 4:
            raise LogError("the hands of four players are expected")
        deal = tuple([_dealt(hand) for hand in hands])
        events = tuple(self.events(self.take("Play")))
        if len(events) > MOST_EVENTS:
            raise LogError(f"more than {MOST_EVENTS:,} events are too many for a hand")
        duplicate = self.take("Scoring").startswith("Duplicate")
        flowers = any(t >= 34 for hand in deal for t in hand) or any(
            (e.tile or 0) >= 34 for e in events
        )
        outcome, day = self.outcome(), self.day()
        mark = game_mark(Wind[wind], deal, events)
        board = self.tags["Board"][0][:20] if "Board" in self.tags else ""
        return Game(
            source=SOURCE,
            id="-".join(part for part in (day, board, mark) if part),
            path=self.path,
            place=self.begin,
            round=Wind[wind],
            deal=deal,
            events=events,
            outcome=outcome,
            players=self.names(),
            flowers=8 if flowers or not duplicate else 0,
            walls="duplicate" if duplicate else "one",
            winners="all" if duplicate else "one",
            date=day,
            tags=self.others(),
            notes=() if outcome.finished else ("the end of the hand is not recorded",),
        )

    def names(self) -> tuple[str, str, str, str]:
        names = [self.take(seat) for seat in ("East", "South", "West", "North")]
        if any(len(name) > LONGEST_NAME for name in names):
            raise LogError(f"a name is longer than {LONGEST_NAME} characters")
        east, south, west, north = names
        return (east, south, west, north)

    def others(self) -> tuple[tuple[str, str], ...]:
        """Tags that are kept as they are."""
        known = set(TAGS) - set(_KEPT)
        return tuple([(n, v[:1000]) for n, (v, _) in self.tags.items() if n not in known])

    def day(self) -> str | None:
        if not self.tags.get("Date", ("",))[0].strip("?."):
            return None
        found = _DATE.fullmatch(self.take("Date"))
        try:
            year, month, day = map(int, found.groups() if found else ())
            return date(year, month, day).isoformat()
        except ValueError:
            raise LogError("the date is written like 2022.06.25") from None

    def events(self, play: str) -> Iterator[Event]:
        at = 0
        while at < len(play):
            found = _PLAY.match(play, at)
            self.excerpt = play[at : at + 40]
            if found is None or self.ended:
                raise LogError(f"Play, character {at + 1}: no move is expected here")
            place = f"{self.place}, Play, character {at + 1}"
            at = found.end()
            if found[4]:
                self.winners.append(int(found[5]))
                yield Event(EventKind.WIN, int(found[5]), place=place)
            elif found[6]:
                self.ended = True
            elif self.winners:
                raise LogError("Play: a move follows a win")
            else:
                yield self.event(found[1], int(found[2]), found[3], place)

    def event(self, letter: str, player: int, name: str, place: str) -> Event:
        kind = KINDS[letter]
        if name == _DRAWN:
            if kind is not EventKind.DISCARD or player not in self.drawn:
                raise LogError("z1 stands for the tile just drawn, in a discard")
            return Event(kind, player, self.drawn.pop(player), drawn_discarded=True, place=place)
        if name not in TILES:
            raise LogError(f"no tile is called {name}")
        tile = TILES[name]
        if kind is EventKind.CHOW:
            tile = lowest_of(tile, name)
        if kind is EventKind.DRAW:
            self.drawn[player] = tile
        elif kind is EventKind.DISCARD and self.drawn.pop(player, tile) != tile:
            return Event(kind, player, tile, drawn_discarded=False, place=place)
        return Event(kind, player, tile, place=place)

    def outcome(self) -> Outcome:
        result, before = self.numbers("Result"), self.numbers("Starting")
        penalties = self.numbers("Penalty") or (0, 0, 0, 0)
        changes = result and four([a + b for a, b in zip(result, penalties, strict=True)])
        if any(abs(n) > MOST_POINTS for n in changes or ()):
            raise LogError(f"Result and Penalty: no score is beyond {MOST_POINTS:,}")
        listed = self.take("Fan").split() if "Fan" in self.tags else ["None"] * 4
        if len(listed) != 4:
            raise LogError("the fan of four players are expected, None for who did not win")
        for player, text in enumerate(listed):
            if text != "None" and player not in self.winners:
                raise LogError(f"player {player} has fan and did not win")
        return Outcome(
            wins=tuple([_win(player, listed[player]) for player in dict.fromkeys(self.winners)]),
            finished=bool(self.winners) or self.ended,
            changes=changes,
            before=before,
            penalties=penalties if any(penalties) else None,
        )

    def numbers(self, name: str) -> tuple[int, int, int, int] | None:
        if name not in self.tags:
            return None
        words = self.take(name).split()
        if len(words) != 4 or not all(_NUMBER.fullmatch(word) for word in words):
            raise LogError(f"{name}: four numbers are expected")
        numbers = [int(word) for word in words]
        if any(abs(n) > MOST_POINTS for n in numbers):
            raise LogError(f"{name}: no score is beyond {MOST_POINTS:,}")
        return four(numbers)


def _dealt(text: str) -> tuple[int, ...]:
    """Read a hand of the deal, like c123d4b5w1r2f."""
    found = _DEAL.fullmatch(text)
    if found is None:
        raise LogError("a hand is written like c123d45b678w1234r1f")
    tiles = [TILES[suit + n] for suit, digits in zip("cdbwrf", found.groups(), strict=True)
             for n in digits]  # fmt: skip
    if len(tiles) != 13:
        raise LogError(f"{len(tiles)} tiles are dealt, not 13")
    return tuple(tiles)


def _win(player: int, text: str) -> WinRecord:
    """Read the fan of a winner: number, value and count, or number and count, of each."""
    if text == "None":
        return WinRecord(player)
    fans: dict[str, int] = {}
    values: dict[str, int] = {}
    for item in text.split("."):
        parts = item.split("/")
        if not 2 <= len(parts) <= 3 or not all(re.fullmatch("[0-9]{1,2}", p) for p in parts):
            raise LogError(f"{item[:20]!r} is no fan: number, value and count like 70/1/2")
        number, count = int(parts[0]), int(parts[-1])
        if not 1 <= number <= len(NUMBERED_FANS) or not 1 <= count <= 8:
            raise LogError(f"{item!r}: fan are numbered 1 to 81 and count 1 to 8 times")
        key = NUMBERED_FANS[number - 1]
        if key in fans:
            raise LogError(f"{item!r}: this fan stands twice")
        fans[key] = count
        if len(parts) == 3:
            values[key] = int(parts[1])
    total = sum(values[k] * n for k, n in fans.items()) if len(values) == len(fans) else None
    counts = tuple(fans.values())
    return WinRecord(player, total=total, fans=fans, fan_counts=counts, values=values or None)


# Writing --------------------------------------------------------------------------------------


def pmn_text(game: Game) -> str:
    """Write a hand, of duplicate play or of play from one wall with flowers, and a blank line.

    Claims that came to nothing, offers and times have no place in it.
    """
    _LIMITS.check_played(game)
    outcome, duplicate = game.outcome, game.walls == "duplicate"
    if outcome.ending is Ending.FAULT:
        raise _LIMITS.cannot("a hand that ends by a fault")
    if not duplicate and not game.flowers:
        raise _LIMITS.cannot("play from one wall without flowers")
    if outcome.before is None and outcome.changes is None and outcome.penalties:
        raise _LIMITS.cannot("penalties without scores")
    kept = dict(game.tags)
    penalties = outcome.penalties or (0, 0, 0, 0)
    tags = {
        "Event": kept.get("Event", game.source),
        "Site": kept.get("Site", ""),
        "Date": (game.date or "").replace("-", "."),
        "Board": kept.get("Board", "" if game.index is None else str(game.index + 1)),
        "PWind": game.round.name,
        **dict(zip(("East", "South", "West", "North"), game.players, strict=True)),
        "Deal": " ".join(_hand_text(hand) for hand in game.deal),
        "Scoring": kept.get("Scoring", "Duplicate MCR" if duplicate else "MCR"),
        "Play": _moves_text(game),
        "Fan": " ".join(_fans_text(game, player) for player in range(4)),
    }
    if outcome.before is not None:
        tags["Starting"] = _spaced(outcome.before)
    if outcome.changes is not None:
        pairs = zip(outcome.changes, penalties, strict=True)
        tags["Result"] = _spaced(a - b for a, b in pairs)
        tags["Penalty"] = _spaced(penalties)
    tags |= {name: value for name, value in kept.items() if name not in TAGS}
    ordered = [name for name in TAGS if name in tags] + [name for name in tags if name not in TAGS]
    return "\n".join([*(_tag_text(name, tags[name]) for name in ordered), "", ""])


def _spaced(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _tag_text(name: str, value: str) -> str:
    if not _VALUE.fullmatch(value):
        raise _LIMITS.cannot(f"a quotation mark in the tag {name}")
    return f'[{name} "{value}"]'


def _hand_text(tiles: tuple[int, ...]) -> str:
    names = [_NAMES[tile] for tile in tiles]
    return "".join(s + "".join(sorted(n[1] for n in names if n[0] == s)) for s in "cdbwrf")


def _moves_text(game: Game) -> str:
    moves = [_move_text(event) for event in game.events]
    return "".join(moves) + ("N0" if game.outcome.ending is Ending.DRAW else "")


def _move_text(event: Event) -> str:
    if event.kind not in _LETTERS:
        raise _LIMITS.cannot_kind(event.kind)
    move = f"{_LETTERS[event.kind]}{event.player}"
    if event.kind is EventKind.WIN:
        return move
    if event.drawn_discarded:
        return move + "z1"
    if event.kind is EventKind.CHOW:
        return move + _LIMITS.middle(event.tile)
    return move + _LIMITS.tile(event.tile)


def _fans_text(game: Game, player: int) -> str:
    win = next((win for win in game.outcome.wins if win.player == player), None)
    if win is None or win.fans is None:
        return "None"
    return ".".join(_fan_text(win, key, n) for key, n in win.fans.items())


def _fan_text(win: WinRecord, key: str, count: int) -> str:
    if key not in _NUMBERS:
        raise _LIMITS.cannot(f"the fan {key}, which has no number there")
    value = (win.values or {}).get(key)
    number = _NUMBERS[key]
    return f"{number}/{count}" if value is None else f"{number}/{value}/{count}"


FORMAT: Final = Format(
    SOURCE, "Portable Majiang Notation", detect, read, write_game=pmn_text, suffix=".pmn"
)
