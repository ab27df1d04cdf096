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

    A *hand* is fourteen tiles that are complete; a *win* is a hand with one of its kinds of tile
    as the winning tile (a pair of the two, hence ``pairs``); *physical* counts tell the four
    copies of a kind apart. See ``docs/census.md``.

    Attributes
    ----------
    question : Question
        What was counted: ``self_drawn``, ``seat``, ``round``, ``rules``, ``melds``, ``where``.

    Examples
    --------
    >>> from mjlab import census
    >>> green = census.run(self_drawn=False, where="only=23468s6z")
    >>> green
    Census(225 hands, 1,077 wins; by discard, seat E, round E, mcr1998_online, only=23468s6z)
    >>> green.hands, green.physical_hands
    (225, 206040)
    >>> green.physical_at_least(88) == green.physical_pairs, green.rules.min_fan
    (True, 8)
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
        """Distinct wins: hands with their winning tiles."""
        return self._sum(self._hands, "pairs")

    @property
    def physical_hands(self) -> int:
        """Hands told apart by the copies of their tiles."""
        return self._sum(self._hands, "physical_hands")

    @property
    def physical_pairs(self) -> int:
        """Wins told apart by the copies of their tiles."""
        return self._sum(self._hands, "physical_pairs")

    @property
    def tied_pairs(self) -> int:
        """Wins of which another reading, with other fan, reaches the same total.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=1234m5p")
        >>> found.tied_pairs, found.pairs
        (5, 383)
        """
        numbers = self._lists.numbers
        return int(numbers.loc[numbers["tied"], "pairs"].sum())

    def at_least(self, total: int) -> int:
        """How many wins score so much or more.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=1234m5p")
        >>> [found.at_least(total) for total in (8, 24, 88)]
        [383, 313, 23]
        """
        return self._reaching("pairs", total)

    def physical_at_least(self, total: int) -> int:
        """How many physical wins score so much or more.

        Parameters
        ----------
        total : int
            Sum of the fan.

        Returns
        -------
        int
            Exact.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=1234m5p")
        >>> print(f"{found.physical_at_least(24) / found.physical_pairs:.1%} reach 24")
        71.6% reach 24
        """
        return self._reaching("physical_pairs", total)

    def fan_table(self) -> pd.DataFrame:
        """How often each fan counts; see :func:`mjlab.census.tables.fan_table`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> table = found.fan_table()
        >>> table[table["pairs"] > 0][["zh", "hands", "pairs", "share"]].head(3)
               zh  hands  pairs     share
        2     绿一色    225   1077  1.000000
        11    四暗刻     30    150  0.223646
        13  一色四同顺      3     12  0.000087
        """
        return tables.fan_table(self)

    def totals(self) -> pd.DataFrame:
        """How often each total is reached; see :func:`mjlab.census.tables.totals`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.totals()[["total", "hands", "pairs", "share_at_least"]].tail(2)
            total  hands  pairs  share_at_least
        28    180      1      1        0.015975
        29    203      2     10        0.014910
        """
        return tables.totals(self)

    def forms(self) -> pd.DataFrame:
        """The forms of hands; see :func:`mjlab.census.tables.forms`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.forms()[["form", "hands", "pairs", "share"]].head(2)
                  form  hands  pairs     share
        0      regular    102    513  0.708998
        1  seven_pairs    123    564  0.291002
        """
        return tables.forms(self)

    def readings(self) -> pd.DataFrame:
        """Hands by the number of ways to read them; see :func:`mjlab.census.tables.readings`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=1234m5p")
        >>> found.readings()[["readings", "hands", "pairs", "tied_pairs"]]
           readings  hands  pairs  tied_pairs
        0         1     64    296           0
        1         2     11     52           5
        2         3      5     23           0
        3         4      3     12           0
        """
        return tables.readings(self)

    def cooccurrence(self, count: str = "physical_pairs") -> pd.DataFrame:
        """How often each two fan count together; :func:`mjlab.census.tables.cooccurrence`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> table = found.cooccurrence("pairs")
        >>> int(table.loc["all_green", "full_flush"]), int(table.loc["all_green", "all_green"])
        (254, 1077)
        """
        return tables.cooccurrence(self, count)

    def partners(self, fan: str) -> pd.DataFrame:
        """What counts beside a fan; see :func:`mjlab.census.tables.partners`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.partners("绿一色")[["zh", "pairs", "share"]].head(3)
            zh  pairs     share
        0   自摸    714  0.514648
        1   箭刻    298  0.489458
        2  不求人    363  0.485352
        """
        return tables.partners(self, fan)

    def lists(self, fan: str | None = None) -> pd.DataFrame:
        """Every list of fan there is, or those with one fan, by total.

        See :func:`mjlab.census.tables.lists`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.lists("一色三节高")[["total", "fans", "hand"]]
           total                     fans                hand
        0    177         绿一色 四暗刻 一色三节高 自摸  22333444666s66z+2s
        1    178     绿一色 四暗刻 一色三节高 单钓将 自摸  222333444666s6z+6z
        2    179      绿一色 四暗刻 一色三节高 箭刻 自摸  2233344466s666z+2s
        3    180  绿一色 四暗刻 一色三节高 箭刻 单钓将 自摸  2223334448s666z+8s
        4    203  绿一色 四暗刻 清一色 一色三节高 断幺 自摸   2233344466688s+2s
        """
        return tables.lists(self, self._ordered(fan, "total", "physical_pairs"))

    def rarest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan that the fewest physical wins score, of equals the highest first.

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

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.rarest(2)[["total", "fans", "physical_pairs"]]
           total                         fans  physical_pairs
        0    169  绿一色 一色四同顺 清一色 不求人 平和 断幺 单钓将              12
        1    141            绿一色 一色四同顺 不求人 单钓将              12
        """
        return tables.lists(self, self._ordered(fan, "physical_pairs", "-total")[: _number(n)])

    def commonest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan that the most physical wins score; see :meth:`rarest`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.commonest(2)[["total", "fans", "physical_pairs"]]
           total                fans  physical_pairs
        0    115       绿一色 七对 四归一 自摸          653184
        1     97  绿一色 不求人 箭刻 双暗刻 一般高          497664
        """
        return tables.lists(self, self._ordered(fan, "-physical_pairs", "total")[: _number(n)])

    def dearest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan with the highest totals, of equals the rarest; see :meth:`rarest`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.dearest(1)[["total", "fans", "hand"]]
           total                     fans               hand
        0    203  绿一色 四暗刻 清一色 一色三节高 断幺 自摸  2233344466688s+2s
        """
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
        """Write all tables as Parquet; see :func:`mjlab.census.files.write`.

        Examples
        --------
        >>> import tempfile
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print([path.name for path in found.to_parquet(folder)])
        ['lists.parquet', 'hands.parquet', 'fan_table.parquet', 'totals.parquet', 'forms.parquet',
         'readings.parquet', 'census.json']
        """
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
        return f"Census({self.hands:,} hands, {self.pairs:,} wins; {self.question})"

    def _repr_html_(self) -> str:
        from html import escape

        table: str = self.totals().tail(5).to_html(index=False)
        return f"<p>{escape(repr(self))}</p>{self.forms().to_html(index=False)}{table}"


def _number(n: int) -> int:
    if type(n) is not int or n < 0:
        raise MjlabError(f"n={n!r} is no number of rows", hint="n=10")
    return n
