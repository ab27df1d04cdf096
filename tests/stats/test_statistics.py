"""Every statistic against a plain count over the rows, on simulated games."""

from __future__ import annotations

import math
import pydoc
import statistics as plain
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from mjlab import stats
from mjlab.dataset import Dataset, make_dataset
from mjlab.dataset.schemas import ENDS
from mjlab.dataset.sql import query
from mjlab.errors import MjlabError
from mjlab.rules import fan as fan_called
from mjlab.stats import comparison
from mjlab.stats.cases import columns_of, load
from mjlab.stats.conditions import conditions, in_words
from mjlab.stats.intervals import (
    design_effect,
    design_effects,
    game_sums,
    means,
    newcombe,
    rates,
    wilson,
)
from mjlab.stats.kinds import Mean, Share, Spread

SHARES = {
    "draw_rate": ("games", lambda r: r["outcome"] == "drawn"),
    "win_rate": ("hands", lambda r: r["won"]),
    "deal_in_rate": ("hands", lambda r: r["dealt_in"]),
    "loss_rate": ("hands", lambda r: r["change"] < 0),
    "call_rate": ("hands", lambda r: r["n_claims"] > 0),
    "ready_rate": ("hands", lambda r: not pd.isna(r["ready_turn"])),
    "self_draw_share": ("wins", lambda r: r["self_drawn"]),
    "eights": ("wins", lambda r: r["fan_total"] == 8),
    "danger": ("discards", lambda r: r["dealt_in"]),
    "deal_in_ready": (
        "discards",
        lambda r: r["shanten_after"] == 0 if r["dealt_in"] else None,
    ),
}
MEANS = {
    "points_per_hand": ("hands", lambda r: r["change"]),
    "points_per_win": ("wins", lambda r: r["total"]),
    "deal_in_points": ("hands", lambda r: -r["change"] if r["dealt_in"] else None),
    "win_turn": ("wins", lambda r: r["turn"]),
    "ready_turn": ("hands", lambda r: None if pd.isna(r["ready_turn"]) else r["ready_turn"]),
    "deal_shanten": ("hands", lambda r: r["deal_shanten"]),
    "waits": ("wins", lambda r: r["wait_kinds"]),
    "live_waits": ("wins", lambda r: r["wait_live"]),
}
SPREADS = {
    "outcomes": ("games", "outcome"),
    "totals": ("wins", "total"),
    "win_turns": ("wins", "turn"),
    "ready_turns": ("hands", "ready_turn"),
    "deal_shantens": ("hands", "deal_shanten"),
    "waits_spread": ("wins", "wait_kinds"),
    "live_waits_spread": ("wins", "wait_live"),
}
TABLES = {"fan_frequency", "fan_partners", "player_summary", "standings", "table_results"}


@pytest.fixture(scope="module")
def data(simulated: Dataset) -> Dataset:
    return simulated


def rows(data: Dataset, table: str) -> list[dict[str, Any]]:
    return getattr(data, table).to_dict("records")  # type: ignore[no-any-return]


def test_nothing_is_left_out_here() -> None:
    kinds = {Share: SHARES, Mean: MEANS, Spread: SPREADS}
    for kind, names in kinds.items():
        assert {n for n, s in stats.STATISTICS.items() if isinstance(s, kind)} == set(names)
    assert set(stats.STATISTICS) == {*SHARES, *MEANS, *SPREADS, *TABLES}


@pytest.mark.parametrize("name", SHARES)
@pytest.mark.parametrize("by", [None, "round", "seat"])
def test_shares_are_what_one_counts(data: Dataset, name: str, by: str | None) -> None:
    table, holds = SHARES[name]
    if by == "seat" and table == "games":
        by = "walls"
    counted: dict[Any, list[bool]] = defaultdict(list)
    for row in rows(data, table):
        if (answer := holds(row)) is not None:
            counted[row[by] if by else None].append(bool(answer))
    found = stats.find(name)(data, by)
    assert len(found) == len(counted)
    for row in found.to_dict("records"):
        cases = counted[row[by] if by else None]
        assert (row["k"], row["n"]) == (sum(cases), len(cases))
        assert row["rate"] == pytest.approx(sum(cases) / len(cases))
        low, high = wilson(sum(cases), len(cases))
        if stats.find(name).in_games and by != "seat":
            assert row["low"] < low < high < row["high"]
        else:
            assert (row["low"], row["high"]) == pytest.approx((low, high))


