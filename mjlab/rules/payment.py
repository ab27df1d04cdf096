"""What a win is worth to each player."""

from __future__ import annotations

from collections.abc import Sequence

from mjlab.common.numbers import integer
from mjlab.errors import RulesetError
from mjlab.tiles import Wind, wind_named

__all__ = ["BASE", "payment", "payments"]

BASE = 8
"""底分: what every loser pays beside the points."""


Player = int | str | Wind
"""A player by index, 0-3 in the order of the seats, or by the name of the seat: E, S, W, N."""


def payment(
    points: int, winner: Player, discarder: Player | None = None
) -> tuple[int, int, int, int]:
    """Score changes of the four players after a win.

    On self-draw each of the three others pays 8 and the points; on a discard (or a robbed kong)
    the discarder pays 8 and the points, the other two pay 8 (1998 rulebook, article 10.1.3).

    Parameters
    ----------
    points : int
        Sum of the fan, flowers included.
    winner : int or str
        The winner: ``E``, ``S``, ``W``, ``N``, or 0-3 for the players in this order.
    discarder : int or str, optional
        Who gave the tile; left out for a self-drawn win.

    Returns
    -------
    tuple of int
        The changes of E, S, W and N, which add up to nothing.

    Raises
    ------
    RulesetError
        If a player is none, the discarder is the winner, or the points are negative.

    Examples
    --------
    >>> payment(12, winner=1)
    (-20, 60, -20, -20)
    >>> payment(11, winner="E", discarder="S")
    (35, -19, -8, -8)
    """
    paid = integer(points)
    if paid is None or paid < 0:
        raise RulesetError(f"{points!r} points cannot be paid", hint="a number from 0")
    won = _player("winner", winner)
    gave = None if discarder is None else _player("discarder", discarder)
    if gave == won:
        raise RulesetError(
            f"winner={winner!r} and discarder={discarder!r} are the same player",
            hint="leave discarder= out for a self-drawn win; else it is who gave the tile",
        )
    changes = [-(BASE + paid) if gave in (None, p) else -BASE for p in range(4)]
    changes[won] = 0
    changes[won] = -sum(changes)
    return (changes[0], changes[1], changes[2], changes[3])


def _player(name: str, player: object) -> int:
    known = wind_named(player) if isinstance(player, str) else integer(player)
    if known is None or known not in range(4):
        raise RulesetError(f"{name}={player!r} is not a player", hint="E, S, W or N, or 0 to 3")
    return int(known)


def payments(wins: Sequence[tuple[int, int, int | None]]) -> tuple[int, int, int, int]:
    """Score changes after wins: points, winner and discarder, who in logs may be the winner.

    Each is paid as if the only one, the others pay the base once: the sum may not be nothing.
    """
    paid = [payment(points, won, None if gave == won else gave) for points, won, gave in wins]
    own = {winner: part[winner] for (_, winner, _), part in zip(wins, paid, strict=True)}
    once = BASE * max(len(wins) - 1, 0)
    east, south, west, north = (
        own[p] if p in own else sum(part[p] for part in paid) + once for p in range(4)
    )
    return (east, south, west, north)
