"""How numbers, paths and fan are written on the page."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from mjlab.frames.text import shown
from mjlab.rules.table import FANS, LOCAL_FANS, fan

__all__ = [
    "FILTERS", "between", "counted", "decimal", "finalize", "number", "percent", "span",
    "with_interval",
]  # fmt: skip


def counted(number: int, word: str) -> str:
    """A number and what is counted.

    Examples
    --------
    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {word}" + "s" * (number != 1)


def percent(rate: float | None, low: float | None = None, high: float | None = None) -> str:
    """A share in percent, with as many decimals as its interval can do with.

    Parameters
    ----------
    rate : float or None
        The share; a dash where there is none.
    low, high : float, optional
        The ends of its interval; left out, small shares have more decimals.

    Examples
    --------
    >>> percent(0.125), percent(0.0125), percent(0.0004), percent(float("nan"))
    ('12%', '1.2%', '0.04%', '–')
    >>> percent(0.18, 0.177, 0.198), percent(0.5, 0.28, 0.72)
    ('18.0%', '50%')
    """
    rate = _known(rate)
    if rate is None:
        return "–"
    places = 0 if not 0 < rate < 0.0995 else 1 if rate >= 0.00995 else 2
    if low is not None and high is not None:
        places = _places(low, high)
    return f"{rate:.{places}%}"


def between(low: float, high: float) -> str:
    """An interval of shares.

    Examples
    --------
    >>> between(0.127, 0.531), between(0.004, 0.021), between(0.0023, 0.0036)
    ('13–53%', '0.4–2.1%', '0.23–0.36%')
    """
    places = _places(low, high)
    return f"{100 * low:.{places}f}–{high:.{places}%}"


def _places(low: float, high: float) -> int:
    """Decimals of a percentage: more would be chance, with fewer its interval has no width."""
    return sum(high - low < width for width in (0.1, 0.01, 0.001))


def finalize(value: Any) -> Any:
    """What the template prints: plain text without a character that cannot be seen."""
    return shown(value) if type(value) is str else value


def number(value: float | None, places: int = 2) -> str:
    """A number with some decimals.

    Examples
    --------
    >>> number(-1234.5), number(2, 0), number(None)
    ('−1,234.50', '2', '–')
    """
    return "–" if _known(value) is None else f"{value:,.{places}f}".replace("-", "−")


def decimal(value: float | None) -> str:
    """A number with a decimal.

    Examples
    --------
    >>> decimal(-3.25), decimal(None)
    ('−3.2', '–')
    """
    return number(value, 1)


def span(low: float | None, high: float | None, places: int = 1) -> str:
    """An interval of numbers.

    Examples
    --------
    >>> span(-3.25, 4.5), span(None, None)
    ('−3.2 to 4.5', '')
    """
    if _known(low) is None or _known(high) is None:
        return ""
    return f"{number(low, places)} to {number(high, places)}"


def with_interval(
    value: float | None, low: float | None, high: float | None, *, share: bool
) -> Markup:
    """A share, or a mean with two decimals, and its interval in small figures.

    Examples
    --------
    >>> with_interval(0.5, 0.4, 0.6, share=True), with_interval(8, None, None, share=False)
    (Markup('50% <small>40–60%</small>'), Markup('8.00'))
    """
    low, high = _known(low), _known(high)
    if low is None or high is None:
        return Markup("{}").format(percent(value) if share else number(value))
    shown = percent(value, low, high) if share else number(value)
    ends = between(low, high) if share else span(low, high, 2)
    return Markup("{} <small>{}</small>").format(shown, ends)


def _known(value: float | None) -> float | None:
    """A number, or None for what is none."""
    return None if value is None or math.isnan(value) else value


def _signed(value: int) -> str:
    return f"{value:+,}".replace("-", "−") if value else "0"


def _grouped(value: float | None) -> str:
    """A whole number with its thousands apart."""
    return number(value, 0)


def _path(text: str) -> Markup:
    """A path that breaks behind its separators, not within a name."""
    return Markup("").join(
        escape(part) + Markup("<wbr>") * (part in ("/", "\\"))
        for part in re.split(r"([/\\])", shown(text))
    )


@cache
def _keys() -> re.Pattern[str]:
    keys = sorted((f.key for f in (*FANS, *LOCAL_FANS)), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(keys)})\b")


def _named(text: str) -> str:
    """A list of fan with their names in place of their keys."""
    return _keys().sub(lambda match: fan(match[0]).name, text)


FILTERS = {
    "between": between,
    "counted": counted,
    "decimal": decimal,
    "grouped": _grouped,
    "named": _named,
    "or_dash": lambda text: text or "–",
    "path": _path,
    "percent": percent,
    "signed": _signed,
    "span": span,
}
"""Filters of the template by name."""
