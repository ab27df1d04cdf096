import base64
import json
import zlib

import pytest

from mjlab.logs import EventKind, Game, Session, read, replay, walk
from mjlab.logs.formats.tziakcha import record as tziakcha
from mjlab.logs.formats.tziakcha.wall import Wall, tile_of
from mjlab.tiles import FLOWERS, Wind
from tests.support import log_games

K = EventKind


def written(tmp_path, record, name="record.json"):
    path = tmp_path / name
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    return path


def wire(record):
    """Pack a record as the platform sends it."""
    packed = base64.b64encode(zlib.compress(json.dumps(record["step"]).encode())).decode()
    return {"id": record["id"], "belongs": record["belongs"], "script": packed}


def test_records_replay(records):
    files = sorted(p for p in records.glob("TZ-*.json") if "session" not in p.name)
    assert len(files) == 18
    for path in files:
        (game,) = read(path)
        found = replay(game)
        assert (found.illegal, found.disagreements) == ((), ()), path
        assert found.end == "win"
        assert found.payments == game.outcome.changes
        (win,) = game.outcome.wins
        assert found.score.total == win.total
        assert found.flowers[found.winner] == win.fans.get("flower_tiles", 0)


def test_wire_form_is_the_same_hand(records):
    (plain,) = read(records / "TZ-B00.json")
    (packed,) = read(records / "TZ-B00.raw_script.json")
    assert (plain.deal, plain.events, plain.outcome) == (packed.deal, packed.events, packed.outcome)


def test_session_file(records):
    (session,) = read(records / "TZ-B_session.json")
    assert isinstance(session, Session)
    assert session.totals == {"P0": -77, "P1": -31, "P2": 100, "P3": 8}
    assert len(session.games) == 16


def test_facts_of_a_record(records):
    (game,) = read(records / "TZ-B06.json")
    assert game.players == ("P3", "P2", "P1", "P0")
    assert (game.session, game.index, game.round) == ("TZ-B", 6, Wind.S)
    assert (game.flowers, game.walls, game.min_fan) == (8, "one", 8)
    assert game.outcome.before == (-44, 80, -76, 40)
    first = game.events[0]
    assert (first.kind, first.player, first.from_back) == (K.DRAW, 0, False)
    flower = next(e for e in game.events if e.kind is K.FLOWER)
    following = game.events[game.events.index(flower) + 1]
    assert flower.tile in FLOWERS
    assert (following.kind, following.player, following.from_back) == (K.DRAW, flower.player, True)
    assert all(b.time >= a.time for a, b in zip(game.events[1:], game.events[2:], strict=False))


def test_announcements_are_no_events(records):
    (game,) = read(records / "TZ-A00.json")
    (raw,) = [json.loads((records / "TZ-A00.json").read_text(encoding="utf-8"))["step"]["a"]]
    announced = [a for a in raw if a[0] & 15 in (3, 4, 5) and a[1] == 0]
    made = [a for a in raw if a[0] & 15 in (3, 4, 5) and a[1]]
    assert announced
    assert sum(e.kind in (K.CHOW, K.PUNG, K.KONG_MELDED) for e in game.events) == len(made)


def test_an_overtaken_announcement_is_kept_as_a_claim(tmp_path, records):
    record, place, other = pung_before_a_chow(records)
    actions = record["step"]["a"]
    actions.insert(place, [other << 4 | 3, 0, actions[place][2]])
    (game,) = read(written(tmp_path, record))
    (claim,) = [c for e in game.events for c in e.claims]
    assert (claim.kind, claim.player, claim.tile) == (K.CHOW, other, None)
    assert replay(game).ok
    actions.insert(place + 1, [other << 4 | 9, 0, actions[place][2]])  # taken back
    (game,) = read(written(tmp_path, record))
    assert not [c for e in game.events for c in e.claims]


def pung_before_a_chow(records):
    """Find a pung that another player could have chowed instead: record, action, that player."""
    for path in sorted(records.glob("TZ-???.json")):
        (game,) = read(path)
        for event, table in walk(game):
            left = table.turn
            chows = [e for e in table.sets_to_claim(left) if e.kind is K.CHOW]
            if event.kind is K.PUNG and event.player != left and chows:
                place = int(event.place.removeprefix("step.a[").removesuffix("]"))
                return json.loads(path.read_text(encoding="utf-8")), place, left
    raise AssertionError("no such pung")