@pytest.mark.parametrize("name", MEANS)
@pytest.mark.parametrize("by", [None, "player"])
def test_means_are_what_one_counts(data: Dataset, name: str, by: str | None) -> None:
    table, value = MEANS[name]
    values: dict[Any, list[float]] = defaultdict(list)
    for row in rows(data, table):
        if (number := value(row)) is not None:
            values[row[by] if by else None].append(float(number))
    found = stats.find(name)(data, by)
    assert {row[by] if by else None for row in found.to_dict("records") if row["n"]} == set(values)
    for row in found[found["n"] > 0].to_dict("records"):
        cases = values[row[by] if by else None]
        assert row["n"] == len(cases)
        assert row["mean"] == pytest.approx(plain.mean(cases))
        assert row["median"] == pytest.approx(plain.median(cases))
        if len(cases) > 1 and plain.stdev(cases):
            ends = scipy_stats.t.interval(
                0.95, len(cases) - 1, plain.mean(cases), scipy_stats.sem(cases)
            )
            if stats.find(name).in_games and by is None:
                assert row["low"] < ends[0] < ends[1] < row["high"]
            else:
                assert (row["low"], row["high"]) == pytest.approx(ends)


@pytest.mark.parametrize("name", SPREADS)
@pytest.mark.parametrize("by", [None, "round"])
def test_spreads_add_up(data: Dataset, name: str, by: str | None) -> None:
    table, column = SPREADS[name]
    counted: dict[Any, Counter[Any]] = defaultdict(Counter)
    for row in rows(data, table):
        if not pd.isna(row[column]):
            counted[row[by] if by else None][row[column]] += 1
    found = stats.find(name)(data, by)
    for row in found.to_dict("records"):
        group = counted[row[by] if by else None]
        assert (row["k"], row["n"]) == (group[row[column]], group.total())
        if "at_least" in row:
            assert row["at_least"] == sum(n for v, n in group.items() if v >= row[column])
    assert found["k"].sum() == sum(group.total() for group in counted.values())
    if name == "outcomes" and by is None:
        assert tuple(found["outcome"]) == ENDS


def test_fan_are_counted_by_group(data: Dataset) -> None:
    seat_of = {(w["game"], w["seat"]): w["round"] for w in rows(data, "wins")}
    wins = Counter(seat_of.values())
    with_fan: Counter[Any] = Counter()
    points: Counter[Any] = Counter()
    for row in rows(data, "win_fans"):
        group = seat_of[row["game"], row["seat"]]
        with_fan[group, row["fan"]] += 1
        points[group, row["fan"]] += row["points"]
    found = stats.fan_frequency(data, by="round")
    met = {fan for _, fan in with_fan}
    assert len(found) == len(set(zip(found["round"], found["fan"], strict=True))) == 4 * len(met)
    assert (found["k"] == 0).any()
    for row in found.to_dict("records"):
        key = row["round"], row["fan"]
        assert (row["k"], row["n"]) == (with_fan[key], wins[row["round"]])
        assert row["points"] == points[key]
        of_round = sum(n for (group, _), n in points.items() if group == row["round"])
        assert row["points_share"] == pytest.approx(points[key] / of_round)


def test_fan_of_some_wins(data: Dataset) -> None:
    found = stats.fan_frequency(data, where="self_drawn=yes")
    assert found["n"].unique().tolist() == [int(data.wins["self_drawn"].sum())]
    absent = stats.fan_frequency(data, absent=True)
    assert len(absent) == 82
    assert set(absent["n"]) == set(stats.fan_frequency(data)["n"])
    assert len(stats.fan_frequency(data, "seat", absent=True)) == 4 * 82


def test_a_fan_is_asked_for_by_any_name(data: Dataset) -> None:
    whole = stats.fan_frequency(data)
    for name in ("平和", "all_chows", "All Chows", "ping hu"):
        found = stats.fan_frequency(data, where=f"fan={name}")
        pd.testing.assert_frame_equal(
            pd.DataFrame(found), whole[whole["fan"] == "all_chows"].reset_index(drop=True)
        )
    two = stats.fan_frequency(data, where=["fan=平和", "fan=九莲宝灯", "self_drawn=yes"])
    assert two["fan"].to_list() == ["all_chows", "nine_gates"]
    assert two["k"].to_list()[1] == 0
    assert two["value"].to_list() == [2, 88]
    assert two["n"].unique().tolist() == [int(data.wins["self_drawn"].sum())]
    assert len(stats.fan_frequency(data, where="fan!=平和")) == len(whole) - 1


@pytest.mark.parametrize("statistic", [stats.fan_frequency, stats.fan_partners])
def test_what_is_no_fan_is_refused(data: Dataset, statistic: Any) -> None:
    for where, message in (
        ("fan=foo", "no fan is called 'foo'"),
        ("fan=(none)", r"no fan is called '\(none\)'"),
        ("fan>平和", "fan has no order"),
    ):
        with pytest.raises(MjlabError, match=message):
            statistic(data, where=where)
    with pytest.raises(MjlabError, match="fan_frequency is by fan as it is"):
        stats.fan_frequency(data, "fan")


