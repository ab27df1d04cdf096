"""Hand sheets of tournaments: who won what from whom, a line for each hand, and the tables.

Two kinds of CSV files. The sheet of hands has the columns ``tournament, round, table, hand, winner,
loser, points`` and may have ``chicken_hand``, ``penalty_P0`` to ``penalty_P3`` and ``rotation``;
the sheet of tables has ``tournament, round, table, score_P0`` to ``score_P3`` and may have
``tp_P0`` to ``tp_P3`` and ``use_totals_only``. P0-P3 are the players as first seated from East.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from mjlab.errors import LogError, MjlabError
from mjlab.logs.formats.format import Format
from mjlab.logs.formats.lines import TextLine, text_lines
from mjlab.logs.records import Game, Outcome, Record, Session, SetAside, WinRecord
from mjlab.rules.seating import four, seating
from mjlab.tiles import Wind

__all__ = ["FORMAT", "SOURCE", "detect", "read"]

SOURCE: Final = "tournament"
_LONGEST_LINE: Final = 4_000
_PLAYERS: Final = ("P0", "P1", "P2", "P3")
_TABLE: Final = ("tournament", "round", "table")
_HANDS: Final = (*_TABLE, "hand", "winner", "loser", "points")
_TABLES: Final = (*_TABLE, *(f"score_{p}" for p in _PLAYERS))
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,7}")
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,4})?")
_HIGHEST: Final = 2_000
_PENALTIES: Final = tuple(f"penalty_{p}" for p in _PLAYERS)
_SHARES: Final = tuple(f"tp_{p}" for p in _PLAYERS)


def detect(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of this format."""
    first = head.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0]
    try:
        columns = {name.strip() for name in first.decode("utf-8").split(",")}
    except UnicodeDecodeError:
        return False
    return columns >= set(_HANDS) or columns >= set(_TABLES)


def read(file: BinaryIO, path: str) -> Iterator[Record]:
    """Read a sheet line by line: of hands a game each, of tables a session each.

    A line of a hand without points was not played.
    """
    columns: list[str] = []
    nothing = True
    for line in text_lines(file, _LONGEST_LINE):
        if not line.text and not line.fault:
            continue
        try:
            if line.fault:
                raise LogError(line.fault)
            cells = _cells(line.text)
            if not columns:
                columns = _columns(cells)
                continue
            if len(cells) != len(columns):
                raise LogError(f"{len(columns)} cells are expected, not {len(cells)}")
            row = dict(zip(columns, cells, strict=True))
            record = _game(row, path, line) if "hand" in row else _session(row, path)
        except MjlabError as error:
            nothing = False
            yield SetAside(SOURCE, path, line.place, error.message, None, line.text)
            if not columns:
                return
            continue
        if record is not None:
            nothing = False
            yield record
    if nothing:
        yield SetAside(SOURCE, path, "", "the sheet has no hand that was played")


def _cells(text: str) -> list[str]:
    try:
        (cells,) = csv.reader([text], strict=True)
    except (csv.Error, ValueError) as error:
        raise LogError(f"the line is not CSV: {error}") from None
    return [cell.strip() for cell in cells]


def _columns(cells: list[str]) -> list[str]:
    if len(set(cells)) < len(cells):
        raise LogError("a column stands twice")
    if not set(cells) >= set(_HANDS) and not set(cells) >= set(_TABLES):
        raise LogError(f"the columns {', '.join(_HANDS)} are expected, or those of the tables")
    return cells


def _names(row: dict[str, str]) -> tuple[str, int, str]:
    """Name the table: its session, the round and the table."""
    name, table = row["tournament"], row["table"]
    if not name or len(name) > 100 or not table or len(table) > 100:
        raise LogError("the names of tournament and table have 1 to 100 characters")
    number = _number(row, "round", 1, 1000)
    return f"{name} round {number} table {table}", number, table


def _game(row: dict[str, str], path: str, line: TextLine) -> Game | None:
    session, _, _ = _names(row)
    index = _number(row, "hand", 1, 16) - 1
    penalties = four([_number(row, n, -1000, 1000, 0) for n in _PENALTIES])
    if not row["points"]:
        if row["winner"] or row["loser"] or any(penalties):
            raise LogError("points are missing")
        return None
    rotation = row.get("rotation", "")
    seats = seating(index, rotation or "full")
    by_seat = four([penalties[player] for player in seats])
    notes = () if rotation else ("seats by full rotation, which the sheet does not say",)
    return Game(
        source=SOURCE,
        id=f"{session} hand {index + 1}",
        path=path,
        place=line.place,
        round=Wind(index // 4),
        deal=(),
        events=(),
        outcome=Outcome(_wins(row, seats), penalties=by_seat if any(by_seat) else None),
        players=(
            _PLAYERS[seats[0]], _PLAYERS[seats[1]], _PLAYERS[seats[2]], _PLAYERS[seats[3]]
        ),
        flowers=8,
        session=session,
        index=index,
        tags=_tags(row),
        notes=notes,
    )  # fmt: skip


def _tags(row: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """What else the sheet says: the rotation, and whether 无番和 was ticked."""
    chicken = _number(row, "chicken_hand", 0, 1, 0)
    found = [("rotation", row["rotation"])] if row.get("rotation") else []
    return tuple([*found, ("chicken_hand", "1")] if chicken else found)


def _wins(row: dict[str, str], seats: tuple[int, ...]) -> tuple[WinRecord, ...]:
    points = _number(row, "points", 0, _HIGHEST)
    winner = _player(row, "winner", seats)
    loser = _player(row, "loser", seats)
    if winner is None:
        if points or loser is not None:
            raise LogError("a hand without a winner has neither points nor a loser")
        return ()
    if winner == loser or not points:
        raise LogError("a win has points, and the winner does not lose")
    return (WinRecord(winner, loser, loser is None, points),)


def _session(row: dict[str, str], path: str) -> Session:
    session, _, _ = _names(row)
    totals = {p: _number(row, f"score_{p}", -1_000_000, 1_000_000) for p in _PLAYERS}
    shares = [row.get(name, "") for name in _SHARES]
    points = None
    if any(shares):
        if not all(_POINTS.fullmatch(text) for text in shares):
            raise LogError("table points are four numbers")
        points = dict(zip(_PLAYERS, map(float, shares), strict=True))
    binding = _number(row, "use_totals_only", 0, 1, 0) == 0
    return Session(SOURCE, session, path, (), totals, points=points, binding=binding)


def _player(row: dict[str, str], name: str, seats: tuple[int, ...]) -> int | None:
    """Seat of a player who is named by the first seat."""
    if not row[name]:
        return None
    if row[name] not in _PLAYERS:
        raise LogError(f"{name}: P0, P1, P2 or P3 is expected, not {row[name][:20]!r}")
    return seats.index(_PLAYERS.index(row[name]))


def _number(row: dict[str, str], name: str, low: int, high: int, default: int | None = None) -> int:
    text = row.get(name, "")
    if not text and default is not None:
        return default
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise LogError(f"{name}: a whole number from {low} to {high} is expected")
    return int(text)


FORMAT: Final = Format(
    SOURCE,
    "CSV sheets of tournaments: the results of hands, and of tables",
    detect,
    read,
    suffix=".csv",
)
