"""Imports: whatever the order, the number of workers and the interruptions, one dataset."""

from __future__ import annotations

import errno
import gzip
import importlib
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mjlab.dataset import Dataset, make_dataset, schemas
from mjlab.dataset.importing import Progress, import_logs, pieces, store, work
from mjlab.dataset.importing.keys import Registry, key_numbers
from mjlab.dataset.importing.store import locked
from mjlab.errors import MjlabError
from mjlab.logs import Game, Session, replay_all
from mjlab.logs.formats.native import native_line
from mjlab.simulate import records
from tests.support import broken_files
from tests.support.paths import RECORDS


def native(path: Path, found: Iterable[Game | Session]) -> Path:
    path.write_text("".join(native_line(one) + "\n" for one in found), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def simulated() -> list[Game | Session]:
    """Forty-two games in three sessions, the last one not played to its end."""
    return list(records(42, seed=3))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of few games, so that a few games make many parts."""
    monkeypatch.setattr(pieces, "_FIRST", 3)
    monkeypatch.setattr(pieces, "_GAMES", 5)
    monkeypatch.setattr(work, "_AT_ONCE", 2)


def contents(data: Dataset | Path, *, paths: bool = True) -> dict[str, pd.DataFrame]:
    """All tables, rows in the order of their keys."""
    data = Dataset.open(data) if isinstance(data, Path) else data
    found = {}
    for name, key in schemas.KEYS.items():
        table = getattr(data, name)
        if not paths and "path" in table:
            table = table.assign(path=table["path"].map(lambda path: Path(path).name))
        order = table[list(key)].astype("str").sort_values(list(key)).index
        found[name] = table.loc[order].reset_index(drop=True)
    return found


def assert_same(one: Any, other: Any, **how: Any) -> None:
    ours, theirs = contents(one, **how), contents(other, **how)
    for name in schemas.SCHEMAS:
        pd.testing.assert_frame_equal(ours[name], theirs[name], obj=name)


# What comes out ------------------------------------------------------------------------------


def test_an_import_holds_what_memory_would(
    tmp_path: Path, simulated: list[Game | Session], small: None
) -> None:
    logs = native(tmp_path / "a.jsonl", simulated)
    done = import_logs([logs, RECORDS], tmp_path / "ds", workers=1)
    assert done.games == 59
    assert done.parts > 5
    assert_same(tmp_path / "ds", make_dataset(replay_all([logs, RECORDS])))


def test_types_and_order_are_those_of_memory(tmp_path: Path) -> None:
    import_logs([RECORDS], tmp_path / "ds", workers=1)
    stored, memory = Dataset.open(tmp_path / "ds"), make_dataset(replay_all([RECORDS]))
    for name in schemas.SCHEMAS:
        pd.testing.assert_frame_equal(getattr(stored, name), getattr(memory, name), obj=name)
        schemas.SCHEMAS[name].validate(getattr(stored, name))
    assert repr(stored) == repr(memory)
    assert stored.rules == memory.rules


@pytest.mark.slow
def test_workers_and_the_size_of_parts_change_nothing(
    tmp_path: Path, simulated: list[Game | Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = native(tmp_path / "a.jsonl", simulated)
    import_logs([logs], tmp_path / "one", workers=1)
    monkeypatch.setattr(pieces, "_FIRST", 2)
    monkeypatch.setattr(pieces, "_GAMES", 7)
    import_logs([logs], tmp_path / "two", workers=2)
    assert len(list((tmp_path / "two" / "games").iterdir())) > 3
    assert_same(tmp_path / "one", tmp_path / "two")
    pd.testing.assert_frame_equal(
        Dataset.open(tmp_path / "one").events, Dataset.open(tmp_path / "two").events
    )


def test_places_are_those_of_the_whole_file(tmp_path: Path, small: None) -> None:
    games = [game for game in records(12, seed=8) if isinstance(game, Game)]
    games[9] = replace(games[9], events=games[9].events[:20] + games[9].events[21:])
    logs = native(tmp_path / "a.jsonl", games)
    logs.write_text(logs.read_text(encoding="utf-8") + '{"mjlab": 1}\n', encoding="utf-8")
    import_logs([logs], tmp_path / "ds", workers=1)
    data = Dataset.open(tmp_path / "ds")
    assert data.games["place"].to_list() == [f"line {n}" for n in range(1, 13)]
    problems = data.problems[["kind", "place"]].to_numpy().tolist()
    assert problems[0] == ["illegal event", "line 10"] or problems[0][1].startswith("line 10,")
    assert problems[-1][0] == "set aside"
    assert problems[-1][1].startswith("line 13")


def test_packed_files_are_the_same_files(tmp_path: Path, simulated: list[Game | Session]) -> None:
    plain = native(tmp_path / "a.jsonl", simulated[:5])
    packed = tmp_path / "packed"
    packed.mkdir()
    (packed / "a.jsonl").write_bytes(gzip.compress(plain.read_bytes()))
    with zipfile.ZipFile(packed / "b.zip", "w") as archive:
        archive.writestr("inner/TZ.json", (RECORDS / "TZ-B00.json").read_bytes())
    import_logs([packed], tmp_path / "ds", workers=1)
    import_logs([plain, RECORDS / "TZ-B00.json"], tmp_path / "plain", workers=1)
    assert Dataset.open(tmp_path / "ds").count("games") == 6
    again = import_logs([plain, RECORDS / "TZ-B00.json"], tmp_path / "ds", workers=1)
    assert (again.games, len(again.skipped)) == (0, 2)


def test_progress_is_told(tmp_path: Path, simulated: list[Game | Session], small: None) -> None:
    logs = native(tmp_path / "a.jsonl", simulated)
    told: list[Progress] = []
    import_logs([logs], tmp_path / "ds", workers=1, progress=told.append)
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert (told[-1].done, told[-1].games) == (told[-1].total, 42)
    assert told[-1].total == logs.stat().st_size


# Again, and more -----------------------------------------------------------------------------


def test_what_is_there_is_skipped_under_any_name(tmp_path: Path) -> None:
    import_logs([RECORDS], tmp_path / "ds", workers=1)
    before = contents(tmp_path / "ds")
    moved = tmp_path / "moved"
    moved.mkdir()
    for file in RECORDS.glob("*.json"):
        (moved / f"x{file.name}").write_bytes(file.read_bytes())
    done = import_logs([RECORDS, moved], tmp_path / "ds")
    assert (done.games, done.parts) == (0, 0)
    assert len(done.skipped) == done.files
    for name, table in contents(tmp_path / "ds").items():
        pd.testing.assert_frame_equal(table, before[name])


def test_a_growing_file_tells_nothing_of_what_it_had(
    tmp_path: Path, simulated: list[Game | Session]
) -> None:
    games = [one for one in simulated if isinstance(one, Game)][:6]
    for n in (3, 5, 6):
        logs = native(tmp_path / "a.jsonl", games[:n])
        done = import_logs([logs], tmp_path / "ds", workers=1)
        assert done.duplicates == 0
    data = Dataset.open(tmp_path / "ds")
    assert data.count("games") == 6
    assert data.count("problems") == 0
    moved = native(tmp_path / "a.jsonl", [games[1], replace(games[0], events=()), *games[2:]])
    assert import_logs([moved], tmp_path / "ds", workers=1).duplicates == 2  # 3 to 6 are the same
    reasons = Dataset.open(tmp_path / "ds").problems.sort_values("place")["reason"].to_list()
    assert reasons == [
        f"the same game as in {logs}, line 2",
        f"another game of the same id is in {logs}, line 1",
    ]


def test_a_growing_file_tells_nothing_of_its_sessions(
    tmp_path: Path, simulated: list[Game | Session]
) -> None:
    for n in (20, len(simulated)):
        logs = native(tmp_path / "a.jsonl", simulated[:n])
        import_logs([logs], tmp_path / "ds", workers=1)
    assert Dataset.open(tmp_path / "ds").count("problems") == 0
    (first, *_) = [one for one in simulated if isinstance(one, Session)]
    twice = native(tmp_path / "b.jsonl", [*simulated, first])
    import_logs([twice], tmp_path / "other", workers=1)
    (reason,) = Dataset.open(tmp_path / "other").problems["reason"]
    assert reason == f"the same session as in {twice}"


def test_each_empty_file_is_told(tmp_path: Path) -> None:
    for name in ("a.json", "b.json", "c.json"):
        (tmp_path / name).write_bytes(b"")
    for name in ("d.txt", "e.txt"):
        (tmp_path / name).write_text("not a log", encoding="utf-8")
    done = import_logs([tmp_path], tmp_path / "ds", workers=1)
    assert (done.files, done.skipped) == (5, [])
    assert_same(tmp_path / "ds", make_dataset(replay_all(sorted(tmp_path.glob("*.*")))))
    assert Dataset.open(tmp_path / "ds").count("problems") == 5
    again = import_logs([tmp_path], tmp_path / "ds", workers=1)
    assert len(again.skipped) == 5


@pytest.mark.slow
def test_one_after_another_is_all_at_once(
    tmp_path: Path, simulated: list[Game | Session], small: None
) -> None:
    """Sessions too: their games and their scores come from several imports."""
    for number, first in enumerate(range(0, len(simulated), 9)):
        native(tmp_path / f"logs{number}.jsonl", simulated[first : first + 9])
    logs = sorted(tmp_path.glob("*.jsonl"))
    for file in reversed(logs):
        import_logs([file], tmp_path / "ds", workers=1)
    import_logs(logs, tmp_path / "once", workers=1)
    assert_same(tmp_path / "ds", tmp_path / "once")
    data = Dataset.open(tmp_path / "ds")
    assert data.sessions["n_games"].to_list() == [16, 16, 10]
    assert data.problems.empty


def test_a_session_that_is_not_complete_is_told_until_it_is(
    tmp_path: Path, simulated: list[Game | Session]
) -> None:
    session = next(one for one in simulated if isinstance(one, Session))
    games = [one for one in simulated if isinstance(one, Game) and one.id in session.games]
    wrong = replace(session, totals={name: n + 1 for name, n in session.totals.items()})
    for number, found in enumerate(([*games[:5], wrong], games[5:])):
        native(tmp_path / f"{number}.jsonl", found)
        import_logs([tmp_path / f"{number}.jsonl"], tmp_path / "ds", workers=1)
        data = Dataset.open(tmp_path / "ds")
        assert data.sessions["n_missing"].to_list() == [[11], [0]][number]
        assert data.problems["point"].to_list() == [[], ["score"]][number]
    folder = tmp_path / "ds"
    assert len(list((folder / "sessions").iterdir())) == 1


def test_a_game_of_another_file_is_set_aside(
    tmp_path: Path, simulated: list[Game | Session], small: None
) -> None:
    games = [one for one in simulated if isinstance(one, Game)][:8]
    native(tmp_path / "a.jsonl", games[:6])
    changed = replace(games[5], events=games[5].events[:-3])
    native(tmp_path / "b.jsonl", [games[4], changed, games[6], games[6], games[7]])
    done = import_logs([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], tmp_path / "ds", workers=1)
    assert done.games == 8
    data = Dataset.open(tmp_path / "ds")
    assert data.games["game"].is_unique
    for name, key in schemas.KEYS.items():
        assert not getattr(data, name).duplicated(list(key)).any()
        if "game" in getattr(data, name) and name != "problems":
            assert set(getattr(data, name)["game"]) <= set(data.games["game"])
    reasons = data.set_aside.sort_values("place")["reason"].to_list()
    a, b = (str(tmp_path / name) for name in ("a.jsonl", "b.jsonl"))
    assert reasons == [
        f"the same game as in {a}, line 5",
        f"another game of the same id is in {a}, line 6",
        f"the same game as in {b}, line 3",
    ]
    memory = make_dataset(replay_all([a, b]))
    assert_same(tmp_path / "ds", memory)


def test_a_game_of_many_files_is_there_once(
    tmp_path: Path, simulated: list[Game | Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part from which it was taken out is not where it is."""
    monkeypatch.setattr(pieces, "_FIRST", 20)
    monkeypatch.setattr(pieces, "_GAMES", 3)
    games = [one for one in simulated if isinstance(one, Game)]
    native(tmp_path / "0.jsonl", games[:20])
    for number in range(1, 6):
        new = games[18 + 2 * number : 20 + 2 * number]
        native(tmp_path / f"{number}.jsonl", [games[0], *new])
    logs = sorted(tmp_path.glob("*.jsonl"))
    done = import_logs(logs, tmp_path / "ds", workers=1)
    data = Dataset.open(tmp_path / "ds")
    assert data.games["game"].is_unique
    assert (done.games, done.duplicates, done.parts) == (30, 5, 6)
    assert_same(data, make_dataset(replay_all(logs)))


def test_numbers_stand_for_the_keys_of_games() -> None:
    known = Registry()
    known.add(key_numbers(["pku 1", "pku 2"]), 0)
    known.add(key_numbers([f"pku {n}" for n in range(3, 9)]), 1)
    assert known.parts_of(key_numbers(["pku 2", "pku 9", "pku 5"])).tolist() == [0, -1, 1]
    assert len(known) == 8


def test_files_of_the_dataset_are_no_logs(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes((RECORDS / "TZ-B00.json").read_bytes())
    for _ in range(2):
        import_logs([tmp_path], tmp_path / "ds", workers=1)
    data = Dataset.open(tmp_path / "ds")
    assert (data.count("games"), data.count("problems")) == (1, 0)


def test_reports_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    from mjlab.report import write_report

    write_report(make_dataset(replay_all([RECORDS / "TZ-B00.json"])), tmp_path / "logs" / "report")
    (tmp_path / "logs" / "a.json").write_bytes((RECORDS / "TZ-B00.json").read_bytes())
    import_logs([tmp_path / "logs"], tmp_path / "ds", workers=1)
    assert Dataset.open(tmp_path / "ds").problems.empty


# Broken, stopped, refused --------------------------------------------------------------------

BROKEN: dict[str, bytes] = {
    "empty.txt": b"",
    "noise.bin": bytes(range(256)) * 40,
    "zeros.txt": b"\0" * 5000,
    "cut.json": (RECORDS / "TZ-B01.json").read_bytes()[:900],
    "deep.json": b"[" * 100_000,
    "deep.jsonl": b'{"mjlab": 1, "type": ' + b"[" * 50_000 + b"\n",
    "huge_number.jsonl": b'{"mjlab": 1, "type": "game", "index": ' + b"9" * 10_000 + b"}\n",
    "long_line.jsonl": b'{"mjlab": 1, "x": "' + b"a" * 5_000_000 + b'"}\n',
    "utf16.txt": "Match 1\nWind 0\n".encode("utf-16"),
    "latin.txt": b"Match \xe9\nWind 0\n",
    "cut.txt": b"Match 1\nWind 0\nPlayer 0 Deal W1 W2",
    "gibberish.txt": b"Match 1\nWind 9\n" + b"Player\n" * 2000,
    "bomb.gz": gzip.compress(b"Match 1\nWind 0\n" + b"\n" * 40_000_000),
    "cut.gz": gzip.compress((RECORDS / "TZ-B02.json").read_bytes())[:300],
    "not.zip": b"PK\x03\x04" + b"x" * 100,
    "page.html": b"<!DOCTYPE html><script>alert(1)</script>",
    "report.csv": b"game,points\n1,2\n",
    "<b>name.txt": b"nothing",
    "'; drop table games; --.json": b'{"step": 1}',
}


def test_broken_files_are_named_and_the_sound_ones_imported(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    for name, data in BROKEN.items():
        (logs / name).write_bytes(data)
    (logs / "good.json").write_bytes((RECORDS / "TZ-B03.json").read_bytes())
    (logs / "copy.json").write_bytes((RECORDS / "TZ-B03.json").read_bytes() + b"\n")
    (logs / "link.json").symlink_to(logs / "gone")
    import_logs([logs], tmp_path / "ds", workers=2)
    data = Dataset.open(tmp_path / "ds")
    assert data.games["game"].to_list() == ["tziakcha TZ-B03"]
    named = {Path(path).name for path in data.problems["path"]}
    assert named == {*BROKEN, "good.json", "link.json"}
    assert data.problems["reason"].str.len().min() > 5
    assert (data.problems["kind"] == "set aside").all()
    again = import_logs([logs], tmp_path / "ds", workers=1)
    assert (again.games, again.problems.total()) == (0, 0)
    assert Dataset.open(tmp_path / "ds").count("problems") == data.count("problems")


def test_every_kind_of_broken_file_is_as_in_memory(tmp_path: Path, small: None) -> None:
    """Those that the readers are tested with: cut into pieces they say the same."""
    broken = broken_files.broken_files()
    files = broken_files.sound_files() | broken
    for name, data in files.items():
        (tmp_path / "logs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "logs" / name).write_bytes(data)
    done = import_logs([tmp_path / "logs"], tmp_path / "ds", workers=1)
    data = Dataset.open(tmp_path / "ds")
    assert done.games >= 7
    assert done.problems.total() >= len(broken)
    assert_same(data, make_dataset(replay_all([tmp_path / "logs"])))
    again = import_logs([tmp_path / "logs"], tmp_path / "ds", workers=1)
    assert (again.games, again.problems.total()) == (0, 0)


def test_all_samples_are_as_in_memory(tmp_path: Path, small: None, shared: Path) -> None:
    import_logs([shared], tmp_path / "ds", workers=1)
    data = Dataset.open(tmp_path / "ds")
    assert data.findings.empty
    assert data.games["outcome"].value_counts()["error"] == 0
    assert data.games["replayed"].sum() == 45
    assert (data.wins["fan_total"].isna() == data.wins["hand"].isna()).all()
    assert_same(data, make_dataset(replay_all([shared])))


class StoppedError(BaseException):
    """What a kill is to a process: nothing is tidied up behind it."""


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the work stop at the nth thing it does to the disk."""
    left = [10**9]

    def counted(done: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise StoppedError
            return done(*args, **more)

        return call

    for where, name in ((store, "_move"), (store, "_record"), (store, "_sync"), (Path, "unlink")):
        monkeypatch.setattr(where, name, counted(getattr(where, name)))
    monkeypatch.setattr(work, "write_table", counted(work.write_table))
    monkeypatch.setattr(store.shutil, "rmtree", counted(store.shutil.rmtree))

    def stop(steps: int) -> None:
        left[0] = steps

    return stop


@pytest.mark.slow
def test_stopped_anywhere_and_run_again_it_is_the_same(
    tmp_path: Path, simulated: list[Game | Session], small: None, stop_at: Callable[[int], None]
) -> None:
    logs = [native(tmp_path / "a.jsonl", simulated[:12]),
            native(tmp_path / "b.jsonl", simulated[10:20])]  # fmt: skip
    import_logs(logs, tmp_path / "whole", workers=1)
    whole = contents(tmp_path / "whole")
    stopped = steps = 0
    while True:
        folder = tmp_path / f"ds{steps}"
        stop_at(steps)
        try:
            import_logs(logs, folder, workers=1)
        except StoppedError:
            stopped += 1
        else:
            break
        stop_at(10**9)
        import_logs(logs, folder, workers=1)
        for name, table in contents(folder).items():
            pd.testing.assert_frame_equal(table, whole[name], obj=f"{name} after {steps} steps")
        known = {
            file for table in schemas.SCHEMAS for file in store.read_manifest(folder).files(table)
        }
        assert {f for t in schemas.SCHEMAS for f in (folder / t).glob("*")} == known
        assert not list(folder.glob(".new-*"))
        steps += 7
    assert stopped > 8


def test_one_import_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "ds").mkdir()
    with locked(tmp_path / "ds" / ".lock"), pytest.raises(MjlabError, match="another import"):
        import_logs([RECORDS], tmp_path / "ds", workers=1)
    import_logs([RECORDS / "TZ-B00.json"], tmp_path / "ds", workers=1)


def test_what_is_no_dataset_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(MjlabError, match="the folder holds other files"):
        import_logs([RECORDS], tmp_path, workers=1)
    with pytest.raises(MjlabError, match="the folder is no dataset"):
        Dataset.open(tmp_path)
    with pytest.raises(MjlabError, match="there is no file or folder"):
        import_logs([tmp_path / "gone"], tmp_path / "ds")
    assert not (tmp_path / "ds").exists()
    (tmp_path / "none").mkdir()
    assert import_logs([tmp_path / "none"], tmp_path / "ds").files == 0
    assert not (tmp_path / "ds").exists()


def test_settings_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "ds"
    import_logs([RECORDS / "TZ-B00.json"], folder, rules="mcr2006", players="by-session", workers=1)
    import_logs([RECORDS / "TZ-B01.json"], folder, workers=1)
    data = Dataset.open(folder)
    assert data.rules is not None
    assert data.rules.name == "mcr2006"
    assert data.hands["player"].str.endswith("(tziakcha TZ-B)").all()
    for asked in ({"rules": "mcr1998"}, {"players": "by-name"}):
        with pytest.raises(MjlabError, match="in this dataset, not"):
            import_logs([RECORDS], folder, workers=1, **asked)  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="'by-table'"):
        import_logs([RECORDS], folder, players="by-table")  # type: ignore[arg-type]
    with pytest.raises(MjlabError, match="workers=0"):
        import_logs([RECORDS], folder, workers=0)


def test_another_version_is_refused(tmp_path: Path) -> None:
    import_logs([RECORDS / "TZ-B00.json"], tmp_path / "ds", workers=1)
    file = tmp_path / "ds" / "dataset.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'),
                    encoding="utf-8")  # fmt: skip
    with pytest.raises(MjlabError, match="another version of mjlab"):
        Dataset.open(tmp_path / "ds")
    file.write_text("{", encoding="utf-8")
    with pytest.raises(MjlabError, match=r"dataset\.json is damaged"):
        Dataset.open(tmp_path / "ds")


def test_a_dataset_is_not_made_around_its_logs(tmp_path: Path) -> None:
    shutil.copytree(RECORDS, tmp_path / "logs")
    for logs in (tmp_path / "logs", tmp_path / "logs" / "TZ-B00.json"):
        with pytest.raises(MjlabError, match="the dataset would hold the logs") as caught:
            import_logs([logs], tmp_path / "logs", workers=1)
        assert caught.value.hint == "another folder"
    assert not (tmp_path / "logs" / "dataset.json").exists()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(MjlabError, match="a file is in the way") as caught:
        import_logs([RECORDS], tmp_path / "file" / "ds", workers=1)
    assert "--out" not in str(caught.value)


@pytest.mark.parametrize("where", ["make_part", "write_table"])
def test_a_full_disk_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """In a worker, and where the import itself writes."""
    run, pool = (importlib.import_module(f"mjlab.dataset.importing.{n}") for n in ("run", "pool"))

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pool if where == "make_part" else run, where, full)
    with pytest.raises(MjlabError, match="the disk is full") as caught:
        import_logs([RECORDS], tmp_path / "ds", workers=1)
    assert "make room" in str(caught.value.hint)
    monkeypatch.undo()
    import_logs([RECORDS], tmp_path / "ds", workers=1)
    assert Dataset.open(tmp_path / "ds").count("games") == 17


def test_a_fault_of_ours_is_told_and_nothing_is_lost(
    tmp_path: Path, simulated: list[Game | Session], small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = native(tmp_path / "a.jsonl", simulated)
    made = work.tables_of
    calls = [0]

    def fails(gathered: Any) -> Any:
        calls[0] += 1
        if calls[0] == 4:
            raise ValueError("a fault")
        return made(gathered)

    monkeypatch.setattr(work, "tables_of", fails)
    with pytest.raises(MjlabError, match="a worker failed: ValueError: a fault") as caught:
        import_logs([logs], tmp_path / "ds", workers=1)
    assert "run the import again" in str(caught.value.hint)
    assert Dataset.open(tmp_path / "ds").count("games") > 5
    import_logs([logs], tmp_path / "ds", workers=1)
    assert Dataset.open(tmp_path / "ds").count("games") == 42
