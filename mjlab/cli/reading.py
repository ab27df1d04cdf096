"""Reading logs with a progress bar that appears only when there is something to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mjlab.cli.progress import late_bar
from mjlab.cli.terminal import clean, error
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from mjlab.logs import Replay, SessionReplay, SetAside
    from mjlab.rules import RuleSet

__all__ = ["refuse_datasets", "replayed", "shown_progress"]


def refuse_datasets(paths: list[Path]) -> None:
    """Refuse to take the files of a dataset for logs.

    Raises
    ------
    MjlabError
        If one of the paths is a dataset.
    """
    from mjlab.frames import Dataset

    for path in paths:
        if Dataset.is_at(path):
            raise MjlabError("a dataset holds no logs, which are needed here", text=str(path),
                             hint="the files that it was imported from")  # fmt: skip


@contextmanager
def shown_progress(paths: list[Path]) -> Iterator[Callable[[int, str], None]]:
    """Show how far files and folders are read, on standard error, after two seconds.

    Parameters
    ----------
    paths : list of Path
        Files and folders.

    Yields
    ------
    callable
        To be called with the number of hands so far and the path that is read.

    Raises
    ------
    MjlabError
        If a path does not exist or is a dataset.
    typer.Exit
        With code 1 if there is no file at all, which is told on standard error.
    """
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    from mjlab.logs import find_files

    refuse_datasets(paths)
    files = {str(path): number for number, path in enumerate(find_files(paths))}
    if not files:
        error(f"no log files in {', '.join(str(path) for path in paths)}")
        raise typer.Exit(1)
    with late_bar(
        TextColumn("{task.fields[hands]} hands", markup=False),
        BarColumn(),
        TextColumn("{task.fields[path]}", markup=False),
        TimeElapsedColumn(),
        total=len(files),
        hands=0,
        path="",
    ) as update:

        def shown(done: int, path: str) -> None:
            update(completed=files.get(path), hands=done, path=clean(Path(path).name))

        yield shown


@contextmanager
def replayed(
    paths: list[Path], ruleset: RuleSet
) -> Iterator[Iterator[Replay | SetAside | SessionReplay]]:
    """Replay files and folders, showing how far it has come on standard error.

    Parameters
    ----------
    paths : list of Path
        Files and folders.
    ruleset : RuleSet
        By which wins are scored.

    Yields
    ------
    iterator of Replay, SetAside or SessionReplay
        As :func:`mjlab.logs.replay_all` gives them; to be used up inside the ``with``.

    Raises
    ------
    MjlabError
        If a path does not exist.
    typer.Exit
        With code 1 if there is no file at all, which is told on standard error.
    """
    from mjlab.logs import replay_all

    with shown_progress(paths) as shown:
        yield replay_all(paths, ruleset, shown)
