"""How numbers, paths and fan are written on the page."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from mjlab.frames.text import shown
from mjlab.rules.table import FANS, LOCAL_FANS, fan

__all__ = ["FILTERS", "between", "counted", "finalize", "percent"]


def counted(number: int, word: str) -> str:
    """A number and what is counted.

    Examples
    --------
    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {word}" + "s" * (number != 1)


def percent(rate: float) -> str:
    """A share in percent.

    Examples
    --------
    >>> percent(0.125), percent(float("nan"))
    ('12%', '–')
    """
    return "–" if math.isnan(rate) else f"{rate:.0%}"


def between(low: float, high: float) -> str:
    """An interval of shares.

    Examples
    --------
    >>> between(0.127, 0.531)
    '13–53%'
    """
    return f"{100 * low:.0f}–{high:.0%}"


def finalize(value: Any) -> Any:
    """What the template prints: plain text without a character that cannot be seen."""
    return shown(value) if type(value) is str else value


def _decimal(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _signed(value: int) -> str:
    return f"{value:+,}".replace("-", "−") if value else "0"


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
    "decimal": _decimal,
    "named": _named,
    "or_dash": lambda text: text or "–",
    "path": _path,
    "percent": percent,
    "signed": _signed,
}
"""Filters of the template by name."""
