import json
import random
from dataclasses import replace

import pytest

from mjlab.errors import MjlabError
from mjlab.logs import (
    Claim,
    Ending,
    EventKind,
    Fault,
    Game,
    SetAside,
    detect,
    read,
    read_paths,
    replay,
    walk,
)
from mjlab.logs.formats.botzone.write import botzone_match, judge_line
from mjlab.reference import score
from tests.support import log_games

K = EventKind
NAMES = ("Ann", "Ben", "Cho", "Dan")


def with_offers(game):
    """Add to each event what every other player could win with, as the judge does."""
    events = []
    for event, table in walk(replace(game, events=(*game.events, game.events[-1]))):
        if events:
            events[-1] = replace(events[-1], offers=offers(table, game, events[-1]))
        events.append(event)
        if len(events) > len(game.events):
            break
    return replace(game, events=tuple(events[:-1]), players=NAMES, seed=5, min_fan=8)


def offers(table, game, event):
    asked = {K.DRAW: [event.player], K.DISCARD: None, K.KONG_ADDED: None}.get(event.kind, [])
    if asked is None:
        asked = [p for p in range(4) if p != event.player]
    found = []
    for player in range(4):
        if player not in asked or table.winning_tile(player) is None:
            found.append(None)
            continue
        try:
            found.append(score(table.win(player)).fan_total)
        except MjlabError:
            found.append(-1)
    return None if found == [None] * 4 else tuple(found)


def won(seed=0):
    plain = {"round", "seat"}
    cases = log_games.cases(1, lambda c: c["total"] >= 10 and not set(c["flags"]) - plain, seed)
    return log_games.won_game(cases[0], seed)


def match_of(game):
    return json.loads(botzone_match(game))


def written(tmp_path, match, name="m.json"):
    path = tmp_path / name
    path.write_text(json.dumps(match), encoding="utf-8")
    return path


def only(tmp_path, match):
    (record,) = read(written(tmp_path, match))
    return record


def displays(match):
    return [entry["output"]["display"] for entry in match["logs"][::2]]


@pytest.mark.parametrize("seed", range(12))
def test_play_at_random(tmp_path, seed):
    game = with_offers(log_games.random_game(seed))
    match = match_of(game)
    back = only(tmp_path, match)
    assert (back.deal, back.events, back.players) == (game.deal, game.events, NAMES)
    assert (back.outcome, back.seed, back.walls, back.flowers) == (game.outcome, 5, "duplicate", 0)
    assert replay(back).ok
    (bare,) = read(written(tmp_path, match["logs"], "bare.json"))
    assert detect(tmp_path / "bare.json") == "botzone"
    assert (bare.deal, bare.events, bare.outcome) == (back.deal, back.events, back.outcome)
    assert replay(bare).ok


def test_wins_with_offers(tmp_path):
    kinds = set()
    for case in log_games.cases(40, lambda c: c["total"] >= 8 and "flowers" not in c["flags"], 3):
        for seed in range(3):
            try:
                game = log_games.won_game(case, seed)
            except log_games.CannotPlayError:
                continue
            game = with_offers(game)
            back = only(tmp_path, match_of(game))
            found = replay(back)
            assert found.ok, (case, found)
            assert found.payments == game.outcome.changes
            (win,) = back.outcome.wins
            assert (win.fans, win.total) == (game.outcome.wins[0].fans, game.outcome.wins[0].total)
            kinds |= {e.kind for e in back.events}
    assert kinds >= {K.CHOW, K.PUNG, K.KONG_MELDED, K.KONG_CONCEALED, K.KONG_ADDED, K.WIN}


def test_claims_that_came_to_nothing_are_kept(tmp_path):
    found = set()
    cases = log_games.cases(60, lambda c: c["melds"] and not set(c["flags"]) - {"round", "seat"})
    for seed, case in enumerate(cases):
        game = log_games.won_game(case, seed)
        if any(e.claims for e in game.events):
            back = only(tmp_path, match_of(game))
            assert [e.claims for e in back.events] == [e.claims for e in game.events]
            found |= {c.kind for e in back.events for c in e.claims}
    assert K.CHOW in found


