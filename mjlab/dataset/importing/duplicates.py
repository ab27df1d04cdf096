"""Games that a dataset has already: taken out of a new part before it is committed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from mjlab.dataset.arrow import read_rows, stored
from mjlab.dataset.gather import Row, set_aside_row
from mjlab.dataset.importing.keys import Registry, key_numbers
from mjlab.dataset.importing.store import Store
from mjlab.dataset.importing.work import Made, write_table
from mjlab.dataset.manifest import Manifest
from mjlab.dataset.tables import rows_table
from mjlab.logs import SetAside

__all__ = ["KnownGames", "Removed"]

_IDENTITY = ("game", "path", "place", "content")


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken out of a part: games by number, how they ended, their problems."""

    listed: int = 0  # games of which a problem is listed: not those that stand where they did
    numbers: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    outcomes: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)


class KnownGames:
    """Knows the games of a dataset: at first those that are there when an import begins."""

    def __init__(self, manifest: Manifest) -> None:
        self.registry = Registry()
        self.files: list[Path] = []
        for part in manifest.parts:
            file = manifest.folder / "games" / f"{part.id}.parquet"
            if part.rows.get("games"):
                names = read_rows("games", stored("games", [file]), columns=["game"])["game"]
                self._enter(key_numbers(names.to_pylist()), file)

    def _enter(self, numbers: Any, file: Path) -> None:
        self.registry.add(numbers, len(self.files))
        self.files.append(file)

    def add(self, made: Made, removed: Removed, manifest: Manifest) -> None:
        """Know the games of a part that was committed: not those that were taken out of it."""
        left = made.numbers[~np.isin(made.numbers, removed.numbers)]
        if len(left):
            self._enter(left, manifest.folder / "games" / f"{made.id}.parquet")

    def sort_out(self, made: Made, store: Store) -> tuple[dict[str, int], Removed]:
        """Take games that are there already out of a part not yet committed.

        Returns the rows of its files as they are now, and what went.
        """
        parts = self.registry.parts_of(made.numbers)
        if (parts < 0).all() and not made.again:
            return made.rows, Removed()
        folder = store.workshop / made.id
        games = pq.read_table(folder / "games.parquet", columns=[*_IDENTITY, "source", "outcome"])
        known = self._known(games["game"].to_pylist(), sorted(set(parts[parts >= 0].tolist())))
        rows = {row["game"]: row for row in games.to_pylist()}
        repeated = [row for name, row in rows.items() if name in known]
        names = [row["game"] for row in repeated]
        left, problems = made.rows, Counter[str]()
        if repeated:
            left, problems = _take_out(folder, left, names)
        listed = [_set_aside(row, known[row["game"]]) for row in repeated if not _same(row, known)]
        listed += [_set_aside(row, known.get(row["game"], rows[row["game"]])) for row in made.again]
        if listed:
            left = {**left, "problems": _add(folder / "problems.parquet", left, listed)}
        outcomes = Counter(row["outcome"] for row in repeated)
        return left, Removed(len(listed), key_numbers(names), outcomes, problems)

    def _known(self, names: list[str], parts: list[int]) -> dict[str, dict[str, Any]]:
        """Of some games those that the dataset has, with their rows."""
        known = {}
        wanted = pc.field("game").isin(names)
        for part in parts:
            source = stored("games", [self.files[part]])
            found = read_rows("games", source, columns=list(_IDENTITY), filter=wanted)
            known.update({row["game"]: row for row in found.to_pylist()})
        return known


def _take_out(
    folder: Path, rows: dict[str, int], games: list[str]
) -> tuple[dict[str, int], Counter[str]]:
    """Take the rows of some games out of all files; what was set aside for itself stays."""
    left = dict(rows)
    problems: Counter[str] = Counter()
    wanted = pa.array(games, pa.string())
    for name, n in rows.items():
        if not n:
            continue
        file = folder / f"{name}.parquet"
        table = pq.read_table(file)
        goes = pc.fill_null(pc.is_in(table["game"], wanted), False)
        if name == "problems":
            goes = pc.and_(goes, pc.not_equal(table["kind"], "set aside"))
            problems.update(table.filter(goes)["kind"].to_pylist())
        kept = table.filter(pc.invert(goes))
        left[name] = kept.num_rows
        if kept.num_rows:
            write_table(file, kept)
    return left, problems


def _same(row: Row, known: Mapping[str, Row]) -> bool:
    """Whether it is the very game that is there: its file was appended to and imported again."""
    return all(known[row["game"]][column] == row[column] for column in _IDENTITY)


def _set_aside(row: Row, known: Row) -> Row:
    """The row of problems for a game that was there before."""
    where = ", ".join(part for part in (known["path"], known["place"]) if part)
    alike = known["content"] == row["content"]
    same = "the same game as" if alike else "another game of the same id is"
    aside = set_aside_row(SetAside(None, "", "", ""))
    where_from = {column: row[column] for column in ("source", "path", "place", "game")}
    return aside | where_from | {"reason": f"{same} in {where}"}  # all escaped before


def _add(file: Path, rows: Mapping[str, int], more: Sequence[Row]) -> int:
    """Add rows to the problems of a part; return how many there are."""
    table = rows_table("problems", more)
    if rows.get("problems"):
        there = pq.read_table(file)
        table = pa.concat_tables([there, table.cast(there.schema)])
    write_table(file, table)
    return int(table.num_rows)