@pytest.mark.parametrize("seed", range(30))
def test_made_up_records(tmp_path, seed):
    record = log_games.random_record(seed, index=seed % 16)
    if seed % 2:
        record = wire(record)
    (game,) = read(written(tmp_path, record))
    found = replay(game)
    assert found.ok, (found.illegal, found.disagreements)
    assert (found.end, found.wall, found.payments) == ("draw", 0, (0, 0, 0, 0))
    assert game.round == Wind(seed % 16 // 4)
    for player in range(4):
        sets = sum(3 for m in found.melds[player])
        flowers = sum(t in FLOWERS for t in found.hands[player])
        assert len(found.hands[player]) + sets == 13
        assert flowers == 0 or found.wall == 0


def test_public_case_p15():
    """Replacing flowers leaves the number of tiles as it was (bug_cases P15)."""
    from mjlab.logs import Event, Outcome, Table

    flowers, plain = (34, 35), tuple(range(11))
    deal = (flowers + plain, (11,) * 4 + (12,) * 4 + (13,) * 4 + (14,), (15,) * 4 + (16,) * 4
            + (17,) * 4 + (14,), (18,) * 4 + (19,) * 4 + (20,) * 4 + (14,))  # fmt: skip
    game = Game("test", "p15", "", "", Wind.E, deal, (), Outcome(), flowers=8)
    table = Table(game.start)
    for event in [
        Event(K.FLOWER, 0, 34),
        Event(K.DRAW, 0, 21, from_back=True),
        Event(K.FLOWER, 0, 35),
        Event(K.DRAW, 0, 22, from_back=True),
        Event(K.DRAW, 0, 36, from_back=False),
        Event(K.FLOWER, 0, 36),
        Event(K.DRAW, 0, 23, from_back=True),
    ]:
        table.apply(event)
    assert len(table.standing(0)) == 14
    assert table.flowers == [3, 0, 0, 0]


def test_wall_order():
    order = bytes(range(144)).hex()
    wall = Wall(order, 0x1111)  # 1 + 1: the wall of the player before; four pairs on
    hands, extra = wall.deal()
    assert hands[0][0] == (12 - 1) % 4 * 36 + 8
    assert [len(h) for h in hands] == [13] * 4
    assert extra == hands[3][-1] + 1
    before = hands[0][0]
    assert [wall.back() for _ in range(4)] == [before - 2, before - 1, before - 4, before - 3]


def test_wall_meets_itself():
    wall = Wall(bytes(range(144)).hex(), 0x1111)
    taken = [n for hand in wall.deal()[0] for n in hand]
    taken += [wall.back()]
    taken += [wall.front() for _ in range(144 - 54)]
    assert len(set(taken)) == 143
    for take in (wall.front, wall.back):
        with pytest.raises(ValueError, match="empty wall"):
            take()


def test_tile_numbers_cover_the_set():
    kinds = [tile_of(n) for n in range(144)]
    assert sorted(kinds) == sorted([t for t in range(34) for _ in range(4)] + list(FLOWERS))


def test_false_win_then_draw(tmp_path):
    """Two false wins, then a drawn hand: one hand, nobody won (bug_cases P11)."""
    record = log_games.random_record(5)
    step = record["step"]
    for who in (1, 3):  # after their last claims, for a dead hand claims nothing
        made = [i for i, a in enumerate(step["a"]) if a[0] >> 4 == who and a[0] & 15 in (3, 4, 5)]
        place = next(
            i for i, a in enumerate(step["a"])
            if i > max(made, default=0) and a[0] & 15 == 2 and a[0] >> 4 in (0, 2)
        )  # fmt: skip
        step["a"].insert(place + 1, [who << 4 | 6, 0, step["a"][place][2]])
    step["b"] = (1 << 1 | 1 << 3) << 8
    step["s"] = [20, -20, 20, -20]
    (game,) = read(written(tmp_path, record))
    found = replay(game)
    assert found.ok, (found.illegal, found.disagreements)
    assert found.end == "draw"
    assert sorted(found.false_wins) == [1, 3]
    assert found.payments == (20, -20, 20, -20)
    assert found.winner is None


def test_a_false_win_that_was_none_is_named(tmp_path, records):
    record = json.loads((records / "TZ-B00.json").read_text(encoding="utf-8"))
    step = record["step"]
    step["b"] = 1 << 2 << 8  # the winner's win is said to be false
    (game,) = read(written(tmp_path, record))
    found = replay(game)
    assert [d.what for d in found.disagreements] == ["false win"]
    assert found.illegal[0].what == "the end of the hand"
    assert found.end == "error"


def test_after_a_false_win_no_win(tmp_path, records):
    record = json.loads((records / "TZ-B00.json").read_text(encoding="utf-8"))
    step = record["step"]
    place = [i for i, a in enumerate(step["a"]) if a[0] >> 4 == 3 and a[0] & 15 == 2][-2]
    step["a"].insert(place + 1, [2 << 4 | 6, 0, step["a"][place][2]])
    step["b"] |= 1 << 2 << 8
    (game,) = read(written(tmp_path, record))
    (fault,) = replay(game).illegal
    assert fault.why == "after a false win this player may not win"


def test_detect():
    assert tziakcha.detect(b'{"id":"x","script":"eJ')
    assert tziakcha.detect(b' {"sessionId": "x", "records": []}')
    assert not tziakcha.detect(b'[{"step": {}}]')
    assert not tziakcha.detect(b'{"logs": []}')


def test_a_clock_that_goes_back_is_noted(tmp_path):
    record = log_games.random_record(1)
    record["step"]["a"][9][2] = 0
    (game,) = read(written(tmp_path, record))
    assert game.notes == ("step.a[9]: the clock goes back",)
    assert replay(game).ok
