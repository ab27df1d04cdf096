from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandera.errors import SchemaError, SchemaErrors

from mjlab import stats as metrics
from mjlab.common.wording import visible
from mjlab.dataset import Dataset, arrow, make_dataset, schemas
from mjlab.dataset.players import at_table, called
from mjlab.errors import MjlabError
from mjlab.logs import Disagreement, Replay, SessionReplay, SetAside, replay, replay_all
from mjlab.logs.records import Game, Outcome
from mjlab.report import write_report
from mjlab.rules import ruleset
from tests.support.paths import RECORDS


@pytest.fixture(scope="module")
def results() -> list[Any]:
    return list(replay_all([RECORDS]))


@pytest.fixture(scope="module")
def frames(results: list[Any]) -> Dataset:
    return make_dataset(results)


def first(results: list[Any]) -> Replay:
    return next(r for r in results if isinstance(r, Replay))


def test_unknown_columns_are_refused(frames: Dataset) -> None:
    with pytest.raises(SchemaErrors, match="column 'colour' not in"):
        arrow.validated("games", frames.games.assign(colour="red"))


def test_impossible_values_are_refused(frames: Dataset) -> None:
    for column, value in (("n_claims", 5), ("flowers", 9), ("deal_shanten", 9)):
        with pytest.raises(SchemaError, match=column):
            arrow.validated("hands", frames.hands.assign(**{column: value}))


def test_columns_may_come_in_any_order(frames: Dataset) -> None:
    mixed = frames.hands[sorted(frames.hands.columns)]
    pd.testing.assert_frame_equal(arrow.validated("hands", mixed), frames.hands)


def test_empty_tables_have_the_types_of_full_ones(frames: Dataset) -> None:
    none = make_dataset([])
    for name in schemas.SCHEMAS:
        assert getattr(none, name).dtypes.to_dict() == getattr(frames, name).dtypes.to_dict()


def test_the_sample_is_whole(frames: Dataset) -> None:
    assert frames.sessions["n_games"].to_list() == [1, 16]
    assert len(frames.games) == len(frames.wins) == 17
    assert frames.findings.empty
    for name, key in schemas.KEYS.items():
        assert not getattr(frames, name).duplicated(list(key)).any()


def test_a_hand_in_two_forms_counts_once(frames: Dataset) -> None:
    assert frames.set_aside["path"].str.endswith("TZ-B00.raw_script.json").to_list() == [True]
    assert (frames.games["game"] == "tziakcha TZ-B00").sum() == 1


def test_points_are_the_sum_of_the_fan(frames: Dataset) -> None:
    points = frames.win_fans.groupby("game")["points"].sum()
    assert (frames.wins.set_index("game")["total"] == points).all()
    assert (frames.wins["total"] == frames.wins["recorded_total"]).all()


def test_scores_are_those_of_the_session_file(frames: Dataset) -> None:
    recorded = json.loads((RECORDS / "TZ-B_session.json").read_text(encoding="utf-8"))
    table = metrics.standings(frames)
    ours = table[table["session"] == "tziakcha TZ-B"].set_index("player")["score"].to_dict()
    assert ours == {p["n"]: p["s"] for p in recorded["players"]}


def test_changes_add_up_to_nothing(frames: Dataset) -> None:
    assert (frames.hands.groupby("game")["change"].sum() == 0).all()
    assert (frames.hands["change"] == frames.hands["payment"]).all()


def test_a_hand_given_twice_is_refused(results: list[Any]) -> None:
    one = first(results)
    with pytest.raises(MjlabError, match="'tziakcha TZ-A00' is there twice"):
        make_dataset([one, one])


def told(game: Game, changes: Any = None, **more: Any) -> Outcome:
    """The outcome of a game with other facts of its win."""
    outcome = replace(game.outcome, wins=(replace(game.outcome.wins[0], **more),))
    return outcome if changes is None else replace(outcome, changes=changes)


def changed(game: Game, **changes: Any) -> Replay:
    return replay(replace(game, **changes))


def test_disagreements_are_rows(results: list[Any]) -> None:
    game = first(results).game
    outcome = told(game, total=31)
    frames = make_dataset([changed(game, outcome=outcome)])
    row = frames.findings.set_index("point").loc["total"]
    assert (row["recorded"], row["computed"]) == ("31", "30")
    assert frames.games["n_disagreements"].to_list() == [len(frames.findings)]
    assert frames.wins[["total", "recorded_total"]].to_numpy().tolist() == [[30, 31]]


