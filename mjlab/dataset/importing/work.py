"""One batch of pieces into the files of one part: what a worker does."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from mjlab.api import score_batch
from mjlab.batch import WinBatch
from mjlab.common.wording import visible
from mjlab.dataset.gather import Gathered, Row, content_of, game_key, set_aside_row
from mjlab.dataset.importing.keys import key_numbers
from mjlab.dataset.importing.pieces import Batch, Piece
from mjlab.dataset.importing.sessions import row_of_game, row_of_session, session_rows
from mjlab.dataset.manifest import SESSION_ROWS, Settings
from mjlab.dataset.tables import tables_of
from mjlab.errors import MjlabError
from mjlab.logs import FORMATS, Replay, SetAside, points_of, replay, settle
from mjlab.logs.reading import why_unknown
from mjlab.logs.records import Game, Record
from mjlab.rules import RuleSet, ruleset

__all__ = [
    "Made",
    "make_part",
    "make_tables",
    "parquet_of",
    "write_file",
    "write_table",
]

_AT_ONCE: Final = 256
"""Games whose wins are scored at once; so many are held as objects."""
_MOST_LISTED: Final = 50_000
"""Things set aside of a piece that are listed one by one: of nonsense every line may be one."""
_LINE: Final = re.compile(r"\bline (\d+)")


@dataclass(frozen=True, slots=True)
class Made:
    """What a worker has made: a part, to be committed."""

    id: str  # name of the part; its files are in a folder of that name
    rows: dict[str, int]  # of each file
    numbers: NDArray[np.uint64]  # uint64[G], key_numbers of its games
    outcomes: Counter[str]  # how many games ended how
    problems: Counter[str]  # how many there are of each kind
    # Of games that the batch has more than once the later ones: "source", "game", "path", "place"
    # and "content" as in games. Which game they repeat, only the dataset knows.
    again: tuple[Row, ...] = ()


def make_part(batch: Batch, settings: Settings, workshop: Path) -> Made:
    """Read, replay, score and write the games of a batch, in a folder for the part.

    A game that is in the batch twice is kept once, and :attr:`Made.again` tells of it.
    """
    made, tables = make_tables(batch, settings)
    folder = workshop / batch.id
    folder.mkdir()
    for name, table in tables.items():
        write_table(folder / f"{name}.parquet", table)
    return made


def make_tables(batch: Batch, settings: Settings) -> tuple[Made, dict[str, pa.Table]]:
    """Read, replay and score the games of a batch: the tables of the part that have rows.

    Depends on nothing but its arguments, so that any machine can do it.
    """
    work = _Work(settings)
    for piece in batch.pieces:
        with _named(piece):
            work.take(piece)
    work.settle()
    tables = tables_of(work.gathered)
    tables[SESSION_ROWS] = session_rows(work.sessions)
    games, problems = tables["games"], tables["problems"]
    made = Made(
        batch.id,
        {name: table.num_rows for name, table in tables.items()},
        key_numbers([row["game"] for row in work.gathered.games]),
        Counter(games["outcome"].to_pylist()),
        Counter(problems["kind"].to_pylist()),
        tuple(work.again),
    )
    return made, {name: table for name, table in tables.items() if table.num_rows}


def parquet_of(table: pa.Table) -> bytes:
    """Turn a table into the bytes of a Parquet file."""
    stream = pa.BufferOutputStream()
    pq.write_table(
        table, stream, compression="zstd", compression_level=1, store_schema=False,
        write_page_checksum=True,
    )  # fmt: skip
    data: bytes = stream.getvalue().to_pybytes()
    return data


def write_file(file: Path, data: bytes) -> None:
    """Write a file, onto the disk itself."""
    with file.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def write_table(file: Path, table: pa.Table) -> None:
    """Write a table as Parquet, onto the disk itself."""
    write_file(file, parquet_of(table))


@contextmanager
def _named(piece: Piece) -> Iterator[None]:
    """Tell by which file a fault of ours came to light: without it the others go in."""
    try:
        yield
    except MjlabError:
        raise
    except Exception as problem:
        raise MjlabError(
            f"a fault of mjlab at {piece.path}: {type(problem).__name__}: {problem}",
            hint="leave the file out, and please report it; what was imported is kept",
        ) from problem


class _Work:
    """The games of a batch while they go by."""

    def __init__(self, settings: Settings) -> None:
        self.rules: RuleSet = ruleset(settings.ruleset)
        players: Any = settings.players
        self.gathered = Gathered(self.rules, players)
        self.sessions: list[Row] = []
        self.waiting: list[tuple[Replay, int]] = []
        self.keys: set[str] = set()
        self.again: list[Row] = []

    def take(self, piece: Piece) -> None:
        listed = 0
        for record in _records(piece):
            if isinstance(record, Game):
                self.game(record, piece.line)
            elif not isinstance(record, SetAside):
                self.sessions.append(row_of_session(record))
            elif (listed := listed + 1) <= _MOST_LISTED:
                self.gathered.problems.append(_shifted(set_aside_row(record), piece.line))
        if listed > _MOST_LISTED:
            reason = f"{listed - _MOST_LISTED:,} more such things from line {piece.line + 1} on"
            more = SetAside(piece.source, piece.path, "", reason)
            self.gathered.problems.append(set_aside_row(more))

    def game(self, game: Game, line: int) -> None:
        key = game_key(game)
        if key in self.keys:
            row: Row = {name: visible(getattr(game, name)) for name in ("source", "path", "place")}
            row |= {"game": key, "content": content_of(game)}
            self.again.append(_shifted(row, line))
            return
        self.keys.add(key)
        self.waiting.append((replay(game, self.rules, scoring=False), line))
        if len(self.waiting) == _AT_ONCE:
            self.settle()

    def settle(self) -> None:
        """Score the wins of the games that wait, and gather them."""
        hands = [one.win for result, _ in self.waiting for one in result.unscored]
        points = iter(points_of(score_batch(WinBatch.from_wins(hands), ruleset=self.rules)))
        for unscored, line in self.waiting:
            result = settle(unscored, [next(points) for _ in unscored.unscored], self.rules)
            result, row = row_of_game(result)
            self.sessions += [row] if row else []
            before = len(self.gathered.problems)
            self.gathered.add(result)
            for row in (self.gathered.games[-1], *self.gathered.problems[before:]):
                _shifted(row, line)
        self.waiting = []


def _records(piece: Piece) -> Iterator[Record]:
    if piece.fault is not None:
        yield SetAside(piece.source, piece.path, "", piece.fault)
    elif piece.source is None:
        start = piece.data[:80].decode("utf-8", "replace")
        yield SetAside(None, piece.path, "", why_unknown(piece.data[:65_536]), None, start)
    else:
        yield from FORMATS[piece.source].read(BytesIO(piece.data), piece.path)


def _shifted(row: Row, line: int) -> Row:
    """Count lines from the start of the file, not of the piece."""
    if line:
        row["place"] = _LINE.sub(lambda found: f"line {int(found[1]) + line}", row["place"])
    return row
