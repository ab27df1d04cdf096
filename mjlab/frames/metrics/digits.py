"""How many digits a number is told with: no fewer than its interval tells apart."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["decimals", "told"]

_STEPS: Final = 5
"""Into so many steps, at least, digits part an interval."""
_MOST: Final = 6


def decimals(low: float, high: float, least: int = 0) -> int:
    """Take the number of decimals from the width of an interval.

    Parameters
    ----------
    low, high : float
        Its ends, as they are told: of a share in percent.
    least : int
        So many in any case.

    Examples
    --------
    >>> decimals(13, 53), decimals(17.88, 18.18), decimals(-0.5, -0.4), decimals(math.nan, 1, 2)
    (0, 2, 2, 2)
    """
    width = high - low
    if math.isnan(width) or width <= 0:
        return least
    return max(least, min(_MOST, math.ceil(math.log10(_STEPS / width))))


def told(value: float, digits: int, *, signed: bool = False) -> str:
    """Write a number with some decimals; what is rounded to 0 has no sign.

    Examples
    --------
    >>> told(-0.04, 1), told(-1234.5, 1), told(2, 0, signed=True), told(math.nan, 1)
    ('0.0', '−1,234.5', '+2', '–')
    """
    if math.isnan(value):
        return "–"
    text = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else f"{0:.{digits}f}"
