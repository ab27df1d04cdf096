"""Statistics of players and seats; :mod:`mjlab.frames.metrics` offers them with the others."""

from __future__ import annotations

import pandas as pd

from mjlab.frames.intervals import rates, share_of
from mjlab.frames.schemas import SEATS, WINDS
from mjlab.frames.tables import Frames

__all__ = ["by_seat", "deal_in_rate", "joined_players", "player_summary", "standings"]


def by_seat(frames: Frames) -> pd.DataFrame:
    """Turn ``hands`` into one row for each player of each hand that was replayed to its end.

    Parameters
    ----------
    frames : Frames
        The tables.

    Returns
    -------
    DataFrame
        ``hand``, ``game``, ``round``, ``seat``, ``player``, ``change`` (score, may be missing),
        ``n_claims``, ``won``, ``self_drawn``, ``dealt_in`` and ``total`` (points of a win of this
        player, else missing).

    Examples
    --------
    >>> from mjlab.frames.tables import no_frames
    >>> len(by_seat(no_frames()))
    0
    """
    hands = frames.played
    total = hands["hand"].map(frames.wins.set_index("hand")["total"]).astype("Int64")
    parts = []
    for wind, seat in zip(WINDS, SEATS, strict=True):
        won = (hands["winner"] == wind).astype(bool)
        part = hands[["hand", "game", "round"]].assign(
            seat=wind,
            player=hands[f"player_{seat}"],
            change=hands[f"change_{seat}"],
            n_claims=hands[f"claims_{seat}"],
            won=won,
            self_drawn=won & (hands["outcome"] == "self_drawn").astype(bool),
            dealt_in=(hands["discarder"] == wind).astype(bool),
            total=total.where(won),
        )
        parts.append(part)
    seats = pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)
    return seats.astype({"seat": "str"})


def deal_in_rate(
    frames: Frames, *, by: str | None = "player", confidence: float = 0.95
) -> pd.DataFrame:
    """Share of hands in which a player gave the winning tile.

    Parameters
    ----------
    frames : Frames
        The tables.
    by : str, optional
        ``"player"``, ``"seat"``, ``"round"`` or ``"game"``; None for one row over all seats.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        `by` (or ``all``), ``k`` (hands in which the tile was given, by a discard or a robbed
        kong), ``n`` (all hands played by the player, drawn ones included; over all seats four a
        hand), ``rate``, ``low``, ``high``.

    Raises
    ------
    MjlabError
        If :func:`by_seat` has no column `by`, or one that tells who won or gave the tile: ``won``,
        ``self_drawn``, ``total``, ``dealt_in``.

    Examples
    --------
    >>> from mjlab.frames.tables import no_frames
    >>> deal_in_rate(no_frames(), by=None)["n"].to_list()
    [0]
    """
    seats = by_seat(frames)
    told = ("dealt_in", "won", "self_drawn", "total")
    return share_of(seats, seats["dealt_in"], by, confidence, told=told)


def joined_players(frames: Frames) -> pd.DataFrame:
    """List the names that more than one session has, each taken for one player.

    Parameters
    ----------
    frames : Frames
        The tables.

    Returns
    -------
    DataFrame
        ``player`` and ``n_games`` (sessions), most sessions first. Whether it is one person, only
        the logs' origin can tell: names of accounts are, names given for a table may not be.

    Examples
    --------
    >>> from mjlab.frames.tables import no_frames
    >>> len(joined_players(no_frames()))
    0
    """
    games = [
        frames.hands[["game", f"player_{seat}"]].set_axis(["game", "player"], axis=1)
        for seat in SEATS
    ]
    counted = pd.concat(games).groupby("player")["game"].nunique()
    table = counted[counted > 1].rename("n_games").astype("int64").reset_index()
    order = ["n_games", "player"]
    return table.sort_values(order, ascending=[False, True]).reset_index(drop=True)


