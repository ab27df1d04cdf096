"""``mjlab report``: logs in, a page and tables out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, cast

import typer

from mjlab.cli.choices import rules_of
from mjlab.cli.reading import replayed
from mjlab.cli.terminal import clean, console, counted, error, table

if TYPE_CHECKING:
    from mjlab.frames import Dataset
    from mjlab.frames.names import Players

__all__ = ["report"]

_FEW: Final = 3
"""Reasons that are printed; the tables have all."""
_NAMES: Final = 4
"""Names that are printed: a table's four."""


def report(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Logs: files or folders.")],
    out: Annotated[Path, typer.Option(help="Folder to write into.")] = Path("report"),
    ruleset: Annotated[
        str, typer.Option(help="By which wins are scored; see 'mjlab rulesets'.", metavar="NAME")
    ] = "mcr1998_online",
    players: Annotated[
        str,
        typer.Option(
            help="Whether a name is one player everywhere or another in each session: "
            "by-name or by-session.",
            metavar="HOW",
        ),
    ] = "by-name",
    title: Annotated[str, typer.Option(help="Heading of the page.")] = "Mahjong report",
    date: Annotated[
        str, typer.Option(help="A date to print; the clock is never asked.", metavar="TEXT")
    ] = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail when the replay confirms not everything.")
    ] = False,
) -> None:
    """Replay logs and write a page and tables.

    The page is report.html; the tables are CSV files beside it.

    Exit code 0; 1 if no game could be read or, with --strict, an event is illegal or a recorded
    fact is not confirmed; 2 for a wrong argument.
    """
    from mjlab.frames import make_dataset, write_report
    from mjlab.frames.names import check_players

    rules = rules_of(ruleset)
    check_players(players)
    with replayed(paths, rules) as results:
        data = make_dataset(results, rules=rules, players=cast("Players", players))
    written = write_report(data, out, title=title, made=date)
    _summary(data)
    page = clean(str(written[0].resolve()))
    typer.echo(f"written: {page} and {len(written) - 1} tables beside it")
    if not len(data.games):
        _tell_reasons(data)
        raise typer.Exit(1)
    if strict and len(data.findings):
        error(f"{counted(len(data.findings), 'disagreement')}; see problems.csv")
        raise typer.Exit(1)


def _tell_reasons(data: Dataset) -> None:
    """Say why there is no game."""
    reasons = data.set_aside.head(_FEW).to_dict("records")
    lines = [
        f"  {', '.join(part for part in (row['path'], row['place']) if part)}: {row['reason']}"
        for row in reasons
    ]
    left = len(data.set_aside) - len(reasons)
    lines += [f"  {left} more in problems.csv"] if left else []
    error("\n".join(["no game could be read", *(lines or ["  the files hold no game"])]))


def _summary(data: Dataset) -> None:
    """Print a line for each player, and one for all."""
    from mjlab.frames import metrics

    if len(data.games):
        shown = table("player", "games", "wins", "deal-ins", "points a win", "score",
                      right=("games", "wins", "deal-ins", "points a win", "score"))  # fmt: skip
        for row in metrics.player_summary(data).head(20).to_dict("records"):
            mean = "–" if row["mean_points"] != row["mean_points"] else f"{row['mean_points']:.1f}"
            shown.add_row(
                clean(str(row["player"])),
                str(row["n_games"]),
                str(row["n_wins"]),
                str(row["n_deal_ins"]),
                mean,
                f"{row['score']:+d}",
            )
        console().print(shown)
    typer.echo(
        f"{counted(len(data.games), 'game')} in {counted(len(data.sessions), 'session')}, "
        f"{counted(len(data.wins), 'win')}; "
        f"{counted(len(data.findings), 'disagreement')}, {len(data.set_aside)} set aside"
    )
    joined = metrics.joined_players(data)
    if len(joined):
        names = ", ".join(joined["player"].head(_NAMES)) + ", ..." * (len(joined) > _NAMES)
        one = "that name is" if len(joined) == 1 else "each such name is"
        typer.echo(
            clean(
                f"note: {counted(len(joined), 'name')} in more than one session ({names}); "
                f"{one} taken for one player, unless --players by-session"
            )
        )
