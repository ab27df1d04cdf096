import os
import shutil

import pytest

from mjlab.dataset import schemas
from mjlab.errors import LogError
from mjlab.logs import (
    FORMATS,
    Game,
    Replay,
    SetAside,
    detect,
    find_files,
    read,
    read_paths,
    replay_all,
)
from mjlab.logs.formats.identity import content_mark
from mjlab.logs.reading import is_report
from tests.support import log_games


def test_formats_are_told_by_content(records, tmp_path):
    shutil.copy(records / "TZ-B00.json", tmp_path / "a.txt")
    (tmp_path / "b.json").write_text(log_games.to_pku(log_games.random_game(0)))
    assert detect(tmp_path / "a.txt") == "tziakcha"
    assert detect(tmp_path / "b.json") == "pku"
    names = ["native", "pku", "botzone", "judge", "pmn", "tournament", "tziakcha"]
    assert list(FORMATS) == names
    assert all(isinstance(r, Game) for r in read_paths([tmp_path]))


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b'{"mjlab": 1, "type": "game"}', "native"),
        (b"\xef\xbb\xbf Match 61602cb4\r\nWind 1\r\n", "pku"),
        (b'[{"output": {"display": {"action": "INIT"}}}]', "botzone"),
        (b'{"logs": [{"output": {"display": {"action": "INIT"}}}]}', "botzone"),
        (b'{"log": [{"0": "0 0 0"}, {"0": {"response": "PASS"}}]}', "judge"),
        (b'[Event "Duplicate MCR"]', "pmn"),
        (b"tournament,round,table,hand,winner,loser,points", "tournament"),
        (b'{"id": "TZ-B00", "step": {"v": 0}}', "tziakcha"),
        (b'{"sessionId": "S1", "records": []}', "tziakcha"),
        (b'{"players": []}', None),
        (b'[{"output": {}}]', None),
        (b"a,b", None),
        (b"", None),
    ],
)
def test_the_first_bytes_tell_the_format(head, name):
    assert [one.name for one in FORMATS.values() if one.detect(head)] == ([name] if name else [])


def test_every_table_of_a_report_is_known():
    for schema in schemas.SCHEMAS.values():
        head = ",".join(schema.to_schema().columns)
        assert is_report(b"\xef\xbb\xbf" + head.encode()), head
        assert not is_report(head.encode())


def test_ids_that_are_made_from_the_content_stay():
    assert content_mark([1, "a"]) == "e30de80b4ebf"


def test_unknown_formats_are_reported(tmp_path):
    (tmp_path / "x.bin").write_bytes(bytes(range(256)))
    (tmp_path / "y.csv").write_text("a,b\n1,2\n")
    (tmp_path / "z.txt").write_text("")
    found = list(read_paths([tmp_path]))
    assert [r.source for r in found] == [None] * 3
    unknown = f"the format is not one of {', '.join(FORMATS)}"
    assert [r.reason for r in found] == [unknown, unknown, "the file is empty"]
    assert found[1].excerpt == "a,b 1,2"
    assert str(found[1]).endswith(f"y.csv: {unknown} (a,b 1,2)")


def test_a_hand_is_never_counted_twice(records, tmp_path):
    shutil.copy(records / "TZ-B00.json", tmp_path / "copy.json")
    found = list(read_paths([records, tmp_path, records / "TZ-B00.json"]))
    asides = [r for r in found if isinstance(r, SetAside)]
    assert len([r for r in found if isinstance(r, Game)]) == 17
    assert [a.reason.startswith("the same game as in ") for a in asides] == [True, True]
    assert {a.id for a in asides} == {"TZ-B00"}
    session = records / "TZ-B_session.json"
    shutil.copy(session, tmp_path / "session.json")
    again = list(read_paths([session, tmp_path / "session.json"]))
    assert again[1].reason == f"the same session as in {again[0].path}"


def test_another_hand_of_the_same_id_is_not_called_the_same(tmp_path):
    one, two = log_games.random_game(0), log_games.random_game(4)
    text = log_games.to_pku(two).replace(two.id, one.id)
    (tmp_path / "games.txt").write_text(log_games.to_pku(one) + "\n" + text)
    _, aside = read_paths([tmp_path])
    assert aside.reason == f"another game of the same id is in {tmp_path / 'games.txt'}, line 1"


def test_find_files(tmp_path):
    for name in ("b/2.txt", "b/1.txt", "a.txt", ".hidden/c.txt", "b/.DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "b" / "loop").symlink_to(tmp_path)
    (tmp_path / "b" / "link.txt").symlink_to(tmp_path / "a.txt")
    found = find_files([tmp_path / "b", tmp_path, str(tmp_path / "a.txt")])
    assert [p.name for p in found] in (["1.txt", "2.txt", "link.txt"], ["a.txt", "1.txt", "2.txt"])
    assert len(found) == 3
    assert find_files(str(tmp_path / "a.txt")) == [tmp_path / "a.txt"]


def test_a_missing_path_is_refused_at_once(tmp_path):
    with pytest.raises(LogError, match="no file or folder"):
        read_paths([tmp_path / "nowhere"])
    with pytest.raises(LogError, match="no file or folder"):
        replay_all([tmp_path / "nowhere"])
    with pytest.raises(LogError, match="cannot be read"):
        list(read(tmp_path / "nowhere"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_set_aside(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("x")
    path.chmod(0)
    (aside,) = read_paths([tmp_path])
    assert "cannot be read" in aside.reason


def test_a_file_that_vanishes_is_set_aside(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(log_games.to_pku(log_games.random_game(ord(name[0]))))
    records = read_paths([tmp_path])
    next(records)
    (tmp_path / "b.txt").unlink()
    (aside,) = records
    assert "cannot be read" in aside.reason


def test_public_case_p13(tmp_path):
    """One log of unknown rules among good ones is skipped with a note (bug_cases P13)."""
    import json

    for number in range(3):
        record = log_games.random_record(number)
        if number == 1:
            record["step"]["g"]["b"] = 16
        (tmp_path / f"{number}.json").write_text(json.dumps(record))
    *results, _session = replay_all([tmp_path])
    asides = [r for r in results if isinstance(r, SetAside)]
    assert len([r for r in results if isinstance(r, Replay)]) == 2
    assert [a.reason for a in asides] == ["the rule of 16 base points is not known, only 8"]
    assert asides[0].place == "step.g.b"
