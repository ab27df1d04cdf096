"""What a census found: exact numbers, and tables made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.census import tables
from mjlab.census.lists import Lists
from mjlab.census.questions import Question
from mjlab.errors import MjlabError
from mjlab.hand import Win

if TYPE_CHECKING:
    from mjlab.rules import RuleSet

__all__ = ["Census"]


@dataclass(frozen=True, eq=False)
class Census:
    """Every hand there is, counted by what it scores; made by :func:`mjlab.census.run`.

    A *hand* is fourteen tiles that are complete; a *pair* is a hand with one of its kinds of tile
    as the winning tile; *physical* counts tell the four copies of a kind apart. See
    ``docs/census.md``.

    Attributes
    ----------
    question : Question
        What was counted: ``self_drawn``, ``seat``, ``round``, ``rules``, ``melds``, ``where``.

    Examples
    --------
    >>> from mjlab import census
    >>> green = census.run(self_drawn=False, where="only=23468s6z")
    >>> green
    Census(225 hands, 1,077 pairs; by discard, seat E, round E, mcr1998_online, only=23468s6z)
    >>> green.physical_at_least(88) == green.physical_pairs
    True
    """

    question: Question
    _lists: Lists = field(repr=False)
    _hands: Lists = field(repr=False)

    @property
    def hands(self) -> int:
        """Distinct hands."""
        return self._sum(self._hands, "hands")

    @property
    def pairs(self) -> int:
        """Distinct hands with their winning tiles."""
        return self._sum(self._hands, "pairs")

    @property
    def physical_hands(self) -> int:
        """Hands told apart by the copies of their tiles."""
        return self._sum(self._hands, "physical_hands")

    @property
    def physical_pairs(self) -> int:
        """Pairs told apart by the copies of their tiles."""
        return self._sum(self._hands, "physical_pairs")

    @property
    def tied_pairs(self) -> int:
        """Pairs of which another reading, with other fan, reaches the same total."""
        numbers = self._lists.numbers
        return int(numbers.loc[numbers["tied"], "pairs"].sum())

    def at_least(self, total: int) -> int:
        """How many pairs score so much or more."""
        return self._reaching("pairs", total)

    def physical_at_least(self, total: int) -> int:
        """How many physical pairs score so much or more.

        Parameters
        ----------
        total : int
            Sum of the fan.

        Returns
        -------
        int
            Exact.
        """
        return self._reaching("physical_pairs", total)

    def fan_table(self) -> pd.DataFrame:
        """How often each fan counts; see :func:`mjlab.census.tables.fan_table`."""
        return tables.fan_table(self)

    def totals(self) -> pd.DataFrame:
        """How often each total is reached; see :func:`mjlab.census.tables.totals`."""
        return tables.totals(self)

    def forms(self) -> pd.DataFrame:
        """The forms of hands; see :func:`mjlab.census.tables.forms`."""
        return tables.forms(self)

    def readings(self) -> pd.DataFrame:
        """Hands by the number of ways to read them; see :func:`mjlab.census.tables.readings`."""
        return tables.readings(self)

    def cooccurrence(self, count: str = "physical_pairs") -> pd.DataFrame:
        """How often each two fan count together; :func:`mjlab.census.tables.cooccurrence`."""
        return tables.cooccurrence(self, count)

    def partners(self, fan: str) -> pd.DataFrame:
        """What counts beside a fan; see :func:`mjlab.census.tables.partners`."""
        return tables.partners(self, fan)

    def lists(self, fan: str | None = None) -> pd.DataFrame:
        """Every list of fan there is, or those with one fan, by total.

        See :func:`mjlab.census.tables.lists`.
        """
        return tables.lists(self, self._ordered(fan, "total", "physical_pairs"))

    def rarest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan that the fewest physical pairs score, of equals the dearest first.

        Parameters
        ----------
        n : int
            How many, at most.
        fan : str, optional
            Only lists with this fan: key, Chinese or English name.

        Returns
        -------
        DataFrame
            As :meth:`lists`.
        """
        return tables.lists(self, self._ordered(fan, "physical_pairs", "-total")[: _number(n)])

    def commonest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan that the most physical pairs score; see :meth:`rarest`."""
        return tables.lists(self, self._ordered(fan, "-physical_pairs", "total")[: _number(n)])

    def dearest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan with the highest totals, of equals the rarest; see :meth:`rarest`."""
        return tables.lists(self, self._ordered(fan, "-total", "physical_pairs")[: _number(n)])

    def win(self, hand: str) -> Win:
        """Make a Win of a hand of :meth:`lists`, with the circumstances of the census.

        Examples
        --------
        >>> from mjlab import census, score
        >>> found = census.run(where="only=1235789m fans=pure_terminal_chows")
        >>> dearest = found.dearest(1)
        >>> bool((dearest["total"] == score(found.win(dearest["hand"][0])).total).all())
        True
        """
        asked = self.question
        return Win.parse(hand, seat=asked.seat, round=asked.round, self_drawn=asked.self_drawn)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write all tables as Parquet; see :func:`mjlab.census.files.write`."""
        from mjlab.census import files

        return files.write(self, folder)

    @property
    def rules(self) -> RuleSet:
        """The ruleset."""
        return self.question.rules

    def _ordered(self, fan: str | None, *columns: str) -> NDArray[np.int64]:
        """Rows of the lists, with one fan or all, ordered by columns; - for the largest first."""
        numbers = self._lists.numbers
        order = np.lexsort(
            [
                -numbers[name[1:]] if name.startswith("-") else numbers[name]
                for name in reversed(columns)
            ]
        )
        if fan is not None:
            order = order[self._lists.fans[order, tables.column_of(fan)] > 0]
        return order

    def _reaching(self, name: str, total: int) -> int:
        if not isinstance(total, int | np.integer) or isinstance(total, bool):
            raise MjlabError(f"total={total!r} is no whole number", hint="total=8")
        numbers = self._lists.numbers
        return int(numbers.loc[numbers["total"] >= total, name].sum())

    @staticmethod
    def _sum(some: Lists, name: str) -> int:
        return int(some.numbers[name].sum())

    def __repr__(self) -> str:
        return f"Census({self.hands:,} hands, {self.pairs:,} pairs; {self.question})"

    def _repr_html_(self) -> str:
        from html import escape

        table: str = self.totals().tail(5).to_html(index=False)
        return f"<p>{escape(repr(self))}</p>{self.forms().to_html(index=False)}{table}"


def _number(n: int) -> int:
    if type(n) is not int or n < 0:
        raise MjlabError(f"n={n!r} is no number of rows", hint="n=10")
    return n
