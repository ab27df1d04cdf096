"""The fan as data: names, values in each edition, and what each one excludes.

``fans.csv`` holds the 81 fan of the 1998 rulebook, the 82nd (明暗杠) and eight local fan. The
position of a fan in :data:`FANS` is its column in every fan vector of mjlab; programs should key
by ``key``, since editions renumber.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Final, Literal

from mjlab.common.wording import Language, check_language, folded, near_folded
from mjlab.errors import RulesetError

__all__ = [
    "FANS",
    "FAN_INDEX",
    "LOCAL_FANS",
    "N_FANS",
    "Exclusion",
    "Fan",
    "fan",
    "fan_named",
    "told",
]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """One entry of a fan's list of fan that are not counted beside it.

    Parameters
    ----------
    key : str
        The fan that is not counted.
    scope : str
        ``"all"``: not at all; ``"own"``: not for instances made only of sets that make the
        excluding fan; ``"one"``: one instance fewer.
    from_text : bool
        Whether the 1998 rulebook says so; otherwise it follows from the non-repeat principle
        and is established practice.

    Examples
    --------
    >>> fan("seven_pairs").excludes[0]
    Exclusion(key='fully_concealed_hand', scope='all', from_text=True)
    """

    key: str
    scope: Literal["all", "own", "one"]
    from_text: bool


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan.

    ``value`` is that of online play; rulesets may change it. ``values`` has the value in each
    edition (1998, online, 2006, 2014), None where the edition does not know the fan.

    Examples
    --------
    >>> fan("双暗杠")
    Fan(number=53, key='two_concealed_kongs', zh='双暗杠', zh_hant='雙暗槓',
        en='Two Concealed Kongs', pinyin='shuāng àn gàng', value=6)
    >>> fan("双暗杠").values
    {'1998': 6, 'online': 6, '2006': 8, '2014': 8}
    """

    number: int
    key: str
    zh: str
    zh_hant: str
    en: str
    pinyin: str
    value: int
    values: dict[str, int | None] = field(repr=False, hash=False)
    repeatable: bool = field(repr=False)
    family: str = field(repr=False)
    local: bool = field(repr=False)
    definition: str = field(repr=False)
    excludes: tuple[Exclusion, ...] = field(repr=False)
    excludes_everything: bool = field(repr=False)
    notes: str = field(repr=False)

    @property
    def name(self) -> str:
        """Chinese and English name side by side.

        Examples
        --------
        >>> fan("all_chows").name
        '平和 All Chows'
        """
        return f"{self.zh} {self.en}"

    def name_in(self, language: Language) -> str:
        """The name in Chinese (``zh``), in English (``en``), or in both side by side.

        Examples
        --------
        >>> [fan("all_chows").name_in(language) for language in ("zh", "en", "both")]
        ['平和', 'All Chows', '平和 All Chows']
        """
        check_language(language)
        return self.zh if language == "zh" else self.en if language == "en" else self.name

    def __str__(self) -> str:
        return self.name


def _exclusions(text: str, from_text: bool) -> list[Exclusion]:
    found = []
    for item in filter(None, (part.strip() for part in text.split(";"))):
        if item == "*":
            continue
        if item.endswith("@own"):
            found.append(Exclusion(item.removesuffix("@own"), "own", from_text))
        elif item.endswith("#1"):
            found.append(Exclusion(item.removesuffix("#1"), "one", from_text))
        else:
            found.append(Exclusion(item, "all", from_text))
    return found


def _number(text: str) -> int | None:
    return int(text) if text else None


def _read() -> tuple[Fan, ...]:
    source = resources.files("mjlab.rules").joinpath("fans.csv").read_text(encoding="utf-8")
    fans = []
    for row in csv.DictReader(source.splitlines()):
        local = row["scope"] == "local"
        editions = ("1998", "online", "2006", "2014")
        excludes = [
            *_exclusions(row["excludes_text"], True),
            *_exclusions(row["excludes_practice"], False),
        ]
        fans.append(
            Fan(
                number=int(row["no"]),
                key=row["key"],
                zh=row["name_zh"],
                zh_hant=row["name_zh_hant"],
                en=row["name_en"],
                pinyin=row["name_pinyin"],
                value=int(row["value_local"] if local else row["value_online"]),
                values={edition: _number(row[f"value_{edition}"]) for edition in editions},
                repeatable=row["repeatable"] == "yes",
                family=row["family"],
                local=local,
                definition=row["definition_en"],
                excludes=tuple(excludes),
                excludes_everything="*" in row["excludes_text"],
                notes=row["notes"],
            )
        )
    return tuple(fans)


_ALL: Final = _read()
FANS: Final = tuple(f for f in _ALL if not f.local)
"""The 82 fan that are scored; the position is the column in fan vectors."""
LOCAL_FANS: Final = tuple(f for f in _ALL if f.local)
"""Regional fan, known by name and value; no ruleset here counts them."""
N_FANS: Final = len(FANS)
FAN_INDEX: Final = {f.key: i for i, f in enumerate(FANS)}
"""Column of each fan by key."""

_NICKNAMES: Final = {
    "门清": "concealed_hand", "单吊": "single_wait", "单钓": "single_wait", "嵌张": "closed_wait",
    "卡张": "closed_wait", "一条龙": "pure_straight", "七小对": "seven_pairs",
    "碰碰胡": "all_pungs", "对对胡": "all_pungs", "断幺九": "all_simples",
    "杠开": "out_with_replacement_tile", "抢杠": "robbing_the_kong",
}  # fmt: skip
"""What players call some fan, besides their names."""


@cache
def _by_name() -> dict[str, Fan]:
    called = {one.key: one for one in _ALL}
    return {nickname: called[key] for nickname, key in _NICKNAMES.items()} | {
        folded(name): one
        for one in _ALL
        for name in (one.key, one.zh, one.zh_hant, one.en, one.pinyin)
    }


def fan(name: str) -> Fan:
    """Find a fan by any of its names.

    Parameters
    ----------
    name : str
        Key, Chinese, traditional or English name, or pinyin; capitals, tones, spaces, underscores
        and signs make no difference: ``"all_chows"``, ``"平和"``, ``"All Chows"``, ``"ping hu"``.

    Returns
    -------
    Fan
        The fan, local ones included.

    Raises
    ------
    RulesetError
        If no fan has that name; the hint tells those with it as a part, or similar ones.

    Examples
    --------
    >>> fan("组合龙").key, fan("Last Tile").value
    ('knitted_straight', 4)
    >>> fan("清一")
    Traceback (most recent call last):
        ...
    mjlab.errors.RulesetError: no fan is called '清一'
      hint: 清一色 full_flush?
    """
    known = _by_name()
    found = known.get(folded(name)) if isinstance(name, str) else None
    if found is None:
        shown = {folded_name: f"{one.zh} {one.key}" for folded_name, one in known.items()}
        hint = near_folded(name, shown) if isinstance(name, str) else ""
        raise RulesetError(
            f"no fan is called {name!r}",
            hint=hint or "all_chows, 平和 or All Chows; 'mjlab fans' lists all",
        )
    return found


def told(named: Iterable[tuple[str, int]], language: Language) -> str:
    """Names of fan, and how often each counts, in a cell of a table: ``清龙 喜相逢×2``."""
    between = " " if language == "zh" else ", "
    return between.join([name if n == 1 else f"{name}×{n}" for name, n in named])


def fan_named(name: str) -> Fan:
    """Find a fan that the rulesets know, so no regional one, by any of its names."""
    found = fan(name)
    if found.local:
        raise RulesetError(f"{name} is a regional fan, which no ruleset here counts")
    return found
