"""Statistics of players and sessions: summaries, places and table points.

Examples
--------
>>> from mjlab.dataset import make_dataset
>>> from mjlab.logs import replay_all
>>> data = make_dataset(replay_all(["data/tziakcha"]))
>>> player_summary(data)[["player", "n_games", "n_wins", "score"]].head(2)
  player  n_games  n_wins  score
0     P2       17       6     62
1     P0       17       4     37
>>> table_results(data)[["player", "n_sessions", "table_points"]].head(2)
  player  n_sessions  table_points
0     P2           2           5.0
1     P0           2           4.0
"""

from __future__ import annotations

import pandas as pd

from mjlab.dataset.dataset import Dataset, check_dataset
from mjlab.dataset.players import UNNAMED
from mjlab.rules.seating import TABLE_POINTS
from mjlab.stats.cases import load, named_groups
from mjlab.stats.conditions import Chosen
from mjlab.stats.intervals import means, rates
from mjlab.stats.statistic import Listing
from mjlab.stats.sums import Sums, Tally, moments

__all__ = ["joined_players", "player_summary", "standings", "table_results"]

_POINTS_OF_PLACE = dict(enumerate(map(float, TABLE_POINTS), 1))


def joined_players(dataset: Dataset) -> pd.DataFrame:
    """List the names that more than one session has, each taken for one player.

    Parameters
    ----------
    dataset : Dataset
        The games.

    Returns
    -------
    DataFrame
        ``player`` and ``n_sessions``, most sessions first. Whether it is one person, only the logs'
        origin can tell: names of accounts are, names given for a table may not be. A game that
        belongs to no session is a session of its own. Players without a name, who are called by
        their seats, are left out: nobody takes them for one player.

    Examples
    --------
    >>> from mjlab.dataset.dataset import make_dataset
    >>> len(joined_players(make_dataset([])))
    0
    """
    check_dataset(dataset)
    hands = load(dataset, "hands", ["game", "session", "player"])
    at = hands["session"].astype("str").fillna(hands["game"].astype("str"))
    pairs = pd.DataFrame({"player": hands["player"].astype("str"), "at": at}).drop_duplicates()
    pairs = pairs[~pairs["player"].isin(UNNAMED)]
    sessions = pairs.groupby("player").size()
    table = sessions[sessions > 1].rename("n_sessions").astype("int64").reset_index()
    order = ["n_sessions", "player"]
    return table.sort_values(order, ascending=[False, True]).reset_index(drop=True)


