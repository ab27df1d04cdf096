"""What the commands print: plain, safe in any terminal, and the same when piped."""

from __future__ import annotations

import codecs
import json
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
    from rich.progress import ProgressColumn
    from rich.table import Table

__all__ = [
    "clean",
    "clean_lines",
    "console",
    "error",
    "folded",
    "forgive_encoding",
    "late_bar",
    "note",
    "print_json",
    "room",
    "table",
    "waiting",
    "wrapped",
]

# Text --------------------------------------------------------------------------------


def clean(text: str) -> str:
    """Replace what is not printable, so that no name or path can steer the terminal."""
    return printable(text, "?")


def clean_lines(text: str) -> str:
    """Lines without control characters."""
    return "\n".join(map(clean, text.split("\n")))


_LINE: Final = 100
"""Characters of a line of text where there is no terminal."""


def room() -> int | None:
    """Columns of the terminal; None where nothing bounds a line: in a pipe a line is a row."""
    paper = console()
    if paper.is_terminal:
        return paper.width
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdecimal() else None


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Break a paragraph into lines that the terminal has room for, or of 100 characters in a pipe.

    Each line begins with `indent`, the first with `first` where it is given.
    """
    begun = indent if first is None else first
    lines = folded(" ".join(text.split()), max(1, (room() or _LINE) - len(indent)))
    return begun + f"\n{indent}".join(lines)


def folded(text: str, width: int) -> list[str]:
    """Break a line between words, and within long ones; a Chinese sign takes two columns."""
    from rich.cells import cell_len

    if cell_len(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        if not lines[-1]:
            lines.pop()
        lines += _pieces(word, width)
    return lines


def _pieces(word: str, width: int) -> list[str]:
    """A word in pieces no wider than that; a sign of two columns counts as two."""
    from rich.cells import cell_len

    pieces, taken = [""], 0
    for sign in word:
        wide = cell_len(sign)
        if taken + wide > width:
            pieces.append("")
            taken = 0
        pieces[-1] += sign
        taken += wide
    return pieces


# What is printed ---------------------------------------------------------------------


def console(*, stderr: bool = False) -> Console:
    """A console that reads no markup, as names in logs are data; piped it has room for any row."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = 200  # a line stays one line
    return made


def table(*columns: str, title: str = "", right: tuple[str, ...] = ()) -> Table:
    """A table without rows; the columns of numbers, `right`, are set flush right."""
    from rich import box
    from rich.table import Table

    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        numeric = column in right
        made.add_column(column, justify="right" if numeric else "left", no_wrap=numeric)
    return made


def print_json(value: dict[str, Any]) -> None:
    """Print JSON in lines, Chinese as it is."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


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


# What an encoding lacks --------------------------------------------------------------


_STAND_INS: Final = {"−": "-", "–": "-", "─": "-", "×": "x", "…": "...", "≥": ">="}
"""What is written for signs that an encoding lacks: a number must not lose its sign."""


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


# How far something has come ----------------------------------------------------------


_PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""
_FIRST: Final = "at first use the rules are compiled, for up to a minute; that is kept for later"
"""What is said if by then nothing is done: the likely reason."""


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on standard error, if that is a terminal, what is being done as long as it is."""
    paper = console(stderr=True)
    if not paper.is_terminal:
        yield
        return
    with paper.status(what):
        yield


@contextmanager
def late_bar(
    *columns: ProgressColumn, total: float | None = None, unseen: str = "", **fields: Any
) -> Iterator[Callable[..., None]]:
    """Show how far something has come, once it has taken two seconds, whether it moves or not.

    Yields what takes the arguments of `Progress.update`; `unseen` is said once where no bar shows.
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
