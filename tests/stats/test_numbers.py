from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest

from mjlab import stats
from mjlab.errors import MjlabError
from mjlab.rules import ruleset
from mjlab.stats.intervals import rates, wilson

RATES = ("k", "n", "rate", "low", "high")


def won(winner: str, discarder: str | None = None, **more: Any) -> dict[str, Any]:
    outcome = "discard" if discarder else "self_drawn"
    return {"winner": winner, "discarder": discarder, "outcome": outcome, **more}


def sample(make_toy: Any, **more: Any) -> Any:
    return make_toy(
        [
            won("E", "S", fans={"all_chows": 1, "last_tile": 1}, total=8),
            won("S", fans={"pung_of_terminals_or_honors": 3, "all_chows": 1}, total=12),
            won("E", "W", fans={"all_chows": 1}, total=8, claims=(2, 0, 0, 1)),
            {},
        ],
        **more,
    )


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 400), (7, 9), (1, 3), (500, 1000)])
def test_wilson_holds_the_rate_and_stays_in_bounds(k: int, n: int) -> None:
    low, high = wilson(k, n)
    assert 0 <= low <= k / n <= high <= 1
    assert low < high


def test_wilson_is_the_textbook_formula() -> None:
    k, n, z = 3, 16, 1.959963984540054
    middle = (k / n + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(k / n * (1 - k / n) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert wilson(k, n) == pytest.approx((middle - half, middle + half))


@pytest.mark.parametrize(("k", "n"), [(-1, 4), (5, 4), (0, -1)])
def test_impossible_counts_are_refused(k: int, n: int) -> None:
    with pytest.raises(MjlabError, match="is not a share"):
        wilson(k, n)


def test_no_case_is_nan_not_zero() -> None:
    """Case T09: rates of tiny samples lie in [0, 1] or are NaN."""
    table = rates(pd.Series([0, 1]), pd.Series([0, 1]))
    assert table["rate"].isna().to_list() == [True, False]
    assert table[["low", "high"]].isna().all(axis=1).to_list() == [True, False]


def test_confidence_must_be_possible() -> None:
    with pytest.raises(MjlabError, match="confidence=95"):
        wilson(1, 2, 95)


def test_every_rate_has_its_cases(make_toy: Any) -> None:
    """Case T03: rates stand beside their denominators."""
    frames = sample(make_toy)
    for table in (
        stats.fan_frequency(frames),
        stats.totals(frames),
        stats.outcomes(frames),
        stats.draw_rate(frames, by="round"),
        stats.self_draw_share(frames, by="player"),
        stats.deal_in_rate(frames),
    ):
        assert set(RATES) <= set(table.columns)
        assert table["rate"].between(0, 1).all()
        assert (table["low"] <= table["rate"]).all()
        assert (table["rate"] <= table["high"]).all()
    assert "n_games" in stats.player_summary(frames).columns


def test_fan_are_counted_by_win_and_by_instance(make_toy: Any) -> None:
    table = stats.fan_frequency(sample(make_toy)).set_index("fan")
    assert table.index.to_list() == ["all_chows", "last_tile", "pung_of_terminals_or_honors"]
    assert table.loc["all_chows", ["k", "n", "points"]].to_list() == [3, 3, 6]
    pungs = table.loc["pung_of_terminals_or_honors"]
    assert (pungs["k"], pungs["instances"], pungs["points"], pungs["zh"]) == (1, 3, 3, "幺九刻")


def test_special_hands_are_among_the_fan(make_toy: Any) -> None:
    """Case T05: 七对, 全不靠 and 组合龙 are counted like any fan."""
    keys = ["seven_pairs", "lesser_honors_and_knitted_tiles", "knitted_straight", "mixed_straight"]
    frames = make_toy(
        [
            won("E", fans={keys[0]: 1}),
            won("E", fans={keys[1]: 1, keys[2]: 1}),
            won("E", fans={keys[3]: 1}),
        ]
    )
    table = stats.fan_frequency(frames).set_index("zh")
    assert {zh: table.loc[zh, "k"] for zh in ("七对", "全不靠", "组合龙", "花龙")} == dict.fromkeys(
        ("七对", "全不靠", "组合龙", "花龙"), 1
    )


def test_absent_fan_have_rows_on_request(make_toy: Any) -> None:
    table = stats.fan_frequency(sample(make_toy), absent=True)
    assert len(table) == 82
    assert table.set_index("fan").loc["nine_gates", ["k", "n", "value"]].to_list() == [0, 3, 88]


def test_hands_that_could_not_be_replayed_are_no_cases(make_toy: Any) -> None:
    frames = make_toy([won("E"), {"outcome": "error"}, {}])
    assert stats.outcomes(frames)["n"].to_list() == [3 - 1] * 4
    assert stats.draw_rate(frames)[["k", "n"]].to_numpy().tolist() == [[1, 2]]
    assert stats.player_summary(frames)["n_games"].to_list() == [2] * 4


def test_totals_add_up(make_toy: Any) -> None:
    table = stats.totals(sample(make_toy))
    assert table[["total", "k", "at_least"]].to_numpy().tolist() == [[8, 2, 3], [12, 1, 1]]


def test_outcomes_add_up_to_all_hands(make_toy: Any) -> None:
    table = stats.outcomes(sample(make_toy)).set_index("outcome")
    assert table["k"].to_dict() == {"self_drawn": 1, "discard": 2, "robbed_kong": 0, "drawn": 1}
    assert table["k"].sum() == table["n"].iloc[0]


def test_deal_ins_are_out_of_all_hands(make_toy: Any) -> None:
    frames = sample(make_toy)
    table = stats.deal_in_rate(frames).set_index("player")
    assert table.loc["P1", ["k", "n"]].to_list() == [1, 4]
    assert table.loc["P0", ["k", "n"]].to_list() == [0, 4]
    assert stats.deal_in_rate(frames, by=None)[["k", "n"]].to_numpy().tolist() == [[2, 16]]


def test_self_draws_are_out_of_wins(make_toy: Any) -> None:
    table = stats.self_draw_share(sample(make_toy), by="player").set_index("player")
    assert table[["k", "n"]].to_numpy().tolist() == [[0, 2], [1, 1]]
    assert stats.draw_rate(sample(make_toy))[["k", "n"]].to_numpy().tolist() == [[1, 4]]


def test_unknown_groups_are_refused(make_toy: Any) -> None:
    for statistic in (stats.draw_rate, stats.self_draw_share, stats.deal_in_rate):
        with pytest.raises(MjlabError, match="no column 'colour'"):
            statistic(make_toy([{}]), by="colour")


def test_player_summary_follows_the_person_through_the_seats(make_toy: Any) -> None:
    frames = make_toy(
        [
            won("E", "S", total=8, changes=(32, -16, -8, -8), claims=(1, 0, 0, 0)),
            won("N", total=10, changes=(-18, -18, -18, 54), players=("P1", "P2", "P3", "P0")),
        ]
    )
    table = stats.player_summary(frames).set_index("player")
    first = table.loc["P0"]
    assert (first["n_games"], first["n_wins"], first["n_self_drawn"]) == (2, 2, 1)
    assert (first["mean_points"], first["score"], first["call_rate"]) == (9.0, 86, 0.5)
    assert table.index[0] == "P0"
    assert table["score"].sum() == 0
    second = table.loc["P1"]
    assert (second["n_deal_ins"], second["deal_in_rate"]) == (1, 0.5)
    assert math.isnan(second["mean_points"])
    assert math.isnan(second["self_draw_rate"])


def test_calls_and_places_are_of_the_same_hands(make_toy: Any) -> None:
    """Case T15: ten hands, four of them called, two matches."""
    hands = [{"claims": (int(i < 4), 0, 0, 0), "session": f"toy {'ab'[i % 2]}"} for i in range(10)]
    frames = make_toy(hands)
    summary = stats.player_summary(frames).set_index("player").loc["P0"]
    assert (summary["n_games"], summary["call_rate"]) == (10, 0.4)
    table = stats.standings(frames)
    assert len(table[table["player"] == "P0"]) == 2
    assert table.loc[table["player"] == "P0", "n_games"].sum() == summary["n_games"]


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((100, 100, -50, -150), [3, 3, 1, 0]),
        ((10, 0, 0, -10), [4, 1.5, 1.5, 0]),
        ((0, 0, 0, 0), [1.75] * 4),
        ((5, 3, -3, -5), [4, 2, 1, 0]),
    ],
)
def test_equal_scores_share_table_points(
    make_toy: Any, scores: tuple[int, ...], points: list[float]
) -> None:
    """Case T07: those who tie share the points of their places."""
    table = stats.standings(make_toy([{"changes": scores}]))
    assert table["table_points"].to_list() == points


