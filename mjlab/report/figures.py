"""Figures of the report of a dataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pandas as pd

from mjlab import stats
from mjlab.charts import curves, figures
from mjlab.charts.canvas import Chart
from mjlab.charts.labels import in_chinese
from mjlab.dataset.dataset import Dataset
from mjlab.report.contents import Contents
from mjlab.stats.intervals import rates

__all__ = ["dataset_figures"]

_ENDS: Final = (
    ("self_drawn", "self-drawn", "自摸", "zì mō"),
    ("discard", "won on a discard", "点和", "diǎn hú"),
    ("robbed_kong", "robbed kong", "抢杠和", "qiǎng gàng hú"),
    ("drawn", "drawn game", "荒牌", "huāng pái"),
)
_PLAYERS: Final = 20


def dataset_figures(contents: Contents, min_fan: int) -> Iterator[str]:
    """Draw the figures that have something to show, as SVG elements."""
    data, points = contents.data, contents.wins["total"]
    chinese = in_chinese()
    ends = stats.outcomes(data)
    if not ends["n"].max():
        return
    words = {key: f"{zh} {en}" if chinese else f"{en} ({pinyin})" for key, en, zh, pinyin in _ENDS}
    ends["label"] = ends["outcome"].map(words)
    yield figures.inline_svg(figures.shares(ends, title="How games end", unit="games"), "ends")
    yield figures.inline_svg(_deal_in(data), "deal-in")
    if len(points):
        chart = figures.totals(points, title="Points a win", minimum=min_fan)
        yield figures.inline_svg(chart, "totals")
        yield figures.inline_svg(
            curves.by_number(
                stats.win_turns(data), "turn", title="Wins by turn", unit="wins",
                below="turns the winner had begun", spread=True,
            ),
            "win-turns",
        )  # fmt: skip
    yield from _course_of_play(data)
    if len(points):
        chart = figures.fan_frequency(stats.fan_frequency(data), title="Fan, most frequent first")
        yield figures.inline_svg(chart, "fan-frequency")


def _deal_in(data: Dataset) -> Chart:
    """Deal-in rates of those who played most, and of all."""
    rates = stats.deal_in_rate(data).sort_values(["n", "player"], ascending=[False, True])
    over_all = stats.deal_in_rate(data, by=None).assign(player="all players")
    table = pd.concat([rates.head(_PLAYERS), over_all]).rename(columns={"player": "label"})
    title = "Deal-in rate, out of the games each played"
    return figures.shares(table, title=title)


def _course_of_play(data: Dataset) -> Iterator[str]:
    """What follows from the deal, and how dangerous discards are."""
    by_deal = stats.win_rate(data, "deal_shanten")
    by_deal = by_deal[by_deal["deal_shanten"].notna()]
    if len(by_deal):
        table, note = _pooled(by_deal, "deal_shanten")
        chart = curves.by_number(
            table, "deal_shanten", title="Win rate by the deal", unit="hands",
            below=f"shanten of the deal{note}",
        )  # fmt: skip
        yield figures.inline_svg(chart, "deal-shanten")
    if not data.count("discards"):
        return
    table, note = _pooled(stats.danger(data, "turn"), "turn")
    chart = curves.by_number(
        table, "turn", title="Danger by turn", unit="discards", below=f"turn of the discard{note}",
    )  # fmt: skip
    yield figures.inline_svg(chart, "danger-turn")
    by_class = stats.danger(data, "tile_class").rename(columns={"tile_class": "label"})
    yield figures.inline_svg(figures.shares(by_class, title="Danger by class of tile"), "danger")


def _pooled(table: pd.DataFrame, column: str) -> tuple[pd.DataFrame, str]:
    """Count the values at both ends that have hardly a case together with their neighbours.

    Their intervals are wide enough to leave the others no room. The note says what was pooled.
    """
    rows = pd.DataFrame(table)[[column, "k", "n"]].astype("int64").sort_values(column)
    least = rows["n"].max() / 20
    low, high = int(rows[column].iloc[0]), int(rows[column].iloc[-1])
    first = int(rows.loc[rows["n"].cumsum() >= least, column].iloc[0])
    last = int(rows.loc[rows["n"][::-1].cumsum()[::-1] >= least, column].iloc[-1])
    rows = rows.assign(**{column: rows[column].clip(first, last)})
    sums = rows.groupby(column)[["k", "n"]].sum()
    notes = [f"{first} and below"] * (low < first) + [f"{last} and above"] * (last < high)
    note = f" ({', '.join(notes)} together)" if notes else ""
    return rates(sums["k"], sums["n"]).reset_index(), note
