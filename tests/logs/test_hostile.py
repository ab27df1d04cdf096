"""Logs that were written to mislead, and what a new user runs into."""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from mjlab.common.json import load
from mjlab.errors import LogError
from mjlab.logs import (
    Claim,
    Event,
    EventKind,
    Game,
    Outcome,
    Replay,
    SetAside,
    Table,
    find_files,
    read,
    read_paths,
    replay,
    replay_all,
)
from mjlab.logs import reading as sources_module
from mjlab.tiles import Wind
from tests.support import log_games
from tests.support.paths import DOCS, ROOT

K = EventKind


def written(tmp_path, record, name="record.json"):
    path = tmp_path / name
    text = record if isinstance(record, str) else json.dumps(record)
    path.write_text(text, encoding="utf-8")
    return path


def record_of(records, name="TZ-B00.json"):
    return json.loads((records / name).read_text(encoding="utf-8"))


def only(path):
    (result,) = read(path)
    return result


def whats(found):
    return [d.what for d in found.disagreements]


# Numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("huge", [10**30, 2**63, -(2**63), 10_000_001])
@pytest.mark.parametrize("where", ["s", "p", "session", "f", "t", "h", "i", "l"])
def test_no_huge_number_is_read(tmp_path, records, huge, where):
    record = record_of(records, "TZ-B_session.json" if where == "session" else "TZ-B00.json")
    step = record.get("step")
    match where:
        case "s":
            step["s"][0] = huge
        case "p":
            step["p"][0]["s"] = huge
        case "session":
            record["players"][0]["s"] = huge
        case "f":
            step["y"][2]["f"] = huge
        case "t":
            step["y"][2]["t"]["41"] = huge
        case "h":
            step["y"][2]["h"]["s"][0] = huge
        case "i":
            step["i"] = huge
        case "l":
            step["g"]["l"] = huge
    assert isinstance(only(written(tmp_path, record)), SetAside)


def test_the_largest_numbers_that_are_read_can_be_tabled(tmp_path):
    record = log_games.random_record(1)
    record["step"]["s"] = [10_000_000, -10_000_000, 0, 0]
    text = log_games.to_pku(replace(log_games.random_game(0), id="p"))
    written(tmp_path, re.sub("Score .*", "Score 999999 -999999 0 0", text), "pku.txt")
    written(tmp_path, record)
    assert len([r for r in replay_all([tmp_path]) if isinstance(r, Replay)]) == 2
    written(tmp_path, re.sub("Score .*", f"Score {10**30} 0 0 0", text), "pku.txt")
    assert any(isinstance(r, SetAside) for r in read_paths([tmp_path]))


def test_names_are_bounded(tmp_path):
    record = log_games.random_record(1) | {"id": "x" * 300}
    assert only(written(tmp_path, record)).reason == "longer than 200 characters"


# JSON ---------------------------------------------------------------------------------------


def test_a_name_that_repeats_among_many_is_found_in_time():
    names = ",".join(f'"k{n}":0' for n in range(200_000))
    data = ("{" + names + ',"k199999":1}').encode()
    begun = time.perf_counter()
    with pytest.raises(LogError, match="'k199999' stands twice"):
        load(data)
    assert time.perf_counter() - begun < 5


def test_a_long_name_that_repeats_is_cut_in_the_message():
    name = "x" * 100_000
    with pytest.raises(LogError) as error:
        load(f'{{"{name}": 1, "{name}": 2}}'.encode())
    assert len(error.value.message) < 100


@pytest.mark.parametrize("inner", ["", '"]"', '"\\\\"', '"\\"]"', '"["', '{"]": 0}'])
def test_nesting_is_bound_whatever_strings_hold(inner):
    deepest = 32 - inner.count("{")
    for n, refused in ((deepest, False), (deepest + 1, True), (deepest + 900, True)):
        for opening, closing in (("[", "]"), ('["]",', ',"["]'), ('{"}":', "}")):
            if not inner and opening == '{"}":':
                continue
            text = opening * n + (inner or ("" if opening == "[" else "0")) + closing * n
            if not refused:
                load(text.encode())
                continue
            with pytest.raises(LogError, match="nested more than 32 levels deep") as error:
                load(("\ufeff" + text).encode())
            assert error.value.text[error.value.position] in "[{"


