from __future__ import annotations

from pathlib import Path

import pytest

from mjlab.common import files
from mjlab.errors import MjlabError


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = files.write_text(tmp_path / "a.txt", "old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(MjlabError, match="No space left"):
        files.write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_an_interrupted_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(tmp_path / "a.txt", "new")
    assert not list(tmp_path.iterdir())


def test_surrogates_do_not_stop_a_report(tmp_path: Path) -> None:
    assert files.write_text(tmp_path / "a", "P\udce9").read_text(encoding="utf-8") == "P?"


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(MjlabError, match="folder cannot be made"):
        files.make_folder(tmp_path / "out" / "deeper")
    with pytest.raises(MjlabError, match="folder cannot be made: a file is in the way") as caught:
        files.make_folder(tmp_path / "out")
    assert "--out" not in str(caught.value.hint)  # the caller's option may be another
