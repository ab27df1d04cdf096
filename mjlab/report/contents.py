"""What a report is made of: each table of a dataset is read once, in the columns it needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

import pandas as pd

from mjlab.dataset.arrow import to_pandas
from mjlab.dataset.dataset import Dataset

__all__ = ["Contents", "contents_of"]

_COLUMNS: Final = {
    "games": ("game", "session", "source", "outcome", "replayed"),
    "hands": (
        "game", "session", "outcome", "player", "change", "won", "self_drawn", "dealt_in", "total",
        "n_claims", "deal_shanten", "ready_turn", "end_shanten",
    ),
    "discards": (
        "tile_class", "turn", "visible", "shanten_after", "ready_opponents", "dealt_in",
    ),
    "wins": (
        "game", "round", "seat", "player", "discarder", "hand", "self_drawn", "last_of_kind",
        "wall_last", "kong_replacement", "robbing_kong", "flowers", "turn", "wait_kinds",
        "wait_live", "fan_total", "total", "recorded_total",
    ),
    "win_fans": ("game", "seat", "fan", "count", "value", "points"),
    "problems": None,
}  # fmt: skip
"""What the pages and their statistics ask for; None is all."""


class Contents(NamedTuple):
    """All that the pages of a report tell of."""

    data: Dataset  # in memory, for the statistics: it has the columns of the pages only
    games: pd.DataFrame
    wins: pd.DataFrame
    n_sessions: int

    def fans_of(self, wins: pd.DataFrame) -> pd.DataFrame:
        """The fan of some wins."""
        rows = self.data.arrow("win_fans", where={"game": sorted(set(wins["game"]))})
        return to_pandas("win_fans", rows)


def contents_of(
    data: Dataset, *, player: str | None = None, whole: Collection[str] = ()
) -> Contents:
    """Read what the page about all, or about a player, needs; some tables as a whole."""
    columns: dict[str, Any] = _COLUMNS | dict.fromkeys(whole)
    read = {"games": data.arrow("games", columns.pop("games"))}
    made = Dataset(read, data.rules, data.path)
    if columns["discards"] is not None:  # there are many: whose they are, mostly nobody asks
        of_game = ("game",) * (player is not None or not made.all_played)
        columns["discards"] += of_game + ("player",) * (player is not None)
    read |= {name: data.arrow(name, some) for name, some in columns.items()}
    games, wins = (to_pandas(name, read[name]) for name in ("games", "wins"))
    return Contents(Dataset(read, data.rules, data.path), games, wins, data.count("sessions"))
