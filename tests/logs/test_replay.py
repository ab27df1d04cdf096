import pickle
from dataclasses import replace

import pytest

from mjlab.errors import ReplayError, RulesetError
from mjlab.logs import (
    Claim,
    Event,
    EventKind,
    Game,
    Replay,
    SessionReplay,
    WinRecord,
    read,
    replay,
    replay_all,
    walk,
)
from mjlab.rules import payment
from tests.support import log_games

K = EventKind


def test_the_whole_session(records):
    *_, alone, session = replay_all([records])
    assert isinstance(session, SessionReplay)
    assert session.ok
    assert session.totals == {"P0": -77, "P1": -31, "P2": 100, "P3": 8}
    assert session.recorded == session.totals
    assert len(session.games) == 16
    assert not session.missing
    assert alone.id == "TZ-A"
    assert alone.recorded is None


def test_a_session_with_a_hand_missing_is_not_compared(records):
    files = [p for p in records.glob("TZ-B*.json") if "B03" not in p.name]
    session = list(replay_all(files))[-1]
    assert session.missing == ("TZ-B03",)
    assert session.ok
    assert session.totals != session.recorded


def test_scores_before_a_hand_are_checked(records, tmp_path):
    for name in ("TZ-B00.json", "TZ-B01.json"):
        text = (records / name).read_text(encoding="utf-8")
        text = text.replace('{"n":"P2","s":39}', '{"n":"P2","s":38}')
        (tmp_path / name).write_text(text, encoding="utf-8")
    *_, session = replay_all([tmp_path])
    (found,) = session.disagreements
    assert (found.what, found.recorded) == ("score", "P1 -8, P2 38, P3 -23, P0 -8")
    assert found.ours == "P1 -8, P2 39, P3 -23, P0 -8"


def test_progress_is_told(records):
    told = []
    list(replay_all([records / "TZ-B00.json"], progress=lambda n, path: told.append((n, path))))
    assert told == [(1, str(records / "TZ-B00.json"))]


def test_an_unknown_ruleset_is_refused_at_once(records):
    with pytest.raises(RulesetError, match="unknown ruleset"):
        replay_all([records], rules="mcr3000")
    with pytest.raises(RulesetError, match="unknown ruleset"):
        replay(next(read(records / "TZ-B00.json")), "mcr3000")


def wins(n, seed=0, **flags):
    found = []
    for case in log_games.cases(
        4 * n, lambda c: c["total"] - c["flags"].get("flowers", 0) >= 8
        and all(bool(c["flags"].get(k)) == v for k, v in flags.items()), seed
    ):  # fmt: skip
        try:
            found.append((case, log_games.won_game(case, seed)))
        except log_games.CannotPlayError:
            continue
    assert len(found) >= n / 2
    return found[:n]


FLAGS = ["self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong"]


@pytest.mark.parametrize("flag", FLAGS)
def test_circumstances_follow_from_the_play(flag):
    """Recorded hands, played out: the circumstances and points are those of the record."""
    for case, game in wins(25, **{flag: True}):
        found = replay(game)
        assert found.ok, (case, found.illegal, found.disagreements)
        flags = {name: getattr(found.win, name) for name in FLAGS}
        recorded = {name: case["flags"].get(name, False) for name in FLAGS}
        if not case["flags"].get("robbing_kong"):  # shows three copies, which no longer counts
            assert flags == recorded
        assert found.score.total == case["total"] - case["flags"].get("flowers", 0)
        assert found.payments == game.outcome.changes


def test_plain_wins():
    plain = dict.fromkeys(FLAGS, False)
    for case, game in wins(60, 1, **plain):
        found = replay(game)
        assert found.ok, (case, found.illegal, found.disagreements)
        assert (found.end, found.winner) == ("win", game.outcome.wins[0].player)
        assert found.discarder == game.events[-2].player
        assert found.payments == payment(found.score.total, found.winner, found.discarder)
        assert len(found.win.melds) == len(case["melds"])


