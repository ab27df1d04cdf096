"""Replays that are settled from a batch say the same as those scored one by one."""

from dataclasses import replace

import pytest

from mjlab.api import score_batch
from mjlab.errors import MjlabError, RulesetError
from mjlab.logs import Game, Points, WinRecord, points_of, read_paths, replay, settle
from tests.support import log_games


def games():
    cases = log_games.cases(50, lambda c: "flowers" not in c["flags"], 21)
    for case in cases:
        try:
            yield log_games.won_game(case, 2)
        except log_games.CannotPlayError:
            continue


def in_batch(found, rules="online"):
    """Settle replays with the scores of one batch."""
    hands = [one.win for r in found for one in r.unscored]
    points = points_of(score_batch(hands, ruleset=rules))
    settled = []
    for r in found:
        n = len(r.unscored)
        settled.append(settle(r, points[:n], rules))
        points = points[n:]
    assert not points
    return settled


def facts(r):
    told = [(d.what, d.recorded, d.ours) for d in r.disagreements if d.what != "fans"]
    wins = [(w.player, w.discarder, w.score and (w.score.total, w.score.fan_total)) for w in r.wins]
    return r.end, r.payments, r.illegal, told, wins, r.verdict


@pytest.mark.parametrize("rules", ["mcr1998_online", "mcr1998", "mcr2014"])
def test_a_batch_says_the_same(rules):
    listed = list(games())
    plain = [replay(g, rules) for g in listed]
    batch = in_batch([replay(g, rules, scoring=False) for g in listed], rules)
    assert [facts(a) for a in batch] == [facts(b) for b in plain]
    assert any(r.disagreements for r in plain) or rules == "mcr1998_online"
    assert all(isinstance(w.score, Points) for r in batch for w in r.wins)
    for a, b in zip(batch, plain, strict=True):
        for ours, theirs in zip(a.wins, b.wins, strict=True):
            readings = [one.fans for one in theirs.score.readings]
            assert ours.score.fans in readings
            assert ours.score.legal_win == theirs.score.legal_win


def test_samples_in_a_batch(shared):
    found = [replay(g, scoring=False) for g in read_paths([shared]) if isinstance(g, Game)]
    assert {r.verdict for r in found} == {"unscored", "confirmed"}
    settled = in_batch(found)
    assert {r.verdict for r in settled} == {"confirmed"}
    assert sum(len(r.unscored) for r in found) == 54
    assert not any(r.unscored for r in settled)


def test_what_is_unscored():
    game = next(games())
    found = replay(game, scoring=False)
    (one,) = found.unscored
    assert (one.purpose, one.event) == ("win", len(game.events) - 1)
    assert (one.player, one.win) == (found.winner, found.win)
    assert (found.verdict, found.payments, found.score) == ("unscored", None, None)
    with pytest.raises(MjlabError, match="0 scores are given for 1 hands"):
        settle(found, [])
    with pytest.raises(RulesetError):
        settle(found, [None], "no such")
    lost = settle(found, [None])
    assert (lost.end, [d.what for d in lost.disagreements]) == ("error", ["win"])


def test_another_best_reading_is_right():
    """The batch tells one reading; a record with another one is looked at again."""
    for game in games():
        found = replay(game)
        if len({tuple(one.fans.items()) for one in found.score.readings}) < 2:
            continue
        (win,) = game.outcome.wins
        for one in found.score.readings:
            other = replace(win, fans=one.fans)
            changed = replace(game, outcome=replace(game.outcome, wins=(other,)))
            (settled,) = in_batch([replay(changed, scoring=False)])
            assert settled.ok
        return
    pytest.skip("no such hand among the cases")


def test_why_totals_differ():
    game = next(games())
    (win,) = game.outcome.wins
    wrong = replace(win, total=win.total + 88, fans={**win.fans, "big_four_winds": 1})
    found = replay(replace(game, outcome=replace(game.outcome, wins=(wrong,))))
    total = next(d for d in found.disagreements if d.what == "total")
    assert total.why == "only the record counts 大四喜 Big Four Winds"
    assert "(only the record counts" in str(total)
    paid = replay(replace(game, outcome=replace(game.outcome, changes=(1, 2, 3, -6))))
    (payments,) = paid.disagreements
    assert payments.why.endswith(("of East", "of South", "of West", "of North"))


def test_a_result_without_points():
    game = Game("t", "t", "", "", next(games()).round, (), (), next(games()).outcome)
    game = replace(game, outcome=replace(game.outcome, wins=(WinRecord(1),), changes=None))
    found = replay(game)
    assert (found.end, found.payments, found.ok) == ("win", None, True)
