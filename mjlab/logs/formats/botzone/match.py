"""Matches of the platform Botzone: JSON of the judge's output and the players' answers in turn.

A file is a match object, whose ``logs`` holds them, or that list alone. Programs play, in duplicate
play without flowers; older matches have one wall and flowers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from mjlab.common import json as jsontext
from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.botzone.moves import (
    Moves,
    Offers,
    deal_of,
    read_script,
    tile_named,
    walls_of,
)
from mjlab.logs.formats.fan_names import fan_key
from mjlab.logs.formats.fields import (
    LONGEST_NAME,
    items,
    mapping,
    number,
    points,
    set_aside,
    text,
    whole,
)
from mjlab.logs.formats.identity import game_mark
from mjlab.logs.records import Game, Outcome, Record, WinRecord
from mjlab.rules.seating import four
from mjlab.tiles import Wind

__all__ = ["SOURCE", "detect", "read"]

SOURCE: Final = "botzone"
_MOST_FAN: Final = 10_000
_CODE: Final = re.compile(r"[A-Z][A-Z0-9_ ]{0,19}")
_NOT_ASKED: Final = -4


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    shown = b'"output"' in head and b'"display"' in head
    return (start == b"[" and shown) or (start == b"{" and shown and b'"logs"' in head)


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read a match, or its bare log."""
    try:
        match = jsontext.load(file.read(jsontext.MAX_BYTES + 1))
        yield _MatchReader(match if isinstance(match, dict) else {"logs": match}, path).game()
    except MjlabError as error:
        yield set_aside(SOURCE, path, error)


class _MatchReader:
    def __init__(self, match: dict[str, Any], path: str) -> None:
        self.match = match
        self.path = path
        self.logs = items(match.get("logs"), "logs")
        self.moves = Moves()
        self.round: Wind | None = None
        self.seed: int | None = None
        self.deal: tuple[tuple[int, ...], ...] = ()
        self.one_wall = False
        self.flowers = False
        self.outcome = Outcome(finished=False)
        self.left = [21] * 4

    def game(self) -> Game:
        read_script(self.logs, "logs", self.moves, self.step)
        if self.round is None or not (self.deal or self.outcome.fault):
            raise LogError("logs: the hand breaks off before the deal")
        return self.finished(self.round)

    def finished(self, round_wind: Wind) -> Game:
        events, notes = tuple(self.moves.events), []
        if self.outcome == Outcome(finished=False):
            notes.append("the match was not finished")
        seed, walls = self.initdata()
        if self.one_wall and walls is not None:
            walls = None
            notes.append("the one wall of an older match is not kept")
        seed = self.seed if seed is None else seed
        mark = game_mark(round_wind, self.deal, events)
        return Game(
            source=SOURCE,
            id=mark if seed is None else f"{seed}-{mark}",
            path=self.path,
            place="",
            round=round_wind,
            deal=self.deal,
            events=events,
            outcome=self.outcome,
            players=_names(self.match.get("players")),
            flowers=8 if self.flowers else 0,
            walls="one" if self.one_wall else "duplicate",
            min_fan=8,
            wall=walls,
            seed=seed,
            notes=tuple(notes),
        )

    def initdata(self) -> tuple[int | None, tuple[tuple[int, ...], ...] | None]:
        """What the match was started with: the seed and the walls."""
        data = self.match.get("initdata")
        if isinstance(data, str) and data:
            try:
                data = jsontext.load(data.encode("utf-8", "surrogatepass"))
            except LogError as error:
                raise LogError(f"initdata: {error.message}") from None
        if not isinstance(data, dict):
            return None, None
        seed = number(data, "srand", -(2**63), 2**64, "initdata") if "srand" in data else None
        if "quan" in data and data["quan"] != self.round:
            raise LogError("initdata.quan: another round wind than in the logs")
        walls = data.get("walltiles")
        return seed, walls_of(walls, "initdata.walltiles") if walls else None

    def step(self, entry: dict[str, Any], where: str) -> None:
        """Take one output of the judge."""
        output = mapping(entry.get("output"), f"{where}.output")
        if self.outcome.finished:
            raise LogError("something follows the end of the hand")
        display = mapping(output.get("display"), f"{where}.output.display")
        action = text(display, f"{where}.output.display", "action", longest=20)
        at = f"{where}.output.display"
        if action == "INIT":
            self.init(display, at)
        elif action == "DEAL":
            self.dealt(display, at)
        elif output.get("command") == "finish":
            self.finish(action, display, output, where)
        elif not self.deal:
            raise LogError(f"{action} comes before the deal")
        else:
            self.move(action, display, at)
            self.check_left(display, at)

    def init(self, display: dict[str, Any], at: str) -> None:
        if self.round is not None:
            raise LogError("the hand begins twice")
        self.round = Wind(number(display, "quan", 0, 3, at))
        if "srand" in display:
            self.seed = number(display, "srand", -(2**63), 2**64, at)

    def dealt(self, display: dict[str, Any], at: str) -> None:
        if self.deal:
            raise LogError("tiles are dealt twice")
        self.moves.passed()
        hands = [
            [tile_named(str(name)) for name in items(hand, f"{at}.hand[{p}]")]
            for p, hand in enumerate(items(display.get("hand"), f"{at}.hand", 4))
        ]
        self.deal = deal_of(hands, self.moves, at)
        self.flowers = any(len(hand) > 13 for hand in hands)
        self.one_wall = not isinstance(display.get("tileCnt", []), list) or self.flowers

    def move(self, action: str, display: dict[str, Any], at: str) -> None:
        player = number(display, "player", 0, 3, at)
        name = text(display, at, "tile", longest=20) if action != "GANG" else display.get("tile")
        tile = tile_named(str(name)) if name is not None else None
        offers, moves = _offers(display, at), self.moves
        place = at.partition(".")[0]
        if tile is None or action == "GANG":
            if action != "GANG":
                raise LogError(f"{at}.tile: a tile is expected")
            moves.kong(player, tile, place)
        elif action == "DRAW":
            self.left[player] -= 1
            moves.draw(player, tile, place, offers)
        elif action == "PLAY":
            moves.play(player, tile, place, offers)
        elif action == "CHI":
            middle = tile_named(text(display, at, "tileCHI", longest=20))
            moves.chow(player, middle, tile, place, offers)
        elif action == "PENG":
            moves.pung(player, tile, place, offers)
        elif action == "BUGANG":
            moves.added_kong(player, tile, place, offers)
        elif action == "BUHUA":
            self.flowers = self.one_wall = True
            moves.flower(player, tile, place)
        else:
            raise LogError(f"{action!r} is no move")

    def check_left(self, display: dict[str, Any], at: str) -> None:
        """The judge counts the tiles that are left; of duplicate play for each player."""
        counted = display.get("tileCnt")
        if isinstance(counted, list) and counted != self.left:
            raise LogError(f"{at}.tileCnt: {str(counted)[:40]}, {self.left} tiles are left")

    def finish(
        self, action: str, display: dict[str, Any], output: dict[str, Any], where: str
    ) -> None:
        """The hand ends: by a win, without one, or by a fault."""
        content = mapping(output.get("content"), f"{where}.output.content")
        changes = four(
            [points(content.get(str(p)), f"{where}.output.content.{p}") for p in range(4)]
        )
        at = f"{where}.output.display"
        if "score" in display and display["score"] != list(changes):
            raise LogError(f"{at}.score: not the scores of the content")
        if action == "HUANG":
            self.moves.passed()
            self.outcome = Outcome(changes=changes)
        elif action == "HU":
            player = number(display, "player", 0, 3, at)
            self.moves.win(player, where)
            self.outcome = Outcome((_win(player, display, at),), changes=changes)
        else:
            self.faulty(action, display, changes, where)

    def faulty(
        self, code: str, display: dict[str, Any], changes: tuple[int, int, int, int], where: str
    ) -> None:
        if not _CODE.fullmatch(code):
            raise LogError(f"{code!r} is no end of a hand")
        at = f"{where}.output.display"
        guilty = [p for p in range(4) if changes[p] < 0]
        player = number(display, "player", 0, 3, at) if "player" in display else None
        if player is None:
            if len(guilty) != 1:
                raise LogError(f"{at}: nothing tells whose fault {code} is")
            player = guilty[0]
        fault = self.moves.fault(player, code)
        if code == "WH":
            self.moves.win(player, where, false=True)
        false_winners = (player,) if code == "WH" else ()
        self.outcome = Outcome(fault=fault, changes=changes, false_winners=false_winners)


