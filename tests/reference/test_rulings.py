"""The page on rulings says what the code does."""

import doctest
import re
from dataclasses import fields

from mjlab.rules import RULESETS, RuleSet
from tests.support.paths import DOCS

PAGE = DOCS / "rulings.md"
TEXT = PAGE.read_text(encoding="utf-8")
OF_PLAY = {"name", "min_fan", "flowers", "flower_points"}


def table():
    rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in TEXT.splitlines()
        if line.startswith("|")
    ]
    return rows[0], rows[2:]


def test_examples_run():
    assert doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8").failed == 0


def test_every_switch_is_in_the_table_with_its_values():
    (_, *presets), rows = table()
    assert {row[0] for row in rows} == {field.name for field in fields(RuleSet)} - OF_PLAY
    for switch, *cells in rows:
        assert cells == [repr(getattr(RULESETS[preset], switch)) for preset in presets], switch


def test_every_switch_has_its_section():
    sections = re.findall(r"^### `(\w+)`", TEXT, flags=re.MULTILINE)
    assert sorted(sections) == sorted(row[0] for row in table()[1])


def test_the_cells_that_are_ours_are_switches_of_the_page():
    ours = TEXT.partition("Some cells are ours")[2].partition("In the examples")[0]
    named = re.findall(r"^- `(\w+)` in ", ours, flags=re.MULTILINE)
    assert len(named) == 7
    assert set(named) < {row[0] for row in table()[1]}
