"""Values to arrays and back; everything a kernel sees has been checked here."""

from mjlab.encode.hands import HandBatch
from mjlab.encode.wins import CIRCUMSTANCE_BITS, WinBatch

__all__ = ["CIRCUMSTANCE_BITS", "HandBatch", "WinBatch"]
