import io
import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlab.logs import (
    Claim,
    Event,
    EventKind,
    Fault,
    Game,
    Outcome,
    Session,
    SetAside,
    WinRecord,
    detect,
    read,
    read_paths,
    replay,
)
from mjlab.logs.formats import native
from mjlab.logs.formats.native import native_line
from mjlab.rules import FANS, LOCAL_FANS
from mjlab.tiles import Wind
from tests.support import log_games
from tests.support.paths import DOCS

K = EventKind
PLACES = {"path": "", "place": "", "origin": ""}


def maybe(strategy):
    return st.none() | strategy


texts = st.text(max_size=12)
ids = st.text(min_size=1, max_size=12)
tiles = st.integers(0, 41)
players = st.integers(0, 3)
scores = st.tuples(*[st.integers(-(10**7), 10**7)] * 4)
totals = st.integers(0, 10**7)
fans = st.dictionaries(
    st.sampled_from([f.key for f in (*FANS, *LOCAL_FANS)]), st.integers(0, 88), max_size=6
)
claims = st.builds(Claim, st.sampled_from([K.CHOW, K.PUNG, K.KONG_MELDED, K.WIN]), players,
                   maybe(tiles))  # fmt: skip
events = st.builds(
    Event,
    st.sampled_from(EventKind),
    players,
    maybe(tiles),
    from_back=maybe(st.booleans()),
    drawn_discarded=maybe(st.booleans()),
    time=maybe(st.integers(0, 2**31)),
    claims=st.lists(claims, max_size=3).map(tuple),
    offers=maybe(st.tuples(*[maybe(st.integers(-1, 9999))] * 4)),
)
wins = st.builds(
    WinRecord,
    players,
    discarder=st.none(),
    self_drawn=maybe(st.booleans()),
    total=maybe(totals),
    fans=maybe(fans),
    fan_counts=maybe(st.lists(st.integers(1, 99), max_size=5).map(tuple)),
    values=maybe(fans),
    hand=maybe(st.lists(tiles, max_size=14).map(tuple)),
    declared=maybe(totals),
)
faults = st.builds(Fault, players, ids, texts, st.lists(events, max_size=2).map(tuple))
outcomes = st.builds(
    Outcome,
    wins=st.lists(wins, max_size=3).map(tuple),
    fault=maybe(faults),
    finished=st.booleans(),
    changes=maybe(scores),
    before=maybe(scores),
    penalties=maybe(scores),
    false_winners=st.lists(players, max_size=2).map(tuple),
)
walls = st.just(None) | st.tuples(*[st.lists(tiles, max_size=34).map(tuple)] * 4)
games = st.builds(
    Game,
    source=ids,
    id=ids,
    path=st.just(""),
    place=st.just(""),
    round=st.sampled_from(Wind),
    deal=st.just(()) | st.tuples(*[st.lists(tiles, max_size=14).map(tuple)] * 4),
    events=st.lists(events, max_size=12).map(tuple),
    outcome=outcomes,
    players=st.tuples(texts, texts, texts, texts),
    flowers=st.sampled_from([0, 8]),
    walls=st.just("duplicate"),
    session=maybe(texts),
    index=maybe(st.integers(0, 10_000)),
    min_fan=maybe(st.integers(0, 100)),
    penalty=st.tuples(st.integers(-100, 0), st.integers(0, 100)),
    winners=st.sampled_from(["one", "all"]),
    wall=walls,
    dice=st.lists(st.integers(1, 6), max_size=4).map(tuple),
    seed=maybe(st.integers(-(2**63), 2**64)),
    date=maybe(texts),
    tags=st.lists(st.tuples(texts, texts), max_size=3).map(tuple),
    origin=texts,
    notes=st.lists(texts, max_size=3).map(tuple),
)
sessions = st.builds(
    Session,
    source=ids,
    id=ids,
    path=st.just(""),
    games=st.lists(texts, max_size=4).map(tuple),
    totals=st.dictionaries(texts, st.integers(-(10**7), 10**7), max_size=4),
    shared=st.lists(texts, max_size=2).map(tuple),
    points=maybe(st.dictionaries(texts, st.floats(0, 4, allow_nan=False), max_size=4)),
    binding=st.booleans(),
)