def test_an_illegal_hand_is_listed_and_counts_nowhere(results: list[Any]) -> None:
    game = first(results).game
    broken = changed(game, events=(*game.events[:20], *game.events[21:]))
    good = [r for r in results if isinstance(r, Replay)][1]
    frames = make_dataset([broken, good])
    assert frames.games["outcome"].to_list() == ["error", "discard"]
    assert frames.problems["kind"].to_list() == ["illegal event"]
    assert frames.sessions["n_errors"].to_list() == [1, 0]
    assert metrics.outcomes(frames)["n"].unique().tolist() == [1]
    assert metrics.player_summary(frames)["n_games"].unique().tolist() == [1]


def test_nameless_players_are_called_by_the_seat(results: list[Any]) -> None:
    frames = make_dataset([changed(first(results).game, players=("", " ", "P", "P"))])
    assert frames.hands["player"].to_list() == ["seat E", "seat S", "P [W]", "P [N]"]
    assert len(metrics.player_summary(frames)) == 4


def test_hands_without_a_session_stand_alone(results: list[Any]) -> None:
    frames = make_dataset([changed(first(results).game, session=None, index=None)])
    assert frames.games["game"].to_list() == ["tziakcha TZ-A00"]
    assert frames.games[["session", "number"]].isna().all(axis=None)
    assert frames.sessions.empty
    assert metrics.standings(frames).empty


def test_changes_are_computed_where_none_are_recorded(results: list[Any]) -> None:
    game = first(results).game
    frames = make_dataset([changed(game, outcome=replace(game.outcome, changes=None))])
    assert frames.hands["change"].to_list() == [114, -38, -38, -38]


def test_what_was_set_aside_is_told() -> None:
    frames = make_dataset([SetAside(None, "a.txt", "", "the file is empty")])
    row = frames.set_aside.iloc[0]
    assert pd.isna(row["source"])
    assert (row["kind"], row["reason"]) == ("set aside", "the file is empty")


def test_missing_hands_of_a_session_are_counted() -> None:
    frames = make_dataset(replay_all([RECORDS / "TZ-B_session.json", RECORDS / "TZ-B03.json"]))
    assert frames.sessions["n_missing"].to_list() == [15]


@pytest.mark.parametrize(
    "bad", ["\ud800", "P\udce9", "a\x00b", "\u202eabc", "\nx", "\ud800\udc00"], ids=ascii
)
def test_no_name_stops_the_tables(results: list[Any], tmp_path: Path, bad: str) -> None:
    """Lone surrogates, control characters and the like, wherever a text may come from."""
    game = first(results).game
    broken = replace(
        game, id=bad, path=bad, place=bad, session=bad, players=(bad, bad + "2", "P", "Q"),
        outcome=told(game, total=31),
    )  # fmt: skip
    aside = SetAside(bad, bad, bad, bad, bad, bad)
    score = Disagreement(bad, bad, bad, "score", bad, bad)
    session = SessionReplay("tziakcha", bad, (bad,), {}, None, (), (score,))
    frames = make_dataset([replay(broken), aside, session])
    assert frames.hands["player"].to_list()[:2] == [visible(bad), visible(bad + "2")]
    for name in schemas.SCHEMAS:
        for column in getattr(frames, name).select_dtypes("str"):
            assert getattr(frames, name)[column].dropna().map(str.isprintable).all()
    page = write_report(frames, tmp_path)[0].read_text(encoding="utf-8")
    assert not set(page) & {"\x00", "\u202e"}
    assert visible(bad) in page


def test_four_players_of_a_table_have_four_names() -> None:
    assert at_table(("A", "A", "A [E]", " ")) == ["A [E] [E]", "A [S]", "A [E]", "seat N"]
    assert called("A", "pku 1", "by-name") == "A"
    assert called("A", "pku 1", "by-session") == "A (pku 1)"


def test_names_that_look_alike_stay_apart(results: list[Any]) -> None:
    frames = make_dataset([changed(first(results).game, players=("A", "A", "A [E]", "B"))])
    assert frames.hands["player"].nunique() == 4
    frames = make_dataset(
        [changed(first(results).game, players=("\ud800", r"\ud800", "", "seat W"))]
    )
    assert frames.hands["player"].nunique() == 4


