"""Statistics: each a function of the tables, each share with its cases and its interval.

Every share has ``k`` (what counts), ``n`` (out of how many), ``rate``, and ``low`` and ``high``,
its Wilson interval. Without a case the rate is NaN, never 0. Games that were not played to
their end are no cases.
"""

from __future__ import annotations

import pandas as pd

from mjlab.frames.dataset import Dataset
from mjlab.frames.fields import ENDS
from mjlab.frames.intervals import rates, share_of
from mjlab.frames.players import (
    deal_in_rate,
    hands_played,
    joined_players,
    player_summary,
    standings,
)
from mjlab.rules.rulesets import DEFAULT, RuleSet, ruleset
from mjlab.rules.table import FAN_INDEX, FANS

__all__ = [
    "add_fan_names",
    "deal_in_rate",
    "draw_rate",
    "fan_frequency",
    "hands_played",
    "joined_players",
    "outcomes",
    "player_summary",
    "self_draw_share",
    "standings",
    "totals_distribution",
]


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
    keys = named["fan"]
    place = list(named.columns).index("fan") + 1
    for column in ("pinyin", "en", "zh"):
        names = {f.key: getattr(f, column) for f in FANS}
        named.insert(place, column, keys.map(names).astype("str"))
    return named


def fan_frequency(
    data: Dataset,
    *,
    confidence: float = 0.95,
    absent: bool = False,
    rules: str | RuleSet | None = None,
) -> pd.DataFrame:
    """Count how often each fan occurs in the wins.

    Parameters
    ----------
    data : Dataset
        The tables.
    confidence : float
        Of the intervals.
    absent : bool
        Whether fan that never occurred have a row too.
    rules : str or RuleSet, optional
        Whose values fan that never occurred have; left out, those of the ruleset by which the
        tables were made.

    Returns
    -------
    DataFrame
        Most frequent first: ``fan``, ``zh``, ``en``, ``pinyin``, ``value`` (of one instance),
        ``k`` (wins with the fan), ``n`` (all wins), ``rate``, ``low``, ``high``,
        ``instances`` (a fan may count more than once in a win) and ``points`` (contributed).

    Notes
    -----
    What is counted are the fan of one best reading. Where two readings are worth the same, the
    lists of two calculators may differ, the totals may not.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> fan_frequency(make_dataset([]), absent=True).shape
    (82, 12)
    """
    grouped = data.win_fans.groupby("fan").agg(
        value=("value", "max"), k=("fan", "size"), instances=("count", "sum"),
        points=("points", "sum"),
    )  # fmt: skip
    if absent:
        grouped = grouped.reindex([f.key for f in FANS])
        scored_by = ruleset(rules or data.rules or DEFAULT)
        values = pd.Series({f.key: scored_by.fan_value(f.key) for f in FANS})
        grouped = grouped.fillna({"value": values, "k": 0, "instances": 0, "points": 0})
    grouped = grouped.astype("int64")
    share = rates(grouped["k"], len(data.wins), confidence=confidence)
    table = pd.concat([grouped[["value"]], share, grouped[["instances", "points"]]], axis=1)
    table.index = table.index.astype("str")
    table = table.rename_axis("fan").reset_index()
    order = table["fan"].map(FAN_INDEX)
    table = table.assign(order=order).sort_values(["k", "order"], ascending=[False, True])
    return add_fan_names(table.drop(columns="order").reset_index(drop=True))


def totals_distribution(data: Dataset, *, confidence: float = 0.95) -> pd.DataFrame:
    """Count the wins of each number of points.

    Parameters
    ----------
    data : Dataset
        The tables.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        Ascending: ``total`` (points, flowers included), ``k``, ``n`` (all wins),
        ``rate``, ``low``, ``high`` and ``at_least`` (wins of so many points or more).

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> len(totals_distribution(make_dataset([])))
    0
    """
    counted = data.wins["total"].value_counts().sort_index()
    table = rates(counted, len(data.wins), confidence=confidence)
    table["at_least"] = counted[::-1].cumsum()[::-1]
    return table.rename_axis("total").reset_index()


def outcomes(data: Dataset, *, confidence: float = 0.95) -> pd.DataFrame:
    """Share of each way a game ends, out of all games.

    Parameters
    ----------
    data : Dataset
        The tables.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        One row for each of :data:`mjlab.frames.fields.ENDS`: ``outcome``, ``k``, ``n``
        (games), ``rate``, ``low``, ``high``.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> outcomes(make_dataset([]))["rate"].isna().all()
    np.True_
    """
    counted = data.played["outcome"].value_counts().reindex(list(ENDS), fill_value=0)
    table = rates(counted, len(data.played), confidence=confidence)
    return table.rename_axis("outcome").reset_index()


def draw_rate(data: Dataset, *, by: str | None = None, confidence: float = 0.95) -> pd.DataFrame:
    """Share of games that nobody won.

    Parameters
    ----------
    data : Dataset
        The tables.
    by : str, optional
        A column of ``games`` to group by, e.g. ``"round"`` or ``"session"``.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        `by` (or ``all``), ``k``, ``n`` (games), ``rate``, ``low``, ``high``.

    Raises
    ------
    MjlabError
        If ``games`` has no column `by`, or one that tells how the game ended: ``outcome``,
        ``n_winners``.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> draw_rate(make_dataset([]))["n"].to_list()
    [0]
    """
    drawn = data.played["outcome"] == "drawn"
    told = ("outcome", "n_winners")
    return share_of(data.played, drawn, by, confidence, told=told)


def self_draw_share(
    data: Dataset, *, by: str | None = None, confidence: float = 0.95
) -> pd.DataFrame:
    """Share of wins that were self-drawn.

    Parameters
    ----------
    data : Dataset
        The tables.
    by : str, optional
        A column of ``wins`` to group by, e.g. ``"player"`` or ``"seat"``.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        `by` (or ``all``), ``k``, ``n`` (wins), ``rate``, ``low``, ``high``.

    Raises
    ------
    MjlabError
        If ``wins`` has no column `by`, or one that tells how the win came about: ``self_drawn``,
        ``discarder``, ``discarder_seat``, ``robbing_kong``, ``kong_replacement``.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> self_draw_share(make_dataset([]))["rate"].to_list()
    [nan]
    """
    told = ("self_drawn", "discarder", "discarder_seat", "robbing_kong", "kong_replacement")
    return share_of(data.wins, data.wins["self_drawn"], by, confidence, told=told)
