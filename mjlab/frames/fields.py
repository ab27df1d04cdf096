"""The kinds of columns tables are made of, and the words that enumerated columns hold."""

from __future__ import annotations

from typing import Any, Final

import pandera.pandas as pa

from mjlab.logs.schema import CLAIMS, EventKind
from mjlab.tiles import N_TILES, code

__all__ = [
    "CLAIM_KINDS", "ENDS", "EVENT_KINDS", "MELD_KINDS", "OUTCOMES", "PROBLEM_KINDS", "SEAT_NAMES",
    "TILES", "TILE_CLASSES", "WALLS", "WINDS", "among", "count", "key", "number",
    "text", "yes",
]  # fmt: skip

WINDS: Final = ("E", "S", "W", "N")
"""Seats and rounds; the place of a word is its number in arrays, here and below."""
SEAT_NAMES: Final = ("East", "South", "West", "North")
ENDS: Final = ("self_drawn", "discard", "robbed_kong", "drawn")
"""How a game ends that was played to its end: only these count in statistics."""
OUTCOMES: Final = (*ENDS, "fault", "unfinished", "error")
TILES: Final = tuple(code(tile) for tile in range(N_TILES))
"""1m to 8f: the category codes of a column of tiles are tile indices."""
TILE_CLASSES: Final = ("wind", "dragon", "1-9", "2-8", "3-7", "4-6")
EVENT_KINDS: Final = tuple(kind.value for kind in EventKind)
CLAIM_KINDS: Final = tuple(kind.value for kind in EventKind if kind in CLAIMS)
MELD_KINDS: Final = ("chow", "pung", "kong_melded", "kong_concealed", "kong_added")
"""In the order of :class:`mjlab.hand.MeldKind`."""
WALLS: Final = ("one", "duplicate")
PROBLEM_KINDS: Final = ("illegal event", "disagreement", "set aside")


def key(description: str) -> Any:
    """A text that is part of a key: never empty."""
    return pa.Field(description=description, str_length={"min_value": 1})


def text(description: str, *, nullable: bool = False) -> Any:
    """Any text."""
    return pa.Field(description=description, nullable=nullable)


def among(description: str, words: tuple[str, ...], *, nullable: bool = False) -> Any:
    """A category: one of some words, in their order."""
    return pa.Field(
        description=description,
        nullable=nullable,
        dtype_kwargs={"categories": list(words), "ordered": False},
    )


def count(description: str, least: int = 0, most: int | None = None) -> Any:
    """A number that is always there."""
    return pa.Field(description=description, ge=least, le=most)


def number(description: str, least: int | None = None, most: int | None = None) -> Any:
    """A number that may be missing."""
    return pa.Field(description=description, nullable=True, ge=least, le=most)


def yes(description: str, *, nullable: bool = False) -> Any:
    """True or False."""
    return pa.Field(description=description, nullable=nullable)
