"""What false wins, faults and referees cost and bring: points beside those of a win."""

from __future__ import annotations

from collections.abc import Iterable

from mjlab.rules.seating import four

__all__ = ["penalty_points"]


def penalty_points(
    guilty: Iterable[int],
    tariff: tuple[int, int] = (-30, 10),
    besides: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> tuple[int, int, int, int]:
    """Add up the penalties of a hand.

    Parameters
    ----------
    guilty : iterable of int
        Players 0-3 who declared a false win or ended the hand by a fault, each as often as it is
        punished.
    tariff : tuple of int
        What that costs the player, and brings each of the others.
    besides : tuple of int
        Points that a referee gave or took.

    Returns
    -------
    tuple of int
        Points of each player.

    Examples
    --------
    >>> penalty_points([2]), penalty_points([0, 1], (-40, 0), besides=(0, 0, -5, 0))
    ((10, 10, -30, 10), (-40, -40, -5, 0))
    """
    lost, won = tariff
    players = list(guilty)
    return four([besides[p] + sum(lost if p == who else won for who in players) for p in range(4)])
