"""``mjlab stats``: statistics of a dataset or of logs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mjlab.cli.console import clean_lines, waiting, wrapped
from mjlab.cli.inputs import CLUSTER_HELP, dataset_of, tell_joined
from mjlab.cli.tables import print_frame, refuse_both, written
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import pandas as pd

    from mjlab.dataset import Dataset
    from mjlab.stats import Comparison, Result, Statistic

__all__ = ["stats"]


def stats(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Which statistic; left out, they are listed."),
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DATA", help="A dataset, or logs: files or folders."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(help="Columns to group by, with commas between, or 'all'.", metavar="COLUMNS"),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            help="Which cases: player=P1, turn>=9, ...; one each, repeated.", metavar="COND"
        ),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(help="Compare these cases ...", metavar="COND"),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="... with these; left out, with all the others.", metavar="COND"),
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="Of the intervals: between 0 and 1, such as 0.95.")
    ] = 0.95,
    rows: Annotated[int, typer.Option(help="Rows to print, 0 for all.", min=0)] = 40,
    wide: Annotated[
        bool, typer.Option("--wide", help="Print all columns, however narrow the terminal.")
    ] = False,
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
    """Tell a statistic: its cases, its interval, what it means.

    Without DATA the definition and the columns to group by are printed.

    Exit code 0; 1 if there is no log file, or no game in any; 2 for a wrong argument.
    """
    from mjlab import stats as statistics
    from mjlab.stats.conditions import by_columns

    if name is None:
        _list_all()
        return
    statistic = statistics.find(name)
    if not data:
        _describe(statistic)
        return
    refuse_both(csv=csv, json=json)
    if against and not compare:
        raise MjlabError("--against goes with --compare", hint='--compare "player=P1"')
    if compare and by is not None:
        raise MjlabError("--compare is of two groups, without --by")
    groups = "usual" if by is None else None if by == "all" else _columns(by)
    told_by = [] if compare else by_columns(statistic.usual if by is None else groups)
    with dataset_of(cluster, data, ruleset, players) as dataset:
        with waiting("counting"):
            if compare:
                pair = statistics.compare(
                    statistic, dataset, compare, against, where=where, confidence=confidence
                )
                _refuse_nothing(dataset, pair, [*(where or ()), *compare, *(against or ())])
            else:
                found = statistic(dataset, groups, where=where, confidence=confidence)
                none = _no_case(dataset, found, where or [])
        if _of_players(told_by, [*(where or ()), *(compare or ()), *(against or ())]):
            tell_joined(dataset)
    if compare:
        typer.echo(written(pair.to_frame(), csv=csv, json=json) or clean_lines(str(pair)))
        return
    frame = found if json else _named(found, told_by)
    text = written(frame, csv=csv, json=json)
    if none:
        typer.echo(clean_lines(none), err=text is not None)
    if text is not None:
        typer.echo(text)
        return
    typer.echo(f"{statistic.title} {statistic.zh}")
    if not none:
        print_frame(frame, rows, groups=told_by, wide=wide)
    typer.echo(wrapped(statistic.definition))


def _columns(by: str) -> list[str]:
    columns = [name.strip() for name in by.split(",")]
    if not all(columns):
        given = ",".join(name for name in columns if name)
        raise MjlabError(f"--by {by!r} has a comma without a column beside it",
                         hint=f"--by {given}" if given else "--by seat")  # fmt: skip
    return columns


def _of_players(told_by: list[str], asked: list[str]) -> bool:
    """Whether a statistic tells of players, by name: then one name should be one person."""
    from mjlab.stats.conditions import conditions

    return "player" in told_by or any(one.column == "player" for one in conditions(asked))


def _named(frame: pd.DataFrame, groups: list[str]) -> pd.DataFrame:
    """Call a group without a value what conditions call it."""
    from mjlab.stats.conditions import NONE

    gaps = [name for name in groups if name in frame and frame[name].isna().any()]
    texts = {name: frame[name].astype("object").where(frame[name].notna(), NONE) for name in gaps}
    return frame.assign(**texts)


def _refuse_nothing(dataset: Dataset, pair: Comparison, asked: list[str]) -> None:
    """Refuse to compare with a group that has no case."""
    sizes = ((pair.first, pair.n), (pair.second, pair.other_n))
    if empty := [name for name, n in sizes if not n]:
        raise MjlabError(_nothing(dataset, f"no case to compare: {' and '.join(empty)}", asked))


def _no_case(dataset: Dataset, found: Result, where: list[str]) -> str:
    """Say that there is nothing to tell of, if so."""
    if len(found) and ("n" not in found or found["n"].any()):
        return ""
    return _nothing(dataset, f"no case: {', '.join(where)}" if where else "no case", where)


def _nothing(dataset: Dataset, said: str, asked: list[str]) -> str:
    """Say why there is no case: no game at all, or which names are like those asked for."""
    if not dataset.count("games"):
        return "no case: the dataset has no games"
    return said + _alike(dataset, asked)


def _alike(dataset: Dataset, given: list[str]) -> str:
    """Names of players that are like those that were asked for and are not there."""
    from mjlab.common.wording import alike
    from mjlab.stats.conditions import conditions

    asked = [v for c in conditions(given) if c.column == "player" for v in c.wanted if v]
    if not asked:
        return ""
    names = sorted(set(dataset.table("hands", ["player"])["player"]))
    near = [name for one in asked if one not in names for name in alike(one, names)]
    if all(one in names for one in asked):
        return ""
    if near:
        return f"\n  hint: {' or '.join(near)}?"
    return f"\n  hint: players are {', '.join(names[:5])}" + ", ..." * (len(names) > 5)


def _list_all() -> None:
    from mjlab.stats import STATISTICS

    for statistic in STATISTICS.values():
        typer.echo(f"{statistic.name}  {statistic.title} {statistic.zh}")
        typer.echo(wrapped(statistic.definition, "    "))


def _describe(statistic: Statistic) -> None:
    usual = statistic.usual
    groups = "all cases together" if usual is None else (
        usual if isinstance(usual, str) else ", ".join(usual)
    )  # fmt: skip
    typer.echo(f"{statistic.title} {statistic.zh}")
    typer.echo(wrapped(statistic.definition))
    typer.echo(f"told by: {groups}; other columns for --by and --where:")
    for column, meaning in statistic.columns().items():
        typer.echo(wrapped(meaning, " " * 21, f"  {column:18} "))
