"""Packed files, pipes and encodings: what is sound is read, bombs and damage are set aside."""

import gzip
import io
import os
import random
import struct
import subprocess
import sys
import zipfile

import pytest

from mjlab.errors import LogError
from mjlab.logs import Game, SetAside, detect, inputs, read, read_paths, replay
from tests.support import log_games
from tests.support.memory import PEAK, needs_status

GAMES = [log_games.to_pku(log_games.random_game(n)) for n in range(4)]


def zipped(path, members, **options):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data, **options)
    return path


def only(path):
    (record,) = read(path)
    return record


def test_gzip(tmp_path):
    path = tmp_path / "games.bin"
    path.write_bytes(gzip.compress("\n".join(GAMES).encode()))
    assert detect(path) == "pku"
    games = list(read(path))
    assert [g.id for g in games] == ["r0", "r1", "r2", "r3"]
    assert {g.path for g in games} == {str(path)}
    assert all(replay(g).ok for g in games)


def test_gzip_of_several_parts(tmp_path):
    path = tmp_path / "games.txt.gz"
    path.write_bytes(b"".join(gzip.compress(text.encode()) for text in GAMES))
    assert len(list(read(path))) == 4


def test_zip_with_folders_and_what_else_lies_about(tmp_path, records):
    path = zipped(
        tmp_path / "all.zip",
        {
            "b/games.txt": GAMES[0],
            "b/deep/er/TZ.json": (records / "TZ-B00.json").read_bytes(),
            "a.txt.gz": gzip.compress(GAMES[1].encode()),
            ".hidden/games.txt": GAMES[2],
            "__MACOSX/a.txt": "x",
            "empty/": "",
            "notes.md": "# notes",
            "c.zip": zipped(tmp_path / "inner.zip", {"x.txt": GAMES[3]}).read_bytes(),
            "nothing": "",
        },
    )
    (tmp_path / "inner.zip").unlink()
    found = list(read_paths([tmp_path]))
    games = [r for r in found if isinstance(r, Game)]
    assert [g.path for g in games] == [
        f"{path}/a.txt.gz",
        f"{path}/b/deep/er/TZ.json",
        f"{path}/b/games.txt",
    ]
    asides = {r.path.removeprefix(f"{path}/"): r.reason for r in found if isinstance(r, SetAside)}
    assert set(asides) == {"c.zip", "notes.md", "nothing"}
    assert asides["c.zip"] == "a zip file in a packed file is not opened"
    assert asides["nothing"] == "the file is empty"


def test_copies_in_packed_files_are_known(tmp_path):
    zipped(tmp_path / "all.zip", {"games.txt": GAMES[0]})
    (tmp_path / "games.txt").write_text(GAMES[0])
    game, aside = read_paths([tmp_path])
    assert aside.reason == f"the same game as in {game.path}, line 1"


@pytest.mark.parametrize("kind", ["gzip", "zip"])
def test_bombs(tmp_path, kind):
    """Growing beyond 300 times the size is no log."""
    path = tmp_path / "bomb"
    data = GAMES[0].encode() + b"\n" * (4 << 20)
    if kind == "gzip":
        path.write_bytes(gzip.compress(data))
    else:
        zipped(path, {"a.txt": data, "b.txt": GAMES[1]})
    found = list(read(path))
    asides = [r for r in found if isinstance(r, SetAside)]
    assert asides[0].reason == "the packed file unpacks to more than 300 times its size"
    if kind == "zip":  # the budget is that of the whole archive
        assert len(asides) == 2


def test_a_bomb_of_many_members(tmp_path):
    same = b"\n" * (1 << 19)
    path = zipped(
        tmp_path / "bomb.zip", {f"{n}.txt": b"Match a\nWind 0\n" + same for n in range(9)}
    )
    reasons = [r.reason for r in read(path)]
    assert "the packed file unpacks to more than 300 times its size" in reasons


