import json

import pytest

from mjlab.logs import Claim, EventKind, Game, SetAside, read, replay
from mjlab.logs.formats import pku
from mjlab.logs.formats.fan_names import LISTED_FANS, fan_key, read_fan_list
from mjlab.tiles import Wind
from tests.support import log_games

GAMES = [log_games.random_game(seed) for seed in range(6)]


def written(tmp_path, text, name="games.txt"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def won(seed=0, **flags):
    """Play one hand that was won, as a game."""
    for case in log_games.cases(
        40, lambda c: c["total"] >= 12 and all(c["flags"].get(k) for k in flags), seed
    ):
        try:
            return log_games.won_game(case, seed)
        except log_games.CannotPlayError:
            continue
    raise AssertionError("no such hand")


@pytest.mark.parametrize(
    ("name", "games", "won_games"),
    [
        ("sample_fixed.txt", 6, 5),
        ("sample_legacy.txt", 6, 5),
        ("sample_legacy_crlf.txt", 2, 2),
        ("sample_lossy_names_crlf.txt", 3, 3),
    ],
)
def test_samples_replay(shared, name, games, won_games):
    replays = [replay(game) for game in read(shared / "pku_text" / name)]
    assert [r.illegal + r.disagreements for r in replays] == [()] * games
    assert [r.end for r in replays].count("win") == won_games
    assert {r.end for r in replays} <= {"win", "draw"}


def test_releases_hold_the_same_hands(shared):
    fixed, legacy = (
        list(read(shared / "pku_text" / name)) for name in ("sample_fixed.txt", "sample_legacy.txt")
    )
    assert [g.events for g in fixed] == [g.events for g in legacy]
    assert [bool(g.notes) for g in legacy] == [False, False, True, True, False, False]
    assert not any(g.notes for g in fixed)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_round_trip(tmp_path, end, mark):
    games = [*GAMES, won(1), won(2, self_drawn=True)]
    text = mark + (end * 2).join(log_games.to_pku(g, end) for g in games) + end * 5
    back = list(read(written(tmp_path, text)))
    assert [(g.id, g.round, g.deal, g.events) for g in back] == [
        (g.id, g.round, g.deal, g.events) for g in games
    ]
    listed = [[[win.fans for win in g.outcome.wins] for g in some] for some in (back, games)]
    assert listed[0] == listed[1]
    assert all(replay(g).ok for g in back)
    assert back[0].place == "line 1"
    assert back[0].walls == "duplicate"


def test_overruled_claims_are_kept(tmp_path):
    games = [log_games.won_game(log_games.made_case(), seed) for seed in range(60)]
    path = written(tmp_path, "\n".join(map(log_games.to_pku, games)))
    claims = [c for game in read(path) for e in game.events for c in e.claims]
    assert claims
    assert {c.kind for c in claims} == {EventKind.CHOW}
    assert all(isinstance(c, Claim) and c.tile is not None for c in claims)


def test_older_release_names_the_wrong_tile_on_self_draw(tmp_path):
    game = won(3, self_drawn=True)
    text = log_games.to_pku(game)
    discard = [e for e in game.events if e.kind is EventKind.DISCARD][-1].tile
    assert discard != game.events[-1].tile
    hu = text[text.index(f"Player {game.events[-1].player} Hu") :].split("\n")[0]
    wrong = hu[:-2] + log_games.format_tiles([discard], "botzone")
    (read_back,) = read(written(tmp_path, text.replace(hu, wrong)))
    assert read_back.events == game.events
    assert read_back.notes
    assert replay(read_back).ok


def test_destroyed_names_leave_the_counts(tmp_path):
    game = won(4)
    lines = log_games.to_pku(game).split("\n")
    lines = ["".join("?" if ord(c) > 127 else c for c in x) if x[:3] == "Fan" else x for x in lines]
    (back,) = read(written(tmp_path, "\n".join(lines)))
    (win,), (written_win,) = back.outcome.wins, game.outcome.wins
    assert win.fans is None
    assert sorted(win.fan_counts) == sorted(written_win.fans.values())
    assert replay(back).ok
    fewer = [x[: x.rindex("+")] if x[:3] == "Fan" and "+" in x else x for x in lines]
    if fewer != lines:
        (back,) = read(written(tmp_path, "\n".join(fewer)))
        assert [d.what for d in replay(back).disagreements] == ["fans"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("嵌张", "closed_wait"),
        ("坎张", "closed_wait"),
        ("独听・嵌张", "closed_wait"),
        ("独听·边张", "edge_wait"),
        ("边张", "edge_wait"),
        ("单钓", "single_wait"),
        ("单钓将", "single_wait"),
        ("一色三连环", "pure_shifted_chows"),
        ("一色三步高", "pure_shifted_chows"),
        ("一色四连环", "four_pure_shifted_chows"),
        ("一色四步高", "four_pure_shifted_chows"),
        ("明暗杠", "melded_and_concealed_kong"),
    ],
)
def test_name_variants(name, key):
    assert fan_key(name) == key


