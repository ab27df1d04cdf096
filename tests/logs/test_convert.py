import gzip
import io
import json
import os
import zipfile
from contextlib import redirect_stdout
from dataclasses import replace

import pytest

from mjlab.errors import LogError
from mjlab.logs import FORMATS, Conversion, Game, SetAside, convert, read, read_paths, replay
from mjlab.logs.formats.limits import CannotHoldError
from mjlab.logs.formats.native import SOURCE, native_line
from tests.support import log_games


def in_all_formats(case):
    """PMN has no number for the 82nd fan."""
    odd = "melded_and_concealed_kong" in case["fans"]
    return case["total"] >= 8 and "flowers" not in case["flags"] and not odd


@pytest.fixture
def games(tmp_path):
    """Write hands of duplicate play into a file; return its path."""
    made = [replace(log_games.random_game(n), id=f"g{n}") for n in range(3)]
    cases = log_games.cases(6, in_all_formats, 9)
    for case in cases:
        try:
            made.append(log_games.won_game(case, 0))
        except log_games.CannotPlayError:
            continue
    path = tmp_path / "in" / "games.txt"
    path.parent.mkdir()
    path.write_text("\n".join(map(log_games.to_pku, made)), encoding="utf-8")
    return path


def play(game):
    hands = [sorted(hand) for hand in game.deal]  # PMN sorts them
    return hands, [(e.kind, e.player) for e in game.events], game.outcome.changes


def test_native_and_every_format_but_that_of_sheets_can_be_written():
    assert [name for name, one in FORMATS.items() if one.write_game is None] == ["tournament"]
    assert FORMATS[SOURCE].write_session is not None


@pytest.mark.parametrize("to", ["native", "pku", "botzone", "judge", "pmn"])
def test_there_and_back(tmp_path, games, to):
    before = [g for g in read(games) if isinstance(g, Game)]
    out = tmp_path / "out"
    done = convert([games.parent], to, out)
    assert done == Conversion(len(before), 0, 0)
    back = [r for r in read_paths([out]) if isinstance(r, Game)]
    assert sorted(map(play, back), key=str) == sorted(map(play, before), key=str)
    assert all(replay(g).ok for g in back)
    convert([out], "native", tmp_path / "last.jsonl")
    last = list(read(tmp_path / "last.jsonl"))
    assert len(last) == len(before)
    assert all(replay(g).ok for g in last)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.zip"])
def test_packed_outputs(tmp_path, records, name):
    out = tmp_path / name
    told = []
    done = convert([records], "native", out, on_set_aside=told.append)
    assert (done.games, done.sessions, done.set_aside) == (17, 1, 1)
    assert [type(t) for t in told] == [SetAside]
    found = list(read_paths([out]))
    assert len(found) == 18
    assert not any(isinstance(r, SetAside) for r in found)
    first = out.read_bytes()
    convert([records], "native", out)
    if not name.endswith(".zip"):  # members of zip files have a time
        assert out.read_bytes() == first


def test_a_file_for_each_hand(tmp_path, records):
    convert([records], "tziakcha", tmp_path / "folder")
    names = sorted(p.name for p in (tmp_path / "folder").iterdir())
    assert names[0] == "TZ-A00.json"
    assert len(names) == 18
    convert([records], "tziakcha", tmp_path / "all.zip")
    assert sorted(zipfile.ZipFile(tmp_path / "all.zip").namelist()) == names
    convert([records / "TZ-B00.json"], "tziakcha", tmp_path / "one.json")
    (one,) = read(tmp_path / "one.json")
    (original,) = read(records / "TZ-B00.json")
    assert replace(one, path=original.path) == original
    with pytest.raises(LogError, match="holds one hand"):
        convert([records], "tziakcha", tmp_path / "two.json")
    assert not (tmp_path / "two.json").exists()


def test_a_session_without_hands_is_no_file_of_its_own(tmp_path, records):
    name = "native.jsonl"
    convert([records / "TZ-B00.json"], "native", tmp_path / name)
    line = {"mjlab": 1, "type": "session", "source": "sheet", "id": "T1",
            "totals": {"A": 8, "B": -8, "C": 0, "D": 0}}  # fmt: skip
    with (tmp_path / name).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    told = []
    done = convert([tmp_path / name], "tziakcha", tmp_path / "out", on_set_aside=told.append)
    assert (done.games, done.sessions, done.set_aside) == (1, 0, 1)
    assert "cannot be without hands" in told[0].reason
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["TZ-B00.json"]


def test_what_has_no_place_is_set_aside_with_a_reason(tmp_path, records):
    told = []
    done = convert([records], "pku", tmp_path / "a.txt", on_set_aside=told.append)
    assert done.games == 0
    assert {t.reason for t in told if t.id != "TZ-B" and "same game" not in t.reason} == {
        "PKU text cannot hold flowers"
    }
    assert (
        told[-1].reason
        == "text of the PKU data set, duplicate play: no place for the totals of a session"
    )


def test_reasons(shared):
    """Each format names what it cannot hold."""
    reasons = set()
    for record in read_paths([shared]):
        if not isinstance(record, Game):
            continue
        for chosen in FORMATS.values():
            try:
                chosen.write(record)
            except CannotHoldError as error:
                reasons.add(error.message)
    for part in (
        "cannot hold flowers",
        "cannot hold several winners",
        "of which only the result is recorded",
        "ends by fault",
        "without its points and fan",
        "play without flowers, or from four walls",
        "cannot hold a hand that ends by a fault",
    ):
        assert any(part in reason for reason in reasons), part


