"""A folder of broken files: what is sound is read, each problem is named with its place."""

import pytest

from mjlab.logs import Game, Replay, SetAside, read_paths, replay_all
from tests.support import broken_files

BROKEN = broken_files.broken_files()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    base = tmp_path_factory.mktemp("logs")
    for name, data in (broken_files.sound_files() | BROKEN).items():
        path = base / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return base


def test_there_are_many_kinds():
    assert len(BROKEN) >= 60


def test_sound_hands_are_read(folder):
    results = [r for r in replay_all([folder / "sound"]) if isinstance(r, Replay)]
    assert len(results) == 8
    assert all(r.verdict != "illegal" for r in results)
    assert {r.game.source for r in results} == {
        *("pku", "botzone", "judge", "pmn", "tziakcha"),
    }


@pytest.mark.parametrize("name", BROKEN)
def test_each_is_set_aside_with_its_reason(folder, name):
    records = list(read_paths([folder / name]))
    asides = [r for r in records if isinstance(r, SetAside)]
    assert asides, records
    for aside in asides:
        assert aside.reason
        assert len(aside.excerpt) <= 80
        assert str(aside).isprintable()
        assert aside.path.startswith(str(folder / name))
        known = aside.source is not None
        whole = any(part in aside.reason for part in (
            "not JSON", "packed file", "too long", "levels deep", "stands twice", "NaN", "UTF-8",
            "a number in the JSON", "base64", "no hand that was played", "is expected", "not from",
        ))  # fmt: skip
        assert aside.place or whole or not known, aside


def test_all_together(folder):
    records = list(read_paths([folder]))
    games = [r for r in records if isinstance(r, Game)]
    asides = [r for r in records if isinstance(r, SetAside)]
    touched = {name for name in BROKEN if any(name in a.path for a in asides)}
    assert touched == set(BROKEN)
    assert len(games) >= 8
    assert not any("sound/" in a.path and "same game" not in a.reason for a in asides)
    results = list(replay_all([folder]))
    assert sum(isinstance(r, SetAside) for r in results) == len(asides)
