"""The names of the forms, as a caller writes them."""

from __future__ import annotations

from typing import Any, Final

from mjlab.common.wording import folded, near_folded
from mjlab.errors import MjlabError
from mjlab.reference.shanten import FORMS

__all__ = ["FORMS_ZH", "form_named"]

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
_ELSEWHERE: Final = {
    "standard": "regular",
    "normal": "regular",
    "kokushi": "thirteen_orphans",
    "chiitoitsu": "seven_pairs",
}
"""What some forms are called by other packages."""


def form_named(form: Any, *more: str) -> str:
    """Find a form of :data:`mjlab.FORMS`, or one of `more`, by key or Chinese name.

    Capitals, spaces and signs make no difference; an unknown name is refused with what is near it.
    """
    shown = {form: f"{form} {zh}" for form, zh in FORMS_ZH.items()} | {one: one for one in more}
    known = {folded(n): form for form, zh in FORMS_ZH.items() for n in (form, zh)} | _FORMS_TOO
    known |= {one: one for one in more}
    wanted = folded(form) if isinstance(form, str) else ""
    if wanted not in known:
        if wanted in _ELSEWHERE:
            hint = f"{shown[_ELSEWHERE[wanted]]}?"
        else:
            hint = near_folded(wanted, {name: shown[key] for name, key in known.items()})
        raise MjlabError(
            f"unknown form {form!r}", hint=hint or f"one of {', '.join(shown.values())}"
        )
    return known[wanted]