@pytest.mark.parametrize(
    "huge", [2**63, -(2**63) - 1, 2**62, 2**20_000, -(10**10)], ids=int.bit_length
)
def test_numbers_beyond_all_reason_are_left_out_and_listed(results: list[Any], huge: int) -> None:
    game = first(results).game
    outcome = told(game, changes=(huge, 1, 2, 3))
    made = first(results)
    # The replay compares what it can; here is what the tables do with it.
    frames = make_dataset([replace(made, game=replace(game, outcome=outcome), disagreements=())])
    assert frames.hands["change"].isna().to_list() == [True, False, False, False]
    assert frames.findings["point"].to_list() == ["number"]
    assert "change of East is recorded as" in frames.findings["reason"].iloc[0]
    assert frames.games["n_disagreements"].to_list() == [1]
    won = replace(made.wins[0], record=replace(made.wins[0].record, total=huge))
    frames = make_dataset([replace(made, wins=(won,), disagreements=())])
    assert pd.isna(frames.wins["recorded_total"].iloc[0])
    assert frames.findings["point"].to_list() == ["number"]


@pytest.mark.parametrize("index", [2**70, -7])
def test_a_place_in_the_session_that_cannot_be(results: list[Any], index: int) -> None:
    frames = make_dataset([changed(first(results).game, index=index)])
    assert frames.games["number"].isna().all()
    assert "number" in frames.findings["point"].to_list()


def test_a_game_is_not_taken_for_the_session_of_its_name(results: list[Any]) -> None:
    game = first(results).game
    alone = changed(game, id="X", session=None, index=None)
    of_session = changed(game, id="Y", session="X")
    for order in ([alone, of_session], [of_session, alone]):
        data = make_dataset(order)
        assert data.sessions[["session", "n_games"]].to_numpy().tolist() == [["tziakcha X", 1]]
        sessions = data.games.set_index("game")["session"]
        assert sessions["tziakcha Y"] == "tziakcha X"
        assert pd.isna(sessions["tziakcha X"])


def test_players_may_be_kept_apart_by_session(results: list[Any]) -> None:
    data = make_dataset(results, players="by-session")
    names = set(metrics.player_summary(data)["player"])
    assert len(names) == 8
    assert "P0 (tziakcha TZ-A)" in names
    assert set(data.wins["player"]) | set(data.wins["discarder"].dropna()) <= names
    assert set(data.discards["player"]) | set(data.melds["player"]) <= names
    assert metrics.joined_players(data).empty
    with pytest.raises(MjlabError, match="'by-table'"):
        make_dataset([], players="by-table")  # type: ignore[arg-type]


def test_tables_know_the_rules_and_take_only_one(results: list[Any]) -> None:
    assert make_dataset(results).rules == ruleset()
    assert make_dataset([], rules="mcr2006").rules == ruleset("mcr2006")
    other = replay(first(results).game, "mcr2006")
    good = [r for r in results if isinstance(r, Replay)]
    assert make_dataset([other]).rules == ruleset("mcr2006")
    with pytest.raises(MjlabError, match="was scored by mcr1998_online, not by mcr2006"):
        make_dataset([other, good[1]])
    with pytest.raises(MjlabError, match="was scored by mcr2006, not by mcr2014"):
        make_dataset([other], rules="mcr2014")


def test_tables_print_in_a_line(frames: Dataset) -> None:
    assert repr(frames).startswith("Dataset(2 sessions, 17 games, 68 hands, ")
    assert repr(frames).endswith("75 win_fans, 1 problems; mcr1998_online)")
    told = frames._repr_html_()
    assert all(f"<th>{name}</th>" in told for name in schemas.SCHEMAS)
    assert "<td>17</td>" in told


def result_only(game: Game) -> Replay:
    return changed(game, deal=(), events=(), id=f"{game.id} result", index=None)


def test_games_known_by_their_results_tell_nothing_of_the_play(results: list[Any]) -> None:
    games = [r for r in results if isinstance(r, Replay)]
    data = make_dataset([*games, *(result_only(r.game) for r in games)])
    replayed = data.games.set_index("game")["replayed"]
    hands = data.hands.assign(replayed=data.hands["game"].map(replayed))
    assert hands["replayed"].mean() == 0.5
    for column in ("n_claims", "n_melds", "flowers", "turns", "draws", "deal_shanten"):
        assert hands[column].notna().equals(hands["replayed"]), column
    alone = make_dataset(games)
    for by in ("player", None):
        assert metrics.call_rate(data, by=by).equals(metrics.call_rate(alone, by=by))
    summary, expected = metrics.player_summary(data), metrics.player_summary(alone)
    assert (summary["n_games"] == 2 * expected["n_games"]).all()
    assert (summary["n_replayed"] == expected["n_replayed"]).all()
    columns = ["n_called", "call_rate", "call_low", "call_high"]
    assert summary[columns].equals(expected[columns])
    nothing = metrics.call_rate(make_dataset([result_only(games[0].game)]), by=None)
    assert nothing["n"].to_list() == [0]
    assert nothing["rate"].isna().all()
