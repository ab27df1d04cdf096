"""Names: by which players can be told apart, and which could have been meant by another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

from mjlab.dataset.schemas import WINDS
from mjlab.errors import MjlabError

__all__ = ["PLAYERS", "UNNAMED", "Players", "at_table", "called", "check_players"]

Players = Literal["by-name", "by-session"]
PLAYERS: Final[tuple[Players, ...]] = ("by-name", "by-session")
"""Whether a name means one player everywhere, or another player in every session."""
UNNAMED: Final = tuple(f"seat {wind}" for wind in WINDS)
"""What players without a name are called, by seat."""


def check_players(players: str) -> None:
    """Refuse an unknown way to tell players apart."""
    if players not in PLAYERS:
        raise MjlabError(
            f"players cannot be told apart {players!r}", hint="one of " + ", ".join(PLAYERS)
        )


def at_table(players: tuple[str, ...]) -> list[str]:
    """Four names, East first, under which the players of a game can be told apart.

    Who has none is called by the seat; the seat is put behind a name that more than one has.
    """
    named = [
        name if name.strip() else unnamed for name, unnamed in zip(players, UNNAMED, strict=True)
    ]
    often = Counter(named)
    return [
        _unlike(named, name, f" [{wind}]") if often[name] > 1 else name
        for name, wind in zip(named, WINDS, strict=True)
    ]


def called(name: str, session: str, players: Players) -> str:
    """What tables call a player; `session` may be the game that belongs to none."""
    return name if players == "by-name" else f"{name} ({session})"


def _unlike(taken: Iterable[str], name: str, mark: str) -> str:
    """`name` with `mark` behind it, as often as it takes to be none of the taken ones."""
    name += mark
    while name in taken:
        name += mark
    return name
