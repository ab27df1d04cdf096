"""What the notebooks ask their readers to try can be done, and what they say of a hand is so."""

import re

import ipywidgets
import jupytext
import pytest

from mjlab import explain, score, waits
from tests.support.notebooks import run
from tests.support.paths import NOTEBOOKS


def source(name):
    return (NOTEBOOKS / f"{name}.py").read_text(encoding="utf-8")


def names_of(notebook, last):
    """What the cells have made up to the one that makes a name."""
    made = {}
    for cell in jupytext.reads(source(notebook), fmt="py:percent").cells:
        if cell.cell_type == "code" and last not in made:
            exec(compile(cell.source, notebook, "exec"), made)
    return made


def run_changed(name, **constants):
    """Run a notebook with other constants; return the texts that it shows."""
    text = source(name)
    for constant, value in constants.items():
        pattern = rf"^{re.escape(constant)} = .*$"
        text, found = re.subn(pattern, f"{constant} = {value}", text, flags=re.MULTILINE)
        assert found == 1, constant
    notebook = jupytext.reads(text, fmt="py:percent")
    outputs = run(notebook)
    assert not [o for o in outputs if o.get("name") == "stderr"]
    data = [o["data"] for o in outputs if "data" in o]
    return [one.get("text/markdown", one.get("text/plain", "")) for one in data]


def test_the_hand_of_the_widget_takes_every_tick(monkeypatch):
    monkeypatch.setattr(ipywidgets, "interact", lambda function, **controls: (function, controls))
    show, controls = names_of("01_score_a_hand", "controls")["controls"]
    hand = controls["hand"].value
    ticks = [name for name, box in controls.items() if isinstance(box, ipywidgets.Checkbox)]
    assert len(ticks) == 5
    for tick in ticks:
        others = {"self_drawn": True} if tick == "kong_replacement" else {}
        assert show(hand, **{tick: True} | others) is not None, tick
        plain = score(hand, **others).total
        assert score(hand, **{tick: True} | others).total > plain, tick


def test_three_equal_chows_or_three_pungs():
    hand = names_of("01_score_a_hand", "chows_or_pungs")["chows_or_pungs"]
    given, drawn = (score(hand, seat="S", self_drawn=own) for own in (False, True))
    assert given.fans["pure_triple_chow"] == drawn.fans["pure_shifted_pungs"] == 1
    assert given.total == given.rejected.fan_total + 1
    assert "as high, named otherwise" not in str(explain(hand, seat="S"))


def test_a_pair_that_makes_four_waits():
    patterns = names_of("02_shanten_and_waits", "PATTERNS")["PATTERNS"]
    hand = next(line.split()[1] for line in patterns.splitlines() if line.startswith("f1 "))
    assert len(waits(hand).live) == 3
    assert len(waits(hand.replace("99p23456m", "33m23456m")).live) == 4


@pytest.mark.parametrize("form", ["regular", "thirteen_orphans"])
@pytest.mark.slow
def test_few_hands_that_are_played_for_one_form(form):
    shown = run_changed(
        "02_shanten_and_waits", **{"HANDS, DRAWS, CHUNK": "10_000, 18, 4_000", "FORM": repr(form)}
    )
    assert any("ready or complete" in text for text in shown)


@pytest.mark.slow
def test_few_simulated_games_are_enough_for_every_cell():
    shown = run_changed("04_analyse_logs", N_GAMES="40")
    assert not [text for text in shown if "nan points" in text]
