from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from mjlab.errors import MjlabError
from mjlab.frames import files


def test_formulas_stay_text(tmp_path: Path) -> None:
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'quoted", "plain", "a=b", ""]
    table = pd.DataFrame({"player": names, "score": range(-5, 6)})
    path = files.write_csv(tmp_path / "a.csv", table)
    back = pd.read_csv(path, keep_default_na=False)
    assert all(cell[:1] not in "=+-@\t\r\n" or not cell for cell in back["player"])
    assert back["score"].to_list() == list(range(-5, 6))
    assert [c.removeprefix("'") for c in back["player"]] == names


def test_csv_is_marked_as_utf_8(tmp_path: Path) -> None:
    path = files.write_csv(tmp_path / "a.csv", pd.DataFrame({"zh": ["一万"], "n": [None]}))
    assert path.read_bytes() == "\ufeffzh,n\r\n一万,\r\n".encode()


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
    with pytest.raises(MjlabError, match="folder cannot be made"):
        files.make_folder(tmp_path / "out")
