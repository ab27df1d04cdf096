"""The list of statistics in the manual is that of the code."""

from __future__ import annotations

from pathlib import Path

from mjlab.stats import STATISTICS
from mjlab.stats.kinds import Mean, Share, Spread
from mjlab.stats.statistic import Listing, Statistic
from tests.support.paths import DOCS

MANUAL = DOCS / "statistics.md"
HEAD = "## The statistics\n\n"
KINDS = {Share: "share", Mean: "mean", Spread: "spread", Listing: "table"}


def listed() -> str:
    """The section as it is to be; run this file to write it."""
    lines = ["| statistic | name | kind, of | usually by | definition |", "|---|---|---|---|---|"]
    lines += [row(statistic) for statistic in STATISTICS.values()]
    return "\n".join(lines) + "\n"


def row(statistic: Statistic) -> str:
    kind = next(word for kind, word in KINDS.items() if isinstance(statistic, kind))
    usual = (
        statistic.usual if isinstance(statistic.usual, str) else ", ".join(statistic.usual or ())
    )
    table = getattr(statistic, "table", "")
    return (
        f"| `{statistic.name}` | {statistic.title} {statistic.zh} | {kind}, {table} | "
        f"{usual or 'all'} | {statistic.definition} |"
    )


def test_the_manual_lists_every_statistic_as_it_is() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    assert text.split(HEAD)[1] == listed(), f"run python {Path(__file__).name} to write it anew"


if __name__ == "__main__":
    text = MANUAL.read_text(encoding="utf-8")
    MANUAL.write_text(text.split(HEAD)[0] + HEAD + listed(), encoding="utf-8")
