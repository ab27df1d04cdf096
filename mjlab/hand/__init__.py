"""Meld, Hand and Win: small frozen values that cannot hold an impossible hand.

Everything is checked when it is made, so whoever holds one of these values may rely on it.
"""

from mjlab.hand.hands import Hand, Win
from mjlab.hand.meld import Meld, MeldKind

__all__ = ["Hand", "Meld", "MeldKind", "Win"]
