from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mjlab.errors import MjlabError
from mjlab.frames import Frames, make_frames, metrics, schemas, write_report
from mjlab.frames.tables import ILLEGAL, no_frames
from mjlab.frames.text import visible
from mjlab.logs import Disagreement, Replay, SessionReplay, SetAside, replay, replay_all
from mjlab.logs.schema import Game
from mjlab.rules import ruleset

DATA = Path(__file__).parents[2] / "data" / "tziakcha"


@pytest.fixture(scope="module")
def results() -> list[Any]:
    return list(replay_all([DATA]))


@pytest.fixture(scope="module")
def frames(results: list[Any]) -> Frames:
    return make_frames(results)


def first(results: list[Any]) -> Replay:
    return next(r for r in results if isinstance(r, Replay))


def test_every_column_is_documented() -> None:
    for name in schemas.SCHEMAS:
        table = schemas.describe(name)
        assert table["meaning"].str.len().min() > 8
        assert table["meaning"].str.endswith(".").all(), name
    with pytest.raises(MjlabError, match="no table is called 'nothing'"):
        schemas.describe("nothing")


def test_unknown_columns_are_refused(frames: Frames) -> None:
    with pytest.raises(Exception, match="column 'colour' not in"):
        schemas.validated("games", frames.games.assign(colour="red"))


def test_impossible_values_are_refused(frames: Frames) -> None:
    for column, value in (("round", "X"), ("claims_east", 5), ("winner", "east")):
        with pytest.raises(Exception, match=column):
            schemas.validated("hands", frames.hands.assign(**{column: value}))


def test_columns_may_come_in_any_order(frames: Frames) -> None:
    mixed = frames.hands[sorted(frames.hands.columns)]
    pd.testing.assert_frame_equal(schemas.validated("hands", mixed), frames.hands)


def test_empty_tables_have_the_types_of_full_ones(frames: Frames) -> None:
    none = no_frames()
    for name in schemas.SCHEMAS:
        assert getattr(none, name).dtypes.to_dict() == getattr(frames, name).dtypes.to_dict()


def test_the_sample_is_whole(frames: Frames) -> None:
    assert frames.games["n_hands"].to_list() == [1, 16]
    assert len(frames.hands) == len(frames.wins) == 17
    assert frames.disagreements.empty
    assert frames.hands["hand"].is_unique


def test_a_hand_in_two_forms_counts_once(frames: Frames) -> None:
    assert frames.set_aside["path"].str.endswith("TZ-B00.raw_script.json").to_list() == [True]
    assert (frames.hands["hand"] == "tziakcha TZ-B00").sum() == 1


def test_points_are_the_sum_of_the_fan(frames: Frames) -> None:
    points = frames.win_fans.groupby("hand")["points"].sum()
    assert (frames.wins.set_index("hand")["total"] == points).all()
    assert (frames.wins["total"] == frames.wins["recorded_total"]).all()


def test_scores_are_those_of_the_session_file(frames: Frames) -> None:
    recorded = json.loads((DATA / "TZ-B_session.json").read_text(encoding="utf-8"))
    table = metrics.standings(frames)
    ours = table[table["game"] == "tziakcha TZ-B"].set_index("player")["score"].to_dict()
    assert ours == {p["n"]: p["s"] for p in recorded["players"]}


def test_changes_add_up_to_nothing(frames: Frames) -> None:
    changes = frames.hands[[f"change_{seat}" for seat in schemas.SEATS]]
    assert (changes.sum(axis=1) == 0).all()


def test_a_hand_given_twice_is_refused(results: list[Any]) -> None:
    one = first(results)
    with pytest.raises(MjlabError, match="'tziakcha TZ-A00' is there twice"):
        make_frames([one, one])


def changed(game: Game, **changes: Any) -> Replay:
    return replay(replace(game, **changes))


def test_disagreements_are_rows(results: list[Any]) -> None:
    game = first(results).game
    outcome = replace(game.outcome, total=31)
    frames = make_frames([changed(game, outcome=outcome)])
    kinds = set(frames.disagreements["kind"])
    assert "total" in kinds
    row = frames.disagreements.set_index("kind").loc["total"]
    assert (row["recorded"], row["computed"]) == ("31", "30")
    assert frames.hands["n_disagreements"].to_list() == [len(frames.disagreements)]
    assert frames.wins[["total", "recorded_total"]].to_numpy().tolist() == [[30, 31]]


