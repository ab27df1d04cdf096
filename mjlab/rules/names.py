"""Names as people write them: compared without case, tones and signs, near ones told."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final
from unicodedata import combining, normalize

__all__ = ["folded", "near_names"]

_SHOWN: Final = 6
"""So many near names at most are told."""


def folded(name: str) -> str:
    """A name without case, tones, spaces, underscores and signs, full-width letters made plain.

    Examples
    --------
    >>> folded("Half_Flush"), folded("hùn yī sè")
    ('halfflush', 'hunyise')
    """
    plain = normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c.isalnum() and not combining(c))


def near_names(name: str, known: Mapping[str, str]) -> str:
    """What a name could have been meant for, as a hint; empty if nothing is near.

    Parameters
    ----------
    name : str
        The name.
    known : mapping of str to str
        Names as :func:`folded` gives them, and what each is shown as.

    Examples
    --------
    >>> near_names("flush", {"halfflush": "混一色", "fullflush": "清一色", "allchows": "平和"})
    '混一色 or 清一色?'
    """
    wanted = folded(name)
    parts = [one for one in known if wanted and wanted in one]
    names = parts or get_close_matches(wanted, known, n=_SHOWN)
    shown = list(dict.fromkeys(known[one] for one in names))[:_SHOWN]
    return f"{' or '.join(shown)}?" if shown else ""
