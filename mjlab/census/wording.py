"""Shares and odds as text, so that none looks like what it is not."""

from __future__ import annotations

__all__ = ["one_in", "percent"]


def percent(share: float) -> str:
    """Write a share in percent.

    Parameters
    ----------
    share : float
        0 to 1; NaN where there is nothing to have a share of.

    Returns
    -------
    str
        Exactly all is ``100%`` and exactly none ``0%``, and nothing else is; what is almost all is
        ``>99.99%``; what is less than 0.01 % keeps two digits, as a power of ten; a missing share
        is a dash.

    Examples
    --------
    >>> [percent(share) for share in (1, 0.99999, 0.5692, 1.2e-6, 0, float("nan"))]
    ['100%', '>99.99%', '56.92%', '1.2e-06', '0%', '–']
    """
    if share != share:
        return "–"
    if share in (0, 1):
        return f"{share:.0%}"
    if share < 0.0001:
        return f"{share:.1e}"
    return f"{share:.2%}" if share < 0.99995 else ">99.99%"


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