def test_an_illegal_hand_is_listed_and_counts_nowhere(results: list[Any]) -> None:
    game = first(results).game
    broken = changed(game, events=(*game.events[:20], *game.events[21:]))
    good = [r for r in results if isinstance(r, Replay)][1]
    frames = make_frames([broken, good])
    assert frames.hands["outcome"].to_list() == ["error", "discard"]
    assert frames.disagreements["kind"].to_list() == [ILLEGAL]
    assert frames.games["n_errors"].to_list() == [1, 0]
    assert metrics.outcomes(frames)["n"].unique().tolist() == [1]
    assert metrics.player_summary(frames)["n_hands"].unique().tolist() == [1]


def test_nameless_players_are_called_by_the_seat(results: list[Any]) -> None:
    frames = make_frames([changed(first(results).game, players=("", " ", "P", "P"))])
    row = frames.hands.iloc[0]
    names = [row[f"player_{seat}"] for seat in schemas.SEATS]
    assert names == ["seat E", "seat S", "P [W]", "P [N]"]
    assert len(metrics.player_summary(frames)) == 4


def test_hands_without_a_session_stand_alone(results: list[Any]) -> None:
    frames = make_frames([changed(first(results).game, session=None, index=None)])
    assert frames.games["game"].to_list() == ["tziakcha TZ-A00"]
    assert frames.hands["number"].to_list() == [1]


def test_changes_are_computed_where_none_are_recorded(results: list[Any]) -> None:
    game = first(results).game
    frames = make_frames([changed(game, outcome=replace(game.outcome, changes=None))])
    row = frames.hands.iloc[0]
    assert [row[f"change_{seat}"] for seat in schemas.SEATS] == [114, -38, -38, -38]


def test_what_was_set_aside_is_told() -> None:
    frames = make_frames([SetAside(None, "a.txt", "", "the file is empty")])
    row = frames.set_aside.iloc[0]
    assert pd.isna(row["source"])
    assert row["reason"] == "the file is empty"


def test_missing_hands_of_a_session_are_counted() -> None:
    frames = make_frames(replay_all([DATA / "TZ-B_session.json", DATA / "TZ-B03.json"]))
    assert frames.games["n_missing"].to_list() == [15]


@pytest.mark.parametrize(
    "bad", ["\ud800", "P\udce9", "a\x00b", "\u202eabc", "\nx", "\ud800\udc00"], ids=ascii
)
def test_no_name_stops_the_tables(results: list[Any], tmp_path: Path, bad: str) -> None:
    """Lone surrogates, control characters and the like, wherever a text may come from."""
    game = first(results).game
    broken = replace(
        game, id=bad, path=bad, place=bad, session=bad, players=(bad, bad + "2", "P", "Q"),
        outcome=replace(game.outcome, total=31),
    )  # fmt: skip
    aside = SetAside(bad, bad, bad, bad, bad, bad)
    score = Disagreement(bad, bad, bad, "score", bad, bad)
    session = SessionReplay("tziakcha", bad, (bad,), {}, None, (), (score,))
    frames = make_frames([replay(broken), aside, session])
    assert frames.hands["player_east"].iloc[0] == visible(bad)
    assert frames.hands["player_south"].iloc[0] == visible(bad + "2")
    for name in schemas.SCHEMAS:
        for column in getattr(frames, name).select_dtypes("str"):
            assert getattr(frames, name)[column].dropna().map(str.isprintable).all()
    page = write_report(frames, tmp_path)[0].read_text(encoding="utf-8")
    assert not set(page) & {"\x00", "\u202e"}
    assert visible(bad) in page


def test_names_that_look_alike_stay_apart(results: list[Any]) -> None:
    frames = make_frames([changed(first(results).game, players=("A", "A", "A [E]", "B"))])
    row = frames.hands.iloc[0]
    assert len({row[f"player_{seat}"] for seat in schemas.SEATS}) == 4
    frames = make_frames(
        [changed(first(results).game, players=("\ud800", r"\ud800", "", "seat W"))]
    )
    row = frames.hands.iloc[0]
    assert len({row[f"player_{seat}"] for seat in schemas.SEATS}) == 4


