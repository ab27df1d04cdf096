"""The report: one HTML page that stands by itself, and the tables as CSV beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, get_args

import pandas as pd
from markupsafe import Markup

from mjlab import stats
from mjlab.common.files import make_folder, write_text
from mjlab.common.wording import between, percent, plural
from mjlab.dataset.arrow import to_pandas
from mjlab.dataset.csv import write_csv
from mjlab.dataset.dataset import Dataset
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError
from mjlab.report.contents import Contents, contents_of
from mjlab.report.figures import dataset_figures
from mjlab.report.filters import with_interval
from mjlab.report.page import Column, page, records, win_views
from mjlab.report.player import render_player
from mjlab.report.verdict import n_single, played_at, verdict_of
from mjlab.rules.rulesets import DEFAULT, RuleSet, ruleset
from mjlab.stats.kinds import Mean, Share

__all__ = ["PAGE", "render", "write_report"]

PAGE: Final = "report.html"
"""Name of the page in the folder of a report."""
_ROWS: Final = 200
"""Rows of a list that the page shows."""
Tables = Literal["all", "small", "none"]
_LARGE: Final = ("events", "discards")
"""Tables with a row for each thing that happened: left out of the small ones."""

_COLUMNS: Final = {
    "statistics": [
        Column("Statistic", "title"), Column("Chinese", "zh", "zh"),
        Column("Value", "said", "said", "value"), Column("Cases", "n", "count"),
        Column("What it is", "definition", "meaning"),
    ],
    "fans": [
        Column("Chinese", "zh", "zh"), Column("English", "en"), Column("Pinyin", "pinyin"),
        Column("Value", "value", "count"), Column("Wins", "k", "count"),
        Column("Times", "instances", "count"), Column("Share", "rate", "share", "low", "high"),
        Column("Points", "points", "count"),
    ],
    "players": [
        Column("Player", "player", "name"), Column("Games", "n_games", "count"),
        Column("Score", "score", "signed"),
        Column("Points a hand", "per_hand_mean", "mean", "per_hand_low", "per_hand_high"),
        Column("Wins", "n_wins", "count"),
        Column("Win rate", "win_rate", "share", "win_low", "win_high"),
        Column("Deal-ins", "n_deal_ins", "count"),
        Column("Deal-in rate", "deal_in_rate", "share", "deal_in_low", "deal_in_high"),
        Column("Self-draws", "n_self_drawn", "count"),
        Column("Self-draw rate", "self_draw_rate", "share", "self_draw_low", "self_draw_high"),
        Column("Call rate", "call_rate", "share", "call_low", "call_high"),
        Column("Points a win", "mean_points", "decimal"),
    ],
    "standings": [
        Column("Session", "session"), Column("Place", "place", "count"),
        Column("Player", "player", "name"), Column("Games", "n_games", "count"),
        Column("Score", "score", "signed"), Column("Table points", "table_points", "decimal"),
    ],
}  # fmt: skip


def write_report(
    data: Dataset,
    folder: str | Path,
    *,
    player: str | None = None,
    rules: str | RuleSet | None = None,
    title: str = "",
    made: str = "",
    most_wins: int = 500,
    tables: Tables | None = None,
) -> list[Path]:
    """Write a page, and the tables beside it, into a folder.

    Parameters
    ----------
    data : Dataset
        The games.
    folder : str or Path
        Made if it is not there; files of an older report are replaced, others left alone.
    player : str, optional
        Whom the page is about; left out, it is about all.
    rules : str or RuleSet, optional
        By which the games were replayed; left out, the dataset tells.
    title : str
        Heading of the page; left out, it says what the page is.
    made : str
        A date or remark to print. The clock is never asked, so that the same logs give the same
        page.
    most_wins : int
        How many wins the page draws.
    tables : "all", "small" or "none", optional
        Which CSV files are written; ``small`` leaves out events and discards. Left out: all of a
        dataset in memory, none of one in a folder, which has its tables there.

    Returns
    -------
    list of Path
        The page, then the CSV files (see :func:`mjlab.dataset.csv.write_csv`).

    Raises
    ------
    MjlabError
        If the folder or a file cannot be written, `tables` is unknown, there is no such player,
        `most_wins` is negative, or the games were replayed by other rules.
    RulesetError
        For an unknown ruleset.

    Examples
    --------
    >>> import tempfile
    >>> from mjlab.dataset.dataset import make_dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in write_report(make_dataset([]), folder)][:3]
    ['report.html', 'sessions.csv', 'games.csv']
    """
    chosen = tables or ("all" if data.path is None else "none")
    if chosen not in get_args(Tables):
        raise MjlabError(f"tables={tables!r} is not possible", hint="all, small or none")
    left_out = {"all": (), "small": _LARGE, "none": tuple(SCHEMAS)}[chosen]
    names = [name for name in SCHEMAS if name not in left_out]
    scored_by = _rules(data, rules)
    contents = contents_of(data, player=player, whole=names)
    text = render(
        contents,
        player=player,
        rules=scored_by,
        title=title,
        made=made,
        most_wins=most_wins,
        files=tuple(f"{name}.csv" for name in names),
    )
    place = make_folder(folder)
    written = [
        write_csv(place / f"{name}.csv", to_pandas(name, contents.data.source(name)))
        for name in names
    ]
    return [write_text(place / PAGE, text), *written]


def render(
    contents: Contents,
    *,
    player: str | None = None,
    rules: str | RuleSet | None = None,
    title: str = "",
    made: str = "",
    most_wins: int = 500,
    files: tuple[str, ...] = (),
) -> str:
    """Make a page, the same for the same contents; `files` stand beside it."""
    if most_wins < 0:
        raise MjlabError(f"most_wins={most_wins} wins cannot be drawn", hint="0 or more")
    scored_by = _rules(contents.data, rules)
    elsewhere = {
        name: Markup("<code>{}</code>").format(f"{name}.csv")
        if f"{name}.csv" in files
        else "the dataset"
        for name in ("wins", "problems")
    }
    common = {"made": made, "ruleset": scored_by, "elsewhere": elsewhere, "files": files}
    if player is not None:
        return render_player(contents, player, title=title, most_wins=most_wins, **common)
    data, games = contents.data, contents.games
    wins = contents.wins.head(most_wins)
    rows = {
        "players": stats.player_summary(data),
        "standings": stats.standings(data),
        "joined": stats.joined_players(data),
        "disagreements": data.findings,
        "set_aside": data.set_aside,
    }
    lists: dict[str, Any] = {name: records(table, _ROWS) for name, table in rows.items()}
    lists |= {f"{name}_left": max(0, len(table) - _ROWS) for name, table in rows.items()}
    n_wins = len(contents.wins)
    fans = stats.fan_frequency(data)
    return page(
        "report.html.j2",
        drawn=bool(most_wins),
        title=title or "Mahjong report",
        sources=", ".join(sorted(set(games["source"]))) or "no log",
        n_games=len(games),
        where=_where(contents),
        n_replayed=int(games["replayed"].sum()),
        stored=data.path is not None,
        verdict=verdict_of(games, data.problems),
        illegal="illegal event",
        tiles=list(_tiles(contents)),
        figures=[Markup(figure) for figure in dataset_figures(contents, scored_by.min_fan)],
        columns=_COLUMNS,
        statistics=list(_statistics(data)),
        fans=records(fans),
        fans_caption=_fans_caption(int(fans["n"].max()) if len(fans) else 0, n_wins),
        danger=list(_danger(data)),
        wins=list(win_views(wins, contents.fans_of(wins))),
        wins_left=max(0, n_wins - most_wins),
        **common,
        **lists,
    )


def _rules(data: Dataset, rules: str | RuleSet | None) -> RuleSet:
    if rules is None:
        return data.rules or ruleset(DEFAULT)
    scored_by = ruleset(rules)
    if data.rules not in (None, scored_by):
        raise MjlabError(
            f"the tables were made by {data.rules.name}, not by {scored_by.name}",
            hint="leave rules out",
        )
    return scored_by


def _where(contents: Contents) -> str:
    return played_at(contents.n_sessions, n_single(contents.games))


def _fans_caption(scored: int, n_wins: int) -> str:
    """Say of how many wins the fan are: those of results without play were not scored."""
    rest = "" if scored == n_wins else f" of {n_wins:,}; of the others only the points are known"
    return (
        f"How often each fan occurred in {plural(scored, 'scored win')}{rest}. Share: scored wins "
        "with the fan, with 95% interval."
    )


def _tiles(contents: Contents) -> Iterator[dict[str, str]]:
    """The figures at the top of the page."""
    data, points = contents.data, contents.wins["total"]
    ends = stats.outcomes(data).set_index("outcome")["k"]
    yield {"name": "Games 盘", "value": f"{ends.sum():,}", "note": _where(contents)}
    yield {"name": "Wins 和牌", "value": f"{len(points):,}",
           "note": plural(int(ends["drawn"]), "drawn game")}  # fmt: skip
    for name, statistic, unit in (
        ("Self-drawn 自摸", stats.self_draw_share, "win"),
        ("Drawn games 荒牌", stats.draw_rate, "game"),
        ("Deal-in 点炮", stats.deal_in_rate, "hand"),
    ):
        row = records(statistic(data, None))[0]
        low, high = row["low"], row["high"]
        interval = f", {between(low, high)}" if row["n"] else ""
        note = f"{row['k']:,} of {plural(row['n'], unit)}{interval}"
        yield {"name": name, "value": percent(row["rate"], low, high), "note": note}
    middle = f"{points.median():g}" if len(points) else "–"
    extent = f"{points.min()} to {points.max()}, mean {points.mean():.1f}" if len(points) else ""
    yield {"name": "Points a win, median", "value": middle, "note": extent}


def _statistics(data: Dataset) -> Iterator[dict[str, Any]]:
    """A row for each share and each mean, of all cases together."""
    if not data.count("games"):
        return
    for statistic in stats.STATISTICS.values():
        if not isinstance(statistic, Share | Mean):
            continue
        row = records(statistic(data, None))[0]
        share = isinstance(statistic, Share)
        value = row["rate" if share else "mean"]
        yield {
            "title": statistic.title,
            "zh": statistic.zh,
            "n": row["n"],
            "value": value,
            "said": with_interval(value, row["low"], row["high"], share=share),
            "definition": statistic.definition,
        }


def _danger(data: Dataset) -> Iterator[dict[str, Any]]:
    """Tables of the danger of discards."""
    if not data.count("discards"):
        return
    for by, head, caption in (
        ("tile_class", "Class", "By class of the tile: winds, dragons, or the rank from the end."),
        ("visible", "Visible", "By the copies of the tile that lay face up before."),
        ("shanten_after", "Shanten", "By the shanten that the discard left: 0 is ready."),
        ("ready_opponents", "Ready others", "By the number of other players who were ready."),
    ):
        table: pd.DataFrame = stats.danger(data, by)
        yield {
            "label": f"Danger by {head.lower()}",
            "caption": f"Discards that somebody won on, out of all discards. {caption}",
            "columns": [
                Column(head, by), Column("Won on", "k", "count"),
                Column("Discards", "n", "count"), Column("Share", "rate", "share", "low", "high"),
            ],
            "rows": records(table),
        }  # fmt: skip
