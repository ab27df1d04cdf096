from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pandas as pd

from mjlab.dataset.csv import safe_cells, write_csv


def test_formulas_stay_text(tmp_path: Path) -> None:
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'quoted", "plain", "a=b", ""]
    table = pd.DataFrame({"player": names, "score": range(-5, 6)})
    path = write_csv(tmp_path / "a.csv", table)
    back = pd.read_csv(path, keep_default_na=False)
    assert all(cell[:1] not in "=+-@\t\r\n" or not cell for cell in back["player"])
    assert back["score"].to_list() == list(range(-5, 6))
    assert [c.removeprefix("'") for c in back["player"]] == names


def test_csv_is_marked_as_utf_8(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", pd.DataFrame({"zh": ["一万"], "n": [None]}))
    assert path.read_bytes() == "\ufeffzh,n\r\n一万,\r\n".encode()


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
    safe = safe_cells(table)
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
    pd.testing.assert_frame_equal(safe_cells(table), table)


def test_names_of_columns_are_guarded() -> None:
    table = pd.DataFrame([["=1", -1, "x"]], columns=["=a", "=a", 5])
    safe = safe_cells(table)
    assert safe.columns.to_list() == ["'=a", "'=a", 5]
    assert safe.iloc[0].to_list() == ["'=1", -1, "x"]
    levels = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "-b")]))
    assert safe_cells(levels).columns.to_list() == [("a", "'-b")]
    assert safe_cells(pd.DataFrame()).empty