@pytest.mark.parametrize(
    "huge", [2**63, -(2**63) - 1, 2**62, 2**20_000, -(10**10)], ids=int.bit_length
)
def test_numbers_beyond_all_reason_are_left_out_and_listed(results: list[Any], huge: int) -> None:
    game = first(results).game
    outcome = replace(game.outcome, total=None, changes=(huge, 1, 2, 3))
    made = first(results)
    # The replay compares what it can; here is what the tables do with it.
    frames = make_frames([replace(made, game=replace(game, outcome=outcome), disagreements=())])
    row = frames.hands.iloc[0]
    assert pd.isna(row["change_east"])
    assert row["change_south"] == 1
    assert frames.disagreements["kind"].to_list() == ["number"]
    assert "change_east is recorded as" in frames.disagreements["message"].iloc[0]
    assert row["n_disagreements"] == 1
    outcome = replace(game.outcome, total=huge, changes=None)
    frames = make_frames([replace(made, game=replace(game, outcome=outcome), disagreements=())])
    assert pd.isna(frames.wins["recorded_total"].iloc[0])
    assert frames.disagreements["kind"].to_list() == ["number"]


@pytest.mark.parametrize("index", [2**70, -7])
def test_a_place_in_the_session_that_cannot_be(results: list[Any], index: int) -> None:
    frames = make_frames([changed(first(results).game, index=index)])
    assert frames.hands["number"].to_list() == [1]
    assert "number" in frames.disagreements["kind"].to_list()


def test_a_hand_is_not_taken_for_the_session_of_its_name(results: list[Any]) -> None:
    game = first(results).game
    alone = changed(game, id="X", session=None, index=None)
    of_session = changed(game, id="Y", session="X")
    for order in ([alone, of_session], [of_session, alone]):
        frames = make_frames(order)
        assert sorted(frames.games["game"]) == ["tziakcha X", "tziakcha X (hand)"]
        assert frames.games["n_hands"].to_list() == [1, 1]
        labels = frames.hands.set_index("hand")["game"].to_dict()
        assert labels == {"tziakcha X": "tziakcha X (hand)", "tziakcha Y": "tziakcha X"}
        assert set(frames.wins["game"]) == set(frames.win_fans["game"]) == set(labels.values())


def test_players_may_be_kept_apart_by_session(results: list[Any]) -> None:
    frames = make_frames(results, players="by-session")
    names = set(metrics.player_summary(frames)["player"])
    assert len(names) == 8
    assert "P0 (tziakcha TZ-A)" in names
    assert set(frames.wins["player"]) <= names
    assert set(frames.wins["discarder"].dropna()) <= names
    assert set(frames.hands["discarder"].dropna()) <= set("ESWN")
    assert metrics.joined_players(frames).empty
    one = make_frames([r for r in results if isinstance(r, Replay)][1:], players="by-session")
    assert set(metrics.player_summary(one)["player"]) == {"P0", "P1", "P2", "P3"}
    with pytest.raises(MjlabError, match="'by-table'"):
        make_frames([], players="by-table")  # type: ignore[arg-type]


def test_tables_know_the_rules_and_take_only_one(results: list[Any]) -> None:
    assert make_frames(results).rules == ruleset()
    assert make_frames([], rules="mcr2006").rules == ruleset("mcr2006")
    other = replay(first(results).game, "mcr2006")
    good = [r for r in results if isinstance(r, Replay)]
    assert make_frames([other]).rules == ruleset("mcr2006")
    with pytest.raises(MjlabError, match="was scored by mcr1998_online, not by mcr2006"):
        make_frames([other, good[1]])
    with pytest.raises(MjlabError, match="was scored by mcr2006, not by mcr2014"):
        make_frames([other], rules="mcr2014")


def test_tables_print_in_a_line(frames: Frames) -> None:
    assert repr(frames).startswith("Frames(2 games, 17 hands, 17 wins, ")
    assert repr(frames).endswith("0 disagreements, 1 set_aside; mcr1998_online)")
    told = frames._repr_html_()
    assert all(f"<th>{name}</th>" in told for name in schemas.SCHEMAS)
    assert "<td>17</td>" in told


def test_the_manual_lists_every_column() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
    for name in schemas.SCHEMAS:
        part = manual.split(f"### {name}.csv")[1].split("###")[0]
        told = [line.split(" | ") for line in part.splitlines() if line.startswith("| ")][1:]
        table = schemas.describe(name)
        assert [cells[0].removeprefix("| ") for cells in told] == table["column"].to_list()
        assert [cells[2].removesuffix(" |") for cells in told] == table["meaning"].to_list()