@pytest.mark.parametrize("part", ["[", "]", "[]", '"', '\\"', '["', "{[", "[" * 31 + "]" * 31])
def test_nesting_is_looked_at_in_time(part):
    data = ('["' + part * (4_000_000 // len(part)))[:3_999_990] + '"]'
    begun = time.process_time()
    for text in (data, data[2:-2], f"[{data[2:-2]}]"):
        with suppress(LogError):
            load(text.encode())
    assert time.process_time() - begun < 12


def test_the_bound_is_in_bytes_and_said_to_be(tmp_path):
    reason = "the JSON is too long for a record: more than 4,000,000 bytes"
    path = written(tmp_path, '{"step": "' + "麻" * 1_400_000 + '"}')
    assert path.stat().st_size > 4_000_000
    assert only(path).reason == reason
    path = written(tmp_path, '{"step": "' + "麻" * 1_300_000 + '"}')
    assert only(path).reason == "a text is expected"
    path.write_bytes(b'{"step": "\xff"}')
    assert only(path).reason == "the JSON is not UTF-8 at byte 10"


# False wins ---------------------------------------------------------------------------------


def test_a_penalty_for_a_win_that_nobody_declared(tmp_path):
    record = log_games.random_record(5)
    record["step"]["b"], record["step"]["s"] = 1 << 8, [-30, 10, 10, 10]
    found = replay(only(written(tmp_path, record)))
    assert whats(found) == ["false wins", "payments"]
    assert found.payments == (0, 0, 0, 0)


def test_our_penalty_follows_from_the_play(tmp_path, records):
    record = record_of(records)
    step = record["step"]
    north = [i for i, a in enumerate(step["a"]) if a[0] >> 4 == 3 and a[0] & 15 == 2]
    step["a"].insert(north[-2] + 1, [1 << 4 | 6, 0, step["a"][north[-2]][2]])
    step["b"] |= 1 << 1 << 8
    step["g"]["z"] = 1
    game = only(written(tmp_path, record))
    made = [e for e in game.events if e.kind in (K.CHOW, K.PUNG) and e.player == 1]
    assert not [e for e in made if e.time > step["a"][north[-2]][2]]
    found = replay(game)
    assert whats(found) == ["payments"]
    assert found.payments == (2, -38, 49, -13)
    step["g"]["z"] = 0
    assert replay(only(written(tmp_path, record))).payments == (-8, -48, 39, -23)


def test_a_dead_hand_neither_claims_nor_stands_in_the_way():
    state = opened()
    state.apply(Event(K.FALSE_WIN, 2))
    with pytest.raises(Exception, match="after a false win this player may not claim"):
        state.apply(Event(K.PUNG, 2, 13))
    state.apply(Event(K.PUNG, 1, 13, claims=(Claim(K.WIN, 2, 13),)))
    assert state.turn == 1


def test_a_dead_hand_plays_on():
    state = opened()
    state.apply(Event(K.FALSE_WIN, 1))
    state.apply(Event(K.DRAW, 1, 15))
    state.apply(Event(K.KONG_CONCEALED, 1, 15))
    state.apply(Event(K.DRAW, 1, 0))
    state.apply(Event(K.DISCARD, 1, 0))


# Overruled claims ---------------------------------------------------------------------------

DEAL = (
    (0, 0, 0, 1, 2, 3, 4, 5, 5, 9, 9, 10, 10),
    (12, 13, 13, 14, 15, 15, 15, 18, 19, 20, 21, 8, 8),
    (18, 18, 18, 19, 20, 21, 11, 14, 17, 31, 27, 28, 29),
    (24, 24, 24, 25, 25, 26, 26, 27, 28, 29, 30, 32, 33),
)


def opened(**facts):
    """East has discarded 5p, of which South holds two."""
    game = Game("t", "t", "", "", Wind.E, DEAL, (), Outcome(), **({"flowers": 8} | facts))
    state = Table(game.start)
    state.apply(Event(K.DRAW, 0, 13))
    state.apply(Event(K.DISCARD, 0, 13))
    return state


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (Claim(K.WIN, 3), "the win that North claimed goes before it"),
        (Claim(K.WIN, 3, 0), "North is said to claim 1m, on offer is 5p"),
        (Claim(K.WIN, 0), "East is said to claim, which is the player's own"),
        (Claim(K.PUNG, 1, 13), "the pung that South claimed goes before it"),
        (Claim(K.PUNG, 1), "the pung that South claimed goes before it"),
        (Claim(K.PUNG, 1, 14), "South is said to claim 6p for a pung, on offer is 5p"),
        (Claim(K.PUNG, 2), "West is said to claim for a pung, but does not hold the tiles for it"),
        (Claim(K.KONG_MELDED, 1), "but does not hold the tiles for it"),
        (Claim(K.CHOW, 1, 12), "the chow that South claimed goes before it"),
        (Claim(K.CHOW, 1, 11), "but does not hold the tiles for it"),
        (Claim(K.CHOW, 2), "but a chow is claimed from the player before"),
        (Claim(K.CHOW, 0), "but nobody claims his own discard"),
        (Claim(K.CHOW, 9), "there is no player 9"),
        (Claim(K.CHOW, -1), "there is no player -1"),
    ],
)
def test_overruled_claims_are_checked_on_a_draw(claim, why):
    with pytest.raises(Exception, match=re.escape(why)):
        opened().apply(Event(K.DRAW, 1, 0, claims=(claim,)))


