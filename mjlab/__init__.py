"""Chinese Official mahjong (MCR) in Python: score, read and study hands.

Everything public is reached from here; a name is loaded when it is first used.
"""

__version__ = "0.1.0"
