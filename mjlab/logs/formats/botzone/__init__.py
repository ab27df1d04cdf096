"""Botzone: matches, and the logs of local judges, which tell and ask the same."""

from __future__ import annotations

from typing import Final

from mjlab.logs.formats.botzone import judge, match
from mjlab.logs.formats.botzone.write import botzone_match, judge_line
from mjlab.logs.formats.format import Format

__all__ = ["JUDGE", "MATCH"]

MATCH: Final = Format(
    match.SOURCE,
    "JSON matches of Botzone",
    match.detect,
    match.read,
    write_game=botzone_match,
    suffix=".json",
    together=False,
)
JUDGE: Final = Format(
    judge.SOURCE,
    "JSON Lines of local judges",
    judge.detect,
    judge.read,
    write_game=lambda game: judge_line(game) + "\n",
    suffix=".jsonl",
)
