"""What a win is worth to each player."""

from __future__ import annotations

from typing import SupportsIndex

from mjlab.errors import RulesetError

__all__ = ["BASE", "payment"]

BASE = 8
"""底分: what every loser pays beside the points."""


def payment(points: int, winner: int, discarder: int | None = None) -> tuple[int, int, int, int]:
    """Score changes of the four players after a win.

    On self-draw each of the three others pays 8 and the points; on a discard (or a robbed kong)
    the discarder pays 8 and the points, the other two pay 8 (1998 rulebook, article 10.1.3).

    Parameters
    ----------
    points : int
        Sum of the fan, flowers included.
    winner : int
        Index of the winner, 0-3.
    discarder : int, optional
        Index of the player who gave the tile; None or `winner` for a self-drawn win.

    Returns
    -------
    tuple of int
        Four changes that add up to nothing.

    Raises
    ------
    RulesetError
        If a player is not 0-3 or the points are negative.

    Examples
    --------
    >>> payment(12, winner=1)
    (-20, 60, -20, -20)
    >>> payment(11, winner=0, discarder=1)
    (35, -19, -8, -8)
    """
    if not _whole(points) or points < 0:
        raise RulesetError(f"{points!r} points cannot be paid", hint="a number from 0")
    for name, player in (("winner", winner), ("discarder", discarder)):
        optional = name == "discarder" and player is None
        if not optional and not (_whole(player) and player in (0, 1, 2, 3)):
            raise RulesetError(f"{name}={player!r} is not a player", hint="0, 1, 2 or 3")
    self_drawn = discarder is None or discarder == winner
    changes = [-(BASE + points) if self_drawn or p == discarder else -BASE for p in range(4)]
    changes[winner] = 0
    changes[winner] = -sum(changes)
    return (changes[0], changes[1], changes[2], changes[3])


def _whole(value: object) -> bool:
    return isinstance(value, SupportsIndex) and not isinstance(value, bool)
