"""Who plays, how, and in which seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from mjlab.errors import MjlabError
from mjlab.rules.seating import ROTATIONS
from mjlab.rules.seating import seating as rules_seating

__all__ = ["STYLES", "Player", "Rotation", "Style", "default_players", "seating", "table_of"]

Style = Literal["random", "quick", "planning"]
Rotation = Literal["none", "half", "full"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
"""How a player plays, in the order of their numbers in the kernel: any legal move; the move that
leaves the lowest shanten; the move that comes closest to a hand worth eight fan."""
_MIXTURE: Final[tuple[Style, ...]] = ("planning", "planning", "quick", "planning", "random")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays in simulated games.

    Parameters
    ----------
    name : str
        As the records have it.
    style : "random", "quick" or "planning"
        See :data:`STYLES`.

    Raises
    ------
    MjlabError
        For an unknown style, or a name without a letter.

    Examples
    --------
    >>> Player("Li", "quick")
    Player(name='Li', style='quick')
    """

    name: str
    style: Style = "planning"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise MjlabError(f"{self.name!r} is no name for a player", hint="Player('Li')")
        if self.style not in STYLES:
            raise MjlabError(f"unknown style {self.style!r}", hint="one of " + ", ".join(STYLES))


def default_players(n: int = 20) -> tuple[Player, ...]:
    """Make players of all styles: of five, three plan, one is quick and one plays at random.

    Parameters
    ----------
    n : int
        How many, 4 or more.

    Raises
    ------
    MjlabError
        If there are fewer than four.

    Examples
    --------
    >>> [player.style for player in default_players(5)]
    ['planning', 'planning', 'quick', 'planning', 'random']
    """
    if n < 4:
        raise MjlabError(f"{n} players make no table", hint="4 or more")
    width = len(str(n))
    return tuple(
        Player(f"P{number:0{width}}", _MIXTURE[(number - 1) % len(_MIXTURE)])
        for number in range(1, n + 1)
    )


def table_of(players: Sequence[Player], seed: int, session: int) -> list[Player]:
    """Draw the four players of a session; their order is that of the seats in its first hand."""
    # random() is the one method of which Python promises the same numbers in every version.
    draw = random.Random(f"{seed} {session}").random
    order = sorted(range(len(players)), key=lambda _: draw())
    return [players[i] for i in order[:4]]


def seating(hand: int, rotation: Rotation = "half") -> tuple[int, int, int, int]:
    """Say who sits East, South, West and North in a hand of a session.

    Parameters
    ----------
    hand : int
        Number of the hand in its session, 0 to 15.
    rotation : "none", "half" or "full"
        Whether and when the players change seats between the rounds.

    Returns
    -------
    tuple of int
        Players 0-3, numbered by their seats in the first hand.

    Raises
    ------
    MjlabError
        For another number or another rotation.

    Notes
    -----
    The deal passes on after every hand, whoever wins (1998 rulebook, article 5). `half`: before the
    West round East changes with South, and West with North; `full`: players change before every
    round, so that everybody begins one round in each seat.

    Examples
    --------
    >>> [seating(hand)[0] for hand in (0, 1, 8)]
    [0, 1, 1]
    """
    if hand not in range(16):
        raise MjlabError(f"hand={hand!r} is none of a session", hint="0 to 15")
    if rotation not in ROTATIONS:
        raise MjlabError(f"unknown rotation {rotation!r}", hint="none, half or full")
    return rules_seating(hand, rotation)
