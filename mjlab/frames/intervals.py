"""Shares with their number of cases and their Wilson interval."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import pandas as pd
from scipy.stats import binomtest

from mjlab.errors import MjlabError

__all__ = ["NONE", "rates", "share_of", "wilson"]

NONE: Final = "(none)"
"""Name of the group of rows that have no value to be grouped by."""


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


def share_of(
    table: pd.DataFrame,
    counts: pd.Series,
    by: str | None,
    confidence: float = 0.95,
    *,
    told: tuple[str, ...] = (),
) -> pd.DataFrame:
    """Share of the rows of a table for which something holds, in all or in groups.

    Parameters
    ----------
    table : DataFrame
        The cases.
    counts : Series of bool
        For each row whether it counts.
    by : str, optional
        A column to group by.
    confidence : float
        Of the intervals.
    told : tuple of str
        Columns from which it follows whether a row counts: to group by one says nothing.

    Returns
    -------
    DataFrame
        `by` (or ``all``), then the columns of :func:`rates`. Rows without a value in `by` are a
        group of their own, last, called :data:`NONE`, so that the cases add up to all rows.

    Raises
    ------
    MjlabError
        If there is no column `by`, or it is among `told`.

    Examples
    --------
    >>> wins = pd.DataFrame({"seat": ["E", "E", "S"], "self_drawn": [True, False, False]})
    >>> share_of(wins, wins["self_drawn"], "seat")[["seat", "k", "n"]].to_numpy().tolist()
    [['E', 1, 2], ['S', 0, 1]]
    """
    if by is None:
        one = pd.Series([int(counts.sum())], index=pd.Index(["all"], name="all", dtype="str"))
        return rates(one, len(table), confidence=confidence).reset_index()
    possible = [str(column) for column in table.columns if column not in told]
    if by in told:
        raise MjlabError(
            f"a share by {by!r} is 0 or 1 by what it means", hint="one of " + ", ".join(possible)
        )
    if by not in possible:
        raise MjlabError(f"no column {by!r} to group by", hint="one of " + ", ".join(possible))
    grouped = counts.astype(bool).groupby(table[by], dropna=False)
    shares = rates(grouped.sum(), grouped.size(), confidence=confidence).reset_index()
    if isinstance(shares[by].dtype, pd.CategoricalDtype):
        shares[by] = shares[by].astype("str")
    if shares[by].isna().any() and isinstance(shares[by].dtype, pd.StringDtype):
        shares[by] = shares[by].fillna(NONE)
    return shares
