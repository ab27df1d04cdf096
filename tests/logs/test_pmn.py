import re
from dataclasses import replace

import pytest

from mjlab.logs import Ending, EventKind, Game, SetAside, read, replay
from mjlab.logs.formats.fan_names import NUMBERED_FANS
from mjlab.logs.formats.pmn import pmn_text
from tests.support import log_games
from tests.support.pmn_sample import TWO_WINNERS, changed

K = EventKind


def hands(tmp_path, text, name="a.pmn"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(read(path))


def test_two_winners_on_one_discard(tmp_path):
    (game,) = hands(tmp_path, TWO_WINNERS)
    assert (game.date, game.players, game.winners) == (
        "2024-02-29",
        ("Ann", "Ben", "Cho", "Dan"),
        "all",
    )
    assert dict(game.tags) == {"Event": "An evening", "Board": "3", "Scoring": "Duplicate MCR"}
    found = replay(game)
    assert [(w.player, w.discarder) for w in found.wins] == [(1, 0), (3, 0)]
    totals = [w.score.total for w in found.wins]
    assert found.payments == (-8 - sum(totals), 24 + totals[0], -8, 24 + totals[1])
    assert found.winner == 1
    assert str(found).splitlines()[0].count(" wins ") == 2


def test_each_win_is_compared(tmp_path):
    (game,) = hands(tmp_path, TWO_WINNERS)
    ours = replay(game)
    listed = []
    for won in ours.wins:
        keys = won.score.fans
        listed.append(".".join(f"{NUMBERED_FANS.index(k) + 1}/{n}" for k, n in keys.items()))
    text = changed(
        Fan=f"None {listed[0]} None {listed[1]}", Result=" ".join(map(str, ours.payments))
    )
    (game,) = hands(tmp_path, text)
    assert replay(game).ok
    assert game.outcome.wins[0].total is None  # values were left out
    (game,) = hands(tmp_path, text.replace(f'None {listed[1]}"', 'None 10/1"'))
    assert [d.what for d in replay(game).disagreements] == ["fans"]
    (game,) = hands(tmp_path, text.replace("H1H3", "H1"))
    assert isinstance(game, SetAside)
    assert "player 3 has fan and did not win" in game.reason


def test_in_a_game_of_one_wall_one_wins(tmp_path):
    (game,) = hands(tmp_path, changed(Scoring="MCR"))
    assert (game.winners, game.walls, game.flowers) == ("one", "one", 8)
    (fault,) = replay(game).illegal
    assert fault.why == "the hand is already won"


def test_the_giver_and_a_winner_may_not_win_again(tmp_path):
    for again in ("H1H3H0", "H1H3H1"):
        (game,) = hands(tmp_path, changed(Play=f"T0b5D0d3{again}"))
        assert replay(game).end == "error"
        assert [win.player for win in game.outcome.wins] == [1, 3, 0][: len(set(again)) - 1]


@pytest.mark.parametrize("seed", range(8))
def test_play_at_random(tmp_path, seed):
    game = replace(log_games.random_game(seed), winners="all")
    text = pmn_text(game)
    assert "N0" in text
    (back,) = hands(tmp_path, text)
    plain = [replace(e, claims=(), drawn_discarded=None) for e in back.events]
    assert plain == [replace(e, claims=()) for e in game.events]
    assert (back.outcome.ending, back.outcome.changes) == (Ending.DRAW, (0, 0, 0, 0))
    assert replay(back).ok
    assert pmn_text(back).replace('"pmn"', '"pku"') == text.replace("D0z1", "D0z1")


def test_wins_and_several_hands(tmp_path):
    cases = log_games.cases(12, lambda c: c["total"] >= 8 and "flowers" not in c["flags"], 5)
    games = []
    for case in cases:
        try:
            games.append(log_games.won_game(case, 1))
        except log_games.CannotPlayError:
            continue
    assert len(games) > 5
    back = hands(tmp_path, "".join(map(pmn_text, games)))
    assert [b.outcome.wins[0].fans for b in back] == [g.outcome.wins[0].fans for g in games]
    assert all(replay(b).ok for b in back)
    assert back[1].place != "line 1"


def test_z1_is_the_tile_just_drawn(tmp_path):
    (game,) = hands(tmp_path, changed(Play="T0b5D0z1T1d9D1d1", Fan="None None None None"))
    assert [(e.tile, e.drawn_discarded) for e in game.events if e.kind is K.DISCARD] == [
        (22, True),
        (9, False),
    ]
    assert game.outcome.ending is Ending.UNFINISHED
    assert replay(game).end == "unfinished"
    assert game.notes == ("the end of the hand is not recorded",)


def test_flowers_and_penalties(tmp_path):
    deal = "c111d3b2468w1234rf1 c123456789d12bwr33f c99d99b99w1122r112f cd12b123456789wr22f"
    (game,) = hands(
        tmp_path,
        changed(Deal=deal, Play="R0f1T0r1T0b5D0d3H1H3", Penalty="-10 0 0 0", Starting="5 5 5 5"),
    )
    assert (game.flowers, game.outcome.penalties) == (8, (-10, 0, 0, 0))
    assert game.outcome.changes == (-60, 42, -8, 42)
    assert game.outcome.before == (5, 5, 5, 5)
    found = replay(game)
    assert found.flowers == (1, 0, 0, 0)
    assert found.payments[0] == -10 - 8 - sum(w.score.total for w in found.wins)


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ({"PWind": "X"}, "the round wind is E, S, W or N"),
        ({"PWind": None}, "the tag PWind is missing"),
        ({"Deal": "c1 d1"}, "the hands of four players"),
        ({"Deal": "c111d3b2468w1234r1f c1 c1 c1"}, "a hand is written like"),
        ({"Deal": "c1d3b2468w1234r1f " * 4}, "11 tiles are dealt"),
        ({"Play": "T0b5D0z1D0z1"}, "z1 stands for the tile just drawn"),
        ({"Play": "T0b5?"}, "no move is expected here"),
        ({"Play": "T4b5"}, "no move is expected here"),
        ({"Play": "T0w9"}, "no tile is called w9"),
        ({"Play": "T0b5D0d3C1w1"}, "not the middle of a chow"),
        ({"Play": "T0b5D0d3H1T2b1"}, "a move follows a win"),
        ({"Play": "N0H1"}, "no move is expected here"),
        ({"Result": "1 2 3"}, "four numbers are expected"),
        ({"Result": f"{10**7 - 1} 2 3 99999999"}, "four numbers"),
        ({"Result": "9999999 0 0 -9999999", "Penalty": "x"}, "four numbers"),
        ({"Date": "2023.02.29"}, "the date is written like"),
        ({"Date": f"{10**20}.1.1"}, "the date is written like"),
        ({"Date": "2024. 2.2_9"}, "the date is written like"),
        ({"Date": "\u0662\u0660\u0662\u0664.1.1"}, "the date is written like"),
        ({"Result": "9999999 0 0 0", "Penalty": "9999999 0 0 0"}, "no score is beyond"),
        ({"Play": "T0b5" * 2001}, "events are too many for a hand"),
        ({"Fan": "None"}, "the fan of four players"),
        ({"Fan": "None 99/1 None None"}, "fan are numbered 1 to 81"),
        ({"Fan": "None 1/x None None"}, "is no fan"),
        ({"Fan": "None 1/1.1/1 None None"}, "this fan stands twice"),
        ({"Fan": "1/1 None None None"}, "player 0 has fan and did not win"),
        ({"East": "x" * 300}, "a name is longer than"),
        ({"Scoring": None}, "the tag Scoring is missing"),
    ],
)
def test_broken_hands_are_set_aside(tmp_path, tags, reason):
    aside, game = hands(tmp_path, changed(**tags) + "\n" + TWO_WINNERS)
    assert isinstance(aside, SetAside)
    assert reason in aside.reason
    assert re.match("line [0-9]+", aside.place)
    assert isinstance(game, Game)


@pytest.mark.parametrize("line", ["no tag", "[Event 5]", '[Event "a"b"]', "x" * 30_000, "\x00"])
def test_lines_that_are_no_tags(tmp_path, line):
    text = TWO_WINNERS.replace("[Date", f"{line}\n[Date")
    aside, game = hands(tmp_path, text + TWO_WINNERS)
    assert (aside.place, isinstance(game, Game)) == ("line 2", True)
    assert len(aside.excerpt) <= 80


def test_too_many_tags(tmp_path):
    text = TWO_WINNERS + "".join(f'[Tag{n} "x"]\n' for n in range(100))
    (aside,) = hands(tmp_path, text)
    assert isinstance(aside, SetAside)