@pytest.mark.parametrize(("ours", "theirs"), [(-3, 8), (8, -3), (8, 9)])
def test_an_offer_that_is_not_ours_is_a_disagreement(tmp_path, ours, theirs):
    match = match_of(with_offers(won()))
    shown = displays(match)
    places = [(d, p) for d in shown[2:] for p, n in enumerate(d["canHu"])
              if (n >= 8 if ours == 8 else n == ours)]  # fmt: skip
    display, player = places[-1]
    display["canHu"][player] = display["canHu"][player] + 1 if theirs == 9 else theirs
    found = replay(only(tmp_path, match))
    assert [d.what for d in found.disagreements] == ["offer"]
    assert found.disagreements[0].place.startswith("logs[")
    assert found.end == "win"


def fault_match(code, answer=None, verdict="OK", player=0):
    """Cut a match at a draw of a player, and let the judge end it there."""
    match = match_of(with_offers(log_games.random_game(4)))
    logs = match["logs"]
    at = [n for n, d in enumerate(displays(match)) if d["action"] == "DRAW"
          and d["player"] == player][1]  # fmt: skip
    answers = logs[2 * at + 1]
    answers[str(player)] = {"verdict": verdict} | ({} if answer is None else {"response": answer})
    changes = {str(p): -30 if p == player else 10 for p in range(4)}
    display = {"action": code, "player": player, "score": list(changes.values())}
    end = {"output": {"command": "finish", "content": changes, "display": display}}
    match["logs"] = [*logs[: 2 * at + 2], end]
    return match


@pytest.mark.parametrize(
    ("code", "answer", "verdict"),
    [
        ("TLE", None, "TLE"),
        ("RE", None, "RE"),
        ("MLE", "", "MLE"),
        ("WA", "PASS", "OK"),
        ("WA", "PLAY H1", "OK"),
        ("WA", "nonsense \U0001f004", "OK"),
        ("WA", "PENG W1", "OK"),
        ("WH", "HU", "OK"),
    ],
)
def test_faults_end_a_hand(tmp_path, code, answer, verdict):
    game = only(tmp_path, fault_match(code, answer, verdict))
    outcome = game.outcome
    assert outcome.ending is Ending.FAULT
    assert (outcome.fault.player, outcome.fault.code) == (0, code)
    assert outcome.fault.said == (answer or "")
    found = replay(game)
    assert (found.end, found.payments, found.illegal) == ("fault", (-30, 10, 10, 10), ())
    assert found.ok, found
    assert found.false_wins == ((0,) if code == "WH" else ())
    again = only(tmp_path, match_of(game))
    assert (again.events, again.outcome) == (game.events, game.outcome)
    (line,) = read(written(tmp_path, json.loads(judge_line(game)), "line.jsonl"))
    assert (line.outcome.fault, line.outcome.changes) == (outcome.fault, outcome.changes)


def test_a_fault_before_the_deal(tmp_path):
    """A program that does not even start."""
    match = fault_match("RE")
    match["logs"] = [*match["logs"][:2], match["logs"][-1]]
    game = only(tmp_path, match)
    assert (game.deal, game.events, game.has_play) == ((), (), False)
    found = replay(game)
    assert (found.end, found.payments, found.ok) == ("fault", (-30, 10, 10, 10), True)
    record = {"log": [{str(p): f"0 {p} 0" for p in range(4)}, match["logs"][1]]}
    (game,) = lines(tmp_path, json.dumps(record | {"scores": [10, -30, 10, 10]}))
    assert replay(game).payments == (10, -30, 10, 10)


