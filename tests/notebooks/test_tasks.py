"""What the notebooks ask their readers to try can be done, and what they say of a hand is so."""

import re

import jupytext
import pytest
from nbclient import NotebookClient

from mjlab import explain, score, waits
from mjlab.charts.census import _COLOURS
from tests.support.paths import NOTEBOOKS

NOTEBOOKS = NOTEBOOKS


def source(name):
    return (NOTEBOOKS / f"{name}.py").read_text(encoding="utf-8")


def run_changed(name, **constants):
    """Run a notebook with other constants; return the texts that it shows."""
    text = source(name)
    for constant, value in constants.items():
        pattern = rf"^{re.escape(constant)} = .*$"
        text, found = re.subn(pattern, f"{constant} = {value}", text, flags=re.MULTILINE)
        assert found == 1, constant
    notebook = jupytext.reads(text, fmt="py:percent")
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": NOTEBOOKS}}
    )
    client.execute()
    outputs = [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
    assert not [o for o in outputs if o.get("name") == "stderr"]
    data = [o["data"] for o in outputs if "data" in o]
    return [one.get("text/markdown", one.get("text/plain", "")) for one in data]


def test_the_hand_of_the_widget_takes_every_tick():
    text = source("01_score_a_hand")
    hand = re.search(r'hand=Text\("([^"]+)"', text)[1]
    ticks = re.findall(r"(\w+)=Checkbox\(False\)", text)
    assert len(ticks) == 5
    plain, own = score(hand).total, score(hand, self_drawn=True).total
    for tick in ticks:
        drawn = {"self_drawn": True} if tick == "kong_replacement" else {}
        assert score(hand, **{tick: True} | drawn).total > (own if drawn else plain), tick


def test_three_equal_chows_or_three_pungs():
    text = source("01_score_a_hand").partition("## 5.")[2].partition("## 6.")[0]
    hand = re.search(r'explain\("([^"]+)"', text)[1]
    given, drawn = (score(hand, seat="S", self_drawn=own) for own in (False, True))
    assert given.fans["pure_triple_chow"] == drawn.fans["pure_shifted_pungs"] == 1
    assert given.total == given.rejected.fan_total + 1
    assert "as high, named otherwise" not in str(explain(hand, seat="S"))


def test_a_pair_that_makes_four_waits():
    assert "f1  [111s][555s]99p23456m " in source("02_shanten_and_waits")
    assert len(waits("[111s][555s]99p23456m").live) == 3
    assert len(waits("[111s][555s]33m23456m").live) == 4


@pytest.mark.parametrize("form", ["regular", "thirteen_orphans"])
def test_few_hands_that_are_played_for_one_form(form):
    shown = run_changed(
        "02_shanten_and_waits", **{"HANDS, DRAWS, CHUNK": "10_000, 18, 4_000", "FORM": repr(form)}
    )
    assert any("ready or complete" in text for text in shown)


def test_figures_and_lines_of_the_census_have_one_palette():
    """Self-drawn first, by discard second: in the colours of figures and of the lines."""
    text = source("03_every_hand")
    lines = dict(re.findall(r'"(self-drawn|by discard)": "(#\w{6})"', text))
    assert list(lines) == ["self-drawn", "by discard"]
    assert tuple(lines.values()) == _COLOURS[:2]
    assert "concealed, self-drawn" in text.partition("COMPARED = {")[2].partition(",\n")[0]


def test_few_simulated_games_are_enough_for_every_cell():
    shown = run_changed("04_analyse_logs", N_GAMES="40")
    assert not [text for text in shown if "nan points" in text]
