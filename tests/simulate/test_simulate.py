from collections import Counter
from itertools import islice, pairwise

import pytest

from mjlab import simulate
from mjlab.errors import MjlabError
from mjlab.logs import EventKind, Game, Session
from mjlab.logs.replay import replay
from mjlab.simulate.records import SOURCE

TABLES = {
    "one wall": {},
    "duplicate": {"walls": "duplicate"},
    "duplicate with flowers": {"walls": "duplicate", "flowers": True},
    "no flowers": {"flowers": False, "rotation": "full"},
    "2006": {"ruleset": "mcr2006", "rotation": "none"},
    "no minimum": {"players": [simulate.Player(name, "quick") for name in "ABCD"]},
}


@pytest.fixture(scope="module")
def many():
    return list(simulate.records(4000, seed=5))


@pytest.mark.parametrize("kind", TABLES)
def test_every_game_replays_without_findings(kind):
    rules = TABLES[kind].get("ruleset", "mcr1998_online")
    n_wins = 0
    for game in simulate.games(160, seed=17, **TABLES[kind]):
        found = replay(game, rules)
        assert found.ok, found
        n_wins += found.end == "win"
        assert found.payments == game.outcome.changes
    assert n_wins > 60


def test_another_least_fan_is_played_by():
    from mjlab.rules import ruleset

    easy = ruleset("online").changed(min_fan=1)
    found = [replay(game, easy) for game in simulate.games(64, seed=1, ruleset=easy)]
    assert all(r.ok for r in found)
    assert min(r.score.fan_total for r in found if r.score) < 8


def test_the_same_seed_gives_the_same_games():
    first = list(simulate.records(40, seed=3))
    assert first == list(simulate.records(40, seed=3))
    assert first != list(simulate.records(40, seed=4))


def test_games_do_not_depend_on_how_many_are_played(many):
    games = [record for record in many if isinstance(record, Game)]
    assert games[:1500] == list(simulate.games(1500, seed=5))
    assert len({game.id for game in games}) == 4000


def test_a_game_is_what_it_was():
    """The numbers are pinned: a change of the generator changes every measurement made with it."""
    game = next(simulate.games(1, seed=7))
    assert game.id == "S7-000000-00"
    assert game.deal[0] == (6, 5, 17, 34, 0, 28, 20, 29, 32, 41, 2, 24, 12)
    assert len(game.events) == 139


def test_all_kinds_of_events_and_circumstances_occur(many):
    kinds, claims, how = Counter(), Counter(), Counter()
    for game in many:
        if not isinstance(game, Game):
            continue
        kinds.update(event.kind for event in game.events)
        claims.update(claim.kind for event in game.events for claim in event.claims)
        if not game.outcome.wins:
            how["drawn"] += 1
            continue
        found = replay(game)
        assert found.ok, found
        how.update(
            name
            for name in ("self_drawn", "last_of_kind", "wall_last", "kong_replacement",
                         "robbing_kong")
            if getattr(found.win, name)
        )  # fmt: skip
    assert set(kinds) == set(EventKind) - {EventKind.FALSE_WIN}
    assert set(claims) == {EventKind.CHOW, EventKind.PUNG, EventKind.KONG_MELDED, EventKind.WIN}
    assert set(how) == {
        "drawn", "self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong",
    }  # fmt: skip


def test_rates_are_like_those_of_a_table(many):
    games = [record for record in many if isinstance(record, Game)]
    wins = [game for game in games if game.outcome.wins]
    self_drawn = sum(game.outcome.wins[0].self_drawn for game in wins)
    assert 0.6 < len(wins) / len(games) < 0.9
    assert 0.15 < self_drawn / len(wins) < 0.4
    fans = Counter(key for game in wins for key in game.outcome.wins[0].fans)
    assert len(fans) > 45
    claims = sum(e.kind in (EventKind.CHOW, EventKind.PUNG) for g in games for e in g.events)
    assert 2 < claims / len(games) < 8


