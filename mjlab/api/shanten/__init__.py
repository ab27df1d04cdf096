"""Shanten, waits, useful tiles and discards: of one hand and of many."""

from mjlab.api.shanten.answers import Discard, Discards, Shanten, Useful, Waits, tiles_of
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch
from mjlab.api.shanten.batch_answers import DiscardsBatch, UsefulBatch, WaitsBatch
from mjlab.api.shanten.deals import random_deals
from mjlab.api.shanten.one import discards, shanten, useful, waits
from mjlab.reference.shanten import FORMS

__all__ = [
    "FORMS",
    "Discard",
    "Discards",
    "DiscardsBatch",
    "Shanten",
    "Useful",
    "UsefulBatch",
    "Waits",
    "WaitsBatch",
    "discards",
    "discards_batch",
    "random_deals",
    "shanten",
    "shanten_batch",
    "tiles_of",
    "useful",
    "useful_batch",
    "waits",
    "waits_batch",
]
