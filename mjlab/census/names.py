"""Names of fan and forms as a person writes them, with near ones told when there is none."""

from __future__ import annotations

from typing import Any, Final

from mjlab.api import FORMS
from mjlab.errors import MjlabError
from mjlab.rules.names import folded, near_names
from mjlab.rules.table import fan_named

__all__ = ["FORMS_ZH", "fan_named", "form_named"]

FORMS_ZH: Final = dict(zip(FORMS, ("四副一将", "七对", "十三幺", "全不靠", "组合龙"), strict=True))
"""Chinese names of the forms; 全不靠 stands for 七星不靠 too."""
_FORMS_TOO: Final = {
    "四组一对": "regular",
    "sets": "regular",
    "七對": "seven_pairs",
    "十三么": "thirteen_orphans",
    "七星不靠": "honors_and_knitted",
    "組合龍": "knitted_straight",
}


def form_named(name: Any) -> str:
    """Find a form of :data:`mjlab.FORMS`, by key or Chinese name.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> form_named("七对"), form_named("Seven Pairs"), form_named("七星不靠")
    ('seven_pairs', 'seven_pairs', 'honors_and_knitted')
    """
    known = {folded(n): form for form, zh in FORMS_ZH.items() for n in (form, zh)} | _FORMS_TOO
    wanted = folded(name) if isinstance(name, str) else ""
    if wanted not in known:
        every = "one of " + ", ".join(f"{form} {zh}" for form, zh in FORMS_ZH.items())
        hint = near_names(wanted, {n: f"{form} {FORMS_ZH[form]}" for n, form in known.items()})
        raise MjlabError(f"unknown form {name!r}", hint=hint or every)
    return known[wanted]