@pytest.mark.parametrize("kind", [K.DISCARD, K.KONG_CONCEALED, K.FLOWER, K.WIN, K.FALSE_WIN])
def test_where_nothing_is_on_offer_there_is_no_claim(kind):
    state = opened()
    state.apply(Event(K.DRAW, 1, 15))
    with pytest.raises(Exception, match="on offer is nothing"):
        state.apply(Event(kind, 1, 15, claims=(Claim(K.PUNG, 2),)))


def test_an_overruled_win_on_a_draw_in_the_text_format(tmp_path):
    text = log_games.to_pku(log_games.random_game(0))
    lines = text.split("\n")
    place = next(i for i, line in enumerate(lines) if " Draw " in line and " Play " in lines[i - 1])
    tile, giver = lines[place - 1][-2:], int(lines[place - 1].split()[1])
    lines[place] += f" Ignore Player {(giver + 2) % 4} Hu {tile}"
    (fault,) = replay(only(written(tmp_path, "\n".join(lines), "a.txt"))).illegal
    assert fault.why.endswith("claimed goes before it")


# Flowers ------------------------------------------------------------------------------------


def test_a_flower_in_the_turn_of_a_claim_brings_no_kong():
    state = opened()
    for event in [Event(K.DRAW, 1, 34), Event(K.DISCARD, 1, 8), Event(K.DRAW, 2, 13)]:
        state.apply(event)
    state.apply(Event(K.DISCARD, 2, 13))
    state.apply(Event(K.PUNG, 1, 13))
    state.apply(Event(K.FLOWER, 1, 34))
    state.apply(Event(K.DRAW, 1, 15, from_back=True))
    for kong in (Event(K.KONG_CONCEALED, 1, 15), Event(K.KONG_ADDED, 1, 13)):
        with pytest.raises(Exception, match="in one's own turn, after a draw"):
            state.apply(kong)
    assert state.winning_tile(1) == 15
    assert state.win(1).self_drawn
    state.apply(Event(K.DISCARD, 1, 15, drawn_discarded=True))


def test_a_flower_that_is_kept_is_a_finding(tmp_path):
    record = log_games.random_record(3)
    game = only(written(tmp_path, record))
    assert replay(game).ok
    events = list(game.events)
    last = max(i for i, e in enumerate(events) if e.kind is K.FLOWER and e.player)
    who = events[last].player
    assert events[last - 1].kind is K.DRAW
    later = [e for e in events[last + 2 :] if e.player != who]
    cut = next(i for i, e in enumerate(events) if i > last and e.player != who)
    kept = [*events[:last], Event(K.DISCARD, who, standing(game, last, who)), *events[cut:]]
    found = replay(replace(game, events=tuple(kept)))
    assert later
    assert "flower" in whats(found)
    assert f"kept by {('East', 'South', 'West', 'North')[who]}" in str(found)


def standing(game, number, player):
    """Return some tile, no flower, that the player holds before an event."""
    state = Table(game.start)
    for event in game.events[:number]:
        state.apply(event)
    return next(t for t in state.standing(player) if t < 34)


# Fan of a record ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["004141", "0041", "041", "+41", "41.0", " 41", "4 1", "٤١", ""])
def test_a_fan_number_is_read_whole(tmp_path, records, number):
    record = record_of(records)
    fans = record["step"]["y"][2]["t"]
    fans[number] = fans.pop("41")
    assert only(written(tmp_path, record)).reason == f"there is no fan number {number!r}"


