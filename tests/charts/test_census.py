from __future__ import annotations

import math
from typing import Any

import pytest

from mjlab.charts import census as figures
from mjlab.charts.canvas import Chart
from mjlab.charts.census import Series
from mjlab.errors import MjlabError, RulesetError
from mjlab.rules.fans import FAN_INDEX

KEYS = ["all_chows", "no_honors", "last_tile"]
COUNTED = Series("counted", 1_000, "pairs, exact", {"fan": KEYS, "share": [0.25, 0.5, math.nan]})
SAMPLE = Series(
    "logs",
    17,
    "wins",
    {
        "fan": ["all_chows", "chicken_hand", "self_drawn"],
        "share": [0.6, 0.1, 0.0],
        "low": [0.3, 0.02, 0.0],
        "high": [0.8, 0.3, 0.2],
    },
)
TOTALS = Series(
    "by discard",
    8,
    "pairs",
    {"total": [6, 8, 24], "share": [0.5, 0.25, 0.25], "share_at_least": [1.0, 0.5, 0.25]},
)


def rows(chart: Chart) -> list[str]:
    return [text.get_text() for text in chart.axes[0].get_yticklabels()]


def legend(chart: Chart) -> list[str]:
    return [text.get_text() for text in chart.legends[0].get_texts()]


def dots(chart: Chart) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in line.get_xydata()] for line in chart.axes[0].get_lines()
    ]


def test_rows_follow_the_first_series_the_greatest_first() -> None:
    chart = figures.fan_dots([COUNTED, SAMPLE], language="en")
    names = [label.partition(" (")[0] for label in rows(chart)]
    assert names == ["No Honors", "All Chows", "Chicken Hand", "Self-Drawn"]


def test_each_dot_stands_at_its_share_in_its_row() -> None:
    counted, sample = dots(figures.fan_dots([COUNTED, SAMPLE], scale="linear"))
    assert counted == [(0.25, 1), (0.5, 0)]
    assert sample == [(0.6, 1), (0.1, 2), (0.0, 3)]


def test_a_share_of_nothing_has_no_place_on_a_logarithmic_scale() -> None:
    chart = figures.fan_dots([COUNTED, SAMPLE])
    assert dots(chart)[1] == [(0.6, 1), (0.1, 2)]
    assert chart.axes[0].get_xscale() == "log"


def test_cases_and_intervals_are_told() -> None:
    chart = figures.fan_dots([COUNTED, SAMPLE], title="Fan", below="share of pairs", scale="linear")
    assert legend(chart) == [
        "counted (n = 1,000 pairs, exact)", "logs (n = 17 wins), 95% Wilson interval",
    ]  # fmt: skip
    (lines,) = chart.axes[0].collections
    ends = [[float(x) for x, _ in segment] for segment in lines.get_segments()]
    assert ends == [[0.3, 0.8], [0.02, 0.3], [0.0, 0.2]]
    assert chart.axes[0].get_title(loc="left") == "Fan"
    assert chart.axes[0].get_xlabel() == "share of pairs"


def test_totals_have_two_panels_with_labels() -> None:
    chart = figures.total_lines([TOTALS], title="Totals")
    left, right = chart.axes
    share = dict(left.get_lines()[0].get_xydata().tolist())
    assert share[8] == 0.25
    assert share[7] == 0
    assert max(share) == 40
    assert right.get_lines()[0].get_xydata().tolist() == [[6, 1], [8, 0.5], [24, 0.25]]
    assert [text.get_text() for text in left.texts] == ["least fan to win: 8"]
    assert left.get_ylabel() == "share that scores it"
    assert right.get_ylabel() == "share that scores so much or more"
    assert legend(chart) == ["by discard (n = 8 pairs)"]


