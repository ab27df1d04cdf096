"""Intervals of shares, means and differences: well-known ones, for many groups at once.

Every interval takes its cases for independent, unless it is told a design effect: see
``docs/statistics.md`` on hands of one game, and on games of one session or player.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm, t

from mjlab.errors import MjlabError
from mjlab.stats.sums import Tally

__all__ = ["means", "newcombe", "rates", "wilson"]


Effect = float | NDArray[np.float64]
"""A design effect, or one for each row."""


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
    low, high = _wilson([k], [n], confidence)
    return float(low[0]), float(high[0])


def _wilson(
    k: ArrayLike, n: ArrayLike, confidence: float, effect: Effect = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson's interval of many shares (E. B. Wilson, 1927)."""
    count, cases = np.asarray(k, np.float64), np.asarray(n, np.float64)
    wrong = np.flatnonzero(~((count >= 0) & (count <= cases)))
    if len(wrong):
        at = wrong[0]
        raise MjlabError(
            f"{count[at]:g} of {cases[at]:g} cases is not a share", hint="from 0 to all of them"
        )
    z = _normal(confidence)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate, alone = count / cases, cases / effect  # as many independent cases tell as much
        middle = (rate + z * z / (2 * alone)) / (1 + z * z / alone)
        half = z * np.sqrt(rate * (1 - rate) / alone + (z / (2 * alone)) ** 2)
        half /= 1 + z * z / alone
    # At its ends the interval is exact, where the subtraction above is not.
    low = np.where(count == 0, 0.0, np.maximum(0.0, middle - half))
    high = np.where(count == cases, 1.0, np.minimum(1.0, middle + half))
    none = cases == 0
    return np.where(none, math.nan, low), np.where(none, math.nan, high)


def _normal(confidence: float) -> float:
    """How many standard deviations a two-sided interval reaches."""
    if not 0 < confidence < 1:
        raise MjlabError(
            f"confidence={confidence!r} is not possible", hint="between 0 and 1, such as 0.95"
        )
    return float(norm.ppf(0.5 + confidence / 2))