def _sums(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    keys = by or ["player"]
    columns = ["won", "dealt_in", "n_claims", "self_drawn", "total", "change"]
    hands = load(dataset, "hands", [*columns, *keys], chosen)
    change = hands["change"].astype("Int64")
    hands = hands.assign(called=hands["n_claims"] > 0, change=change, square=change * change)
    grouped = hands.groupby(keys, dropna=False, observed=True).agg(
        n_games=("won", "size"), n_wins=("won", "sum"), n_deal_ins=("dealt_in", "sum"),
        n_replayed=("n_claims", "count"), n_called=("called", "sum"),
        n_self_drawn=("self_drawn", "sum"),
        n_points=("total", "count"), points=("total", "sum"), score=("change", "sum"),
        n_scored=("change", "count"), squares=("square", "sum"),
    )  # fmt: skip
    return [Tally(grouped.astype("int64").reset_index(), keys)]


def _summary(sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    keys = by or ["player"]
    grouped = sums[0].set_index(keys)
    mean, sd = moments(grouped["n_scored"], grouped["score"], grouped["squares"])
    parts = [grouped[["n_games", "n_replayed"]].astype("int64")]
    for count, out_of, name in (
        ("n_wins", "n_games", "win"),
        ("n_deal_ins", "n_games", "deal_in"),
        ("n_called", "n_replayed", "call"),
        ("n_self_drawn", "n_wins", "self_draw"),
    ):
        share = rates(grouped[count], grouped[out_of], confidence=confidence)
        ends = {"k": count, "rate": f"{name}_rate", "low": f"{name}_low", "high": f"{name}_high"}
        parts.append(share.drop(columns="n").rename(columns=ends))
    points = grouped["points"] / grouped["n_points"].where(grouped["n_points"] > 0)
    parts.append(points.rename("mean_points").to_frame())
    hand = means(grouped["n_scored"], mean, sd, confidence=confidence)
    parts.append(hand[["mean", "low", "high"]].add_prefix("per_hand_"))
    parts.append(grouped[["score"]].astype("int64"))
    table = named_groups(pd.concat(parts, axis=1).reset_index(), keys)
    order = ["score", *keys]
    return table.sort_values(order, ascending=[False] + [True] * len(keys)).reset_index(drop=True)


player_summary = Listing(
    name="player_summary", zh="选手", title="Players", table="hands", tally=_sums, make=_summary,
    usual="player",
    definition="Wins and deal-ins out of the hands played, hands with a call out of those that "
    "were replayed, self-draws out of the wins, mean points of the wins, mean score "
    "change of the hands, and the sum of these; highest sum first. Players are told apart by name.",
)  # fmt: skip


def _scores(dataset: Dataset, by: list[str], chosen: Chosen) -> list[Tally]:
    """For each session and player games and score, sessions as the dataset has them."""
    hands = load(dataset, "hands", ["session", "player", "change"], chosen)
    hands = hands[hands["session"].notna()]
    hands = hands.assign(change=hands["change"].fillna(0).astype("int64"))
    keys = ["session", "player"]
    grouped = hands.groupby(keys, observed=True, sort=False)["change"]
    table = grouped.agg(n_games="size", score="sum").astype("int64")
    return [Tally(table.reset_index(), keys, sort=False)]


def _results(sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    (table,) = sums
    table = table.assign(order=pd.factorize(table["session"].cat.codes)[0])
    table = table.sort_values("order", kind="stable")
    ranks = table.groupby("order", sort=False)["score"]
    table["place"] = ranks.rank(method="min", ascending=False).astype("int64")
    single = ranks.rank(method="first", ascending=False).astype("int64")
    points = single.map(_POINTS_OF_PLACE).fillna(0.0).astype("float64")
    table["table_points"] = points.groupby([table["order"], table["place"]]).transform("mean")
    table = table.astype({"session": "str", "player": "str", "n_games": "int64"})
    table = table.sort_values(["order", "place", "player"], kind="stable").reset_index(drop=True)
    return table[["session", "place", "player", "n_games", "score", "table_points"]]


standings = Listing(
    name="standings", zh="名次", title="Results of sessions", table="hands", tally=_scores,
    make=_results, required=("session",), groups=(),
    definition="For each session and player the games played, the sum of the score changes, the "
    "place and the table points: 4, 2, 1 and 0 (1998 rulebook, article 12); equal "
    "scores share the points of their places. Games that belong to no session are left"
    " out.",
)  # fmt: skip


def _tables(sums: Sums, by: list[str], chosen: Chosen, confidence: float) -> pd.DataFrame:
    results = _results(sums, [], chosen, confidence)
    results = results.assign(first=results["place"] == 1)
    grouped = results.groupby("player").agg(
        n=("score", "size"), mean=("table_points", "mean"), sd=("table_points", "std"),
        score_mean=("score", "mean"), score_sd=("score", "std"), score=("score", "sum"),
        table_points=("table_points", "sum"), n_firsts=("first", "sum"),
    )  # fmt: skip
    points = means(grouped["n"], grouped["mean"], grouped["sd"], confidence=confidence)
    score = means(grouped["n"], grouped["score_mean"], grouped["score_sd"], confidence=confidence)
    firsts = rates(grouped["n_firsts"], grouped["n"], confidence=confidence)
    table = pd.concat(
        [
            grouped["n"].astype("int64").rename("n_sessions"),
            grouped["table_points"].astype("float64"),
            points[["mean", "low", "high"]],
            firsts[["k", "rate", "low", "high"]].rename(
                columns={
                    "k": "n_firsts",
                    "rate": "first_rate",
                    "low": "first_low",
                    "high": "first_high",
                }
            ),
            grouped["score"].astype("int64"),
            score[["mean", "low", "high"]].add_prefix("score_"),
        ],
        axis=1,
    ).reset_index()
    order = ["table_points", "score", "player"]
    return table.sort_values(order, ascending=[False, False, True]).reset_index(drop=True)


table_results = Listing(
    name="table_results", zh="标准分", title="Table points of players", table="hands",
    tally=_scores, make=_tables, required=("session",), groups=(),
    definition="For each player the sessions played, the sum and the mean of the table points (4,"
    " 2, 1, 0; equal scores share), sessions in which nobody had more, and the sum and"
    " mean of the scores; most table points first.",
)  # fmt: skip
