"""Kinds of statistics: shares, means and spreads of the rows of a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from mjlab.dataset.dataset import Dataset
from mjlab.errors import MjlabError
from mjlab.stats.cases import columns_of, each_of, load, named_groups
from mjlab.stats.conditions import Chosen
from mjlab.stats.intervals import design_effect, means, over_games, rates
from mjlab.stats.statistic import Statistic
from mjlab.stats.sums import Sums, Tally, moments

__all__ = ["Mean", "Share", "Spread"]

Column = Callable[[pd.DataFrame], Any]


@dataclass(frozen=True, kw_only=True, repr=False)
class _OfRows(Statistic):
    """A statistic of the rows of one table: each row that is a case has an answer.

    Parameters
    ----------
    needs : tuple of str
        Columns that it is made of.
    among : callable, optional
        Which rows are cases.
    told : tuple of str
        Columns from which the answer follows: to group by them says nothing.
    in_games : bool
        Whether the answers of one game are alike, so that its rows tell less than as many
        independent ones: then the interval is that of games drawn at random.
    """

    needs: tuple[str, ...] = ()
    among: Column | None = field(default=None, compare=False)
    told: tuple[str, ...] = ()
    in_games: bool = False

    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""
        return {name: said for name, said in columns_of(self.table).items()
                if name not in self.told}  # fmt: skip

    def _refuse(self, by: list[str]) -> None:
        for name in by:
            if name in self.told:
                raise MjlabError(
                    f"{self.name} by {name!r} is told by what it means",
                    hint="one of " + ", ".join(self.columns()),
                )
        super()._refuse(by)

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
        return [*tallies, over_games(cases, by)] if self.in_games else tallies

    def answers(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Count the cases ``n`` of each group by their ``answer``, in the whole dataset."""
        return self.counted(dataset, by, chosen)[0]

    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""
        cases = self.cases(dataset, columns, ())
        return cases[self._answer(cases).notna()]

    @abstractmethod
    def _answer(self, cases: pd.DataFrame) -> pd.Series: ...


@dataclass(frozen=True, kw_only=True, repr=False)
class Share(_OfRows):
    """The share of the cases for which something holds.

    Gives the columns ``k`` (cases for which it holds), ``n``, ``rate``, ``low`` and ``high``
    (Wilson's interval).

    Parameters
    ----------
    counts : callable
        For a frame of cases a Series of bool.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.stats import call_rate
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> call_rate(data, by="player")
      player   k   n      rate       low      high
    0     P0  13  17  0.764706  0.527382  0.904450
    1     P1  12  17  0.705882  0.468669  0.867200
    2     P2  11  17  0.647059  0.413004  0.826903
    3     P3  10  17  0.588235  0.360054  0.783889
    Hands in which the player claimed a chow, pung or kong, out of the hands of replayed games.
    """

    counts: Column = field(compare=False)
    _gives = "k (cases that count), n (all cases), rate, low and high (the interval of the rate)"

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        holds: pd.Series = self.counts(cases).astype(bool)
        return holds

    def _told(
        self, counted: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame:
        rows, *games = counted
        rows = rows.assign(k=rows["n"].where(rows["answer"].astype(bool), 0))
        if by:
            sums = rows.groupby(by, dropna=False, observed=True)[["k", "n"]].sum()
        else:
            sums = rows[["k", "n"]].sum().to_frame().T
        k, n = sums["k"], sums["n"]
        effect = design_effect(games[0], n, k / n, k * (n - k) / (n * n)) if games else 1.0
        shares = rates(k, n, confidence=confidence, effect=effect)
        return named_groups(shares.reset_index(drop=not by), by)


@dataclass(frozen=True, kw_only=True, repr=False)
class Mean(_OfRows):
    """The mean of a number over the cases that have it.

    Gives the columns ``n``, ``mean``, ``low`` and ``high`` (Student's interval of the mean),
    ``sd`` and ``median``.

    Parameters
    ----------
    value : callable
        For a frame of cases a Series of numbers; a case without one is none.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.stats import points_per_win
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> points_per_win(data, by="self_drawn")
       self_drawn   n   mean        low       high        sd  median
    0       False  12  13.75  11.580504  15.919496  3.414541    13.0
    1        True   5  18.20   9.446489  26.953511  7.049823    16.0
    Mean points of the wins, flowers included, as computed; as recorded where only the result is
     known.
    """

    value: Column = field(compare=False)
    _gives = "n (cases), mean, low and high (the interval of the mean), sd and median"

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        value: pd.Series = self.value(cases).astype("float64")
        return value

    def _told(
        self, counted: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame:
        rows, *games = counted
        rows, keys = (rows, by) if by else (rows.assign(all="all"), ["all"])
        value = rows["answer"].astype("float64")
        n = rows["n"].where(value.notna(), 0)
        numbers = pd.DataFrame(  # a frame of its own: a group may be called as one of them
            {"n": n, "total": (value * n).fillna(0.0), "squares": (value * value * n).fillna(0.0)}
        )
        within = [rows[name] for name in keys]
        sums = numbers.groupby(within, dropna=False, observed=True).sum()
        if not by and not len(sums):
            sums = pd.DataFrame({"n": [0], "total": [0.0], "squares": [0.0]}, index=["all"])
        mean, sd = moments(sums["n"], sums["total"], sums["squares"])
        n = sums["n"]
        effect = design_effect(games[0], n, mean, sd * sd * (n - 1) / n) if games else 1.0
        table = means(n, mean, sd, confidence=confidence, effect=effect)
        table["median"] = _medians(rows[value.notna()], keys).reindex(sums.index)
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
class Spread(_OfRows):
    """How the cases are spread over the values of a column.

    Gives for each number that occurs, or for each word that there is, within each group, the
    columns ``k`` (cases with it), ``n`` (cases of the group), ``rate``, ``low`` and ``high``
    (Wilson's interval), and ``at_least`` (cases with it or a greater one; of numbers only).

    Parameters
    ----------
    column : str
        The column; rows without a value are no cases.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.stats import outcomes
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> outcomes(data)
           outcome   k   n      rate       low      high
    0   self_drawn   5  17  0.294118  0.132800  0.531331
    1      discard  12  17  0.705882  0.468669  0.867200
    2  robbed_kong   0  17  0.000000  0.000000  0.184318
    3        drawn   0  17  0.000000  0.000000  0.184318
    Games by how they ended, out of all games played to a win or a drawn game.
    """

    column: str
    _gives = (
        "for each value k (cases with it), n (all cases), rate, low and high (the interval of the "
        "rate); of numbers at_least (cases with it or a greater one)"
    )

    def cases(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Rows that are cases, with the columns `by` and those the statistic needs."""
        return super().cases(dataset, [*by, self.column], chosen)

    def _answer(self, cases: pd.DataFrame) -> pd.Series:
        return cases[self.column]

    def _told(
        self, counted: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame:
        (rows,) = counted
        rows = rows[rows["answer"].notna()].rename(columns={"answer": self.column})
        keys = [*by, self.column]
        numeric = pd.api.types.is_numeric_dtype(rows[self.column])
        if not numeric:  # of words each one has a row, of groups and numbers those met
            rows = each_of(rows, by, self.column, self._words(rows))
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

    without: tuple[str, ...] = ()

    def _refuse(self, by: list[str]) -> None:
        if self.column in by:
            raise MjlabError(f"{self.name} is by {self.column} as it is", hint="another column")
        super()._refuse(by)