def test_listed_fans_name_every_fan_of_the_table_but_one():
    from mjlab.rules import FANS

    missing = {f.key for f in FANS} - set(LISTED_FANS)
    assert missing == set()
    assert LISTED_FANS[31] == LISTED_FANS[32] == "pure_shifted_chows"
    assert len(LISTED_FANS) == 89


def test_public_case_p09():
    """A fan list whose names may carry a count (bug_cases P09)."""
    lines = (log_games.CASES / "bug_cases.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(c for c in map(json.loads, lines) if c["id"] == "P09")
    _, discarder, points, names, row = case["input"]["event"]
    fans, counts = read_fan_list("+".join(names))
    from mjlab.rules import payment, ruleset

    assert sum(ruleset().fan_value(k) * n for k, n in fans.items()) == points == 10
    assert counts == (1, 1, 2, 1)
    winner = case["expected"]["winner_index"]
    assert list(payment(points, winner, discarder)) == row


def test_a_bad_hand_does_not_take_its_neighbours_along(tmp_path):
    good = [log_games.to_pku(g) for g in GAMES[:3]]
    bad = good[1].replace("Play", "Lay", 1)
    found = list(read(written(tmp_path, "\n".join([good[0], bad, good[2]]))))
    assert [type(r) for r in found] == [Game, SetAside, Game]
    aside = found[1]
    assert aside.id == GAMES[1].id
    assert aside.source == "pku"
    number = int(aside.place.removeprefix("line "))
    assert "Lay" in ("\n".join([good[0], bad, good[2]])).split("\n")[number - 1]
    assert "Lay" in aside.excerpt
    assert found[2].place == f"line {(good[0] + chr(10) + bad).count(chr(10)) + 2}"


def test_hands_are_read_one_at_a_time(tmp_path):
    text = log_games.to_pku(GAMES[0]).encode() + b"Match x\n" + b"\xff" * 3_000_000
    records = read(written(tmp_path, text))
    assert isinstance(next(records), Game)
    aside = next(records)
    assert aside.reason == "the line is longer than any of this format"
    assert len(aside.excerpt) <= 80
    assert list(records) == []


def test_a_cut_next_hand_leaves_the_one_before(tmp_path):
    text = log_games.to_pku(GAMES[0]) + "Mat"
    game, aside = read(written(tmp_path, text))
    assert replay(game).ok
    assert aside.reason == "the next hand begins with Match"


@pytest.mark.parametrize("head", [b"Match \xff\xff", b"Match " + b"x" * 2000])
def test_a_next_hand_whose_first_line_is_broken_leaves_the_one_before(tmp_path, head):
    texts = [log_games.to_pku(game).encode() for game in GAMES[:2]]
    body = texts[0].partition(b"\n")[2]
    game, aside, other = read(written(tmp_path, texts[0] + head + b"\n" + body + texts[1]))
    assert (game.id, other.id) == (GAMES[0].id, GAMES[1].id)
    assert aside.place == f"line {texts[0].count(10) + 1}"


def test_the_place_of_a_fault_among_plain_lines(tmp_path):
    lines = log_games.to_pku(GAMES[0]).split("\n")
    for number in (7, 20, 60):
        for bad in ("Player 4 Draw W1", "Player 0 Draw W1 Ignore", "Huang", "Player 0 Chi W1"):
            text = "\r\n".join([*lines[: number - 1], bad, *lines[number:]])
            aside = next(iter(read(written(tmp_path, text))))
            assert aside.place in (f"line {number}", f"line {number + 1}")
            assert aside.place == f"line {number + (bad == 'Huang')}"


def test_a_file_cut_within_its_scores_is_no_complete_hand(tmp_path):
    """A number that lost its last digits is still a number; the sum tells."""
    text = log_games.to_pku(won(3)).rstrip()
    (whole,) = read(written(tmp_path, text))
    assert replay(whole).ok
    assert whole.outcome.changes is not None
    assert text[-1].isdigit()
    for cut in range(1, len(text.rpartition("Fan")[2]) - 1):
        (aside,) = read(written(tmp_path, text[:-cut]))
        assert isinstance(aside, SetAside), text[:-cut]
    (aside,) = read(written(tmp_path, text[:-1]))
    assert aside.reason.startswith(("the hand breaks off", "Score and four numbers"))
    (odd,) = read(written(tmp_path, text[:-1] + "\n"))  # as recorded: the replay tells
    assert not replay(odd).ok


@pytest.mark.parametrize(
    ("head", "known"),
    [
        (b"Match a\nWind 0\n", True),
        (b"\xef\xbb\xbf\r\nMatch a \r\nWind 0", True),
        (b"Match report\nThe wind was strong", False),
        (b"Wind 0\nMatch a\n", False),
        (b"", False),
    ],
)
def test_detect(head, known):
    assert pku.detect(head) is known


def test_round_winds(tmp_path):
    text = "\n".join(map(log_games.to_pku, GAMES[:4]))
    assert [g.round for g in read(written(tmp_path, text))] == list(Wind)
