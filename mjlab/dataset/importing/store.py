"""The folder of a dataset: what is in it, and how a part comes in whole or not at all.

::

    DATASET/dataset.json          format, ruleset, how players are told apart
    DATASET/parts/ID.json         a record for each part: it is there if and only if this file is
    DATASET/TABLE/ID.parquet      rows of a part
    DATASET/sessions.json         which files hold what was added up of the sessions, and of what

A part is written into a folder of its own (``.new-...``), its files are moved to the tables, then
its record is written. What no record names is left from an import that was stopped: the next one
removes it, and readers never look at it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, cast
from uuid import uuid4

from mjlab.common.files import make_folder, write_text
from mjlab.dataset.arrow import arrow_schema
from mjlab.dataset.files import damaged
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError
from mjlab.rules.rulesets import DEFAULT

__all__ = [
    "CHAINS",
    "Manifest",
    "Part",
    "Settings",
    "Store",
    "columns_mark",
    "locked",
    "read_manifest",
]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock.

    Parameters
    ----------
    file : Path
        Made if it is not there; it stays.

    Raises
    ------
    MjlabError
        If another process holds it, or the file cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, locked(Path(folder, ".lock")):
    ...     pass
    """
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT)
    except OSError as problem:
        raise MjlabError(
            f"the dataset cannot be written to: {problem.strerror}", text=str(file.parent)
        ) from None
    try:
        _take(handle, file)
        yield
    finally:
        os.close(handle)


