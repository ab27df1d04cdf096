"""Writing into the folder of a dataset: how a part comes in whole or not at all.

A part is written into a folder of its own (``.new-...``), its files are moved to the tables, then
its record is written. What no record names is left from an import that was stopped: the next one
removes it, and readers never look at it. :mod:`mjlab.dataset.manifest` tells what lies where.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from mjlab.common.files import make_folder, write_text
from mjlab.dataset.manifest import (
    FORMAT,
    SESSION_ROWS,
    Manifest,
    Part,
    Settings,
    columns_mark,
    read_manifest,
)
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError
from mjlab.rules.rulesets import DEFAULT

__all__ = ["Store", "locked"]

_NEW: Final = ".new-"


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock, a file that stays; refused while another process holds it."""
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


class Store:
    """A dataset that parts are added to; made by :meth:`locked`, one at a time.

    Parts are written in the folder `workshop` before they are committed.
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
        """Open a dataset for writing, or begin one; refused where its settings are others.

        None as a setting takes what is there, or the usual.
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
        for table in (*SCHEMAS, SESSION_ROWS):
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
