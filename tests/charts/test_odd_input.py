"""What cannot be drawn is refused by name, not by an error of the drawing."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mjlab.charts import census as census_figures
from mjlab.charts import curves, figures
from mjlab.charts.census import Series
from mjlab.charts.tables import columns
from mjlab.draw import svg
from mjlab.errors import MjlabError

SHARE = {"label": ["a"], "k": [1], "n": [2], "rate": [0.5], "low": [0.1], "high": [0.9]}
COUNTED = {"fan": ["all_chows"], "share": [0.5], "low": [0.3], "high": [0.6]}
TOTALS = {"total": [6, 8], "share": [0.75, 0.25], "share_at_least": [1.0, 0.25]}
COMPARED = {"label": ["a"], **{f"{who}{name}": [1] for who in ("", "other_")
                               for name in ("rate", "low", "high", "n")}}  # fmt: skip
TURNS = {"turn": [1], "n": [2], "rate": [0.5], "low": [0.1], "high": [0.9]}


@pytest.mark.parametrize("which", [None, 1.5, [None], ["1m"], b"1m", np.nan, np.array([[1]])])
def test_tiles_are_indices_or_text(which: Any) -> None:
    for draw in (svg.tile, svg.tiles, svg.symbols):
        with pytest.raises(MjlabError, match="tile ind"):
            draw(which)
    assert svg.tile(np.int64(0)) == svg.tile("1m")


@pytest.mark.parametrize("height", [None, "48", True, np.nan, [48], 1j])
def test_a_height_is_a_number(height: Any) -> None:
    with pytest.raises(MjlabError, match="height="):
        svg.tile(0, height=height)


@pytest.mark.parametrize(
    ("draw", "table"),
    [
        (figures.shares, SHARE),
        (figures.fan_frequency, {"fan": ["all_chows"], **SHARE}),
        (curves.compared, COMPARED),
        (lambda table: curves.by_number(table, "turn"), TURNS),
        (lambda table: census_figures.fan_dots([Series("a", 1, "b", table)]), COUNTED),
        (lambda table: census_figures.total_lines([Series("a", 1, "b", table)]), TOTALS),
    ],
)
def test_tables_have_their_columns_with_their_cells(draw: Any, table: dict[str, Any]) -> None:
    assert draw(table).axes
    assert draw(pd.DataFrame(table)).axes
    for odd in (None, 5, [], "abc"):
        with pytest.raises(MjlabError, match="the table has no column"):
            draw(odd)
    needed = [name for name in table if name not in ("low", "high", "label")]
    for name in needed:
        rest = {key: cells for key, cells in table.items() if key != name}
        if name != "rate" or "turn" not in table:
            with pytest.raises(MjlabError, match=f"the table has no column '{name}'"):
                draw(rest)
        with pytest.raises(MjlabError, match=f"{name} is 5, a list is expected"):
            draw({**table, name: 5})
        with pytest.raises(MjlabError, match="the columns are not of one length"):
            draw({**table, name: [*table[name], table[name][0]]})
        if name != "fan":
            with pytest.raises(MjlabError, match=f"{name} of row 0 is 'x', a .*number is expected"):
                draw({**table, name: ["x", *table[name][1:]]})


@pytest.mark.parametrize("value", [None, "8", 8.5, np.nan, [8], True])
def test_whole_numbers_are_whole(value: Any) -> None:
    for draw in (
        lambda: figures.totals([value]),
        lambda: curves.course([value]),
        lambda: census_figures.partner_map(["all_chows"], [[1]], n=value),
        lambda: census_figures.fan_dots([Series("a", value, "b", COUNTED)]),
        lambda: census_figures.total_lines([Series("a", 1, "b", TOTALS)], minimum=value),
    ):
        with pytest.raises(MjlabError, match="a whole number is expected"):
            draw()


@pytest.mark.parametrize("points", [None, 5, "888"])
def test_many_numbers_are_a_list(points: Any) -> None:
    partners = partial(census_figures.partner_map, shares=[], n=1)
    for draw in (figures.totals, curves.course, partners):
        with pytest.raises(MjlabError, match="a list is expected"):
            draw(points)


@pytest.mark.parametrize("series", [None, 5, [None], "ab", {"a": 1}, [COUNTED]])
def test_series_are_a_list_of_them(series: Any) -> None:
    for draw in (census_figures.fan_dots, census_figures.total_lines):
        with pytest.raises(MjlabError, match="a list of Series is expected"):
            draw(series)


@pytest.mark.parametrize("title", [None, 5, ["a"], b"a"])
def test_a_title_is_a_text(title: Any) -> None:
    with pytest.raises(MjlabError, match="cannot be written in a figure"):
        figures.totals([8], title=title)


def test_figures_of_a_page_have_names() -> None:
    with pytest.raises(MjlabError, match="a figure is expected, not"):
        figures.inline_svg(None, "x")  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="is not a name for ids"):
        figures.inline_svg(figures.totals([8]), 5)  # type: ignore[arg-type]


def test_missing_numbers_are_nan() -> None:
    missing = {"rate": [None, pd.NA, np.nan, np.float32(0.5)]}
    assert str(columns(missing, {"rate": float})["rate"]) == "[nan, nan, nan, 0.5]"