def test_words_to_group_by_keep_their_order_and_their_zeros(data: Dataset, make_toy: Any) -> None:
    table = stats.fan_frequency(data, "seat").pivot_table("k", "zh", "seat")
    assert table.columns.to_list() == list("ESWN")
    assert table.notna().all(axis=None)
    classes = stats.danger(data)["tile_class"]
    assert classes.cat.ordered
    assert classes.to_list() == ["winds", "dragons", "1 and 9", "2 and 8", "3 and 7", "4, 5 and 6"]
    for word, name in zip(data.discards["tile_class"].cat.categories, classes, strict=True):
        n = int((data.discards["tile_class"] == word).sum())
        for written in (word, name):
            assert stats.danger(data, None, where=f"tile_class={written}")["n"].to_list() == [n]
    with pytest.raises(MjlabError, match="never '3 to 7'") as caught:
        stats.danger(data, where="tile_class=3 to 7")
    assert "2 and 8, 3 and 7, 4, 5 and 6" in str(caught.value.hint)
    toy = make_toy([{"winner": "N", "outcome": "self_drawn"}, {"winner": "S", "discarder": "W",
                                                               "outcome": "discard"}])  # fmt: skip
    told = stats.points_per_win(toy, "discarder_seat")["discarder_seat"]
    assert told.cat.categories.to_list() == [*"ESWN", "(none)"]
    assert told.to_list() == ["W", "(none)"]
    ends = stats.outcomes(toy, "number")
    assert ends.groupby("number")["outcome"].apply(list).to_list() == [list(ENDS)] * 2
    assert ends["k"].to_list() == [1, 0, 0, 0, 0, 1, 0, 0]
    assert ends["n"].to_list() == [1] * 8
    assert stats.win_rate(data, "player")["player"].dtype == "str"


def test_partners_are_counted_in_the_same_wins(data: Dataset) -> None:
    fans: dict[Any, set[str]] = defaultdict(set)
    for row in rows(data, "win_fans"):
        fans[row["game"], row["seat"]].add(row["fan"])
    found = stats.fan_partners(data, where="fan=平和")
    assert set(found["fan"]) == {"all_chows"}
    with_it = [f for f in fans.values() if "all_chows" in f]
    for row in found.to_dict("records"):
        assert row["k"] == sum(row["partner"] in f for f in with_it)
        assert row["n"] == len(with_it)
        overall = sum(row["partner"] in f for f in fans.values()) / len(fans)
        assert row["lift"] == pytest.approx(row["k"] / row["n"] / overall)
    whole = stats.fan_partners(data)
    assert len(found) == (whole["fan"] == "all_chows").sum()
    often = found["partner"].iloc[0]
    one = stats.fan_partners(data, where=["fan=平和", f"partner={fan_called(often).en}"])
    assert one["partner"].to_list() == [often]


def test_standings_and_table_points(data: Dataset) -> None:
    standings = stats.standings(data)
    assert standings.groupby("session")["table_points"].sum().eq(7).all()
    assert standings.groupby("session")["score"].sum().eq(0).all()
    table = stats.table_results(data).set_index("player")
    for player, rows_of in standings.groupby("player"):
        row = table.loc[player]
        assert row["n_sessions"] == len(rows_of)
        assert row["table_points"] == rows_of["table_points"].sum()
        assert row["mean"] == pytest.approx(rows_of["table_points"].mean())
        assert row["n_firsts"] == (rows_of["place"] == 1).sum()
        assert row["score"] == rows_of["score"].sum()


def test_every_statistic_of_nothing_is_without_a_case() -> None:
    nothing = make_dataset([])
    for name, statistic in stats.STATISTICS.items():
        for by in (None, "usual"):
            found = statistic(nothing, by)
            if "n" in found:
                assert (found["n"] == 0).all(), name
            for column in ("rate", "mean", "low"):
                assert column not in found or found[column].isna().all(), name


def test_every_statistic_can_be_told_by_all_its_columns(data: Dataset) -> None:
    for statistic in stats.STATISTICS.values():
        if not isinstance(statistic, Share | Mean):
            continue
        whole = int(statistic(data, None)["n"].sum())
        for column in statistic.columns():
            assert int(statistic(data, column)["n"].sum()) == whole, (statistic.name, column)


def test_means_by_any_column_are_those_of_its_groups(data: Dataset) -> None:
    hands = data.hands
    for by in ("total", "change", "won", "turns", "number"):
        found = stats.deal_shanten(data, by)
        counted = hands.groupby(hands[by].astype(str).where(hands[by].notna(), "(none)"))
        expected = counted["deal_shanten"].agg(["size", "mean", "median"])
        names = found[by].astype(str).where(found[by].notna(), "(none)")
        told = found.set_index(names)[["n", "mean", "median"]].loc[expected.index]
        assert told.to_numpy(float) == pytest.approx(expected.to_numpy(float))


