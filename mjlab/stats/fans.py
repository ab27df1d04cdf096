"""Statistics of fan: how often each occurs, what it brings, and beside which others.

Examples
--------
>>> from mjlab.dataset import make_dataset
>>> from mjlab.logs import replay_all
>>> data = make_dataset(replay_all(["data/tziakcha"]))
>>> fan_frequency(data)[["fan", "zh", "k", "n"]].head(2)
            fan  zh   k   n
0  flower_tiles  花牌  12  17
1     all_chows  平和  10  17
>>> fan_partners(data, where="fan=平和")[["fan", "partner", "k", "n"]].head(2)
         fan       partner  k   n
0  all_chows  flower_tiles  5  10
1  all_chows   closed_wait  4  10
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from mjlab.dataset.dataset import Dataset, check_dataset
from mjlab.errors import MjlabError
from mjlab.rules.fans import FAN_INDEX, FANS
from mjlab.rules.fans import fan as find_fan
from mjlab.rules.rulesets import DEFAULT, ruleset
from mjlab.stats.cases import load, named_groups, with_zeros
from mjlab.stats.conditions import NONE, Chosen, Condition, Where, conditions
from mjlab.stats.intervals import rates
from mjlab.stats.result import Result
from mjlab.stats.statistic import Listing
from mjlab.stats.sums import Sums, Tally, add_up

__all__ = ["FanFrequency", "add_fan_names", "fan_frequency", "fan_partners"]

_OF_FAN = {"fan": "The fan, by any of its names; not to group by."}
_OF_PAIR = _OF_FAN | {"partner": "The fan beside it."}
"""What conditions name that choose fan or pairs, not wins."""


def add_fan_names(table: pd.DataFrame) -> pd.DataFrame:
    """Join the names of fan to a table with a column ``fan``.

    Parameters
    ----------
    table : DataFrame
        With a column ``fan`` of keys.

    Returns
    -------
    DataFrame
        A copy with ``zh``, ``en`` and ``pinyin`` behind ``fan``.

    Raises
    ------
    KeyError
        If there is no column ``fan``.

    Examples
    --------
    >>> add_fan_names(pd.DataFrame({"fan": ["all_chows"]}))["zh"].to_list()
    ['平和']
    """
    named = table.copy()
    keys = named["fan"].astype("str")
    place = list(named.columns).index("fan") + 1
    for column in ("pinyin", "en", "zh"):
        names = {f.key: getattr(f, column) for f in FANS}
        named.insert(place, column, keys.map(names).astype("str"))
    return named.assign(fan=keys)


def _scored(
    dataset: Dataset, by: Sequence[str], chosen: Chosen
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The wins that were scored, and their fan with the columns `by`."""
    wins = load(dataset, "wins", ["game", "seat", "fan_total", *by], chosen)
    wins = wins[wins["fan_total"].notna()].reset_index(drop=True)
    fans = load(dataset, "win_fans", ["game", "seat", "fan", "count", "value", "points"])
    games: Any = wins["game"].cat.categories
    of_win = games.get_indexer(fans["game"].cat.categories)[fans["game"].cat.codes]
    key = np.where(of_win >= 0, 4 * of_win + fans["seat"].cat.codes, -1)
    rows = pd.Index(4 * wins["game"].cat.codes.to_numpy(np.int64) + wins["seat"].cat.codes)
    place = rows.get_indexer(pd.Index(key))
    fans = fans[place >= 0].assign(win=place[place >= 0])
    groups = {name: wins[name].array.take(fans["win"]) for name in by if name not in fans}
    return wins, fans.assign(**groups)


def _keys(one: Condition) -> list[str]:
    """Keys of the fan that a condition names."""
    if one.sign not in ("=", "!="):
        raise MjlabError(f"{one.column} has no order", text=str(one), hint=f"{one.column}=花龙")
    found = [find_fan(NONE if value is None else str(value)) for value in one.wanted]
    if local := [fan for fan in found if fan.key not in FAN_INDEX]:
        raise MjlabError(f"{local[0].name} is a local fan: no win is scored with it",
                         text=str(one), hint="'mjlab fans' lists those that are")  # fmt: skip
    return [fan.key for fan in found]


