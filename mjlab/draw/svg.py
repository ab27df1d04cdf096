"""Tiles as SVG that stands by itself.

Every picture carries its text in native notation as ``<title>`` (what a pointer or a screen reader
meets) and a longer ``<desc>``. Nothing refers to a font or to another file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from numbers import Real
from typing import Final

from mjlab.draw.faces import FACE_HEIGHT, FACE_WIDTH, face
from mjlab.draw.palette import COLOURS
from mjlab.errors import MjlabError
from mjlab.notation import format_tiles, parse_tiles, tile_indices
from mjlab.tiles import N_TILES, code, name_en, name_pinyin, name_zh

__all__ = ["Svg", "symbols", "tile", "tiles"]

_DEPTH: Final = 4
"""How much of a tile's lower side is seen."""
_MARGIN: Final = 1
GAP: Final = 2
SET_GAP: Final = 12
APART: Final = 24
BACK: Final = -1
_TALLEST: Final = 4096


class Svg(str):
    """An SVG picture: text that a notebook draws.

    Examples
    --------
    >>> picture = tile(0)
    >>> picture.startswith("<svg "), picture._repr_svg_() == picture
    (True, True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile (or a back) and where its left edge is; all tiles stand on one line."""

    tile: int
    x: float
    turned: bool = False

    @property
    def width(self) -> int:
        return FACE_HEIGHT if self.turned else FACE_WIDTH


def tile(which: int | str, *, height: float = 48) -> Svg:
    """Draw one tile.

    Parameters
    ----------
    which : int or str
        Tile index 0-41, or one tile as text (``"5z"``).
    height : float
        Height in pixels.

    Returns
    -------
    Svg
        The picture.

    Raises
    ------
    MjlabError
        If there is no such tile, or the height is not a number from 1 to 4096.

    Examples
    --------
    >>> "<title>1m</title>" in tile(0), tile("1m") == tile(0)
    (True, True)
    """
    chosen = _indices(which if isinstance(which, str) else [which])
    if len(chosen) != 1:
        raise MjlabError(
            f"one tile is expected, not {len(chosen)}", text=str(which), hint="tiles() draws many"
        )
    return tiles(chosen, height=height)


def tiles(which: Iterable[int] | str, *, height: float = 48, shared: bool = False) -> Svg:
    """Draw loose tiles in the order given.

    Parameters
    ----------
    which : iterable of int or str
        Tile indices 0-41, or tiles as text (``"123m5z"``).
    height : float
        Height of an upright tile in pixels.
    shared : bool
        Refer to the faces of :func:`symbols`, which must stand in the same page, in place of
        drawing them again: pages with many hands stay small.

    Returns
    -------
    Svg
        The picture; without tiles it is empty but valid.

    Raises
    ------
    MjlabError
        As for :func:`tile`.

    Examples
    --------
    >>> tiles("19m5z").count("<title>")
    4
    """
    chosen = _indices(which)
    row = [Placed(t, i * (FACE_WIDTH + GAP)) for i, t in enumerate(chosen)]
    names = " ".join(name_zh(t) for t in chosen)
    return picture(row, format_tiles(chosen), names, height, shared)


def symbols(which: Iterable[int] = range(N_TILES)) -> Svg:
    """Faces to be shared by the pictures of one page, itself without extent.

    Parameters
    ----------
    which : iterable of int
        The tiles whose faces are needed; the back is always among them.

    Returns
    -------
    Svg
        Put it into the page once, before the pictures made with ``shared=True``.

    Examples
    --------
    >>> symbols([0]).count("<symbol ")
    2
    """
    drawn = "".join(
        f'<symbol id="{_symbol(t)}" viewBox="0 0 {FACE_WIDTH} {FACE_HEIGHT}" overflow="visible">'
        f"{_surface(t)}</symbol>"
        for t in (BACK, *sorted(set(_indices(which))))
    )
    return Svg(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">{drawn}</svg>'
    )


def _indices(which: Iterable[int] | str) -> list[int]:
    return list(parse_tiles(which)) if isinstance(which, str) else tile_indices(which)


def picture(row: list[Placed], title: str, desc: str, height: float, shared: bool) -> Svg:
    if isinstance(height, bool) or not isinstance(height, Real) or not 1 <= height <= _TALLEST:
        raise MjlabError(f"height={height!r} is not possible", hint=f"1 to {_TALLEST} pixels")
    wide = max((p.x + p.width for p in row), default=0) + 2 * _MARGIN
    tall = FACE_HEIGHT + _DEPTH + 2 * _MARGIN
    scale = height / (FACE_HEIGHT + _DEPTH)
    drawn = "".join(_standing(p, shared) for p in row)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mjlab-tiles" role="img" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {wide:g} {tall:g}" '
        f'width="{wide * scale:.4g}" height="{tall * scale:.4g}">'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>{drawn}</svg>"
    )


def _standing(placed: Placed, shared: bool) -> str:
    """A tile on the line, with its lower side and a word for the pointer."""
    height = FACE_WIDTH if placed.turned else FACE_HEIGHT
    top = FACE_HEIGHT - height
    side = (
        f'<rect y="{_DEPTH}" width="{placed.width}" height="{height}" rx="7" '
        f'fill="{COLOURS["side"]}" stroke="{COLOURS["edge"]}"/>'
    )
    surface = (
        f'<use href="#{_symbol(placed.tile)}" width="{FACE_WIDTH}" height="{FACE_HEIGHT}"/>'
        if shared
        else _surface(placed.tile)
    )
    if placed.turned:
        surface = f'<g transform="translate(0 {height}) rotate(-90)">{surface}</g>'
    return (
        f'<g transform="translate({placed.x:g} {top:g})">{_tooltip(placed.tile)}{side}{surface}</g>'
    )


@cache
def _tooltip(index: int) -> str:
    if index == BACK:
        return "<title>face down</title>"
    names = f"{name_zh(index)} {name_pinyin(index)}, {name_en(index)} ({code(index)})"
    return f"<title>{escape(names)}</title>"


def _symbol(index: int) -> str:
    return "mjlab-back" if index == BACK else f"mjlab-{code(index)}"


@cache
def _surface(index: int) -> str:
    """The upper surface of a tile in a box of 60 by 80: a face or the back."""
    colour = COLOURS["back" if index == BACK else "face"]
    plate = (
        f'<rect width="{FACE_WIDTH}" height="{FACE_HEIGHT}" rx="7" fill="{colour}" '
        f'stroke="{COLOURS["edge"]}"/>'
    )
    if index != BACK:
        return plate + face(index)
    line = COLOURS["back_line"]
    return (
        f'{plate}<rect x="7" y="7" width="46" height="66" rx="4" fill="none" stroke="{line}" '
        f'stroke-width="2"/><path d="M30 22L42 40L30 58L18 40Z" fill="none" stroke="{line}" '
        f'stroke-width="2.4" stroke-linejoin="round"/>'
    )
