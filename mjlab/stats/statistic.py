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
            :func:`mjlab.stats.conditions.conditions`.
        confidence : float
            Of the intervals.

        Returns
        -------
        Result
            Groups in their order, with the number of cases and the intervals. Cases that miss the
            value of a column that `where` names are left out, and counted.

        Raises
        ------
        MjlabError
            If the games are no dataset, for an unknown column, one that tells the answer, a value
            that a column cannot have, or a confidence that is not between 0 and 1.

        Examples
        --------
        >>> from mjlab.dataset import make_dataset
        >>> from mjlab.stats import find
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> find("win_rate")(data, by="round", where={"seat": "E"}, confidence=0.9)
          round  k  n  rate       low      high
        0     E  1  5  0.20  0.045962  0.564707
        1     S  1  4  0.25  0.057907  0.643832
        2     W  1  4  0.25  0.057907  0.643832
        3     N  0  4  0.00  0.000000  0.403479
        Hands won, out of the hands played; drawn games count as played.
        """
        groups = by_columns(self.usual if by == "usual" else by)
        self._refuse(groups)
        chosen = conditions(where)
        counted = self.counted(dataset, groups, chosen)
        table = self._told(counted, groups, chosen, confidence)
        return Result.of(table, self.name, self.definition, self.left_out(dataset, chosen))

    def counted(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sums:
        """Add up what :meth:`count` gives of each part of a dataset.

        Examples
        --------
        >>> from mjlab.dataset import make_dataset
        >>> from mjlab.stats import find
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> find("win_rate").counted(data, ["seat"], ())[0].head(2)
          seat  answer   n
        0    E   False  14
        1    E    True   3
        """
        check_dataset(dataset)
        parts = dataset.each(_count, self.name, by, chosen)
        return [add_up(tallies) for tallies in zip(*parts, strict=True)]

    def left_out(self, dataset: Dataset, chosen: Chosen) -> LeftOut:
        """Count the cases that miss what conditions ask for.

        Examples
        --------
        >>> from mjlab.dataset import make_dataset
        >>> from mjlab.stats import find
        >>> from mjlab.stats.conditions import conditions
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> find("win_rate").left_out(data, conditions("ready_turn<=9"))
        LeftOut(n=32, columns=('ready_turn',))
        """
        if not any(may_miss(self.table, one.column) for one in chosen if None not in one.wanted):
            return LeftOut()
        return LeftOut.together(dataset.each(_left_out, self.name, chosen))

    @abstractmethod
    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""

    @abstractmethod
    def count(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sequence[Tally]:
        """Count in a dataset, or in a part of one.

        Parameters
        ----------
        dataset : Dataset
            The games.
        by : list of str
            Columns to group by.
        chosen : tuple of Condition
            Which cases.
        """

    @abstractmethod
    def _told(
        self, counted: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame: ...

    @abstractmethod
    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning.

        Examples
        --------
        >>> from mjlab.stats import find
        >>> find("draw_rate").columns()["round"]
        'Round wind.'
        """

    def _refuse(self, by: list[str]) -> None:
        known = self.columns()
        for name in by:
            if name not in known:
                raise MjlabError(f"no column {name!r} to group by", hint=near(name, known))

    def __repr__(self) -> str:
        return f"<{self.name} {self.zh}: {self.definition}>"

    def __init_subclass__(cls) -> None:
        cls.__doc__ = _Told(cls.__doc__)

    _gives: ClassVar[str]
    """What its results have beside the groups."""

    def _told_in_help(self) -> str:
        text = (
            f"{self.title} {self.zh}: {self.definition}",
            f"{self.name}(dataset, by={self.usual!r}, where=None, confidence=0.95)",
            f"Gives the groups, and {self._gives}.",
            f"Columns for by and where (what they mean tells {self.name}.columns()): "
            + ", ".join(self.columns()) + ".",
        )  # fmt: skip
        return "\n\n".join(fill(part, _WIDTH, break_on_hyphens=False) for part in text)


class _Told(str):
    """The text of a kind of statistics, in whose place a statistic has its own: what it tells."""

    def __get__(self, statistic: Statistic | None, kind: type) -> str:
        return str(self) if statistic is None else statistic._told_in_help()


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
    """A statistic with a table of its own.

    Parameters
    ----------
    tally : callable
        ``tally(dataset, by, chosen)`` counts, as :meth:`Statistic.count` does.
    make : callable
        ``make(counted, by, chosen, confidence)`` gives the table, of the sums.
    groups : tuple of str, optional
        To which columns grouping is confined; None for all.
    has : tuple of str
        Columns that every case has a value of.
    which : mapping of str to str
        What conditions may name beside the columns of the table, with its meaning: it chooses
        rows of the result, not cases.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.stats import find
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> find("standings")(data, where="session=tziakcha TZ-B")
             session  place player  n_games  score  table_points
    0  tziakcha TZ-B      1     P2       16    100           4.0
    1  tziakcha TZ-B      2     P3       16      8           2.0
    2  tziakcha TZ-B      3     P1       16    -31           1.0
    3  tziakcha TZ-B      4     P0       16    -77           0.0
    For each session and player the games played, the sum of the score changes, the place and the
     table
    points: 4, 2, 1 and 0 (1998 rulebook, article 12); equal scores share the points of their
                           places.
    Games that belong to no session are left out.
    """

    tally: Callable[[Dataset, list[str], Chosen], Sequence[Tally]] = field(compare=False)
    make: Callable[[Sums, list[str], Chosen, float], pd.DataFrame] = field(compare=False)
    groups: tuple[str, ...] | None = None
    has: tuple[str, ...] = ()
    _gives = "what its definition tells"
    which: Mapping[str, str] = field(default_factory=dict)

    def columns(self) -> dict[str, str]:
        """Columns to group by and to choose by, with their meaning."""
        return columns_of(self.table) | dict(self.which)

    def _refuse(self, by: list[str]) -> None:
        if self.groups is not None and (unfit := [n for n in by if n not in self.groups]):
            raise MjlabError(
                f"{self.name} cannot be told by {unfit[0]!r}",
                hint="by " + ", ".join(self.groups) if self.groups else "leave by out",
            )
        if told := [name for name in by if name in self.which]:
            raise MjlabError(f"{self.name} is by {told[0]} as it is", hint="another column")
        super()._refuse(by)

    def left_out(self, dataset: Dataset, chosen: Chosen) -> LeftOut:
        """Count the cases that miss what conditions ask for."""
        of_cases = tuple(one for one in chosen if one.column not in self.which)
        return super().left_out(dataset, of_cases)

    def all_cases(self, dataset: Dataset, columns: list[str]) -> pd.DataFrame:
        """Read the rows that are cases, with some columns."""
        return load(dataset, self.table, [*self.has, *columns]).dropna(subset=list(self.has))

    def count(self, dataset: Dataset, by: list[str], chosen: Chosen) -> Sequence[Tally]:
        """Count in a dataset, or in a part of one."""
        return self.tally(dataset, by, chosen)

    def _told(
        self, counted: Sums, by: list[str], chosen: Chosen, confidence: float
    ) -> pd.DataFrame:
        return self.make(counted, by, chosen, confidence)
