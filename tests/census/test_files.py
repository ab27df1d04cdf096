"""Censuses as folders of Parquet files."""

import json

import pandas as pd
import pytest

from mjlab import census
from mjlab.census import files
from mjlab.errors import MjlabError
from mjlab.rules import ruleset


@pytest.fixture
def found():
    return census.run(
        self_drawn=False,
        seat="S",
        ruleset=ruleset("mcr2006").changed(min_fan=6),
        melds=1,
        where="only=1234567m5z fans=混一色",
    )


def test_what_was_written_is_read(found, tmp_path):
    written = found.to_parquet(tmp_path / "a" / "b")
    names = {path.name for path in written}
    assert {p.name for p in (tmp_path / "a" / "b").iterdir()} == names
    again = census.Census.open(tmp_path / "a" / "b")
    assert again.question == found.question
    for table in ("lists", "fan_table", "totals", "forms", "readings", "cooccurrence"):
        pd.testing.assert_frame_equal(getattr(again, table)(), getattr(found, table)())
    assert again.physical_at_least(8) == found.physical_at_least(8)
    assert str(again) == str(found)
    stored = pd.read_parquet(tmp_path / "a" / "b" / "fan_table.parquet")
    pd.testing.assert_frame_equal(stored, found.fan_table())
    assert str(pd.read_parquet(tmp_path / "a" / "b" / "lists.parquet")["pairs"].dtype) == "int64"


def test_a_census_replaces_another(found, tmp_path, self_drawn):
    found.to_parquet(tmp_path)
    self_drawn.to_parquet(tmp_path)
    assert census.Census.open(tmp_path).pairs == self_drawn.pairs


def test_files_of_two_censuses_are_noticed(found, tmp_path, self_drawn):
    found.to_parquet(tmp_path / "one")
    self_drawn.to_parquet(tmp_path / "two")
    (tmp_path / "one" / "hands.parquet").replace(tmp_path / "two" / "hands.parquet")
    with pytest.raises(MjlabError, match=r"hands.parquet is missing or of another census"):
        census.Census.open(tmp_path / "two")
    with pytest.raises(MjlabError, match=r"hands.parquet is missing"):
        census.Census.open(tmp_path / "one")


def test_an_interrupted_write_leaves_no_half_file(found, tmp_path, monkeypatch):
    found.to_parquet(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(pd.DataFrame, "to_parquet", interrupted)
    with pytest.raises(KeyboardInterrupt):
        found.to_parquet(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert census.Census.open(tmp_path).pairs == found.pairs


@pytest.mark.parametrize(
    "about", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "question": {}, "sha256": {}}']
)
def test_a_damaged_description(about, tmp_path):
    (tmp_path / "census.json").write_text(about, encoding="utf-8")
    with pytest.raises(MjlabError, match="damaged"):
        census.Census.open(tmp_path)


def test_what_is_no_census(found, tmp_path):
    with pytest.raises(MjlabError, match="no census here"):
        census.Census.open(tmp_path / "nowhere")
    found.to_parquet(tmp_path)
    about = json.loads((tmp_path / "census.json").read_text(encoding="utf-8"))
    about["version"] = 99
    (tmp_path / "census.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(MjlabError, match="version 99"):
        census.Census.open(tmp_path)
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        for refuse in (found.to_parquet, files.check_folder):
            with pytest.raises(MjlabError, match="a file is in the way") as told:
                refuse(folder)
            assert told.value.hint == "a folder, e.g. every_hand"


def test_a_folder_is_checked_without_being_made(tmp_path, monkeypatch):
    files.check_folder(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    with pytest.raises(MjlabError, match="may not be written"):
        files.check_folder(tmp_path / "a" / "b")
