"""Tiles, hands and wins as SVG that stands by itself.

Every picture carries its text in native notation as ``<title>`` (what a pointer or a screen reader
meets) and a longer ``<desc>``. Nothing refers to a font or to another file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from numbers import Real
from typing import Final

from mjlab.errors import MjlabError
from mjlab.hand import Hand, Meld, MeldKind, Win
from mjlab.notation import format_tiles, parse_tiles, tile_indices
from mjlab.tiles import N_TILES, code, name_en, name_pinyin, name_zh
from mjlab.viz.faces import FACE_HEIGHT, FACE_WIDTH, face
from mjlab.viz.palette import COLOURS

__all__ = ["Svg", "hand", "symbols", "tile", "tiles", "win"]

_DEPTH: Final = 4
"""How much of a tile's lower side is seen."""
_MARGIN: Final = 1
_GAP: Final = 2
_SET_GAP: Final = 12
_APART: Final = 24
_BACK: Final = -1
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
class _Placed:
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
    row = [_Placed(t, i * (FACE_WIDTH + _GAP)) for i, t in enumerate(chosen)]
    names = " ".join(name_zh(t) for t in chosen)
    return _picture(row, format_tiles(chosen), names, height, shared)


def hand(which: Hand, *, height: float = 48, shared: bool = False) -> Svg:
    """Draw a hand: its sets, then its standing tiles.

    Parameters
    ----------
    which : Hand
        The hand.
    height, shared
        As for :func:`tiles`.

    Returns
    -------
    Svg
        The picture. Of a claimed set whose source is known the claimed tile lies sideways, at the
        left, in the middle or at the right for a tile from the player on the left, across or on
        the right (1998 rulebook, article 7.8); a concealed kong shows its two inner tiles.

    Raises
    ------
    MjlabError
        If it is no Hand, or the height is not a number from 1 to 4096.

    Examples
    --------
    >>> "rotate(-90)" in hand(Hand.parse("[123m,2]{5555z}45678p99s"))
    True
    """
    if not isinstance(which, Hand):
        raise MjlabError(
            f"a Hand is expected, not {type(which).__name__}",
            hint="hand(Hand.parse('[123m]456p789s1122z')); tiles() draws texts",
        )
    row = list(_hand_row(which))
    return _picture(row, str(which), _names(which), height, shared)


def win(which: Win, *, height: float = 48, shared: bool = False) -> Svg:
    """Draw a win: sets, standing tiles and, set apart, the winning tile.

    Parameters
    ----------
    which : Win
        The win.
    height, shared
        As for :func:`tiles`.

    Returns
    -------
    Svg
        The picture; how the hand was won is told in ``<desc>``.

    Raises
    ------
    MjlabError
        If it is no Win, or the height is not a number from 1 to 4096.

    Examples
    --------
    >>> "<title>123456m234p5567s+8s</title>" in win(Win.parse("123456m234p5567s+8s"))
    True
    """
    if not isinstance(which, Win):
        raise MjlabError(
            f"a Win is expected, not {type(which).__name__}",
            hint="win(Win.parse('[123m]456p789s1122z+1z')); tiles() draws texts",
        )
    row = list(_hand_row(which.hand))
    end = row[-1].x + row[-1].width if row else -_APART
    row.append(_Placed(which.tile, end + _APART))
    told = "; ".join((f"{_names(which.hand)} + {name_zh(which.tile)}", *_circumstances(which)))
    return _picture(row, str(which), told, height, shared)


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
        for t in (_BACK, *sorted(set(_indices(which))))
    )
    return Svg(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">{drawn}</svg>'
    )


def _indices(which: Iterable[int] | str) -> list[int]:
    return list(parse_tiles(which)) if isinstance(which, str) else tile_indices(which)


def _hand_row(which: Hand) -> Iterator[_Placed]:
    x = 0.0
    for meld in which.melds:
        for shown, turned in _meld_order(meld):
            placed = _Placed(shown, x, turned)
            yield placed
            x += placed.width + _GAP
        x += _SET_GAP - _GAP
    for standing in which.concealed:
        yield _Placed(standing, x)
        x += FACE_WIDTH + _GAP


def _meld_order(meld: Meld) -> list[tuple[int, bool]]:
    """Tiles of a set from left to right, each with whether it lies sideways."""
    if meld.is_concealed:
        return [(_BACK, False), (meld.tile, False), (meld.tile, False), (_BACK, False)]
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


def _names(which: Hand) -> str:
    sets = [f"({' '.join(name_zh(t) for t in m.tiles)})" for m in which.melds]
    return " ".join((*sets, *(name_zh(t) for t in which.concealed)))


def _circumstances(which: Win) -> Iterator[str]:
    yield "自摸 self-drawn" if which.self_drawn else "点和 won on a discard"
    for holds, said in (
        (which.last_of_kind, "和绝张 last tile of its kind"),
        (which.wall_last, "wall empty"),
        (which.kong_replacement, "杠上开花 kong replacement"),
        (which.robbing_kong, "抢杠和 robbed kong"),
    ):
        if holds:
            yield said
    yield f"{which.round.zh} round, {which.seat.zh} seat"
    if which.flowers:
        yield f"{which.flowers} flower{'s' * (which.flowers > 1)}"


def _picture(row: list[_Placed], title: str, desc: str, height: float, shared: bool) -> Svg:
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


def _standing(placed: _Placed, shared: bool) -> str:
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
    if index == _BACK:
        return "<title>face down</title>"
    names = f"{name_zh(index)} {name_pinyin(index)}, {name_en(index)} ({code(index)})"
    return f"<title>{escape(names)}</title>"


def _symbol(index: int) -> str:
    return "mjlab-back" if index == _BACK else f"mjlab-{code(index)}"


@cache
def _surface(index: int) -> str:
    """The upper surface of a tile in a box of 60 by 80: a face or the back."""
    colour = COLOURS["back" if index == _BACK else "face"]
    plate = (
        f'<rect width="{FACE_WIDTH}" height="{FACE_HEIGHT}" rx="7" fill="{colour}" '
        f'stroke="{COLOURS["edge"]}"/>'
    )
    if index != _BACK:
        return plate + face(index)
    line = COLOURS["back_line"]
    return (
        f'{plate}<rect x="7" y="7" width="46" height="66" rx="4" fill="none" stroke="{line}" '
        f'stroke-width="2"/><path d="M30 22L42 40L30 58L18 40Z" fill="none" stroke="{line}" '
        f'stroke-width="2.4" stroke-linejoin="round"/>'
    )
