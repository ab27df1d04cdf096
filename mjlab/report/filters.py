"""How numbers, paths and fan are written on the page."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any

from markupsafe import Markup, escape

from mjlab.common.wording import (
    between,
    not_missing,
    number,
    percent,
    plural,
    rounded,
    shown,
    span,
)
from mjlab.rules.fans import FANS, LOCAL_FANS, fan

__all__ = ["FILTERS", "finalize", "with_interval"]


def finalize(value: Any) -> Any:
    """What the template prints: plain text without a character that cannot be seen."""
    return shown(value) if type(value) is str else value


def with_interval(
    value: float | None, low: float | None, high: float | None, *, share: bool
) -> Markup:
    """A share, or a mean with two decimals, and its interval in small figures."""
    low, high = not_missing(low), not_missing(high)
    if low is None or high is None:
        return Markup("{}").format(percent(value) if share else number(value))
    text = percent(value, low, high) if share else number(value)
    ends = between(low, high) if share else span(low, high, 2)
    return Markup("{} <small>{}</small>").format(text, ends)


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
    "plural": plural,
    "decimal": partial(number, places=1),
    "grouped": partial(number, places=0),
    "named": _named,
    "or_dash": lambda text: text or "–",
    "path": _path,
    "percent": percent,
    "signed": partial(rounded, places=0, signed=True),
    "span": span,
}
"""Filters of the template by name."""
