"""The report: one HTML page that stands by itself, and the tables as CSV beside it.

Nothing in the page is loaded from elsewhere and nothing in it runs: style and pictures are inline,
and a content policy forbids the rest. Everything that comes from a log is escaped by the template.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mjlab.errors import MjlabError
from mjlab.frames import metrics
from mjlab.frames.dataset import Dataset
from mjlab.frames.files import make_folder, write_csv, write_text
from mjlab.frames.filters import FILTERS, between, counted, finalize, percent
from mjlab.frames.schemas import SCHEMAS
from mjlab.hand import Win
from mjlab.rules.rulesets import DEFAULT, RuleSet, ruleset
from mjlab.rules.table import FAN_INDEX, fan
from mjlab.tiles import Wind
from mjlab.viz import figures, svg

__all__ = ["PAGE", "render", "write_report"]

PAGE: Final = "report.html"
"""Name of the page in the folder of a report."""
_ROWS: Final = 200
"""Rows of a list that the page shows; the CSV files hold all."""
_ENDS: Final = (
    ("self_drawn", "self-drawn", "自摸", "zì mō"),
    ("discard", "won on a discard", "点和", "diǎn hú"),
    ("robbed_kong", "robbed kong", "抢杠和", "qiǎng gàng hú"),
    ("drawn", "drawn game", "荒牌", "huāng pái"),
)
_HOW: Final = {
    "last_of_kind": "和绝张 last of its kind",
    "wall_last": "wall empty",
    "kong_replacement": "杠上开花 kong replacement",
    "robbing_kong": "抢杠和 robbed kong",
}


def write_report(
    data: Dataset,
    folder: str | Path,
    *,
    rules: str | RuleSet | None = None,
    title: str = "Mahjong report",
    made: str = "",
    most_wins: int = 500,
) -> list[Path]:
    """Write the page and the tables into a folder.

    Parameters
    ----------
    data : Dataset
        The tables.
    folder : str or Path
        Made if it is not there; files of an older report are replaced, others left alone.
    rules : str or RuleSet, optional
        By which the games were replayed; left out, the tables tell.
    title : str
        Heading of the page.
    made : str
        A date or remark to print. The clock is never asked, so that the same logs give the same
        page.
    most_wins : int
        How many wins the page draws; ``wins.csv`` has all.

    Returns
    -------
    list of Path
        The page, then one CSV file for each table (see :func:`mjlab.frames.files.write_csv`).

    Raises
    ------
    MjlabError
        If the folder or a file cannot be written, and as for :func:`render`.

    Examples
    --------
    >>> import tempfile
    >>> from mjlab.frames.dataset import make_dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in write_report(make_dataset([]), folder)][:3]
    ['report.html', 'sessions.csv', 'games.csv']
    """
    page = render(data, rules=rules, title=title, made=made, most_wins=most_wins)
    place = make_folder(folder)
    tables = [write_csv(place / f"{name}.csv", getattr(data, name)) for name in SCHEMAS]
    return [write_text(place / PAGE, page), *tables]


def render(
    data: Dataset,
    *,
    rules: str | RuleSet | None = None,
    title: str = "Mahjong report",
    made: str = "",
    most_wins: int = 500,
) -> str:
    """Make the page.

    Parameters
    ----------
    data, rules, title, made, most_wins
        As for :func:`write_report`.

    Returns
    -------
    str
        HTML, the same for the same tables.

    Raises
    ------
    RulesetError
        For an unknown ruleset.
    MjlabError
        If `most_wins` is negative, or the tables were made by other rules.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> "no game was read" in render(make_dataset([]))
    True
    """
    if most_wins < 0:
        raise MjlabError(f"most_wins={most_wins} wins cannot be drawn", hint="0 or more")
    scored_by = _rules(data, rules)
    rows = {
        "players": metrics.player_summary(data),
        "standings": metrics.standings(data),
        "joined": metrics.joined_players(data),
        "disagreements": data.findings,
        "set_aside": data.set_aside,
    }
    lists: dict[str, Any] = {name: _records(table, _ROWS) for name, table in rows.items()}
    lists |= {f"{name}_left": max(0, len(table) - _ROWS) for name, table in rows.items()}
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            title=title,
            made=made,
            version=version("mjlab-mcr"),
            ruleset=scored_by,
            sources=", ".join(sorted(set(data.games["source"]))) or "no log",
            css=Markup(_css()),
            symbols=Markup(svg.symbols()) if most_wins else "",
            files=[f"{name}.csv" for name in SCHEMAS],
            n_games=len(data.games),
            n_sessions=len(data.sessions),
            n_wins=len(data.wins),
            verdict=_verdict(data),
            illegal="illegal event",
            tiles=list(_tiles(data)),
            figures=[Markup(figure) for figure in _figures(data, scored_by.min_fan)],
            fans=_records(metrics.fan_frequency(data)),
            wins=list(_win_views(data, most_wins)),
            wins_left=max(0, len(data.wins) - most_wins),
            **lists,
        )
    )


def _rules(data: Dataset, rules: str | RuleSet | None) -> RuleSet:
    if rules is None:
        return data.rules or ruleset(DEFAULT)
    given = ruleset(rules)
    if data.rules not in (None, given):
        raise MjlabError(
            f"the tables were made by {data.rules.name}, not by {given.name}",
            hint="leave rules out",
        )
    return given


def _records(table: pd.DataFrame, most: int | None = None) -> list[dict[str, Any]]:
    """Rows as dicts, a missing value as None."""
    head = table.head(most) if most is not None else table
    return [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in head.to_dict("records")
    ]


def _verdict(data: Dataset) -> str:
    """Say in a few words whether the logs can be trusted."""
    games, found = len(data.games), data.findings
    broken = games - len(data.played)
    rest = f" {counted(broken, 'game')} not played to the end: in no statistic." if broken else ""
    rest += f" {counted(len(data.set_aside), 'record')} set aside." * bool(len(data.set_aside))
    if not games:
        return f"There is nothing to report: no game was read.{rest}"
    if not len(found):
        confirmed = "every event is legal and every recorded fact is confirmed"
        return f"{counted(games, 'game')} replayed: {confirmed}.{rest}"
    illegal = int((found["kind"] == "illegal event").sum())
    return (
        f"{counted(games, 'game')} replayed: {counted(illegal, 'illegal event')}, "
        f"{counted(len(found) - illegal, 'recorded fact')} not confirmed.{rest}"
    )


def _tiles(data: Dataset) -> Iterator[dict[str, str]]:
    """The figures at the top of the page."""
    games, wins = data.played, data.wins
    points = wins["total"]
    yield {"name": "Games 盘", "value": f"{len(games):,}",
           "note": counted(len(data.sessions), "session")}  # fmt: skip
    yield {"name": "Wins 和牌", "value": f"{len(wins):,}",
           "note": counted(int((games["outcome"] == "drawn").sum()), "drawn game")}  # fmt: skip
    for name, table, unit in (
        ("Self-drawn 自摸", metrics.self_draw_share(data, by=None), "win"),
        ("Drawn games 荒牌", metrics.draw_rate(data), "game"),
        ("Deal-in 点炮", metrics.deal_in_rate(data, by=None), "hand"),
    ):
        row = table.to_dict("records")[0]
        interval = f", {between(row['low'], row['high'])}" if row["n"] else ""
        note = f"{row['k']} of {counted(int(row['n']), unit)}{interval}"
        yield {"name": name, "value": percent(row["rate"]), "note": note}
    middle = f"{points.median():g}" if len(points) else "–"
    span = f"{points.min()} to {points.max()}, mean {points.mean():.1f}" if len(points) else ""
    yield {"name": "Points a win, median", "value": middle, "note": span}


def _figures(data: Dataset, min_fan: int) -> Iterator[str]:
    """The figures that have something to show."""
    if not len(data.played):
        return
    chinese = figures.chinese_font() is not None
    ends = metrics.outcomes(data)
    words = {key: f"{zh} {en}" if chinese else f"{en} ({pinyin})" for key, en, zh, pinyin in _ENDS}
    ends["label"] = ends["outcome"].map(words)
    yield figures.inline_svg(figures.shares(ends, title="How games end", unit="games"), "ends")
    deal_in = metrics.deal_in_rate(data).sort_values(["n", "player"], ascending=[False, True])
    over_all = metrics.deal_in_rate(data, by=None).assign(player="all players")
    table = pd.concat([deal_in.head(20), over_all]).rename(columns={"player": "label"})
    yield figures.inline_svg(
        figures.shares(table, title="Deal-in rate, out of the games each played"), "deal-in"
    )
    points = data.wins["total"]
    if len(points):
        yield figures.inline_svg(
            figures.totals(points, title="Points a win", minimum=min_fan), "totals"
        )
        chart = figures.fan_frequency(metrics.fan_frequency(data), title="Fan, most frequent first")
        yield figures.inline_svg(chart, "fan-frequency")


def _win_views(data: Dataset, most: int) -> Iterator[dict[str, Any]]:
    """What the page tells of each win."""
    shown = data.wins.head(most)
    fans: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in _records(data.win_fans[data.win_fans["game"].isin(shown["game"])]):
        one = fan(row["fan"])
        key = row["game"], row["seat"]
        fans.setdefault(key, []).append(row | {"zh": one.zh, "en": one.en})
    for win in _records(shown):
        found = sorted(
            fans.get((win["game"], win["seat"]), ()),
            key=lambda f: (-f["value"], FAN_INDEX[f["fan"]]),
        )
        yield {
            "game": win["game"],
            "how": _how(win),
            "points": counted(win["total"], "point"),
            "recorded": _recorded(win),
            "picture": _picture(win),
            "fans": found,
        }


def _how(win: dict[str, Any]) -> str:
    given = "self-drawn 自摸" if win["self_drawn"] else f"from {win['discarder'] or 'unknown'} 点和"
    said = [
        f"{win['player']}, {given}",
        f"{Wind[win['round']].zh} round, {Wind[win['seat']].zh} seat",
    ]
    said += [words for name, words in _HOW.items() if win[name]]
    said += [counted(win["flowers"], "flower")] if win["flowers"] else []
    return "; ".join(said)


def _recorded(win: dict[str, Any]) -> str:
    if win["recorded_total"] is None or win["recorded_total"] == win["total"]:
        return ""
    return f"recorded {win['recorded_total']}"


def _picture(win: dict[str, Any]) -> Markup:
    if win["hand"] is None:
        return Markup("")
    said = {name: win[name] for name in ("self_drawn", "flowers", "round", "seat", *_HOW)}
    hand = Win.parse(win["hand"], "native", strict=False, **said)
    return Markup(svg.win(hand, height=46, shared=True))


@cache
def _css() -> str:
    return resources.files("mjlab.frames").joinpath("templates", "report.css").read_text("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("mjlab.frames", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
    )
    environment.filters |= FILTERS
    return environment
