"""The tables of a census, each a function of it; `mjlab.census.schemas` explains every column.

All counts are sums of int64. The largest, 2 * 10**14 physical wins, times the largest total stays
far below 2**63.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlab.api import FORMS
from mjlab.census.names import fan_named
from mjlab.census.schemas import validated
from mjlab.errors import MjlabError
from mjlab.rules import FANS
from mjlab.rules.table import FAN_INDEX

if TYPE_CHECKING:
    from mjlab.census.results import Census

__all__ = [
    "column_of",
    "cooccurrence",
    "fan_table",
    "forms",
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
