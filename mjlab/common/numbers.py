"""Whole numbers as callers give them."""

from __future__ import annotations

import operator
from typing import Any

__all__ = ["integer"]


def integer(value: Any) -> int | None:
    """Take any integer, NumPy's too, as int; None for anything else, truth values among it."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None
