"""The phrases of explanations, in English and Chinese, and columns of mixed-width text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from unicodedata import east_asian_width

from mjlab.common.wording import Language

__all__ = ["columns", "problem_zh", "say"]

_PHRASES: Final = {
    # Headings
    "circumstances": ("Circumstances", "和牌情况"),
    "reading": ("Reading", "牌型"),
    "counted": ("Counted", "计番"),
    "uncounted": ("There, but not counted", "不计"),
    "missed": ("Just missed", "不成立"),
    "total": ("Total", "合计"),
    "highest": ("High versus low", "就高不就低"),
    # Shapes
    "regular": ("four sets and a pair", "四副一将"),
    "knitted_straight": ("knitted straight, one set and a pair", "组合龙加一副一将"),
    "seven_pairs": ("seven pairs", "七个对子"),
    "thirteen_orphans": ("thirteen orphans", "十三幺"),
    "honors_and_knitted": ("fourteen singles", "十四张单牌"),
    # Circumstances
    "winds": ("{round} round, {seat} seat", "{round_zh}风圈{seat_zh}风位"),
    "self_drawn": ("self-drawn", "自摸"),
    "discard": ("won on a discard", "点和"),
    "robbing_kong": ("won by robbing a kong", "抢杠"),
    "kong_replacement": ("on the replacement of a kong", "杠后补牌"),
    "wall_last": ("the wall is empty", "牌墙已空"),
    "last_of_kind": ("the other three copies lie face up", "另三张已亮明"),
    "flowers": ("flowers: {n}", "花牌: {n}"),
    "waits": ("waits, by shape:", "听牌:"),
    "problem": ("impossible, taken as claimed:", "情况矛盾, 照计:"),
    # Reasons
    "whole_hand": ("whole hand", "整手牌"),
    "flower": ("one for each flower", "每张一分"),
    "non_repeat": ("non-repeat, implied by", "不重复, 已含于"),
    "account_once": (
        "account-once, {first} and {last} are joined by",
        "套算一次, {first} 与 {last} 已组合于",
    ),
    "by_discard": (
        "{part} is finished by a discard, so it is not concealed",
        "{part} 因点和而成, 不算暗刻",
    ),
    "claimed": ("{part} is claimed", "有吃碰明杠: {part}"),
    "other_waits": ("the hand waits for {part} too, by shape", "按牌型还听 {part}"),
    # Result
    "fan_total": ("{n} fan, {least} are needed", "{n} 番, {least} 番起和"),
    "too_low": ("not enough for a win", "错和"),
    "points": ("with the flowers {n} points", "连花牌共 {n} 分"),
    "rejected": ("the best other reading has {n} fan:", "另一种拆法最多 {n} 番:"),
    "tied_names": ("as high, named otherwise:", "同番的另一种计法:"),
    "tied_reading": ("another reading is as high:", "同番的另一种拆法:"),
}

_PROBLEMS_ZH: Final = {
    "a kong replacement is a self-drawn tile": "杠上开花必是自摸",
    "a kong replacement needs a kong in the hand": "杠上开花, 手中却无杠",
    "a robbed kong is another player's tile": "抢杠和不是自摸",
    "a robbed kong is not a kong replacement": "抢杠和不是杠上开花",
    "no kong may be declared when the wall is empty": "牌墙已空, 不得开杠",
    "a robbed kong shows all four {tile}, the winner holds another": (
        "四张 {tile} 皆在杠中, 和家又有"
    ),
    "the other three {tile} lie face up, but one stands in the winner's hand": (
        "另三张 {tile} 已亮明, 和家手中却有"
    ),
}


def say(phrase: str, language: Language, **parts: object) -> str:
    """A phrase by its key, filled in, in one language, or in both with a stroke between them."""
    english, chinese = (text.format(**parts) for text in _PHRASES[phrase])
    if language == "both":
        return f"{chinese.removesuffix(':')} / {english}"
    return english if language == "en" else chinese


def problem_zh(problem: str, tile: str) -> str:
    """One of ``Win.problems`` in Chinese; `tile` is the winning tile as it is written there."""
    known = _PROBLEMS_ZH.get(problem.replace(tile, "{tile}"))
    return known.format(tile=tile) if known else problem


def columns(rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), indent: str = "  ") -> str:
    """Set rows in columns, some flush right; Chinese characters are two columns wide."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - _width(cell))
            cells.append(room + cell if i in numbers else cell + room)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
