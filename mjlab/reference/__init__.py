"""The readable scorer: every rule as a small piece of plain Python, and the explanations."""

from mjlab.reference.score.explain import Explanation
from mjlab.reference.score.readings import Group, Reading, readings
from mjlab.reference.score.scored import ScoredReading
from mjlab.reference.score.scorer import Score, score
from mjlab.reference.score.waits import waits

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