def test_a_fault_of_nobody_known(tmp_path):
    match = fault_match("RE")
    del match["logs"][-1]["output"]["display"]["player"]
    assert only(tmp_path, match).outcome.fault == Fault(0, "RE")
    last = match["logs"][-1]["output"]
    last["content"] = dict.fromkeys("0123", 0)
    del last["display"]["score"]
    assert "whose fault RE is" in only(tmp_path, match).reason


def test_a_move_that_was_right_is_no_fault(tmp_path):
    match = fault_match("WA", "PASS")
    held = displays(match)[1]["hand"][0][0]
    match["logs"][-2]["0"]["response"] = f"PLAY {held}"
    game = only(tmp_path, match)
    found = replay(game)
    if any(e.kind is K.DISCARD and e.player == 0 for e in game.events):
        match["logs"][-2]["0"]["response"] = f"PLAY {displays(match)[-2]['tile']}"
        found = replay(only(tmp_path, match))
    assert [d.what for d in found.disagreements] == ["fault"]


def test_a_good_win_is_no_wrong_win(tmp_path):
    match = match_of(won())
    last = match["logs"][-1]["output"]
    winner = last["display"]["player"]
    last["content"] = {str(p): -30 if p == winner else 10 for p in range(4)}
    last["display"] = {"action": "WH", "player": winner}
    found = replay(only(tmp_path, match))
    assert [d.what for d in found.disagreements] == ["false win"]


def test_a_match_that_breaks_off_is_unfinished(tmp_path):
    match = match_of(with_offers(log_games.random_game(4)))
    for cut in (5, 20, 41, 60):
        game = only(tmp_path, match | {"logs": match["logs"][:cut], "status": "aborted"})
        assert game.outcome.ending is Ending.UNFINISHED
        assert game.notes == ("the match was not finished",)
        found = replay(game)
        assert (found.end, found.payments, found.ok) == ("unfinished", None, True)
    assert (
        "breaks off before the deal" in only(tmp_path, match | {"logs": match["logs"][:2]}).reason
    )


def test_walls_are_compared(tmp_path):
    game = log_games.random_game(2)
    drawn = [[*hand] for hand in game.deal]
    for event in game.events:
        if event.kind is K.DRAW:
            drawn[event.player].append(event.tile)
    left = [t for t in range(34) for _ in range(4)]
    for tile in (t for part in drawn for t in part):
        left.remove(tile)
    walls = tuple((*part, *(left.pop() for _ in range(34 - len(part)))) for part in drawn)
    game = replace(game, wall=walls)
    match = match_of(game)
    back = only(tmp_path, match)
    assert back.wall == walls
    assert replay(back).ok
    initdata = json.loads(match["initdata"])
    tiles = initdata["walltiles"].split()
    tiles[33], other = "J1" if tiles[33] != "J1" else "J2", tiles[33]
    assert other != tiles[33]
    match["initdata"] = json.dumps(initdata | {"walltiles": " ".join(tiles)})
    assert [d.what for d in replay(only(tmp_path, match)).disagreements] == ["wall"]


