"""The tiles in the hands of a table: what is dealt, comes in and goes out."""

from __future__ import annotations

from mjlab.errors import ReplayError
from mjlab.logs.schema import Game
from mjlab.logs.terms import SEATS
from mjlab.tiles import FLOWERS, N_TILES, code

__all__ = ["Holdings"]


class Holdings:
    """Standing tiles of the four players; no tile appears more often than there are copies.

    Parameters
    ----------
    game : Game
        The hand; its deal and flowers are looked at.

    Raises
    ------
    ReplayError
        If the deal is not one of thirteen real tiles to each player.

    Attributes
    ----------
    hands : list of list of int
        For each player how many of each of the 42 kinds stand in the hand.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> Holdings(next(read("data/tziakcha/TZ-B00.json"))).standing(0)[:4]
    (4, 4, 13, 15)
    """

    def __init__(self, game: Game) -> None:
        self.flowers_in_play = game.flowers
        self.hands = [[0] * N_TILES for _ in range(4)]
        self._met = [0] * N_TILES
        if len(game.deal) != 4:
            raise ReplayError(f"{len(game.deal)} hands are dealt, there are four players")
        for player, tiles in enumerate(game.deal):
            if len(tiles) != 13:
                raise ReplayError(f"{SEATS[player]} is dealt {len(tiles)} tiles, not 13")
            for tile in tiles:
                self._enter(player, tile)

    def _enter(self, player: int, tile: int | None) -> None:
        """A tile that nobody has seen before comes into a hand."""
        if tile is None or not 0 <= tile < N_TILES:
            raise ReplayError(f"{tile!r} is no tile")
        if tile in FLOWERS and not self.flowers_in_play:
            raise ReplayError(f"{code(tile)} appears, the game is played without flowers")
        if self._met[tile] == (1 if tile in FLOWERS else 4):
            most = "a second" if tile in FLOWERS else "a fifth"
            raise ReplayError(f"{most} {code(tile)} appears")
        self._met[tile] += 1
        self.hands[player][tile] += 1

    def _take(self, player: int, *tiles: int | None) -> None:
        """Take tiles from a standing hand, all or none."""
        hand = self.hands[player]
        if len(tiles) == 1 and tiles[0] is not None and 0 <= tiles[0] < N_TILES and hand[tiles[0]]:
            hand[tiles[0]] -= 1  # as nearly always
            return
        for tile in set(tiles):
            if tile is None or not 0 <= tile < N_TILES:
                raise ReplayError(f"{tile!r} is no tile")
            wanted, held = tiles.count(tile), hand[tile]
            if held < wanted:
                raise ReplayError(
                    f"{SEATS[player]} holds {held or 'no'} {code(tile)}"
                    + (f", {wanted} are needed" if wanted > 1 else "")
                )
        for tile in tiles:
            if tile is not None:
                hand[tile] -= 1

    def standing(self, player: int) -> tuple[int, ...]:
        """Tiles that stand in a player's hand, in order."""
        return tuple([t for t, n in enumerate(self.hands[player]) if n for _ in range(n)])