def test_several_groups(data: Dataset) -> None:
    found = stats.win_rate(data, ["seat", "round"])
    assert len(found) == 16
    assert found["n"].sum() == len(data.hands)
    assert list(found.columns[:2]) == ["seat", "round"]
    with pytest.raises(MjlabError, match="'seat' is there twice"):
        stats.win_rate(data, ["seat", "seat"])
    with pytest.raises(MjlabError, match="win_turns is by turn"):
        stats.find("win_turns")(data, "turn")
    with pytest.raises(MjlabError, match="standings cannot be told by 'seat'"):
        stats.standings(data, "seat")


def test_columns_of_the_game_and_what_follows_from_them(data: Dataset) -> None:
    found = stats.win_rate(data, ["source", "walls", "ruleset", "year", "period"])
    assert found.iloc[0][["source", "walls", "ruleset", "year", "period"]].to_dict() == {
        "source": "simulated", "walls": "one", "ruleset": "mcr1998_online", "year": "2000",
        "period": "2000-01",
    }  # fmt: skip
    assert {"walls", "period", "won"} <= set(columns_of("hands"))
    early = stats.danger(data, None, where=["turn<=5", "source=simulated"])
    late = stats.danger(data, None, where="turn>5")
    assert early["n"][0] + late["n"][0] == data.count("discards")
    assert early["rate"][0] < late["rate"][0]


def test_games_that_were_not_played_to_their_end_are_no_cases(make_toy: Any) -> None:
    toy = make_toy([{"outcome": o} for o in ("drawn", "fault", "unfinished", "error")])
    for name, n in (("draw_rate", 1), ("win_rate", 4), ("points_per_hand", 4), ("outcomes", 1)):
        assert stats.find(name)(toy, None)["n"].unique().tolist() == [n]
    assert len(load(toy, "hands", ["player"])) == 4
    assert not toy.all_played


def test_rows_of_games_that_were_not_played_to_their_end_are_no_cases(data: Dataset) -> None:
    games = data.games
    cut = games["game"].iloc[0]
    outcomes = games["outcome"].where(games["game"] != cut, "unfinished")
    frames = {name: getattr(data, name) for name in ("discards", "wins", "win_fans")}
    part = Dataset.of({"games": games.assign(outcome=outcomes), **frames})
    assert data.all_played
    for name, rows_of in frames.items():
        left = int((rows_of["game"] != cut).sum())
        assert len(load(part, name, ["game"])) == left < len(load(data, name, ["game"]))


@pytest.mark.parametrize(
    ("where", "holds"),
    [
        ("seat=E", lambda r: r["seat"] == "E"),
        ({"seat": ["E", "S"]}, lambda r: r["seat"] in "ES"),
        (["seat=E", "seat=S"], lambda r: r["seat"] in "ES"),
        (["seat!=E", "seat!=S"], lambda r: r["seat"] in "WN"),
        ("n_claims>=2", lambda r: r["n_claims"] >= 2),
        (["n_claims>0", "turns<10"], lambda r: r["n_claims"] > 0 and r["turns"] < 10),
        ({"won": True}, lambda r: r["won"]),
        ("won=no", lambda r: not r["won"]),
        ("ready_turn=(none)", lambda r: pd.isna(r["ready_turn"])),
        ("ready_turn!=(none)", lambda r: not pd.isna(r["ready_turn"])),
        ({"ready_turn": None}, lambda r: pd.isna(r["ready_turn"])),
        ({"session": "(none)"}, lambda r: r["session"] == "(none)"),
        ("ready_turn<=8", lambda r: not pd.isna(r["ready_turn"]) and r["ready_turn"] <= 8),
        ("player>=P5", lambda r: r["player"] >= "P5"),
        ("player=nobody", lambda r: False),
        ("ready_turn!=8", lambda r: not pd.isna(r["ready_turn"]) and r["ready_turn"] != 8),
        (
            ["ready_turn!=8", "ready_turn!=(none)"],
            lambda r: not pd.isna(r["ready_turn"]) and r["ready_turn"] != 8,
        ),
        (
            ["ready_turn=8", "ready_turn=(none)"],
            lambda r: pd.isna(r["ready_turn"]) or r["ready_turn"] == 8,
        ),
    ],
)
def test_conditions(data: Dataset, where: Any, holds: Any) -> None:
    found = stats.call_rate(data, None, where=where) if "claims" not in str(where) else (
        stats.win_rate(data, None, where=where)
    )  # fmt: skip
    assert found["n"][0] == sum(bool(holds(row)) for row in rows(data, "hands"))