def test_the_value_of_a_fan_is_compared(tmp_path, records):
    record = record_of(records)
    record["step"]["y"][2]["t"]["41"] = 9
    (found,) = replay(only(written(tmp_path, record))).disagreements
    assert str(found).endswith("fan value is recorded as 9 for 花龙 Mixed Straight, ours is 8")


@pytest.mark.parametrize(("data", "expected"), [
    (31, []), (32, ["declared total"]), (2, ["declared total"]),
    (1, "1 is no win"), (2**30, "1073741824 is no win"), (65535, "65535 is no win"),
])  # fmt: skip
def test_the_points_that_a_win_names(tmp_path, records, data, expected):
    record = record_of(records)
    record["step"]["a"][-1][1] = data
    found = only(written(tmp_path, record))
    if isinstance(expected, str):
        assert found.reason == expected
    else:
        assert whats(replay(found)) == expected


# Names, sessions, terms ---------------------------------------------------------------------


def renamed(records, tmp_path, change):
    for path in records.glob("TZ-B*.json"):
        if "raw" not in path.name:
            text = path.read_text(encoding="utf-8")
            written(tmp_path, change(text), path.name)
    return list(replay_all([tmp_path]))[-1]


def test_two_players_of_one_name(records, tmp_path):
    session = renamed(records, tmp_path, lambda t: t.replace('"P1"', '"P0"'))
    assert session.ok
    assert session.totals == session.recorded == {"P0": -108, "P2": 100, "P3": 8}
    assert session.shared == ("P0",)
    assert "added up by name: 'P0'" in str(session)


def test_nobody_has_a_name(records, tmp_path):
    session = renamed(records, tmp_path, lambda t: re.sub('"n": ?"P."', '"n":""', t))
    assert (session.ok, session.totals, session.shared) == (True, {"": 0}, ("",))


def test_a_wrong_sum_of_two_of_one_name_is_found(records, tmp_path):
    session = renamed(
        records, tmp_path, lambda t: t.replace('"P1"', '"P0"').replace('"s":-31', '"s":-32')
        .replace('"s": -31', '"s": -32')
    )  # fmt: skip
    assert "score" in whats(session)


def test_another_least_fan_is_said_once_for_a_session(records):
    results = list(replay_all(sorted(records.glob("TZ-B*.json")), rules="mcr_beginner"))
    assert all(r.ok for r in results if isinstance(r, Replay))
    assert [str(d) for d in results[-1].disagreements] == [
        "tziakcha TZ-B: least fan is recorded as 8, ours is 4"
    ]
    alone = replay(only(records / "TZ-B00.json"), "mcr_beginner")
    assert whats(alone) == ["least fan"]


def test_text_that_records_no_least_fan_does_not_disagree_about_it(tmp_path):
    path = written(tmp_path, log_games.to_pku(log_games.random_game(0)), "a.txt")
    assert only(path).min_fan is None
    assert all(r.ok for r in replay_all([path], rules="mcr_beginner"))


def test_results_show_in_a_line_or_a_few(records, tmp_path):
    written(tmp_path, "junk" * 1000, "junk.txt")
    results = list(replay_all([records, tmp_path]))
    assert {type(r).__name__ for r in results} == {"Replay", "SetAside", "SessionReplay"}
    for result in results:
        for text in (repr(result), str(result)):
            assert len(text) < 400
            assert "\n" not in text
    line = next(str(r) for r in results if isinstance(r, Replay))
    assert line.startswith("tziakcha TZ-A00: East wins 30 by self-draw (一色三步高 Pure Shifted Ch")
    games = [r.game for r in results if isinstance(r, Replay)]
    assert all(len(repr(g)) < 300 for g in games)


def test_what_is_printed_of_a_log_is_printable(tmp_path):
    nasty = "P\ud800\n\x1b[31m"
    record = log_games.random_record(1) | {"id": nasty, "belongs": nasty}
    for player in record["step"]["p"]:
        player["n"] = nasty
    record["step"]["s"] = [1, 0, 0, 0]
    written(tmp_path, record)
    written(tmp_path, log_games.random_record(2) | {"id": nasty, "step": 1}, "b.json")
    results = list(replay_all([tmp_path]))
    texts = [line for r in results for line in (*str(r).split("\n"), repr(r))]
    assert len(texts) == 7
    assert all(text.isprintable() for text in texts)


def test_a_false_win_of_nobody(tmp_path):
    game = log_games.random_game(0)
    events = (game.events[0], Event(K.FALSE_WIN, 9))
    (fault,) = replay(replace(game, events=events)).illegal
    assert fault.why == "there is no player 9"


