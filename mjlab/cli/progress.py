"""A bar on standard error that appears only when there is something to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

import typer

from mjlab.cli.terminal import console

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

__all__ = ["late_bar", "waiting"]

_PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""
_FIRST: Final = "at first use the rules are compiled, for up to a minute; that is kept for later"
"""What is said if by then nothing is done: the likely reason."""


@contextmanager
def late_bar(
    *columns: ProgressColumn, total: float | None = None, unseen: str = "", **fields: Any
) -> Iterator[Callable[..., None]]:
    """Show how far something has come, once it has taken two seconds, whether it moves or not.

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

    def begin() -> None:
        bar.start()
        if not bar.tasks[task].completed:
            bar.console.print(_FIRST)

    timer = Timer(_PATIENCE, begin)
    timer.daemon = True

    def shown(**now: Any) -> None:
        nonlocal left_to_say
        if bar.console.is_terminal:
            bar.update(task, **now)
        elif left_to_say and time.monotonic() - begun >= _PATIENCE:
            typer.echo(left_to_say, err=True)
            left_to_say = ""

    if bar.console.is_terminal:
        timer.start()
    try:
        yield shown
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
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
