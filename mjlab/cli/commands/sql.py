"""``mjlab sql``: questions to a dataset in SQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mjlab.cli.console import waiting
from mjlab.cli.inputs import opened
from mjlab.cli.tables import print_plain, refuse_both, written

__all__ = ["sql"]


def sql(
    question: Annotated[
        str, typer.Argument(metavar="SELECT", help='E.g. "SELECT player, total FROM wins".')
    ],
    data: Annotated[
        list[Path],
        typer.Option(help="A dataset, or logs; may be repeated.", metavar="DATA"),
    ],
    rows: Annotated[int, typer.Option(help="Rows to print, 0 for all.", min=0)] = 40,
    csv: Annotated[bool, typer.Option("--csv", help="Print all rows as CSV.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print all rows as JSON.")] = False,
    memory: Annotated[
        str, typer.Option(help="How much memory DuckDB may take.", metavar="SIZE")
    ] = "2GB",
) -> None:
    """Ask a dataset in SQL (DuckDB): its tables are read, no more.

    Nothing is written, no other file is read. The tables: sessions, games, hands, events, discards,
    melds, wins, win_fans, problems.

    Exit code 0; 1 if there is no log file; 2 for a wrong argument or question.
    """
    from mjlab.dataset.sql import query

    refuse_both(csv=csv, json=json)
    dataset = opened(data)
    with waiting("asking"):
        found = query(dataset, question, memory=memory)
    text = written(found, csv=csv, json=json)
    if text is None:
        print_plain(found, rows)
    else:
        typer.echo(text)