def test_planning_wins_more_than_playing_at_random():
    players = [simulate.Player(style, style) for style in simulate.STYLES]
    wins = Counter()
    for game in simulate.games(480, seed=2, players=[*players, "also planning"]):
        if game.outcome.wins:
            wins[game.players[game.outcome.wins[0].player]] += 1
    assert wins["planning"] > wins["quick"] > wins["random"]


def test_sessions_add_up_and_rotate(many):
    sessions = [record for record in many if isinstance(record, Session)]
    games = [record for record in many if isinstance(record, Game)]
    assert len(sessions) == 250
    for session in sessions[:20]:
        hands = [game for game in games if game.session == session.id]
        assert tuple(game.id for game in hands) == session.games
        assert [game.index for game in hands] == list(range(16))
        assert [int(game.round) for game in hands] == [i // 4 for i in range(16)]
        scores = dict.fromkeys(session.totals, 0)
        for game in hands:
            assert dict(zip(game.players, game.outcome.before, strict=True)) == scores
            for name, change in zip(game.players, game.outcome.changes, strict=True):
                scores[name] += change
        assert scores == session.totals


@pytest.mark.parametrize("rotation", ["none", "half", "full"])
def test_seating_follows_the_deal(rotation):
    for first in range(0, 16, 4):
        seats = [simulate.seating(first + hand, rotation) for hand in range(4)]
        assert sorted(s[0] for s in seats) == [0, 1, 2, 3]  # each deals once in a round
        for before, after in pairwise(seats):
            assert after == (*before[1:], before[0])
    if rotation == "full":  # everybody begins one round in each seat
        starts = [simulate.seating(first, rotation) for first in range(0, 16, 4)]
        assert all(sorted(seat) == [0, 1, 2, 3] for seat in zip(*starts, strict=True))


def test_half_rotation_changes_before_west():
    assert simulate.seating(4) == (0, 1, 2, 3)
    assert simulate.seating(8) == (1, 0, 3, 2)


def test_walls_are_recorded(many):
    game = next(record for record in many if isinstance(record, Game))
    draws = [event for event in game.events if event.kind is EventKind.DRAW]
    assert {event.from_back for event in draws} == {True, False}
    flowers = sum(event.kind is EventKind.FLOWER for event in game.events)
    assert sum(event.from_back for event in draws) >= flowers - 1
    duplicate = next(simulate.games(1, seed=5, walls="duplicate"))
    assert {e.from_back for e in duplicate.events if e.kind is EventKind.DRAW} == {None}
    assert (game.source, game.flowers, duplicate.flowers) == (SOURCE, 8, 0)


def test_a_run_may_be_left_early():
    assert len(list(islice(simulate.games(10**9, seed=1), 5))) == 5
    assert list(simulate.records(0)) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": -1}, "n=-1"),
        ({"n": 1.5}, "n=1.5"),
        ({"n": 1, "seed": -1}, "seed=-1"),
        ({"n": 1, "players": 3}, "3 players"),
        ({"n": 1, "players": ["A", "B", "C"]}, "3 players"),
        ({"n": 1, "players": ["A", "A", "B", "C"]}, "two players are called 'A'"),
        ({"n": 1, "players": "ABCD"}, "not one text"),
        ({"n": 1, "walls": "three"}, "unknown walls"),
        ({"n": 1, "ruleset": "mcr_noflower", "flowers": True}, "played without flowers"),
        ({"n": 1, "rotation": "left"}, "unknown rotation"),
        ({"n": 1, "ruleset": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(arguments, said):
    with pytest.raises(MjlabError, match=said):
        simulate.records(**arguments)


@pytest.mark.parametrize(("name", "style"), [("", "quick"), ("  ", "quick"), ("A", "slow")])
def test_players_are_checked(name, style):
    with pytest.raises(MjlabError):
        simulate.Player(name, style)
