"""Small drawings of the eight flowers, in the lower part of a face of 60 by 80.

Spring is a sprout in the sun, summer a lotus, autumn a leaf, winter a snow crystal; plum, orchid,
bamboo and chrysanthemum are the four plants themselves.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from mjlab.draw.palette import COLOURS

__all__ = ["FLOWER_DRAWINGS"]

_C: Final = COLOURS
_ROUND: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def _line(d: str, colour: str, width: float) -> str:
    return f'<path d="{d}" stroke="{_C[colour]}" stroke-width="{width:g}" {_ROUND}/>'


def _shape(d: str, colour: str) -> str:
    return f'<path d="{d}" fill="{_C[colour]}"/>'


def _disc(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{_C[colour]}"/>'


def _turned(markup: str, angles: list[float], x: float, y: float) -> str:
    return "".join(f'<g transform="rotate({a:g} {x:g} {y:g})">{markup}</g>' for a in angles)


def _blossom(x: float, y: float, size: float, petal: str, heart: str) -> str:
    places = [2 * math.pi * i / 5 for i in range(5)]
    petals = (
        _disc(
            round(x + size * math.sin(a), 2), round(y - size * math.cos(a), 2), size * 0.72, petal
        )
        for a in places
    )
    return "".join(petals) + _disc(x, y, size * 0.5, heart)


def _spring() -> str:
    """Two leaves that break the ground, and the sun behind them."""
    return (
        _disc(42, 27, 7.5, "red")
        + _line("M30 68Q29 54 31 42", "green", 3.4)
        + _shape("M31 46Q14 47 11 29Q30 27 31 46Z", "green")
        + _shape("M30 55Q46 55 50 40Q33 37 30 55Z", "green")
        + _line("M14 70H46", "brown", 4)
    )


def _summer() -> str:
    """A lotus above its leaf."""
    petal = "M30 60Q20.5 44 30 28Q39.5 44 30 60Z"
    return (
        _turned(_shape(petal, "pink"), [-54, 54], 30, 58)
        + _turned(_shape(petal, "red"), [-28, 28], 30, 58)
        + _shape(petal, "pink")
        + _shape("M8 63Q30 53 52 63Q46 73 30 73Q14 73 8 63Z", "green")
    )


def _autumn() -> str:
    """A maple leaf."""
    return _shape(
        "M30 20L35 31L43 26L41.5 38L54 37L47 46L51 53L38 54L40 60L30 58L20 60L22 54L9 53"
        "L13 46L6 37L18.5 38L17 26L25 31Z",
        "red",
    ) + _line("M30 34V74M30 54L18 45M30 54L42 45", "yellow", 2.2)


def _winter() -> str:
    """A snow crystal of six arms."""
    arm = _line("M30 46V21M30 30L23.5 24.5M30 30L36.5 24.5", "blue", 3.2)
    return _turned(arm, [0, 60, 120, 180, 240, 300], 30, 46)


def _plum() -> str:
    """A branch with blossoms of five petals."""
    return (
        _line("M12 73Q22 58 33 50Q44 42 48 24M30 52Q38 58 48 60", "brown", 3.6)
        + _blossom(24, 38, 8.2, "pink", "yellow")
        + _blossom(44, 62, 6, "pink", "yellow")
        + _blossom(46, 26, 4.4, "red", "yellow")
    )


def _orchid() -> str:
    """Long leaves from one root, and a flower among them."""
    petal = "M35 33Q30 25 35 17Q40 25 35 33Z"
    return (
        _line("M28 72Q24 50 8 42M29 72Q27 50 20 30M31 72Q36 54 53 50M31 72Q32 52 35 36", "green", 3)
        + _turned(_shape(petal, "purple"), [0, 72, 144, 216, 288], 35, 33)
        + _disc(35, 33, 2.8, "yellow")
    )


def _bamboo_plant() -> str:
    """Two stems with their joints, and leaves."""
    leaf = "M0 0Q9 -6 17 1Q8 6 0 0Z"
    leaves = "".join(
        f'<path d="{leaf}" fill="{_C["green"]}" transform="translate({x} {y}) rotate({a})"/>'
        for x, y, a in ((31, 30, -30), (31, 31, 20), (27, 42, 160), (27, 40, 205), (41, 50, 15))
    )
    stems = "".join(
        _line(f"M{x} {top}V{bottom}", "green", 5.4)
        for x, cuts in ((27, (18, 34, 52, 73)), (40, (44, 57, 73)))
        for top, bottom in ((a + 1.6, b - 4.4) for a, b in pairwise(cuts))
    )
    return stems + leaves


def _chrysanthemum() -> str:
    """Many narrow petals around a heart."""
    petal = "M30 42Q25.6 31 30 21.5Q34.4 31 30 42Z"
    outer = _turned(_shape(petal, "yellow"), [30.0 * i for i in range(12)], 30, 42)
    return (
        _line("M30 60V74", "green", 3.4)
        + _shape("M30 72Q40 72 46 63Q34 61 30 72Z", "green")
        + outer
        + _disc(30, 42, 6.4, "red")
        + _disc(30, 42, 2.6, "yellow")
    )


FLOWER_DRAWINGS: Final[dict[str, str]] = {
    "春": _spring(),
    "夏": _summer(),
    "秋": _autumn(),
    "冬": _winter(),
    "梅": _plum(),
    "兰": _orchid(),
    "竹": _bamboo_plant(),
    "菊": _chrysanthemum(),
}
"""Markup of each flower by its Chinese name."""
