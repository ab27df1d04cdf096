"""``mjlab stats``: statistics of a dataset or of logs."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent, wrap
from typing import TYPE_CHECKING, Annotated

import typer

from mjlab.cli.clusters import CLUSTER_HELP
from mjlab.cli.opening import counted_by, waiting
from mjlab.cli.tables import print_frame, written
from mjlab.cli.terminal import clean
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from mjlab.frames.metrics import Statistic

__all__ = ["stats"]


def stats(
    name: Annotated[
        str | None, typer.Argument(help="Which statistic; left out, they are listed.")
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[DATA]", help="A dataset, or logs: files or folders."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(help="Columns to group by, with commas between, or 'all'.", metavar="COLUMNS"),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(help="Which cases: player=P1, turn>=9, ...; may be repeated.", metavar="COND"),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(help="Compare these cases ...", metavar="COND"),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="... with these; left out, with all the others.", metavar="COND"),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    rows: Annotated[int, typer.Option(help="Rows to print, 0 for all.", min=0)] = 40,
    csv: Annotated[bool, typer.Option("--csv", help="Print all rows as CSV.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print all rows as JSON.")] = False,
    ruleset: Annotated[
        str | None, typer.Option(help="By which the wins of logs are scored.", metavar="NAME")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            help=f"{CLUSTER_HELP} Its workers have to see the dataset.", metavar="ADDRESS"
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="Players of logs: by-name or by-session.", metavar="HOW")
    ] = None,
) -> None:
    """Tell a statistic, with the number of cases and intervals, and what it means.

    Without DATA the definition and the columns to group by are printed.

    Exit code 0; 1 if there is no log file; 2 for a wrong argument.
    """
    from mjlab.frames import metrics

    if name is None:
        _list_all()
        return
    statistic = metrics.find(name)
    if not data:
        _describe(statistic)
        return
    if against and not compare:
        raise MjlabError("--against goes with --compare", hint='--compare "player=P1"')
    if compare and by is not None:
        raise MjlabError("--compare is of two groups, without --by")
    groups = "usual" if by is None else None if by == "all" else [b.strip() for b in by.split(",")]
    found: metrics.Comparison | metrics.Result
    with counted_by(cluster, data, ruleset, players) as dataset, waiting("counting"):
        if compare:
            found = metrics.compare(
                statistic, dataset, compare, against, where=where, confidence=confidence
            )
        else:
            found = statistic(dataset, groups, where=where, confidence=confidence)
    frame = found.to_frame() if isinstance(found, metrics.Comparison) else found
    text = written(frame, csv=csv, json=json)
    if text is None and isinstance(found, metrics.Comparison):
        text = clean_lines(str(found))
    if text is not None:
        typer.echo(text)
        return
    typer.echo(f"{statistic.title} {statistic.zh}")
    print_frame(frame, rows)
    typer.echo("\n".join(wrap(statistic.definition, 100)))


def clean_lines(text: str) -> str:
    """Lines without control characters.

    Examples
    --------
    >>> print(clean_lines("a" + chr(27) + chr(10) + "b"))
    a?
    b
    """
    return "\n".join(map(clean, text.split("\n")))


def _list_all() -> None:
    from mjlab.frames.metrics import STATISTICS

    for statistic in STATISTICS.values():
        typer.echo(f"{statistic.name}  {statistic.title} {statistic.zh}")
        typer.echo(indent("\n".join(wrap(statistic.definition, 92)), "    "))


def _describe(statistic: Statistic) -> None:
    usual = statistic.usual
    groups = "all cases together" if usual is None else (
        usual if isinstance(usual, str) else ", ".join(usual)
    )  # fmt: skip
    typer.echo(f"{statistic.title} {statistic.zh}")
    typer.echo("\n".join(wrap(statistic.definition, 100)))
    typer.echo(f"told by: {groups}; other columns for --by and --where:")
    for column, meaning in statistic.columns().items():
        typer.echo(f"  {column:18} {meaning}")
