"""What the commands print: plain, safe in any terminal, and the same when piped."""

from __future__ import annotations

import codecs
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any, Final
from unicodedata import combining, normalize

import typer

from mjlab.common.wording import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
if TYPE_CHECKING:
    from rich.progress import ProgressColumn

__all__ = [
    "clean",
    "clean_lines",
    "console",
    "error",
    "forgive_encoding",
    "late_bar",
    "note",
    "room",
    "table",
    "waiting",
    "wrapped",
]


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


_STAND_INS: Final = {"−": "-", "–": "-", "─": "-", "×": "x", "…": "...", "≥": ">="}
"""What is written for signs that an encoding lacks: a number must not lose its sign."""
_LINE: Final = 100
"""Characters of a line of text where there is no terminal."""


def clean(text: str) -> str:
    """Replace what is not printable, so that no name or path can steer the terminal.

    Examples
    --------
    >>> clean("P0" + chr(27) + "[31m")
    'P0?[31m'
    """
    return printable(text, "?")


def clean_lines(text: str) -> str:
    """Lines without control characters.

    Examples
    --------
    >>> print(clean_lines("a" + chr(27) + chr(10) + "b"))
    a?
    b
    """
    return "\n".join(map(clean, text.split("\n")))


def forgive_encoding() -> None:
    """Let a terminal that cannot show a character show what is like it, or a question mark."""
    codecs.register_error("mjlab.nearest", _nearest)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="mjlab.nearest")


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    """Write characters that an encoding lacks in ASCII: pinyin without its tones, say."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    return "".join(map(_in_ascii, lacking)), problem.end


def _in_ascii(character: str) -> str:
    if combining(character):
        return ""
    letter = normalize("NFD", character)[0]
    return _STAND_INS.get(character, letter if letter.isascii() else "?")


def error(message: str) -> None:
    """Print a message of several lines on standard error, without control characters."""
    lines = clean_lines(f"error: {message}").split("\n")
    if room():
        lines = [
            wrapped(line.strip(), "    ", "  ") if line.startswith("  hint: ") else line
            for line in lines
        ]
    typer.echo("\n".join(lines), err=True)


def note(text: str) -> None:
    """Say on standard error what should be known of an answer, without control characters."""
    said = clean(f"note: {text}")
    typer.echo(wrapped(said) if room() else said, err=True)


def console(*, stderr: bool = False) -> Console:
    """Make a console that reads no markup: names in logs are data.

    Parameters
    ----------
    stderr : bool
        Whether it writes on standard error, where progress belongs.

    Returns
    -------
    Console
        Of the width of the terminal, or wide enough for any row when piped.
    """
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = 200  # a line stays one line
    return made


def room() -> int | None:
    """Columns of the terminal; None where nothing bounds a line: in a pipe a line is a row."""
    paper = console()
    if paper.is_terminal:
        return paper.width
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdecimal() else None


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Break a text into lines that the terminal has room for, or of 100 characters in a pipe.

    Parameters
    ----------
    text : str
        One paragraph.
    indent : str
        What stands before each line.
    first : str, optional
        What stands before the first line instead.

    Examples
    --------
    >>> wrapped("some words", "    ", "- ")
    '- some words'
    """
    from mjlab.cli.tables import folded

    begun = indent if first is None else first
    lines = folded(" ".join(text.split()), max(1, (room() or _LINE) - len(indent)))
    return begun + f"\n{indent}".join(lines)


def table(*columns: str, title: str = "", right: tuple[str, ...] = ()) -> Table:
    """Make a table without rows.

    Parameters
    ----------
    *columns : str
        Heads of the columns.
    title : str
        Above the table.
    right : tuple of str
        Columns of numbers, set flush right.

    Returns
    -------
    Table
        To be filled with ``add_row`` and printed by :func:`console`.
    """
    from rich import box
    from rich.table import Table

    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        numeric = column in right
        made.add_column(column, justify="right" if numeric else "left", no_wrap=numeric)
    return made