def test_cases_that_miss_what_is_asked_for_are_left_out_and_told(make_toy: Any) -> None:
    deals = [(1, 2, 3, None), (None, 2, None, 4)]
    toy = make_toy([{"deal_shanten": d, "winner": "S", "discarder": "W", "outcome": "discard"}
                    for d in deals])  # fmt: skip

    def told(statistic: Any, where: Any) -> tuple[int, Any]:
        found = statistic(toy, None, where=where)
        return int(found["n"].sum()), found.attrs["left_out"]

    rate = stats.win_rate
    assert told(rate, "deal_shanten!=2") == (3, (3, ("deal_shanten",)))
    assert told(rate, "deal_shanten<=2") == (3, (3, ("deal_shanten",)))
    assert told(rate, ["deal_shanten!=2", "deal_shanten!=(none)"]) == (3, (0, ()))
    assert told(rate, {"deal_shanten": [2, None]}) == (5, (0, ()))
    assert told(rate, "seat!=E") == (6, (0, ()))
    # Whether a hand of the north meets both is known, whatever its deal.
    assert told(rate, ["deal_shanten!=2", "seat=E"]) == (1, (1, ("deal_shanten",)))
    assert told(rate, ["deal_shanten!=2", "year=2020"]) == (0, (6, ("deal_shanten", "year")))
    # Only what would be a case is left out: who dealt in is the west.
    assert told(stats.deal_in_points, "deal_shanten!=2") == (1, (1, ("deal_shanten",)))
    assert told(stats.ready_turn, "deal_shanten!=2") == (0, (0, ()))
    said = repr(rate(toy, None, where="deal_shanten!=2"))
    assert said.splitlines()[2] == "3 without deal_shanten left out."
    assert "left out" not in repr(rate(toy, None))
    assert "<p>3 without deal_shanten" in rate(toy, where="deal_shanten!=2")._repr_html_()


def test_tables_tell_what_they_leave_out(make_toy: Any) -> None:
    toy = make_toy(
        [{"winner": "S", "outcome": "self_drawn", "fans": {"all_chows": 1},
          "deal_shanten": (None, 2, 3, 4)}]
    )  # fmt: skip
    for name, where, n, columns in (
        ("fan_frequency", "discarder!=P1", 1, ("discarder",)),
        ("fan_partners", ["discarder!=P1", "fan!=平和"], 1, ("discarder",)),
        ("player_summary", "deal_shanten!=4", 1, ("deal_shanten",)),
        ("standings", "deal_shanten>1", 1, ("deal_shanten",)),
        ("table_results", "deal_shanten=(none)", 0, ()),
    ):
        assert stats.find(name)(toy, where=where).attrs["left_out"] == (n, columns), name


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("seat", "'seat' is no condition"),
        ("seat==E", "seat is never '=E'"),
        ("seat=X", "seat is never 'X'"),
        ("colour=red", "no column 'colour'"),
        ("won=maybe", "won is yes or no"),
        ("turns>many", "turns is a number"),
        ("seat>E", "seat has no order"),
        ([3], "3 is no condition"),
    ],
)
def test_wrong_conditions_are_named(data: Dataset, where: Any, message: str) -> None:
    with pytest.raises(MjlabError, match=message):
        stats.win_rate(data, where=where)


def test_conditions_are_said() -> None:
    assert in_words(["turn>9", "seat=E", "seat=S"]) == "seat=E or S, turn>9"
    assert conditions("player= a=b ")[0].wanted == ("a=b",)


def test_results_say_what_they_mean(data: Dataset) -> None:
    for name, statistic in stats.STATISTICS.items():
        found = statistic(data)
        assert found.definition == stats.definition(name) == found.attrs["definition"]
        assert " ".join(repr(found).split()).endswith(" ".join(statistic.definition.split()))
        assert "<p>" in found._repr_html_()
        assert type(found.head(1)) is pd.DataFrame
        assert statistic.zh
        assert statistic.title
        assert name in repr(statistic)


def test_help_tells_of_the_statistic_not_of_its_kind() -> None:
    for name, statistic in stats.STATISTICS.items():
        told = " ".join((statistic.__doc__ or "").split())
        assert told.startswith(f"{statistic.title} {statistic.zh}: {statistic.definition} {name}(")
        assert set(statistic.columns()) < set(told.replace(".", ",").replace(",", "").split())
        assert statistic.definition[:40] in " ".join(
            pydoc.plain(pydoc.render_doc(statistic)).split()
        )
    assert "k (cases that count), n (all cases)" in " ".join(str(stats.win_rate.__doc__).split())
    assert str(Share.__doc__).startswith("The share of the cases")


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("no such folder", "Dataset.open('no such folder')"),
        (Path(__file__).parent, f"make_dataset(replay_all(['{Path(__file__).parent}']))"),
        (pd.DataFrame(), "data, not data.hands"),
        ([], "Dataset.open('dataset'), or make_dataset(replay_all(['logs']))"),
    ],
)
def test_what_is_no_dataset_is_refused(data: Dataset, given: Any, hint: str) -> None:
    asked: list[Any] = [*stats.STATISTICS.values(), stats.joined_players,
                        partial(query, sql="SELECT 1")]  # fmt: skip
    asked += [partial(stats.compare, name, first="seat=E") for name in ("win_rate", "win_turn")]
    asked.append(lambda other: stats.compare("win_rate", data, "seat=E", other=other))
    for ask in asked:
        with pytest.raises(MjlabError, match="a Dataset is wanted, ") as caught:
            ask(given)
        assert hint in str(caught.value.hint)


