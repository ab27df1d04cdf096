"""What docs/census.md shows is what comes out."""

import doctest
import re
import shlex

import pandas as pd
import pytest
from typer.testing import CliRunner

from mjlab import census
from mjlab.census.schemas import describe, validated
from mjlab.cli import app
from tests.support.paths import DOCS

PAGE = DOCS / "census.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def test_the_examples():
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags, encoding="utf-8")
    assert found.attempted >= 14
    assert not found.failed
    assert TEXT.count("```python") == TEXT.count("```python\n>>> ")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(command)
    assert name == "mjlab"
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 0, answer.output
    assert "no hand is like this" not in answer.stdout
    assert "it never counts" not in answer.stdout


def test_there_are_commands():
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("seat", ["E", "S"])
def test_the_shares_are_those_of_the_seat_that_is_named(seat, drawn):
    found = census.run(seat=seat, self_drawn=drawn)
    share = f"{100 * found.physical_at_least(8) / found.physical_pairs:.2f} %"
    told = TEXT.partition("**East in the East round**")[2].partition("## ")[0]
    south, east = told.split(" where East has ")
    assert share in {"S": south, "E": east}[seat]


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("melds", [0, 1])
def test_the_shares_of_four_sets_and_a_pair(melds, drawn):
    forms = census.run(melds=melds, self_drawn=drawn).forms().set_index("form")
    told = TEXT.partition("Of four sets and a pair alone")[2].partition("## ")[0]
    shares = re.findall(r"[\d.]+ %", told.replace("\n", " "))
    assert shares[2 * melds + (not drawn)] == f"{100 * forms.loc['regular', 'legal_share']:.2f} %"


def test_every_written_file_is_explained(tmp_path):
    for path in census.run(where="fans=nine_gates").to_parquet(tmp_path):
        assert f"| `{path.name}` |" in TEXT
        if path.suffix == ".parquet":
            stored = pd.read_parquet(path)
            about = describe(path.name)
            assert about["column"].tolist() == stored.columns.tolist()
            assert about["meaning"].str.endswith(".").all()
            validated(path.name, stored)
    assert describe("hands").equals(describe("hands.parquet"))
    assert describe("totals.parquet").equals(describe("totals"))