def test_names_of_files_are_safe(tmp_path):
    path = tmp_path / "in.jsonl"
    hands = [
        replace(log_games.random_game(n), source="botzone", id=name)
        for n, name in enumerate(["../../evil", "a/b", "A_b", "\u4e2d", "\ud800", "x" * 900])
    ]
    path.write_text("".join(native_line(g) + "\n" for g in hands), encoding="utf-8")
    told = []
    convert([path], "botzone", tmp_path / "out", on_set_aside=told.append)
    assert told == []
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == sorted(
        ["evil.json", "a_b.json", "A_b~2.json", "hand.json", "hand~2.json", "x" * 100 + ".json"]
    )
    text = [t.reason for t in told]
    convert([path], "pku", tmp_path / "out.txt", on_set_aside=lambda t: text.append(t.reason))
    assert text == ["text of the PKU data set, duplicate play: no place for a name that is no "
                    "Unicode text"]  # fmt: skip


def test_output_is_whole_or_not_there(tmp_path, games, monkeypatch):
    out = tmp_path / "a.txt"
    out.write_text("before")
    written = []

    def stop(number, path):
        written.append(number)
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        convert([games], "pku", out, progress=stop)
    assert out.read_text() == "before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "in"]
    convert([games], "pku", out)
    assert out.read_text().startswith("Match ")


def test_a_place_that_cannot_be_written_to_is_called_so(tmp_path, games, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    with pytest.raises(LogError, match=r"out\.jsonl cannot be written: No space left on device"):
        convert([games], "native", tmp_path / "out.jsonl")


def test_wrong_arguments(tmp_path, games):
    with pytest.raises(LogError, match="no format is called 'xml'"):
        convert([games], "xml", tmp_path / "a")
    with pytest.raises(LogError, match="is one of the files to be read"):
        convert([games.parent], "pku", games)
    with pytest.raises(LogError, match="there is no folder"):
        convert([games], "pku", tmp_path / "no" / "a.txt")
    with pytest.raises(LogError, match="no file or folder"):
        convert([tmp_path / "nothing"], "pku", tmp_path / "a.txt")
    with pytest.raises(LogError, match="is a folder that is there already"):
        convert([games], "pku", games.parent)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    with pytest.raises(LogError, match="is a folder that is there already"):
        convert([games], "botzone", tmp_path / "full")
    (tmp_path / "room").mkdir()
    assert convert([games], "botzone", tmp_path / "room").games > 3


def test_a_pipe_does_not_give_way_to_the_file(tmp_path, games):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(LogError, match="neither a file nor a folder"):
        convert(["data/tziakcha/TZ-B00.json"], "native", pipe)
    assert pipe.is_fifo()


def test_standard_output(games):
    with redirect_stdout(io.StringIO()) as out:
        convert([games], "pku", "-")
    assert out.getvalue().count("Match ") == len(list(read(games)))


def test_the_file_is_gzip_without_time_or_name(tmp_path, games):
    convert([games], "pku", tmp_path / "a.txt.gz")
    data = (tmp_path / "a.txt.gz").read_bytes()
    assert data[4:8] == b"\0\0\0\0"
    assert gzip.decompress(data).decode().count("Match ") == len(list(read(games)))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt.gz", "in"]


@pytest.mark.parametrize(
    ("change", "to", "reason"),
    [
        (lambda g: replace(g, date=" "), "pmn", "cannot hold it: the date is written like"),
        (lambda g: replace(g, players=("x" * 300, "", "", "")), "pmn", "a name is longer than"),
        (lambda g: replace(g, deal=g.deal[:3]), "pku", "Player 3 Deal and 13 tiles is expected"),
        (lambda g: replace(g, deal=(g.deal[0] * 2, *g.deal[1:])), "judge", "thirteen tiles"),
        (lambda g: replace(g, events=()), "botzone", "and 'HU' follows"),
        (lambda g: with_win(g, fans={"all_chows": 0}), "pku", "is not a fan and its count"),
        (lambda g: with_win(g, fans={"all_chows": 42}), "botzone", "42 is not from 1 to 8"),
        (lambda g: with_win(g, player=(g.outcome.wins[0].player + 1) % 4), "pku",
         "cannot hold its winners"),
        (lambda g: replace(g, outcome=replace(g.outcome, wins=())), "judge",
         "cannot hold its end"),
    ],
)  # fmt: skip
def test_what_could_not_be_read_again_is_not_written(tmp_path, change, to, reason):
    game = log_games.won_game(log_games.made_case())
    (tmp_path / "a.jsonl").write_text(native_line(change(game)) + "\n" + native_line(
        replace(game, id="good")), encoding="utf-8")  # fmt: skip
    out, asides = tmp_path / ("a.zip" if to == "botzone" else "out"), []
    done = convert([tmp_path / "a.jsonl"], to, out, on_set_aside=asides.append)
    assert (done.games, done.set_aside) == (1, 1)
    assert reason in asides[0].reason
    assert (asides[0].id, asides[0].place) == (game.id, "line 1")
    assert [type(record) for record in read(out)] == [Game]


def with_win(game, **changes):
    (win,) = game.outcome.wins
    values = {"values": dict.fromkeys(changes.get("fans", win.fans), 1)}
    return replace(game, outcome=replace(
        game.outcome, wins=(replace(win, **values, **changes),)
    ))  # fmt: skip
