"""Kinds of statistics: shares, means and spreads, each a function with a definition.

A statistic is called with a dataset and gives a frame, in which every number has its cases and its
interval. Which statistics there are is told by :data:`STATISTICS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Literal

import pandas as pd

from mjlab.errors import MjlabError
from mjlab.frames.dataset import Dataset
from mjlab.frames.intervals import means, rates
from mjlab.frames.metrics.cases import columns_of, load, named_groups
from mjlab.frames.metrics.conditions import By, Condition, Where, by_columns, conditions
from mjlab.frames.metrics.results import Result

__all__ = ["STATISTICS", "Listing", "Mean", "Share", "Spread", "Statistic", "definition", "find"]

STATISTICS: Final[dict[str, Statistic]] = {}
"""Every statistic by its name."""
Usual = Literal["usual"]
Column = Callable[[pd.DataFrame], Any]


def find(name: str) -> Statistic:
    """Find a statistic by name.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> find("win_rate").zh
    '和牌率'
    """
    if name not in STATISTICS:
        near = get_close_matches(name, STATISTICS, n=3)
        raise MjlabError(
            f"no statistic is called {name!r}",
            hint=" or ".join(near) + "?" if near else "one of " + ", ".join(STATISTICS),
        )
    return STATISTICS[name]


def definition(name: str) -> str:
    """Say what a statistic means.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> definition("draw_rate")
    'Games that nobody won, out of all games.'
    """
    return find(name).definition


@dataclass(frozen=True, kw_only=True)
class Statistic(ABC):
    """A question that every dataset answers.

    Parameters
    ----------
    name : str
        By which it is called; also the key in :data:`STATISTICS`.
    zh : str
        Its Chinese name.
    title : str
        Its English name.
    definition : str
        What its numbers mean.
    usual : str, sequence of str, or None
        By what it is told unless one asks for something else.
    """

    name: str
    zh: str
    title: str
    definition: str
    usual: By = None

    def __post_init__(self) -> None:
        STATISTICS[self.name] = self

    def __call__(
        self,
        dataset: Dataset,
        by: By | Usual = "usual",
        *,
        where: Where = None,
        confidence: float = 0.95,
    ) -> Result:
        """Work the statistic out.

        Parameters
        ----------
        dataset : Dataset
            The games.
        by : str or sequence of str, optional
            Columns to group by, see :meth:`columns`; None for all cases together; left out, as is
            usual for this statistic.
        where : str, iterable of str, or mapping, optional
            Which cases, e.g. ``"seat=E"`` or ``{"seat": "E"}``; see
            :func:`mjlab.frames.metrics.conditions.conditions`.
        confidence : float
            Of the intervals.

        Returns
        -------
        Result
            Groups in their order, with the number of cases and the intervals.

        Raises
        ------
        MjlabError
            If there is no such column, a column that tells the answer, a value that a column cannot
            have, or a confidence that is not between 0 and 1.
        """
        groups = by_columns(self.usual if by == "usual" else by)
        self._refuse(groups)
        chosen = conditions(where)
        return Result.of(
            self._table(dataset, groups, chosen, confidence), self.name, self.definition
        )

    @abstractmethod
    def _table(
        self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...], confidence: float
    ) -> pd.DataFrame: ...

    @abstractmethod
    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""

    def _refuse(self, by: list[str]) -> None:
        known = self.columns()
        for name in by:
            if name not in known:
                near = get_close_matches(name, known, n=3)
                said = " or ".join(near) + "?" if near else "one of " + ", ".join(known)
                raise MjlabError(f"no column {name!r} to group by", hint=said)

    def __repr__(self) -> str:
        return f"<{self.name} {self.zh}: {self.definition}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class _OfRows(Statistic):
    """A statistic of the rows of one table.

    Parameters
    ----------
    table : str
        Which table.
    needs : tuple of str
        Columns that it is made of.
    among : callable, optional
        Which rows are cases.
    told : tuple of str
        Columns from which the answer follows: to group by them says nothing.
    """

    table: str
    needs: tuple[str, ...] = ()
    among: Column | None = field(default=None, compare=False)
    told: tuple[str, ...] = ()

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

    def cases(self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...]) -> pd.DataFrame:
        """Rows that are cases, with the columns `by` and those the statistic needs."""
        frame = load(dataset, self.table, [*self.needs, *by], chosen)
        return frame if self.among is None else frame[self.among(frame).fillna(False).astype(bool)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Share(_OfRows):
    """The share of the cases for which something holds.

    Gives the columns ``k`` (cases for which it holds), ``n``, ``rate``, ``low`` and ``high``
    (Wilson's interval).

    Parameters
    ----------
    counts : callable
        For a frame of cases a Series of bool.
    """

    counts: Column = field(compare=False)

    def _table(
        self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...], confidence: float
    ) -> pd.DataFrame:
        cases = self.cases(dataset, by, chosen)
        holds = self.counts(cases).astype(bool)
        if not by:
            whole = pd.Series([int(holds.sum())], name="k")
            return rates(whole, len(cases), confidence=confidence)
        grouped = holds.groupby([cases[name] for name in by], dropna=False, observed=True)
        shares = rates(grouped.sum(), grouped.size(), confidence=confidence)
        return named_groups(shares.reset_index(), by)


@dataclass(frozen=True, kw_only=True, repr=False)
class Mean(_OfRows):
    """The mean of a number over the cases that have it.

    Gives the columns ``n``, ``mean``, ``low`` and ``high`` (Student's interval of the mean),
    ``sd`` and ``median``.

    Parameters
    ----------
    value : callable
        For a frame of cases a Series of numbers; a case without one is none.
    """

    value: Column = field(compare=False)

    def _table(
        self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...], confidence: float
    ) -> pd.DataFrame:
        cases = self.cases(dataset, by, chosen)
        value = self.value(cases).astype("float64")
        groups = [cases[name] for name in by] or [pd.Series("all", index=cases.index)]
        found = value.groupby(groups, dropna=False, observed=True).agg(
            ["count", "mean", "std", "median"]
        )
        if not by and not len(found):
            found = pd.DataFrame([[0] + [float("nan")] * 3], columns=found.columns)
        table = means(found["count"], found["mean"], found["std"], confidence=confidence)
        table["median"] = found["median"].astype("float64")
        return named_groups(table.reset_index(drop=not by), by)


@dataclass(frozen=True, kw_only=True, repr=False)
class Spread(_OfRows):
    """How the cases are spread over the values of a column.

    Gives for each value, within each group, the columns ``k`` (cases with it), ``n`` (cases of the
    group), ``rate``, ``low`` and ``high`` (Wilson's interval), and ``at_least`` (cases with it or
    a greater one; of numbers only).

    Parameters
    ----------
    column : str
        The column; rows without a value are no cases.
    """

    column: str

    def _table(
        self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...], confidence: float
    ) -> pd.DataFrame:
        cases = self.cases(dataset, [*by, self.column], chosen)
        cases = cases[cases[self.column].notna()]
        keys = [*by, self.column]
        # Of words each one has a row, of groups and numbers those that occur.
        counted = cases.groupby(keys, dropna=False, observed=bool(by), sort=True).size()
        numeric = pd.api.types.is_numeric_dtype(cases[self.column])
        if not numeric and not by:
            counted = counted.reindex(self._words(cases), fill_value=0)
        sizes: Any = len(cases)
        upward = counted[::-1].cumsum()[::-1]
        if by:
            inner = counted.groupby(level=list(range(len(by))), dropna=False, observed=True)
            sizes = inner.transform("sum")
            upward = counted[::-1].groupby(
                level=list(range(len(by))), dropna=False, observed=True
            ).cumsum()[::-1]  # fmt: skip
        table = rates(counted, sizes, confidence=confidence)
        if numeric:
            table["at_least"] = upward
        return named_groups(table.rename_axis(keys).reset_index(), keys)

    def _words(self, cases: pd.DataFrame) -> Any:
        column = cases[self.column]
        return [word for word in column.cat.categories if word not in self.left_out]

    left_out: tuple[str, ...] = ()

    def _refuse(self, by: list[str]) -> None:
        if self.column in by:
            raise MjlabError(f"{self.name} is by {self.column} as it is", hint="another column")
        super()._refuse(by)


@dataclass(frozen=True, kw_only=True, repr=False)
class Listing(Statistic):
    """A statistic with a table of its own.

    Parameters
    ----------
    table : str
        Of whose columns one can group and choose by.
    make : callable
        ``make(dataset, by, chosen, confidence)`` gives the table.
    groups : tuple of str, optional
        To which columns grouping is confined; None for all.
    """

    table: str
    make: Callable[[Dataset, list[str], tuple[Condition, ...], float], pd.DataFrame] = field(
        compare=False
    )
    groups: tuple[str, ...] | None = None

    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""
        return columns_of(self.table)

    def _refuse(self, by: list[str]) -> None:
        if self.groups is not None and (unfit := [n for n in by if n not in self.groups]):
            raise MjlabError(
                f"{self.name} cannot be told by {unfit[0]!r}",
                hint="by " + ", ".join(self.groups) if self.groups else "leave by out",
            )
        super()._refuse(by)

    def _table(
        self, dataset: Dataset, by: list[str], chosen: tuple[Condition, ...], confidence: float
    ) -> pd.DataFrame:
        return self.make(dataset, by, chosen, confidence)
