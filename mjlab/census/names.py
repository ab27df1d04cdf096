"""Names of fan and forms as a person writes them, with near ones told when there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final
from unicodedata import combining, normalize

from mjlab.api import FORMS
from mjlab.errors import MjlabError, RulesetError
from mjlab.rules import FANS, LOCAL_FANS, Fan

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
_SHOWN: Final = 6
"""So many near names at most are told."""


def fan_named(name: Any) -> Fan:
    """Find a fan that a census counts.

    Parameters
    ----------
    name : str
        Key, Chinese, traditional or English name, or pinyin; capitals, tones, spaces, underscores
        and signs make no difference.

    Returns
    -------
    Fan
        The fan.

    Raises
    ------
    RulesetError
        If none has that name; the hint tells those with it as a part, or similar ones.
    MjlabError
        If it is a regional fan.

    Examples
    --------
    >>> fan_named("half flush").key, fan_named("Half_Flush").key, fan_named("hun yi se").key
    ('half_flush', 'half_flush', 'half_flush')
    >>> fan_named("清一")
    Traceback (most recent call last):
    mjlab.errors.RulesetError: no fan is called '清一'
      hint: 清一色 full_flush?
    """
    wanted = _folded(name) if isinstance(name, str) else ""
    found = _fans().get(wanted)
    if found is None:
        hint = _near(wanted, {n: f"{one.zh} {one.key}" for n, one in _fans().items()})
        raise RulesetError(
            f"no fan is called {name!r}",
            hint=hint or "all_chows, 平和 or All_Chows; 'mjlab fans' lists all",
        )
    if found.local:
        raise MjlabError(f"{name} is a regional fan, which no ruleset here counts")
    return found


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
    known = {_folded(n): form for form, zh in FORMS_ZH.items() for n in (form, zh)} | _FORMS_TOO
    wanted = _folded(name) if isinstance(name, str) else ""
    if wanted not in known:
        every = "one of " + ", ".join(f"{form} {zh}" for form, zh in FORMS_ZH.items())
        hint = _near(wanted, {n: f"{form} {FORMS_ZH[form]}" for n, form in known.items()})
        raise MjlabError(f"unknown form {name!r}", hint=hint or every)
    return known[wanted]


@cache
def _fans() -> Mapping[str, Fan]:
    return {
        _folded(name): one
        for one in (*LOCAL_FANS, *FANS)
        for name in (one.key, one.zh, one.zh_hant, one.en, one.pinyin)
    }


def _near(wanted: str, known: Mapping[str, str]) -> str:
    """What could have been meant: names with `wanted` as a part, or else similar ones."""
    parts = [name for name in known if wanted and wanted in name]
    names = parts or get_close_matches(wanted, known, n=_SHOWN)
    shown = _first(known[name] for name in names)
    return f"{' or '.join(shown)}?" if shown else ""


def _first(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))[:_SHOWN]


def _folded(name: str) -> str:
    """A name without case, tones, spaces, underscores and signs."""
    plain = normalize("NFD", name.casefold())
    return "".join(c for c in plain if c.isalnum() and not combining(c))
