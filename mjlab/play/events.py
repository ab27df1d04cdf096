"""What players do: the kinds of events, events, and claims that came to nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from mjlab.rules.seating import seat_name
from mjlab.tiles import named

__all__ = ["CLAIMS", "EVENT_KINDS", "KONGS", "Claim", "Event", "EventKind"]


class EventKind(StrEnum):
    """What a player did.

    Examples
    --------
    >>> EventKind("kong_added") is EventKind.KONG_ADDED
    True
    >>> EventKind.KONG_ADDED.words
    'kong added'
    """

    DRAW = "draw"
    DISCARD = "discard"
    CHOW = "chow"
    PUNG = "pung"
    KONG_MELDED = "kong_melded"
    KONG_CONCEALED = "kong_concealed"
    KONG_ADDED = "kong_added"
    FLOWER = "flower"
    WIN = "win"
    FALSE_WIN = "false_win"

    @property
    def words(self) -> str:
        """Its name in a sentence."""
        return self.value.replace("_", " ")


EVENT_KINDS: Final = tuple(EventKind)
"""The kinds by number: arrays, tables and kernels count them in this order."""
CLAIMS: Final = frozenset({EventKind.CHOW, EventKind.PUNG, EventKind.KONG_MELDED})
"""Sets that are made with another player's discard."""
KONGS: Final = frozenset({EventKind.KONG_MELDED, EventKind.KONG_CONCEALED, EventKind.KONG_ADDED})
"""The three kinds of kong; a replacement tile follows each."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that came to nothing, because another one went before it or it was taken back.

    Parameters
    ----------
    kind : EventKind
        CHOW, PUNG, KONG_MELDED or WIN.
    player : int
        Who claimed, 0-3 from East.
    tile : int, optional
        Lowest tile of the chow, else the claimed tile; None where the log does not say.

    Examples
    --------
    >>> overruled = Claim(EventKind.CHOW, player=1, tile=3)
    >>> pung = Event(EventKind.PUNG, player=2, tile=4, claims=(overruled,))
    >>> [(claim.player, claim.kind.value) for claim in pung.claims]
    [(1, 'chow')]
    """

    kind: EventKind
    player: int
    tile: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing a player did.

    Parameters
    ----------
    kind : EventKind
        What was done.
    player : int
        By whom, 0-3 from East.
    tile : int, optional
        The tile (0-41); of a chow the lowest; None for a win whose tile the log does not name.
    from_back : bool, optional
        Of a draw, whether the tile came from the back of the wall; None where not recorded.
    drawn_discarded : bool, optional
        Of a discard, whether it was the tile just drawn; None where not recorded.
    time : int, optional
        Milliseconds since the hand began.
    place : str
        Where the event stands in the file, e.g. ``"line 17"``.
    claims : tuple of Claim
        Claims on the same tile that came to nothing.
    offers : tuple of int or None, optional
        What the platform says each player would win with, now that this has happened: fan without
        flowers, -1 if the tile completes nothing, None if the player is not asked. None where
        the log does not say.

    Examples
    --------
    >>> print(Event(EventKind.DISCARD, player=1, tile=9, drawn_discarded=False))
    South: discard 1p
    """

    kind: EventKind
    player: int
    tile: int | None = None
    from_back: bool | None = None
    drawn_discarded: bool | None = None
    time: int | None = None
    place: str = field(default="", compare=False)
    claims: tuple[Claim, ...] = ()
    offers: tuple[int | None, int | None, int | None, int | None] | None = None

    def __str__(self) -> str:
        tile = "" if self.tile is None else f" {named(self.tile)}"
        return f"{seat_name(self.player)}: {self.kind.words}{tile}"
