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
    """Tell who sits E, S, W and N in a hand of a session.

    Parameters
    ----------
    index : int
        Number of the hand, from 0; the deal passes on after each.
    rotation : str
        How seats change between the rounds: ``full`` (each sits in each seat once at the
        beginning of a round), ``half`` (once, before the West round) or ``none``.

    Returns
    -------
    tuple of int
        The player of each seat, numbered by the seats of the first hand.

    Raises
    ------
    LogError
        If there is no such rotation, or no such hand among sixteen.

    Notes
    -----
    The 1998 rulebook leaves the rotation to the competition (article 5.9).

    Examples
    --------
    >>> seating(1), seating(4), seating(4, "none")
    ((1, 2, 3, 0), (1, 0, 3, 2), (0, 1, 2, 3))
    """
    if rotation not in ROTATIONS:
        raise LogError(f"no rotation is called {rotation!r}: {', '.join(ROTATIONS)}")
    if not 0 <= index < 16:
        raise LogError(f"a session has hands 0 to 15, not {index}")
    first = ROTATIONS[rotation][index // 4]
    east, south, west, north = [first[(seat + index) % 4] for seat in range(4)]
    return (east, south, west, north)


def rotation_of(tables: Mapping[int, Sequence[str]]) -> list[str]:
    """Tell by which rotations the players of a session may have changed seats.

    Parameters
    ----------
    tables : mapping of int to sequence of str
        For hands by number the four players, East first.

    Returns
    -------
    list of str
        The rotations that all hands agree with; without a hand of a later round all of them.

    Examples
    --------
    >>> rotation_of({0: "ABCD", 5: "ADCB"})
    ['full']
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
    """Points for the places at a table: 4, 2, 1 and 0; equal scores share.

    Parameters
    ----------
    totals : mapping of str to int
        Final score of each of four players.

    Returns
    -------
    dict of str to float
        Table points of each.

    Notes
    -----
    The 1998 rulebook, article 10.2, gives the points and is silent on equal scores: who share a
    place share its points.

    Examples
    --------
    >>> table_points({"A": 30, "B": -10, "C": -10, "D": -10})
    {'A': 4.0, 'B': 1.0, 'C': 1.0, 'D': 1.0}
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
