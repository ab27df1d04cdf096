"""The command ``mjlab``: its options, its errors and its exit codes.

Each command imports what it needs when it runs, so that ``mjlab --help`` is quick.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from shlex import quote
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from mjlab.cli.commands.census import census
from mjlab.cli.commands.check import check
from mjlab.cli.commands.convert import ConvertCommand, convert
from mjlab.cli.commands.fans import fans, rulesets
from mjlab.cli.commands.importing import import_logs
from mjlab.cli.commands.report import report
from mjlab.cli.commands.score import score
from mjlab.cli.commands.shanten import discards, waits
from mjlab.cli.commands.simulate import simulate
from mjlab.cli.commands.sql import sql
from mjlab.cli.commands.stats import stats
from mjlab.cli.console import error, forgive_encoding
from mjlab.common.wording import alike
from mjlab.errors import MjlabError

__all__ = ["app", "main"]

_CANNOT_WRITE: Final = 3
"""Exit code when the output has no place to go: not one of those that commands answer with."""


class _Group(TyperGroup):
    """Says what is wrong with an input in place of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        forgive_encoding()
        try:
            return super().invoke(ctx)
        except MjlabError as problem:
            error(str(_in_shell(problem, self.get_command(ctx, ctx.invoked_subcommand or ""))))
            raise typer.Exit(2) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name):
            return super().resolve_command(ctx, args)
        known = {n: n for n in self.list_commands(ctx)} | _MEANT
        meant = dict.fromkeys(f"mjlab {known[n]}" for n in alike(name.casefold(), known))
        raise MjlabError(
            f"there is no command {name!r}",
            hint=" or ".join(meant) or "mjlab --help lists the commands",
        )


_MEANT: Final = {
    "explain": "score --explain",
    "shanten": "waits",
    "useful": "waits",
    "efficiency": "discards",
    "statistics": "stats",
    "query": "sql",
    "rules": "rulesets",
}
"""Commands under names of Python, or of other programs."""


def _in_shell(problem: MjlabError, command: Any) -> MjlabError:
    """Write what Python calls by the name of an option as that: ``--seat S`` for ``seat='S'``."""
    params = [p for p in getattr(command, "params", ()) if p.opts[0].startswith("--")]
    options = {p.opts[0][2:].replace("-", "_"): p for p in params}
    if not options:
        return problem
    names = "|".join(options)
    # After a quote it is what the user wrote.
    given = re.compile(rf"(?<![\w'\"])({names})=('[^']*'|\"[^\"]*\"|\w+)?")

    def option(found: re.Match[str]) -> str:
        param, value = options[found[1]], (found[2] or "").strip("'\"")
        if value == "True" or not found[2]:
            return str(param.opts[0])
        if value == "False":
            return param.secondary_opts[0] if param.secondary_opts else f"without {param.opts[0]}"
        return f"{param.opts[0]} {quote(value)}"

    message, hint = (given.sub(option, said or "") for said in (problem.message, problem.hint))
    return MjlabError(message, text=problem.text, position=problem.position, hint=hint or None)


app = typer.Typer(
    name="mjlab",
    cls=_Group,
    help="Chinese Official mahjong (MCR): score hands, read logs, make reports.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"mjlab {version('mjlab-mcr')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Chinese Official mahjong (MCR): score hands, read logs, make reports."""


for _command in (report, stats, sql, score, check, convert, simulate, waits, discards, census, fans,
                 rulesets):  # fmt: skip
    app.command(_command.__name__, cls=ConvertCommand if _command is convert else None)(_command)
app.command("import")(import_logs)


def main() -> None:
    """Run the command line; the console script ``mjlab`` starts here."""
    try:
        app()
    except OSError as problem:  # a full disk, say; a closed pipe never comes here
        _give_up(problem)
        sys.exit(_CANNOT_WRITE)


def _give_up(problem: OSError) -> None:
    """Tell why the output cannot be written, and drop what of it is left."""
    what = f"cannot use {problem.filename}" if problem.filename else "cannot write the output"
    with suppress(OSError):  # nobody can be told if standard error has no place either
        error(f"{what}: {problem.strerror or problem}")
    # At its end Python writes what is left, fails again and changes the exit code.
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
            continue
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
