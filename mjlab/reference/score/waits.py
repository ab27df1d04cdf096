"""The waits of a hand: the tiles that complete it in any shape."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mjlab.errors import HandError
from mjlab.hand import Hand, Meld
from mjlab.reference.score.readings import completes
from mjlab.tiles import N_KINDS

__all__ = ["waits", "waits_of"]


def waits(hand: Hand, *, exhausted: bool = True) -> tuple[int, ...]:
    """Tiles that complete a hand in any shape.

    The waits are those of the shape: a tile counts although its copies are all in sight, although
    the hand would be worth less than the minimum, and, with `exhausted`, although the player
    already holds all four copies (practice of online play; see ``docs/rulings.md``).

    Parameters
    ----------
    hand : Hand
        Thirteen tiles, a set counting as three.
    exhausted : bool
        Whether a tile of which the player holds all four copies counts.

    Returns
    -------
    tuple of int
        Tile indices, ascending; empty if the hand is not ready.

    Raises
    ------
    HandError
        If the hand has fourteen tiles.

    Examples
    --------
    >>> from mjlab.notation import format_tiles
    >>> format_tiles(waits(Hand.parse("5557s[123m][456m][789m]")))
    '67s'
    >>> hand = Hand.parse("1234s[111s][456m][789m]")
    >>> format_tiles(waits(hand)), format_tiles(waits(hand, exhausted=False))
    ('14s', '4s')
    """
    if len(hand.concealed) % 3 != 1:
        raise HandError(
            f"{len(hand.concealed)} standing tiles wait for nothing, one must be discarded first",
            text=str(hand),
            hint="thirteen tiles, each set counting as three",
        )
    return waits_of(hand.concealed, hand.melds, exhausted)


def waits_of(concealed: tuple[int, ...], melds: Iterable[Meld], exhausted: bool) -> tuple[int, ...]:
    """Like :func:`waits`, of the parts of a hand that is known to be sound."""
    found = _by_shape(concealed)
    if exhausted:
        return found
    held = [*concealed, *(t for meld in melds for t in meld.tiles)]
    return tuple(t for t in found if held.count(t) < 4)


@lru_cache(maxsize=4096)
def _by_shape(concealed: tuple[int, ...]) -> tuple[int, ...]:
    counts = [0] * N_KINDS
    for tile in concealed:
        counts[tile] += 1
    found = []
    for tile in range(N_KINDS):
        counts[tile] += 1
        if completes(counts):
            found.append(tile)
        counts[tile] -= 1
    return tuple(found)