def test_partners_leave_out_what_never_is_and_the_fan_itself() -> None:
    chart = figures.partner_map(
        KEYS[:2], [[1, 0], [0.25, 1]], n=12_345, unit="pairs", title="Partners", language="en"
    )
    axes = chart.axes[0]
    (image,) = axes.get_images()
    shown = image.get_array()
    assert shown.mask.tolist() == [[True, True], [False, True]]
    assert float(shown[1, 0]) == 0.25
    assert axes.get_title(loc="left") == "Partners (n = 12,345 pairs)"
    assert [text.get_text() for text in axes.get_xticklabels()] == ["All Chows", "No Honors"]
    assert "the fan at the left" in axes.get_xlabel()


def test_a_share_below_the_scale_is_seen() -> None:
    chart = figures.partner_map(KEYS[:2], [[1, 1e-9], [1e-9, 1]], n=1)
    assert float(chart.axes[0].get_images()[0].get_array()[0, 1]) == 1e-4


def ticks(axis: Any) -> list[str]:
    return [axis.get_major_formatter()(place, 0) for place in axis.get_majorticklocs()]


@pytest.mark.parametrize(
    ("least", "told"),
    [(2e-4, {"100%", "10%", "1%", "0.1%"}), (2e-7, {"1", "1e-1", "1e-4", "1e-6"})],
)
def test_one_axis_writes_all_its_shares_in_one_way(least: float, told: set[str]) -> None:
    table = {"fan": KEYS[:2], "share": [1.0, least]}
    written = ticks(figures.fan_dots([Series("a", 1, "b", table)]).axes[0].xaxis)
    assert told <= set(written)
    assert len({"%" in one for one in written}) == 1
    totals = {"total": [8, 9], "share": [0.5, 0.5], "share_at_least": [1.0, least]}
    written = ticks(figures.total_lines([Series("a", 1, "b", totals)]).axes[1].yaxis)
    assert told <= set(written)
    assert len({"%" in one for one in written}) == 1


def test_percent_is_written_as_on_linear_axes() -> None:
    linear = figures.fan_dots([COUNTED], scale="linear").axes[0].xaxis
    assert "20%" in ticks(linear)
    assert "50%" in ticks(figures.total_lines([TOTALS]).axes[0].yaxis)


def test_the_scale_of_the_map_says_that_rarer_ones_are_at_its_end() -> None:
    chart = figures.partner_map(KEYS[:2], [[1, 1e-9], [0.5, 1]], n=1)
    written = ticks(chart.axes[1].yaxis)
    assert list(dict.fromkeys(written)) == ["≤ 0.01%", "0.1%", "1%", "10%", "100%", "1000%"]


def test_a_map_of_all_fan_fits_a_notebook() -> None:
    keys = list(FAN_INDEX)[:65]  # as many occur in concealed self-drawn hands
    chart = figures.partner_map(keys, [[0.5] * 65] * 65, n=1)
    assert chart.get_figwidth() * 96 <= 1100


@pytest.mark.parametrize("language", ["auto", "both", "en"])
def test_charts_draw_themselves_the_same_each_time(language: Any) -> None:
    for make in (
        lambda: figures.fan_dots([COUNTED, SAMPLE], title="平和", language=language),
        lambda: figures.total_lines([TOTALS]),
        lambda: figures.partner_map(KEYS[:1], [[1]], n=1, language=language),
    ):
        text = make()._repr_svg_()
        assert text.startswith("<?xml")
        assert text == make()._repr_svg_()


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(MjlabError, match="0 series"):
        figures.fan_dots([])
    with pytest.raises(MjlabError, match="6 series"):
        figures.total_lines([TOTALS] * 6)
    with pytest.raises(MjlabError, match="unknown scale 'square'"):
        figures.fan_dots([COUNTED], scale="square")  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="unknown language"):
        figures.fan_dots([COUNTED], language="de")  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="2 fan need 2 rows"):
        figures.partner_map(KEYS[:2], [[1, 0], [1]], n=1)
    with pytest.raises(RulesetError, match="no such"):
        figures.fan_dots([Series("a", 1, "b", {"fan": ["no such"], "share": [0.5]})])
