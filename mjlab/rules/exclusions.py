"""Which fan are not counted beside which, under the switches of a ruleset.

These are the facts; how they are applied to a hand, each scorer decides for itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mjlab.rules.fans import FANS, Exclusion
from mjlab.rules.rulesets import RuleSet

__all__ = ["CONCEALED_BY_NATURE", "exclusions"]

CONCEALED_BY_NATURE: Final = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
"""必为门清: fan of hands that cannot but be concealed."""

_STRICT_VOIDED: Final = (
    "big_three_dragons",
    "little_three_dragons",
    "big_three_winds",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
)
"""Fan that swallow 缺一门 in the strict mode of a public calculator (``strict98_voided_drop``)."""


@lru_cache(maxsize=64)
def exclusions(rules: RuleSet) -> dict[str, tuple[Exclusion, ...]]:
    """By key the exclusions of every fan that has any: the table, changed by the switches."""
    table = {fan.key: {e.key: e for e in fan.excludes} for fan in FANS}

    def add(key: str, hidden: str) -> None:
        table[key][hidden] = Exclusion(hidden, "all", from_text=False)

    if rules.forced_concealed_selfdraw == "fully_concealed":
        for key in CONCEALED_BY_NATURE:
            table[key].pop("fully_concealed_hand", None)
    if rules.nine_gates_terminal_pungs == "none":
        add("nine_gates", "pung_of_terminals_or_honors")
    elif rules.nine_gates_terminal_pungs == "all":
        del table["nine_gates"]["pung_of_terminals_or_honors"]
    if rules.all_terminals_same_pungs == "drop_both":
        add("all_terminals", "triple_pung")
    elif rules.all_terminals_same_pungs == "count":
        del table["all_terminals"]["double_pung"]
    if rules.terminal_chows_in_four_shifted:
        del table["four_pure_shifted_chows"]["two_terminal_chows"]
    if not rules.concealed_kong_pair_extra:
        add("four_concealed_pungs", "two_concealed_kongs")
        add("three_concealed_pungs", "two_concealed_kongs")
    if rules.one_suit_voided:
        # What implies a full flush implies what the full flush does.
        for key in [key for key, listed in table.items() if "full_flush" in listed]:
            add(key, "one_voided_suit")
    if rules.strict98_voided_drop:
        for key in _STRICT_VOIDED:
            add(key, "one_voided_suit")
    return {key: tuple(listed.values()) for key, listed in table.items() if listed}
