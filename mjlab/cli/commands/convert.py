"""``mjlab convert``: logs of any source in, another format out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from mjlab.cli.console import clean, error
from mjlab.cli.inputs import shown_progress
from mjlab.common.wording import plural

if TYPE_CHECKING:
    from mjlab.logs import SetAside

__all__ = ["ConvertCommand", "convert"]

_FEW: Final = 10
"""Things set aside that are listed one by one."""
_REASONS: Final = 20
"""Reasons that are listed with their counts."""
_FORMATS: Final = "{formats}"
"""What help fills in: other commands need not wait for the formats."""


class ConvertCommand(TyperCommand):
    """Names the formats in its help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, the formats that can be written among them."""
        from mjlab.logs import FORMATS

        *names, last = [one.name for one in FORMATS.values() if one.write_game is not None]
        for option in self.params:
            text = getattr(option, "help", None) or ""
            option.help = text.replace(_FORMATS, f"{', '.join(names)} or {last}")  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="SRC", help="Logs: files, folders, packed files, - for input."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            help="File to write; .gz and .zip are packed, - is standard output. Formats with a "
            "file for each hand make a folder."
        ),
    ],
    to: Annotated[
        str,
        typer.Option(help=f"Format: {_FORMATS}.", metavar="FORMAT"),
    ] = "native",
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail for what was set aside, too.")
    ] = False,
) -> None:
    """Write logs in another format.

    The native format keeps everything. A hand that has no place in the format is set aside and
    listed with the reason, as is what cannot be read; of many the first, then how often each reason
    was given. The output appears when all is written.

    Exit code 0; 1 if no hand was written or, with --strict, something was set aside; 2 for a wrong
    argument.
    """
    from mjlab.logs import convert as convert_logs

    reasons: Counter[str] = Counter()

    def tell(aside: SetAside) -> None:
        if reasons.total() < _FEW:
            typer.echo(clean(f"set aside: {aside}"), err=True)
        reasons[aside.reason] += 1

    with shown_progress(paths) as shown:
        done = convert_logs(paths, to, out, on_set_aside=tell, progress=shown)
    _tell_reasons(reasons)
    sessions = f" and {plural(done.sessions, 'session')}" if done.sessions else ""
    hands = plural(done.games, "hand")
    typer.echo(f"{hands}{sessions} written as {to}, {done.set_aside:,} set aside", err=True)
    if not done.games:
        error("no hand was written")
    if not done.games or (strict and done.set_aside):
        raise typer.Exit(1)


def _tell_reasons(reasons: Counter[str]) -> None:
    """Say how often what was set aside for each reason, where not everything is listed."""
    if reasons.total() <= _FEW:
        return
    typer.echo(f"set aside: {reasons.total() - _FEW:,} more; all by their reasons:", err=True)
    for reason, times in reasons.most_common(_REASONS):
        typer.echo(clean(f"{times:7,}  {reason}"), err=True)
    if (left := len(reasons) - _REASONS) > 0:
        typer.echo(f"         {plural(left, 'more reason')}", err=True)
