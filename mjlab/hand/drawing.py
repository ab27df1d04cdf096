"""Pictures of hands and wins, made of the tiles of :mod:`mjlab.draw.svg`.

Of a claimed set whose source is known the claimed tile lies sideways, at the left, in the middle or
at the right for a tile from the player on the left, across or on the right (1998 rulebook, article
7.8); a concealed kong shows its two inner tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlab.draw.faces import FACE_WIDTH
from mjlab.draw.svg import APART, BACK, GAP, SET_GAP, Placed, Svg, picture
from mjlab.hand.meld import Meld, MeldKind
from mjlab.tiles import name_zh

__all__ = ["draw"]


def draw(
    concealed: Sequence[int],
    melds: Sequence[Meld],
    title: str,
    *,
    tile: int | None = None,
    said: Sequence[str] = (),
    height: float = 48,
    shared: bool = False,
) -> Svg:
    """Draw sets, standing tiles and, set apart, the winning tile; `said` goes into ``<desc>``."""
    row = list(_row(concealed, melds))
    sets = [f"({' '.join(name_zh(t) for t in m.tiles)})" for m in melds]
    names = " ".join((*sets, *(name_zh(t) for t in concealed)))
    if tile is not None:
        end = row[-1].x + row[-1].width if row else -APART
        row.append(Placed(tile, end + APART))
        names += f" + {name_zh(tile)}"
    return picture(row, title, "; ".join((names, *said)), height, shared)


def _row(concealed: Sequence[int], melds: Sequence[Meld]) -> Iterator[Placed]:
    x = 0.0
    for meld in melds:
        for shown, turned in _meld_order(meld):
            placed = Placed(shown, x, turned)
            yield placed
            x += placed.width + GAP
        x += SET_GAP - GAP
    for standing in concealed:
        yield Placed(standing, x)
        x += FACE_WIDTH + GAP


def _meld_order(meld: Meld) -> list[tuple[int, bool]]:
    """Tiles of a set from left to right, each with whether it lies sideways."""
    if meld.is_concealed:
        return [(BACK, False), (meld.tile, False), (meld.tile, False), (BACK, False)]
    row = [(t, False) for t in meld.tiles]
    if not meld.source:
        return row
    if meld.kind is MeldKind.CHOW:
        claimed = row.pop(meld.source - 1)[0]
        return [(claimed, True), *row]  # a chow comes from the left
    place = {1: 0, 2: 1, 3: len(row) - 1}[meld.source]
    row[place] = (meld.tile, True)
    if meld.kind is MeldKind.KONG_ADDED:  # the added tile lies beside the claimed one
        row[place + (1 if meld.source < 3 else -1)] = (meld.tile, True)
    return row
