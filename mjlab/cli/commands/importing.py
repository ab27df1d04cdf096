"""``mjlab import``: logs into a dataset that any number of games fits in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, cast

import typer

from mjlab.cli.console import clean, error, late_bar
from mjlab.cli.inputs import (
    CLUSTER_HELP,
    cluster_of,
    refuse_datasets,
    rules_of,
    tell_joined,
    tell_no_game,
)
from mjlab.common.wording import plural

if TYPE_CHECKING:
    from mjlab.dataset import Dataset
    from mjlab.dataset.importing import Progress, Summary
    from mjlab.dataset.players import Players

__all__ = ["import_logs"]

_FEW: Final = 3
"""Names of files that are printed."""
_WORDS: Final = {
    "self_drawn": "self-drawn",
    "discard": "won on a discard",
    "robbed_kong": "won on a robbed kong",
    "drawn": "drawn",
    "fault": "ended by a fault",
    "unfinished": "unfinished",
    "error": "not replayed to the end",
}


def import_logs(
    paths: Annotated[list[Path], typer.Argument(metavar="SRC", help="Logs: files or folders.")],
    to: Annotated[Path, typer.Option(metavar="DATASET", help="Folder of the dataset.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            help="By which wins are scored; see 'mjlab rulesets'. Left out, as in the dataset.",
            metavar="NAME",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes that share the work; left out, one for each core."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(help=f"{CLUSTER_HELP} Not with --workers.", metavar="ADDRESS"),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Whether a name is one player everywhere or another in each session: "
            "by-name or by-session. Left out, as in the dataset.",
            metavar="HOW",
        ),
    ] = None,
) -> None:
    """Replay logs and add the games to a dataset of Parquet files.

    What was imported before is known by its content and skipped, so the same command can be run
    again whenever there are new logs, or to go on where it was stopped.

    Exit code 0; 1 if the dataset has no game; 2 for a wrong argument.
    """
    from mjlab.dataset import Dataset
    from mjlab.dataset.importing import import_logs as run

    refuse_datasets(paths)
    rules = None if ruleset is None else rules_of(ruleset)
    with _bar() as shown:
        try:
            done = run(
                paths,
                to,
                rules=rules,
                players=cast("Players | None", players),
                workers=workers,
                cluster=cluster_of(cluster) if workers is None else cluster,
                progress=shown,
            )
        except KeyboardInterrupt:
            error("stopped; what was imported is kept, run the command again to go on")
            raise typer.Exit(130) from None
    if not done.files:
        error(f"no log files in {', '.join(str(path) for path in paths)}")
        raise typer.Exit(1)
    data = Dataset.open(to)
    _tell(done, data)
    if not data.count("games"):
        tell_no_game(data, "the table of problems")
        raise typer.Exit(1)


def _tell(done: Summary, data: Dataset) -> None:
    """Say what was added, what was there before, and what there is now."""
    from mjlab.dataset.schemas import PROBLEM_KINDS
    from mjlab.report.verdict import findings, n_single, played_at

    rate = f", {done.games / done.seconds:,.0f} a second" if done.games and done.seconds else ""
    typer.echo(f"{plural(done.games, 'game')} added in {done.seconds:.1f} s{rate}")
    if done.games:
        ends = [f"{n:,} {_WORDS[key]}" for key in _WORDS if (n := done.outcomes[key])]
        typer.echo("  " + ", ".join(ends))
    if done.skipped:
        names = ", ".join(Path(path).name for path in done.skipped[:_FEW])
        names += ", ..." * (len(done.skipped) > _FEW)
        typer.echo(clean(f"{plural(len(done.skipped), 'file')} imported before: {names}"))
    illegal, denied, aside = (done.problems[kind] for kind in PROBLEM_KINDS)
    found = [findings(illegal, denied)] if illegal or denied else []
    found += [f"{plural(aside, 'record')} set aside"] * bool(aside)
    if found:
        again = done.duplicates
        whose = "whose id was" if again == 1 else "whose ids were"
        there = f" ({plural(again, 'game')} {whose} there before)" * bool(again)
        typer.echo(f"problems: {', '.join(found)}{there}")
    told = ("games", "wins", "discards", "problems")
    games, *rest = (plural(data.count(name), name.removesuffix("s")) for name in told)
    single = n_single(data.table("games", ["session"]))
    at = played_at(data.count("sessions"), single)
    typer.echo(clean(f"{data.path}: {games} in {at}, {', '.join(rest)}"))
    tell_joined(data)


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    """Show on standard error how far it has come, how fast, and how long it will take."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    with late_bar(
        TextColumn("{task.fields[games]:,} games", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s", markup=False),
        TimeRemainingColumn(),
        TextColumn("{task.fields[path]}", markup=False),
        games=0,
        rate=0.0,
        path="",
    ) as update:

        def shown(now: Progress) -> None:
            update(
                total=now.total or None,
                completed=now.done,
                games=now.games,
                rate=now.games / now.seconds if now.seconds else 0.0,
                path=clean(Path(now.path).name),
            )

        yield shown