def test_too_much_even_if_it_packs_badly(tmp_path, monkeypatch):
    monkeypatch.setattr(inputs, "MAX_UNPACKED", 50_000)
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(GAMES[0].encode() + os.urandom(100_000)))
    assert only(path).reason == "the packed file unpacks to more than 50,000 bytes"


def test_too_many_members(tmp_path, monkeypatch):
    monkeypatch.setattr(inputs, "MAX_MEMBERS", 3)
    path = zipped(tmp_path / "a.zip", {f"{n}.txt": GAMES[0] for n in range(4)})
    assert only(path).reason == "the zip file has more than 3 members"


def test_damaged_gzip(tmp_path):
    text = "\n".join(GAMES * 30).encode()
    whole = gzip.compress(text)
    path = tmp_path / "a.gz"
    path.write_bytes(whole[:-3000])
    *games, aside = read(path)
    assert games
    assert aside.reason == "the packed file is damaged: it is cut short"
    assert aside.source == "pku"
    path.write_bytes(whole[:9])
    assert only(path).reason == "the packed file is damaged: it is cut short"
    path.write_bytes(whole[:-8] + struct.pack("<II", 1, len(text)))
    assert "CRC" in list(read(path))[-1].reason
    path.write_bytes(whole + b"rubbish")
    assert "damaged" in list(read(path))[-1].reason
    path.write_bytes(gzip.compress(whole))
    assert only(path).reason == "gzip in gzip is not opened"


