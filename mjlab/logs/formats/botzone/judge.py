"""Logs of local judges and self-play: JSON Lines, a hand a line, what was asked and answered.

Each line has ``log``, in which what the judge tells the four players and what they answer take
turns, as on Botzone but without its display; the end follows from the last answers and ``scores``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from mjlab.common import json as jsontext
from mjlab.common.json import json_lines
from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.botzone.moves import Moves, deal_of, read_script, tile_named, walls_of
from mjlab.logs.formats.fields import items, mapping, number, points, set_aside
from mjlab.logs.formats.identity import game_mark
from mjlab.logs.records import Game, Outcome, Record, WinRecord
from mjlab.rules.seating import four
from mjlab.tiles import Wind

__all__ = ["SOURCE", "detect", "read"]

SOURCE: Final = "judge"


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start == b"{" and b'"log"' in head and b'"response"' in head


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read the hands of a file line by line."""
    for line, data in json_lines(file):
        try:
            yield _HandReader(mapping(jsontext.load(data), "record"), path, line).game()
        except MjlabError as error:
            yield set_aside(SOURCE, path, error, line)


class _HandReader:
    def __init__(self, record: dict[str, Any], path: str, line: str) -> None:
        self.record = record
        self.path = path
        self.line = line
        self.moves = Moves()
        self.round: Wind | None = None
        self.deal: tuple[tuple[int, ...], ...] = ()
        self.flowers = False

    def game(self) -> Game:
        log = items(self.record.get("log"), "log")
        read_script(log, "log", self.moves, self.step)
        outcome = self.end(f"log[{len(log) - 1}]")
        if self.round is None or not (self.deal or outcome.fault):
            raise LogError("log: the hand breaks off before the deal")
        return self.finished(self.round, outcome)

    def finished(self, round_wind: Wind, outcome: Outcome) -> Game:
        record, events = self.record, tuple(self.moves.events)
        if record.get("quan", int(round_wind)) != round_wind:
            raise LogError("quan: another round wind than in the log")
        seed = number(record, "seed", -(2**63), 2**64, "record") if "seed" in record else None
        walls = record.get("walltiles")
        mark = game_mark(round_wind, self.deal, events)
        return Game(
            source=SOURCE,
            id=mark if seed is None else f"{seed}-{mark}",
            path=self.path,
            place=self.line,
            round=round_wind,
            deal=self.deal,
            events=events,
            outcome=outcome,
            flowers=8 if self.flowers else 0,
            walls="one" if self.flowers else "duplicate",
            min_fan=8,
            wall=walls_of(walls, "walltiles") if walls and not self.flowers else None,
            seed=seed,
            notes=() if outcome.finished else ("the hand was not finished",),
        )

    def step(self, told: dict[str, Any], where: str) -> None:
        """Take what the judge tells the players."""
        texts = [told.get(p) for p in "0123"]
        words = [text.split() if isinstance(text, str) else [] for text in texts]
        if not all(words):
            raise LogError("a text for each player is expected")
        kinds = {word[0] for word in words}
        if kinds == {"0"}:
            self.init(words)
        elif kinds == {"1"}:
            self.dealt(words, where)
        elif not self.deal:
            raise LogError("a move comes before the deal")
        elif "2" in kinds:
            self.draw(words, where)
        elif all(word == words[0] for word in words) and kinds == {"3"}:
            self.move(words[0], where)
        else:
            raise LogError("the players are not told the same")

    def init(self, words: list[list[str]]) -> None:
        if self.round is not None:
            raise LogError("the hand begins twice")
        winds = {tuple(word[2:]) for word in words}
        seats = [word[1:2] for word in words]
        if seats != [["0"], ["1"], ["2"], ["3"]] or winds not in [{(w,)} for w in "0123"]:
            raise LogError("0, the seat and the round wind from 0 to 3 are expected")
        self.round = Wind(int(words[0][2]))

    def dealt(self, words: list[list[str]], where: str) -> None:
        """1, four numbers of flowers, thirteen tiles, and the flowers of all players."""
        if self.deal:
            raise LogError("tiles are dealt twice")
        self.moves.passed()
        counts = words[0][1:5]
        if (
            len(counts) != 4
            or not all(n.isascii() and n.isdigit() and len(n) == 1 for n in counts)
            or any(word[1:5] != counts for word in words)
        ):
            raise LogError("four numbers of flowers are expected, the same for each player")
        flowers = [tile_named(name) for name in words[0][18:]]
        if len(flowers) != sum(map(int, counts)) or any(
            word[18:] != words[0][18:] for word in words
        ):
            raise LogError("thirteen tiles and the flowers of all players are expected")
        hands = []
        for p, word in enumerate(words):
            own, flowers = flowers[: int(counts[p])], flowers[int(counts[p]) :]
            tiles = [tile_named(name) for name in word[5:18]]
            kept = 13 - len(own)
            hands.append([*tiles[:kept], *own, *tiles[kept:]])
        self.flowers = any(n != "0" for n in counts)
        self.deal = deal_of(hands, self.moves, where)

    def draw(self, words: list[list[str]], where: str) -> None:
        drawer = [p for p, word in enumerate(words) if word[0] == "2"]
        others = [word for word in words if word[0] != "2"]
        if (
            len(drawer) != 1
            or len(words[drawer[0]]) != 2
            or any(word != ["3", str(drawer[0]), "DRAW"] for word in others)
        ):
            raise LogError("one player is told the tile drawn, the others who drew it")
        self.moves.draw(drawer[0], tile_named(words[drawer[0]][1]), where)

    def move(self, words: list[str], where: str) -> None:
        moves = self.moves
        match words:
            case ["3", ("0" | "1" | "2" | "3") as who, "PLAY", name]:
                moves.play(int(who), tile_named(name), where)
            case ["3", ("0" | "1" | "2" | "3") as who, "CHI", middle, name]:
                moves.chow(int(who), tile_named(middle), tile_named(name), where)
            case ["3", ("0" | "1" | "2" | "3") as who, "PENG", name]:
                moves.pung(int(who), tile_named(name), where)
            case ["3", ("0" | "1" | "2" | "3") as who, "GANG"]:
                moves.kong(int(who), None, where)
            case ["3", ("0" | "1" | "2" | "3") as who, "BUGANG", name]:
                moves.added_kong(int(who), tile_named(name), where)
            case ["3", ("0" | "1" | "2" | "3") as who, "BUHUA", name]:
                self.flowers = True
                moves.flower(int(who), tile_named(name), where)
            case _:
                raise LogError(f"{' '.join(words)[:40]!r} is no move")

    def end(self, where: str) -> Outcome:
        """Tell the end of the hand from the last answers and the scores."""
        moves = self.moves
        if "scores" not in self.record:
            winner = moves.win_claimed()
            if winner is None:
                return Outcome(finished=False)
            moves.win(winner, where)
            return Outcome((WinRecord(winner),))
        listed = items(self.record["scores"], "scores", 4)
        changes = four([points(n, f"scores[{p}]") for p, n in enumerate(listed)])
        failed = [] if moves.answers is None else moves.answers
        guilty = [p for p, n in enumerate(changes) if n == -30 and sum(changes) == 0]
        if len(guilty) == 1 and sorted(changes) == [-30, 10, 10, 10]:
            (player,) = guilty
            verdict = failed[player].verdict if failed else "OK"
            wrong = bool(failed) and failed[player].said == "HU"
            code = verdict if verdict != "OK" else "WH" if wrong else "WA"
            fault = moves.fault(player, code)
            if code == "WH":
                moves.win(player, where, false=True)
            false_winners = (player,) if code == "WH" else ()
            return Outcome(fault=fault, changes=changes, false_winners=false_winners)
        winner = moves.win_claimed()
        if winner is None:
            moves.passed()
            return Outcome(changes=changes)
        moves.win(winner, where)
        return Outcome((WinRecord(winner),), changes=changes)
