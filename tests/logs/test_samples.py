"""Every shared sample is read, replayed and scored again; what is in them is counted."""

from collections import Counter

import pytest

from mjlab.logs import Game, Replay, SessionReplay, SetAside, read_paths, replay, replay_all

COUNTS = {  # games, wins, self-drawn, drawn hands, faults, events, points, kinds of fan, fan
    "pku_text/sample_fixed.txt": (6, 5, 2, 1, 0, 577, 54, 16, 26),
    "pku_text/sample_legacy.txt": (6, 5, 2, 1, 0, 577, 54, 16, 26),
    "pku_text/sample_legacy_crlf.txt": (2, 2, 0, 0, 0, 184, 18, 5, 6),
    "pku_text/sample_lossy_names_crlf.txt": (3, 3, 1, 0, 0, 254, 32, 11, 13),
    "botzone_json": (10, 7, 3, 3, 0, 1153, 64, 14, 22),
    "selfplay_jsonl": (10, 6, 2, 2, 2, 1100, 69, 16, 22),
    "tziakcha": (17, 17, 5, 0, 0, 1834, 256, 27, 90),
    "pmn": (2, 3, 0, 0, 0, 148, 33, 10, 13),
    "tournament": (355, 342, 91, 13, 0, 0, 5230, 0, 0),
}
MOST_FREQUENT = {
    "pku_text/sample_fixed.txt": ("short_straight", 3),
    "botzone_json": ("mixed_double_chow", 4),
    "selfplay_jsonl": ("all_chows", 3),
    "tziakcha": ("flower_tiles", 25),
    "pmn": ("mixed_double_chow", 2),
}
RECONCILED = {*((1, n) for n in (1, 2, 3, 4, 5, 7, 8, 10, 12)), *((2, n) for n in (1, 7, 12))}


@pytest.mark.parametrize("folder", COUNTS)
def test_samples_are_sound(shared, folder):
    results = [r for r in replay_all([shared / folder]) if isinstance(r, Replay)]
    assert [r for r in results if not r.ok] == []
    wins = [won for r in results for won in r.wins]
    fans = Counter()
    for won in wins:
        fans.update(won.score.fans if won.score else {})
    counts = (
        len(results),
        len(wins),
        sum(won.discarder is None for won in wins),
        sum(r.end == "draw" for r in results),
        sum(r.end == "fault" for r in results),
        sum(len(r.game.events) for r in results),
        sum(won.score.total if won.score else won.record.total for won in wins),
        len(fans),
        sum(fans.values()),
    )
    assert counts == COUNTS[folder]
    assert {r.verdict for r in results} == {"confirmed"}
    if folder in MOST_FREQUENT:
        assert fans.most_common(1) == [MOST_FREQUENT[folder]]


def test_everything_together(shared):
    records = list(read_paths([shared]))
    assert len([r for r in records if isinstance(r, Game)]) == 400
    asides = [r for r in records if isinstance(r, SetAside)]
    assert len(asides) == 13  # the README, and copies of hands in other releases
    assert sum(r.reason.startswith("the same game as in ") for r in asides) == 12


def test_all_offers_of_botzone_are_ours(shared):
    games = [r for r in read_paths([shared / "botzone_json"]) if isinstance(r, Game)]
    asked = [o for g in games for e in g.events if e.offers for o in e.offers if o is not None]
    assert (len(asked), sum(o >= 0 for o in asked)) == (2253, 16)
    for game in games:
        found = replay(game)
        assert not [d for d in found.disagreements if d.what == "offer"]
        scored = [one for one in replay(game, scoring=False).unscored if one.purpose == "offer"]
        recorded = [o for e in game.events for o in e.offers or () if o is not None and o >= 0]
        assert [one.recorded for one in scored if one.recorded >= 0] == recorded


def test_tables_of_the_tournament(shared):
    sessions = [r for r in replay_all([shared / "tournament"]) if isinstance(r, SessionReplay)]
    assert len(sessions) == 24
    assert all(s.ok for s in sessions)  # table points are those of the places
    assert not any(s.binding for s in sessions)
    agreed = {tuple(int(s.id.split()[n]) for n in (2, 4)) for s in sessions if not s.difference}
    assert agreed == RECONCILED
    assert sum(len(s.games) for s in sessions) == 355


def test_the_session_with_flowers(shared):
    *_, alone, session = replay_all([shared / "tziakcha"])
    assert session.totals == {"P0": -77, "P1": -31, "P2": 100, "P3": 8} == session.recorded
    assert (session.ok, session.rotation, session.difference) == (True, "full", {})
    assert alone.ok


def test_two_winners_are_both_paid(shared):
    first, second = (r for r in replay_all([shared / "pmn"]))
    assert [won.player for won in first.wins] == [2]
    assert [(won.player, won.discarder, won.score.total) for won in second.wins] == [
        (1, 0, 12),
        (3, 0, 12),
    ]
    assert second.payments == (-32, 36, -8, 36) == second.game.outcome.changes


def test_faults_of_programs(shared):
    faults = [r for r in replay_all([shared / "selfplay_jsonl"]) if r.end == "fault"]
    assert [r.game.outcome.fault.code for r in faults] == ["WA", "WA"]
    assert {r.payments for r in faults} == {(-30, 10, 10, 10)}
    assert "fault of East (WA)" in str(faults[0])
