"""The page about datasets says what is so."""

from __future__ import annotations

import re

import pytest

from mjlab.dataset import describe
from mjlab.dataset.manifest import SESSION_ROWS
from mjlab.dataset.schemas import KEYS, SCHEMAS
from mjlab.errors import MjlabError
from tests.support.paths import DOCS
from tools import make_dataset_tables

PAGE = (DOCS / "dataset.md").read_text(encoding="utf-8")


def test_the_tables_of_columns_are_those_of_the_models() -> None:
    assert make_dataset_tables.with_tables(PAGE) == PAGE, "run python tools/make_dataset_tables.py"


def test_a_column_that_changed_is_noticed() -> None:
    assert make_dataset_tables.with_tables(PAGE.replace("| n_won | int32 |", "| won | int8 |")) == (
        PAGE
    )


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_is_documented(table: str) -> None:
    columns = describe(table)
    assert columns["meaning"].str.len().min() > 8
    assert columns["meaning"].str.endswith(".").all()
    assert set(KEYS[table]) <= set(columns["column"])


def test_an_unknown_table_is_told() -> None:
    with pytest.raises(MjlabError, match="no table is called 'nothing'"):
        describe("nothing")


def test_the_folders_on_disk_are_told() -> None:
    told = set(re.findall(r"DATASET/(\w+)/", PAGE))
    assert told - {"parts", SESSION_ROWS} <= set(SCHEMAS)
    assert SESSION_ROWS in told
