"""Chinese Official mahjong (MCR, 国标麻将) in Python: score, read and study hands.

Everything public is reached from here; a name is loaded when it is first used, so importing
costs next to nothing and compiles nothing.

Examples
--------
>>> import mjlab
>>> mjlab.score("[234s][345s][456s]234m7z+7z", seat="S").total
19
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# What is public, and where it lives.
_HOMES = {
    "errors": ("MjlabError", "NotationError", "HandError", "NotAWinError", "RulesetError",
               "LogError"),
    "hand": ("Hand", "Meld", "MeldKind", "Win"),
    "tiles": ("Wind",),
    "notation": ("parse_tiles", "format_tiles"),
    "rules": ("FANS", "LOCAL_FANS", "RULESETS", "Fan", "RuleSet", "fan", "payment", "ruleset"),
    "batch": ("HandBatch", "WinBatch"),
    "api": ("ScoreBatch", "explain", "score", "score_batch", "discards", "discards_batch",
            "shanten", "shanten_batch", "tiles_of", "useful", "useful_batch", "waits",
            "waits_batch", "FORMS"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_ROOMS = (
    "census", "charts", "dataset", "draw", "logs", "play", "report", "simulate", "stats",
)  # fmt: skip

if TYPE_CHECKING:
    from mjlab import census, charts, dataset, draw, logs, play, report, simulate, stats
    from mjlab.api.score import explain, score
    from mjlab.api.score_batch import ScoreBatch, score_batch
    from mjlab.api.shanten import (
        FORMS,
        discards,
        discards_batch,
        shanten,
        shanten_batch,
        tiles_of,
        useful,
        useful_batch,
        waits,
        waits_batch,
    )
    from mjlab.batch import HandBatch, WinBatch
    from mjlab.errors import (
        HandError,
        LogError,
        MjlabError,
        NotationError,
        NotAWinError,
        RulesetError,
    )
    from mjlab.hand import Hand, Meld, MeldKind, Win
    from mjlab.notation import format_tiles, parse_tiles
    from mjlab.rules import FANS, LOCAL_FANS, RULESETS, Fan, RuleSet, fan, payment, ruleset
    from mjlab.tiles import Wind

__all__ = [
    "FANS",
    "FORMS",
    "LOCAL_FANS",
    "RULESETS",
    "Fan",
    "Hand",
    "HandBatch",
    "HandError",
    "LogError",
    "Meld",
    "MeldKind",
    "MjlabError",
    "NotAWinError",
    "NotationError",
    "RuleSet",
    "RulesetError",
    "ScoreBatch",
    "Win",
    "WinBatch",
    "Wind",
    "census",
    "charts",
    "dataset",
    "discards",
    "discards_batch",
    "draw",
    "explain",
    "fan",
    "format_tiles",
    "logs",
    "parse_tiles",
    "payment",
    "play",
    "report",
    "ruleset",
    "score",
    "score_batch",
    "shanten",
    "shanten_batch",
    "simulate",
    "stats",
    "tiles_of",
    "useful",
    "useful_batch",
    "waits",
    "waits_batch",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return importlib.import_module(f"mjlab.{name}")
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'mjlab' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mjlab.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