def test_standings_are_apart_for_each_session(make_toy: Any) -> None:
    frames = make_toy(
        [
            {"changes": (8, 0, 0, -8), "session": "toy b"},
            {"changes": (0, 9, 0, -9), "session": "toy a"},
        ]
    )
    table = stats.standings(frames)
    assert table["session"].unique().tolist() == ["toy b", "toy a"]
    assert table.loc[table["place"] == 1, "player"].to_list() == ["P0", "P1"]


def test_scores_that_are_not_recorded_are_no_cases(make_toy: Any) -> None:
    frames = make_toy([{"changes": (None,) * 4}, {"changes": (8, 0, 0, -8)}])
    assert stats.points_per_hand(frames, by=None)["n"].to_list() == [4]
    assert stats.loss_rate(frames, by=None)[["k", "n"]].to_numpy().tolist() == [[1, 4]]


def test_absent_fan_have_the_values_of_the_rules_used(make_toy: Any) -> None:
    frames = sample(make_toy, rules=ruleset("mcr2014"))
    for table, value in (
        (stats.fan_frequency(frames, absent=True), 8),
        (stats.fan_frequency(sample(make_toy), absent=True), 6),
    ):
        assert table.set_index("fan").loc["two_concealed_kongs", "value"] == value


def test_rows_without_a_value_are_a_group(make_toy: Any) -> None:
    table = stats.points_per_win(sample(make_toy), by="discarder_seat")
    assert table["n"].sum() == 3
    assert table.iloc[-1][["discarder_seat", "n"]].to_list() == ["(none)", 1]
    numbers = stats.call_rate(sample(make_toy), by="ready_turn")
    assert numbers["n"].sum() == 16


