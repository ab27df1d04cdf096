import pytest

from mjlab.logs import Replay, SessionReplay, SetAside, detect, read, replay, replay_all
from tests.support.sheet_sample import HANDS, ROWS, TABLES, TOTALS


def sheet(tmp_path, head, *rows, name="hands.csv", end="\n"):
    path = tmp_path / name
    path.write_bytes((end.join([head, *rows, ""])).encode())
    return path


def test_hands(tmp_path):
    path = sheet(tmp_path, HANDS, *ROWS, end="\r\n")
    assert detect(path) == "tournament"
    games = list(read(path))
    assert len(games) == 5  # the sixth was not played
    first, fourth, fifth = games[0], games[3], games[4]
    assert (first.session, first.index, first.has_play) == ("Cup round 1 table 1", 0, False)
    assert first.players == ("P0", "P1", "P2", "P3")
    assert fourth.players == ("P3", "P0", "P1", "P2")
    assert fourth.tags == (("chicken_hand", "1"),)
    assert fourth.outcome.penalties == (10, -30, 10, 10)
    assert fifth.players == ("P1", "P0", "P3", "P2")  # full rotation
    (win,) = fifth.outcome.wins
    assert (win.player, win.discarder, win.self_drawn, win.total) == (3, 0, False, 20)
    found = replay(fifth)
    assert (found.end, found.win, found.score) == ("win", None, None)
    assert found.payments == (-28, -8, -8, 44)
    assert str(found).endswith("North wins 20 from East")
    assert replay(games[2]).end == "draw"
    assert replay(games[2]).payments == (0, 0, 0, 0)


def test_tables_are_added_up(tmp_path):
    sheet(tmp_path, HANDS, *ROWS)
    sheet(tmp_path, TABLES, TOTALS, name="tables.csv")
    *hands, session = replay_all([tmp_path])
    assert len(hands) == 5
    ours = {"P0": 0, "P1": 0, "P2": 0, "P3": 0}
    for hand in hands:
        for name, paid in zip(hand.game.players, hand.payments, strict=True):
            ours[name] += paid
    assert session.totals == ours
    assert [d.what for d in session.disagreements] == ["score"]
    right = f"Cup,1,1,{','.join(str(ours[p]) for p in ours)},,,,,0"
    sheet(tmp_path, TABLES, right, name="tables.csv")
    *_, session = replay_all([tmp_path])
    assert session.ok
    assert (session.rotation, session.binding) == ("full", True)


def test_totals_need_not_follow_from_the_hands(tmp_path):
    sheet(tmp_path, HANDS, *ROWS)
    sheet(tmp_path, TABLES, TOTALS[:-1] + "1", name="tables.csv")
    *_, session = replay_all([tmp_path])
    assert session.ok
    assert set(session.difference) == {"P0", "P1", "P2", "P3"} or session.difference
    assert "the recorded totals differ by" in str(session)


def test_table_points_are_those_of_the_places(tmp_path):
    sheet(tmp_path, TABLES, "Cup,1,1,30,-10,-10,-10,4,2,1,0,1", name="tables.csv")
    (session,) = replay_all([tmp_path])
    assert isinstance(session, SessionReplay)
    assert [(d.what, d.ours) for d in session.disagreements] == [
        ("table points", "P0 4, P1 1, P2 1, P3 1")
    ]


def test_another_rotation(tmp_path):
    head = HANDS + ",rotation"
    rows = [f"Cup,1,1,{n},P0,,8,0,,,,,half" for n in (1, 5, 9)]
    games = list(read(sheet(tmp_path, head, *rows)))
    assert [g.players[0] for g in games] == ["P0", "P0", "P1"]
    assert [g.notes for g in games] == [()] * 3
    *_, session = replay_all([tmp_path])
    assert session.rotation == "half"


def test_a_win_of_too_little_is_named(tmp_path):
    (game,) = read(sheet(tmp_path, HANDS, "Cup,1,1,1,P0,P2,7,0,,,,"))
    assert [d.what for d in replay(game).disagreements] == ["legal win"]
    assert replay(game, "mcr_beginner").ok


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("Cup,1,1,1,P0,P2,10,0,,,", "12 cells are expected, not 11"),
        ("Cup,x,1,1,P0,P2,10,0,,,,", "round: a whole number"),
        ("Cup,1,1,17,P0,P2,10,0,,,,", "hand: a whole number from 1 to 16"),
        ("Cup,1,1,1,P4,P2,10,0,,,,", "winner: P0, P1, P2 or P3"),
        ("Cup,1,1,1,P0,P0,10,0,,,,", "the winner does not lose"),
        ("Cup,1,1,1,P0,P1,0,0,,,,", "a win has points"),
        ("Cup,1,1,1,,P1,0,0,,,,", "neither points nor a loser"),
        ("Cup,1,1,1,,,9,0,,,,", "neither points nor a loser"),
        ("Cup,1,1,1,P1,,,0,,,,", "points are missing"),
        ("Cup,1,1,1,P1,,10,2,,,,", "chicken_hand: a whole number"),
        ("Cup,1,1,1,P1,,99999999999999999999,0,,,,", "points: a whole number"),
        ("Cup,1,1,1,P1,,-5,0,,,,", "points: a whole number"),
        ("Cup,1,1,1,P1,,10,0,x,,,", "penalty_P0: a whole number"),
        (",1,1,1,P1,,10,0,,,,", "1 to 100 characters"),
        ('Cup,1,1,1,P1,,10,0,,,,"', "the line is not CSV"),
        ("x" * 5000, "the line is longer"),
        ("Cup\ud800,1", "not UTF-8"),
    ],
)
def test_broken_lines_are_set_aside(tmp_path, row, reason):
    path = tmp_path / "hands.csv"
    path.write_bytes("\n".join([HANDS, row, ROWS[0]]).encode("utf-8", "surrogatepass"))
    aside, game = read(path)
    assert isinstance(aside, SetAside)
    assert reason in aside.reason
    assert aside.place == "line 2"
    assert replay(game).ok


def test_broken_heads(tmp_path):
    (aside,) = read(sheet(tmp_path, HANDS + ",winner", ROWS[0]))
    assert aside.reason == "a column stands twice"
    bad = TOTALS.replace(",0,2,1,4,", ",0,2,x,4,")
    (aside,) = read(sheet(tmp_path, TABLES, bad))
    assert aside.reason == "table points are four numbers"
    (aside,) = read(sheet(tmp_path, TABLES, TOTALS.replace("-40", "")))
    assert "score_P0: a whole number" in aside.reason


def test_the_same_hand_twice(tmp_path):
    path = sheet(tmp_path, HANDS, ROWS[0], ROWS[0])
    first, second, _ = replay_all([path])
    assert isinstance(first, Replay)
    assert "the same game as" in second.reason
