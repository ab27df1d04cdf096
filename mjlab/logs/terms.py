"""Words that the table and its rulings share."""

from __future__ import annotations

from enum import Enum
from typing import Final

from mjlab.tiles import N_TILES, code

__all__ = ["SEATS", "Phase", "named", "plain"]

SEATS: Final = ("East", "South", "West", "North")
"""What messages call the players 0-3."""


class Phase(Enum):
    """What a table waits for."""

    DRAW = "a draw, or a claim on the last discard"
    ACT = "what the player does after a draw"
    CLAIMED = "the discard after a chow or pung"
    REPLACE = "the tile that replaces a kong or a flower"
    OVER = "nothing: the hand is over"


def named(tile: int | None) -> str:
    """Name a tile in a message, whatever stands in its place.

    Examples
    --------
    >>> named(4), named(None), named(77)
    ('5m', 'nothing', '77')
    """
    return "nothing" if tile is None else code(tile) if 0 <= tile < N_TILES else repr(tile)


def plain(text: str, longest: int | None = None) -> str:
    r"""Make a text from a log fit for one line: what cannot be printed becomes a space.

    Parameters
    ----------
    text : str
        A name, an id, a path or a whole message.
    longest : int, optional
        To how many characters it is cut.

    Examples
    --------
    >>> plain("P0\n\x1b[31m", 4)
    'P0  '
    """
    return "".join(c if c.isprintable() else " " for c in text[:longest])