def test_unknown_statistics_are_refused_with_near_ones() -> None:
    with pytest.raises(MjlabError, match="no statistic is called 'winrate'") as caught:
        stats.find("winrate")
    assert "win_rate" in str(caught.value.hint)


# Intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_wilson_is_that_of_scipy(confidence: float) -> None:
    for k, n in ((0, 1), (1, 1), (3, 16), (250, 1000), (999, 1000), (0, 10**7)):
        ends = scipy_stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
        assert wilson(k, n, confidence) == pytest.approx((ends.low, ends.high), abs=1e-12)


def test_newcombe_is_that_of_the_paper() -> None:
    """The examples of Newcombe (1998), table II, method 10."""
    cases = {
        (56, 70, 48, 80): (0.0524, 0.3339),
        (9, 10, 3, 10): (0.1705, 0.8090),
        (5, 56, 0, 29): (-0.0381, 0.1926),
        (0, 10, 0, 20): (-0.1611, 0.2775),
        (10, 10, 0, 10): (0.6075, 1.0000),
    }
    for counts, ends in cases.items():
        assert newcombe(*counts) == pytest.approx(ends, abs=5e-5)
    assert all(map(math.isnan, newcombe(0, 0, 1, 2)))


def test_means_of_one_case_have_no_interval() -> None:
    one = means(pd.Series([1, 0]), pd.Series([4.0, math.nan]), pd.Series([math.nan, math.nan]))
    assert one["mean"].to_list()[0] == 4
    assert one[["low", "high"]].isna().all(axis=None)
    with pytest.raises(MjlabError, match="confidence=1"):
        means(pd.Series([1]), pd.Series([4.0]), pd.Series([1.0]), confidence=1)


# Comparisons ---------------------------------------------------------------------------------


def test_shares_are_compared_with_the_others(data: Dataset) -> None:
    found = stats.compare("win_rate", data, "player=P1")
    hands = data.hands
    inside = hands["player"] == "P1"
    k, n = int(hands[inside]["won"].sum()), int(inside.sum())
    other_k, other_n = int(hands[~inside]["won"].sum()), int((~inside).sum())
    assert (found.n, found.other_n) == (n, other_n)
    assert found.difference == pytest.approx(k / n - other_k / other_n)
    design = found.design_effect
    assert 1 < design < 1.5
    ends = newcombe(k, n, other_k, other_n, effect=design)
    assert (found.low, found.high) == pytest.approx(ends)
    assert ends[0] < newcombe(k, n, other_k, other_n)[0]
    table = [[k, n - k], [other_k, other_n - other_k]]
    chi2 = scipy_stats.chi2_contingency(table, correction=False).statistic
    assert found.p == pytest.approx(scipy_stats.chi2.sf(chi2 / design, 1))
    assert f"variance taken {design:.2f} times as large" in str(found)
    assert (found.test, found.effect_name) == ("chi-squared test", "Cohen's h")
    assert "all the others" in str(found)


def test_few_cases_are_tested_exactly(data: Dataset) -> None:
    found = stats.compare("win_rate", data, "player=P1", "player=P2", where="round=E")
    hands = data.hands[data.hands["round"] == "E"]
    parts = [hands[hands["player"] == name]["won"] for name in ("P1", "P2")]
    table = [[int(p.sum()), int((~p).sum())] for p in parts]
    assert min(min(row) for row in table) < 5
    assert found.test == "Fisher's exact test"
    assert found.p == pytest.approx(scipy_stats.fisher_exact(table).pvalue)


def test_means_are_compared_by_welch(data: Dataset) -> None:
    found = stats.compare("points_per_hand", data, {"seat": "E"}, {"seat": "N"})
    a, b = (data.hands[data.hands["seat"] == s]["change"].astype(float) for s in "EN")
    welch = scipy_stats.ttest_ind(a, b, equal_var=False)
    widened = math.sqrt(found.design_effect)
    assert widened > 1.05
    assert found.p == pytest.approx(2 * scipy_stats.t.sf(abs(welch.statistic) / widened, welch.df))
    ends = welch.confidence_interval(0.95)
    reach = widened * (ends.high - ends.low) / 2
    middle = a.mean() - b.mean()
    assert (found.low, found.high) == pytest.approx((middle - reach, middle + reach))
    assert found.effect_name == "Hedges' g"
    g = middle / math.sqrt((a.var() + b.var()) / 2) * (1 - 3 / (4 * (2 * len(a) - 2) - 1))
    assert found.effect == pytest.approx(g)
    frame = found.to_frame()
    assert frame.loc[0, "difference"] == found.difference
    assert frame.loc[0, "size"] in ("negligible", "small", "medium", "large")
    assert "Welch" in str(found)
    assert found._repr_html_().startswith("<pre>")


