"""Who sits where: seats in the hands of a session, and the points for places at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlab.errors import LogError

__all__ = [
    "ROTATIONS",
    "SEATS",
    "TABLE_POINTS",
    "four",
    "rotation_of",
    "seat_name",
    "seating",
    "table_points",
]

SEATS: Final = ("East", "South", "West", "North")
"""What messages call the players 0-3."""
ROTATIONS: Final = {
    "full": ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)),
    "half": ((0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2), (1, 0, 3, 2)),
    "none": ((0, 1, 2, 3),) * 4,
}
"""For each rotation which of the four, as first seated from East, sit E, S, W and N when each of
the four rounds begins."""
TABLE_POINTS: Final = (4, 2, 1, 0)
"""Points for the places at a table (1998 rulebook, article 10.2)."""


def seat_name(player: object) -> str:
    """Name a player, or what is said to be one; None is nobody."""
    if player is None:
        return "nobody"
    return SEATS[player] if isinstance(player, int) and player in range(4) else f"player {player!r}"


def seating(index: int, rotation: str = "full") -> tuple[int, int, int, int]:
    """Who sits E, S, W and N in a hand of a session, numbered by the seats of the first hand.

    The deal passes on after each hand; the 1998 rulebook leaves the rotation open (article 5.9).
    """
    if rotation not in ROTATIONS:
        raise LogError(f"no rotation is called {rotation!r}: {', '.join(ROTATIONS)}")
    if not 0 <= index < 16:
        raise LogError(f"a session has hands 0 to 15, not {index}")
    first = ROTATIONS[rotation][index // 4]
    east, south, west, north = [first[(seat + index) % 4] for seat in range(4)]
    return (east, south, west, north)


def rotation_of(tables: Mapping[int, Sequence[str]]) -> list[str]:
    """The rotations that the players of some hands, by number, East first, agree with.

    Without a hand of a later round these are all.
    """
    found = []
    for name in ROTATIONS:
        seen: set[tuple[str, ...]] = set()
        for index, players in tables.items():
            seats = seating(index, name)
            seen.add(tuple(players[seats.index(first)] for first in range(4)))
        if len(seen) <= 1:
            found.append(name)
    return found


def table_points(totals: Mapping[str, int]) -> dict[str, float]:
    """Points for the places of four players by their final scores; equal scores share.

    The 1998 rulebook (article 10.2) is silent on equal scores.
    """
    ranked = sorted(totals.values(), reverse=True)
    shares = {
        score: sum(p for p, s in zip(TABLE_POINTS, ranked, strict=True) if s == score)
        / ranked.count(score)
        for score in ranked
    }
    return {name: shares[score] for name, score in totals.items()}


def four(values: Sequence[int]) -> tuple[int, int, int, int]:
    """Make a tuple of one number for each player."""
    east, south, west, north = values
    return (east, south, west, north)
