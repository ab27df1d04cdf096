"""The page about tables says what is so."""

import doctest

from mjlab.batch import CIRCUMSTANCE_BITS
from tests.support.paths import DOCS

PAGE = DOCS / "tables.md"


def test_the_examples_run():
    found = doctest.testfile(
        str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > 20
    assert found.failed == 0


def test_every_column_is_told():
    page = PAGE.read_text("utf-8")
    for name in ("hand", "round", "seat", *CIRCUMSTANCE_BITS, "flowers"):
        assert f"| `{name}` |" in page