def test_cases_of_games_of_their_own_are_tested_as_ever(data: Dataset) -> None:
    found = stats.compare("points_per_win", data, "self_drawn=yes")
    a, b = (data.wins[data.wins["self_drawn"] == yes]["total"] for yes in (True, False))
    welch = scipy_stats.ttest_ind(a, b, equal_var=False)
    assert found.design_effect == pytest.approx(1)
    assert found.p == pytest.approx(welch.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(welch.confidence_interval(0.95)))
    assert "times as large" not in str(found)
    with pytest.raises(MjlabError, match="confidence=95"):
        stats.compare("points_per_win", data, "self_drawn=yes", confidence=95)


def test_the_design_effect_is_that_of_games_drawn_at_random(data: Dataset) -> None:
    hands = data.hands.assign(lost=data.hands["change"] < 0)
    share = hands["lost"].mean()
    of_game = hands.groupby("game")["lost"].agg(["sum", "size"])
    between = ((of_game["sum"] - share * of_game["size"]) ** 2).sum()
    effect = between / (len(hands) * share * (1 - share))
    assert effect > 1.2
    row = stats.loss_rate(data, None).iloc[0]
    table = rates(pd.Series([row["k"]]), int(row["n"]), effect=effect)
    assert row[["low", "high"]].to_list() == pytest.approx(table[["low", "high"]].iloc[0].to_list())
    n = len(hands) / effect  # as many independent cases tell as much
    ends = scipy_stats.binomtest(round(n * share), round(n)).proportion_ci(method="wilson")
    assert (row["low"], row["high"]) == pytest.approx(tuple(ends), abs=5e-3)
    # What East wins the others pay: a difference varies 4/3 times as much as of strangers.
    zero_sum = stats.compare("points_per_hand", data, "seat=E")
    assert zero_sum.design_effect == pytest.approx(4 / 3, abs=0.15)
    by_hand = data.hands.assign(change=data.hands["change"].astype(float))
    east = by_hand["seat"] == "E"
    z = pd.concat([
        (by_hand[east]["change"] - zero_sum.value) / zero_sum.n,
        -(by_hand[~east]["change"] - zero_sum.other_value) / zero_sum.other_n,
    ])  # fmt: skip
    together = z.groupby(by_hand["game"].loc[z.index]).sum()
    assert zero_sum.design_effect == pytest.approx((together**2).sum() / (z**2).sum())


def test_intervals_and_tests_hold_what_they_promise() -> None:
    """Of 600 samples of 100 games, in which one of four wins, or nobody."""
    rng = np.random.default_rng(3)
    covered, found, refused = [], [], []
    truth = 0.75 * (3 / 4)  # where somebody wins the others lose
    for _ in range(600):
        winner = rng.choice(4, 100)
        won = (np.arange(4) == winner[:, None]) & (rng.random((100, 1)) < 0.75)
        points = np.where(won, 24, -8) * won.any(1)[:, None]
        game = np.repeat(np.arange(100), 4).reshape(100, 4)
        lost = pd.DataFrame({"game": game.ravel(), "answer": (points < 0).ravel()})
        k, n = pd.Series([int(lost["answer"].sum())]), pd.Series([400])
        effect = design_effects(game_sums(lost, []).rows, n, k / n, k * (n - k) / n**2)
        low, high = rates(k, 400, effect=effect)[["low", "high"]].iloc[0]
        covered.append(low <= truth <= high)
        east, rest = (
            pd.DataFrame({"game": game[:, s].ravel(), "answer": points[:, s].ravel(), "n": 1})
            for s in ([0], [1, 2, 3])
        )
        values = [comparison._values(group) for group in (east, rest)]
        told = comparison._means(*values, 0.95, design_effect(east, rest))
        found.append(told["p"] < 0.05)
        refused.append(told["low"] <= 0 <= told["high"])
    assert 0.92 < np.mean(covered) < 0.98
    assert 0.03 < np.mean(found) < 0.075
    assert np.mean(refused) == pytest.approx(1 - np.mean(found))


def test_two_datasets_are_compared(data: Dataset, make_toy: Any) -> None:
    toy = make_toy([{"winner": "E", "outcome": "self_drawn"}] * 10)
    found = stats.compare("win_rate", data, None, other=toy)
    assert (found.n, found.other_n) == (len(data.hands), 40)
    assert found.second == "all (the other dataset)"
    same = stats.compare("win_rate", data, "seat=E", other=toy)
    assert same.other_value == 1.0


def test_groups_without_cases_have_no_test(data: Dataset) -> None:
    found = stats.compare("win_rate", data, "player=nobody")
    assert math.isnan(found.p)
    assert found.size == "unknown"
    found = stats.compare("points_per_win", data, "player=nobody")
    assert found.test == "nothing to test"
    assert "–" in str(found)


