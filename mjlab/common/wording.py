"""How things are put into words: numbers, shares, near names, and text from strangers.

A number that is missing (None or NaN) is a dash, and a minus is the sign ``−``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final, Literal
from unicodedata import combining, normalize

from mjlab.errors import MjlabError

__all__ = [
    "LANGUAGES",
    "Language",
    "check_language",
    "decimals",
    "not_missing",
    "number",
    "plural",
    "rounded",
    "span",
    "between",
    "exact_percent",
    "one_in",
    "percent",
    "alike",
    "folded",
    "near",
    "near_folded",
    "printable",
    "shown",
    "visible",
]

Language = Literal["en", "zh", "both"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh", "both")
"""What `language=` may be: English, Chinese, or everything in both."""


def check_language(language: object) -> None:
    """Refuse what is none of :data:`LANGUAGES`."""
    if language not in LANGUAGES:
        raise MjlabError(f"unknown language {language!r}", hint="one of " + ", ".join(LANGUAGES))


_DASH: Final = "–"

# Numbers -----------------------------------------------------------------------------------

_STEPS: Final = 5
"""Into so many steps, at least, digits part an interval."""
_MOST_DECIMALS: Final = 6


def not_missing(value: float | None) -> float | None:
    """A number, or None for what is none."""
    return None if value is None or math.isnan(value) else value


def number(value: float | None, places: int = 2) -> str:
    """A number with some decimals: ``−1,234.50``."""
    return _DASH if not_missing(value) is None else f"{value:,.{places}f}".replace("-", "−")


def rounded(value: float, places: int, *, signed: bool = False) -> str:
    """A number with some decimals, with ``+`` too if `signed`; what is rounded to 0 has no sign."""
    if math.isnan(value):
        return _DASH
    text = f"{value:+,.{places}f}" if signed else f"{value:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else f"{0:.{places}f}"


def span(low: float | None, high: float | None, places: int = 1) -> str:
    """An interval of numbers, ``−3.2 to 4.5``; nothing where an end is missing."""
    if not_missing(low) is None or not_missing(high) is None:
        return ""
    return f"{number(low, places)} to {number(high, places)}"


def decimals(low: float, high: float, least: int = 0) -> int:
    """So many decimals, at least `least`, are worth telling of a number with this interval."""
    width = high - low
    if math.isnan(width) or width <= 0:
        return least
    return max(least, min(_MOST_DECIMALS, math.ceil(math.log10(_STEPS / width))))


def plural(number: int, word: str) -> str:
    """A number and what there are so many of: ``1 hand``, ``1,200 hands``."""
    return f"{number:,} {word}" + "s" * (number != 1)


# Shares ------------------------------------------------------------------------------------


def percent(rate: float | None, low: float | None = None, high: float | None = None) -> str:
    """A share in percent, with as many decimals as its interval (low to high) can do with.

    Without an interval, small shares have more decimals.
    """
    rate = not_missing(rate)
    if rate is None:
        return _DASH
    places = 0 if not 0 < rate < 0.0995 else 1 if rate >= 0.00995 else 2
    if low is not None and high is not None:
        places = _places(low, high)
    return f"{rate:.{places}%}"


def between(low: float, high: float) -> str:
    """An interval of shares: ``0.4–2.1%``."""
    places = _places(low, high)
    return f"{100 * low:.{places}f}–{high:.{places}%}"


def _places(low: float, high: float) -> int:
    """Decimals of a percentage: more would be chance, with fewer its interval has no width."""
    return sum(high - low < width for width in (0.1, 0.01, 0.001))


def exact_percent(number: float) -> str:
    """A share that was counted, in percent: only all is ``100%`` and only none ``0%``.

    Almost all is ``>99.99%``; less than 0.01 % keeps two digits, as a power of ten.
    """
    if number != number:
        return _DASH
    if number in (0, 1):
        return f"{number:.0%}"
    if number < 0.0001:
        return f"{number:.1e}"
    return f"{number:.2%}" if number < 0.99995 else ">99.99%"


def one_in(number: float) -> str:
    """Odds, the whole over the part: ``8.45``, ``10,261,468``."""
    if number != number:
        return _DASH
    return f"{number:,.2f}" if number < 100 else f"{number:,.0f}"


# Names that were meant ---------------------------------------------------------------------

_MOST_NEAR: Final = 6


def folded(name: str) -> str:
    """A name without case, tones, spaces, underscores and signs, full-width letters made plain."""
    plain = normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c.isalnum() and not combining(c))


def near_folded(name: str, known: Mapping[str, str]) -> str:
    """Which names could have been meant, as a hint: those it is part of, else those like it.

    `known` has what each is shown as by the name as :func:`folded` gives it.
    """
    wanted = folded(name)
    parts = [one for one in known if wanted and wanted in one]
    names = parts or get_close_matches(wanted, known, n=_MOST_NEAR)
    return _or(list(dict.fromkeys(known[one] for one in names))[:_MOST_NEAR])


def alike(name: str, known: Iterable[str]) -> list[str]:
    """At most three names that begin like this one, else three that are like it."""
    names = list(known)
    begun = [one for one in names if name and one.startswith(name)]
    return begun[:3] or get_close_matches(name, names, n=3)


def near(name: str, known: Iterable[str], most: int | None = None, *, begun: bool = True) -> str:
    """Which names could have been meant, as a hint: those alike, else all, or the first `most`.

    Without `begun` names that begin so are not preferred.
    """
    names = list(known)
    found = alike(name, names) if begun else get_close_matches(name, names, n=3)
    rest = ", ..." * (len(names) > len(names[:most]))
    return _or(found) or "one of " + ", ".join(names[:most]) + rest


def _or(names: list[str]) -> str:
    return " or ".join(names) + "?" if names else ""


# Text from strangers -----------------------------------------------------------------------

_UNSEEN: Final = (
    "[\x00-\x1f\x7f-\x9f\xad"  # control characters, the soft hyphen
    "\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # direction, breaks, no width
    "\ud800-\udfff"  # lone surrogates: no encoding holds them
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f]"  # marks of no width, tags
)
"""What is escaped. The joiners U+200C and U+200D are not: scripts and composed signs need them."""
_LIKE_AN_ESCAPE: Final = r"x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}"
_SHOWN: Final = re.compile(_UNSEEN)
_VISIBLE: Final = re.compile(rf"(\\+)(?={_UNSEEN}|{_LIKE_AN_ESCAPE})|{_UNSEEN}")


def printable(text: str, stand_in: str = " ") -> str:
    """Make a text fit for one line of a terminal: what cannot be printed becomes the stand-in."""
    return "".join(c if c.isprintable() else stand_in for c in text)


def shown(text: str) -> str:
    r"""Write each character that cannot be seen as an escape (``\u202e``).

    UTF-8 can hold the text, and it steers neither a terminal nor the direction of words around it.
    """
    return _SHOWN.sub(_escaped, text)


def visible(text: str) -> str:
    r"""Escape like :func:`shown`, in such a way that different texts stay different.

    Backslashes before an escape, or before what looks like one, are doubled.
    """
    if text.isprintable() and "\\" not in text:  # nearly all texts, told at once
        return text
    return _VISIBLE.sub(lambda m: 2 * m[1] if m[1] else _escaped(m), text)


def _escaped(match: re.Match[str]) -> str:
    point = ord(match[0])
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
