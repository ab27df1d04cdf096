"""Every hand there is, scored and counted: the census of Chinese Official mahjong.

:func:`run` enumerates all complete hands with all their winning tiles, or with some sets claimed,
and returns a :class:`Census`: exact numbers and tables. ``docs/census.md`` explains what is
counted.

Examples
--------
>>> from mjlab import census
>>> found = census.run(where="fans=nine_gates")
>>> found.hands, found.physical_hands
(27, 8650752)
"""

from mjlab.census.filters import Filter
from mjlab.census.result import Census
from mjlab.census.run import run

__all__ = ["Census", "Filter", "run"]
