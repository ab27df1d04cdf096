"""The rules as data: the fan, the rulesets and the payments."""

from mjlab.rules.fans import FANS, LOCAL_FANS, Exclusion, Fan, fan
from mjlab.rules.payment import payment
from mjlab.rules.rulesets import RULESETS, RuleSet, ruleset

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
