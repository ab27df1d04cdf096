"""How each dialect spells tiles: one table for reading and writing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mjlab.errors import NotationError

__all__ = [
    "DIALECTS",
    "GRAMMARS",
    "Dialect",
    "Grammar",
    "ParsedHand",
    "ParsedMeld",
    "check_dialect",
]

Dialect = Literal["auto", "native", "helper", "botzone", "chinese", "unicode", "ids"]
DIALECTS: Final = ("native", "helper", "botzone", "chinese", "unicode", "ids")
"""Names of the dialects, ``auto`` aside."""


@dataclass(frozen=True, slots=True)
class ParsedMeld:
    """A bracket as it was read: nothing is checked yet but its notation.

    Examples
    --------
    >>> from mjlab.notation import parse_hand
    >>> parse_hand("45p[777z+7z]").melds[0]
    ParsedMeld(tiles=(33, 33, 33, 33), concealed=False, added=True, source=0, position=3)
    """

    tiles: tuple[int, ...]
    concealed: bool
    added: bool
    source: int
    position: int


@dataclass(frozen=True, slots=True)
class ParsedHand:
    """A hand as it was read; `tiles` in the order written, `win` None where no ``+`` stood.

    Examples
    --------
    >>> from mjlab.notation import parse_hand
    >>> parse_hand("东东 一二三万+南")
    ParsedHand(melds=(), tiles=(27, 27, 0, 1, 2), win=28, dialect='chinese')
    """

    melds: tuple[ParsedMeld, ...]
    tiles: tuple[int, ...]
    win: int | None
    dialect: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one dialect spells tiles; of several spellings the first is the one written."""

    single: dict[str, int]  # a whole token
    group: dict[tuple[str, str], int]  # mark and suffix, which closes a run: 123m, 一二三万
    tokens: re.Pattern[str]
    example: str

    def spellings(self) -> dict[int, str]:
        """How single tiles are written."""
        written: dict[int, str] = {}
        for token, tile in self.single.items():
            written.setdefault(tile, token)
        return written

    def grouped(self) -> dict[int, tuple[str, str]]:
        """How tiles of a group are written: mark and suffix."""
        written: dict[int, tuple[str, str]] = {}
        for key, tile in self.group.items():
            written.setdefault(tile, key)
        return written


def _suit_groups(letters: str, offsets: Sequence[int], size: int = 9) -> dict[tuple[str, str], int]:
    return {
        (str(i + 1), letter): offset + i
        for letter, offset in zip(letters, offsets, strict=True)
        for i in range(size)
    }


def _native() -> Grammar:
    group = _suit_groups("mps", (0, 9, 18))
    group |= {(str(i + 1), "z"): 27 + i for i in range(7)}
    group |= {(str(i + 1), "f"): 34 + i for i in range(8)}
    return Grammar({}, group, re.compile(r"[0-9]|[a-z]"), "[123m]{5555z}45678p99s+9p")


def _helper() -> Grammar:
    single = dict(zip("ESWNPFC", range(27, 34), strict=True))
    group = _suit_groups("mps", (0, 9, 18))
    group |= {(str(i + 1), "z"): t for i, t in enumerate((27, 28, 29, 30, 33, 32, 31))}
    group |= {(str(i + 1), "f"): 34 + i for i in range(8)}
    return Grammar(single, group, re.compile(r"[0-9]|[A-Za-z]"), "[123m,1][CCCC]45678p99s9p")


def _botzone() -> Grammar:
    single = {
        f"{letter}{i + 1}": offset + i
        for letter, offset in (("W", 0), ("B", 9), ("T", 18))
        for i in range(9)
    }
    single |= {f"F{i + 1}": 27 + i for i in range(4)}
    single |= {"J1": 33, "J2": 32, "J3": 31}
    single |= {f"H{i + 1}": 34 + i for i in range(8)}
    return Grammar(single, {}, re.compile(r"[A-Z][0-9]?"), "[W1 W2 W3] B4 B5 T9 T9 +B6")


def _chinese() -> Grammar:
    single = dict(zip("东南西北白发中春夏秋冬梅兰竹菊", range(27, 42), strict=True))
    single |= {"東": 27, "發": 32, "発": 32, "蘭": 39}
    group: dict[tuple[str, str], int] = {}
    for names, offset in (("万萬", 0), ("饼餅筒", 9), ("条條索", 18)):
        for marks in ("一二三四五六七八九", "123456789"):
            group |= {(m, n): offset + i for n in names for i, m in enumerate(marks)}
    return Grammar(single, group, re.compile(r"."), "[一二三万]{白白白白}四五六七八饼九九条+九饼")


def _unicode() -> Grammar:
    order = (27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18))
    flowers = (38, 39, 40, 41, 34, 35, 36, 37)
    single = {chr(0x1F000 + i): t for i, t in enumerate((*order, *flowers))}
    example = "".join(chr(0x1F000 + c) for c in (7, 8, 9, 25, 26))
    return Grammar(single, {}, re.compile(r"."), f"[{example[:3]}]{example[3:]}...")


def _ids() -> Grammar:
    single = {f"{s}{i + 1}": 9 * (s - 1) + i for s in (1, 2, 3) for i in range(9)}
    single |= {f"4{i + 1}": 27 + i for i in range(7)}
    single |= {f"5{i + 1}": 34 + i for i in range(8)}
    return Grammar(single, {}, re.compile(r"[0-9][0-9]?"), "[11 12 13] 24 25 39 39 +26")


GRAMMARS: Final[dict[str, Grammar]] = {
    "native": _native(),
    "helper": _helper(),
    "botzone": _botzone(),
    "chinese": _chinese(),
    "unicode": _unicode(),
    "ids": _ids(),
}


def check_dialect(dialect: Any) -> None:
    """Refuse what is neither ``"auto"`` nor one of :data:`DIALECTS`.

    Examples
    --------
    >>> check_dialect("pinyin")
    Traceback (most recent call last):
        ...
    mjlab.errors.NotationError: unknown dialect 'pinyin'
      hint: one of auto, native, helper, botzone, chinese, unicode, ids
    """
    if not isinstance(dialect, str) or dialect not in ("auto", *DIALECTS):
        raise NotationError(
            f"unknown dialect {dialect!r}", hint="one of auto, " + ", ".join(DIALECTS)
        )
