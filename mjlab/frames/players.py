"""Statistics of players and seats; :mod:`mjlab.frames.metrics` offers them with the others."""

from __future__ import annotations

import pandas as pd

from mjlab.frames.dataset import Dataset
from mjlab.frames.fields import ENDS
from mjlab.frames.intervals import rates, share_of

__all__ = ["deal_in_rate", "hands_played", "joined_players", "player_summary", "standings"]


def hands_played(data: Dataset) -> pd.DataFrame:
    """The rows of ``hands`` of games that were played to their end.

    Parameters
    ----------
    data : Dataset
        The tables.

    Returns
    -------
    DataFrame
        One row for each player of each game.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> len(hands_played(make_dataset([])))
    0
    """
    hands = data.hands
    return hands[hands["outcome"].isin(ENDS)]


def deal_in_rate(
    data: Dataset, *, by: str | None = "player", confidence: float = 0.95
) -> pd.DataFrame:
    """Share of games in which a player gave the winning tile.

    Parameters
    ----------
    data : Dataset
        The tables.
    by : str, optional
        ``"player"``, ``"seat"``, ``"round"`` or ``"session"``; None for one row over all seats.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        `by` (or ``all``), ``k`` (games in which the tile was given, by a discard or a robbed
        kong), ``n`` (all games of the player, drawn ones included; over all seats four a game),
        ``rate``, ``low``, ``high``.

    Raises
    ------
    MjlabError
        If ``hands`` has no column `by`, or one that tells who won or gave the tile: ``won``,
        ``self_drawn``, ``total``, ``dealt_in``, ``outcome``.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> deal_in_rate(make_dataset([]), by=None)["n"].to_list()
    [0]
    """
    seats = hands_played(data)
    told = ("dealt_in", "won", "self_drawn", "total", "outcome")
    return share_of(seats, seats["dealt_in"], by, confidence, told=told)


def joined_players(data: Dataset) -> pd.DataFrame:
    """List the names that more than one session has, each taken for one player.

    Parameters
    ----------
    data : Dataset
        The tables.

    Returns
    -------
    DataFrame
        ``player`` and ``n_sessions`` (a game that belongs to none is one), most sessions first.
        Whether it is one person, only the logs' origin can tell: names of accounts are, names
        given for a table may not be.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> len(joined_players(make_dataset([])))
    0
    """
    hands = data.table("hands", ["game", "session", "player"])
    counted = hands["session"].fillna(hands["game"]).groupby(hands["player"]).nunique()
    table = counted[counted > 1].rename("n_sessions").astype("int64").reset_index()
    order = ["n_sessions", "player"]
    return table.sort_values(order, ascending=[False, True]).reset_index(drop=True)


def player_summary(data: Dataset, *, confidence: float = 0.95) -> pd.DataFrame:
    """Tell each player's games, wins, deal-ins and points.

    Parameters
    ----------
    data : Dataset
        The tables.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        Highest score first. ``player``, ``n_games``, ``n_wins``, ``win_rate``, ``win_low``,
        ``win_high``, ``n_deal_ins``, ``deal_in_rate``, ``deal_in_low``, ``deal_in_high``,
        ``n_called`` (games with a claimed set), ``call_rate``, ``call_low``, ``call_high``,
        ``n_self_drawn``, ``self_draw_rate``, ``self_draw_low``, ``self_draw_high``,
        ``mean_points`` (of the player's wins, NaN without one) and ``score`` (sum of the recorded
        changes). The first three rates are out of ``n_games``, self-draws out of ``n_wins``.

    Notes
    -----
    Players are told apart by name: :func:`joined_players` lists the names that more than one
    session has, and ``make_dataset(..., players="by-session")`` keeps them apart. Rates of the same
    player are of the same games.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> player_summary(make_dataset([])).columns[:3].to_list()
    ['player', 'n_games', 'n_wins']
    """
    seats = hands_played(data).assign(called=lambda t: t["n_claims"] > 0)
    grouped = seats.groupby("player").agg(
        n_games=("game", "size"), n_wins=("won", "sum"), n_deal_ins=("dealt_in", "sum"),
        n_called=("called", "sum"), n_self_drawn=("self_drawn", "sum"),
        mean_points=("total", "mean"), score=("change", "sum"),
    )  # fmt: skip
    columns = [grouped[["n_games"]].astype("int64")]
    for count, out_of, name in (
        ("n_wins", "n_games", "win"),
        ("n_deal_ins", "n_games", "deal_in"),
        ("n_called", "n_games", "call"),
        ("n_self_drawn", "n_wins", "self_draw"),
    ):
        share = rates(grouped[count], grouped[out_of], confidence=confidence)
        ends = {"k": count, "rate": f"{name}_rate", "low": f"{name}_low", "high": f"{name}_high"}
        columns.append(share.drop(columns="n").rename(columns=ends))
    columns.append(grouped[["mean_points"]].astype("Float64").astype("float64"))
    columns.append(grouped[["score"]].astype("int64"))
    table = pd.concat(columns, axis=1).rename_axis("player").reset_index()
    return table.sort_values(["score", "player"], ascending=[False, True]).reset_index(drop=True)


def standings(data: Dataset) -> pd.DataFrame:
    """Score and table points of each player in each session.

    Parameters
    ----------
    data : Dataset
        The tables; games that belong to no session are left out.

    Returns
    -------
    DataFrame
        Sessions in order, best first: ``session``, ``place`` (1-4; equal scores share the better
        one), ``player``, ``n_games``, ``score`` (sum of the recorded changes) and
        ``table_points``.

    Notes
    -----
    Table points are 4, 2, 1 and 0 (1998 rulebook, article 12). The text is silent on ties: as is
    the practice, those who tie share the points of their places, so two firsts have 3 each.

    Examples
    --------
    >>> from mjlab.frames.dataset import make_dataset
    >>> len(standings(make_dataset([])))
    0
    """
    seats = hands_played(data)
    table = seats.groupby(["session", "player"], sort=False, as_index=False).agg(
        n_games=("game", "size"), score=("change", "sum")
    )
    table = table.astype({"n_games": "int64", "score": "int64"})
    groups = table.groupby("session", sort=False)["score"]
    table["place"] = groups.rank(method="min", ascending=False).astype("int64")
    single = groups.rank(method="first", ascending=False).astype("int64")
    table["table_points"] = single.map({1: 4.0, 2: 2.0, 3: 1.0}).fillna(0.0).astype("float64")
    table["table_points"] = table.groupby(["session", "place"])["table_points"].transform("mean")
    table["order"] = table["session"].map({s: i for i, s in enumerate(data.sessions["session"])})
    table = table.sort_values(["order", "place"], kind="stable").reset_index(drop=True)
    return table[["session", "place", "player", "n_games", "score", "table_points"]]