def test_unknown_cases_are_in_neither_group_and_counted(make_toy: Any) -> None:
    deals = [(1, 2, 3, None), (None, 2, None, 4)]
    toy = make_toy([{"deal_shanten": d, "winner": "S", "discarder": "W", "outcome": "discard"}
                    for d in deals])  # fmt: skip

    def sizes(*groups: Any, **more: Any) -> tuple[Any, ...]:
        found = stats.compare("win_rate", toy, *groups, **more)
        return found.k, found.n, found.other_k, found.other_n, found.left_out.n

    assert sizes("deal_shanten<=2") == (2, 3, 0, 2, 3)
    assert sizes("deal_shanten!=2") == (0, 3, 2, 2, 3)
    assert sizes("deal_shanten<=2", "deal_shanten=(none)") == (2, 3, 0, 3, 0)
    assert sizes("deal_shanten>=3", "seat=E", where="seat!=S") == (0, 2, 0, 2, 2)
    assert sizes("seat=E", where="deal_shanten!=2") == (0, 1, 0, 2, 3)
    assert sizes("deal_shanten<=2", other=toy) == (2, 3, 2, 3, 6)
    assert sizes("seat=E") == (0, 2, 2, 6, 0)
    found = stats.compare("win_rate", toy, "deal_shanten<=2")
    assert "3 without deal_shanten left out" in str(found).splitlines()
    assert found.to_frame()["left_out"].to_list() == [3]


def test_one_fan_is_compared_as_a_share(data: Dataset) -> None:
    fans = data.win_fans
    having = set(map(tuple, fans.loc[fans["fan"] == "all_chows", ["game", "seat"]].to_numpy()))
    inside: Counter[bool] = Counter()
    wins: Counter[bool] = Counter()
    for row in rows(data, "wins"):
        wins[row["seat"] == "E"] += 1
        inside[row["seat"] == "E"] += (row["game"], row["seat"]) in having
    found = stats.compare("fan_frequency", data, "seat=E", where="fan=平和")
    assert (found.k, found.n) == (inside[True], wins[True])
    assert (found.other_k, found.other_n) == (inside[False], wins[False])
    table = stats.fan_frequency(data, where=["fan=平和", "seat=E"]).iloc[0]
    assert (found.value_low, found.value_high) == pytest.approx((table["low"], table["high"]))
    assert str(found).startswith("Frequency of fan 番种频率, where fan=平和\n")
    two = stats.compare("fan_frequency", data, "seat=E", where=["fan=平和", "fan=断幺"])
    assert max(inside[True], 1) <= (two.k or 0) <= two.n
    for first, where in (("seat=E", None), ("seat=E", "fan!=平和"), ("fan=平和", None)):
        with pytest.raises(MjlabError, match=r"named|says what is compared") as caught:
            stats.compare("fan_frequency", data, first, where=where)
        assert 'where="fan=花龙"' in str(caught.value.hint)


def test_comparisons_are_written_with_digits_that_add_up() -> None:
    def written(k: int, n: int, other_k: int, other_n: int) -> list[str]:
        low, high = newcombe(k, n, other_k, other_n)
        return str(
            stats.Comparison(
                "danger", "", "a", "all the others", n, other_n, k / n, other_k / other_n,
                k / n - other_k / other_n, low, high, 0.5, "a test", -0.001, "Cohen's h", 0.95,
                k=k, other_k=other_k,
            )
        ).splitlines()[1:4]  # fmt: skip

    assert written(620, 100_000, 1_060, 100_000) == [
        "a               0.62%  (k = 620, n = 100,000)",
        "all the others  1.06%  (k = 1,060, n = 100,000)",
        "difference −0.44 percentage points, 95% interval −0.52 to −0.36",
    ]
    assert written(3, 10, 10, 10)[2] == (
        "difference −70.0 percentage points, 95% interval −89.2 to −28.9"
    )
    assert "difference 0.0 percentage points" in written(2, 10, 2, 10)[2]
    assert "difference 0.0 percentage points" in written(50_001, 100_000, 500_009, 1_000_000)[2]


def test_a_comparison_is_shown_as_it_is_printed(data: Dataset) -> None:
    found = stats.compare("win_turn", data, "seat=E")
    assert repr(found) == str(found)
    assert (found.k, found.other_k) == (None, None)
    assert f"(n = {found.n:,})" in str(found)


def test_what_cannot_be_compared_is_refused(data: Dataset) -> None:
    with pytest.raises(MjlabError, match="first group is all cases"):
        stats.compare("win_rate", data, None)
    with pytest.raises(MjlabError, match="are in both groups"):
        stats.compare("win_rate", data, "seat=E", "round=E")
    with pytest.raises(MjlabError, match="neither a share nor a mean"):
        stats.compare("totals", data, "seat=E")
