"""Cases that come in games: how much less they tell than as many independent ones.

Games are independent of each other, as far as the deal goes; the hands of one game are not: where
one wins on a discard three lose, and what one player scores the others pay. The *design effect*
(L. Kish, Survey Sampling, 1965) is the variance of a share, of a mean or of a difference with games
drawn at random, divided by the variance with as many independent cases. Below 1 it is not taken for
what it is: hands of few games may be spread evenly by chance.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.frames.metrics.counts import Tally

__all__ = ["design_effect", "effect_of", "over_games"]


def over_games(cases: pd.DataFrame, by: list[str]) -> Tally:
    """Add up over the games of each group what :func:`design_effect` needs.

    Parameters
    ----------
    cases : DataFrame
        With the columns `by`, ``game`` and ``answer``, a number or missing.
    by : list of str
        The groups.

    Returns
    -------
    Tally
        A row for each group: ``nn``, ``an`` and ``aa`` are sums over games of the squared number of
        answers, of this number times the sum of the answers, and of the squared sum.
    """
    keys = [cases[name] for name in dict.fromkeys([*by, "game"])]
    games = cases["answer"].astype("float64").groupby(keys, dropna=False, observed=True)
    n, total = games.count(), games.sum()
    sums = pd.DataFrame({"nn": n * n, "an": total * n, "aa": total * total}, index=n.index)
    if not by:
        return Tally(sums.sum().to_frame().T, by)
    of_group = sums.groupby(level=by, dropna=False, observed=True).sum()
    return Tally(of_group.reset_index(), by)


def design_effect(
    sums: pd.DataFrame, n: pd.Series, mean: pd.Series, variance: pd.Series
) -> NDArray[np.float64]:
    """Work out the design effect of shares or means.

    Parameters
    ----------
    sums : DataFrame
        Rows of :func:`over_games`, in the order of the others.
    n, mean, variance : Series
        For each group the answers, their mean, and their mean squared distance from it.

    Returns
    -------
    float64[groups]
        1 or more; 1 where all answers are the same.

    Examples
    --------
    Two games of two hands each, which have the same answer:

    >>> cases = pd.DataFrame({"game": ["a", "a", "b", "b"], "answer": [0, 0, 1, 1]})
    >>> n, mean, variance = pd.Series([4]), pd.Series([0.5]), pd.Series([0.25])
    >>> design_effect(over_games(cases, []).rows, n, mean, variance)
    array([2.])
    """
    m, cases = mean.to_numpy(np.float64), n.to_numpy(np.float64)
    between = sums["aa"].to_numpy() - 2 * m * sums["an"].to_numpy() + m * m * sums["nn"].to_numpy()
    with np.errstate(invalid="ignore", divide="ignore"):
        found = between / (cases * variance.to_numpy(np.float64))
    return np.where(found > 1, found, 1.0)  # NaN, without an answer, too


def effect_of(*groups: pd.DataFrame) -> float:
    """Work out the design effect of the mean of one group, or of the difference of two.

    Parameters
    ----------
    *groups : DataFrame
        One or two: rows with ``game``, ``answer`` and ``n``, how many cases gave that answer.

    Returns
    -------
    float
        1 or more.

    Examples
    --------
    What one seat wins another pays, in both games:

    >>> one = pd.DataFrame({"game": ["a", "b"], "answer": [8, -8], "n": 1})
    >>> effect_of(one), effect_of(one, one.assign(answer=-one["answer"]))
    (1.0, 2.0)
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
