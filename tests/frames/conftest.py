from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

from mjlab.frames.schemas import SEATS, WINDS, empty, validated
from mjlab.frames.tables import Frames
from mjlab.rules import fan

Make = Callable[..., Frames]

TEXT = "[123m]{5555z}45678p99s+9p"


def hand_row(number: int, hand: dict[str, Any]) -> dict[str, Any]:
    row = {
        "hand": f"toy {number}",
        "game": hand.get("game", "toy session"),
        "number": number,
        "path": "toy.json",
        "place": f"line {number}",
        "round": "E",
        "outcome": hand.get("outcome", "drawn"),
        "winner": hand.get("winner"),
        "discarder": hand.get("discarder"),
        "n_events": 100,
        "wall_left": 10,
        "n_false_wins": 0,
        "n_illegal": 0,
        "n_disagreements": 0,
    }
    for i, seat in enumerate(SEATS):
        row[f"player_{seat}"] = hand.get("players", ("P0", "P1", "P2", "P3"))[i]
        row[f"change_{seat}"] = hand.get("changes", (0, 0, 0, 0))[i]
        row[f"claims_{seat}"] = hand.get("claims", (0, 0, 0, 0))[i]
    return row


def win_row(row: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    names = {wind: row[f"player_{seat}"] for wind, seat in zip(WINDS, SEATS, strict=True)}
    flags = ("last_of_kind", "wall_last", "kong_replacement", "robbing_kong")
    return {
        "hand": row["hand"],
        "game": row["game"],
        "player": names[row["winner"]],
        "seat": row["winner"],
        "round": "E",
        "discarder": names.get(row["discarder"]),
        "text": hand.get("text", TEXT),
        "self_drawn": row["outcome"] == "self_drawn",
        **dict.fromkeys(flags, False),
        "concealed": True,
        "flowers": 0,
        "turn": 9,
        "fan_total": hand.get("total", 8),
        "total": hand.get("total", 8),
        "recorded_total": hand.get("recorded", hand.get("total", 8)),
    }


@pytest.fixture
def make_toy() -> Make:
    """Tables of hands that are told in a few words."""

    def build(hands: Sequence[dict[str, Any]] = (), **more: pd.DataFrame) -> Frames:
        rows = [hand_row(i, hand) for i, hand in enumerate(hands, 1)]
        wins = [win_row(r, h) for r, h in zip(rows, hands, strict=True) if r["winner"]]
        fans = [
            {"hand": r["hand"], "game": r["game"], "fan": key, "count": count,
             "value": fan(key).value, "points": count * fan(key).value}
            for r, h in zip(rows, hands, strict=True)
            for key, count in h.get("fans", {}).items()
        ]  # fmt: skip
        games = {r["game"]: [x for x in rows if x["game"] == r["game"]] for r in rows}
        sessions = [
            {"game": game, "source": "toy", "path": "toy.json", "n_hands": len(played),
             "n_wins": sum(bool(x["winner"]) for x in played), "n_errors": 0, "n_missing": 0}
            for game, played in games.items()
        ]  # fmt: skip
        tables = {"games": sessions, "hands": rows, "wins": wins, "win_fans": fans}
        made = {n: validated(n, pd.DataFrame(r)) if r else empty(n) for n, r in tables.items()}
        for name in ("disagreements", "set_aside"):
            made[name] = validated(name, more[name]) if name in more else empty(name)
        return Frames(**made)

    return build
