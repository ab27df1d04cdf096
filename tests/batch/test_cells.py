"""Cells as spreadsheets write them, columns as people name them, rows as frames label them."""

import numpy as np
import pandas as pd
import pytest

from mjlab.batch import CIRCUMSTANCE_BITS, HandBatch, WinBatch
from mjlab.batch.cells import is_missing, labels_of, row_name
from mjlab.errors import HandError, MjlabError
from mjlab.hand.circumstances import FLAGS
from mjlab.rules import FANS

HAND = "123m456p789s1122z+1z"
TRUE = ("true", "True", "TRUE", " yes ", "Yes", "1", "1.0", "1.", True, 1, 1.0)
FALSE = ("false", "False", "FALSE", "no", "NO", "0", "0.0", False, 0, 0.0)


def read(n=1, **columns):
    """A batch of one hand, `n` times, with columns of any objects."""
    series = {name: pd.Series(values, dtype=object) for name, values in columns.items()}
    n = max([n, *map(len, series.values())])
    return WinBatch.from_frame(pd.DataFrame({"hand": [HAND] * n, **series}))


@pytest.mark.parametrize("many", [1, 60])
def test_truth_is_read_however_it_is_spelt(many):
    batch = read(self_drawn=[*TRUE, *FALSE] * many)
    assert batch.problems() == {}
    wanted = [1] * len(TRUE) + [0] * len(FALSE)
    assert batch.circumstances.tolist() == wanted * many


@pytest.mark.parametrize("many", [1, 60])
def test_flowers_are_read_as_text(many):
    batch = read(flowers=["2", " 8 ", "1.0", "0", 3, 4.0] * many)
    assert batch.problems() == {}
    assert batch.flowers.tolist() == [2, 8, 1, 0, 3, 4] * many


def test_a_file_with_one_odd_cell(tmp_path):
    path = tmp_path / "hands.csv"
    path.write_text(f"hand,self_drawn,flowers\n{HAND},True,2\n{HAND},no,many\n{HAND},1,1\n")
    batch = WinBatch.from_frame(pd.read_csv(path))
    assert batch.circumstances.tolist() == [1, 0, 1]
    assert batch.flowers.tolist() == [2, 0, 1]
    assert batch.problems() == {1: "'many' flowers cannot be, 0 to 8 can"}


@pytest.mark.parametrize("value", ["maybe", "2", "1.5", "-1", "truee", "１", "9" * 5_000])
def test_what_spells_no_truth_is_refused(value):
    (problem,) = read(self_drawn=[value]).problems().values()
    assert problem == f"self_drawn={value!r} is neither True nor False"


@pytest.mark.parametrize("value", ["9", "1.5", "-1", "two", "9" * 5_000])
def test_what_is_no_number_of_flowers_is_refused(value):
    (problem,) = read(flowers=[value]).problems().values()
    assert problem.endswith("flowers cannot be, 0 to 8 can")


@pytest.mark.parametrize("many", [1, 60])
def test_winds_in_every_script_but_not_by_number(many):
    batch = read(seat=["E", "South", "西", "north wind", "東", "東風", "南風", "东风"] * many)
    assert batch.seat.tolist() == [0, 1, 2, 3, 0, 0, 1, 0] * many
    wrong = read(seat=[0, 1, "1", "X"] * many)
    assert wrong.problem(0) == "seat=0 is not a wind: E, S, W or N"
    assert wrong.problem(3) == "seat='X' is not a wind: E, S, W or N"
    assert (wrong.status == 2).all()


@pytest.mark.parametrize("nothing", [None, np.nan, pd.NA, pd.NaT, "", "  ", np.float32("nan")])
def test_what_is_missing_is_called_so(nothing):
    assert is_missing(nothing)
    for name in ("round", "seat", *CIRCUMSTANCE_BITS, "flowers"):
        assert read(**{name: [nothing]}).problem(0) == f"{name} is missing"
        named = WinBatch.from_texts([HAND], circumstances=[{name: nothing}])
        assert named.problem(0) == f"{name} is missing"
    frame = pd.DataFrame({"hand": pd.Series([HAND, nothing], dtype=object)})
    assert WinBatch.from_frame(frame).problems() == {1: "hand is missing"}
    assert WinBatch.from_texts([HAND, nothing]).problems() == {1: "hand is missing"}
    with pytest.raises(HandError, match="row 1: hand is missing"):
        HandBatch.from_hands(["123m456p789s1122z", nothing])


def test_zero_and_no_are_not_missing():
    assert not any(map(is_missing, (0, 0.0, False, "0", [], np.zeros(34))))


