"""Fan as logs write them: names with their variants, and the numbers of one platform."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mjlab.errors import LogError, RulesetError
from mjlab.rules import FANS, fan

__all__ = ["LISTED_FANS", "NUMBERED_FANS", "fan_key", "read_fan_list"]

_ALIASES: Final = {
    "嵌张": "closed_wait",
    "坎张": "closed_wait",
    "单钓": "single_wait",
    "单调将": "single_wait",
    "门清": "concealed_hand",
    "一色三连环": "pure_shifted_chows",
    "一色四连环": "four_pure_shifted_chows",
    "人和Ⅰ": "blessing_of_man",
    "人和Ⅱ": "blessing_of_man",
}
_WAIT_PREFIX = re.compile(r"^独听\s*[・·‧•.]\s*")
_ITEM = re.compile(r"^(?P<name>[^*\s]+?)(?:\*(?P<count>[1-9][0-9]?))?$")

_LISTED_NAMES = """
无 大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
一色四同顺 一色四节高 一色四步高 一色四连环 三杠 混幺九 七对 七星不靠 全双刻 清一色 一色三同顺
一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高 一色三连环 全带五 三同刻 三暗刻 全不靠 组合龙
大于五 小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和
碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻 全带幺 不求人 双明杠 和绝张 箭刻 圈风刻 门风刻
门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张
嵌张 单钓 自摸 花牌 明暗杠 天和 地和 人和Ⅰ 人和Ⅱ
"""


@lru_cache(maxsize=1024)
def fan_key(name: str) -> str:
    """Key of a fan by its Chinese or English name, its key, or a variant that platforms use.

    一色三连环 and 一色四连环 are the steps of two of 一色三步高 and 一色四步高.
    """
    plain = _WAIT_PREFIX.sub("", name)
    if plain in _ALIASES:
        return _ALIASES[plain]
    try:
        return fan(plain).key
    except RulesetError:
        raise LogError(f"no fan is called {name!r}", text=name, hint="平和 or 花龙") from None


LISTED_FANS: Final = tuple(
    None if name == "无" else fan_key(name) for name in _LISTED_NAMES.split()
)
"""Key of each fan number of tziakcha records; 0 is "none"."""
_KEYS = [one.key for one in FANS if one.key != "two_concealed_kongs"]
NUMBERED_FANS: Final = (*_KEYS[:47], "two_concealed_kongs", *_KEYS[47:80])
"""Keys of the fan by the numbers of PMN, from 1 on: the encyclopedia's order."""


def read_fan_list(text: str) -> tuple[dict[str, int] | None, tuple[int, ...]]:
    """Read a list like ``混一色*1+连六*2``: key to count, and the counts in the order written.

    A name without ``*`` counts once; names destroyed to question marks give None for the fan.
    """
    fans: dict[str, int] = {}
    counts: list[int] = []
    destroyed = 0
    for item in text.split("+"):
        found = _ITEM.match(item)
        if found is None:
            raise LogError(f"{item!r} is not a fan and its count", text=text, hint="连六*2")
        count = int(found["count"] or 1)
        counts.append(count)
        if set(found["name"]) <= {"?", "？", "�"}:
            destroyed += 1
            continue
        key = fan_key(found["name"])
        if key in fans:
            raise LogError(f"{found['name']!r} stands twice", text=text, hint="连六*2")
        fans[key] = count
    if destroyed and fans:
        raise LogError("some fan names are destroyed, others are not", text=text)
    return (None if destroyed else fans), tuple(counts)