def test_facts_for_tables():
    _, game = wins(1, 2, self_drawn=False)[0]
    found = replay(game)
    assert len(found.moments) == len(game.events)
    assert sum(found.draws) == sum(e.kind is K.DRAW for e in game.events)
    assert found.claims[found.winner] == sum(
        e.kind in (K.CHOW, K.PUNG, K.KONG_MELDED) and e.player == found.winner for e in game.events
    )
    assert found.moments[-1].wall == found.wall == 84 - sum(found.draws)
    assert found.moments[-1].melds == tuple(map(len, found.melds))
    assert found.turn == found.turns[found.winner]
    turns = [m.turn for e, m in zip(game.events, found.moments, strict=True) if e.player == 0]
    assert turns == sorted(turns)
    for hand, melds in zip(found.hands, found.melds, strict=True):
        assert len(hand) + 3 * len(melds) == 13


def test_replays_can_be_pickled_and_compared():
    _, game = wins(1, 3)[0]
    found = replay(game)
    assert pickle.loads(pickle.dumps(found)) == found
    assert isinstance(found, Replay)


def test_walk_shows_the_table_before_each_event():
    game = log_games.random_game(7)
    seen = 0
    for event, table in walk(game):
        if event.kind is K.DISCARD:
            assert table.hands[event.player][event.tile] > 0
        seen += 1
    assert seen == len(game.events)
    broken = replace(game, events=(*game.events[:4], Event(K.DRAW, 0, 0)))
    with pytest.raises(ReplayError):
        list(walk(broken))


def test_a_win_below_the_minimum_is_no_win():
    found = []
    for case in log_games.cases(30, lambda c: c["total"] < 8):
        game = log_games.won_game(case, 0)
        result = replay(game)
        assert [d.what for d in result.disagreements] == ["legal win"]
        assert (result.end, result.payments) == ("error", None)
        assert result.score.total < 8
        found.append(result)
    assert found


def test_a_lower_minimum_is_named_and_can_be_chosen():
    case = log_games.cases(1, lambda c: 4 <= c["total"] < 8 and "flowers" not in c["flags"])[0]
    game = replace(log_games.won_game(case), min_fan=4)
    assert {d.what for d in replay(game).disagreements} == {"least fan", "legal win"}
    assert replay(game, "mcr_beginner").ok


def in_win(**changes):
    """Change what an outcome records of its win."""
    return lambda outcome: replace(outcome, wins=(replace(outcome.wins[0], **changes),))


def listing(**fans):
    """Add to the recorded list of fan."""

    def change(outcome):
        return in_win(fans={**outcome.wins[0].fans, **fans})(outcome)

    return change


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda o: in_win(total=o.wins[0].total + 1)(o), {"total", "fan sum"}),
        (listing(all_green=1), {"fans", "fan sum"}),
        (listing(blessing_of_man=1), {"fans"}),
        (in_win(fans=None, fan_counts=(1, 1, 9)), {"fans"}),
        (lambda o: replace(o, changes=(1, 2, 3, 4)), {"payments"}),
        (lambda o: in_win(player=(o.wins[0].player + 1) % 4)(o), {"winner"}),
        (lambda o: replace(o, wins=()), {"winner"}),
        (in_win(self_drawn=True, discarder=None), {"discarder"}),
        (in_win(hand=(1, 2, 3)), {"hand"}),
        (lambda o: replace(o, false_winners=(3,)), {"false wins"}),
    ],
)
def test_every_recorded_result_is_compared(change, what):
    _, game = wins(1, 5, self_drawn=False)[0]
    found = replay(replace(game, outcome=change(game.outcome)))
    assert {d.what for d in found.disagreements} == what
    assert found.end == "win"
    assert all(game.id in str(d) and d.recorded != d.ours for d in found.disagreements)


def test_the_giver_and_the_self_draw_are_compared_each_for_itself():
    """Either may be recorded without the other; together they must not contradict the play."""
    _, game = wins(1, 5, self_drawn=False, robbing_kong=False)[0]
    check_givers(game, replay(game).discarder)
    _, game = wins(1, 5, self_drawn=True)[0]
    check_givers(game, None)
    _, game = wins(1, 5, robbing_kong=True)[0]
    robbed = game.events[-2]
    assert robbed.kind is EventKind.KONG_ADDED
    check_givers(game, robbed.player)


