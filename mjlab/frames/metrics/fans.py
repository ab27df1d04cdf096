"""Statistics of fan: how often each occurs, what it brings, and beside which others.

Examples
--------
>>> from mjlab.frames import make_dataset
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

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from mjlab.errors import MjlabError
from mjlab.frames.dataset import Dataset
from mjlab.frames.intervals import rates
from mjlab.frames.metrics.base import Listing
from mjlab.frames.metrics.cases import load, named_groups
from mjlab.frames.metrics.conditions import Chosen, Where, conditions
from mjlab.frames.metrics.counts import Sums, Tally
from mjlab.frames.metrics.results import Result
from mjlab.rules.rulesets import DEFAULT, ruleset
from mjlab.rules.table import FAN_INDEX, FANS
from mjlab.rules.table import fan as find_fan

__all__ = ["add_fan_names", "fan_frequency", "fan_partners"]

_OF_PAIR = ("fan", "partner")
"""Columns of the conditions that choose pairs, not wins."""


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


def _tally(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    """For each group and fan what it counts, and the wins of each group."""
    wins, fans = _scored(dataset, by, chosen)
    keys = [*by, "fan"]
    counted = fans.groupby(keys, dropna=False, observed=True).agg(
        value=("value", "max"), k=("win", "nunique"), instances=("count", "sum"),
        points=("points", "sum"),
    ).astype("int64")  # fmt: skip
    if by:
        sizes = wins.groupby(by, dropna=False, observed=True).size().rename("n").reset_index()
    else:
        sizes = pd.DataFrame({"n": [len(wins)]})
    return [Tally(counted.reset_index(), keys, same=("value",)), Tally(sizes, by)]


def _frequency(counted: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    rows, sizes = counted
    n: Any = int(sizes["n"].sum())
    if by:
        n = rows.merge(sizes, on=by, how="left")["n"].to_numpy()
    fans = rows.set_index([*by, "fan"])
    of_group = n if not by else pd.Series(n, index=fans.index)
    return _told(fans, rates(fans["k"], of_group, confidence=confidence), by)


def _told(counted: pd.DataFrame, share: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Put the columns of a frequency together, the most frequent fan of each group first."""
    table = pd.concat([counted[["value"]], share, counted[["instances", "points"]]], axis=1)
    earned = table["points"]
    whole: Any = earned.sum()
    if by:
        levels = list(range(len(by)))
        whole = earned.groupby(level=levels, dropna=False, observed=True).transform("sum")
    table = table.assign(points_share=earned / whole).reset_index()
    order = table["fan"].astype("str").map(FAN_INDEX).astype("int64")
    table = table.assign(order=order).sort_values(
        [*by, "k", "order"], ascending=[True] * len(by) + [False, True], kind="stable"
    )
    table = named_groups(table.drop(columns="order").reset_index(drop=True), by)
    return add_fan_names(table)


class _Frequency(Listing):
    def __call__(
        self,
        dataset: Dataset,
        by: str | Sequence[str] | None = None,
        *,
        where: Where = None,
        confidence: float = 0.95,
        absent: bool = False,
    ) -> Result:
        """Count how often each fan occurs in the wins.

        Parameters
        ----------
        dataset, by, where, confidence
            As for :class:`mjlab.frames.metrics.statistics.Statistic`.
        absent : bool
            Whether fan that never occurred have a row too; not by groups.

        Returns
        -------
        Result
            Most frequent first: the groups, ``fan``, ``zh``, ``en``, ``pinyin``, ``value`` (of one
            instance), ``k`` (wins with the fan), ``n`` (wins), ``rate``, ``low``, ``high``,
            ``instances`` (a fan may count more than once in a win), ``points`` (contributed) and
            ``points_share`` (of the points of all fan).

        Raises
        ------
        MjlabError
            As for every statistic, or if fan that are absent are asked for by groups.
        """
        result = super().__call__(dataset, by, where=where, confidence=confidence)
        if not absent:
            return result
        if by:
            raise MjlabError("fan that never occurred are not told by groups", hint="by=None")
        rows, sizes = self.counted(dataset, [], conditions(where))
        n = int(sizes["n"].sum())
        counted = rows.set_index(rows["fan"].astype("str")).drop(columns="fan")
        counted = counted.reindex([f.key for f in FANS]).rename_axis("fan")
        rules = dataset.rules or ruleset(DEFAULT)
        values = pd.Series({f.key: rules.fan_value(f.key) for f in FANS})
        counted = counted.fillna({"value": values, "k": 0, "instances": 0, "points": 0})
        counted = counted.astype("int64")
        table = _told(counted, rates(counted["k"], n, confidence=confidence), [])
        return Result.of(table, self.name, self.definition)


fan_frequency = _Frequency(
    name="fan_frequency", zh="番种频率", title="Frequency of fan", table="wins", tally=_tally,
    make=_frequency,
    definition="Wins that contain the fan, out of the wins that were scored; instances and points"
    " are what it counted there. Fan are those of one best reading: where two readings"
    " are worth the same, another calculator may list others, the total is the same.",
)  # fmt: skip


def _pairs(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    """How many wins have two fan, of which the second may be the first, and how many wins."""
    others = tuple(one for one in chosen if one.column not in _OF_PAIR)
    wins, fans = _scored(dataset, by, others)
    held = np.zeros((len(wins), len(FANS)), np.float32)  # of floats the product is fast
    held[fans["win"], fans["fan"].cat.codes] = 1
    together = (held.T @ held).astype(np.int64)
    first, second = np.nonzero(together)
    rows = pd.DataFrame({"first": first, "second": second, "k": together[first, second]})
    return [Tally(rows, ["first", "second"]), Tally(pd.DataFrame({"n": [len(wins)]}), [])]


def _partners(counted: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    of_pair = [one for one in chosen if one.column in _OF_PAIR]
    rows, sizes = counted
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
    for one in of_pair:
        named = [find_fan(str(value)).key for value in one.wanted]
        inside = table[one.column].isin(named)
        table = table[inside if one.sign == "=" else ~inside]
    table = table.sort_values(["fan", "k", "partner"], ascending=[True, False, True])
    table = add_fan_names(table.reset_index(drop=True)).drop(columns=["en", "pinyin"])
    partner = {f.key: f.zh for f in FANS}
    place = list(table.columns).index("partner") + 1
    table.insert(place, "partner_zh", table["partner"].map(partner).astype("str"))
    return table


class _Partners(Listing):
    def columns(self) -> dict[str, str]:
        """Columns to choose by, with their meaning."""
        return super().columns() | {"fan": "The fan.", "partner": "The fan beside it."}


fan_partners = _Partners(
    name="fan_partners", zh="番种搭配", title="Fan and their partners", table="wins",
    tally=_pairs, make=_partners, groups=(),
    definition="Wins that contain both fan, out of the wins with the first. Overall: out of all "
    "wins; lift: how many times as often as there. The condition fan=平和 chooses a fan, partner="
    "断幺 what stands beside it, by key or name.",
)  # fmt: skip
