from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mjlab import simulate
from mjlab.dataset import Dataset, make_dataset
from mjlab.dataset.schemas import WINDS
from mjlab.logs import replay
from mjlab.rules import RuleSet, fan
from tests.support.paths import RECORDS, SHARED

Make = Callable[..., Dataset]

TEXT = "[123m]{5555z}45678p99s+9p"
FLAGS = ("last_of_kind", "wall_last", "kong_replacement", "robbing_kong")


def game_row(number: int, game: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": f"toy {number}",
        "session": game.get("session", "toy session"),
        "number": number,
        "source": game.get("source", "toy"),
        "path": "toy.json",
        "place": f"line {number}",
        "round": "E",
        "outcome": game.get("outcome", "drawn"),
        "fault": None,
        "n_winners": int(game.get("winner") is not None),
        "replayed": True,
        "date": None,
        "walls": "one",
        "flowers": 8,
        "least_fan": 8,
        "n_events": 100,
        "wall_left": 10,
        "n_false_wins": 0,
        "n_illegal": 0,
        "n_disagreements": 0,
        "content": number,
    }


def hand_row(row: dict[str, Any], game: dict[str, Any], seat: int) -> dict[str, Any]:
    won = game.get("winner") == WINDS[seat]
    change = game.get("changes", (0, 0, 0, 0))[seat]
    return {
        **{name: row[name] for name in ("game", "session", "number", "round", "outcome")},
        "seat": WINDS[seat],
        "player": game.get("players", ("P0", "P1", "P2", "P3"))[seat],
        "change": change,
        "payment": change,
        "score_before": None,
        "won": won,
        "self_drawn": won and row["outcome"] == "self_drawn",
        "dealt_in": game.get("discarder") == WINDS[seat],
        "total": game.get("total", 8) if won else None,
        "n_claims": game.get("claims", (0, 0, 0, 0))[seat],
        "n_melds": game.get("claims", (0, 0, 0, 0))[seat],
        "flowers": 0,
        "turns": 9,
        "draws": 9,
        "deal_shanten": game.get("deal_shanten", (4, 4, 4, 4))[seat],
        "ready_turn": game.get("ready_turn", (None,) * 4)[seat],
        "end_shanten": 1,
        "ready": won,
        "wait_kinds": int(won),
        "wait_live": 2 * won,
    }


def win_row(row: dict[str, Any], game: dict[str, Any]) -> dict[str, Any]:
    names = dict(zip(WINDS, game.get("players", ("P0", "P1", "P2", "P3")), strict=True))
    return {
        **{name: row[name] for name in ("game", "session", "round")},
        "event": 99,
        "seat": game["winner"],
        "player": names[game["winner"]],
        "discarder": names.get(game.get("discarder")),
        "discarder_seat": game.get("discarder"),
        "hand": game.get("text", TEXT),
        "tile": "9p",
        "self_drawn": row["outcome"] == "self_drawn",
        **dict.fromkeys(FLAGS, False),
        "concealed": True,
        "flowers": 0,
        "turn": 9,
        "ready_turn": 5,
        "wait_kinds": 1,
        "wait_live": 2,
        "waits": "9p",
        "fan_total": game.get("total", 8),
        "total": game.get("total", 8),
        "recorded_total": game.get("recorded", game.get("total", 8)),
    }


@pytest.fixture(scope="session")
def simulated() -> Dataset:
    """A dataset of 96 simulated games, with decisions and all."""
    return make_dataset(replay(game) for game in simulate.games(96, seed=21, players=8))


@pytest.fixture
def make_toy() -> Make:
    """A dataset of games that are told in a few words."""

    def build(
        games: Sequence[dict[str, Any]] = (),
        rules: RuleSet | None = None,
        **more: pd.DataFrame,
    ) -> Dataset:
        rows = [game_row(i, game) for i, game in enumerate(games, 1)]
        pairs = list(zip(rows, games, strict=True))
        sessions = {r["session"]: [x for x in rows if x["session"] == r["session"]] for r in rows}
        tables = {
            "sessions": [
                {"session": name, "source": "toy", "path": "toy.json", "n_games": len(played),
                 "n_won": sum(x["n_winners"] for x in played), "n_errors": 0, "n_missing": 0}
                for name, played in sessions.items()
            ],
            "games": rows,
            "hands": [hand_row(r, g, seat) for r, g in pairs for seat in range(4)],
            "wins": [win_row(r, g) for r, g in pairs if r["n_winners"]],
            "win_fans": [
                {"game": r["game"], "seat": g["winner"], "fan": key, "count": count,
                 "value": fan(key).value, "points": count * fan(key).value}
                for r, g in pairs for key, count in g.get("fans", {}).items()
            ],
        }  # fmt: skip
        return Dataset.of(
            {name: pd.DataFrame(found) for name, found in tables.items()} | more, rules
        )

    return build


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of samples that may be read here but not copied into the repository."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip(f"the shared samples are not at {folder}; MJLAB_SHARED names their place")
    return folder


@pytest.fixture(scope="session")
def records() -> Path:
    """Return the folder of the records that ship with the project."""
    return RECORDS