NEAR = {
    "Self_Drawn": "self_drawn", "selfdrawn": "self_drawn", "self drawn": "self_drawn",
    "self-drawn": "self_drawn", "self_drwan": "self_drawn", "自摸": "self_drawn",
    "seat_wind": "seat", "Seat": "seat", "seatWind": "seat", "门风": "seat",
    "round_wind": "round", "ROUND": "round", "prevalent_wind": "round", "wind_round": "round",
    "Flowers": "flowers", "flower": "flowers", "last_of_a_kind": "last_of_kind",
    "Wall last": "wall_last", "KongReplacement": "kong_replacement",
    "robbing_the_kong": "robbing_kong",
    "flowerCount": "flowers", "n_flowers": "flowers", "花": "flowers", "花数": "flowers",
    "花牌數": "flowers", "flower_tiles": "flowers", "seatWind_": "seat", "門風": "seat",
    "自风": "seat", "jikaze": "seat", "圈风": "round", "quanfeng": "round", "bakaze": "round",
    "prevalentWind": "round", "isSelfDrawn": "self_drawn", "tsumo": "self_drawn",
    "isZimo": "self_drawn", "is4thTile": "last_of_kind", "绝张": "last_of_kind",
    "isWallLast": "wall_last", "海底": "wall_last", "haitei": "wall_last",
    "杠开": "kong_replacement", "rinshan": "kong_replacement", "抢杠": "robbing_kong",
    "槓上開花": "kong_replacement", "搶槓和": "robbing_kong", "qiang_gang": "robbing_kong",
}  # fmt: skip


@pytest.mark.parametrize(("name", "meant"), NEAR.items())
def test_a_column_called_nearly_like_a_circumstance_is_refused(name, meant):
    frame = pd.DataFrame({"hand": [HAND], name: ["E"]})
    with pytest.raises(HandError) as caught:
        WinBatch.from_frame(frame)
    assert caught.value.message == f"the column {name!r} would not be read"
    assert repr(meant) in (caught.value.hint or "")
    known = {"round": "E", "seat": "E", "flowers": 0}.get(meant, False)
    both = frame.assign(**{meant: [known]})
    assert WinBatch.from_frame(both).problems() == {}
    assert WinBatch.from_frame(frame, hand=name).problem(0) is not None  # it is the hand then


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ron", ["self_drawn"]),
        ("点和", ["self_drawn"]),
        ("isAboutKong", ["kong_replacement", "robbing_kong"]),
        ("last_tile", ["last_of_kind", "wall_last"]),
        ("win_flag", FLAGS),
    ],
)
def test_a_column_that_tells_circumstances_otherwise_is_refused(name, meant):
    frame = pd.DataFrame({"hand": [HAND], name: [1]})
    with pytest.raises(HandError, match="would not be read") as caught:
        WinBatch.from_frame(frame)
    assert caught.value.hint == (
        f"{' or '.join(map(repr, meant))} is read; make that of this column, or leave it out"
    )
    assert WinBatch.from_frame(frame.assign(**dict.fromkeys(meant, False))).problems() == {}


def test_other_columns_are_left_alone():
    names = [
        "player",
        "game",
        "score",
        "total",
        "wind",
        "last",
        "rounds",
        "notes",
        "seats",
        "",
        7,
        "n",
        "num",
        "is",
        "by",
        "table",
        "kong",
        "win",
        "ronald",
        "tile",
        "n_melds",
    ]
    frame = pd.DataFrame([[HAND, *names]], columns=["hand", *names])
    assert WinBatch.from_frame(frame).problems() == {}


def test_columns_of_fan_are_no_circumstances():
    """Two fan are called prevalent_wind and seat_wind: scores may be scored again."""
    frame = pd.DataFrame(0, index=[0], columns=[fan.key for fan in FANS]).assign(hand=HAND)
    assert WinBatch.from_frame(frame).problems() == {}
    with pytest.raises(HandError, match="'seat_wind' would not be read"):
        WinBatch.from_frame(frame[["hand", "seat_wind"]])


LABELS = pd.Index(["x", "y", "z"])


def test_rows_are_named_by_number_and_label():
    assert row_name(1, None) == row_name(1, pd.RangeIndex(3)) == "row 1"
    assert row_name(1, LABELS) == "row 1 (label 'y')"
    assert row_name(0, pd.Index([pd.NA], dtype="Int64")) == "row 0 (label <NA>)"
    assert row_name(0, pd.MultiIndex.from_tuples([("a", 1)])) == "row 0 (label ('a', 1))"
    assert labels_of([1]) is labels_of(np.zeros(3)) is labels_of("x") is None


def test_labels_of_a_series_are_kept():
    wins = pd.Series([HAND, "junk", HAND], LABELS)
    batch = WinBatch.from_texts(wins)
    assert batch.index.equals(LABELS)
    assert batch.to_frame().index.equals(LABELS)
    hands = HandBatch.from_hands(pd.Series(["123m456p789s1122z"] * 3, LABELS))
    assert hands.index.equals(LABELS)
    counts = HandBatch.from_arrays(pd.DataFrame(hands.counts, LABELS))
    assert counts.index.equals(LABELS)


@pytest.mark.parametrize("bad", ["junk", "12m", None, 5, HAND])
def test_a_bad_hand_is_named_by_its_label(bad):
    hands = pd.Series(["123m456p789s1122z", bad, "junk"], LABELS, dtype=object)
    with pytest.raises(MjlabError) as caught:
        HandBatch.from_hands(hands)
    assert caught.value.message.startswith("row 1 (label 'y'): ")


def test_bad_counts_are_named_by_their_label():
    counts = pd.DataFrame(HandBatch.from_hands(["123m456p789s1122z"] * 3).counts, LABELS)
    counts.loc["y", 0] = 5
    with pytest.raises(HandError, match=r"row 1 \(label 'y'\) of the hands has 5 of 1m"):
        HandBatch.from_arrays(counts)
