"""Values to arrays and back; everything a kernel sees has been checked here."""

from mjlab.batch.hands import HandBatch
from mjlab.batch.wins import CIRCUMSTANCE_BITS, WinBatch

__all__ = ["CIRCUMSTANCE_BITS", "HandBatch", "WinBatch"]
