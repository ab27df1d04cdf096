"""One batch of pieces into the files of one part: what a worker does."""

from __future__ import annotations

import gc
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
from mjlab.dataset.importing.sessions import chain_of_game, chain_of_session, chains_table
from mjlab.dataset.importing.store import CHAINS, Settings
from mjlab.dataset.tables import tables_of
from mjlab.errors import MjlabError
from mjlab.logs import SOURCES, Replay, SetAside, points_of, replay, settle
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
_MOST_TOLD: Final = 50_000
"""Things set aside of a piece that are listed one by one: of nonsense every line may be one."""
_LINE: Final = re.compile(r"\bline (\d+)")


@dataclass(frozen=True, slots=True)
class Made:
    """What a worker has made.

    Parameters
    ----------
    id : str
        Name of the part; its files are in a folder of that name.
    rows : dict of str to int
        Rows of each file.
    numbers : numpy.ndarray
        uint64[G], :func:`mjlab.dataset.importing.keys.key_numbers` of its games.
    outcomes : Counter
        How many games ended how.
    problems : Counter
        How many problems of each kind there are.
    again : tuple of dict
        Of games that the batch has more than once the later ones: ``source``, ``game``, ``path``,
        ``place`` and ``content`` as in games. What they are doubles of, only the dataset knows.
    """

    id: str
    rows: dict[str, int]
    numbers: NDArray[np.uint64]
    outcomes: Counter[str]
    problems: Counter[str]
    again: tuple[Row, ...] = ()


def make_part(batch: Batch, settings: Settings, workshop: Path) -> Made:
    """Read, replay, score and write the games of some pieces.

    Parameters
    ----------
    batch : Batch
        The pieces.
    settings : Settings
        Of the dataset.
    workshop : Path
        Where a folder for the part is made.

    Returns
    -------
    Made
        What there is now to be committed.

    Notes
    -----
    A game that is in the batch twice is kept once, and :attr:`Made.again` tells of it; whether
    other parts have it, only the dataset knows.
    """
    made, tables = make_tables(batch, settings)
    folder = workshop / batch.id
    folder.mkdir()
    for name, table in tables.items():
        write_table(folder / f"{name}.parquet", table)
    return made


def make_tables(batch: Batch, settings: Settings) -> tuple[Made, dict[str, pa.Table]]:
    """Read, replay and score the games of some pieces.

    Parameters
    ----------
    batch : Batch
        The pieces.
    settings : Settings
        Of the dataset.

    Returns
    -------
    Made
        What there is to be committed, once it is written.
    dict
        The tables of the part that have rows.

    Notes
    -----
    Depends on nothing but its arguments, so that any machine can do it.
    """
    work = _Work(settings)
    with _uncollected():
        for piece in batch.pieces:
            with _named(piece):
                work.take(piece)
        work.settle()
        tables = tables_of(work.gathered)
    tables[CHAINS] = chains_table(work.chains)
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
def _uncollected() -> Iterator[None]:
    """Keep the collector of cycles from going again and again through all events in memory.

    It takes a quarter of the time otherwise, and there are no cycles but those of errors.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
        self.chains: list[Row] = []
        self.waiting: list[tuple[Replay, int]] = []
        self.names: set[str] = set()
        self.again: list[Row] = []

    def take(self, piece: Piece) -> None:
        told = 0
        for record in _records(piece):
            if isinstance(record, Game):
                self.game(record, piece.line)
            elif not isinstance(record, SetAside):
                self.chains.append(chain_of_session(record))
            elif (told := told + 1) <= _MOST_TOLD:
                self.gathered.problems.append(_shifted(set_aside_row(record), piece.line))
        if told > _MOST_TOLD:
            reason = f"{told - _MOST_TOLD:,} more such things from line {piece.line + 1} on"
            more = SetAside(piece.source, piece.path, "", reason)
            self.gathered.problems.append(set_aside_row(more))

    def game(self, game: Game, line: int) -> None:
        name = game_key(game)
        if name in self.names:
            told = {"source": game.source, "path": game.path, "place": game.place}
            told = {column: visible(text) for column, text in told.items()}
            row = _shifted({**told, "game": name, "content": content_of(game)}, line)
            self.again.append(row)
            return
        self.names.add(name)
        self.waiting.append((replay(game, self.rules, scoring=False), line))
        if len(self.waiting) == _AT_ONCE:
            self.settle()

    def settle(self) -> None:
        """Score the wins of the games that wait, and gather them."""
        hands = [one.win for result, _ in self.waiting for one in result.unscored]
        points = iter(points_of(score_batch(WinBatch.from_wins(hands), ruleset=self.rules)))
        for found, line in self.waiting:
            result = settle(found, [next(points) for _ in found.unscored], self.rules)
            if result.game.session is not None:
                result, chain = chain_of_game(result)
                self.chains.append(chain)
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
        yield from SOURCES[piece.source].read(BytesIO(piece.data), piece.path)


def _shifted(row: Row, line: int) -> Row:
    """Count lines from the start of the file, not of the piece."""
    if line:
        row["place"] = _LINE.sub(lambda found: f"line {int(found[1]) + line}", row["place"])
    return row
