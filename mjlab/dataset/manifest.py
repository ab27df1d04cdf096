"""What a dataset holds: the records in its folder.

::

    DATASET/dataset.json          format, ruleset, how players are told apart
    DATASET/parts/ID.json         a record for each part: it is there if and only if this file is
    DATASET/TABLE/ID.parquet      rows of a part
    DATASET/sessions.json         which files hold what was added up of the sessions, and of what
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, cast

from mjlab.dataset.arrow import arrow_schema
from mjlab.dataset.files import damaged
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError

__all__ = [
    "FORMAT",
    "Manifest",
    "Part",
    "SESSION_ROWS",
    "Settings",
    "columns_mark",
    "read_manifest",
]

FORMAT: Final = 1
SESSION_ROWS: Final = "chains"
"""Folder of what the sessions are added up of: no table, read by the importer only."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What all parts of a dataset have in common: the preset of the scores, and PLAYERS."""

    ruleset: str
    players: str


@dataclass(frozen=True, slots=True)
class Part:
    """The record of a part."""

    id: str  # the name of its files
    number: int  # its place among the parts, from 0
    pieces: tuple[str, ...]  # digests of the pieces of files that it was made of
    rows: dict[str, int] = field(hash=False)  # of each table, and of SESSION_ROWS; 0: no file


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a dataset holds: its parts in order, and the record of what the sessions came to."""

    folder: Path
    settings: Settings
    parts: tuple[Part, ...] = ()
    sessions: Mapping[str, Any] = field(default_factory=dict, hash=False)  # "of": mark, "files"

    @property
    def mark(self) -> str:
        """A text that stands for the parts."""
        made = blake2b(digest_size=12)
        for part in self.parts:
            made.update(f"{part.id} ".encode())
        return made.hexdigest()

    @property
    def finished(self) -> bool:
        """Whether the sessions of all parts were added up, which is the last step of an import."""
        return self.sessions.get("of") == self.mark

    def files(self, table: str) -> list[Path]:
        """The files of a table, in order."""
        found = [self.folder / table / f"{p.id}.parquet" for p in self.parts if p.rows.get(table)]
        more = self.sessions.get("files", {}).get(table, ())
        return [*found, *(self.folder / table / name for name in more)]

    def rows(self, table: str) -> list[int]:
        """The rows of those files of a table that belong to parts, which come first."""
        return [n for part in self.parts if (n := part.rows.get(table, 0))]


def columns_mark() -> str:
    """A text that stands for the columns of all tables: another one, another layout."""
    text = "; ".join(f"{name}: {arrow_schema(name)}" for name in SCHEMAS)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def read_manifest(folder: str | Path) -> Manifest:
    """Read what a dataset holds; refused if it is none, of another mjlab, or damaged."""
    path = Path(folder)
    said = _json(path / "dataset.json")
    if said is None:
        raise MjlabError("the folder is no dataset", text=str(folder),
                         hint="mjlab import LOGS --to DATASET makes one")  # fmt: skip
    if said.get("format") != FORMAT or said.get("columns") != columns_mark():
        raise MjlabError("the dataset was made by another version of mjlab", text=str(folder),
                         hint="import the logs again, into a new folder")  # fmt: skip
    if not all(isinstance(said.get(name), str) for name in ("ruleset", "players")):
        raise damaged(path / "dataset.json", "is damaged: it does not tell ruleset and players")
    settings = Settings(said["ruleset"], said["players"])
    files = sorted((path / "parts").glob("*.json"))
    parts = [part for file in files if (part := _part(file)) is not None]
    ordered = tuple(sorted(parts, key=lambda part: part.number))
    return Manifest(path, settings, ordered, _sessions(path / "sessions.json"))


def _part(file: Path) -> Part | None:
    """Read the record of a part; None if it went in between."""
    match _json(file):
        case None:
            return None
        case {"id": file.stem, "number": int(number), "pieces": [*pieces], "rows": {**rows}} if all(
            isinstance(one, str) for one in pieces
        ) and all(isinstance(n, int) for n in rows.values()):
            return Part(file.stem, number, tuple(pieces), cast("dict[str, int]", rows))
    raise damaged(file, "is damaged: it is no record of a part")


def _sessions(file: Path) -> Mapping[str, Any]:
    """Read the record of what was added up of the sessions; empty if there is none."""
    said = _json(file)
    match said:
        case None:
            return {}
        case {"of": str(), "files": {**names}} if all(
            isinstance(some, list) and all(isinstance(one, str) for one in some)
            for some in names.values()
        ):
            return said
    raise damaged(file, "is damaged: it is no record of the sessions")


def _json(file: Path) -> dict[str, Any] | None:
    try:
        made = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise MjlabError(f"{file.name} cannot be read: {problem}", text=str(file)) from None
    except (ValueError, RecursionError) as problem:
        raise damaged(file, f"is damaged: {problem}") from None
    if not isinstance(made, dict):
        raise damaged(file, "is damaged: it holds no JSON object")
    return made
