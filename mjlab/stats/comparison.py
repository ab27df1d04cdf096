"""Comparing two groups of cases: the difference with its interval, a test, and the size of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from mjlab.common.wording import decimals, rounded
from mjlab.dataset.dataset import Dataset
from mjlab.errors import MjlabError
from mjlab.stats.conditions import (
    NONE_LEFT_OUT,
    Chosen,
    LeftOut,
    Where,
    conditions,
    in_words,
    left_out,
    satisfying,
)
from mjlab.stats.fans import FanFrequency
from mjlab.stats.intervals import design_effect, means, newcombe, rates
from mjlab.stats.kinds import Mean, Share
from mjlab.stats.statistic import Statistic, find

__all__ = ["Comparison", "compare"]

_WIDTH = 100
"""Columns of a line of a definition."""
_NO_TEST = "nothing to test"
_SIZES = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"), (math.inf, "large"))
"""What J. Cohen called effects up to these sizes."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Two groups compared by a share or a mean.

    Parameters
    ----------
    statistic, definition : str
        What is compared.
    first, second : str
        Which cases.
    n, other_n : int
        Cases of the two.
    value, other_value : float
        Their shares or means.
    difference, low, high : float
        Of the first less the second, with its interval.
    p : float
        How likely a difference at least as large would be if there were none; NaN where it cannot
        be tested.
    test : str
        By which test.
    effect : float
        Size of the effect: Cohen's h of shares, Hedges' g of means.
    effect_name : str
        Which of these.
    confidence : float
        Of the intervals.
    value_low, value_high, other_low, other_high : float
        Intervals of the two shares (Wilson's) or means (Student's); NaN where there is none.
    design_effect : float
        How many times as large the variance of the difference is as of independent cases, for the
        hands of one game are not; 1 or more.
    k, other_k : int, optional
        Cases of the two that count, of shares.
    where : str
        Which cases were looked at, as conditions say it; empty for all.
    left_out : LeftOut
        Cases that miss what conditions ask for: they are in neither group.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> found = compare("win_rate", data, "player=P2")
    >>> f"{found.n} and {found.other_n} cases, {found.difference:+.3f}, p = {found.p:.2f}"
    '17 and 51 cases, +0.137, p = 0.33'
    """

    statistic: str
    definition: str
    first: str
    second: str
    n: int
    other_n: int
    value: float
    other_value: float
    difference: float
    low: float
    high: float
    p: float
    test: str
    effect: float
    effect_name: str
    confidence: float
    value_low: float = math.nan
    value_high: float = math.nan
    other_low: float = math.nan
    other_high: float = math.nan
    design_effect: float = 1.0
    k: int | None = None
    other_k: int | None = None
    where: str = ""
    left_out: LeftOut = NONE_LEFT_OUT

    @property
    def size(self) -> str:
        """What an effect of this size is called: negligible, small, medium or large.

        Examples
        --------
        >>> from mjlab.dataset import make_dataset
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> found = compare("points_per_win", data, "self_drawn=yes")
        >>> f"{found.effect:.2f}", found.size
        ('0.90', 'large')
        """
        if math.isnan(self.effect):
            return "unknown"
        return next(word for limit, word in _SIZES if abs(self.effect) < limit)

    def to_frame(self) -> pd.DataFrame:
        """A row with all facts.

        Examples
        --------
        >>> from mjlab.dataset import make_dataset
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> found = compare("points_per_win", data, "self_drawn=yes").to_frame()
        >>> found[["first", "n", "value", "test", "size"]]
                    first  n  value            test   size
        0  self_drawn=yes  5   18.2  Welch's t-test  large
        """
        names = [name for name in self.__slots__ if name != "definition"]
        facts = {name: getattr(self, name) for name in names} | {"left_out": self.left_out.n}
        return pd.DataFrame([facts | {"size": self.size}])

    def __str__(self) -> str:
        percent = self.effect_name == "Cohen's h"
        times, points = (100, " percentage points") if percent else (1, "")
        ends = times * self.low, times * self.high
        digits = decimals(*ends, 1 if percent else 2)
        values = [
            rounded(times * value, digits) + "%" * (percent and not math.isnan(value))
            for value in (self.value, self.other_value)
        ]
        cases = [
            f"(n = {n:,})" if k is None else f"(k = {k:,}, n = {n:,})"
            for k, n in ((self.k, self.n), (self.other_k, self.other_n))
        ]
        width, wide = max(len(self.first), len(self.second)), max(map(len, values))
        known = find(self.statistic)
        lines = [
            f"{known.title} {known.zh}" + f", where {self.where}" * bool(self.where),
            f"{self.first:{width}}  {values[0]:>{wide}}  {cases[0]}",
            f"{self.second:{width}}  {values[1]:>{wide}}  {cases[1]}",
            f"difference {rounded(times * self.difference, digits, signed=True)}{points}, "
            f"{self.confidence:.0%} interval "
            + " to ".join(rounded(end, digits, signed=True) for end in ends),
            f"p {_probability(self.p)} ({self.test}); {self.effect_name} "
            f"{rounded(self.effect, 2)}, {self.size}",
            *self._remarks(),
            *wrap(self.definition, _WIDTH, break_on_hyphens=False),
        ]
        return "\n".join(lines)

    def _remarks(self) -> list[str]:
        times = f"{self.design_effect:.2f}"
        alike = f"hands of one game are not independent: variance taken {times} times as large"
        return [alike] * (self.design_effect >= 1.005) + [str(self.left_out)] * bool(
            self.left_out.n
        )

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def compare(
    statistic: str | Statistic,
    dataset: Dataset,
    first: Where,
    second: Where = None,
    *,
    where: Where = None,
    other: Dataset | None = None,
    confidence: float = 0.95,
) -> Comparison:
    """Compare two groups of cases.

    Parameters
    ----------
    statistic : str or Statistic
        A share or a mean, e.g. ``"win_rate"``; or ``"fan_frequency"``, where `where` names a fan.
    dataset : Dataset
        The games.
    first, second : str, iterable of str, or mapping
        Which cases are in the groups. Without a second one it is all the other cases; or, with
        another dataset, the same ones there. Cases that miss a value of which it hangs are in
        neither group.
    where : str, iterable of str, or mapping
        Which cases are looked at in the first place.
    other : Dataset, optional
        Where the second group is from.
    confidence : float
        Of the interval.

    Returns
    -------
    Comparison
        Prints in words.

    Raises
    ------
    MjlabError
        If the statistic is neither a share nor a mean, the first group is all cases, a case is in
        both groups, or for an unknown column or an impossible value.

    Notes
    -----
    Shares: Newcombe's interval; Fisher's exact test if an expected count is below 5, else the
    chi-squared test without correction; Cohen's h. Means: Welch's t-test and its interval; Hedges'
    g. Games are taken for independent, the hands of one game are not: intervals and tests, but
    Fisher's, are of the variance times the design effect, see
    :mod:`mjlab.stats.intervals`. Games of one player or session are alike, too, so
    that true intervals are wider still and true p larger.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> print(compare("win_rate", data, "player=P2"))
    Wins 和牌率
    player=P2       35.3%  (k = 6, n = 17)
    all the others  21.6%  (k = 11, n = 51)
    difference +13.7 percentage points, 95% interval −12.0 to +43.1
    p = 0.3337 (Fisher's exact test); Cohen's h 0.31, small
    hands of one game are not independent: variance taken 1.43 times as large
    Hands won, out of the hands played; drawn games count as played.
    """
    found = find(statistic) if isinstance(statistic, str) else statistic
    if not isinstance(found, Share | Mean | FanFrequency):
        raise MjlabError(
            f"{found.name} is neither a share nor a mean", hint="win_rate, points_per_win, ..."
        )
    one, rest = conditions(first), conditions(second)
    if not one and other is None:
        raise MjlabError("the first group is all cases", hint='"player=P1", or another dataset')
    needed = list(dict.fromkeys([*(c.column for c in (*one, *rest)), "game"]))
    chosen = conditions(where)
    frame = _answers(found, dataset, needed, chosen)
    inside = satisfying(frame, one)
    lost = [found.left_out(dataset, chosen)]
    unknown = inside.isna()
    if other is not None:
        there = _answers(found, other, needed, chosen)
        outside = satisfying(there, rest or one)
        lost += [found.left_out(other, chosen),
                 left_out(there, rest or one, outside.isna(), there["n"])]  # fmt: skip
        there = there[outside]
        name = in_words(second if rest else first) + " (the other dataset)"
    elif rest:
        outside = satisfying(frame, rest)
        if both := int(frame.loc[inside & outside, "n"].sum()):
            raise MjlabError(
                f"{both} cases are in both groups", hint="groups that exclude each other"
            )
        unknown = (inside | outside).isna()
        there, name = frame[outside], in_words(second)
    else:
        there, name = frame[~inside], "all the others"
    here = frame[inside]
    lost.append(left_out(frame, one + rest, unknown, frame["n"]))
    low, high = _interval(found, here, confidence)
    other_low, other_high = _interval(found, there, confidence)
    judged = _means if isinstance(found, Mean) else _shares
    effect = design_effect(here, there)
    return Comparison(
        found.name, found.definition, in_words(first), name, confidence=confidence,
        value_low=low, value_high=high, other_low=other_low, other_high=other_high,
        design_effect=effect, where=in_words(where) if chosen else "",
        left_out=LeftOut.together(lost),
        **judged(_values(here), _values(there), confidence, effect),
    )  # fmt: skip


def _answers(
    statistic: Share | Mean | FanFrequency, dataset: Dataset, by: list[str], chosen: Chosen
) -> pd.DataFrame:
    """Number of cases of each group by their answer; those without one are none."""
    found = statistic.answers(dataset, by, chosen)
    return found[found["answer"].notna()]


def _values(answers: pd.DataFrame) -> NDArray[np.float64]:
    """The answers of all cases."""
    known = answers[answers["answer"].notna()]
    return known["answer"].to_numpy(np.float64).repeat(known["n"])


def _interval(
    statistic: Share | Mean | FanFrequency, answers: pd.DataFrame, confidence: float
) -> tuple[float, float]:
    """Interval of a share or a mean, as the statistic itself tells it."""
    values = pd.Series(_values(answers))
    n, mean = pd.Series([len(values)]), values.mean()
    effect = design_effect(answers) if statistic.in_games else 1.0
    table = (
        means(n, pd.Series([mean]), pd.Series([values.std()]), confidence=confidence,
              effect=effect)
        if isinstance(statistic, Mean)
        else rates(pd.Series([values.sum()]), n, confidence=confidence, effect=effect)
    )  # fmt: skip
    return float(table["low"].iloc[0]), float(table["high"].iloc[0])


def _shares(
    a: NDArray[np.float64], b: NDArray[np.float64], confidence: float, design: float
) -> dict[str, Any]:
    """What a comparison tells of two shares."""
    k, n, other_k, other_n = int(a.sum()), len(a), int(b.sum()), len(b)
    rate, other = (k / n if n else math.nan), (other_k / other_n if other_n else math.nan)
    low, high = newcombe(k, n, other_k, other_n, confidence, design)
    effect = math.nan
    if n and other_n:
        effect = 2 * math.asin(math.sqrt(rate)) - 2 * math.asin(math.sqrt(other))
    table = np.array([[k, n - k], [other_k, other_n - other_k]])
    expected = np.outer(table.sum(1), table.sum(0)) / max(1, table.sum())
    if not n or not other_n or not expected.all():
        p, test = math.nan, _NO_TEST
    elif expected.min() < 5:
        p, test = float(stats.fisher_exact(table).pvalue), "Fisher's exact test"
    else:
        found = stats.chi2_contingency(table, correction=False)
        p, test = float(stats.chi2.sf(found.statistic / design, 1)), "chi-squared test"
    return {
        "k": k, "other_k": other_k, "n": n, "other_n": other_n, "value": rate, "other_value": other,
        "difference": rate - other, "low": low, "high": high, "p": p, "test": test,
        "effect": effect, "effect_name": "Cohen's h",
    }  # fmt: skip


def _means(
    a: NDArray[np.float64], b: NDArray[np.float64], confidence: float, design: float
) -> dict[str, Any]:
    """What a comparison tells of two means."""
    mean, other = (float(x.mean()) if len(x) else math.nan for x in (a, b))
    difference, reach, p, test, effect = mean - other, math.nan, math.nan, _NO_TEST, math.nan
    if min(len(a), len(b)) > 1 and (a.std() or b.std()):
        variances = [x.var(ddof=1) for x in (a, b)]
        error = math.sqrt(design * (variances[0] / len(a) + variances[1] / len(b)))
        free = float(stats.ttest_ind(a, b, equal_var=False).df)
        p, test = 2 * float(stats.t.sf(abs(difference) / error, free)), "Welch's t-test"
        reach = float(stats.t.ppf(0.5 + confidence / 2, free)) * error
        all_free = len(a) + len(b) - 2
        pooled = ((len(a) - 1) * variances[0] + (len(b) - 1) * variances[1]) / all_free
        effect = difference / math.sqrt(pooled) * (1 - 3 / (4 * all_free - 1))
    return {
        "n": len(a), "other_n": len(b), "value": mean, "other_value": other,
        "difference": difference, "low": difference - reach, "high": difference + reach,
        "p": p, "test": test, "effect": effect, "effect_name": "Hedges' g",
    }  # fmt: skip


def _probability(p: float) -> str:
    return "–" if math.isnan(p) else "< 0.0001" if p < 0.0001 else f"= {p:.4f}"
