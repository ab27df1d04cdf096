"""The list of statistics in the manual is that of the code."""

from __future__ import annotations

from pathlib import Path

from mjlab.dataset import make_dataset
from mjlab.errors import MjlabError
from mjlab.stats import STATISTICS
from mjlab.stats.cases import columns_of
from mjlab.stats.kinds import Mean, Share, Spread
from mjlab.stats.statistic import Listing, Statistic
from tests.support.paths import DOCS

NOTHING = make_dataset([])
MANUAL = DOCS / "statistics.md"
HEAD = "## The statistics\n\n"
KINDS = {Share: "share", Mean: "mean", Spread: "spread", Listing: "table"}


def listed() -> str:
    """The section as it is to be; run this file to write it."""
    lines = [
        "| statistic | name | kind, of | usually by | not by | definition |",
        "|---|---|---|---|---|---|",
        *map(row, STATISTICS.values()),
        "",
        "The columns of its table and those of the game, but for those under *not by*, are:",
        "",
        "| table | columns to group by |",
        "|---|---|",
    ]
    for table in dict.fromkeys(("games", *(one.table for one in STATISTICS.values()))):
        of_game = [] if table == "games" else [*columns_of("games")]
        own = ", ".join(f"`{name}`" for name in columns_of(table) if name not in of_game)
        lines.append(f"| {table} | {own} |")
    return "\n".join(lines) + "\n"


def row(statistic: Statistic) -> str:
    kind = next(word for kind, word in KINDS.items() if isinstance(statistic, kind))
    by = [statistic.usual] if isinstance(statistic.usual, str) else list(statistic.usual or ())
    every = columns_of(statistic.table)
    refused = ", ".join(name for name in every if not grouped(statistic, name))
    if not any(grouped(statistic, name) for name in every):
        refused = "any column"
    return (
        f"| `{statistic.name}` | {statistic.title} {statistic.zh} | {kind}, {statistic.table} | "
        f"{', '.join(by) or 'all'} | {refused} | {statistic.definition} |"
    )


def grouped(statistic: Statistic, column: str) -> bool:
    """Whether a statistic can be grouped by a column."""
    try:
        statistic(NOTHING, column)
    except MjlabError:
        return False
    return True


def test_every_statistic_has_all_that_the_manual_tells() -> None:
    for statistic in STATISTICS.values():
        assert all((statistic.name, statistic.title, statistic.zh, statistic.definition))
        assert statistic.definition.endswith(".")


def test_the_manual_lists_every_statistic_as_it_is() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    assert text.split(HEAD)[1] == listed(), f"run python {Path(__file__).name} to write it anew"


if __name__ == "__main__":
    text = MANUAL.read_text(encoding="utf-8")
    MANUAL.write_text(text.split(HEAD)[0] + HEAD + listed(), encoding="utf-8")
