"""What a win is worth to each player."""

from __future__ import annotations

from collections.abc import Sequence

from mjlab.common.numbers import integer
from mjlab.errors import RulesetError

__all__ = ["BASE", "payment", "payments"]

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
    paid = integer(points)
    if paid is None or paid < 0:
        raise RulesetError(f"{points!r} points cannot be paid", hint="a number from 0")
    players = {"winner": winner, "discarder": winner if discarder is None else discarder}
    for name, player in players.items():
        if integer(player) not in range(4):
            raise RulesetError(f"{name}={player!r} is not a player", hint="0, 1, 2 or 3")
    won, gave = map(int, players.values())
    changes = [-(BASE + paid) if gave in (won, p) else -BASE for p in range(4)]
    changes[won] = 0
    changes[won] = -sum(changes)
    return (changes[0], changes[1], changes[2], changes[3])


def payments(wins: Sequence[tuple[int, int, int | None]]) -> tuple[int, int, int, int]:
    """Score changes after wins of several players, each as :func:`payment` takes it.

    Each is paid as if the only one, the others pay the base once: the sum may not be nothing.
    """
    paid = [payment(*win) for win in wins]
    own = {winner: part[winner] for (_, winner, _), part in zip(wins, paid, strict=True)}
    once = BASE * max(len(wins) - 1, 0)
    east, south, west, north = (
        own[p] if p in own else sum(part[p] for part in paid) + once for p in range(4)
    )
    return (east, south, west, north)
