"""A bar on standard error that appears only when there is something to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import typer

from mjlab.cli.terminal import console

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

__all__ = ["late_bar", "waiting"]

_PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""


@contextmanager
def late_bar(
    *columns: ProgressColumn, total: float | None = None, unseen: str = "", **fields: Any
) -> Iterator[Callable[..., None]]:
    """Show how far something has come, once it has taken two seconds.

    Parameters
    ----------
    *columns : rich.progress.ProgressColumn
        What the bar is made of.
    total : float, optional
        Steps in all, where known.
    unseen : str
        What is said instead, once, where no bar can be seen; left out, nothing is.
    **fields
        What else the columns show, to begin with.

    Yields
    ------
    callable
        To be called now and then with what :meth:`rich.progress.Progress.update` takes.
    """
    from rich.progress import Progress

    bar = Progress(*columns, console=console(stderr=True), transient=True)
    task = bar.add_task("", total=total, **fields)
    begun = time.monotonic()
    left_to_say = unseen

    def shown(**now: Any) -> None:
        nonlocal left_to_say
        if not bar.live.is_started:
            if time.monotonic() - begun < _PATIENCE:
                return
            if not bar.console.is_terminal:
                if left_to_say:
                    typer.echo(left_to_say, err=True)
                    left_to_say = ""
                return
            bar.start()
        bar.update(task, **now)

    try:
        yield shown
    finally:
        if bar.live.is_started:
            bar.stop()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on standard error, if that is a terminal, what is being done as long as it is.

    Parameters
    ----------
    what : str
        E.g. ``"drawing the report"``.
    """
    paper = console(stderr=True)
    if not paper.is_terminal:
        yield
        return
    with paper.status(what):
        yield