def rates(
    k: pd.Series, n: pd.Series | int, *, confidence: float = 0.95, effect: Effect = 1.0
) -> pd.DataFrame:
    """Make the columns that every share is told by.

    Parameters
    ----------
    k : Series of int
        Cases that count.
    n : Series of int, or int
        All cases, one number or one for each row.
    confidence : float
        Of the interval.
    effect : float or float64[rows]
        Design effect, one number or one for each row: how many times as large the variance is as
        that of independent cases.

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
    low, high = _wilson(table["k"], table["n"], confidence, effect)
    with np.errstate(invalid="ignore"):
        rate = table["k"].to_numpy() / table["n"].to_numpy()
    return table.assign(rate=rate, low=low, high=high)


def means(
    n: pd.Series,
    mean: pd.Series,
    sd: pd.Series,
    *,
    confidence: float = 0.95,
    effect: Effect = 1.0,
) -> pd.DataFrame:
    """Make the columns that every mean is told by.

    Parameters
    ----------
    n : Series of int
        Cases.
    mean, sd : Series of float
        Mean and standard deviation (of a sample, with n - 1), NaN where not known.
    confidence : float
        Of the interval.
    effect : float or float64[rows]
        Design effect, as for :func:`rates`.

    Returns
    -------
    DataFrame
        With the index of `n`: ``n`` (int64), ``mean``, ``low``, ``high`` (Student's interval of the
        mean, NaN with fewer than two cases) and ``sd`` (float64).

    Raises
    ------
    MjlabError
        If the confidence is not between 0 and 1.

    Examples
    --------
    >>> table = means(pd.Series([9, 1]), pd.Series([2.0, 5.0]), pd.Series([3.0, None]))
    >>> table.round(2).to_numpy().tolist()[0]
    [9.0, 2.0, -0.31, 4.31, 3.0]
    >>> bool(table["low"].isna()[1])
    True
    """
    _normal(confidence)
    cases = n.astype("int64")
    free = np.where(cases > 1, cases - 1, 1)
    times = t.ppf(0.5 + confidence / 2, free) * np.sqrt(effect / (free + 1))
    reach = sd.astype("float64").mul(times).where(cases > 1)
    middle = mean.astype("float64")
    return pd.DataFrame(
        {
            "n": cases,
            "mean": middle,
            "low": middle - reach,
            "high": middle + reach,
            "sd": sd.astype("float64"),
        },
        index=n.index,
    )


def newcombe(
    k: int, n: int, other_k: int, other_n: int, confidence: float = 0.95, effect: float = 1.0
) -> tuple[float, float]:
    """Interval of the difference of two shares, of the first less the second.

    Parameters
    ----------
    k, n, other_k, other_n : int
        Cases that count and all cases, of the two groups.
    confidence : float
        Between 0 and 1.
    effect : float
        Design effect of the difference, as for :func:`rates`.

    Returns
    -------
    tuple of float
        Lower and upper end; NaN, NaN if one of the groups has no case.

    Raises
    ------
    MjlabError
        As for :func:`wilson`.

    Notes
    -----
    The hybrid score interval of R. G. Newcombe (Statistics in Medicine 17, 1998, method 10), made
    of Wilson's intervals of the two shares.

    Examples
    --------
    >>> [round(end, 4) for end in newcombe(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    if not n or not other_n:
        return math.nan, math.nan
    low, high = _wilson([k, other_k], [n, other_n], confidence, effect)
    rate, other = k / n, other_k / other_n
    down = math.hypot(rate - low[0], high[1] - other)
    up = math.hypot(high[0] - rate, other - low[1])
    return rate - other - down, rate - other + up


def game_sums(cases: pd.DataFrame, by: list[str]) -> Tally:
    """Add up over the games of each group what :func:`design_effects` needs.

    ``nn``: answers squared; ``an``: answers times their sum; ``aa``: their sum squared.
    """
    keys = [cases[name] for name in dict.fromkeys([*by, "game"])]
    games = cases["answer"].astype("float64").groupby(keys, dropna=False, observed=True)
    n, total = games.count(), games.sum()
    sums = pd.DataFrame({"nn": n * n, "an": total * n, "aa": total * total}, index=n.index)
    if not by:
        return Tally(sums.sum().to_frame().T, by)
    of_group = sums.groupby(level=by, dropna=False, observed=True).sum()
    return Tally(of_group.reset_index(), by)


def design_effects(
    sums: pd.DataFrame, n: pd.Series, mean: pd.Series, variance: pd.Series
) -> NDArray[np.float64]:
    """Design effects of shares or means, 1 or more; 1 where all answers are the same.

    `sums` are rows of :func:`game_sums`; `variance` is the mean squared distance from the mean.
    """
    m, cases = mean.to_numpy(np.float64), n.to_numpy(np.float64)
    between = sums["aa"].to_numpy() - 2 * m * sums["an"].to_numpy() + m * m * sums["nn"].to_numpy()
    with np.errstate(invalid="ignore", divide="ignore"):
        found = between / (cases * variance.to_numpy(np.float64))
    return np.where(found > 1, found, 1.0)  # NaN, without an answer, too


def design_effect(*groups: pd.DataFrame) -> float:
    """Design effect of the mean of one group, or of the difference of two.

    Rows have ``game``, ``answer`` and ``n``, how many cases of the game gave that answer.
    """
    parts, alone = [], 0.0
    for rows, sign in zip(groups, (1, -1), strict=False):
        known = rows[rows["answer"].notna()]
        answer, n = known["answer"].to_numpy(np.float64), known["n"].to_numpy(np.float64)
        distance = (answer - np.average(answer, weights=n)) / n.sum() if n.sum() else answer
        alone += float((distance * distance * n).sum())
        parts.append(pd.DataFrame({"game": known["game"], "pull": sign * distance * n}))
    pulls = pd.concat(parts).groupby("game", observed=True)["pull"].sum()
    return max(1.0, float((pulls**2).sum()) / alone) if alone else 1.0
