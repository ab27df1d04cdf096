"""One predicate for each of the 82 fan, by family.

:data:`PREDICATES` holds them by key, in the order of :data:`mjlab.rules.FANS`.
"""

from typing import Final

from mjlab.reference.score.predicates import chows, pungs, shapes, tiles, winning
from mjlab.reference.score.predicates._registry import REGISTERED, Predicate
from mjlab.rules import FANS

__all__ = ["PREDICATES", "Predicate", "chows", "pungs", "shapes", "tiles", "winning"]

PREDICATES: Final[dict[str, Predicate]] = {fan.key: REGISTERED[fan.key] for fan in FANS}
"""Key of a fan to its predicate."""
