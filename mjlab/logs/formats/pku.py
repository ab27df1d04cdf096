"""The text format of the PKU data set: one event a line, tiles as W, B, T, F and J.

A file holds any number of hands of duplicate play without flowers: 34 tiles for each player, 13
of them dealt. Hands are read one at a time, so a file may be as long as it likes. The points and
the scores may be left out, so that a hand written down by a player can be scored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.fan_names import read_fan_list
from mjlab.logs.formats.format import Format
from mjlab.logs.formats.limits import Limits
from mjlab.logs.formats.lines import NOT_UTF8, TextLine, text_lines
from mjlab.logs.formats.tile_names import PLAIN_NAMES, lowest_of
from mjlab.logs.records import (
    CLAIMS,
    Claim,
    Ending,
    Event,
    EventKind,
    Game,
    Outcome,
    Record,
    SetAside,
    WinRecord,
)
from mjlab.rules import fan
from mjlab.rules.seating import four
from mjlab.tiles import Wind

__all__ = ["FORMAT", "SOURCE", "detect", "pku_text", "read"]


SOURCE: Final = "pku"
_LIMITS: Final = Limits("PKU text", PLAIN_NAMES)
_LONGEST_LINE: Final = 1_000
_MOST_LINES: Final = 600
"""A hand has at most 84 draws, each with a discard and a claim or two."""

_KINDS: Final = {
    "Draw": EventKind.DRAW,
    "Play": EventKind.DISCARD,
    "Chi": EventKind.CHOW,
    "Peng": EventKind.PUNG,
    "Gang": EventKind.KONG_MELDED,
    "AnGang": EventKind.KONG_CONCEALED,
    "BuGang": EventKind.KONG_ADDED,
    "Hu": EventKind.WIN,
}
_WORDS: Final = {kind: word for word, kind in _KINDS.items()}
_IGNORABLE: Final = ("Chi", "Peng", "Gang", "Hu")
_TILES: Final = {name: tile for tile, name in PLAIN_NAMES.items()}
_PLAIN: Final = {
    f"Player {player} {verb} {name}": (kind, player, tile)
    for verb, kind in _KINDS.items()
    if verb not in ("Chi", "Hu")
    for name, tile in _TILES.items()
    for player in range(4)
}
"""Most of the lines, so that they need not be taken apart."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    return re.match(rb"(?:\xef\xbb\xbf)?\s*Match[ \t]+\S+[ \t]*\r?\n\s*Wind\b", head) is not None


# Reading --------------------------------------------------------------------------------------


