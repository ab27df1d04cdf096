from __future__ import annotations

import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from mjlab.charts import curves, figures
from mjlab.charts.canvas import Chart
from mjlab.charts.labels import Language, chinese_font
from mjlab.errors import MjlabError, RulesetError

NAN = math.nan


def table(**columns: list[Any]) -> dict[str, list[Any]]:
    return columns


DEAL_IN = table(
    label=["P0", "P1"], k=[3, 0], n=[16, 0], rate=[3 / 16, NAN], low=[0.06, NAN], high=[0.43, NAN]
)


def texts(chart: Chart) -> list[str]:
    return [text.get_text().strip() for text in chart.axes[0].texts]


def test_each_share_says_its_count_and_its_cases() -> None:
    chart = figures.shares(DEAL_IN, title="Deal-in", unit="hands")
    assert texts(chart) == ["3/16  19%", "0/0  no case"]
    assert chart.axes[0].get_title(loc="left") == "Deal-in"


def test_equal_cases_stand_in_the_title() -> None:
    rows = table(label=["a", "b"], k=[1, 2], n=[4, 4], rate=[0.25, 0.5], low=[0, 0.1], high=[1, 1])
    chart = figures.shares(rows, title="Wins", unit="hands")
    assert chart.axes[0].get_title(loc="left") == "Wins (n = 4 hands)"


def test_intervals_are_drawn() -> None:
    chart = figures.shares(DEAL_IN)
    (lines,) = chart.axes[0].collections
    assert [[float(x) for x, _ in segment] for segment in lines.get_segments()] == [[0.06, 0.43]]


@pytest.mark.parametrize("language", ["auto", "both", "en"])
def test_fan_are_named_in_two_languages(language: Language) -> None:
    rows = table(fan=["all_chows"], k=[1], n=[2], rate=[0.5], low=[0.1], high=[0.9])
    chart = figures.fan_frequency(rows, language=language)
    label = chart.axes[0].get_yticklabels()[0].get_text()
    assert "All Chows" in label
    # Without a font for Chinese the sign for a missing glyph stands in its place: no warning.
    chinese = language == "both" or (language == "auto" and chinese_font())
    assert ("píng hú" in label) != bool(chinese)


def test_no_more_rows_than_asked_for() -> None:
    rows = table(
        fan=["all_chows", "last_tile"],
        k=[1, 1],
        n=[2, 2],
        rate=[0.5] * 2,
        low=[0] * 2,
        high=[1] * 2,
    )
    assert len(figures.fan_frequency(rows, top=1).axes[0].patches) == 1


def test_unknown_fan_and_options_are_refused() -> None:
    rows = table(fan=["no such"], k=[1], n=[2], rate=[0.5], low=[0.1], high=[0.9])
    with pytest.raises(RulesetError, match="no such"):
        figures.fan_frequency(rows)
    with pytest.raises(MjlabError, match="language"):
        figures.fan_frequency(rows, language="de")  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="top=0"):
        figures.fan_frequency(rows, top=0)


def test_totals_count_every_win() -> None:
    chart = figures.totals([8, 8, 9, 50, 55, 88], title="Points")
    assert sum(bar.get_height() for bar in chart.axes[0].patches) == 6
    assert chart.axes[0].get_title(loc="left") == "Points (n = 6 wins, median 29.5)"
    with pytest.raises(MjlabError, match="-1 points"):
        figures.totals([-1])


@pytest.mark.parametrize(
    "name",
    [
        "$x^2$",
        "<script>alert(1)</script>",
        "甲\x00乙",
        "a" * 200,
        "\\frac",
        "W" * 99,
        "甲" * 99,
        "W W" * 30,
        "▯" * 99,
        "\ud800",
        " " * 50,
    ],
    ids=ascii,
)  # fmt: skip
def test_any_name_can_be_a_label(name: str) -> None:
    rows = table(label=[name], k=[1], n=[2], rate=[0.5], low=[0.1], high=[0.9])
    text = figures.inline_svg(figures.shares(rows, title=name), "players")
    root = ElementTree.fromstring(text)
    assert not [e for e in root.iter() if e.tag.endswith(("script", "text"))]


def test_nothing_to_draw_is_a_figure_all_the_same() -> None:
    empty = table(label=[], k=[], n=[], rate=[], low=[], high=[])
    for chart in (figures.shares(empty), figures.totals([])):
        ElementTree.fromstring(figures.inline_svg(chart, "empty"))


def test_a_page_may_hold_many_figures() -> None:
    chart = figures.totals([8, 9])
    first, second = (figures.inline_svg(chart, name) for name in ("one", "two"))
    ids = [
        {e.attrib["id"] for e in ElementTree.fromstring(t).iter() if "id" in e.attrib}
        for t in (first, second)
    ]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert first == figures.inline_svg(figures.totals([8, 9]), "one")
    with pytest.raises(MjlabError, match="not a name"):
        figures.inline_svg(chart, '1"')


def test_every_reference_leads_somewhere() -> None:
    text = figures.inline_svg(figures.shares(DEAL_IN, title="Deal-in"), "deal-in")
    root = ElementTree.fromstring(text)
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    links = {v[1:] for e in root.iter() for k, v in e.attrib.items() if k.endswith("href")}
    clips = {e.attrib["clip-path"][5:-1] for e in root.iter() if "clip-path" in e.attrib}
    assert links
    assert links | clips <= ids


def test_notebooks_draw_figures() -> None:
    assert figures.totals([8])._repr_svg_().startswith("<?xml")