def _parted(chosen: Chosen, which: Mapping[str, str]) -> tuple[Chosen, Chosen]:
    """Conditions that choose among fan, and those that choose wins."""
    return (
        tuple(one for one in chosen if one.column in which),
        tuple(one for one in chosen if one.column not in which),
    )


def _tally(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    """For each group and fan what it counts, the wins of each group, and the value of each fan."""
    wins, fans = _scored(dataset, by, _parted(chosen, _OF_FAN)[1])
    keys = [*by, "fan"]
    of_fans = fans.groupby(keys, dropna=False, observed=True).agg(
        k=("win", "nunique"), instances=("count", "sum"), points=("points", "sum"),
    ).astype("int64")  # fmt: skip
    if by:
        sizes = wins.groupby(by, dropna=False, observed=True).size().rename("n").reset_index()
    else:
        sizes = pd.DataFrame({"n": [len(wins)]})
    rules = dataset.rules or ruleset(DEFAULT)
    values = pd.Series({key: rules.fan_value(key) for key in FAN_INDEX})
    values.update(fans.groupby("fan", observed=True)["value"].max())
    worth = values.rename_axis("fan").rename("value").reset_index()
    return [Tally(of_fans.reset_index(), keys), Tally(sizes, by), Tally(worth, ["fan"], ("value",))]


def _frequency(sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    """A row for each fan that was met or asked for, in each group the most frequent first."""
    rows, sizes, values = sums
    listed = _listed(rows["fan"], _parted(chosen, _OF_FAN)[0])
    whole: Any = rows["points"].sum()
    table = with_zeros(rows, by, "fan", listed, sizes if by else None)
    if by:
        earned = rows.groupby(by, dropna=False, observed=True)["points"].sum().rename("whole")
        table = table.merge(sizes, how="left", on=by).merge(earned.reset_index(), how="left", on=by)
        whole = table["whole"]
    else:
        table = table.assign(n=int(sizes["n"].sum()))
    table = table.assign(
        **rates(table["k"], table["n"], confidence=confidence),
        points_share=table["points"] / whole,
        value=table["fan"].astype("str").map(values.set_index("fan")["value"]).astype("int64"),
    )
    table = table.sort_values(
        [*by, "k", "fan"], ascending=[True] * len(by) + [False, True], kind="stable"
    )
    shown = ["value", "k", "n", "rate", "low", "high", "instances", "points", "points_share"]
    table = table[[*by, "fan", *shown]].reset_index(drop=True)
    return add_fan_names(named_groups(table, by))


def _listed(met: pd.Series, of_fan: Chosen) -> list[str]:
    """Fan that are told of: those met, or those asked for, in the order of the table."""
    keys = set(met.astype("str"))
    asked = [set(_keys(one)) for one in of_fan if one.sign == "="]
    refused = [set(_keys(one)) for one in of_fan if one.sign != "="]
    listed = set.intersection(*asked) if asked else keys
    return sorted(listed.difference(*refused), key=FAN_INDEX.__getitem__)


def _with_fan(dataset: Dataset, by: list[str], chosen: Chosen) -> Tally:
    """Count the wins of each group by whether they have one of the fan asked for."""
    of_fan, of_wins = _parted(chosen, _OF_FAN)
    wins, fans = _scored(dataset, by, of_wins)
    having = np.zeros(len(wins), bool)
    having[fans["win"][fans["fan"].isin([key for one in of_fan for key in _keys(one)])]] = True
    keys = [*by, "answer"]
    sizes = wins[by].assign(answer=having).groupby(keys, dropna=False, observed=True).size()
    return Tally(sizes.rename("n").astype("int64").reset_index(), keys)


class FanFrequency(Listing):
    """How often fan occur: a table of them, and of one that can be compared."""

    _gives = (
        "for each fan its names and value, k (wins with it), n (wins), rate, low and high (the "
        "interval of the rate), instances, points and points_share"
    )
    in_games: ClassVar = False
    """As of the other statistics of wins: a game has hardly more than one."""

    def __call__(
        self,
        dataset: Dataset,
        by: str | Sequence[str] | None = None,
        *,
        where: Where = None,
        confidence: float = 0.95,
        absent: bool = False,
    ) -> Result:
        """Count how often each fan occurs in the wins; with `absent` also those that never did.

        In `where`, ``fan=花龙`` is a fan by any name. What one group has, each has a row of.
        """
        chosen = conditions(where)
        if absent:
            chosen = (*chosen, Condition("fan", "=", tuple(FAN_INDEX)))
        return super().__call__(dataset, by, where=chosen, confidence=confidence)

    def answers(self, dataset: Dataset, by: list[str], chosen: Chosen) -> pd.DataFrame:
        """Count the wins of each group by whether they have the fan that conditions name."""
        check_dataset(dataset)
        hint = 'where="fan=花龙", or --where fan=花龙'
        of_fan = _parted(chosen, _OF_FAN)[0]
        if "fan" in by:
            raise MjlabError("fan= says what is compared, not in which wins", hint=hint)
        if len(of_fan) != 1 or of_fan[0].sign != "=":
            raise MjlabError(f"{self.name} is compared for a fan that is named", hint=hint)
        return add_up(dataset.each(_with_fan, by, chosen))


fan_frequency = FanFrequency(
    name="fan_frequency", zh="番种频率", title="Frequency of fan", table="wins", tally=_tally,
    make=_frequency, required=("fan_total",), row_columns=_OF_FAN,
    definition="Wins that contain the fan, out of the wins that were scored; instances and points"
    " are what it counted there, points_share is its part of the points of all fan. The condition"
    " fan=花龙 chooses a fan, by key or name, and with it one fan can be compared. Fan are those of"
    " one best reading: where two readings are worth the same, another calculator may list others,"
    " the total is the same.",
)  # fmt: skip


def _pairs(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    """How many wins have two fan, of which the second may be the first, and how many wins."""
    wins, fans = _scored(dataset, by, _parted(chosen, _OF_PAIR)[1])
    held = np.zeros((len(wins), len(FANS)), np.float32)  # of floats the product is fast
    held[fans["win"], fans["fan"].cat.codes] = 1
    together = (held.T @ held).astype(np.int64)
    first, second = np.nonzero(together)
    rows = pd.DataFrame({"first": first, "second": second, "k": together[first, second]})
    return [Tally(rows, ["first", "second"]), Tally(pd.DataFrame({"n": [len(wins)]}), [])]


def _partners(sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    rows, sizes = sums
    together = np.zeros((len(FANS), len(FANS)), np.int64)
    together[rows["first"], rows["second"]] = rows["k"]
    alone, wins = together.diagonal(), int(sizes["n"].sum())
    first, second = np.nonzero(together)
    keep = first != second
    first, second = first[keep], second[keep]
    keys = np.array([f.key for f in FANS])
    k, n = pd.Series(together[first, second]), pd.Series(alone[first])
    share = rates(k, n, confidence=confidence)
    among_all = alone[second] / max(wins, 1)
    table = pd.DataFrame({"fan": keys[first], "partner": keys[second]}).join(share)
    table = table.assign(overall=among_all, lift=share["rate"] / among_all)
    for one in _parted(chosen, _OF_PAIR)[0]:
        inside = table[one.column].isin(_keys(one))
        table = table[inside if one.sign == "=" else ~inside]
    table = table.sort_values(["fan", "k", "partner"], ascending=[True, False, True])
    table = add_fan_names(table.reset_index(drop=True)).drop(columns=["en", "pinyin"])
    partner = {f.key: f.zh for f in FANS}
    place = list(table.columns).index("partner") + 1
    table.insert(place, "partner_zh", table["partner"].map(partner).astype("str"))
    return table


fan_partners = Listing(
    name="fan_partners", zh="番种搭配", title="Fan and their partners", table="wins",
    tally=_pairs, make=_partners, groups=(), required=("fan_total",), row_columns=_OF_PAIR,
    definition="Wins that contain both fan, out of the wins with the first. Overall: out of all "
    "wins; lift: how many times as often as there. The condition fan=平和 chooses a fan, partner="
    "断幺 what stands beside it, by key or name.",
)  # fmt: skip
