"""Writing as strokes: the characters, digits and letters that stand on tiles.

No font is asked for a glyph, so a tile looks alike on every machine. Each sign is the ``d`` of a
path to be stroked with round ends: the characters in a box of 100 by 100, the small signs of the
corner in a box of 10 by 14.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CHARACTERS", "INDEX_SIGNS"]

CHARACTERS: Final[dict[str, str]] = {
    "一": "M10 54L90 48",
    "二": "M26 24L74 21M10 80L90 77",
    "三": "M18 16L82 13M24 49L76 46M10 84L90 81",
    "四": "M16 18H84V84H16ZM40 18C40 42 38 54 26 62M61 18V52Q61 60 69 60H82",
    "五": "M18 14H82M48 14L36 84M24 46H72L67 84M8 84H92",
    "六": "M50 6L58 22M8 36H92M36 52Q30 74 14 90M64 52Q74 70 86 90",
    "七": "M8 48L92 34M44 8V72Q44 86 58 86H78Q90 86 90 70",
    "八": "M38 20Q36 60 10 88M54 14Q62 66 92 88",
    "九": "M40 8Q44 62 10 90M10 36H66V74Q66 88 78 88H82Q92 88 92 70",
    "万": "M8 18H92M44 18Q44 66 12 92M44 48H80Q80 80 74 88Q70 93 54 86",
    "东": "M16 22H84M46 6L26 50H80M54 36V82Q54 92 40 86M32 62Q26 76 14 84M70 62L88 82",
    "南": "M50 6V36M20 20H80M16 92V36H84V84Q84 92 70 90M38 44L43 54M62 44L57 54"
    "M32 60H68M30 75H70M50 60V92",
    "西": "M8 16H92M18 36H82V88H18ZM40 16V38Q40 58 28 66M60 16V56Q60 64 68 64H80",
    "北": "M38 10V90M12 36H38M8 78L38 66M60 10V74Q60 86 72 86H80Q92 86 92 70M88 28Q78 42 60 48",
    "中": "M18 28H82V64H18ZM50 6V94",
    "发": "M28 14L20 38H90M46 8Q46 62 8 92M42 56H78Q68 80 30 94M44 58Q60 84 92 93M66 10L80 24",
}
"""Numerals, 万, the winds and the two written dragons."""

INDEX_SIGNS: Final[dict[str, str]] = {
    "1": "M2 3L5 0V14",
    "2": "M0 3Q0 0 4.5 0Q9 0 9 4Q9 7 0 14H9.5",
    "3": "M0.5 0H9L4.5 5.5Q9.5 5.5 9.5 9.8Q9.5 14 4.5 14Q1 14 0 11.5",
    "4": "M7 14V0L0 9.5H10",
    "5": "M9 0H1.5L0.8 6Q2.5 5 4.5 5Q9.5 5 9.5 9.5Q9.5 14 4.5 14Q1 14 0 12",
    "6": "M8 0Q0 3 0 9.5Q0 14 4.8 14Q9.5 14 9.5 9.7Q9.5 5.8 5 5.8Q1 5.8 0 9.5",
    "7": "M0 0H9.5Q4.5 7 4 14",
    "8": "M4.7 6.4Q1 6.4 1 3.2Q1 0 4.7 0Q8.5 0 8.5 3.2Q8.5 6.4 4.7 6.4Q0 6.4 0 10.2Q0 14 4.7 14"
    "Q9.5 14 9.5 10.2Q9.5 6.4 4.7 6.4",
    "9": "M1.5 14Q9.5 11 9.5 4.5Q9.5 0 4.7 0Q0 0 0 4.3Q0 8.2 4.5 8.2Q8.5 8.2 9.5 4.5",
    "E": "M9 0H0V14H9M0 7H7.5",
    "S": "M9 2.5Q8 0 4.7 0Q0.5 0 0.5 3.5Q0.5 7 4.7 7Q9.5 7 9.5 10.5Q9.5 14 4.7 14Q1 14 0 11.5",
    "W": "M0 0L2.5 14L5.5 3L8.5 14L11 0",
    "N": "M0 14V0L9 14V0",
    "P": "M0 14V0H5Q9.5 0 9.5 4Q9.5 8 5 8H0",
    "F": "M9 0H0V14M0 7H7",
    "C": "M9.5 2.5Q8.5 0 5 0Q0 0 0 7Q0 14 5 14Q8.5 14 9.5 11.5",
}
"""Digits of suited tiles and flowers; E S W N of the winds; P F C of white, green and red."""