def _offers(display: dict[str, Any], at: str) -> Offers | None:
    """Read ``canHu``: -4 not asked, less than 0 no win, else fan."""
    if "canHu" not in display:
        return None
    listed = display["canHu"]
    if listed == [_NOT_ASKED] * 4:
        return None
    asked = [whole(n, f"{at}.canHu[{p}]") for p, n in enumerate(items(listed, f"{at}.canHu", 4))]
    if not all(_NOT_ASKED <= n <= _MOST_FAN for n in asked):
        raise LogError(f"{at}.canHu: {str(listed)[:40]} is from -4 on")
    east, south, west, north = [None if n == _NOT_ASKED else max(n, -1) for n in asked]
    return (east, south, west, north)


def _win(player: int, display: dict[str, Any], at: str) -> WinRecord:
    fans: dict[str, int] = {}
    values: dict[str, int] = {}
    for n, entry in enumerate(items(display.get("fan", []), f"{at}.fan")):
        where = f"{at}.fan[{n}]"
        one = mapping(entry, where)
        key = fan_key(text(one, where, "name"))
        if key in fans:
            raise LogError(f"{where}: this fan stands twice")
        fans[key] = number(one, "cnt", 1, 8, where)
        values[key] = number(one, "value", 0, 88, where)
    return WinRecord(
        player,
        total=number(display, "fanCnt", 0, _MOST_FAN, at),
        fans=fans,
        fan_counts=tuple(fans.values()),
        values=values,
    )


def _names(listed: object) -> tuple[str, str, str, str]:
    """Read the names of the players; of programs, those of the programs."""
    names = ["", "", "", ""]
    for p, player in enumerate(listed[:4] if isinstance(listed, list) else []):
        if isinstance(player, dict):
            holders = (player, player.get("bot"), player.get("user"))
            found = [h["name"] for h in holders if isinstance(h, dict) and "name" in h]
            names[p] = found[0][:LONGEST_NAME] if found and isinstance(found[0], str) else ""
    east, south, west, north = names
    return (east, south, west, north)
