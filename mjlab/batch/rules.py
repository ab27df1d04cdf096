"""A ruleset as numbers: what the scoring kernels take."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlab.kernels.score.fan_bits import N_BIG
from mjlab.rules import FANS, RuleSet
from mjlab.rules.exclusions import exclusions
from mjlab.rules.fans import FAN_INDEX

__all__ = ["RuleArrays", "rule_arrays"]


class RuleArrays(NamedTuple):
    """A ruleset for the kernels; table is int64[82,3], for each fan two words and its value.

    The words are what is not counted beside it; exclusions of single instances kernels know.
    """

    flags: int
    flower_points: int
    table: NDArray[np.int64]  # [82,3]: for each fan the two words of fan that it hides; its value


@lru_cache(maxsize=64)
def rule_arrays(rules: RuleSet) -> RuleArrays:
    """Put a ruleset into numbers."""
    table = np.zeros((len(FANS), 3), np.int64)
    excluded_by = exclusions(rules)
    for column, fan in enumerate(FANS):
        for exclusion in excluded_by.get(fan.key, ()):
            if exclusion.scope != "all":
                continue
            index = FAN_INDEX[exclusion.key]
            word, bit = (0, index) if index < N_BIG else (1, index - N_BIG)
            table[column, word] |= 1 << bit
        table[column, 2] = rules.fan_value(fan.key)
    table.setflags(write=False)
    return RuleArrays(rules.flag_word, rules.flower_points, table)