# Files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "a" * 300, "nowhere/a"])
def test_a_path_that_cannot_be_is_an_error_of_ours(tmp_path, name):
    path = f"{tmp_path}/{name}"
    for use in (find_files, read_paths):
        with pytest.raises(LogError):
            use([path])
    for use in (read, lambda p: [sources_module.detect(p)]):
        with pytest.raises(LogError, match="cannot be read"):
            list(use(path))


def test_a_file_below_a_file(tmp_path):
    (tmp_path / "f").write_text("x")
    with pytest.raises(LogError):
        find_files([tmp_path / "f" / "g"])
    with pytest.raises(LogError, match="cannot be read"):
        list(read(tmp_path))


def test_a_path_that_may_not_be_looked_at(tmp_path, monkeypatch):
    def forbidden(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", forbidden)
    with pytest.raises(LogError, match="Permission denied"):
        read_paths([tmp_path / "a" / "b.txt"])


def test_a_folder_that_cannot_be_listed_is_set_aside(tmp_path, monkeypatch):
    for name in ("a/1.txt", "b/2.txt"):
        (tmp_path / name).parent.mkdir()
        written(tmp_path, log_games.to_pku(log_games.random_game(ord(name[0]))), name)
    scan = os.scandir

    def forbidden(path):
        if str(path).endswith("b"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", forbidden)
    game, aside = read_paths([tmp_path])
    assert isinstance(game, Game)
    assert aside.path == str(tmp_path / "b")
    assert aside.reason == "the folder cannot be listed: Permission denied"
    assert find_files([tmp_path]) == [tmp_path / "a" / "1.txt"]


def test_what_is_no_file_in_a_folder_is_set_aside(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    written(tmp_path, "x", "secret")
    plain = Path.stat

    def stat_of(path, **kwargs):
        if path.name == "secret":
            raise PermissionError(13, "Permission denied")
        return plain(path, **kwargs)

    monkeypatch.setattr(Path, "stat", stat_of)
    assert {Path(r.path).name: r.reason for r in read_paths([tmp_path])} == {
        "pipe": "neither a file nor a folder",
        "link": "the file cannot be read: No such file or directory",
        "secret": "the file cannot be read: Permission denied",
    }
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_nobody_waits_for_a_pipe_that_has_a_name(tmp_path, kind):
    """Only what this process was given open is read: then somebody writes to it."""
    path = tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(os.path.relpath(path))
    good = written(tmp_path, log_games.to_pku(log_games.random_game(0)), "a.txt")
    aside, game = sorted(read_paths([path, good]), key=lambda r: isinstance(r, Game))
    assert (aside.path, aside.reason) == (str(path), "neither a file nor a folder")
    assert isinstance(game, Game)
    assert find_files([path]) == []
    for use in (read, lambda p: [sources_module.detect(p)]):
        with pytest.raises(LogError, match="cannot be read: neither a file nor a folder"):
            list(use(path))


@pytest.mark.parametrize("how", ["- < pipe", "/dev/stdin < pipe", "<(cat pipe)"])
def test_a_pipe_that_a_shell_opens_is_read(tmp_path, how):
    written(tmp_path, log_games.to_pku(log_games.random_game(0)), "a.txt")
    os.mkfifo(tmp_path / "pipe")
    program = (
        "import sys; from mjlab.logs import replay_all;"
        "print([r.ok for r in replay_all(sys.argv[1:])])"
    )
    done = subprocess.run(
        ["bash", "-c", f'cat a.txt > pipe & "{sys.executable}" -c "{program}" {how}'],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("[True]\n", "")


@pytest.mark.parametrize("size", [1, 40])
def test_pipes_are_read_from_their_start(tmp_path, size):
    games = [replace(log_games.random_game(n % 6), id=f"g{n}") for n in range(size)]
    path = written(tmp_path, "\n".join(map(log_games.to_pku, games)), "a.txt")
    program = (
        "import sys; from mjlab.logs import replay_all;"
        "print(sum(r.ok for r in replay_all(['/dev/stdin'])))"
    )
    with path.open("rb") as file:
        feed = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
        done = subprocess.run(
            [sys.executable, "-c", program], stdin=feed.stdout, capture_output=True, text=True
        )
        feed.stdout.close()
        feed.wait()
    assert (done.stdout, done.stderr) == (f"{size}\n", "")


def test_a_report_in_the_folder_is_passed_over(records, tmp_path):
    written(tmp_path, record_of(records), "a.json")
    page = '<!doctype html><head><meta name="generator" content="mjlab 0.1.0"></head>'
    written(tmp_path, page, "report.html")
    written(tmp_path, "\ufeffgame,session,number,round,seat\n", "hands.csv")
    written(tmp_path, "hand,game\n1,2\n", "mine.csv")
    found = list(read_paths([tmp_path]))
    assert [Path(r.path).name for r in found] == ["a.json", "mine.csv"]
    (aside,) = read_paths([tmp_path / "report.html"])
    assert aside.reason == "a report that mjlab wrote, not a log"


# Text written by hand -----------------------------------------------------------------------


def won_text():
    return log_games.to_pku(log_games.won_game(log_games.made_case(), 4)).rstrip() + "\n"


@pytest.mark.parametrize("end", ["", "\n", "\nMatch next\nWind 0\n"])
@pytest.mark.parametrize(
    ("leave_out", "known"),
    [("Fan|Score", set()), ("Fan", {"changes"}), ("Score", {"total", "fans"})],
)
def test_points_and_scores_may_be_left_out(tmp_path, leave_out, known, end):
    lines = [x for x in won_text().splitlines() if not re.match(leave_out, x)]
    found = next(read(written(tmp_path, "\n".join(lines) + "\n" + end, "a.txt")))
    if leave_out == "Score" and not end:
        assert found.reason == "the hand breaks off: Score, or a blank line, is expected"
        return
    (win,) = found.outcome.wins
    facts = {"total": win.total, "fans": win.fans, "changes": found.outcome.changes}
    assert {name for name, fact in facts.items() if fact is not None} == known
    assert any("not recorded" in note for note in found.notes)
    result = replay(found)
    assert result.ok
    assert (result.score.total, result.payments) == (9, (-8, 33, -8, -17))


def test_a_drawn_hand_without_scores(tmp_path):
    text = re.sub("Score.*", "", log_games.to_pku(log_games.random_game(2)))
    game = only(written(tmp_path, text, "a.txt"))
    assert game.outcome.changes is None
    assert replay(game).ok


def test_a_total_without_names(tmp_path):
    text = re.sub("Fan .*", "Fan 9", won_text())
    game = only(written(tmp_path, text, "a.txt"))
    (win,) = game.outcome.wins
    assert (win.total, win.fans, win.fan_counts) == (9, None, None)
    assert replay(game).ok
    wrong = only(written(tmp_path, re.sub("Fan .*", "Fan 21", text), "a.txt"))
    assert whats(replay(wrong)) == ["total"]


@pytest.mark.parametrize("encoding", ["gbk", "gb18030"])
def test_chinese_files_of_the_national_encoding(tmp_path, encoding):
    path = tmp_path / "a.txt"
    text = won_text().replace("Match made-4", "Match 第一局")
    path.write_bytes(text.encode(encoding))
    game = only(path)
    assert game.id == "第一局"
    assert game.notes == ("the text is GB 18030, not UTF-8",)
    assert replay(game).ok


def test_bytes_are_never_taken_for_chinese_without_proof(tmp_path):
    path = tmp_path / "a.txt"
    for text in (
        re.sub("Fan .*", "Fan 9 大满贯*1", won_text()),
        re.sub("Fan .*", "Fan 9", won_text()).replace("Match made-4", "Match 第一局"),
        won_text().replace("Play", "打"),
    ):
        path.write_bytes(text.encode("gbk"))
        assert only(path).reason == "the line is not UTF-8"
    path.write_bytes(won_text().encode("big5", "replace"))
    assert only(path).reason == "the line is not UTF-8"


def test_fan_are_named_in_messages(tmp_path):
    text = re.sub("Fan .*", "Fan 9 清龙*1+门清*1", won_text())
    (found,) = [d for d in replay(only(written(tmp_path, text, "a.txt"))).disagreements
                if d.what == "fans"]  # fmt: skip
    assert found.recorded == "清龙 Pure Straight + 门前清 Concealed Hand"
    assert "混一色 Half Flush" in found.ours


def test_the_example_of_the_documentation(tmp_path):
    page = (DOCS / "logs.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```text\n(Match .*?)```", page, flags=re.DOTALL)
    found = replay(only(written(tmp_path, example, "a.txt")))
    assert (found.ok, found.end, found.score.total) == (True, "win", 9)
