"""Text from strangers: what cannot be seen, or be stored, is written as an escape."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final
from unicodedata import combining, normalize

__all__ = [
    "decimals",
    "folded",
    "near_names",
    "one_in",
    "plain",
    "percent",
    "exact_percent",
    "shown",
    "told",
    "visible",
]


_STEPS: Final = 5
"""Into so many steps, at least, digits part an interval."""
_MOST: Final = 6


def decimals(low: float, high: float, least: int = 0) -> int:
    """Take the number of decimals from the width of an interval.

    Parameters
    ----------
    low, high : float
        Its ends, as they are told: of a share in percent.
    least : int
        So many in any case.

    Examples
    --------
    >>> decimals(13, 53), decimals(17.88, 18.18), decimals(-0.5, -0.4), decimals(math.nan, 1, 2)
    (0, 2, 2, 2)
    """
    width = high - low
    if math.isnan(width) or width <= 0:
        return least
    return max(least, min(_MOST, math.ceil(math.log10(_STEPS / width))))


def told(value: float, digits: int, *, signed: bool = False) -> str:
    """Write a number with some decimals; what is rounded to 0 has no sign.

    Examples
    --------
    >>> told(-0.04, 1), told(-1234.5, 1), told(2, 0, signed=True), told(math.nan, 1)
    ('0.0', '−1,234.5', '+2', '–')
    """
    if math.isnan(value):
        return "–"
    text = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else f"{0:.{digits}f}"


_MOST_NEAR: Final = 6
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
    names = parts or get_close_matches(wanted, known, n=_MOST_NEAR)
    shown = list(dict.fromkeys(known[one] for one in names))[:_MOST_NEAR]
    return f"{' or '.join(shown)}?" if shown else ""


def exact_percent(number: float) -> str:
    """Write a share in percent.

    Parameters
    ----------
    number : float
        0 to 1; NaN where there is nothing to have a share of.

    Returns
    -------
    str
        Exactly all is ``100%`` and exactly none ``0%``, and nothing else is; what is almost all is
        ``>99.99%``; what is less than 0.01 % keeps two digits, as a power of ten; a missing share
        is a dash.

    Examples
    --------
    >>> [exact_percent(number) for number in (1, 0.99999, 0.5692, 1.2e-6, 0, float("nan"))]
    ['100%', '>99.99%', '56.92%', '1.2e-06', '0%', '–']
    """
    if number != number:
        return "–"
    if number in (0, 1):
        return f"{number:.0%}"
    if number < 0.0001:
        return f"{number:.1e}"
    return f"{number:.2%}" if number < 0.99995 else ">99.99%"


def one_in(number: float) -> str:
    """Write odds: the whole over the part; NaN, where there is no part, is a dash.

    Examples
    --------
    >>> [one_in(number) for number in (8.449, 113.7, 10_261_468.2, float("nan"))]
    ['8.45', '114', '10,261,468', '–']
    """
    if number != number:
        return "–"
    return f"{number:,.2f}" if number < 100 else f"{number:,.0f}"


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


def shown(text: str) -> str:
    r"""Write each character that cannot be seen as an escape.

    Parameters
    ----------
    text : str
        Any text, lone surrogates and control characters included.

    Returns
    -------
    str
        Text that UTF-8 can hold and that steers nothing: neither a terminal nor the direction of
        the words around it.

    Examples
    --------
    >>> print(shown("P0\u202e\x00"))
    P0\u202e\x00
    """
    return _SHOWN.sub(_escaped, text)


def visible(text: str) -> str:
    r"""Escape like :func:`shown`, in such a way that different texts stay different.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        As of :func:`shown`; backslashes before an escape, or before what looks like one, are
        doubled.

    Examples
    --------
    >>> print(visible("P\udce9"), visible(r"P\udce9"), visible(r"C:\logs"))
    P\udce9 P\\udce9 C:\logs
    """
    if text.isprintable() and "\\" not in text:  # nearly all texts, told at once
        return text
    return _VISIBLE.sub(lambda m: 2 * m[1] if m[1] else _escaped(m), text)


def _escaped(match: re.Match[str]) -> str:
    point = ord(match[0])
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def counted(number: int, word: str) -> str:
    """A number and what is counted.

    Examples
    --------
    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {word}" + "s" * (number != 1)


def percent(rate: float | None, low: float | None = None, high: float | None = None) -> str:
    """A share in percent, with as many decimals as its interval can do with.

    Parameters
    ----------
    rate : float or None
        The share; a dash where there is none.
    low, high : float, optional
        The ends of its interval; left out, small shares have more decimals.

    Examples
    --------
    >>> percent(0.125), percent(0.0125), percent(0.0004), percent(float("nan"))
    ('12%', '1.2%', '0.04%', '–')
    >>> percent(0.18, 0.177, 0.198), percent(0.5, 0.28, 0.72)
    ('18.0%', '50%')
    """
    rate = known(rate)
    if rate is None:
        return "–"
    places = 0 if not 0 < rate < 0.0995 else 1 if rate >= 0.00995 else 2
    if low is not None and high is not None:
        places = _places(low, high)
    return f"{rate:.{places}%}"


def between(low: float, high: float) -> str:
    """An interval of shares.

    Examples
    --------
    >>> between(0.127, 0.531), between(0.004, 0.021), between(0.0023, 0.0036)
    ('13–53%', '0.4–2.1%', '0.23–0.36%')
    """
    places = _places(low, high)
    return f"{100 * low:.{places}f}–{high:.{places}%}"


def _places(low: float, high: float) -> int:
    """Decimals of a percentage: more would be chance, with fewer its interval has no width."""
    return sum(high - low < width for width in (0.1, 0.01, 0.001))


def number(value: float | None, places: int = 2) -> str:
    """A number with some decimals.

    Examples
    --------
    >>> number(-1234.5), number(2, 0), number(None)
    ('−1,234.50', '2', '–')
    """
    return "–" if known(value) is None else f"{value:,.{places}f}".replace("-", "−")


def decimal(value: float | None) -> str:
    """A number with a decimal.

    Examples
    --------
    >>> decimal(-3.25), decimal(None)
    ('−3.2', '–')
    """
    return number(value, 1)


def span(low: float | None, high: float | None, places: int = 1) -> str:
    """An interval of numbers.

    Examples
    --------
    >>> span(-3.25, 4.5), span(None, None)
    ('−3.2 to 4.5', '')
    """
    if known(low) is None or known(high) is None:
        return ""
    return f"{number(low, places)} to {number(high, places)}"


def known(value: float | None) -> float | None:
    """A number, or None for what is none."""
    return None if value is None or math.isnan(value) else value


def signed(value: int) -> str:
    return f"{value:+,}".replace("-", "−") if value else "0"


def grouped(value: float | None) -> str:
    """A whole number with its thousands apart."""
    return number(value, 0)


def plain(text: str, longest: int | None = None) -> str:
    r"""Make a text from a log fit for one line: what cannot be printed becomes a space.

    Parameters
    ----------
    text : str
        A name, an id, a path or a whole message.
    longest : int, optional
        To how many characters it is cut.

    Examples
    --------
    >>> plain("P0\n\x1b[31m", 4)
    'P0  '
    """
    return "".join(c if c.isprintable() else " " for c in text[:longest])
