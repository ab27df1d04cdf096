"""Text from strangers: what cannot be seen, or be stored, is written as an escape."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["shown", "visible"]

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