def test_damaged_zip(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.txt": GAMES[0], "b.txt": GAMES[1]})
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "the zip file is damaged" in only(path).reason
    place = whole.index(b"a.txt") + 60
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
    found = list(read(path))
    assert any("damaged" in r.reason for r in found if isinstance(r, SetAside))
    assert any(isinstance(r, Game) and r.id == "r1" for r in found)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_packed_in_other_ways_are_not_opened(tmp_path, method):
    """A few bytes of bzip2 may unpack to gigabytes before anybody can stop it."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"\n" * 50_000_000, compress_type=method)
        archive.writestr("b.txt", GAMES[0])
    aside, game = read(path)
    assert aside.reason == "packed in another way than deflate: not opened"
    assert (aside.path, game.id) == (f"{path}/a.txt", "r0")


def test_an_empty_zip_file(tmp_path):
    path = zipped(tmp_path / "a.zip", {})
    assert only(path).reason == "the zip file is empty"
    zipped(path, {"folder/": ""})
    assert only(path).reason == "the zip file is empty"


def test_a_member_without_a_name(tmp_path):
    path = zipped(tmp_path / "a.zip", {"x": GAMES[0], "b.txt": GAMES[1]})
    data = bytearray(path.read_bytes())
    for mark, lengths in ((b"PK\x03\x04", 26), (b"PK\x01\x02", 28)):
        place = data.index(mark) + lengths
        data[place : place + 4] = struct.pack("<HH", 0, 1)  # the name is something else
    path.write_bytes(data)
    assert {game.id for game in read(path)} == {"r0", "r1"}


@pytest.mark.parametrize("place", [2**63 - 1, 2**63, 2**64 - 1])
def test_a_member_beyond_all_bounds(tmp_path, place):
    """Its place in the file is given in the long form, which holds 64 bits."""
    path = zipped(tmp_path / "a.zip", {"a.txt": GAMES[0]})
    data = path.read_bytes()
    entry, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    long_form = struct.pack("<HHQ", 1, 8, place)
    fields = bytearray(data[entry:end])
    fields[30:32], fields[42:46] = struct.pack("<H", len(long_form)), b"\xff" * 4
    directory = bytes(fields) + long_form
    tail = bytearray(data[end:])
    tail[12:16] = struct.pack("<I", len(directory))
    path.write_bytes(data[:entry] + directory + tail)
    assert only(path).reason.startswith(("the member is damaged: ", "the zip file is damaged: "))


def test_an_encrypted_member(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.txt": GAMES[0]})
    data = bytearray(path.read_bytes())
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        place = data.index(mark) + (6 if mark[2] == 3 else 8)
        data[place] |= 1
    path.write_bytes(data)
    assert only(path).reason == "the member is damaged: it is encrypted"


def test_names_of_members_are_data(tmp_path):
    path = zipped(tmp_path / "a.zip", {"../../etc/\x1b[31m<b>.txt": GAMES[0]})
    game = only(path)
    assert isinstance(game, Game)
    assert game.path.endswith("<b>.txt")
    assert not (tmp_path.parent.parent / "etc").exists()


@pytest.mark.parametrize("seed", range(60))
def test_random_damage_raises_nothing(tmp_path, seed):
    rng = random.Random(seed)
    whole = gzip.compress("\n".join(GAMES).encode()) if seed % 2 else zipped(
        tmp_path / "z", {"a.txt": GAMES[0], "b.txt.gz": gzip.compress(GAMES[1].encode())}
    ).read_bytes()  # fmt: skip
    data = bytearray(whole)
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.4:
        del data[rng.randrange(len(data)) :]
    path = tmp_path / "damaged"
    path.write_bytes(data)
    for record in read(path):
        assert isinstance(record, Game | SetAside)


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-16", ""), ("utf-16-le", ""), ("utf-16-be", ""), ("utf-32", ""), ("utf-16-le", "\ufeff")],
)
def test_other_encodings_are_named(tmp_path, encoding, mark):
    path = tmp_path / "a.txt"
    path.write_bytes((mark + GAMES[0]).encode(encoding))
    kind = "UTF-32" if "32" in encoding else "UTF-16"
    assert only(path).reason == f"the text is {kind}: save it as UTF-8"


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input(tmp_path, packed):
    text = "\n".join(GAMES).encode()
    program = (
        "from mjlab.logs import replay_all, Replay\n"
        "for r in replay_all(['-']): print(r.game.path, r.game.id, r.ok)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=gzip.compress(text) if packed else text,
        capture_output=True,
    )
    assert done.stderr == b""
    assert done.stdout.decode().splitlines() == [f"- r{n} True" for n in range(4)]


@pytest.mark.parametrize("closed", [None, io.StringIO(), io.TextIOWrapper(io.BytesIO())])
def test_without_standard_input_it_is_said(monkeypatch, closed):
    if closed is not None:
        closed.close()
    monkeypatch.setattr(sys, "stdin", closed)
    with pytest.raises(LogError, match="there is no standard input to read"):
        only("-")
    (record,) = read_paths(["-"])
    assert record.reason == "there is no standard input to read"


def test_a_zip_file_through_a_pipe(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.txt": GAMES[0], "b.txt": GAMES[1]})
    program = "from mjlab.logs import read; print([g.path for g in read('-')])"
    with path.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", program], stdin=file, capture_output=True, text=True
        )
    assert done.stdout.strip() == "['-/a.txt', '-/b.txt']"


@needs_status
def test_memory_stays_small(tmp_path):
    """A large packed file is read in parts."""
    path = tmp_path / "many.txt.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for n in range(3000):
            file.write(GAMES[n % 4].replace("Match r", f"Match {n}r").encode())
    program = (
        "from mjlab.logs import read\n"
        f"before = {PEAK}\n"
        f"n = sum(1 for _ in read({str(path)!r}))\n"
        f"print(n, {PEAK} - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    count, grown = map(int, done.stdout.split())
    assert count == 3000
    assert grown < 40_000  # kilobytes


def test_the_whole_stream_is_given_to_the_reader():
    head = b"x" * 10
    rest = io.BytesIO(b"y" * 10)
    stream = io.BufferedReader(inputs._Stream(head, rest.read))
    assert stream.read() == b"x" * 10 + b"y" * 10
