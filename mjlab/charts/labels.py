"""Labels of figures: signs that an installed font has, no wider than there is room for."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from matplotlib import font_manager

from mjlab.errors import MjlabError
from mjlab.rules.fans import fan

__all__ = ["Language", "chinese_font", "fan_label", "families", "folded", "in_chinese", "writable"]

Language = Literal["auto", "both", "en"]

_CHINESE: Final = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC",
    "Hiragino Sans GB", "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimHei",
    "Heiti SC", "STHeiti", "SimSun", "Noto Sans CJK JP", "Noto Sans CJK TC", "Noto Serif CJK SC",
    "AR PL UMing CN", "AR PL UKai CN", "Droid Sans Fallback", "Arial Unicode MS",
)  # fmt: skip
_MISSING: Final = "▯"
_LINE_LENGTH: Final = 30


@cache
def chinese_font() -> str | None:
    """Name of an installed font with Chinese characters, or None."""
    known = {entry.name for entry in font_manager.fontManager.ttflist}
    return next((name for name in _CHINESE if name in known), None)


def in_chinese(language: Language = "auto") -> bool:
    """Whether a figure is written in Chinese and English, not in English and pinyin."""
    if language not in ("auto", "both", "en"):
        raise MjlabError(f"unknown language {language!r}", hint="auto, both or en")
    return language == "both" or (language == "auto" and chinese_font() is not None)


def fan_label(key: str, chinese: bool) -> str:
    """Both names of a fan, or the English one with pinyin."""
    one = fan(key)
    return one.name if chinese else f"{one.en} ({one.pinyin})"


def families() -> list[str]:
    """Names of the fonts that figures are written in, each for what those before it lack."""
    return ["DejaVu Sans", *filter(None, [chinese_font()])]


def folded(label: str) -> list[str]:
    """Two lines of a label that is long and has a space, else one."""
    gaps = [i for i, c in enumerate(label) if c == " "]
    if len(label) <= _LINE_LENGTH or not gaps:
        return [label]
    before_pinyin = [i for i in gaps if label[i + 1 : i + 2] == "("]
    cut = before_pinyin[0] if before_pinyin else min(gaps, key=lambda i: abs(i - len(label) // 2))
    return [label[:cut], label[cut + 1 :]]


def writable(label: str, room: float, size: float) -> str:
    """Cut a label of one line to the room there is, in points, for letters of a size.

    Signs that no font has are replaced: they would only warn.
    """
    if not isinstance(label, str):
        raise MjlabError(f"{label!r} cannot be written in a figure", hint="a text: title='Wins'")
    signs = [c if c.isprintable() and _width(c) is not None else _MISSING for c in label]
    if sum(map(_wide, signs)) * size <= room:
        return "".join(signs)
    left = room - _wide("…") * size
    cut = ""
    for sign in signs:
        left -= _wide(sign) * size
        if left < 0:
            break
        cut += sign
    return f"{cut}…"


def _wide(sign: str) -> float:
    return _width(sign) or 0.0


@cache
def _width(sign: str) -> float | None:
    """Width of a sign in ems; None if no font has it."""
    for family in families():
        font = font_manager.get_font(font_manager.findfont(family))
        if font.get_char_index(ord(sign)):
            font.set_size(100, 72)
            return font.load_char(ord(sign)).linearHoriAdvance / 6553600
    return None
