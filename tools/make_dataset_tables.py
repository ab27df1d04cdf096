"""Write the tables of columns in docs/dataset.md, from the models of mjlab.dataset.schemas.

Usage: ``python tools/make_dataset_tables.py`` writes, ``--check`` only compares and exits 1 if the
page is not what is made.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from mjlab.dataset import describe
from mjlab.dataset.schemas import SCHEMAS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "dataset.md"


def section(table: str) -> Iterator[str]:
    """The lines of a table: its rows in a sentence, then its columns."""
    yield from (f"### {table}", "", SCHEMAS[table].__doc__ or "", "")
    yield from ("| column | type | meaning |", "|---|---|---|")
    for column in describe(table).itertuples():
        missing = ", may be missing" * bool(column.missing)
        yield f"| {column.column} | {column.type}{missing} | {column.meaning} |"


def with_tables(page: str) -> str:
    """The page with all its tables, which stand at its end, made anew."""
    head, _, _ = page.partition(f"### {next(iter(SCHEMAS))}\n")
    return head + "\n".join("\n".join([*section(table), ""]) for table in SCHEMAS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    made = with_tables(page)
    if made != page and not check:
        PAGE.write_text(made, encoding="utf-8")
    return int(check and made != page)


if __name__ == "__main__":
    sys.exit(main())
