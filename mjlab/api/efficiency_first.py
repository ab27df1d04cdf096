"""What makes the first call of a function in a process quicker."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["unhindered"]

P = ParamSpec("P")
R = TypeVar("R")


def unhindered(function: Callable[P, R]) -> Callable[P, R]:
    """Let the garbage collector pause during the first call with each set of arguments.

    Then Numba is imported and kernels are loaded or compiled. That makes some million objects, none
    of them garbage, and the collector would look through all of them again and again: a fifth of
    the time. Later calls, and a collector that is off already, are left alone.

    Examples
    --------
    >>> @unhindered
    ... def collects(form="best"):
    ...     return gc.isenabled()
    >>> collects(), collects(), collects(form="regular")
    (False, True, False)
    """
    known: set[object] = set()

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        form = options.get("form")
        sets = getattr(args[0], "laid", None) is not None if args else False
        kind = form if isinstance(form, str) else None, sets, frozenset(options)
        if kind in known or not gc.isenabled():
            return function(*args, **options)
        known.add(kind)
        gc.disable()
        try:
            return function(*args, **options)
        finally:
            gc.enable()

    return call
