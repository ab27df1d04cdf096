"""How numbers, paths and fan are written on the page."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from mjlab.frames.text import shown
from mjlab.rules.table import FANS, LOCAL_FANS, fan

__all__ = ["FILTERS", "between", "counted", "decimal", "finalize", "percent", "span"]


def counted(number: int, word: str) -> str:
    """A number and what is counted.

    Examples
    --------
    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {word}" + "s" * (number != 1)


def percent(rate: float) -> str:
    """A share in percent; a small one with a decimal, one below 1% with two.

    Examples
    --------
    >>> percent(0.125), percent(0.0125), percent(0.0004), percent(float("nan"))
    ('12%', '1.2%', '0.04%', '–')
    """
    return "–" if math.isnan(rate) else f"{rate:.{_digits(rate)}%}"


def _digits(rate: float) -> int:
    return 0 if not 0 < rate < 0.0995 else 1 if rate >= 0.00995 else 2


def between(low: float, high: float) -> str:
    """An interval of shares.

    Examples
    --------
    >>> between(0.127, 0.531), between(0.004, 0.021)
    ('13–53%', '0.4–2.1%')
    """
    digits = _digits(high)
    return f"{100 * low:.{digits}f}–{high:.{digits}%}"


def finalize(value: Any) -> Any:
    """What the template prints: plain text without a character that cannot be seen."""
    return shown(value) if type(value) is str else value


def decimal(value: float | None) -> str:
    """A number with a decimal.

    Examples
    --------
    >>> decimal(-3.25), decimal(None)
    ('−3.2', '–')
    """
    return "–" if value is None or math.isnan(value) else f"{value:,.1f}".replace("-", "−")


def span(low: float | None, high: float | None) -> str:
    """An interval of numbers.

    Examples
    --------
    >>> span(-3.25, 4.5), span(None, None)
    ('−3.2 to 4.5', '')
    """
    return "" if low is None or high is None else f"{decimal(low)} to {decimal(high)}"


def _signed(value: int) -> str:
    return f"{value:+,}".replace("-", "−") if value else "0"


def _grouped(value: float | None) -> str:
    """A whole number with its thousands apart."""
    return "–" if value is None else f"{int(value):,}".replace("-", "−")


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
