"""Shares with their number of cases and their Wilson interval."""

from __future__ import annotations

import math
from functools import cache

import pandas as pd
from scipy.stats import binomtest

from mjlab.errors import MjlabError

__all__ = ["rates", "wilson"]


@cache
def wilson(k: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson score interval of a share.

    Parameters
    ----------
    k : int
        Cases that count, 0 to `n`.
    n : int
        All cases.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    tuple of float
        Lower and upper end, both within 0 and 1; NaN, NaN where there is no case.

    Raises
    ------
    MjlabError
        If `k` is not from 0 to `n`, or the confidence not between 0 and 1.

    Examples
    --------
    >>> [round(end, 3) for end in wilson(3, 16)]
    [0.066, 0.43]
    >>> wilson(0, 0)
    (nan, nan)
    """
    if not 0 <= k <= n:
        raise MjlabError(f"{k} of {n} cases is not a share", hint="from 0 to all of them")
    if not 0 < confidence < 1:
        raise MjlabError(f"confidence={confidence!r} is not possible", hint="0.95")
    if n == 0:
        return math.nan, math.nan
    interval = binomtest(k, n).proportion_ci(confidence_level=confidence, method="wilson")
    return max(0.0, float(interval.low)), min(1.0, float(interval.high))


def rates(k: pd.Series, n: pd.Series | int, *, confidence: float = 0.95) -> pd.DataFrame:
    """Make the columns that every share is told by.

    Parameters
    ----------
    k : Series of int
        Cases that count.
    n : Series of int, or int
        All cases, one number or one for each row.
    confidence : float
        Of the interval.

    Returns
    -------
    DataFrame
        With the index of `k`: ``k``, ``n`` (int64), ``rate``, ``low``, ``high`` (float64, NaN
        where `n` is 0).

    Raises
    ------
    MjlabError
        As for :func:`wilson`.

    Examples
    --------
    >>> rates(pd.Series([1, 0]), pd.Series([4, 0])).round(2).to_dict("list")["rate"]
    [0.25, nan]
    """
    table = pd.DataFrame({"k": k, "n": n}, index=k.index).astype("int64")
    ends = [wilson(a, b, confidence) for a, b in table[["k", "n"]].itertuples(index=False)]
    return table.assign(
        rate=[a / b if b else math.nan for a, b in table[["k", "n"]].itertuples(index=False)],
        low=pd.Series([low for low, _ in ends], index=table.index, dtype="float64"),
        high=pd.Series([high for _, high in ends], index=table.index, dtype="float64"),
    ).astype({"rate": "float64"})
