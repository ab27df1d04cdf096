"""``mjlab check``: whether logs obey the rules and the rules confirm them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mjlab.cli.choices import rules_of
from mjlab.cli.reading import replayed
from mjlab.cli.terminal import clean, counted, error

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

    hands, aside, found = 0, 0, 0
    faults, unfinished = 0, 0
    with replayed(paths, rules_of(ruleset)) as results:
        for result in results:
            if isinstance(result, SetAside):
                aside += 1
                typer.echo(clean(f"set aside: {result}"))
                continue
            if isinstance(result, Replay):
                hands += 1
                faults += result.end == "fault"
                unfinished += result.end == "unfinished"
                illegal = result.illegal
            else:
                illegal = ()
                if not result.binding and result.difference:
                    typer.echo(clean(f"note: {str(result).splitlines()[0]}"))
            for problem in (*illegal, *result.disagreements):
                found += 1
                typer.echo(clean(str(problem)))
    said = counted(found, "disagreement") if found else "no disagreements"
    odd = [counted(faults, "fault")] * bool(faults)
    odd += [f"{unfinished:,} unfinished"] * bool(unfinished)
    ended = f" ({', '.join(odd)})" if odd else ""
    typer.echo(f"{counted(hands, 'hand')} replayed{ended}, {said}, {aside} set aside")
    if not hands:
        error("no hand could be read")
    if not hands or found or (strict and aside):
        raise typer.Exit(1)