def test_older_matches_have_one_wall_and_flowers(tmp_path):
    """Flowers of the deal come behind the thirteen tiles, later ones as BUHUA."""
    tiles = [f"{s}{n}" for s in "WBT" for n in range(1, 10)] * 4
    random.Random(1).shuffle(tiles)
    hands = [tiles[13 * p : 13 * p + 13] for p in range(4)]
    hands[1][3] = "H4"
    hands[1].append(tiles[60])
    drawn = tiles[61]
    tell = {"command": "request", "content": {}}
    passed = {str(p): {"verdict": "OK", "response": "PASS"} for p in range(4)}
    shown = [
        {"action": "INIT", "quan": 0},
        {"action": "DEAL", "hand": hands},
        {"action": "BUHUA", "player": 0, "tile": "H1"},
        {"action": "DRAW", "player": 0, "tile": drawn},
        {"action": "PLAY", "player": 0, "tile": drawn},
    ]
    logs = []
    for display in shown:
        answers = dict(passed)
        if display["action"] == "DRAW":
            answers["0"] = {"verdict": "OK", "response": f"PLAY {drawn}"}
        logs += [{"output": tell | {"display": display}}, answers]
    game = only(tmp_path, {"logs": logs})
    assert (game.flowers, game.walls) == (8, "one")
    assert [(e.kind, e.player, e.tile) for e in game.events[:5]] == [
        (K.FLOWER, 1, 37),
        (K.DRAW, 1, game.events[1].tile),
        (K.DRAW, 0, 34),
        (K.FLOWER, 0, 34),
        (K.DRAW, 0, game.events[4].tile),
    ]
    found = replay(game)
    assert (found.end, found.flowers, found.illegal) == ("unfinished", (1, 1, 0, 0), ())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda m: m["logs"].insert(2, m["logs"][0]), "the hand begins twice"),
        (lambda m: displays(m)[0].update(quan=7), "is not from 0 to 3"),
        (lambda m: displays(m)[1]["hand"][0].pop(), "12 tiles are dealt, not 13"),
        (lambda m: displays(m)[1]["hand"].pop(), "4 entries are expected, not 3"),
        (lambda m: displays(m)[2].update(tile="Q1"), "no tile is called 'Q1'"),
        (lambda m: displays(m)[2].pop("tile"), "a text is expected"),
        (lambda m: displays(m)[2].update(player=True), "a whole number is expected"),
        (lambda m: displays(m)[2].update(canHu=[1, 2]), "4 entries are expected"),
        (lambda m: displays(m)[2].update(canHu=[-9] * 4), "is from -4 on"),
        (lambda m: displays(m)[2].update(tileCnt=[1, 1, 1, 1]), "tiles are left"),
        (lambda m: displays(m)[2].update(action="FLY"), "is no move"),
        (lambda m: displays(m)[-1].update(action="h"), "is no end of a hand"),
        (lambda m: m["logs"].append({"output": {"display": displays(m)[2]}}), "something follows")
        if False
        else (
            lambda m: m["logs"].extend([m["logs"][1], m["logs"][4]]),
            "something follows the end",
        ),
        (lambda m: m["logs"][3].pop("2"), "an object is expected"),
        (lambda m: m["logs"][5].update({"0": {"response": "PLAY F9"}}), "follows"),
        (lambda m: m["logs"][-1]["output"]["content"].update({"0": 10**9}), "no score is beyond"),
        (lambda m: m.update(initdata="{"), "initdata: not JSON"),
        (lambda m: m.update(initdata="\ud800"), "initdata: the JSON is not UTF-8"),
        (lambda m: m.update(initdata='{"quan": 9}'), "another round wind"),
        (lambda m: m.update(initdata='{"quan": 0, "walltiles": 5}'), "a text of 136 tiles"),
        (lambda m: m.update(logs={"output": {"display": 1}}), "logs: a list is expected"),
        (lambda m: m.update(logs=m["logs"] * 50), "are too many for a hand"),
    ],
)
def test_broken_matches_are_set_aside(tmp_path, change, reason):
    match = match_of(replace(log_games.random_game(0), players=NAMES))
    change(match)
    found = only(tmp_path, match)
    assert isinstance(found, SetAside)
    assert reason in str(found)
    assert found.source == "botzone"


# Logs of local judges -----------------------------------------------------------------------


def lines(tmp_path, *texts):
    path = tmp_path / "self.jsonl"
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return list(read(path))


def test_judge_lines(tmp_path):
    games = [log_games.random_game(n) for n in range(4)] + [won(n) for n in range(6)]
    games = [replace(g, seed=n) for n, g in enumerate(games)]
    back = lines(tmp_path, *map(judge_line, games))
    assert detect(tmp_path / "self.jsonl") == "judge"
    for game, other in zip(games, back, strict=True):
        assert other.deal == game.deal
        plain = [replace(e, tile=None) if e.kind is K.WIN else e for e in game.events]
        assert list(other.events) == plain
        assert replay(other).payments == game.outcome.changes
        assert replay(other).ok
    assert [g.place for g in back] == [f"line {n}" for n in range(1, 11)]
    assert len({g.id for g in back}) == 10
    assert all(isinstance(r, Game) for r in read_paths([tmp_path]))


