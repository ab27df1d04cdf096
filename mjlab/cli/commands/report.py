"""``mjlab report``: a dataset or logs in, a page and tables out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from mjlab.cli.console import clean, console, error, table, waiting, wrapped
from mjlab.cli.inputs import opened, tell_joined, tell_no_game
from mjlab.common.wording import plural

if TYPE_CHECKING:
    import pandas as pd

    from mjlab.dataset import Dataset
    from mjlab.report.report import Tables

__all__ = ["report"]


def report(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="A dataset, or logs: files or folders.")
    ],
    out: Annotated[Path, typer.Option(help="Folder to write into.")] = Path("report"),
    player: Annotated[
        str | None,
        typer.Option(help="A player, told beside the field; left out, all.", metavar="NAME"),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            help="By which the wins of logs are scored; see 'mjlab rulesets'.", metavar="NAME"
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Whether a name in logs is one player everywhere or another in each session: "
            "by-name or by-session.",
            metavar="HOW",
        ),
    ] = None,
    title: Annotated[str, typer.Option(help="Heading of the page.")] = "",
    date: Annotated[
        str, typer.Option(help="A date to print; the clock is never asked.", metavar="TEXT")
    ] = "",
    tables: Annotated[
        str | None,
        typer.Option(
            help="CSV files beside the page: all, small (without events and discards) or none. "
            "Left out: all of logs, none of a dataset.",
            metavar="WHICH",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail when the replay confirms not everything.")
    ] = False,
) -> None:
    """Write a page about a dataset or logs, with tables beside it.

    Logs are replayed. The page is report.html; the tables are CSV files.

    Exit code 0; 1 if there is no game or, with --strict, an event is illegal or a recorded fact is
    not confirmed; 2 for a wrong argument.
    """
    from mjlab.report.report import write_report
    from mjlab.report.verdict import verdict_of

    data = opened(paths, ruleset, players)
    which = cast("Tables | None", tables)
    with waiting("making the report"):
        written = write_report(data, out, player=player, title=title, made=date, tables=which)
    games = data.table("games", ["session", "outcome", "replayed"])
    if player is None:
        _summary(data, games)
    page = clean(str(written[0].resolve()))
    beside = f" and {len(written) - 1} tables beside it" if written[1:] else ""
    typer.echo(f"written: {page}{beside}")
    listed = next((path.name for path in written if path.stem == "problems"), written[0].name)
    if not data.count("games"):
        tell_no_game(data, listed)
        raise typer.Exit(1)
    if strict and len(data.findings):
        error(f"{verdict_of(games, data.problems)} See {listed}")
        raise typer.Exit(1)


def _summary(data: Dataset, played: pd.DataFrame) -> None:
    """Print a line for each player, and one for all."""
    from mjlab import stats
    from mjlab.report.verdict import n_single, played_at, verdict_of

    if data.count("games"):
        shown = table("player", "games", "wins", "deal-ins", "points a win", "score",
                      right=("games", "wins", "deal-ins", "points a win", "score"))  # fmt: skip
        for row in stats.player_summary(data).head(20).to_dict("records"):
            mean = "–" if row["mean_points"] != row["mean_points"] else f"{row['mean_points']:.1f}"
            shown.add_row(
                clean(str(row["player"])),
                f"{row['n_games']:,}",
                f"{row['n_wins']:,}",
                f"{row['n_deal_ins']:,}",
                mean,
                f"{row['score']:+,}".replace("-", "−"),
            )
        console().print(shown)
    games, sessions, wins = (data.count(name) for name in ("games", "sessions", "wins"))
    at = played_at(sessions, n_single(played))
    typer.echo(f"{plural(games, 'game')} in {at}, {plural(wins, 'win')}")
    typer.echo(wrapped(verdict_of(played, data.problems)))
    tell_joined(data)
