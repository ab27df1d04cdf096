"""The report of a player, beside the field: all the other hands of the dataset."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

import pandas as pd
from markupsafe import Markup

from mjlab import stats
from mjlab.charts import curves, figures
from mjlab.common.wording import between, near, number, percent, plural
from mjlab.dataset.dataset import Dataset
from mjlab.errors import MjlabError
from mjlab.report.contents import Contents
from mjlab.report.filters import with_interval
from mjlab.report.page import Column, page, records, win_views
from mjlab.stats.cases import load
from mjlab.stats.comparison import Comparison
from mjlab.stats.conditions import Condition, conditions
from mjlab.stats.kinds import Mean, Share

__all__ = ["render_player"]

_ROWS: Final = 200
_DRAWN: Final = ("win_rate", "deal_in_rate", "call_rate", "ready_rate", "self_draw_share",
                 "loss_rate", "eights")  # fmt: skip
"""Shares that are drawn beside those of the field."""
_COLUMNS: Final = {
    "field": [
        Column("Statistic", "title"), Column("Chinese", "zh", "zh"),
        Column("Player", "own", "said", "value"), Column("Cases", "n", "count"),
        Column("Field", "other", "said", "other_value"), Column("Cases", "other_n", "count"),
        Column("Difference", "differs", "said", "difference"), Column("p", "chance", "said", "p"),
        Column("Effect", "effect", "said", "size"),
    ],
    "fans": [
        Column("Chinese", "zh", "zh"), Column("English", "en"), Column("Wins", "k", "count"),
        Column("Share", "rate", "share", "low", "high"),
        Column("Field", "other_rate", "share", "other_low", "other_high"),
        Column("Points", "points", "count"),
    ],
    "sessions": [
        Column("Session", "session"), Column("Place", "place", "count"),
        Column("Games", "n_games", "count"), Column("Score", "score", "signed"),
        Column("Table points", "table_points", "decimal"),
    ],
}  # fmt: skip


def render_player(
    contents: Contents, player: str, *, title: str = "", most_wins: int = 500, **common: Any
) -> str:
    """Make the page of a player, `common` being what all pages are told."""
    data = contents.data
    own = load(data, "hands", ["session", "game", "change", "won"], conditions({"player": player}))
    if not len(own):
        raise MjlabError(
            f"no game of a player called {player!r} was played to its end",
            hint=_near(data, player),
        )
    found = [
        stats.compare(statistic, data, {"player": player})
        for statistic in stats.STATISTICS.values()
        if isinstance(statistic, Share | Mean) and "player" in statistic.columns()
    ]
    standings = stats.standings(data)
    standings = standings[standings["player"] == player]
    wins = contents.wins[contents.wins["player"] == player]
    shown = wins.head(most_wins)
    n_wins = int(own["won"].sum())
    n_hands = next(one for one in found if one.statistic == "win_rate")
    return page(
        "player.html.j2",
        drawn=bool(most_wins),
        title=title or "Player report",
        player=player,
        n_games=len(own),
        n_sessions=own["session"].nunique(),
        n_others=n_hands.other_n,
        tiles=list(_tiles(found, own, standings)),
        columns=_COLUMNS,
        field=[_row(one) for one in found],
        figures=[Markup(figure) for figure in _figures(data, player, found, own, wins)],
        fans=records(_fans(data, player)),
        sessions=records(standings, _ROWS),
        sessions_left=max(0, len(standings) - _ROWS),
        wins=list(win_views(shown, contents.fans_of(shown))),
        wins_left=max(0, n_wins - most_wins),
        **common,
    )


def _near(data: Dataset, player: str) -> str:
    names = sorted(set(data.table("hands", ["player"])["player"]))
    if not names:
        return "the dataset has no players"
    return near(player, names, 5)


def _tiles(
    found: list[Comparison], own: pd.DataFrame, standings: pd.DataFrame
) -> Iterator[dict[str, str]]:
    score = int(own["change"].sum())
    yield {"name": "Games 盘", "value": f"{len(own):,}",
           "note": plural(own["session"].nunique(), "session")}  # fmt: skip
    for name, key in (("Wins 和牌", "win_rate"), ("Deal-ins 点炮", "deal_in_rate"),
                      ("Calls 副露", "call_rate")):  # fmt: skip
        one = next(c for c in found if c.statistic == key)
        ends = one.value_low, one.value_high
        interval = f"{between(*ends)}; " if one.n else ""
        yield {"name": name, "value": percent(one.value, *ends),
               "note": f"{interval}field {percent(one.other_value)}"}  # fmt: skip
    one = next(c for c in found if c.statistic == "points_per_hand")
    yield {"name": "Points a hand", "value": number(one.value, 1),
           "note": f"{score:+,} in all".replace("-", "−")}  # fmt: skip
    mean = standings["table_points"].mean()
    yield {"name": "Table points 标准分", "value": number(mean, 1),
           "note": f"mean of {plural(len(standings), 'session')}"}  # fmt: skip


def _row(one: Comparison) -> dict[str, Any]:
    """What the table tells of a comparison; a number that is not known is None."""
    statistic = stats.find(one.statistic)
    share = isinstance(statistic, Share)
    differs, ends = "–", ""
    if not math.isnan(one.difference):
        differs = "+" * (one.difference > 0) + _difference(one, one.difference, share)
    if not math.isnan(one.low):
        ends = f"{_difference(one, one.low, share)} to {_difference(one, one.high, share)}"
    own, other = (
        with_interval(value, low, high, share=share)
        for value, low, high in (
            (one.value, one.value_low, one.value_high),
            (one.other_value, one.other_low, one.other_high),
        )
    )
    chance = "–" if math.isnan(one.p) else "< 0.001" if one.p < 0.001 else f"{one.p:.3f}"
    facts = {
        "value": one.value, "other_value": one.other_value, "difference": one.difference,
        "p": one.p, "size": one.effect,
    }  # fmt: skip
    return {
        "title": statistic.title,
        "zh": statistic.zh,
        "own": own,
        "other": other,
        "n": one.n,
        "other_n": one.other_n,
        "differs": Markup("{} <small>{}</small>").format(differs, ends),
        "chance": Markup("{} <small>{}</small>").format(chance, one.test),
        "effect": "–" if math.isnan(one.effect) else f"{number(one.effect)} {one.size}",
        **{name: None if math.isnan(value) else value for name, value in facts.items()},
    }


def _difference(one: Comparison, value: float, share: bool) -> str:
    """A difference, of shares in percentage points; where it is told closely with more decimals."""
    if not share:
        return number(value)
    return f"{number(100 * value, 2 if one.high - one.low < 0.01 else 1)} pp"


def _figures(
    data: Dataset, player: str, found: list[Comparison], own: pd.DataFrame, wins: pd.DataFrame
) -> Iterator[str]:
    rows = _shares(found)
    if len(rows):
        chart = curves.compared(rows, title="Beside the field", names=(player, "the field"))
        yield figures.inline_svg(chart, "field")
    changes = own["change"].fillna(0).astype("int64").to_list()
    yield figures.inline_svg(curves.course(changes, title="Score"), "course")
    if len(wins):
        minimum = data.rules.min_fan if data.rules else None
        chart = figures.totals(wins["total"], title="Points a win", minimum=minimum)
        yield figures.inline_svg(chart, "totals")


def _shares(found: list[Comparison]) -> pd.DataFrame:
    """Shares of the player and the field, with their intervals, for the figure."""
    rows = []
    for one in found:
        if one.statistic not in _DRAWN or not one.n or not one.other_n:
            continue
        rows.append(
            {
                "label": stats.find(one.statistic).title, "rate": one.value, "low": one.value_low,
                "high": one.value_high, "n": one.n,
                "other_rate": one.other_value, "other_low": one.other_low,
                "other_high": one.other_high, "other_n": one.other_n,
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def _fans(data: Dataset, player: str) -> pd.DataFrame:
    """Fan of the player, with their share among the wins of the field."""
    own = pd.DataFrame(stats.fan_frequency(data, where={"player": player}))
    field = stats.fan_frequency(data, where=Condition("player", "!=", (player,)))
    rest = field[["fan", "rate", "low", "high"]].rename(
        columns={"rate": "other_rate", "low": "other_low", "high": "other_high"}
    )
    joined = own.merge(rest, on="fan", how="left")
    columns = ["other_rate", "other_low", "other_high"]
    return joined.assign(**{name: joined[name].astype("float64") for name in columns})
