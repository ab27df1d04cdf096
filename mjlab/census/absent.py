"""Why a fan counts in no hand of a census, and in which censuses it does.

The reasons are those of the rules; the tests hold them against all ten censuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlab.rules.exclusions import CONCEALED_BY_NATURE
from mjlab.rules.fans import fan_named

__all__ = ["censuses_with", "why_absent"]

_Condition = Callable[[int, bool], bool]
"""Whether a fan counts with so many claimed sets, self-drawn or not."""

_KONG: Final = "The census counts hands without kongs, which are made in the course of play."
_WALL: Final = "It depends on the wall, not on the hand."
_CONCEALED: Final = "All of it must be concealed, and here sets are claimed."
_PAIR: Final = "With four claimed sets the last tile is the pair's."
_IN_NONE: Final = {
    "four_kongs": _KONG,
    "three_kongs": _KONG,
    "two_concealed_kongs": _KONG,
    "two_melded_kongs": _KONG,
    "concealed_kong": _KONG,
    "melded_kong": _KONG,
    "melded_and_concealed_kong": _KONG,
    "out_with_replacement_tile": _KONG,
    "robbing_the_kong": "It depends on what another player does with the tile, not on the hand.",
    "last_tile_draw": _WALL,
    "last_tile_claim": _WALL,
    "flower_tiles": "Flowers lie beside the hand, and the census counts hands.",
}
"""What no census counts."""
_IN_SOME: Final[dict[str, tuple[str, _Condition]]] = {
    **{key: (_CONCEALED, lambda melds, drawn: melds == 0) for key in CONCEALED_BY_NATURE},
    "all_pungs": (
        "Four pungs of a concealed self-drawn hand are 四暗刻 Four Concealed Pungs, which implies "
        "it.",
        lambda melds, drawn: melds > 0 or not drawn,
    ),
    "chicken_hand": (
        "A concealed or self-drawn hand has a fan for that, and this fan allows none; with four "
        "claimed sets so has the single tile.",
        lambda melds, drawn: 1 <= melds <= 3 and not drawn,
    ),
    "melded_hand": (
        "It is a hand of four claimed sets that wins by a discard.",
        lambda melds, drawn: melds == 4 and not drawn,
    ),
    "fully_concealed_hand": (
        "It is a self-drawn hand without claimed sets.",
        lambda melds, drawn: melds == 0 and drawn,
    ),
    "concealed_hand": (
        "It is a hand without claimed sets that wins by a discard; self-drawn the hand is 不求人 "
        "Fully Concealed Hand.",
        lambda melds, drawn: melds == 0 and not drawn,
    ),
    "self_drawn": ("The hands of this census win by a discard.", lambda melds, drawn: drawn),
    "last_tile": (
        "It depends on what lies open. The census sees the player's own claimed sets only: without "
        "any nothing lies open, and with four the last tile is the pair's, of which a copy stands.",
        lambda melds, drawn: 1 <= melds <= 3,
    ),
    "three_concealed_pungs": (
        "Three sets are concealed, so at most one is claimed.",
        lambda melds, drawn: melds <= 1,
    ),
    "two_concealed_pungs": (
        "Two sets are concealed, so at most two are claimed.",
        lambda melds, drawn: melds <= 2,
    ),
    "knitted_straight": (
        "Three sets of it cannot be claimed, so at most one set is.",
        lambda melds, drawn: melds <= 1,
    ),
    "edge_wait": (
        "With four claimed sets the last tile is the pair's.",
        lambda melds, _: melds < 4,
    ),
    "closed_wait": (
        "With four claimed sets the last tile is the pair's.",
        lambda melds, _: melds < 4,
    ),
    "single_wait": (
        "With four claimed sets and a discard the hand is 全求人 Melded Hand, which implies it.",
        lambda melds, drawn: melds < 4 or drawn,
    ),
}
"""What some censuses count and others do not."""


def why_absent(name: str, *, melds: int, self_drawn: bool) -> str:
    """Why a fan counts in no hand of a census of all hands; ``""`` if there are such hands."""
    key = fan_named(name).key
    if key in _IN_NONE:
        return _IN_NONE[key]
    reason, counts = _IN_SOME.get(key, ("", lambda *_: True))
    return "" if counts(melds, self_drawn) else reason


def censuses_with(name: str) -> list[tuple[int, bool]]:
    """The censuses of all hands that count a fan: claimed sets, and whether self-drawn."""
    return [
        (melds, drawn)
        for melds in range(5)
        for drawn in (True, False)
        if not why_absent(name, melds=melds, self_drawn=drawn)
    ]
