"""The page about tables says what is so."""

import doctest

from mjlab.api import score_batch
from mjlab.batch import CIRCUMSTANCE_BITS, WinBatch
from tests.support.paths import DOCS

PAGE = DOCS / "tables.md"


def test_the_examples_run():
    found = doctest.testfile(
        str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > 20
    assert found.failed == 0


def columns_told(heading):
    """Names in the first table below a heading, in order, each with what is said of it."""
    section = PAGE.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] == "| `"]
    return {name.strip("`"): said for name, *said in rows}


def test_the_columns_that_are_read_are_told():
    told = columns_told("Columns")
    assert list(told) == ["hand", "round", "seat", *CIRCUMSTANCE_BITS, "flowers"]
    *read, problem = WinBatch.from_texts(["19m19p19s1234567z+1z"]).to_frame()
    assert (list(told), problem) == (read, "problem")
    assert all(map(all, told.values()))


def test_the_columns_that_come_back_are_told():
    told = columns_told("What comes back")
    assert list(told) == list(score_batch(["19m19p19s1234567z+1z"]).to_frame())
    assert all(map(all, told.values()))
