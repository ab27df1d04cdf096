"""What a statistic is: a function of a dataset, with a name and a definition.

Each has two steps: :meth:`Statistic.count` gives numbers of some games that add up, and what is
told is worked out of the sums. So it does not matter in how many parts a dataset is counted.

A statistic is called with a dataset and gives a frame, in which every number has its cases and its
interval. Which statistics there are is told by :data:`STATISTICS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import fill
from typing import ClassVar, Final, Literal

import pandas as pd

from mjlab.common.wording import near
from mjlab.dataset.dataset import Dataset, check_dataset
from mjlab.errors import MjlabError
from mjlab.stats.cases import columns_of, load, may_miss
from mjlab.stats.conditions import (
    By,
    Chosen,
    LeftOut,
    Where,
    by_columns,
    conditions,
    left_out,
    satisfying,
)
from mjlab.stats.result import Result
from mjlab.stats.sums import Sums, Tally, add_up

__all__ = ["STATISTICS", "Listing", "Statistic", "definition", "find"]

STATISTICS: Final[dict[str, Statistic]] = {}
"""Every statistic by its name."""
Usual = Literal["usual"]
_WIDTH: Final = 88
"""Columns of a text of help."""


def find(name: str) -> Statistic:
    """Find a statistic by name.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> from mjlab.stats import find
    >>> find("win_rate").zh
    '和牌率'
    """
    if name not in STATISTICS:
        raise MjlabError(f"no statistic is called {name!r}", hint=near(name, STATISTICS))
    return STATISTICS[name]


def definition(name: str) -> str:
    """Say what a statistic means.

    Raises
    ------
    MjlabError
        If there is none of that name.

    Examples
    --------
    >>> from mjlab.stats import definition
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
    table : str
        Of whose rows it is; of its columns one can group and choose by.
    usual : str, sequence of str, or None
        By what it is told unless one asks for something else.

    Notes
    -----
    ``statistic(dataset, by, where=..., confidence=0.95)`` gives a :class:`Result`: groups in their
    order, with the number of cases and the intervals. `by` names columns to group by, see
    :meth:`columns`; None is all cases together; left out, it is `usual`. `where` chooses cases:
    ``"seat=E"``, a list of such conditions, or ``{"seat": "E"}``; cases that miss the value of a
    column it names are left out, and counted. MjlabError is raised if the games are no dataset,
    for an unknown column, one that tells the answer, a value that a column cannot have, or a
    confidence that is not between 0 and 1.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.stats import find
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> points = find("deal_in_points")
    >>> points.title
    'Points lost by dealing in'
    >>> points(data, by="seat", where="round=E").round(2)
      seat  n  mean    low   high    sd  median
    0    W  1  20.0    NaN    NaN   NaN    20.0
    1    N  2  22.5  16.15  28.85  0.71    22.5
    """

    name: str
    zh: str
    title: str
    definition: str
    table: str
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
        """Work the statistic out."""
        groups = by_columns(self.usual if by == "usual" else by)
        self._check_groups(groups)
        chosen = conditions(where)
        sums = self.sums(dataset, groups, chosen)
        table = self._table(sums, groups, chosen, confidence)
        return Result.of(table, self.name, self.definition, self.left_out(dataset, chosen))

    def sums(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sums:
        """Add up what :meth:`count` gives of each part of a dataset."""
        check_dataset(dataset)
        parts = dataset.each(_count, self.name, by, chosen)
        return [add_up(tallies) for tallies in zip(*parts, strict=True)]

    def left_out(self, dataset: Dataset, chosen: Chosen) -> LeftOut:
        """Count the cases that miss what conditions ask for."""
        if not any(may_miss(self.table, one.column) for one in chosen if None not in one.wanted):
            return LeftOut()
        return LeftOut.together(dataset.each(_left_out, self.name, chosen))

    @abstractmethod
    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""

    @abstractmethod
    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""

    @abstractmethod
    def count(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sequence[Tally]:
        """Count in a dataset, or in a part of one."""

    @abstractmethod
    def _table(
        self, sums: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame: ...

    def _check_groups(self, by: list[str]) -> None:
        known = self.columns()
        for name in by:
            if name not in known:
                raise MjlabError(f"no column {name!r} to group by", hint=near(name, known))

    def __repr__(self) -> str:
        return f"<{self.name} {self.zh}: {self.definition}>"

    def __init_subclass__(cls) -> None:
        cls.__doc__ = _OwnHelp(cls.__doc__)

    _gives: ClassVar[str]
    """What its results have beside the groups."""

    def _help_text(self) -> str:
        text = (
            f"{self.title} {self.zh}: {self.definition}",
            f"{self.name}(dataset, by={self.usual!r}, where=None, confidence=0.95)",
            f"Gives the groups, and {self._gives}.",
            f"Columns for by and where (what they mean tells {self.name}.columns()): "
            + ", ".join(self.columns()) + ".",
        )  # fmt: skip
        return "\n\n".join(fill(part, _WIDTH, break_on_hyphens=False) for part in text)


class _OwnHelp(str):
    """The text of a kind of statistics, in whose place a statistic has its own: what it tells."""

    def __get__(self, statistic: Statistic | None, kind: type) -> str:
        return str(self) if statistic is None else statistic._help_text()


def _count(dataset: Dataset, name: str, by: list[str], chosen: Chosen) -> Sequence[Tally]:
    """Count by the name of a statistic: names are all that has to reach another process."""
    return find(name).count(dataset, by, chosen)


def _left_out(dataset: Dataset, name: str, chosen: Chosen) -> LeftOut:
    """Count, by the name of a statistic, the cases that miss what conditions ask for."""
    columns = list(dict.fromkeys(one.column for one in chosen))
    cases = find(name).all_cases(dataset, columns)
    return left_out(cases, chosen, satisfying(cases, chosen).isna())


@dataclass(frozen=True, kw_only=True, repr=False)
class Listing(Statistic):
    """A statistic with a table of its own."""

    tally: Callable[[Dataset, list[str], Chosen], Sequence[Tally]] = field(compare=False)
    make: Callable[[Sums, list[str], Chosen, float], pd.DataFrame] = field(compare=False)
    groups: tuple[str, ...] | None = None  # to which columns grouping is confined; None for all
    required: tuple[str, ...] = ()  # columns that every case has a value of
    row_columns: Mapping[str, str] = field(default_factory=dict)  # choose rows of the result
    _gives = "what its definition tells"

    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""
        return columns_of(self.table) | dict(self.row_columns)

    def _check_groups(self, by: list[str]) -> None:
        if self.groups is not None and (unfit := [n for n in by if n not in self.groups]):
            raise MjlabError(
                f"{self.name} cannot be told by {unfit[0]!r}",
                hint="by " + ", ".join(self.groups) if self.groups else "leave by out",
            )
        if rows := [name for name in by if name in self.row_columns]:
            raise MjlabError(f"{self.name} is by {rows[0]} as it is", hint="another column")
        super()._check_groups(by)

    def left_out(self, dataset: Dataset, chosen: Chosen) -> LeftOut:
        """Count the cases that miss what conditions ask for."""
        of_cases = tuple(one for one in chosen if one.column not in self.row_columns)
        return super().left_out(dataset, of_cases)

    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""
        required = list(self.required)
        return load(dataset, self.table, [*required, *columns]).dropna(subset=required)

    def count(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sequence[Tally]:
        """Count in a dataset, or in a part of one."""
        return self.tally(dataset, by, chosen)

    def _table(self, sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
        return self.make(sums, by, chosen, confidence)
