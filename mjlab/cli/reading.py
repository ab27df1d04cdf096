"""Reading logs with a progress bar that appears only when there is something to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from mjlab.cli.terminal import clean, console, error

if TYPE_CHECKING:
    from mjlab.logs import Replay, SessionReplay, SetAside
    from mjlab.rules import RuleSet

__all__ = ["replayed", "shown_progress"]

_PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""


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
        If a path does not exist.
    typer.Exit
        With code 1 if there is no file at all, which is told on standard error.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from mjlab.logs import find_files

    files = {str(path): number for number, path in enumerate(find_files(paths))}
    if not files:
        error(f"no log files in {', '.join(str(path) for path in paths)}")
        raise typer.Exit(1)
    bar = Progress(
        TextColumn("{task.fields[hands]} hands", markup=False),
        BarColumn(),
        TextColumn("{task.fields[path]}", markup=False),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=len(files) or None, hands=0, path="")
    begun = time.monotonic()

    def shown(done: int, path: str) -> None:
        if not bar.live.is_started:
            if time.monotonic() - begun < _PATIENCE or not bar.console.is_terminal:
                return
            bar.start()
        bar.update(task, completed=files.get(path), hands=done, path=clean(Path(path).name))

    try:
        yield shown
    finally:
        if bar.live.is_started:
            bar.stop()


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