def there_and_back(tmp_path, *records):
    path = tmp_path / "games.jsonl"
    path.write_text("".join(native_line(r) + "\n" for r in records), encoding="utf-8")
    return list(read(path))


@settings(max_examples=150, deadline=None)
@given(games)
def test_everything_of_a_game_comes_back(game):
    (back,) = native.read(io.BytesIO((native_line(game) + "\n").encode()), "x")
    assert isinstance(back, Game), back
    assert replace(back, **PLACES) == replace(game, **PLACES)
    assert back.origin == (game.origin or "")
    (again,) = native.read(io.BytesIO(native_line(back).encode()), "y")
    assert replace(again, **PLACES) == replace(back, **PLACES)
    found = replay(back)  # whatever it says, it says
    assert found.verdict in ("confirmed", "disagrees", "illegal")


@settings(max_examples=60, deadline=None)
@given(sessions)
def test_everything_of_a_session_comes_back(session):
    (back,) = native.read(io.BytesIO(native_line(session).encode()), "x")
    assert isinstance(back, Session), back
    assert replace(back, path="") == session


def test_no_field_is_forgotten():
    """A new field of the schema must be written, too."""
    drawn = {f.name for kind in (Game, Outcome, WinRecord, Event, Fault, Session, Claim)
             for f in fields(kind)}  # fmt: skip
    files = [Path(native_line.__globals__["__file__"]), Path(native.__file__)]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    for name in drawn - {"path", "place"}:
        assert f'"{name}"' in text or f"{name}=" in text or f".{name}" in text, name


def test_every_sample_comes_back(shared, records, tmp_path):
    found = [r for r in read_paths([shared, records]) if not isinstance(r, SetAside)]
    assert len(found) == 425
    back = there_and_back(tmp_path, *found)
    for one, other in zip(found, back, strict=True):
        assert not isinstance(other, SetAside), other
        if isinstance(one, Game):
            assert replace(other, **PLACES) == replace(one, **PLACES)
            assert one.path in other.origin
            assert replay(other).ok
        else:
            assert replace(other, path=one.path) == one


def test_copies_are_known(records, tmp_path):
    (game,) = read(records / "TZ-B00.json")
    path = tmp_path / "games.jsonl"
    path.write_text(native_line(game), encoding="utf-8")
    assert detect(path) == "native"
    found = list(read_paths([records / "TZ-B00.json", path]))
    assert found[1].reason.startswith("the same game as in ")


