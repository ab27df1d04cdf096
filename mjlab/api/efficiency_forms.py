"""The names of the forms, as a caller writes them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Final

from mjlab.errors import MjlabError
from mjlab.reference.efficiency import FORMS

__all__ = ["unknown_form"]

_ELSEWHERE: Final = {
    "standard": "regular",
    "normal": "regular",
    "kokushi": "thirteen_orphans",
    "chiitoitsu": "seven_pairs",
}
"""What some forms are called by other packages."""


def unknown_form(form: Any, *, every: bool = False) -> MjlabError:
    """The error for what is no form; `every` where ``"all"`` may be asked for.

    Examples
    --------
    >>> print(unknown_form("standard"))  # doctest: +NORMALIZE_WHITESPACE
    unknown form 'standard'
      hint: 'regular'? others: best, seven_pairs, thirteen_orphans,
      honors_and_knitted, knitted_straight
    """
    names = ["best", *(["all"] if every else []), *FORMS]
    name = str(form).casefold().replace(" ", "_")
    near = [_ELSEWHERE[name]] if name in _ELSEWHERE else get_close_matches(name, names, n=1)
    others = ", ".join(other for other in names if other not in near)
    if not near:
        return MjlabError(f"unknown form {form!r}", hint=others)
    return MjlabError(f"unknown form {form!r}", hint=f"{near[0]!r}? others: {others}")