def player_summary(frames: Frames, *, confidence: float = 0.95) -> pd.DataFrame:
    """Tell each player's hands, wins, deal-ins and points.

    Parameters
    ----------
    frames : Frames
        The tables.
    confidence : float
        Of the intervals.

    Returns
    -------
    DataFrame
        Highest score first. ``player``, ``n_hands``, ``n_wins``, ``win_rate``, ``win_low``,
        ``win_high``, ``n_deal_ins``, ``deal_in_rate``, ``deal_in_low``, ``deal_in_high``,
        ``n_called`` (hands with a claimed set), ``call_rate``, ``call_low``, ``call_high``,
        ``n_self_drawn``, ``self_draw_rate``, ``self_draw_low``, ``self_draw_high``,
        ``mean_points`` (of the player's wins, NaN without one) and ``score`` (sum of the recorded
        changes). The first three rates are out of ``n_hands``, self-draws out of ``n_wins``.

    Notes
    -----
    Players are told apart by name: :func:`joined_players` lists the names that more than one
    session has, and ``make_frames(..., players="by-session")`` keeps them apart. Rates of the same
    player are of the same hands.

    Examples
    --------
    >>> from mjlab.frames.tables import no_frames
    >>> player_summary(no_frames()).columns[:3].to_list()
    ['player', 'n_hands', 'n_wins']
    """
    seats = by_seat(frames).assign(called=lambda t: t["n_claims"] > 0)
    grouped = seats.groupby("player").agg(
        n_hands=("hand", "size"), n_wins=("won", "sum"), n_deal_ins=("dealt_in", "sum"),
        n_called=("called", "sum"), n_self_drawn=("self_drawn", "sum"),
        mean_points=("total", "mean"), score=("change", "sum"),
    )  # fmt: skip
    columns = [grouped[["n_hands"]].astype("int64")]
    for count, out_of, name in (
        ("n_wins", "n_hands", "win"),
        ("n_deal_ins", "n_hands", "deal_in"),
        ("n_called", "n_hands", "call"),
        ("n_self_drawn", "n_wins", "self_draw"),
    ):
        share = rates(grouped[count], grouped[out_of], confidence=confidence)
        ends = {"k": count, "rate": f"{name}_rate", "low": f"{name}_low", "high": f"{name}_high"}
        columns.append(share.drop(columns="n").rename(columns=ends))
    columns.append(grouped[["mean_points"]].astype("Float64").astype("float64"))
    columns.append(grouped[["score"]].astype("int64"))
    table = pd.concat(columns, axis=1).rename_axis("player").reset_index()
    return table.sort_values(["score", "player"], ascending=[False, True]).reset_index(drop=True)


def standings(frames: Frames) -> pd.DataFrame:
    """Score and table points of each player in each session.

    Parameters
    ----------
    frames : Frames
        The tables.

    Returns
    -------
    DataFrame
        Sessions in order, best first: ``game``, ``place`` (1-4; equal scores share the better
        one), ``player``, ``n_hands``, ``score`` (sum of the recorded changes) and
        ``table_points``.

    Notes
    -----
    Table points are 4, 2, 1 and 0 (1998 rulebook, article 12). The text is silent on ties: as is
    the practice, those who tie share the points of their places, so two firsts have 3 each.

    Examples
    --------
    >>> from mjlab.frames.tables import no_frames
    >>> len(standings(no_frames()))
    0
    """
    seats = by_seat(frames)
    table = seats.groupby(["game", "player"], sort=False, as_index=False).agg(
        n_hands=("hand", "size"), score=("change", "sum")
    )
    table = table.astype({"n_hands": "int64", "score": "int64"})
    groups = table.groupby("game", sort=False)["score"]
    table["place"] = groups.rank(method="min", ascending=False).astype("int64")
    single = groups.rank(method="first", ascending=False).astype("int64")
    table["table_points"] = single.map({1: 4.0, 2: 2.0, 3: 1.0}).fillna(0.0).astype("float64")
    table["table_points"] = table.groupby(["game", "place"])["table_points"].transform("mean")
    table["order"] = table["game"].map({g: i for i, g in enumerate(frames.games["game"])})
    table = table.sort_values(["order", "place"], kind="stable").reset_index(drop=True)
    return table[["game", "place", "player", "n_hands", "score", "table_points"]]