def check_givers(game, giver):
    winner = game.outcome.wins[0].player
    for discarder in (None, *({0, 1, 2, 3} - {winner})):
        for self_drawn in (None, True, False):
            outcome = in_win(discarder=discarder, self_drawn=self_drawn)(game.outcome)
            found = replay(replace(game, outcome=outcome))
            right = discarder in (None, giver) and self_drawn in (None, giver is None)
            what = [d.what for d in found.disagreements]
            assert what == ([] if right else ["discarder"]), (discarder, self_drawn)
            assert all(d.recorded != d.ours for d in found.disagreements)


def test_a_drawn_hand_is_compared():
    game = log_games.random_game(3)
    assert replay(game).payments == (0, 0, 0, 0)
    outcome = replace(game.outcome, wins=(WinRecord(2),), changes=(-8, -8, 24, -8))
    won = replace(game, outcome=outcome)
    assert [d.what for d in replay(won).disagreements] == ["winner", "payments"]


def test_a_hand_that_breaks_off_is_an_error():
    game = log_games.random_game(3)
    found = replay(replace(game, events=game.events[:-7]))
    (fault,) = found.illegal
    assert fault.event == len(game.events) - 7
    assert fault.what == "the end of the hand"
    assert fault.legal
    assert (found.end, found.score, found.payments) == ("error", None, None)


def test_a_win_that_completes_nothing():
    game = log_games.random_game(4)
    place = next(i for i, e in enumerate(game.events) if e.kind is K.DISCARD)
    who = (game.events[place].player + 2) % 4
    claimed = replace(game, events=(*game.events[: place + 1], Event(K.WIN, who)))
    found = replay(claimed)
    assert found.end == "error"
    assert [d.what for d in found.disagreements] == ["winner", "win"]
    assert found.score is None


def test_a_bad_deal_is_a_finding(tmp_path):
    game = replace(log_games.random_game(1), deal=((0,) * 13,) * 4)
    found = replay(game)
    assert found.illegal[0].what == "the deal"
    assert found.illegal[0].why == "a fifth 1m appears"
    assert found.end == "error"


def test_one_wall_of_duplicate_play_is_a_finding():
    game = replace(log_games.random_game(0), wall=(tuple(range(34)) * 4,))
    (found,) = replay(game).disagreements
    assert (found.what, found.recorded, found.ours) == ("wall", "1 walls", "four in duplicate play")


def test_messages_name_game_event_and_what_was_legal():
    game = log_games.random_game(2)
    wrong = replace(game.events[1], tile=33 if game.deal[0].count(33) == 0 else 32, place="line 8")
    assert isinstance(game, Game)
    (fault,) = replay(replace(game, events=(game.events[0], wrong))).illegal
    assert (fault.game, fault.event, fault.place) == ("pku r2", 1, "line 8")
    assert str(fault).startswith("line 8, pku r2, event 1: East: discard ")
    assert "East holds no" in fault.why
    assert "East: discard" in fault.legal


def test_a_claim_that_could_not_be_made_is_a_disagreement():
    """Nothing came of it, so play is none the worse; one that goes before the event is illegal."""
    _, game = wins(1, 5, self_drawn=False)[0]
    at = next(n for n, e in enumerate(game.events) if e.kind is K.DRAW and n)
    event = game.events[at]
    giver = game.events[at - 1].player
    claims = (Claim(K.PUNG, giver), Claim(K.PUNG, (giver + 2) % 4, 40))
    events = (*game.events[:at], replace(event, claims=claims), *game.events[at + 1 :])
    found = replay(replace(game, events=events))
    assert [d.what for d in found.disagreements] == ["claim", "claim"]
    assert (found.end, found.payments) == ("win", game.outcome.changes)
    win = (Claim(K.WIN, (giver + 2) % 4),)
    events = (*game.events[:at], replace(event, claims=win), *game.events[at + 1 :])
    (fault,) = replay(replace(game, events=events)).illegal
    assert "goes before it" in fault.why
