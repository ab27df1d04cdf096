"""The readable scorer: every rule as a small piece of plain Python, and the explanations."""

from mjlab.reference.explain import Explanation
from mjlab.reference.readings import Group, Reading, readings
from mjlab.reference.scorer import Score, ScoredReading, score
from mjlab.reference.waits import waits

__all__ = [
    "Explanation",
    "Group",
    "Reading",
    "Score",
    "ScoredReading",
    "readings",
    "score",
    "waits",
]