def test_a_judge_line_without_scores(tmp_path):
    record = json.loads(judge_line(won()))
    del record["scores"]
    (game,) = lines(tmp_path, json.dumps(record))
    assert (game.outcome.ending, replay(game).ok) == (Ending.WIN, True)
    record["log"] = record["log"][:-2]
    (game,) = lines(tmp_path, json.dumps(record))
    assert (game.outcome.ending, replay(game).end) == (Ending.UNFINISHED, "unfinished")


def test_of_two_who_win_the_nearer_one_does(tmp_path):
    """The other claim is kept: it came to nothing."""
    game = won(0)
    winner, giver = game.events[-1].player, game.events[-2].player
    record = json.loads(judge_line(game))
    further = next(p for p in range(4) if (p - giver) % 4 > (winner - giver) % 4 and p != giver) \
        if (winner - giver) % 4 < 3 else None  # fmt: skip
    if further is None:
        pytest.skip("nobody sits behind the winner")
    record["log"][-1][str(further)]["response"] = "HU"
    (back,) = lines(tmp_path, json.dumps(record))
    assert back.events[-1].player == winner
    assert back.events[-1].claims == (Claim(K.WIN, further, game.events[-2].tile),)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["log"][0].update({"0": "0 1 0"}), "0, the seat and the round wind"),
        (lambda r: r["log"][2].update({"1": "1 0 0 1 0 W1"}), "four numbers of flowers"),
        (lambda r: r["log"][2].update(dict.fromkeys("0123", "1")), "four numbers of flowers"),
        (lambda r: r["log"][2].update(dict.fromkeys("0123", "1 0 0 0")), "four numbers of flowers"),
        (lambda r: r["log"][2].update({"0": r["log"][2]["0"] + " W1"}), "and the flowers of all"),
        (lambda r: r["log"][2].update({"1": 5}), "a text for each player"),
        (lambda r: r["log"][4].update({"1": "3 2 DRAW"}), "the others who drew it"),
        (lambda r: r["log"][6].update({"1": "3 0 PLAY W1 W2"}), "not told the same"),
        (lambda r: r["log"][6].update(dict.fromkeys("0123", "3 0 FLY")), "is no move"),
        (lambda r: r["log"][6].update(dict.fromkeys("0123", "3 0 CHI F1 W1")), "middle of a chow"),
        (lambda r: r["log"][6].update(dict.fromkeys("0123", "3 0 PENG W1")), "'PENG W1' follows"),
        (lambda r: r.update(scores=[1, 2]), "4 entries are expected"),
        (lambda r: r.update(scores=[1, 2, 3, 10**30]), "no score is beyond"),
        (lambda r: r.update(quan=3), "another round wind"),
        (lambda r: r.update(seed="x"), "a whole number"),
        (lambda r: r.update(walltiles="Q1"), "no tile is called"),
        (lambda r: r.update(log=[]), "breaks off before the deal"),
        (lambda r: r["log"][1].update({"0": {"verdict": 5, "response": "PASS"}}), "verdict"),
        (lambda r: r["log"][1].update({"0": {"verdict": "x" * 201}}), "verdict"),
        (lambda r: r["log"][1].update({"0": {"response": "FLY"}}), "nothing comes of"),
    ],
)
def test_broken_judge_lines_are_set_aside(tmp_path, change, reason):
    record = json.loads(judge_line(log_games.random_game(0)))
    change(record)
    good = judge_line(log_games.random_game(1))
    aside, game = lines(tmp_path, json.dumps(record), good)
    assert isinstance(aside, SetAside)
    assert reason in str(aside)
    assert aside.place.startswith("line 1")
    assert replay(game).ok
