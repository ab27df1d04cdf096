"""The 42 tile kinds: index, suit, rank and names.

Tile indices are a contract used by every array in mjlab: 0-8 characters 万 (1m-9m), 9-17 dots 饼
(1p-9p), 18-26 bamboo 条 (1s-9s), 27-30 winds E S W N (1z-4z), 31 white 白 (5z), 32 green 发 (6z),
33 red 中 (7z), 34-41 flowers 春夏秋冬梅兰竹菊 (1f-8f).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = [
    "CHARACTERS",
    "DOTS",
    "BAMBOO",
    "DRAGONS",
    "FLOWERS",
    "GREEN",
    "HONORS",
    "N_KINDS",
    "N_TILES",
    "RED",
    "SIMPLES",
    "TERMINALS",
    "WHITE",
    "WINDS",
    "Wind",
    "code",
    "is_honor",
    "is_suited",
    "is_terminal",
    "name_en",
    "name_pinyin",
    "name_zh",
    "rank",
    "suit",
    "wind_named",
]

N_KINDS: Final = 34
"""Kinds a hand is made of: the flowers are laid aside."""
N_TILES: Final = 42
"""All kinds, the eight flowers included."""

CHARACTERS: Final = range(0, 9)
DOTS: Final = range(9, 18)
BAMBOO: Final = range(18, 27)
HONORS: Final = range(27, 34)
WINDS: Final = range(27, 31)
DRAGONS: Final = range(31, 34)
FLOWERS: Final = range(34, 42)
WHITE: Final = 31
GREEN: Final = 32
RED: Final = 33
TERMINALS: Final = frozenset({0, 8, 9, 17, 18, 26})
SIMPLES: Final = frozenset(t for t in range(27) if t not in TERMINALS)

_SUIT_LETTERS = "mpszf"
_DIGITS_ZH = "一二三四五六七八九"
_DIGITS_PINYIN = ("yī", "èr", "sān", "sì", "wǔ", "liù", "qī", "bā", "jiǔ")
_HONOR_NAMES = (
    ("东", "dōng", "East"),
    ("南", "nán", "South"),
    ("西", "xī", "West"),
    ("北", "běi", "North"),
    ("白", "bái", "White"),
    ("发", "fā", "Green"),
    ("中", "zhōng", "Red"),
)
_FLOWER_NAMES = (
    ("春", "chūn", "Spring"),
    ("夏", "xià", "Summer"),
    ("秋", "qiū", "Autumn"),
    ("冬", "dōng", "Winter"),
    ("梅", "méi", "Plum"),
    ("兰", "lán", "Orchid"),
    ("竹", "zhú", "Bamboo plant"),
    ("菊", "jú", "Chrysanthemum"),
)
_TRADITIONAL = {"東": "东", "風": "风"}
_SUIT_NAMES = (("万", "wàn", "Characters"), ("饼", "bǐng", "Dots"), ("条", "tiáo", "Bamboo"))


class Wind(IntEnum):
    """A wind of the seat or of the round; ``27 + wind`` is its tile.

    Examples
    --------
    >>> Wind["W"], Wind(0).name
    (<Wind.W: 2>, 'E')
    >>> Wind.W.zh, Wind.W.tile
    ('西', 29)
    """

    E = 0
    S = 1
    W = 2
    N = 3

    @property
    def zh(self) -> str:
        """The Chinese character: 东, 南, 西 or 北."""
        return _HONOR_NAMES[self][0]

    @property
    def tile(self) -> int:
        """Index of the wind's tile, 27 to 30."""
        return 27 + int(self)


def wind_named(name: str) -> Wind | None:
    """The wind of that name in English or Chinese, as a letter or with the word wind; else None.

    Examples
    --------
    >>> [wind_named(name).name for name in ("S", "east", "西风", "North wind")]
    ['S', 'E', 'W', 'N']
    """
    asked = "".join(_TRADITIONAL.get(c, c) for c in name.strip().lower())
    asked = asked.removesuffix("风").removesuffix("wind").strip()
    for wind in Wind:
        if asked in (wind.name.lower(), wind.zh, name_en(wind.tile).lower()):
            return wind
    return None


def suit(tile: int) -> int:
    """Suit of a tile: 0 characters, 1 dots, 2 bamboo, 3 honors, 4 flowers.

    Examples
    --------
    >>> suit(0), suit(26), suit(33), suit(34)
    (0, 2, 3, 4)
    """
    return 4 if _checked(tile) >= 34 else tile // 9


def rank(tile: int) -> int:
    """Rank within the suit, counted from 1 (honors 1-7, flowers 1-8).

    Examples
    --------
    >>> rank(0), rank(26), rank(33)
    (1, 9, 7)
    """
    return _checked(tile) - (0, 9, 18, 27, 34)[suit(tile)] + 1


def code(tile: int) -> str:
    """The tile in native notation.

    Examples
    --------
    >>> [code(t) for t in (0, 17, 18, 31, 41)]
    ['1m', '9p', '1s', '5z', '8f']
    """
    return f"{rank(tile)}{_SUIT_LETTERS[suit(tile)]}"


def named(tile: int | None) -> str:
    """Name a tile in a message, whatever stands in its place."""
    return "nothing" if tile is None else code(tile) if 0 <= tile < N_TILES else repr(tile)


def is_suited(tile: int) -> bool:
    """Whether the tile belongs to one of the three suits.

    Examples
    --------
    >>> is_suited(26), is_suited(27)
    (True, False)
    """
    return 0 <= tile < 27


def is_honor(tile: int) -> bool:
    """Whether the tile is a wind or a dragon.

    Examples
    --------
    >>> is_honor(27), is_honor(34)
    (True, False)
    """
    return 27 <= tile < 34


def is_terminal(tile: int) -> bool:
    """Whether the tile is a suited 1 or 9.

    Examples
    --------
    >>> is_terminal(8), is_terminal(27)
    (True, False)
    """
    return tile in TERMINALS


def name_zh(tile: int) -> str:
    """Chinese name.

    Examples
    --------
    >>> name_zh(0), name_zh(31), name_zh(34)
    ('一万', '白', '春')
    """
    return _name(tile, 0)


def name_pinyin(tile: int) -> str:
    """Name in pinyin.

    Examples
    --------
    >>> name_pinyin(10)
    'èr bǐng'
    """
    return _name(tile, 1)


def name_en(tile: int) -> str:
    """English name.

    Examples
    --------
    >>> name_en(26), name_en(33)
    ('9 Bamboo', 'Red')
    """
    return _name(tile, 2)


def _name(tile: int, language: int) -> str:
    kind, number = suit(tile), rank(tile) - 1
    if kind == 3:
        return _HONOR_NAMES[number][language]
    if kind == 4:
        return _FLOWER_NAMES[number][language]
    word = _SUIT_NAMES[kind][language]
    if language == 0:
        return _DIGITS_ZH[number] + word
    return f"{_DIGITS_PINYIN[number] if language == 1 else number + 1} {word}"


def _checked(tile: int) -> int:
    if not 0 <= tile < N_TILES:
        raise IndexError(f"tile index {tile} is not in 0-41")
    return tile
