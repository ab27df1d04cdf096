"""What a census found: exact numbers, and tables made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.api import FORMS
from mjlab.census import result as tables
from mjlab.census.cells import Counted
from mjlab.census.filters import fan_named
from mjlab.census.question import Question
from mjlab.census.schemas import validated
from mjlab.errors import MjlabError
from mjlab.hand import Meld, MeldKind, Win
from mjlab.kernels.census import cells
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits
from mjlab.rules import FANS
from mjlab.rules.fans import FAN_INDEX
from mjlab.tiles import N_KINDS

if TYPE_CHECKING:
    from mjlab.rules import RuleSet

__all__ = [
    "Census",
    "Examples",
    "Lists",
    "SUMS",
    "column_of",
    "cooccurrence",
    "fan_lists",
    "fan_table",
    "forms",
    "hand_lists",
    "lists",
    "partners",
    "readings",
    "totals",
]


_KEYS = [one.key for one in FANS]


def fan_table(census: Census) -> pd.DataFrame:
    """How often each fan counts, and how often the hand then reaches the minimum.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=19m19p19s1234567z forms=thirteen_orphans")
    >>> table = fan_table(found).set_index("fan")
    >>> table.loc[["thirteen_orphans", "self_drawn"], ["hands", "pairs", "legal_share"]]
                      hands  pairs  legal_share
    fan
    thirteen_orphans     13    169          1.0
    self_drawn           13    169          1.0
    """
    rows, hands = census._lists, census._hands
    present = (rows.fans > 0).astype(np.int64)
    legal = (rows.numbers["total"] >= census.rules.min_fan).to_numpy()
    pairs, physical = (rows.numbers[name].to_numpy() for name in ("pairs", "physical_pairs"))
    in_hands = hands.fans.astype(np.int64)
    table = pd.DataFrame(
        {
            "fan": _KEYS,
            "zh": [one.zh for one in FANS],
            "en": [one.en for one in FANS],
            "value": [census.rules.fan_value(key) for key in _KEYS],
            "hands": hands.numbers["hands"].to_numpy() @ in_hands,
            "physical_hands": hands.numbers["physical_hands"].to_numpy() @ in_hands,
            "pairs": pairs @ present,
            "physical_pairs": physical @ present,
            "times": pairs @ rows.fans.astype(np.int64),
        }
    )
    table["share"] = _ratio(table["physical_pairs"], census.physical_pairs)
    table["one_in"] = _ratio(census.physical_pairs, table["physical_pairs"])
    table["legal_pairs"] = (pairs * legal) @ present
    table["legal_physical_pairs"] = (physical * legal) @ present
    table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
    return validated("fan_table", table)


def totals(census: Census) -> pd.DataFrame:
    """How often each total is scored, and how often so much or more.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=19m19p19s1234567z forms=thirteen_orphans")
    >>> totals(found)[["total", "pairs", "share_at_least"]]
       total  pairs  share_at_least
    0     89    169             1.0
    """
    table = census._lists.numbers.groupby("total")[["pairs", "physical_pairs"]].sum()
    best = census._hands.numbers.groupby("best")[["hands", "physical_hands"]].sum()
    table = table.join(best).fillna(0).astype(np.int64)
    upward = table[::-1].cumsum()[::-1]
    table["share"] = _ratio(table["physical_pairs"], census.physical_pairs)
    table["pairs_at_least"] = upward["pairs"]
    table["physical_at_least"] = upward["physical_pairs"]
    table["share_at_least"] = _ratio(table["physical_at_least"], census.physical_pairs)
    order = ["total", "hands", "physical_hands", "pairs", "physical_pairs", "share",
             "pairs_at_least", "physical_at_least", "share_at_least"]  # fmt: skip
    return validated("totals", table.reset_index()[order])


def forms(census: Census) -> pd.DataFrame:
    """Hands of each form, and what they count as.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=123m45p readings=2-")
    >>> forms(found)[["form", "hands", "pairs"]].head(2)
              form  hands  pairs
    0      regular      4     18
    1  seven_pairs      0      0
    """
    all_forms = range(len(FORMS))
    hands = census._hands.numbers.groupby("form")[["hands", "physical_hands"]].sum()
    pairs = census._lists.numbers.groupby("form")[["pairs", "physical_pairs"]].sum()
    numbers = census._lists.numbers
    legal = numbers[numbers["total"] >= census.rules.min_fan].groupby("form")["physical_pairs"]
    table = pd.concat([hands, pairs, legal.sum().rename("legal_physical_pairs")], axis=1)
    table = table.reindex(all_forms).fillna(0).astype(np.int64)
    table.insert(0, "form", list(FORMS))
    table.insert(5, "share", _ratio(table["physical_pairs"], census.physical_pairs))
    table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
    return validated("forms", table)


def readings(census: Census) -> pd.DataFrame:
    """Hands by the number of ways to read them.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=1234m5p")
    >>> readings(found)[["readings", "hands", "pairs"]]
       readings  hands  pairs
    0         1     64    296
    1         2     11     52
    2         3      5     23
    3         4      3     12
    """
    table = census._hands.numbers.groupby("readings")[["hands", "physical_hands"]].sum()
    numbers = census._lists.numbers
    pairs = numbers.groupby("readings")[["pairs", "physical_pairs"]].sum()
    tied = numbers[numbers["tied"]].groupby("readings")[["pairs", "physical_pairs"]].sum()
    table = pd.concat([table, pairs, tied.add_prefix("tied_")], axis=1).fillna(0).astype(np.int64)
    return validated("readings", table.reset_index())


def cooccurrence(census: Census, count: str = "physical_pairs") -> pd.DataFrame:
    """How often each two fan count together.

    Parameters
    ----------
    census : Census
        The census.
    count : str
        ``"pairs"`` or ``"physical_pairs"``.

    Returns
    -------
    DataFrame
        int64[82,82], symmetric, rows and columns by key; on the diagonal stands how often the fan
        counts at all.

    Raises
    ------
    MjlabError
        For another count.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=19m19p19s1234567z forms=thirteen_orphans")
    >>> int(cooccurrence(found, "pairs").loc["thirteen_orphans", "self_drawn"])
    169
    """
    if count not in ("pairs", "physical_pairs"):
        raise MjlabError(f"count={count!r} is unknown", hint="pairs or physical_pairs")
    present = (census._lists.fans > 0).astype(np.int64)
    weight = census._lists.numbers[count].to_numpy()
    together = np.zeros((len(FANS), len(FANS)), np.int64)
    for column in range(len(FANS)):
        rows = np.flatnonzero(present[:, column])
        together[column] = weight[rows] @ present[rows]
    return pd.DataFrame(together, index=pd.Index(_KEYS, name="fan"), columns=_KEYS)


def partners(census: Census, name: str) -> pd.DataFrame:
    """What counts beside a fan, and how often the hand then reaches the minimum.

    Parameters
    ----------
    census : Census
        The census.
    name : str
        Key, Chinese or English name of the fan.

    Returns
    -------
    DataFrame
        One row for each fan that ever counts beside it.

    Raises
    ------
    MjlabError
        If no fan has that name, or it is a regional one.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(where="only=19m19p19s1234567z forms=thirteen_orphans")
    >>> partners(found, "十三幺")[["fan", "share"]]
              fan  share
    0  self_drawn    1.0
    """
    column = column_of(name)
    chosen = census._lists.fans[:, column] > 0
    numbers = census._lists.numbers[chosen]
    present = (census._lists.fans[chosen] > 0).astype(np.int64)
    physical = numbers["physical_pairs"].to_numpy()
    legal = physical * (numbers["total"] >= census.rules.min_fan).to_numpy()
    table = pd.DataFrame(
        {
            "fan": _KEYS,
            "zh": [one.zh for one in FANS],
            "en": [one.en for one in FANS],
            "pairs": numbers["pairs"].to_numpy() @ present,
            "physical_pairs": physical @ present,
        }
    )
    table["share"] = _ratio(table["physical_pairs"], int(physical.sum()))
    table["legal_physical_pairs"] = legal @ present
    table["legal_share"] = _ratio(table["legal_physical_pairs"], table["physical_pairs"])
    table["share_of_legal"] = _ratio(table["legal_physical_pairs"], int(legal.sum()))
    table = table[(table["pairs"] > 0) & (table["fan"] != _KEYS[column])]
    return validated("partners", table.sort_values("share", ascending=False, kind="stable"))


def lists(census: Census, rows: NDArray[np.int64]) -> pd.DataFrame:
    """Lists of fan that some hand scores, by their row numbers, with an example each.

    Examples
    --------
    >>> from mjlab import census
    >>> found = census.run(self_drawn=False, where="only=19m19p19s total=88-")
    >>> found.lists()[["total", "fans", "pairs"]].head(2)
       total          fans  pairs
    0     90    清幺九 七对 四归一     36
    1     92  清幺九 七对 四归一×2    300
    """
    some = census._lists
    numbers = some.numbers.iloc[rows]
    fans = some.fans[rows]
    table = pd.DataFrame(
        {
            "total": numbers["total"],
            "fans": [_named(row, " ", chinese=True) for row in fans],
            "fans_en": [_named(row, ", ", chinese=False) for row in fans],
            "form": [FORMS[form] for form in numbers["form"]],
            "readings": numbers["readings"],
            "tied": numbers["tied"],
            **{name: numbers[name] for name in ("hands", "physical_hands", "pairs",
                                                "physical_pairs")},
            "share": _ratio(numbers["physical_pairs"], census.physical_pairs),
            "hand": [some.examples[int(row)] for row in rows],
        }
    )  # fmt: skip
    return validated("lists", table)


def column_of(name: str) -> int:
    """Column of a fan of any name; a regional one has none and is refused."""
    return FAN_INDEX[fan_named(name).key]


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


SUMS: Final = ("pairs", "physical_pairs", "hands", "physical_hands")
"""What is counted of everything."""


class Examples(Sequence[str]):
    """A hand for each row, as text; written when it is asked for.

    Parameters
    ----------
    standing : numpy.ndarray
        uint8[N,34], standing tiles with the winning tile.
    melds : numpy.ndarray
        int16[N,4], claimed sets.
    win : numpy.ndarray
        int8[N], the winning tile.
    """

    def __init__(
        self, standing: NDArray[np.uint8], melds: NDArray[np.int16], win: NDArray[np.int8]
    ) -> None:
        self._standing, self._melds, self._win = standing, melds, win

    def __len__(self) -> int:
        return len(self._win)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(len(self))[row]]
        counts, win = self._standing[row], int(self._win[row])
        left = [t for t in range(N_KINDS) for _ in range(int(counts[t]) - (t == win))]
        melds = tuple(
            Meld(MeldKind(int(code) // N_KINDS), int(code) % N_KINDS)
            for code in self._melds[row]
            if code >= 0
        )
        return str(Win(concealed=tuple(left), melds=melds, tile=win))


@dataclass(frozen=True, eq=False)
class Lists:
    """Rows of fan with their numbers.

    Attributes
    ----------
    fans : numpy.ndarray
        uint8[N,82], how often each fan counts; of hands whether it counts at all.
    numbers : DataFrame
        One row for each: :data:`SUMS` and what else tells the rows apart.
    examples : sequence of str
        A hand for each.
    """

    fans: NDArray[np.uint8]
    numbers: pd.DataFrame
    examples: Sequence[str]

    def __len__(self) -> int:
        return len(self.numbers)


def fan_lists(counted: Counted, question: Question) -> Lists:
    """Unpack the cells: `total`, `form`, `readings`, `tied` and :data:`SUMS` of each."""
    from mjlab.kernels.census import hands as census

    key = counted.rows[:, cells.KEY1]
    fans = _bits(counted)
    for i, column in enumerate(at.COUNTED):
        fans[:, column] = key >> (census.COUNTERS + 3 * i) & 7
    values = np.array([question.rules.fan_value(one.key) for one in FANS], np.int64)
    numbers = pd.DataFrame(
        {
            "total": fans @ values,
            "form": (key >> census.FORM & 7).astype(np.int8),
            "readings": (key >> census.READINGS & 7).astype(np.int8),
            "tied": key >> census.TIED & 1 == 1,
            **_sums(counted),
        }
    )
    return Lists(fans, numbers, Examples(counted.standing, counted.melds, counted.win))


def hand_lists(counted: Counted) -> Lists:
    """Unpack the hands: `best`, `least`, `form`, `readings` and :data:`SUMS` of each row."""
    from mjlab.kernels.census import hands as census

    key = counted.rows[:, cells.KEY1]
    numbers = pd.DataFrame(
        {
            "best": key >> census.BEST & 1023,
            "least": key >> census.LEAST & 1023,
            "form": (key >> census.HAND_FORM & 7).astype(np.int8),
            "readings": (key >> census.HAND_READINGS & 7).astype(np.int8),
            **_sums(counted),
        }
    )
    return Lists(_bits(counted), numbers, Examples(counted.standing, counted.melds, counted.win))


def _bits(counted: Counted) -> NDArray[np.uint8]:
    """uint8[N,82], which fan the two words of a key name."""
    n_small = len(FANS) - fan_bits.N_BIG
    big = counted.rows[:, cells.KEY0, None] >> np.arange(fan_bits.N_BIG) & 1
    small = counted.rows[:, cells.KEY1, None] >> np.arange(n_small) & 1
    return np.concatenate([big, small], axis=1).astype(np.uint8)


def _sums(counted: Counted) -> dict[str, NDArray[np.int64]]:
    return {name: counted.rows[:, cells.PAIRS + i] for i, name in enumerate(SUMS)}


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
        """How often each fan counts; see :func:`mjlab.census.result.fan_table`.

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
        """How often each total is reached; see :func:`mjlab.census.result.totals`.

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
        """The forms of hands; see :func:`mjlab.census.result.forms`.

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
        """Hands by the number of ways to read them; see :func:`mjlab.census.result.readings`.

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
        """How often each two fan count together; :func:`mjlab.census.result.cooccurrence`.

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
        """What counts beside a fan; see :func:`mjlab.census.result.partners`.

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

        See :func:`mjlab.census.result.lists`.

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