def line(**changes):
    """Return a line of a game, changed; None takes a value out."""
    record = json.loads(native_line(log_games.won_game(log_games.made_case(), 0)))
    record |= changes
    return json.dumps({k: v for k, v in record.items() if v is not None})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"mjlab": 2}, "version 1 of the format is known"),
        ({"mjlab": True}, "version 1 of the format is known"),
        ({"mjlab": None}, "the format is not one of"),
        ({"type": "table"}, "game or session is expected"),
        ({"id": None}, "a text is expected"),
        ({"id": 5}, "a text is expected"),
        ({"source": "x" * 300}, "longer than 200"),
        ({"source": ""}, "a name is expected"),
        ({"round": "X"}, "E, S, W or N"),
        ({"deal": ["1m"] * 5}, "a list of at most 4"),
        ({"deal": ["1m2"] * 4}, "no tile is called '2'"),
        ({"deal": ["9z"] * 4}, "no tile is called '9z'"),
        ({"deal": [5] * 4}, "a text of at most"),
        ({"events": [["draw", 0]]}, "an event is [kind, player, tile]"),
        ({"events": [["fly", 0, "1m"]]}, "an event is [kind, player, tile]"),
        ({"events": [["draw", 4, "1m"]]}, "a player from 0 to 3"),
        ({"events": [["draw", True, "1m"]]}, "a player from 0 to 3"),
        ({"events": [["draw", 0, "1m", {}, {}]]}, "a player from 0 to 3"),
        ({"events": [["draw", 0, "1m", {"odd": 1}]]}, "'odd' is not known of an event"),
        ({"events": [["draw", 0, "1m", {"time": -1}]]}, "is not from 0"),
        ({"events": [["draw", 0, "1m", {"from_back": 1}]]}, "true or false"),
        ({"events": [["draw", 0, "1m", {"offers": [1]}]]}, "4 entries are expected"),
        ({"events": [["draw", 0, "1m", {"claims": [[1, 2]]}]]}, "3 entries are expected"),
        ({"events": [["draw", 0, "1m", {"claims": [["pung", 9, None]]}]]}, "a claim is"),
        ({"events": [["draw", 0, [1]]]}, "an event is [kind, player, tile]"),
        ({"events": 7}, "a list of at most"),
        ({"events": [["draw", 0, "1m"]] * 2001}, "a list of at most"),
        ({"outcome": []}, "an object is expected"),
        ({"outcome": {"wins": [{}]}}, "a whole number is expected"),
        ({"outcome": {"wins": [{"player": 1, "discarder": 1}]}}, "gives no tile to himself"),
        ({"outcome": {"wins": [{"player": 1, "total": -5}]}}, "is not from 0"),
        ({"outcome": {"wins": [{"player": 1, "fans": {"odd": 1}}]}}, "no fan has the key 'odd'"),
        ({"outcome": {"changes": [1, 2, 3]}}, "4 entries are expected"),
        ({"outcome": {"changes": [1, 2, 3, 10**30]}}, "no score is beyond"),
        ({"outcome": {"fault": {"player": 0}}}, "a text is expected"),
        ({"outcome": {"finished": "no"}}, "true or false"),
        ({"walls": "three"}, "one or duplicate is expected"),
        ({"flowers": True}, "0 or 8 is expected"),
        ({"wall": ["1m"]}, "four walls are expected"),
        ({"players": ["a", "b"]}, "4 entries are expected"),
        ({"penalty": [1]}, "2 entries are expected"),
        ({"seed": 2**80}, "is not from"),
        ({"tags": [["a"]]}, "2 entries are expected"),
        ({"notes": ["x" * 2000]}, "a text of at most 1,000"),
    ],
)
def test_broken_lines_are_set_aside(tmp_path, changes, reason):
    path = tmp_path / "games.jsonl"
    path.write_text(line(**changes) + "\n" + line(), encoding="utf-8")
    aside, *rest = read(path)
    assert isinstance(aside, SetAside)
    assert reason in str(aside)
    assert all(replay(game).ok for game in rest)


@pytest.mark.parametrize("points", ["1e999", "-1e999", "1" * 400, "true", '"1"', "10000001"])
def test_table_points_beyond_all_bounds(tmp_path, points):
    path = tmp_path / "games.jsonl"
    session = Session("a", "b", "", (), {"Ann": 0}, points={"Ann": 4.0})
    path.write_text(native_line(session).replace("4.0", points), encoding="utf-8")
    (aside,) = read(path)
    assert aside.reason == "a number up to 10,000,000 for each player is expected"


def test_a_name_that_is_no_text(tmp_path):
    game = replace(log_games.random_game(0), players=("\ud800", "b", "c", "d"))
    (back,) = there_and_back(tmp_path, game)
    assert back.players[0] == "\ud800"


def test_a_line_beyond_all_bounds(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(line().encode() + b"\n" + b'{"mjlab": 1, "x": "' + b"y" * 9_000_000 + b'"}\n'
                     + line().encode())  # fmt: skip
    first, aside, third = read(path)
    assert "too long for a record" in aside.reason
    assert (first.place, aside.place, third.place) == ("line 1", "line 2", "line 3")


def test_the_examples_of_the_documentation(tmp_path):
    page = (DOCS / "native-log.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(" ".join(b.split()) for b in blocks), encoding="utf-8")
    game, session = read(path)
    found = replay(game)
    assert (found.verdict, found.score.total) == ("confirmed", 9)
    assert session.totals["Ann"] == 40
    for name in {f.name for f in fields(Game)} - {"path", "place"}:
        assert f"`{name}`" in page, name
    for name in [f.name for kind in (Outcome, WinRecord, Session) for f in fields(kind)]:
        assert f"`{name}`" in page or name == "path", name