@pytest.mark.parametrize(
    ("statistic", "columns"),
    [
        (stats.draw_rate, ["outcome", "n_winners"]),
        (stats.self_draw_share, ["self_drawn", "discarder", "robbing_kong", "kong_replacement"]),
        (stats.deal_in_rate, ["dealt_in", "won", "self_drawn", "total"]),
    ],
)
def test_groups_that_tell_the_answer_are_refused(
    make_toy: Any, statistic: Any, columns: list[str]
) -> None:
    for column in columns:
        with pytest.raises(MjlabError, match="told by what it means") as caught:
            statistic(sample(make_toy), by=column)
        assert column not in str(caught.value.hint).split(", ")


def test_groups_add_up_to_all_cases(make_toy: Any) -> None:
    frames = make_toy([won("E", changes=(24, -8, -8, -8)), {"changes": (None,) * 4}, {}])
    for statistic in (stats.draw_rate, stats.self_draw_share, stats.deal_in_rate):
        whole = statistic(frames, by=None)[["k", "n"]].iloc[0].to_list()
        assert whole[1] > 0
        names = {"game", "round", "player", "period", "recorded_total", "seat"}
        for column in names & set(statistic.columns()):
            assert statistic(frames, by=column)[["k", "n"]].sum().to_list() == whole, column


def test_names_of_more_than_one_session_are_listed(make_toy: Any) -> None:
    hands = [
        {"session": "toy a", "players": ("A", "B", "C", "D")},
        {"session": "toy a", "players": ("B", "C", "D", "A")},
        {"session": "toy b", "players": ("E", "F", "A", "B")},
        {"session": "toy c", "players": ("A", "G", "H", "I")},
    ]
    table = stats.joined_players(make_toy(hands))
    assert table.to_dict("list") == {"player": ["A", "B"], "n_sessions": [3, 2]}
    assert stats.joined_players(make_toy(hands[:2])).empty
