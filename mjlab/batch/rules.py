"""A ruleset as numbers: what the scoring kernels take."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.kernels.score.fan_bits import N_BIG
from mjlab.rules import FANS, RuleSet
from mjlab.rules.fans import FAN_INDEX

__all__ = ["RuleArrays", "rule_arrays"]

_CONCEALED_BY_NATURE = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
_STRICT_98_DROPPERS = (
    "big_three_dragons",
    "little_three_dragons",
    "big_three_winds",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
)


class RuleArrays(NamedTuple):
    """A ruleset for the kernels.

    ``table`` is int64[82,3]: for each fan the two words of fan (`mjlab.kernels.score.fan_bits`) that are
    not counted beside it, and its value. Exclusions of single instances are not in the table, the
    kernels know them.
    """

    flags: int
    flower_points: int
    table: NDArray[np.int64]


@lru_cache(maxsize=64)
def rule_arrays(rules: RuleSet) -> RuleArrays:
    """Put a ruleset into numbers.

    Examples
    --------
    >>> from mjlab.rules import ruleset
    >>> rule_arrays(ruleset("mcr2014")).table[52, 2]  # 双暗杠
    np.int64(8)
    """
    table = np.zeros((len(FANS), 3), np.int64)
    for column, fan in enumerate(FANS):
        for key in _excluded_by(fan.key, rules):
            index = FAN_INDEX[key]
            word, bit = (0, index) if index < N_BIG else (1, index - N_BIG)
            table[column, word] |= 1 << bit
        table[column, 2] = rules.fan_value(fan.key)
    table.setflags(write=False)
    return RuleArrays(rules.flag_word, rules.flower_points, table)


def _excluded_by(key: str, rules: RuleSet) -> set[str]:
    """Fan that are not counted at all beside a fan, under the switches of a ruleset."""
    excluded = {e.key for e in FANS[FAN_INDEX[key]].excludes if e.scope == "all"}
    if key in _CONCEALED_BY_NATURE and rules.forced_concealed_selfdraw == "fully_concealed":
        excluded.discard("fully_concealed_hand")
    if key == "nine_gates" and rules.nine_gates_terminal_pungs == "none":
        excluded.add("pung_of_terminals_or_honors")
    if key == "all_terminals":
        if rules.all_terminals_same_pungs == "count":
            excluded.discard("double_pung")
        elif rules.all_terminals_same_pungs == "drop_both":
            excluded.add("triple_pung")
    if key in _STRICT_98_DROPPERS and rules.strict98_voided_drop:
        excluded.add("one_voided_suit")
    if key == "four_pure_shifted_chows" and rules.terminal_chows_in_four_shifted:
        excluded.discard("two_terminal_chows")
    return excluded
