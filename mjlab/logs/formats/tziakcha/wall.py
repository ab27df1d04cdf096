"""The wall of a tziakcha record: tile numbers, dice, deal, and the order of draws.

The record holds all 144 tiles in the order they were built and the dice, so the deal and every
draw follow from it; a record whose draws say otherwise is not believed.
"""

from __future__ import annotations

import re
from typing import Final

from mjlab.errors import LogError
from mjlab.tiles import GREEN, RED, WHITE, code

__all__ = ["Wall", "tile_of"]

_N_TILES: Final = 144
_DRAGONS: Final = (RED, GREEN, WHITE)


def tile_of(number: int) -> int:
    """Kind of one of the 144 tiles, which the platform numbers one by one.

    Characters, from 36 bamboo, 72 dots, 108 winds, 124 red, green, white; from 136 flowers.
    """
    if not 0 <= number < _N_TILES:
        raise LogError(f"there is no tile number {number}: 0 to 143")
    kind = number // 4
    if number >= 136:
        return 34 + number - 136
    if kind >= 31:
        return _DRAGONS[kind - 31]
    if kind >= 27:
        return kind
    return kind + (0, 9, -9)[kind // 9]


class Wall:
    """The wall in drawing order, from the tiles as built and the numbers that the dice show."""

    def __init__(self, text: str, dice: int) -> None:
        if not re.fullmatch(r"[0-9a-fA-F]{288}", text):
            raise LogError("step.w: the wall is 288 hexadecimal digits", text=text)
        built = list(bytes.fromhex(text))
        if sorted(built) != list(range(_N_TILES)):
            extra = next(n for n in built if n >= _N_TILES or built.count(n) > 1)
            raise LogError(f"step.w: the wall holds each of 144 tiles once, not so {extra}")
        shown = [dice >> shift & 15 for shift in (0, 4, 8, 12)]
        if dice >> 16 or not all(1 <= die <= 6 for die in shown):
            raise LogError(f"step.d: {dice} does not stand for four dice")
        self.dice = tuple(shown)
        side = (12 - (shown[0] + shown[1] - 1)) % 4
        start = (side * 36 + sum(shown) * 2) % _N_TILES
        self._tiles = built[start:] + built[:start]
        self._front = 0
        self._back = 0
        self._gone: set[int] = set()

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kinds of all tiles in drawing order, as :attr:`mjlab.logs.Game.wall` has them."""
        return tuple(map(tile_of, self._tiles))

    def deal(self) -> tuple[list[list[int]], int]:
        """Numbers of each player's thirteen tiles, dealt by fours, and the dealer's fourteenth."""
        hands: list[list[int]] = [[], [], [], []]
        for size in (4, 4, 4, 1):
            for hand in hands:
                hand += [self.front() for _ in range(size)]
        return hands, self.front()

    def front(self) -> int:
        """Take the next tile from the front."""
        return self._take(self._front_place())

    def back(self) -> int:
        """Take the next tile from the back: of the last two the upper one first."""
        while (place := (_N_TILES - 1 - self._back) ^ 1) in self._gone:
            self._back += 1
        return self._take(place)

    def _front_place(self) -> int:
        while self._front in self._gone:
            self._front += 1
        return self._front

    def _take(self, place: int) -> int:
        if not 0 <= place < _N_TILES:
            raise LogError("a tile is drawn from the empty wall")
        self._gone.add(place)
        return self._tiles[place]

    def expect(self, number: int, *, from_back: bool) -> int:
        """Take a tile, which must be the one that the record names; return its kind."""
        here = self.back() if from_back else self.front()
        if here != number:
            end = "back" if from_back else "front"
            raise LogError(
                f"{code(tile_of(number))} (number {number}) is drawn, at the {end} of the wall"
                f" lies {code(tile_of(here))} (number {here})"
            )
        return tile_of(number)
