"""Tiles as Botzone and the PKU data set call them, and chows that are named by their middle."""

from __future__ import annotations

from typing import Final

from mjlab.errors import LogError
from mjlab.notation import parse_tiles
from mjlab.tiles import N_KINDS, is_suited, rank

__all__ = ["NAMES", "PLAIN_NAMES", "TILES", "lowest_of"]

TILES: Final = {
    name: parse_tiles(name, "botzone")[0]
    for name in [
        *(f"{suit}{n}" for suit in "WBT" for n in range(1, 10)),
        *(f"F{n}" for n in range(1, 5)),
        *(f"J{n}" for n in range(1, 4)),
        *(f"H{n}" for n in range(1, 9)),
    ]
}
"""Tile index by name; H1-H8 are flowers."""
NAMES: Final = {tile: name for name, tile in TILES.items()}
PLAIN_NAMES: Final = {tile: name for tile, name in NAMES.items() if tile < N_KINDS}
"""Names of all but the flowers."""


def lowest_of(middle: int, name: str) -> int:
    """The lowest tile of a chow that is named by its middle."""
    if not is_suited(middle) or not 2 <= rank(middle) <= 8:
        raise LogError(f"{name} is not the middle of a chow")
    return middle - 1
