"""Tables in the terminal: how they are laid out, and what their cells say."""

from __future__ import annotations

import io
import time
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from rich.cells import cell_len

from mjlab.cli import console as terminal
from mjlab.cli import tables
from mjlab.cli.tables import Column, exact, laid_out, rounded

COLUMNS = [Column("player"), Column("note"), Column("n", number=True), Column("pinyin", spare=1)]
ROW = ["一个很长的名字" * 4, "several words that can be folded " * 2, "12,345", "huā pái"]


def lines(room: int | None) -> list[str]:
    return laid_out(COLUMNS, [ROW, ["P1", "", "7", "x"]], room).lines


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("room", [20, 30, 45, 61, 64, 80, 90, 120, 160])
def test_lines_have_room_and_nothing_is_lost(room: int) -> None:
    made = lines(room)
    assert max(map(cell_len, made)) <= room
    told = squeezed("".join(made))
    for sign in squeezed("".join(ROW[:3])):
        assert sign in told
    assert told.count("名") >= 4
    assert "12,345" in "\n".join(made)


def test_a_row_is_a_line_where_nothing_bounds_it() -> None:
    made = lines(None)
    assert len(made) == 6
    assert all(cell in made[3] for cell in ROW)
    assert len({cell_len(line) for line in made if line}) == 1


def test_spare_columns_go_before_rows_are_set_upright() -> None:
    fits = max(map(cell_len, lines(None)))
    assert "pinyin" in lines(fits)[1]
    assert lines(fits) == lines(None)
    narrower = next(lines(room) for room in range(fits, 20, -1) if "pinyin" not in lines(room)[1])
    assert narrower[0] == ""
    assert lines(40)[0] == "row 1"
    assert "pinyin" in "\n".join(lines(40))  # upright there is room for all


def test_numbers_are_flush_right_and_never_folded() -> None:
    made = lines(70)
    assert made[1].rstrip().endswith(" n")
    assert [line for line in made if line.endswith("12,345 ")]
    wide = [Column("n", number=True)]
    assert laid_out(wide, [["1" * 50]], 30).lines[0] == "row 1"


def test_short_texts_stay_whole_beside_long_ones() -> None:
    made = laid_out([Column("a"), Column("b")], [["short", "x" * 200]], 60).lines
    assert all(line.startswith(" short   x") for line in made[3:4])
    assert cell_len(made[3]) == 60


def test_a_table_without_rows_has_heads() -> None:
    assert laid_out([Column("a")], [], 40).lines == ["", " a ", " ─ ", ""]


def test_columns_are_left_out_one_by_one_and_told() -> None:
    ranked = [Column(name * 9, number=True, spare=rank) for rank, name in enumerate("abc")]
    row = [["1", "2", "3"]]
    assert laid_out(ranked, row, 40).left_out == []
    assert laid_out(ranked, row, 30).left_out == ["c" * 9]
    assert laid_out(ranked, row, 20).left_out == ["b" * 9, "c" * 9]
    assert laid_out(ranked, row, 9).lines[0] == "row 1"


def test_cells() -> None:
    assert rounded(0.004, share=True) == "0.40%"
    assert rounded(-1234, share=False) == "−1,234"
    assert rounded(float("nan"), share=True) == rounded(pd.NA, share=False) == "–"
    assert rounded(True, share=False) == "True"
    assert exact(np.array([1.5, None], object)) == "[1.5, null]"
    assert exact({"a": Decimal("1.5"), "b": pd.Timestamp(0)}) == (
        '{"a": 1.5, "b": "1970-01-01T00:00:00"}'
    )
    assert exact(1e20) == "1e+20"
    assert exact("a\x1b\n") == "a??"


def test_rows_as_json_know_no_infinity_and_every_digit() -> None:
    frame = pd.DataFrame({"a": [10**30, None], "b": [0.1, float("inf")]})
    assert tables.json_rows(frame).splitlines() == [
        "[", '{"a": 1000000000000000000000000000000, "b": 0.1},', '{"a": null, "b": null}', "]",
    ]  # fmt: skip


def test_words_are_broken_by_the_columns_they_take() -> None:
    assert terminal.folded("平和 All Chows", 8) == ["平和 All", "Chows"]
    assert terminal.folded("平和平和", 5) == ["平和", "平和"]


def test_a_huge_cell_is_shortened_and_takes_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    frame = pd.DataFrame({"a": ["x\x1b" * 50_000_000, "y"], "b": [1, 2]})
    begun = time.process_time()
    tables.print_plain(frame, 0)
    assert time.process_time() - begun < 2
    said = capsys.readouterr().out
    assert "… (100,000,000 characters: --csv and --json print all)" in said
    assert said.count("x?") == 5000
    assert "y" in said


def test_many_rows_take_no_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    frame = pd.DataFrame({f"column {i}": [f"P{i}"] * 20_000 for i in range(20)})
    begun = time.process_time()
    tables.print_plain(frame, 0)
    assert time.process_time() - begun < 15
    assert len(capsys.readouterr().out.splitlines()) == 20_004


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("latin-1", "-8 - 3× hua pái? ... >=2 é"),
        ("gbk", "-8 – 3× huā pái牌 … ≥2 é"),
        ("utf-8", "−8 – 3× huā pái牌 … ≥2 é"),
    ],
)
def test_an_encoding_that_lacks_a_sign_keeps_its_sense(
    encoding: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding=encoding))
    terminal.forgive_encoding()
    print("−8 – 3× huā pái牌 … ≥2 é", end="", flush=True)
    assert raw.getvalue().decode(encoding) == said


def test_what_no_encoding_holds_is_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    terminal.forgive_encoding()
    print("a\udce9b", end="", flush=True)
    assert raw.getvalue() == b"a?b"
