"""``mjlab report``: logs in, a page and tables out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mjlab.cli.reading import replayed
from mjlab.cli.terminal import clean, console, error, table

if TYPE_CHECKING:
    from mjlab.frames.tables import Frames

__all__ = ["report"]


def report(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Logs: files or folders.")],
    out: Annotated[Path, typer.Option(help="Folder to write into.")] = Path("report"),
    ruleset: Annotated[
        str, typer.Option(help="By which wins are scored; see 'mjlab rulesets'.", metavar="NAME")
    ] = "mcr1998_online",
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

    Exit code 0; 1 if no hand could be read or, with --strict, an event is illegal or a recorded
    fact is not confirmed; 2 for a wrong argument.
    """
    from mjlab.frames.report import write_report
    from mjlab.frames.tables import make_frames
    from mjlab.rules import ruleset as find_ruleset

    rules = find_ruleset(ruleset)
    with replayed(paths, rules.name) as results:
        frames = make_frames(results)
    written = write_report(frames, out, rules=rules, title=title, made=date)
    _summary(frames)
    typer.echo(f"written: {clean(str(written[0]))} and {len(written) - 1} tables beside it")
    if not len(frames.hands):
        error("no hand could be read; set_aside.csv tells why")
        raise typer.Exit(1)
    if strict and len(frames.disagreements):
        error(f"{len(frames.disagreements)} disagreements; see disagreements.csv")
        raise typer.Exit(1)


def _summary(frames: Frames) -> None:
    """Print a line for each player, and one for all."""
    from mjlab.frames import metrics

    if len(frames.hands):
        shown = table("player", "hands", "wins", "deal-ins", "points a win", "score",
                      right=("hands", "wins", "deal-ins", "points a win", "score"))  # fmt: skip
        for row in metrics.player_summary(frames).head(20).to_dict("records"):
            mean = "–" if row["mean_points"] != row["mean_points"] else f"{row['mean_points']:.1f}"
            shown.add_row(
                clean(str(row["player"])),
                str(row["n_hands"]),
                str(row["n_wins"]),
                str(row["n_deal_ins"]),
                mean,
                f"{row['score']:+d}",
            )
        console().print(shown)
    typer.echo(
        f"{len(frames.hands)} hands in {len(frames.games)} sessions, {len(frames.wins)} wins; "
        f"{len(frames.disagreements)} disagreements, {len(frames.set_aside)} set aside"
    )
