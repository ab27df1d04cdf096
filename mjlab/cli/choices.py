"""Names given as arguments: read whatever their case, with near ones told when there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from mjlab.errors import MjlabError, RulesetError

if TYPE_CHECKING:
    from mjlab.notation import Dialect
    from mjlab.rules import RuleSet

__all__ = ["DIALECT_HELP", "RULESET_ALIASES", "dialect_of", "near", "rules_of"]

RULESET_ALIASES: Final = ("online",)
"""Other names by which :func:`mjlab.rules.ruleset` knows a ruleset."""
DIALECT_HELP: Final = "auto, native, helper, botzone, chinese, unicode or ids"
"""The dialects for the help, which is printed without importing the notation."""


def near(name: str, names: Iterable[str]) -> str:
    """Tell which names could have been meant.

    Examples
    --------
    >>> near("mcr98", ["mcr1998", "mcr2006"])
    'mcr1998?'
    >>> near("chess", ["mcr1998", "mcr2006"])
    'one of mcr1998, mcr2006'
    """
    from difflib import get_close_matches

    known = list(names)
    found = get_close_matches(name.casefold(), known, n=3)
    return " or ".join(found) + "?" if found else "one of " + ", ".join(known)


def rules_of(name: str) -> RuleSet:
    """Find a ruleset by name, in capitals or not.

    Raises
    ------
    RulesetError
        If there is none of that name; near names are in the hint.

    Examples
    --------
    >>> rules_of("MCR2006").name, rules_of("Online").name
    ('mcr2006', 'mcr1998_online')
    """
    from mjlab.rules import RULESETS, ruleset

    known = (*RULESETS, *RULESET_ALIASES)
    wanted = name.strip().casefold()
    if wanted not in known:
        raise RulesetError(f"unknown ruleset {name!r}", hint=near(name, known))
    return ruleset(wanted)


def dialect_of(name: str) -> Dialect:
    """Find a dialect by name, in capitals or not.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> dialect_of("Native")
    'native'
    """
    from mjlab.notation import DIALECTS

    known = ("auto", *DIALECTS)
    wanted = name.strip().casefold()
    if wanted not in known:
        raise MjlabError(f"unknown dialect {name!r}", hint=near(name, known))
    return cast("Dialect", wanted)
