"""The faces of the 42 tiles as SVG markup: shapes and strokes only, never a glyph of a font.

A face is drawn in a box of 60 by 80, the tile's own edge not included. The sign in the upper left
corner (digit, or letter of an honor) is for learners and for small sizes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from mjlab.draw.flowers import FLOWER_DRAWINGS
from mjlab.draw.palette import COLOURS
from mjlab.draw.strokes import CHARACTERS, INDEX_SIGNS
from mjlab.tiles import WHITE, code, name_zh, rank, suit

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "face", "index_sign"]

FACE_WIDTH: Final = 60
FACE_HEIGHT: Final = 80

_BLUE, _GREEN, _RED, _INK = (COLOURS[name] for name in ("blue", "green", "red", "ink"))

# Centres of the dots and the colour of each, as on a common set.
_DOTS: Final[dict[int, list[tuple[float, float, str]]]] = {
    2: [(30, 29, _GREEN), (30, 61, _BLUE)],
    3: [(17, 29, _BLUE), (30, 46, _RED), (43, 63, _GREEN)],
    4: [(18, 31, _BLUE), (42, 31, _GREEN), (18, 61, _GREEN), (42, 61, _BLUE)],
    5: [(16, 29, _BLUE), (44, 29, _GREEN), (30, 46, _RED), (16, 63, _GREEN), (44, 63, _BLUE)],
    6: [(x, y, c) for y, c in ((27, _GREEN), (47, _RED), (66, _RED)) for x in (19, 41)],
    7: [
        *((x, y, _GREEN) for x, y in ((15, 26.5), (30, 32), (45, 37.5))),
        *((x, y, _RED) for y in (52, 68.5) for x in (20, 40)),
    ],
    8: [(x, y, _BLUE) for y in (25.5, 40, 54.5, 69) for x in (20, 40)],
    9: [(x, y, c) for y, c in ((29, _GREEN), (48, _RED), (67, _BLUE)) for x in (13, 30, 47)],
}
_DOT_RADIUS: Final = {2: 12, 3: 9, 4: 10.5, 5: 8.8, 6: 9, 7: 7.3, 8: 6.9, 9: 7.8}

# Centres of the upright sticks; 8 is drawn by itself, its sticks lean.
_STICKS: Final[dict[int, list[tuple[float, float, str]]]] = {
    2: [(30, 30, _BLUE), (30, 61, _GREEN)],
    3: [(30, 30, _BLUE), (18, 61, _GREEN), (42, 61, _GREEN)],
    4: [(19, 33, _BLUE), (41, 33, _GREEN), (19, 61, _GREEN), (41, 61, _BLUE)],
    5: [(14, 33, _GREEN), (46, 33, _BLUE), (30, 47, _RED), (14, 61, _BLUE), (46, 61, _GREEN)],
    6: [(x, y, c) for y, c in ((33, _GREEN), (61, _BLUE)) for x in (14, 30, 46)],
    7: [
        (30, 24, _RED),
        *((x, y, c) for y in (45, 66) for x, c in ((14, _GREEN), (30, _BLUE), (46, _GREEN))),
    ],
    9: [(x, y, c) for y, c in ((28, _GREEN), (47, _RED), (66, _BLUE)) for x in (14, 30, 46)],
}
_STICK_LENGTH: Final = {2: 27, 3: 27, 4: 25, 5: 25, 6: 25, 7: 19, 9: 17.5}


@cache
def face(tile: int) -> str:
    """The face of a tile, 0-41, as SVG in a box of 60 by 80; the surface below is not drawn."""
    draw: Callable[[int], str] = (_character, _dots, _bamboo, _honor, _flower)[suit(tile)]
    return draw(tile) + index_sign(tile)


def index_sign(tile: int) -> str:
    """The small sign of the corner: a digit, or the letter of a wind or dragon."""
    sign = code(tile)[0] if suit(tile) != 3 else "ESWNPFC"[rank(tile) - 1]
    return _stroked(INDEX_SIGNS[sign], _INK, 5, 5, 0.8, 2.5)


def _stroked(d: str, colour: str, x: float, y: float, scale: float, width: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x:g} {y:g}) scale({scale:g})"/>'
    )


def _character(tile: int) -> str:
    numeral = CHARACTERS[name_zh(tile)[0]]
    return _stroked(numeral, _BLUE, 16, 11, 0.31, 11) + _stroked(
        CHARACTERS["万"], _RED, 14.5, 43, 0.31, 11
    )


def _honor(tile: int) -> str:
    if tile == WHITE:
        return (
            f'<rect x="12" y="20" width="36" height="50" rx="3" fill="none" stroke="{_BLUE}" '
            f'stroke-width="3.6"/><rect x="18" y="26" width="24" height="38" rx="1.5" '
            f'fill="none" stroke="{_BLUE}" stroke-width="1.4"/>'
        )
    colour = {"发": _GREEN, "中": _RED}.get(name_zh(tile), _BLUE)
    return _stroked(CHARACTERS[name_zh(tile)], colour, 8.5, 23, 0.43, 11)


def _dots(tile: int) -> str:
    if (number := rank(tile)) == 1:
        return _great_dot()
    radius = _DOT_RADIUS[number]
    return "".join(_dot(x, y, radius, colour) for x, y, colour in _DOTS[number])


def _circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.3g}" fill="{fill}"/>'


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    return (
        _circle(x, y, radius, colour)
        + _circle(x, y, radius * 0.68, COLOURS["face"])
        + _circle(x, y, radius * 0.42, colour)
    )


def _great_dot() -> str:
    petals = _around(30, 45, 13.2, 12)
    return (
        _circle(30, 45, 21, _GREEN)
        + _circle(30, 45, 18.4, COLOURS["face"])
        + "".join(_circle(x, y, 2.9, _GREEN) for x, y in petals)
        + _circle(30, 45, 8.4, _RED)
        + _circle(30, 45, 4.2, COLOURS["face"])
        + _circle(30, 45, 2, _RED)
    )


def _around(x: float, y: float, radius: float, number: int) -> list[tuple[float, float]]:
    """Points on a circle, the first above its centre."""
    turns = (2 * math.pi * i / number for i in range(number))
    return [(round(x + radius * math.sin(a), 2), round(y - radius * math.cos(a), 2)) for a in turns]


def _bamboo(tile: int) -> str:
    number = rank(tile)
    if number == 1:
        return _bird()
    if number == 8:
        return _eight_sticks()
    return _sticks(_STICKS[number], _STICK_LENGTH[number])


def _sticks(places: Iterable[Sequence[float | str]], length: float) -> str:
    return "".join(_stick(float(x), float(y), length, str(c)) for x, y, c in places)


def _stick(x: float, y: float, length: float, colour: str, turn: float = 0) -> str:
    """One stick of bamboo: two joints, thicker at its ends and in the middle."""
    half = length / 2
    light = COLOURS["face"]
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    knots = "".join(
        f'<rect x="{x - 5.2:g}" y="{at - 2:g}" width="10.4" height="4" rx="2"/>'
        for at in (y - half + 2, y, y + half - 2)
    )
    return (
        f'<g fill="{colour}"{turned}>'
        f'<rect x="{x - 3.7:g}" y="{y - half + 1:g}" width="7.4" height="{length - 2:g}"/>{knots}'
        f'<path d="M{x:g} {y - half + 5.6:g}V{y - 3.4:g}M{x:g} {y + 3.4:g}V{y + half - 5.6:g}" '
        f'stroke="{light}" stroke-width="1.5" stroke-linecap="round"/></g>'
    )


def _eight_sticks() -> str:
    outer = [_stick(x, y, 25, _GREEN) for x in (11, 49) for y in (33, 61)]
    leaning = [
        _stick(24, 33, 23, _BLUE, -30),
        _stick(36, 33, 23, _BLUE, 30),
        _stick(24, 61, 23, _BLUE, 30),
        _stick(36, 61, 23, _BLUE, -30),
    ]
    return "".join((*leaning, *outer))


def _bird() -> str:
    """The bird that stands on the first bamboo."""
    tail = "".join(
        f'<path d="M33 52Q{x1} {y1} {x2} {y2}" stroke="{colour}" stroke-width="4"/>'
        for x1, y1, x2, y2, colour in (
            (44, 60, 53, 60, _BLUE),
            (42, 65, 49, 68, _RED),
            (38, 68, 42, 73, _BLUE),
        )
    )
    return (
        f'<g fill="none" stroke-linecap="round">{tail}</g>'
        f'<path d="M21 20Q32 20 33 32Q44 36 44 49Q44 61 31 61Q15 61 15 45Q15 37 18 32'
        f'Q15 22 21 20Z" fill="{_GREEN}"/>'
        f'<path d="M28 42Q41 42 40 53Q30 57 24 48Z" fill="{_BLUE}"/>'
        f'<path d="M15.5 27L7 30.5L16 32.5Z" fill="{_RED}"/>'
        f'<path d="M24 20Q25 13 31 14Q28 17 28 21Z" fill="{_RED}"/>'
        f"{_circle(22.5, 27, 2.9, COLOURS['face'])}{_circle(22, 27, 1.5, _INK)}"
        f'<path d="M25 61V71M31 61V71M20 72H27M28 72H34" fill="none" stroke="{_RED}" '
        f'stroke-width="2.6" stroke-linecap="round"/>'
    )


def _flower(tile: int) -> str:
    return FLOWER_DRAWINGS[name_zh(tile)]
