"""What `import mjlab` offers: scores, shanten, waits and discards, one hand at a time or many."""

from mjlab.api.score import explain, score
from mjlab.api.score_batch import STATUS, ScoreBatch, score_batch
from mjlab.api.shanten.answers import Discard, Discards, Shanten, Useful, Waits, tiles_of
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch
from mjlab.api.shanten.deals import random_deals
from mjlab.api.shanten.one import discards, shanten, useful, waits
from mjlab.reference.shanten import FORMS

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
    "random_deals",
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
