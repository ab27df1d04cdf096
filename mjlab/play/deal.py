"""What a game begins with: the tiles dealt, the wind, and how it is played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import index
from random import Random
from typing import Final, Literal

from mjlab.errors import MjlabError
from mjlab.tiles import FLOWERS, N_KINDS, Wind

__all__ = ["Deal", "all_tiles"]

_OPTIONS: Final = {"flowers": (8, 0), "walls": ("one", "duplicate"), "winners": ("one", "all")}


def all_tiles(flowers: int) -> list[int]:
    """Every tile in play: four copies of each kind, and the flowers."""
    return [tile for tile in range(N_KINDS) for _ in range(4)] + [*FLOWERS][:flowers]


@dataclass(frozen=True, slots=True)
class Deal:
    """Thirteen tiles for each player, and what the rules of play have to know besides.

    Parameters
    ----------
    hands : tuple of tuple of int
        Thirteen tiles (0-41) of each player, East first. The dealer's fourteenth is the first
        event of the game.
    round : Wind
        Round wind.
    flowers : int
        Flower tiles in play, 8 or 0.
    walls : "one" or "duplicate"
        One wall for the table, or, in duplicate play, a quarter of the tiles for each player.
    winners : "one" or "all"
        Whether of several players who win on one discard the first after the discarder wins, or
        all do.
    wall : tuple of tuple of int, optional
        What is left to draw, where it is known: one wall, or one for each player. Replacements
        come from the back of a single wall.

    Raises
    ------
    MjlabError
        If the wind, the flowers, the walls or the winners are none of these. The tiles are looked
        at by the table.

    Examples
    --------
    >>> from mjlab.play import Table
    >>> table = Table(Deal.shuffled(seed=1))
    >>> for _ in ("draw", "discard"):
    ...     table.apply(table.legal_events()[0])
    >>> table.discarder, table.turns
    (0, [1, 0, 0, 0])
    """

    hands: tuple[tuple[int, ...], ...]
    round: Wind = Wind.E
    flowers: Literal[8, 0] = 0
    walls: Literal["one", "duplicate"] = "one"
    winners: Literal["one", "all"] = "one"
    wall: tuple[tuple[int, ...], ...] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.round, Wind):
            raise MjlabError(f"round={self.round!r} is not a wind", hint="Wind.E")
        for name, known in _OPTIONS.items():
            if (value := getattr(self, name)) not in known:
                raise MjlabError(
                    f"{name}={value!r} is not possible", hint=" or ".join(map(repr, known))
                )

    @classmethod
    def shuffled(
        cls,
        seed: int | None = None,
        *,
        round: Wind = Wind.E,
        flowers: Literal[8, 0] = 0,
        walls: Literal["one", "duplicate"] = "one",
        winners: Literal["one", "all"] = "one",
    ) -> Deal:
        """Shuffle and deal; the wall is known, so a draw needs no tile to be named.

        Parameters
        ----------
        seed : int, optional
            The same seed deals the same tiles.
        round, flowers, walls, winners
            As for :class:`Deal`.

        Returns
        -------
        Deal
            Hands and wall.

        Raises
        ------
        MjlabError
            If the seed is no whole number, or for what :class:`Deal` does not take.

        Examples
        --------
        >>> deal = Deal.shuffled(seed=1, flowers=8)
        >>> [len(hand) for hand in deal.hands], len(deal.wall[0])
        ([13, 13, 13, 13], 92)
        """
        rules = cls((), round, flowers, walls, winners)
        try:
            draw = Random(None if seed is None else index(seed)).random
        except TypeError:
            raise MjlabError(f"seed={seed!r} is not possible", hint="a whole number") from None
        # random() is the one method of which Python promises the same numbers in every version.
        tiles = sorted(all_tiles(flowers), key=lambda _: draw())
        if walls == "duplicate":
            share = len(tiles) // 4
            parts = [tiles[share * player : share * (player + 1)] for player in range(4)]
            hands, wall = [part[:13] for part in parts], [part[13:] for part in parts]
        else:
            hands, wall = (
                [tiles[13 * player : 13 * player + 13] for player in range(4)],
                [tiles[52:]],
            )
        dealt = tuple(tuple(sorted(hand)) for hand in hands)
        return replace(rules, hands=dealt, wall=tuple(map(tuple, wall)))
