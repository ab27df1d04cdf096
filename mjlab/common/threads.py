"""How many threads a caller may ask for."""

from __future__ import annotations

import operator
from typing import Any

from mjlab.errors import MjlabError

__all__ = ["threads_asked"]


def threads_asked(threads: Any) -> int:
    """Take a number of threads; refuse what is none.

    Examples
    --------
    >>> threads_asked(2)
    2
    """
    try:
        number = operator.index(threads)
    except TypeError:
        number = 0
    if isinstance(threads, bool) or number < 1:
        raise MjlabError(f"threads={threads!r} is not a number of threads", hint="threads=1")
    return number
