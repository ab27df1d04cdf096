"""Rulesets: named presets of named switches, one for every ruling on which authorities differ.

Each switch is explained where it is declared; ``docs/rulings.md`` tells who holds what.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, get_args, get_type_hints

from mjlab.errors import RulesetError
from mjlab.rules.fans import FANS, fan_named

__all__ = ["DEFAULT", "FLAG_BITS", "RULESETS", "RuleSet", "ruleset"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Switches that decide how a hand is scored.

    Parameters
    ----------
    name : str
        Name of the preset, with ``*`` behind it once a switch was changed.
    min_fan : int
        起和: lowest sum of fan, flowers aside, for a legal win.
    flowers : int
        How many flowers are in play: 8 or 0.
    flower_points : int
        Points for each flower of the winner.
    two_concealed_kongs_value : int
        Value of 双暗杠: 6 (1998, online) or 8 (2006, 2014).
    mixed_two_kongs : "sum3", 5 or 6
        One melded and one concealed kong: 暗杠 and 明杠 each for itself (1998), or 明暗杠 for 5
        (online) or 6 (2006, 2014).
    forced_concealed_selfdraw : "self_drawn" or "fully_concealed"
        What a self-drawn win of a shape that is concealed by nature adds: 自摸, or 不求人 (2006).
    lesser_knitted_plus_straight : bool
        Whether 全不靠 with all nine suited tiles adds 组合龙.
    nine_gates_terminal_pungs : "minus1", "none" or "all"
        How many 幺九刻 of 九莲宝灯 count: one fewer (practice), none (2006), all (1998 text).
    all_terminals_same_pungs : "drop_double", "drop_both" or "count"
        Whether 清幺九 swallows 双同刻 only (practice), 三同刻 as well (1998 text), or none (2006).
    knitted_body_waits : "count", "pair_only" or "no"
        Whether a winning tile that is also one of the nine of 组合龙, but can be read into the set
        or pair beside it, may score a wait fan; ``pair_only`` allows 单钓将 alone (2006).
    wait_counts_exhausted : bool
        Whether a tile the player already holds four times still counts as waited for, so that it
        takes away a wait fan.
    pairs_take_set_fan : bool
        Whether 七对 may add 绿一色, 字一色, 清幺九 and 混幺九, which the 1998 text words by sets.
    one_suit_voided : bool
        Whether 缺一门 also counts with fewer than two suits in the hand.
    strict98_voided_drop : bool
        Whether 缺一门 falls under 大三元, 小三元, 三风刻, 一色四同顺, 一色四节高 and 一色四步高,
        as one public calculator's strict mode has it.
    pung_by_discard : "melded" or "concealed"
        What a pung is that the winning discard completes.
    two_concealed_with_kong : bool
        Whether one concealed kong and one concealed pung make 双暗刻 (beside 暗杠).
    concealed_kong_pair_extra : bool
        Whether 双暗杠 is added to 三暗刻 and 四暗刻.
    terminal_chows_in_four_shifted : bool
        Whether 一色四步高 from 123 to 789 adds 老少副.
    wall_last_discard_claim_only : bool
        Whether 海底捞月 needs a discard; otherwise a kong robbed with the wall empty takes it too.

    Examples
    --------
    >>> ruleset("mcr2014").fan_value("two_concealed_kongs")
    8
    >>> ruleset("mcr2014").changed(min_fan=4).name
    'mcr2014*'
    """

    name: str
    min_fan: int = 8
    flowers: Literal[8, 0] = 8
    flower_points: int = 1
    two_concealed_kongs_value: Literal[6, 8] = 6
    mixed_two_kongs: Literal["sum3", 5, 6] = 5
    forced_concealed_selfdraw: Literal["self_drawn", "fully_concealed"] = "self_drawn"
    lesser_knitted_plus_straight: bool = True
    nine_gates_terminal_pungs: Literal["minus1", "none", "all"] = "minus1"
    all_terminals_same_pungs: Literal["drop_double", "drop_both", "count"] = "drop_double"
    knitted_body_waits: Literal["count", "pair_only", "no"] = "count"
    wait_counts_exhausted: bool = True
    pairs_take_set_fan: bool = True
    one_suit_voided: bool = False
    strict98_voided_drop: bool = False
    pung_by_discard: Literal["melded", "concealed"] = "melded"
    two_concealed_with_kong: bool = True
    concealed_kong_pair_extra: bool = True
    terminal_chows_in_four_shifted: bool = False
    wall_last_discard_claim_only: bool = True

    def __post_init__(self) -> None:
        hints = get_type_hints(RuleSet)
        for switch in fields(self):
            _check_switch(switch.name, getattr(self, switch.name), hints[switch.name])

    def changed(self, **switches: Any) -> RuleSet:
        """Return a copy with some switches changed.

        Examples
        --------
        >>> ruleset().changed(knitted_body_waits="no").knitted_body_waits
        'no'
        """
        known = {f.name for f in fields(self)} - {"name"}
        for switch in switches:
            if switch not in known:
                raise RulesetError(
                    f"unknown switch {switch!r}", hint="one of " + ", ".join(sorted(known))
                )
        name = self.name if self.name.endswith("*") else self.name + "*"
        return replace(self, name=name, **switches)

    def fan_value(self, key: str) -> int:
        """Value of one instance of a fan.

        Parameters
        ----------
        key : str
            Key of the fan, or another of its names.

        Raises
        ------
        RulesetError
            If no fan has that name, or it is a regional one.

        Examples
        --------
        >>> ruleset("mcr2006").fan_value("melded_and_concealed_kong")
        6
        """
        if not isinstance(key, str) or key not in _VALUES:
            key = fan_named(key).key
        if key == "two_concealed_kongs":
            return self.two_concealed_kongs_value
        if key == "melded_and_concealed_kong":
            return 0 if self.mixed_two_kongs == "sum3" else self.mixed_two_kongs
        if key == "flower_tiles":
            return self.flower_points
        return _VALUES[key]

    @property
    def flag_word(self) -> int:
        """The switches as one integer for the kernels; the bits are named in FLAG_BITS.

        Examples
        --------
        >>> word = ruleset("mcr2006").flag_word
        >>> [switch for switch, bit in FLAG_BITS.items() if word >> bit & 1][:2]
        [('two_concealed_kongs_value', 8), ('mixed_two_kongs', 6)]
        """
        return sum(1 << bit for (switch, value), bit in FLAG_BITS.items()
                   if getattr(self, switch) == value)  # fmt: skip