def _take(handle: int, file: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        take = partial(getattr(msvcrt, "locking"), handle, getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
    else:
        take = partial(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        take()
    except OSError:
        raise MjlabError(
            "another import is at work on this dataset",
            text=str(file.parent),
            hint="wait for its end",
        ) from None


FORMAT: Final = 1
CHAINS: Final = "chains"
"""Folder of what the sessions are added up of: no table, read by the importer only."""
_NEW: Final = ".new-"


@dataclass(frozen=True, slots=True)
class Settings:
    """What all parts of a dataset have in common.

    Parameters
    ----------
    ruleset : str
        Name of the preset by which wins are scored.
    players : str
        ``"by-name"`` or ``"by-session"``, see :func:`mjlab.dataset.make_dataset`.
    """

    ruleset: str
    players: str


@dataclass(frozen=True, slots=True)
class Part:
    """The record of a part.

    Parameters
    ----------
    id : str
        Its name, that of its files.
    number : int
        Its place among the parts, from 0.
    pieces : tuple of str
        Digests of the pieces of files that it was made of.
    rows : dict of str to int
        Rows of each table, and of :data:`CHAINS`; tables without rows have no file.
    """

    id: str
    number: int
    pieces: tuple[str, ...]
    rows: dict[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a dataset holds.

    Parameters
    ----------
    folder : Path
        The dataset.
    settings : Settings
        Common to all parts.
    parts : tuple of Part
        In order.
    sessions : dict
        The record of what was added up of the sessions: ``of`` (:meth:`mark`), ``files``.
    """

    folder: Path
    settings: Settings
    parts: tuple[Part, ...] = ()
    sessions: Mapping[str, Any] = field(default_factory=dict, hash=False)

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
    """Read what a dataset holds.

    Raises
    ------
    MjlabError
        If the folder is no dataset, or one of another version of mjlab, or a record is damaged.
    """
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


class Store:
    """A dataset that parts are added to; made by :meth:`locked`, one at a time.

    Attributes
    ----------
    manifest : Manifest
        What is there now.
    workshop : Path
        Folder in which parts are written before they are committed.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.workshop = manifest.folder / f"{_NEW}{uuid4().hex}"
        self._clean()
        self.workshop.mkdir()

    @classmethod
    @contextmanager
    def locked(
        cls, folder: str | Path, ruleset: str | None, players: str | None
    ) -> Iterator[Store]:
        """Open a dataset for writing, or begin one.

        Parameters
        ----------
        folder : str or Path
            Where it is or shall be.
        ruleset, players : str, optional
            The settings of a new one; of one that is there they must agree. None takes what is
            there, or the usual.

        Raises
        ------
        MjlabError
            If another import is at work on it, if the folder holds something else, or if the
            settings are others.
        """
        path = make_folder(folder)
        with locked(path / ".lock"):
            if not (path / "dataset.json").exists():
                _begin(path, Settings(ruleset or DEFAULT, players or "by-name"))
            manifest = read_manifest(path)
            there = manifest.settings
            for what, asked, known in (
                ("wins are scored by", ruleset, there.ruleset),
                ("players are told apart", players, there.players),
            ):
                if asked not in (None, known):
                    raise MjlabError(
                        f"{what} {known} in this dataset, not {asked}",
                        text=str(folder),
                        hint="another folder",
                    )
            store = cls(manifest)
            try:
                yield store
            finally:
                shutil.rmtree(store.workshop, ignore_errors=True)

    def _clean(self) -> None:
        """Remove what imports that were stopped have left."""
        folder = self.manifest.folder
        for left in folder.glob(f"{_NEW}*"):
            shutil.rmtree(left, ignore_errors=True)
        for left in (*folder.glob(".*.tmp"), *(folder / "parts").glob(".*.tmp")):
            left.unlink(missing_ok=True)
        for table in (*SCHEMAS, CHAINS):
            known = {file.name for file in self.manifest.files(table)}
            for file in (folder / table).glob("*.parquet"):
                if file.name not in known:
                    file.unlink()

    def commit(self, part: Part) -> None:
        """Take a part whose files lie in ``workshop/ID``."""
        folder = self.manifest.folder
        made = self.workshop / part.id
        for table, rows in part.rows.items():
            if rows:
                _move(made / f"{table}.parquet", folder / table / f"{part.id}.parquet")
        (folder / "parts").mkdir(exist_ok=True)
        _record(folder / "parts" / f"{part.id}.json", asdict(part))
        shutil.rmtree(made, ignore_errors=True)
        parts = (*self.manifest.parts, part)
        self.manifest = Manifest(folder, self.manifest.settings, parts, self.manifest.sessions)

    def commit_sessions(self, files: Mapping[str, list[Path]]) -> None:
        """Take the files of what was added up of the sessions in place of the former ones."""
        manifest, folder = self.manifest, self.manifest.folder
        former = manifest.sessions.get("files", {})
        names: dict[str, list[str]] = {table: [] for table in files}
        for table, made in files.items():
            for number, file in enumerate(made):
                name = f"of-{manifest.mark}-{number:04}.parquet"
                _move(file, folder / table / name)
                names[table].append(name)
        said = {"of": manifest.mark, "files": names}
        _record(folder / "sessions.json", said)
        self.manifest = Manifest(folder, manifest.settings, manifest.parts, said)
        for table, old in former.items():
            for name in set(old) - set(names.get(table, ())):
                (folder / table / name).unlink(missing_ok=True)


def _begin(path: Path, settings: Settings) -> None:
    others = [file.name for file in path.iterdir() if not file.name.startswith(".")]
    if others:
        raise MjlabError(
            f"the folder holds other files: {', '.join(sorted(others)[:3])}",
            text=str(path),
            hint="a new or an empty folder, or a dataset",
        )
    _record(path / "dataset.json",
            {"format": FORMAT, "columns": columns_mark(), **asdict(settings)})  # fmt: skip


def _move(file: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    file.replace(target)
    _sync(target.parent)


def _record(file: Path, said: Mapping[str, Any]) -> None:
    write_text(file, json.dumps(said, sort_keys=True) + "\n")
    _sync(file.parent)


def _sync(folder: Path) -> None:
    """Let a power cut find the names of files as they are now."""
    with suppress(OSError):  # not on every system
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
