"""Kinds of statistics: shares, means and spreads of the rows of a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from mjlab.dataset.dataset import Dataset
from mjlab.errors import MjlabError
from mjlab.stats.cases import columns_of, load, named_groups, with_zeros
from mjlab.stats.conditions import Chosen
from mjlab.stats.intervals import design_effects, game_sums, means, rates
from mjlab.stats.statistic import Statistic
from mjlab.stats.sums import Sums, Tally, moments

__all__ = ["Mean", "Share", "Spread"]

Column = Callable[[pd.DataFrame], Any]


@dataclass(frozen=True, kw_only=True, repr=False)
class _RowStatistic(Statistic):
    """A statistic of the rows of one table: each row that is a case has an answer."""

    needs: tuple[str, ...] = ()  # columns that it is made of
    among: Column | None = field(default=None, compare=False)  # which rows are cases
    implied_by: tuple[str, ...] = ()  # columns from which the answer follows: no groups
    in_games: bool = False  # answers of one game are alike: intervals are of games at random

    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""
        return {name: said for name, said in columns_of(self.table).items()
                if name not in self.implied_by}  # fmt: skip

    def _check_groups(self, by: list[str]) -> None:
        for name in by:
            if name in self.implied_by:
                raise MjlabError(
                    f"{self.name} by {name!r} is told by what it means",
                    hint="one of " + ", ".join(self.columns()),
                )
        super()._check_groups(by)

    def cases(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Rows that are cases, with the columns `by` and those the statistic needs."""
        games = ["game"] * self.in_games
        frame = load(dataset, self.table, [*self.needs, *by, *games], chosen)
        return frame if self.among is None else frame[self.among(frame).fillna(False).astype(bool)]

    def count(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sequence[Tally]:
        """Count the cases ``n`` of each group by their ``answer``."""
        cases = self.cases(dataset, by, chosen)
        cases = cases.assign(answer=self._answer(cases))
        keys = [*by, "answer"]
        sizes = cases.groupby(keys, dropna=False, observed=True).size()
        tallies = [Tally(sizes.rename("n").astype("int64").reset_index(), keys)]
        return [*tallies, game_sums(cases, by)] if self.in_games else tallies

    def answers(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Count the cases ``n`` of each group by their ``answer``, in the whole dataset."""
        return self.sums(dataset, by, chosen)[0]

    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""
        cases = self.cases(dataset, columns, ())
        return cases[self._answer(cases).notna()]

    @abstractmethod
    def _answer(self, cases: pd.DataFrame) -> pd.Series: ...


@dataclass(frozen=True, kw_only=True, repr=False)
class Share(_RowStatistic):
    """The share of the cases for which something holds.

    Gives ``k`` (for which it holds), ``n``, ``rate``, ``low``, ``high`` (Wilson's interval).
    """

    counts: Column = field(compare=False)  # which cases count
    _gives = "k (cases that count), n (all cases), rate, low and high (the interval of the rate)"

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        holds: pd.Series = self.counts(cases).astype(bool)
        return holds

    def _table(self, sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
        rows, *games = sums
        rows = rows.assign(k=rows["n"].where(rows["answer"].astype(bool), 0))
        if by:
            counts = rows.groupby(by, dropna=False, observed=True)[["k", "n"]].sum()
        else:
            counts = rows[["k", "n"]].sum().to_frame().T
        k, n = counts["k"], counts["n"]
        effect = design_effects(games[0], n, k / n, k * (n - k) / (n * n)) if games else 1.0
        shares = rates(k, n, confidence=confidence, effect=effect)
        return named_groups(shares.reset_index(drop=not by), by)


@dataclass(frozen=True, kw_only=True, repr=False)
class Mean(_RowStatistic):
    """The mean of a number over the cases that have it.

    Gives ``n``, ``mean``, ``low``, ``high`` (Student's interval), ``sd`` and ``median``.
    """

    value: Column = field(compare=False)  # numbers; a case without one is none
    _gives = "n (cases), mean, low and high (the interval of the mean), sd and median"

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        value: pd.Series = self.value(cases).astype("float64")
        return value

    def _table(self, sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
        rows, *games = sums
        rows, keys = (rows, by) if by else (rows.assign(all="all"), ["all"])
        value = rows["answer"].astype("float64")
        n = rows["n"].where(value.notna(), 0)
        numbers = pd.DataFrame(  # a frame of its own: a group may be called as one of them
            {"n": n, "total": (value * n).fillna(0.0), "squares": (value * value * n).fillna(0.0)}
        )
        within = [rows[name] for name in keys]
        grouped = numbers.groupby(within, dropna=False, observed=True).sum()
        if not by and not len(grouped):
            grouped = pd.DataFrame({"n": [0], "total": [0.0], "squares": [0.0]}, index=["all"])
        mean, sd = moments(grouped["n"], grouped["total"], grouped["squares"])
        n = grouped["n"]
        effect = design_effects(games[0], n, mean, sd * sd * (n - 1) / n) if games else 1.0
        table = means(n, mean, sd, confidence=confidence, effect=effect)
        table["median"] = _medians(rows[value.notna()], keys).reindex(grouped.index)
        return named_groups(table.reset_index(drop=not by), by)


def _medians(rows: pd.DataFrame, keys: list[str]) -> pd.Series:
    """The median of each group; `rows` have the values in order, with their number ``n``."""
    grouped = rows.groupby(keys, dropna=False, observed=True)
    upto, whole = grouped["n"].cumsum(), grouped["n"].transform("sum")
    middle = [
        rows[upto >= place].groupby(keys, dropna=False, observed=True)["answer"].first()
        for place in ((whole + 1) // 2, whole // 2 + 1)
    ]
    return (middle[0] + middle[1]).astype("float64") / 2


@dataclass(frozen=True, kw_only=True, repr=False)
class Spread(_RowStatistic):
    """How the cases are spread over the values of a column; rows without a value are none.

    For each number that occurs, or each word there is: a share, and of numbers ``at_least``.
    """

    column: str
    without: tuple[str, ...] = ()  # words that no case has
    _gives = (
        "for each value k (cases with it), n (all cases), rate, low and high (the interval of the "
        "rate); of numbers at_least (cases with it or a greater one)"
    )

    def cases(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Rows that are cases, with the columns `by` and those the statistic needs."""
        return super().cases(dataset, [*by, self.column], chosen)

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        return cases[self.column]

    def _table(self, sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
        (rows,) = sums
        rows = rows[rows["answer"].notna()].rename(columns={"answer": self.column})
        keys = [*by, self.column]
        numeric = pd.api.types.is_numeric_dtype(rows[self.column])
        if not numeric:  # of words each one has a row, of groups and numbers those met
            rows = with_zeros(rows, by, self.column, self._words(rows))
        spread = rows.set_index(keys)["n"]
        sizes: Any = int(spread.sum())
        upward = spread[::-1].cumsum()[::-1]
        if by:
            within: Any = {"level": list(range(len(by))), "dropna": False, "observed": True}
            sizes = spread.groupby(**within).transform("sum")
            upward = spread[::-1].groupby(**within).cumsum()[::-1]
        table = rates(spread, sizes, confidence=confidence)
        if numeric:
            table["at_least"] = upward
        return named_groups(table.rename_axis(keys).reset_index(), keys)

    def _words(self, cases: pd.DataFrame) -> list[str]:
        return [w for w in cases[self.column].cat.categories if w not in self.without]

    def _check_groups(self, by: list[str]) -> None:
        if self.column in by:
            raise MjlabError(f"{self.name} is by {self.column} as it is", hint="another column")
        super()._check_groups(by)