class _Block(NamedTuple):
    """The lines of a hand; `closed` if a blank line or another hand follows, not the file's end."""

    lines: list[TextLine]
    closed: bool


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read the hands of a file one after another.

    One that cannot be read is set aside with its first fault; the next begins at a ``Match``.
    """
    for block in _blocks(file, path):
        if isinstance(block, SetAside):
            yield block
            continue
        reader = _HandReader(path, block)
        foreign = next((line for line in block.lines if line.foreign), None)
        try:
            game = reader.game()
        except MjlabError as error:
            line, reason = reader.line, error.message
            if foreign and foreign.number <= line.number:
                line, reason = foreign, NOT_UTF8
            yield _aside(line, path, reason, reader.id)
            continue
        if foreign and not reader.names_foreign:  # nothing tells that it is GB 18030
            yield _aside(foreign, path, NOT_UTF8)
        else:
            yield game
        for line in block.lines[reader.next : reader.next + 1]:
            yield _aside(line, path, "the next hand begins with Match")


def _aside(line: TextLine, path: str, reason: str, name: str | None = None) -> SetAside:
    return SetAside(SOURCE, path, line.place, reason, name, line.text)


def _blocks(file: BinaryIO, path: str) -> Iterator[_Block | SetAside]:
    """Cut a file at its ``Match`` lines; faults of the text end a hand early."""
    block: list[TextLine] = []
    fault: SetAside | None = None
    closed = False
    for line in text_lines(file, _LONGEST_LINE, "gb18030"):
        text, is_move = line.text, line.text.startswith("Player ") and line.fault is None
        if is_move and block and fault is None and len(block) < _MOST_LINES:
            block.append(line)
            closed = False
        elif line.fault is not None:
            if _aside(line, path, line.fault).excerpt.startswith("Match "):
                yield from _ended(block, fault, closed=True)  # nothing is wrong with that hand
                block, fault = [], None
            fault = fault or _fault_of(line, block, path)
            closed = False
        elif text == "Match" or text.startswith(("Match ", "Match\t")):
            yield from _ended(block, fault, closed=True)
            block, fault, closed = [line], None, False
        elif not text:
            closed = True
        elif fault is None:
            fault = _fault_of(line, block, path)
            if fault is None:
                block.append(line)
            closed = False
    yield from _ended(block, fault, closed)


def _fault_of(line: TextLine, block: list[TextLine], path: str) -> SetAside | None:
    """Why a line cannot belong to the hand before it; None if it may."""
    name = block[0].text.partition(" ")[2].strip() or None if block else None
    if line.fault is not None:
        return _aside(line, path, line.fault, name)
    if not block and not line.text.startswith("Match"):
        return _aside(line, path, "a hand begins with Match")
    if len(block) == _MOST_LINES:
        return _aside(line, path, f"no hand has more than {_MOST_LINES} lines", name)
    return None


def _ended(
    block: list[TextLine], fault: SetAside | None, closed: bool
) -> Iterator[_Block | SetAside]:
    if fault is not None:
        yield fault
    elif block:
        yield _Block(block, closed)


class _HandReader:
    """One hand, line by line; `line` is where the reader stands, for messages."""

    def __init__(self, path: str, block: _Block) -> None:
        self.path = path
        self.lines = block.lines
        self.closed = block.closed
        self.line = block.lines[0]
        self.next = 0
        self.id: str | None = None
        self.notes: list[str] = []
        self.names_foreign = False

    def coming(self) -> str | None:
        """Return the first word of the next line; None at the end of the hand."""
        if self.next == len(self.lines):
            return None
        return self.lines[self.next].text.split(None, 1)[0]

    def take(self, expected: str) -> list[str]:
        if self.next == len(self.lines):
            raise LogError(f"the hand breaks off: {expected} is expected")
        self.line = self.lines[self.next]
        self.next += 1
        return self.line.text.split()

    def game(self) -> Game:
        match self.take("Match"):
            case ["Match", name]:
                self.id = name
            case _:
                raise LogError("a hand begins with Match and its name")
        match self.take("Wind"):
            case ["Wind", ("0" | "1" | "2" | "3") as wind]:
                round_wind = Wind(int(wind))
            case _:
                raise LogError("Wind and a number from 0 to 3 is expected")
        hands = [self.deal(player) for player in range(4)]
        events = self.events()
        outcome = self.outcome(events)
        return Game(
            source=SOURCE,
            id=self.id,
            path=self.path,
            place=self.lines[0].place,
            round=round_wind,
            deal=(hands[0], hands[1], hands[2], hands[3]),
            events=tuple(events),
            outcome=outcome,
            walls="duplicate",
            notes=tuple(self.notes),
        )

    def deal(self, player: int) -> tuple[int, ...]:
        match self.take(f"Player {player} Deal"):
            case ["Player", seat, "Deal", *tiles] if seat == str(player):
                if len(tiles) != 13:
                    raise LogError(f"{len(tiles)} tiles are dealt, not 13")
                return tuple(self.tile(name) for name in tiles)
            case _:
                raise LogError(f"Player {player} Deal and 13 tiles is expected")

    def tile(self, name: str) -> int:
        if name not in _TILES:
            raise LogError(f"no tile is called {name!r}: W1-9, B1-9, T1-9, F1-4 or J1-3")
        return _TILES[name]

    def events(self) -> list[Event]:
        """Read the lines of the players."""
        events: list[Event] = []
        plain = _PLAIN.get
        for number, text, *_ in self.lines[self.next :]:
            known = plain(text)
            if known is not None:
                kind, player, tile = known
                events.append(Event(kind, player, tile, None, None, None, f"line {number}"))
            elif text.split(None, 1)[0] == "Player":
                self.line = self.lines[self.next]
                events.append(self.event(events))
            else:
                break
            self.next += 1
        self.line = self.lines[self.next - 1]
        return events

    def event(self, before: list[Event]) -> Event:
        """Read an event that is not among the plain ones."""
        words = self.line.text.split()
        kind, player, tile = self.action(words[:4], tuple(_KINDS))
        claims = tuple(self.ignored(words[4:]))
        if kind is EventKind.WIN and before and before[-1].kind is EventKind.DRAW:
            tile = self.drawn_win(player, tile, before)
        return Event(kind, player, tile, place=self.line.place, claims=claims)

    def ignored(self, words: list[str]) -> Iterator[Claim]:
        while words:
            if words[0] != "Ignore":
                raise LogError(f"Ignore is expected, not {words[0]!r}")
            yield Claim(*self.action(words[1:5], _IGNORABLE))
            words = words[5:]

    def action(self, words: list[str], verbs: tuple[str, ...]) -> tuple[EventKind, int, int]:
        match words:
            case ["Player", ("0" | "1" | "2" | "3") as player, verb, name] if verb in verbs:
                tile = self.tile(name)
                return _KINDS[verb], int(player), lowest_of(tile, name) if verb == "Chi" else tile
            case _:
                raise LogError("Player, a number, one of " + ", ".join(verbs) + " and a tile"
                               " is expected")  # fmt: skip

    def drawn_win(self, player: int, tile: int, before: list[Event]) -> int:
        """On self-draw an older release names the last discard instead of the tile drawn."""
        drawn = before[-1]
        if player != drawn.player or drawn.tile is None or tile == drawn.tile:
            return tile
        discards = (event.tile for event in reversed(before) if event.kind is EventKind.DISCARD)
        if tile != next(discards, None):
            return tile
        self.notes.append("Hu names the last discard, the win is on the tile drawn")
        return drawn.tile

    def outcome(self, events: list[Event]) -> Outcome:
        winner = events[-1].player if events and events[-1].kind is EventKind.WIN else None
        if winner is not None and self.coming() in (None, "Score"):
            self.notes.append("Fan is not recorded")
            return Outcome((WinRecord(winner),), changes=self.score())
        match self.take("Hu or Huang"):
            case ["Huang"]:
                if winner is not None:
                    raise LogError("a hand with Hu ends with Fan, not with Huang")
                return Outcome(changes=self.score())
            case ["Fan", total, *names] if _NUMBER.fullmatch(total) and total[0] != "-":
                if winner is None:
                    raise LogError("Fan follows Hu")
                return self.points(winner, int(total), "".join(names))
            case _:
                raise LogError("Player, Fan or Huang is expected")

    def points(self, winner: int, total: int, names: str) -> Outcome:
        if not names:
            self.notes.append("the names of the fan are not recorded")
            return Outcome((WinRecord(winner, total=total),), changes=self.score(cut=True))
        fans, counts = read_fan_list(names)
        if fans is None:
            self.notes.append("the names of the fan are destroyed")
        elif self.line.foreign:
            self.names_foreign = True
            self.notes.append("the text is GB 18030, not UTF-8")
        win = WinRecord(winner, total=total, fans=fans, fan_counts=counts)
        return Outcome((win,), changes=self.score(cut=True))

    def score(self, cut: bool = False) -> tuple[int, int, int, int] | None:
        """Read the scores if they are there; `cut` if a file that ends before them broke off."""
        if self.coming() is None and not (cut and not self.closed):
            self.notes.append("Score is not recorded")
            return None
        match self.take("Score, or a blank line,"):
            case ["Score", *numbers] if len(numbers) == 4 and all(
                _NUMBER.fullmatch(n) for n in numbers
            ):
                scores = four([int(n) for n in numbers])
                if self.line.open and (left := sum(scores)):
                    raise LogError("the hand breaks off: the line has no end, and its scores add"
                                   f" up to {left}, not to 0")  # fmt: skip
                return scores
            case _:
                raise LogError("Score and four numbers is expected")


# Writing --------------------------------------------------------------------------------------


def pku_text(game: Game) -> str:
    """Write a hand of duplicate play without flowers, with one winner or none, and a blank line.

    Names, times, offers and the undrawn tiles have no place in it.
    """
    _LIMITS.check_duplicate_play(game)
    outcome = game.outcome
    if outcome.ending in (Ending.FAULT, Ending.UNFINISHED):
        raise _LIMITS.cannot(f"a hand that ends by {outcome.ending.value}")
    lines = [f"Match {'_'.join(game.id.split()) or 'game'}", f"Wind {int(game.round)}"]
    for player, hand in enumerate(game.deal):
        lines.append(f"Player {player} Deal {' '.join(map(_LIMITS.tile, hand))}")
    lines += _event_lines(game)
    if outcome.wins:
        lines += _fan_lines(outcome.wins[0])
    else:
        lines.append("Huang")
    if outcome.changes is not None:
        lines.append("Score " + " ".join(map(str, outcome.changes)))
    return "\n".join([*lines, "", ""])


def _event_lines(game: Game) -> Iterator[str]:
    """A line for each event; a win or a claim names the tile that was on offer before it."""
    offered: int | None = None
    for event in game.events:
        claims = [_act_text(claim, offered) for claim in event.claims]
        yield " Ignore ".join([_act_text(event, offered), *claims])
        if event.kind in (EventKind.DRAW, EventKind.DISCARD, EventKind.KONG_ADDED):
            offered = event.tile
        elif event.kind in CLAIMS:
            offered = None


def _act_text(act: Event | Claim, offered: int | None) -> str:
    if act.kind not in _WORDS:
        raise _LIMITS.cannot_kind(act.kind)
    if act.kind is EventKind.CHOW:
        name = _LIMITS.middle(act.tile)
    else:
        name = _LIMITS.tile(offered if act.tile is None else act.tile)
    return f"Player {act.player} {_WORDS[act.kind]} {name}"


def _fan_lines(win: WinRecord) -> list[str]:
    if win.total is None:
        return []
    if win.fans is not None:
        listed = "+".join(f"{fan(key).zh}*{n}" for key, n in win.fans.items())
    else:
        listed = "+".join(f"?*{n}" for n in win.fan_counts or ())
    return [f"Fan {win.total} {listed}".rstrip()]


FORMAT: Final = Format(
    SOURCE,
    "text of the PKU data set, duplicate play",
    detect,
    read,
    write_game=pku_text,
    suffix=".txt",
)
