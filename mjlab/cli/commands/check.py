"""``mjlab check``: whether logs obey the rules and the rules confirm them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mjlab.cli.console import clean, error
from mjlab.cli.inputs import replayed, rules_of

__all__ = ["check"]


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Logs: files, folders, packed files, - for input."),
    ],
    ruleset: Annotated[
        str, typer.Option(help="By which wins are scored; see 'mjlab rulesets'.", metavar="NAME")
    ] = "mcr1998_online",
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail for what was set aside, too.")
    ] = False,
) -> None:
    """Replay logs and list what is wrong with them.

    That is: events that break the rules of play, and recorded facts that the replay does not
    confirm. What could not be read is listed too; so are, as notes, totals of a table that need not
    follow from its hands and do not.

    Exit code 0 if there are none, 1 if there are or no hand could be read, 2 for a wrong argument.
    """
    from mjlab.logs import Replay, SetAside
    from mjlab.report.verdict import verdict

    hands, results_only, broken, aside = 0, 0, 0, 0
    n_illegal, n_denied = 0, 0
    with replayed(paths, rules_of(ruleset)) as results:
        for result in results:
            if isinstance(result, SetAside):
                aside += 1
                typer.echo(clean(f"set aside: {result}"))
                continue
            if isinstance(result, Replay):
                hands += 1
                results_only += not result.game.has_play
                broken += result.end in ("fault", "unfinished", "error")
                illegal = result.illegal
            else:
                illegal = ()
                if not result.binding and result.difference:
                    typer.echo(clean(f"note: {str(result).splitlines()[0]}"))
            n_illegal += len(illegal)
            n_denied += len(result.disagreements)
            for problem in (*illegal, *result.disagreements):
                typer.echo(clean(str(problem)))
    said = verdict(hands, results=results_only, broken=broken, illegal=n_illegal, denied=n_denied,
                   aside=aside)  # fmt: skip
    typer.echo(said)
    if not hands:
        error("no hand could be read")
    if not hands or n_illegal or n_denied or (strict and aside):
        raise typer.Exit(1)
