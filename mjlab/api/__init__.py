"""What `import mjlab` offers: scores, shanten, waits and discards, one hand at a time or many."""

from mjlab.api.efficiency import discards, shanten, useful, waits
from mjlab.api.efficiency_batch import (
    discards_batch,
    shanten_batch,
    useful_batch,
    waits_batch,
)
from mjlab.api.efficiency_results import Discard, Discards, Shanten, Useful, Waits, tiles_of
from mjlab.api.scoring import STATUS, ScoreBatch, explain, score, score_batch
from mjlab.reference.efficiency import FORMS

__all__ = [
    "FORMS",
    "STATUS",
    "Discard",
    "Discards",
    "ScoreBatch",
    "Shanten",
    "Useful",
    "Waits",
    "discards",
    "discards_batch",
    "explain",
    "score",
    "score_batch",
    "shanten",
    "shanten_batch",
    "tiles_of",
    "useful",
    "useful_batch",
    "waits",
    "waits_batch",
]
