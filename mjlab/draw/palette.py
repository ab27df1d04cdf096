"""The colours of tiles and of figures, by name."""

from __future__ import annotations

from typing import Final

__all__ = ["COLOURS"]

COLOURS: Final[dict[str, str]] = {
    "face": "#fdfaf0",
    "edge": "#8d8672",
    "side": "#d9d0b4",
    "back": "#2f7d5b",
    "back_line": "#8fc4a9",
    "ink": "#25282d",
    "red": "#b8232f",
    "green": "#16713f",
    "blue": "#1c4f9c",
    "yellow": "#d99a1c",
    "pink": "#d9698a",
    "purple": "#7a4fa3",
    "brown": "#7b5130",
}
"""Colours of the tiles; a tile keeps its own light face on a dark page."""
