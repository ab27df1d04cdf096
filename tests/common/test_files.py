from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from mjlab.common import files
from mjlab.errors import MjlabError


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
    with pytest.raises(MjlabError, match="folder cannot be made: a file is in the way") as caught:
        files.make_folder(tmp_path / "out")
    assert "--out" not in str(caught.value.hint)  # the caller's option may be another


def test_text_of_any_type_is_guarded() -> None:
    table = pd.DataFrame(
        {
            "kind": pd.Categorical(["=1", "b", "=1"]),
            "mixed": ["=1", -2, None],
            "gap": ["+1", None, "x"],
            "wide": ["\uff1d1", "\uff0b1", "a"],
            "span": pd.to_timedelta([-1, 2, 3], unit="D"),
        }
    )
    safe = files.safe_cells(table)
    assert safe["kind"].to_list() == ["'=1", "b", "'=1"]
    assert safe["mixed"].to_list()[:2] == ["'=1", -2]
    assert safe["gap"].isna().to_list() == [False, True, False]
    assert safe["wide"].to_list() == ["'\uff1d1", "'\uff0b1", "a"]
    assert safe["span"].iloc[0] == "'-1 days +00:00:00"
    assert table["kind"].to_list() == ["=1", "b", "=1"]


def test_numbers_of_any_type_keep_their_type() -> None:
    table = pd.DataFrame(
        {
            "n": [-1, 2],
            "f": [-0.5, None],
            "maybe": pd.array([-1, None], dtype="Int64"),
            "yes": [True, False],
            "kind": pd.Categorical([-1, 2]),
            "exact": [Decimal(-1), Fraction(-1, 2)],
            "day": pd.to_datetime(["2020-01-01", None]),
            "text": ["a", None],
        }
    )
    pd.testing.assert_frame_equal(files.safe_cells(table), table)


def test_names_of_columns_are_guarded() -> None:
    table = pd.DataFrame([["=1", -1, "x"]], columns=["=a", "=a", 5])
    safe = files.safe_cells(table)
    assert safe.columns.to_list() == ["'=a", "'=a", 5]
    assert safe.iloc[0].to_list() == ["'=1", -1, "x"]
    levels = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "-b")]))
    assert files.safe_cells(levels).columns.to_list() == [("a", "'-b")]
    assert files.safe_cells(pd.DataFrame()).empty
