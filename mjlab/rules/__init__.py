"""The rules as data: the fan, the rulesets and the payments."""

from mjlab.rules.payment import payment
from mjlab.rules.rulesets import RULESETS, RuleSet, ruleset
from mjlab.rules.table import FANS, LOCAL_FANS, Exclusion, Fan, fan

__all__ = [
    "FANS",
    "LOCAL_FANS",
    "RULESETS",
    "Exclusion",
    "Fan",
    "RuleSet",
    "fan",
    "payment",
    "ruleset",
]
