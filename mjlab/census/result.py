"""What a census found: exact numbers, and tables made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.api import FORMS
from mjlab.census import files
from mjlab.census.cells import SUMS, FanRows
from mjlab.census.question import Question
from mjlab.census.schemas import validated
from mjlab.errors import MjlabError
from mjlab.hand import Win
from mjlab.rules import FANS, RuleSet
from mjlab.rules.fans import FAN_INDEX, fan_named

__all__ = ["Census"]

_KEYS: Final = [one.key for one in FANS]
_NAMES: Final = pd.DataFrame(
    {"fan": _KEYS, "zh": [one.zh for one in FANS], "en": [one.en for one in FANS]}
)
"""The columns that tell the fan of a row."""
_WRITTEN: Final = ("fan_table", "totals", "forms", "readings")
"""Tables that are written beside what they are made of."""


@dataclass(frozen=True, eq=False)
class Census:
    """Every hand there is, counted by what it scores; made by :func:`mjlab.census.run`.

    A *hand* is fourteen tiles that are complete; a *win* is a hand with one of its kinds of tile
    as the winning tile (a pair of the two, hence ``pairs``); *physical* counts tell the four
    copies of a kind apart. See ``docs/census.md``; :func:`mjlab.census.schemas.describe` tells
    what each column of a table means.

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
    _lists: FanRows = field(repr=False)
    _hands: FanRows = field(repr=False)

    @classmethod
    def open(cls, folder: str | Path) -> Census:
        """Read a census that was written by :meth:`to_parquet`.

        Parameters
        ----------
        folder : str or Path
            The folder.

        Returns
        -------
        Census
            Equal to the one that was written.

        Raises
        ------
        MjlabError
            If the folder holds no census, or files of several.

        Examples
        --------
        >>> import tempfile
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     files = found.to_parquet(folder)
        ...     print(census.Census.open(folder))
        Census(225 hands, 1,077 wins; self-drawn, seat E, round E, mcr1998_online, only=23468s6z)
        """
        return cls(*files.read(folder))

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write what was counted, and the tables made of it, as Parquet files.

        ``lists.parquet`` has a column for each fan (how often it counts) beside those of
        :meth:`lists`, names of fan aside; ``hands.parquet`` has one row for hands that score the
        same fan with some winning tile, with the best and the least total. ``fan_table``,
        ``totals``, ``forms`` and ``readings`` are the tables of those names. ``census.json`` says
        what was counted, with a checksum of each file; it comes last, so that :meth:`open` notices
        an interrupted write.

        Parameters
        ----------
        folder : str or Path
            Made if it is not there; files of the same names are replaced.

        Returns
        -------
        list of Path
            The files, each of which is whole or not there.

        Raises
        ------
        MjlabError
            If the folder cannot be written.

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
        tables = {name: getattr(self, name)() for name in _WRITTEN}
        return files.write(folder, self.question, self._lists, self._hands, tables)

    @property
    def rules(self) -> RuleSet:
        """The ruleset."""
        return self.question.rules

    @property
    def hands(self) -> int:
        """Distinct hands."""
        return int(self._hands.numbers["hands"].sum())

    @property
    def pairs(self) -> int:
        """Distinct wins: hands with their winning tiles."""
        return int(self._hands.numbers["pairs"].sum())

    @property
    def physical_hands(self) -> int:
        """Hands told apart by the copies of their tiles."""
        return int(self._hands.numbers["physical_hands"].sum())

    @property
    def physical_pairs(self) -> int:
        """Wins told apart by the copies of their tiles."""
        return int(self._hands.numbers["physical_pairs"].sum())

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

    def _reaching(self, name: str, total: int) -> int:
        if not isinstance(total, int | np.integer) or isinstance(total, bool):
            raise MjlabError(f"total={total!r} is no whole number", hint="total=8")
        numbers = self._lists.numbers
        return int(numbers.loc[numbers["total"] >= total, name].sum())

    def fan_table(self) -> pd.DataFrame:
        """How often each fan counts, and how often the hand then reaches the minimum.

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
        lists, hands = self._lists, self._hands
        present = (lists.fans > 0).astype(np.int64)
        legal = (lists.numbers["total"] >= self.rules.min_fan).to_numpy()
        pairs, physical = (lists.numbers[name].to_numpy() for name in ("pairs", "physical_pairs"))
        in_hands = hands.fans.astype(np.int64)
        table = _NAMES.assign(
            value=[self.rules.fan_value(key) for key in _KEYS],
            hands=hands.numbers["hands"].to_numpy() @ in_hands,
            physical_hands=hands.numbers["physical_hands"].to_numpy() @ in_hands,
            pairs=pairs @ present,
            physical_pairs=physical @ present,
            times=pairs @ lists.fans.astype(np.int64),
        )
        table["share"] = _ratio(table["physical_pairs"], self.physical_pairs)
        table["one_in"] = _ratio(self.physical_pairs, table["physical_pairs"])
        table["legal_pairs"] = (pairs * legal) @ present
        table["legal_physical_pairs"] = (physical * legal) @ present
        table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
        return validated("fan_table", table)

    def totals(self) -> pd.DataFrame:
        """How often each total is scored, and how often so much or more.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.totals()[["total", "hands", "pairs", "share_at_least"]].tail(2)
            total  hands  pairs  share_at_least
        28    180      1      1        0.015975
        29    203      2     10        0.014910
        """
        table = _sums(self._lists.numbers, "total", "pairs")
        best = _sums(self._hands.numbers, "best", "hands")
        table = table.join(best).fillna(0).astype(np.int64)
        upward = table[::-1].cumsum()[::-1]
        table["share"] = _ratio(table["physical_pairs"], self.physical_pairs)
        table["pairs_at_least"] = upward["pairs"]
        table["physical_at_least"] = upward["physical_pairs"]
        table["share_at_least"] = _ratio(table["physical_at_least"], self.physical_pairs)
        order = ["total", "hands", "physical_hands", "pairs", "physical_pairs", "share",
                 "pairs_at_least", "physical_at_least", "share_at_least"]  # fmt: skip
        return validated("totals", table.reset_index()[order])

    def forms(self) -> pd.DataFrame:
        """Hands by the form that their tiles have, and wins by the form that they count as.

        A hand that is seven pairs as well as four sets and a pair stands with the latter, its wins
        with the form that scores more.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.forms()[["form", "hands_by_shape", "pairs", "share"]].head(2)
                  form  hands_by_shape  pairs     share
        0      regular             102    513  0.708998
        1  seven_pairs             123    564  0.291002
        """
        numbers = self._lists.numbers
        hands, pairs = _sums(self._hands.numbers, "form", "hands"), _sums(numbers, "form", "pairs")
        hands = hands.add_suffix("_by_shape")
        legal = numbers[numbers["total"] >= self.rules.min_fan].groupby("form")["physical_pairs"]
        table = pd.concat([hands, pairs, legal.sum().rename("legal_physical_pairs")], axis=1)
        table = table.reindex(range(len(FORMS))).fillna(0).astype(np.int64)
        table.insert(0, "form", list(FORMS))
        table.insert(5, "share", _ratio(table["physical_pairs"], self.physical_pairs))
        table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
        return validated("forms", table)

    def readings(self) -> pd.DataFrame:
        """Hands by the number of ways to read them.

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
        numbers = self._lists.numbers
        hands, pairs, tied = (
            _sums(self._hands.numbers, "readings", "hands"),
            _sums(numbers, "readings", "pairs"),
            _sums(numbers[numbers["tied"]], "readings", "pairs").add_prefix("tied_"),
        )
        table = pd.concat([hands, pairs, tied], axis=1).fillna(0).astype(np.int64)
        return validated("readings", table.reset_index())

    def cooccurrence(self, count: str = "physical_pairs") -> pd.DataFrame:
        """How often each two fan count together.

        Parameters
        ----------
        count : str
            ``"pairs"`` or ``"physical_pairs"``.

        Returns
        -------
        DataFrame
            int64[82,82], symmetric, rows and columns by key; on the diagonal stands how often the
            fan counts at all.

        Raises
        ------
        MjlabError
            For another count.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> table = found.cooccurrence("pairs")
        >>> int(table.loc["all_green", "full_flush"]), int(table.loc["all_green", "all_green"])
        (254, 1077)
        """
        if count not in ("pairs", "physical_pairs"):
            raise MjlabError(f"count={count!r} is unknown", hint="pairs or physical_pairs")
        present = (self._lists.fans > 0).astype(np.int64)
        weight = self._lists.numbers[count].to_numpy()
        together = np.zeros((len(FANS), len(FANS)), np.int64)
        for column in range(len(FANS)):
            rows = np.flatnonzero(present[:, column])
            together[column] = weight[rows] @ present[rows]
        return pd.DataFrame(together, index=pd.Index(_KEYS, name="fan"), columns=_KEYS)

    def partners(self, fan: str) -> pd.DataFrame:
        """What counts beside a fan, and how often the hand then reaches the minimum.

        Parameters
        ----------
        fan : str
            Key, Chinese or English name.

        Returns
        -------
        DataFrame
            One row for each fan that ever counts beside it, the most frequent first.

        Raises
        ------
        MjlabError
            If no fan has that name, or it is a regional one.

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
        key = fan_named(fan).key
        chosen = self._lists.fans[:, FAN_INDEX[key]] > 0
        numbers = self._lists.numbers[chosen]
        present = (self._lists.fans[chosen] > 0).astype(np.int64)
        physical = numbers["physical_pairs"].to_numpy()
        legal = physical * (numbers["total"] >= self.rules.min_fan).to_numpy()
        table = _NAMES.assign(
            pairs=numbers["pairs"].to_numpy() @ present, physical_pairs=physical @ present
        )
        table["share"] = _ratio(table["physical_pairs"], int(physical.sum()))
        table["legal_physical_pairs"] = legal @ present
        table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
        table["share_of_legal"] = _ratio(table["legal_physical_pairs"], int(legal.sum()))
        table = table[(table["pairs"] > 0) & (table["fan"] != key)]
        return validated("partners", table.sort_values("share", ascending=False, kind="stable"))

    def lists(self, fan: str | None = None) -> pd.DataFrame:
        """Every list of fan there is, or those with one fan, by total, with an example each.

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
        return self._listed(fan, None, "total", "physical_pairs")

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
        return self._listed(fan, n, "physical_pairs", "-total")

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
        return self._listed(fan, n, "-physical_pairs", "total")

    def highest(self, n: int = 10, fan: str | None = None) -> pd.DataFrame:
        """The lists of fan with the highest totals, of equals the rarest; see :meth:`rarest`.

        Examples
        --------
        >>> from mjlab import census
        >>> found = census.run(where="only=23468s6z")
        >>> found.highest(1)[["total", "fans", "hand"]]
           total                     fans               hand
        0    203  绿一色 四暗刻 清一色 一色三节高 断幺 自摸  2233344466688s+2s
        """
        return self._listed(fan, n, "-total", "physical_pairs")

    def _listed(self, fan: str | None, n: int | None, *columns: str) -> pd.DataFrame:
        """Lists of fan, all or the first n, ordered by columns; - for the largest first."""
        if n is not None and (type(n) is not int or n < 0):
            raise MjlabError(f"n={n!r} is no number of rows", hint="n=10")
        numbers, fans = self._lists.numbers, self._lists.fans
        rows = np.lexsort(
            [
                -numbers[name[1:]] if name.startswith("-") else numbers[name]
                for name in reversed(columns)
            ]
        )
        if fan is not None:
            rows = rows[fans[rows, FAN_INDEX[fan_named(fan).key]] > 0]
        rows = rows[:n]
        numbers, fans = numbers.iloc[rows], fans[rows]
        table = pd.DataFrame(
            {
                "total": numbers["total"],
                "fans": [_named(row, " ", chinese=True) for row in fans],
                "fans_en": [_named(row, ", ", chinese=False) for row in fans],
                "form": [FORMS[form] for form in numbers["form"]],
                "readings": numbers["readings"],
                "tied": numbers["tied"],
                **{name: numbers[name] for name in (*SUMS[2:], *SUMS[:2])},
                "share": _ratio(numbers["physical_pairs"], self.physical_pairs),
                "hand": [self._lists.examples[int(row)] for row in rows],
            }
        )
        return validated("lists", table)

    def win(self, hand: str) -> Win:
        """Make a Win of a hand of :meth:`lists`, with the circumstances of the census.

        Examples
        --------
        >>> from mjlab import census, score
        >>> found = census.run(where="only=1235789m fans=pure_terminal_chows")
        >>> highest = found.highest(1)
        >>> bool((highest["total"] == score(found.win(highest["hand"][0])).total).all())
        True
        """
        asked = self.question
        return Win.parse(hand, seat=asked.seat, round=asked.round, self_drawn=asked.self_drawn)

    def __repr__(self) -> str:
        return f"Census({self.hands:,} hands, {self.pairs:,} wins; {self.question})"

    def _repr_html_(self) -> str:
        totals: str = self.totals().tail(5).to_html(index=False)
        return f"<p>{escape(repr(self))}</p>{self.forms().to_html(index=False)}{totals}"


def _sums(numbers: pd.DataFrame, by: str, name: str) -> pd.DataFrame:
    """Sums of hands or pairs, distinct and physical, by a column."""
    return numbers.groupby(by)[[name, f"physical_{name}"]].sum()


def _named(fans: NDArray[np.uint8], between: str, *, chinese: bool) -> str:
    return between.join(
        (FANS[i].zh if chinese else FANS[i].en) + (f"×{fans[i]}" if fans[i] > 1 else "")
        for i in np.flatnonzero(fans)
    )


def _ratio(part: pd.Series | int, whole: pd.Series | int) -> pd.Series:
    """A share; missing where there is nothing to have a share of."""
    index = whole.index if isinstance(whole, pd.Series) else pd.Series(part).index
    of = pd.Series(whole, index=index, dtype="float64")
    return pd.Series(part, index=index, dtype="float64") / of.where(of > 0)