def test_axes_end_where_the_data_end() -> None:
    rows = table(label=["a"], k=[4], n=[4], rate=[1.0], low=[0.5], high=[1.0])
    axes = figures.shares(rows).axes[0]
    assert axes.get_xlim() == (0, 1)
    assert max(axes.get_xticks()) <= 1
    axes = figures.totals([8, 9, 30]).axes[0]
    assert axes.get_xlim() == (0, 31)
    assert 88 <= figures.totals([8, 88]).axes[0].get_xlim()[1] <= 90


def test_the_line_of_the_minimum_says_what_it_is() -> None:
    assert texts(figures.totals([8], minimum=4)) == ["least fan to win: 4"]
    assert texts(figures.totals([8], minimum=None)) == []


def test_long_labels_take_two_lines() -> None:
    rows = table(
        fan=["pung_of_terminals_or_honors"], k=[1], n=[2], rate=[0.5], low=[0.1], high=[0.9]
    )
    label = figures.fan_frequency(rows, language="en").axes[0].get_yticklabels()[0].get_text()
    assert label == "Pung of Terminals or Honors\n(yāo jiǔ kè)"


def test_colours_follow_the_page() -> None:
    text = figures.inline_svg(figures.shares(DEAL_IN), "deal-in")
    for variable in ("var(--bar, ", "var(--muted, ", "var(--faint, ", "currentColor"):
        assert variable in text
    assert not re.search(r"[:\"]\s*#[0-9a-f]{6}", text.replace("#000000", ""))


def test_no_comment_of_a_figure_reaches_a_page() -> None:
    rows = DEAL_IN | {"label": ["--><script>", "--!><b>"]}
    text = figures.inline_svg(figures.shares(rows), "names")
    assert "<!--" not in text
    assert "script" not in text


# Curves and comparisons ----------------------------------------------------------------------


def test_shares_by_number_are_drawn_with_their_cases() -> None:
    rows = table(turn=[1, 2, 3], n=[40, 0, 10], rate=[0.1, NAN, 0.3], low=[0.04, NAN, 0.1],
                 high=[0.2, NAN, 0.6])  # fmt: skip
    chart = curves.by_number(rows, "turn", title="Danger", unit="discards", below="turn")
    axes, beside = chart.axes
    assert axes.get_title(loc="left") == "Danger (n = 50 discards)"
    assert axes.get_xlabel() == "turn; bars: cases, at most 40"
    assert axes.lines[0].get_xdata().tolist() == [1, 3]  # what has no case is not drawn
    (intervals,) = axes.collections
    assert [segment[:, 1].tolist() for segment in intervals.get_segments()] == [
        [0.04, 0.2], [0.1, 0.6],
    ]  # fmt: skip
    assert [bar.get_height() for bar in beside.patches] == [40, 10]


def test_no_point_and_no_interval_is_cut_off() -> None:
    rows = table(turn=[1, 24], n=[4000, 3], rate=[0.01, 0.67], low=[0.0, 0.2], high=[0.02, 0.94])
    axes = curves.by_number(rows, "turn").axes[0]
    assert axes.get_ylim()[1] >= 0.94
    certain = table(turn=[1], n=[3], rate=[1.0], low=[0.4], high=[1.0])
    assert curves.by_number(certain, "turn").axes[0].get_ylim()[1] > 1


def test_means_by_number_and_spreads() -> None:
    rows = table(turn=[1, 2], n=[4, 1], mean=[3.0, 5.0], low=[2.0, NAN], high=[4.0, NAN])
    chart = curves.by_number(rows, "turn", unit="hands")
    assert "mean" in chart.axes[0].get_ylabel()
    assert len(chart.axes[0].collections[0].get_segments()) == 1
    spread = table(
        turn=[1, 2], k=[3, 7], n=[10, 10], rate=[0.3, 0.7], low=[0.1, 0.4], high=[0.6, 0.9]
    )
    chart = curves.by_number(spread, "turn", title="Wins", unit="wins", spread=True)
    assert chart.axes[0].get_title(loc="left") == "Wins (n = 10 wins)"
    nothing = table(turn=[], n=[], rate=[], low=[], high=[])
    assert curves.by_number(nothing, "turn").axes[0].get_title(loc="left") == "n = 0"


def test_two_groups_stand_one_above_the_other() -> None:
    rows = table(
        label=["wins", "deal-ins"], rate=[0.2, NAN], low=[0.1, NAN], high=[0.3, NAN], n=[40, 0],
        other_rate=[0.25, 0.1], other_low=[0.2, 0.05], other_high=[0.3, 0.2], other_n=[400, 400],
    )  # fmt: skip
    chart = curves.compared(rows, title="P1", names=("$P1$", "field"))
    axes = chart.axes[0]
    assert [line.get_xdata().tolist() for line in axes.lines] == [[0.2], [0.25, 0.1]]
    assert texts(chart) == ["n = 40\n400", "n = 0\n400"]
    assert [t.get_text() for t in axes.get_legend().get_texts()] == ["$P1$", "field"]
    with pytest.raises(MjlabError, match="1 names for two groups"):
        curves.compared(rows, names=("a",))  # type: ignore[arg-type]


def test_a_score_is_drawn_as_it_went() -> None:
    chart = curves.course([8, -24, 30], title="Score")
    line = chart.axes[0].lines[1]
    assert line.get_ydata().tolist() == [0, 8, -16, 14]
    assert chart.axes[0].get_title(loc="left") == "Score (n = 3 games, +14 in all)"
    long = curves.course([1] * 50_000).axes[0].lines[1]
    assert len(long.get_xdata()) <= 2001
    assert long.get_ydata()[-1] == 50_000


def test_small_shares_have_decimals() -> None:
    rows = table(label=["a"], k=[3], n=[1000], rate=[0.003], low=[0.001], high=[0.009])
    assert texts(figures.shares(rows)) == ["3/1,000  0.30%"]
    assert texts(figures.shares(rows | {"k": [0], "rate": [0.0]})) == ["0/1,000  0%"]