_VALUES: Final = {f.key: f.value for f in FANS}

FLAG_BITS: Final[dict[tuple[str, object], int]] = {
    ("two_concealed_kongs_value", 8): 0,
    ("mixed_two_kongs", "sum3"): 1,
    ("mixed_two_kongs", 6): 2,
    ("forced_concealed_selfdraw", "fully_concealed"): 3,
    ("lesser_knitted_plus_straight", True): 4,
    ("nine_gates_terminal_pungs", "none"): 5,
    ("nine_gates_terminal_pungs", "all"): 6,
    ("all_terminals_same_pungs", "drop_both"): 7,
    ("all_terminals_same_pungs", "count"): 8,
    ("knitted_body_waits", "pair_only"): 9,
    ("knitted_body_waits", "no"): 10,
    ("wait_counts_exhausted", True): 11,
    ("pairs_take_set_fan", True): 12,
    ("one_suit_voided", True): 13,
    ("strict98_voided_drop", True): 14,
    ("pung_by_discard", "concealed"): 15,
    ("two_concealed_with_kong", True): 16,
    ("concealed_kong_pair_extra", True): 17,
    ("terminal_chows_in_four_shifted", True): 18,
    ("wall_last_discard_claim_only", True): 19,
}
"""Bit of the flag word that is set when a switch has a value; min_fan and flower points are not
in the word, a kernel takes them as they are."""


def _check_switch(name: str, value: object, kind: Any) -> None:
    if kind is bool:
        if not isinstance(value, bool):
            raise RulesetError(f"{name}={value!r} is neither True nor False")
    elif kind is int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 100:
            raise RulesetError(f"{name}={value!r} is not a number from 0 to 100")
    elif choices := get_args(kind):
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise RulesetError(
                f"{name}={value!r} is not possible", hint="one of " + ", ".join(map(repr, choices))
            )
    elif not isinstance(value, str) or not value:
        raise RulesetError(f"{name}={value!r} is not a name")


_ONLINE: Final = RuleSet(name="mcr1998_online")
RULESETS: Final = {
    preset.name: preset
    for preset in (
        _ONLINE,
        RuleSet(
            name="mcr1998",
            mixed_two_kongs="sum3",
            nine_gates_terminal_pungs="all",
            all_terminals_same_pungs="drop_both",
            pairs_take_set_fan=False,
        ),
        RuleSet(
            name="mcr2006",
            two_concealed_kongs_value=8,
            mixed_two_kongs=6,
            forced_concealed_selfdraw="fully_concealed",
            lesser_knitted_plus_straight=False,
            nine_gates_terminal_pungs="none",
            all_terminals_same_pungs="count",
            knitted_body_waits="pair_only",
        ),
        RuleSet(name="mcr2014", two_concealed_kongs_value=8, mixed_two_kongs=6),
        replace(_ONLINE, name="mcr_noflower", flowers=0),
        replace(_ONLINE, name="mcr_beginner", min_fan=4),
    )
}
"""The presets by name."""
DEFAULT: Final = _ONLINE.name


def ruleset(which: str | RuleSet = DEFAULT) -> RuleSet:
    """Find a ruleset by name; a :class:`RuleSet` is returned as it is.

    Parameters
    ----------
    which : str or RuleSet
        ``mcr1998``, ``mcr1998_online`` (also ``online``; the default), ``mcr2006``, ``mcr2014``,
        ``mcr_noflower`` or ``mcr_beginner``.

    Returns
    -------
    RuleSet
        The preset.

    Raises
    ------
    RulesetError
        If there is none of that name.

    Examples
    --------
    >>> ruleset("online").min_fan, ruleset("mcr_beginner").min_fan
    (8, 4)
    """
    if isinstance(which, RuleSet):
        return which
    found = None
    if isinstance(which, str):
        found = RULESETS.get("mcr1998_online" if which == "online" else which)
    if found is None:
        raise RulesetError(
            f"unknown ruleset {which!r}", hint="one of " + ", ".join([*RULESETS, "online"])
        )
    return found
