"""Batches hold what wins hold, and mark what no game can bring about, row by row."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

from mjlab.batch import CIRCUMSTANCE_BITS, WinBatch
from mjlab.batch.checks import PROBLEMS
from mjlab.errors import HandError
from mjlab.hand import Win
from tests.support.generate import wins

FIELDS = {
    "concealed": np.uint8,
    "melds": np.int16,
    "win": np.int8,
    "circumstances": np.uint16,
    "round": np.int8,
    "seat": np.int8,
    "flowers": np.int8,
    "status": np.int8,
}


def arrays(batch):
    return {name: getattr(batch, name) for name in FIELDS if name != "status"}


def test_wins_come_back():
    hands = list(wins(500, seed=5))
    batch = WinBatch.from_wins(hands)
    assert list(batch) == hands
    assert batch[-1] == hands[-1]
    for name, dtype in FIELDS.items():
        array = getattr(batch, name)
        assert array.dtype == dtype
        assert array.flags.c_contiguous
    with pytest.raises(IndexError):
        batch[500]


def test_arrays_in_any_layout_give_the_same_batch():
    batch = WinBatch.from_wins(wins(300, seed=6))
    given = arrays(batch)
    frozen = {name: array.copy() for name, array in given.items()}
    for array in frozen.values():
        array.setflags(write=False)
    layouts = (
        given,
        frozen,
        {name: np.asfortranarray(array) for name, array in given.items()},
        {name: np.repeat(array, 2, axis=0)[::2] for name, array in given.items()},
        {name: array.astype(np.int64) for name, array in given.items()},
        {name: array.tolist() for name, array in given.items()},
        given | {"melds": given["melds"][:, ::-1]},
    )
    for layout in layouts:
        again = WinBatch.from_arrays(**layout)
        assert not again.status.any()
        for name in FIELDS:
            if name != "melds":
                np.testing.assert_array_equal(getattr(again, name), getattr(batch, name))
        np.testing.assert_array_equal(np.sort(again.melds), np.sort(batch.melds))


def test_frames_are_read():
    hands = list(wins(50, seed=7))
    records = [
        {"hand": str(h)} | {n: getattr(h, n) for n in CIRCUMSTANCE_BITS} |
        {"round": h.round.name, "seat": h.seat.name, "flowers": h.flowers}
        for h in hands
    ]  # fmt: skip
    frame = pd.DataFrame(records)
    assert list(WinBatch.from_frame(frame)) == hands
    with pytest.raises(HandError, match="the frame has no column 'tiles'"):
        WinBatch.from_frame(frame, hand="tiles")


GOOD = Win.parse("[123m][777z]{1111s}456p9p+9p", self_drawn=True)


def row(**changes):
    """One row as arrays, with some places changed: name -> {index: value} or value."""
    good = arrays(WinBatch.from_wins([GOOD]))
    given = {name: array.astype(np.int64) for name, array in good.items()}
    for name, change in changes.items():
        for place, value in change.items() if isinstance(change, dict) else ((0, change),):
            given[name].reshape(-1)[place] = value
    return given


BAD_ROWS = (
    ({"concealed": {12: 5}}, "a count of standing tiles is not 0-4"),
    ({"concealed": {12: -1}}, "a count of standing tiles is not 0-4"),
    ({"concealed": {12: 300}}, "a count of standing tiles is not 0-4"),
    ({"concealed": {12: 0}}, "a wrong number of standing tiles"),
    ({"concealed": {20: 1}}, "a wrong number of standing tiles"),
    ({"melds": {0: 170}}, "a set's code is none"),
    ({"melds": {0: -2}}, "a set's code is none"),
    ({"melds": {0: 7}}, "a set's code is none"),
    ({"melds": {0: 27}}, "a set's code is none"),
    ({"win": 34}, "the winning tile is not 0-33"),
    ({"win": -1}, "the winning tile is not 0-33"),
    ({"win": 255}, "the winning tile is not 0-33"),
    ({"win": 18}, "five copies of a tile"),
    ({"concealed": {17: 0, 18: 1}}, "five copies of a tile"),
    ({"round": 4}, "the round wind is not 0-3"),
    ({"seat": 9}, "the seat wind is not 0-3"),
    ({"seat": -1}, "the seat wind is not 0-3"),
    ({"flowers": -1}, "the number of flowers is not 0-8"),
    ({"flowers": 9}, "the number of flowers is not 0-8"),
    ({"circumstances": 32}, "an unknown circumstance"),
    ({"circumstances": -1}, "an unknown circumstance"),
    ({"circumstances": 8}, "a kong replacement is a self-drawn tile"),
    ({"circumstances": 9, "melds": {2: 34 + 18}}, "a kong replacement needs a kong in the hand"),
    ({"circumstances": 17}, "a robbed kong is another player's tile"),
    ({"circumstances": 20}, "no kong may be declared when the wall is empty"),
    ({"circumstances": 16}, "a robbed kong shows all four copies, the winner holds another"),
    ({"circumstances": 2}, "the other three copies lie face up, but one stands"),
)


@pytest.mark.parametrize(("changes", "message"), BAD_ROWS)
def test_a_bad_row_gets_a_status_and_spoils_no_other(changes, message):
    good, bad = row(), row(**changes)
    both = {name: np.concatenate([good[name], bad[name], good[name]]) for name in good}
    batch = WinBatch.from_arrays(**both)
    assert batch.status.tolist() == [0, 2, 0]
    assert message in batch.problem(1)
    assert batch.problem(0) is None
    assert batch.problems() == {1: batch.problem(1)}
    assert batch[0] == batch[2] == GOOD
    with pytest.raises(HandError, match="row 1 is no possible win"):
        batch[1]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("circumstances", np.array([2**63], np.uint64), "an unknown circumstance"),
        ("win", np.array([256], np.int64), "the winning tile is not 0-33"),
        ("seat", np.array([-(2**40)]), "the seat wind is not 0-3"),
        ("concealed", np.full((1, 34), 2**32 + 1), "a count of standing tiles is not 0-4"),
        ("melds", np.full((1, 4), 2**16 - 1), "a set's code is none"),
        ("melds", np.full((1, 4), -(2**16) - 1), "a set's code is none"),
    ],
)
def test_numbers_do_not_wrap_around(name, value, message):
    assert WinBatch.from_arrays(**row() | {name: value}).problem(0) == message


def test_every_problem_has_been_met():
    seen = {WinBatch.from_arrays(**row(**changes)).problem(0) for changes, _ in BAD_ROWS}
    assert seen == set(PROBLEMS[1:])


def test_claims_stand_where_asked_for():
    batch = WinBatch.from_arrays(**row(circumstances=8), strict=False)
    assert not batch.status.any()
    assert batch[0].problems == ("a kong replacement is a self-drawn tile",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"concealed": np.zeros((1, 33), int)}, r"concealed has shape \(1, 33\)"),
        ({"concealed": np.zeros(34, int)}, r"concealed has shape \(34,\)"),
        ({"concealed": np.zeros((1, 34))}, "concealed has dtype float64"),
        ({"concealed": np.zeros((1, 34), bool)}, "concealed has dtype bool"),
        ({"win": [0, 1]}, r"win has shape \(2,\)"),
        ({"win": ["1m"]}, "win has dtype <U2"),
        ({"win": [0.5]}, "win has dtype float64"),
        ({"melds": np.zeros((1, 5), int)}, r"melds has shape \(1, 5\)"),
        ({"melds": np.zeros((2, 4), int)}, r"melds has shape \(2, 4\)"),
        ({"flowers": None}, "flowers has dtype object"),
    ],
)
def test_arrays_of_wrong_shape_or_dtype_are_refused(changes, message):
    with pytest.raises(HandError, match=message):
        WinBatch.from_arrays(**row() | changes)


def test_texts_are_read_one_by_one():
    batch = WinBatch.from_texts(["1122m", "19m19p19s1234567z+1m", "", "55555m12345678p+9p"])
    assert batch.status.tolist() == [2, 0, 2, 2]
    assert batch.problem(3) == "five copies of 5m"
    with pytest.raises(HandError, match="1 circumstances for 2 texts"):
        WinBatch.from_texts(["1m", "2m"], circumstances=[{}])
    bad = WinBatch.from_texts(["19m19p19s1234567z+1m"], circumstances=[{"seat": 9}])
    assert bad.problem(0) == "seat=9 is not a wind: E, S, W or N"


def test_nothing_is_a_batch():
    for batch in (
        WinBatch.from_wins([]),
        WinBatch.from_arrays(np.zeros((0, 34), int), []),
        WinBatch.from_texts([]),
    ):
        assert len(batch) == 0
        assert list(batch) == []


def test_a_batch_cannot_be_made_or_changed_past_the_checks():
    batch = WinBatch.from_wins(wins(20, seed=8))
    with pytest.raises(TypeError, match="a WinBatch is made by"):
        WinBatch(*(getattr(batch, name) for name in FIELDS))
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1


def test_rows_can_be_taken():
    hands = list(wins(30, seed=9))
    batch = WinBatch.from_texts([*map(str, hands[:2]), "junk"])
    assert batch.take([2, 0]).problem(0) == batch.problem(2)
    assert batch.take([False, True, False])[0] == batch[1]
    assert list(WinBatch.from_wins(hands).take(np.arange(30) % 2 == 0)) == hands[::2]


def test_a_batch_survives_pickling():
    batch = WinBatch.from_texts(["123m456p789s1122z+1z", "junk"])
    again = pickle.loads(pickle.dumps(batch))
    assert again[0] == batch[0]
    assert again.problems() == batch.problems()


def test_one_bad_row_spoils_no_other_whatever_it_is():
    good = "123m456p789s1122z+1z"
    named = [{}, None, {"text": 1}, {"dialect": "native"}, {1: 2}, {"seat": "S"}, 5]
    batch = WinBatch.from_texts([good] * len(named), circumstances=named)
    assert batch.status.tolist() == [0, 2, 2, 2, 2, 0, 2]
    assert WinBatch.from_texts([good, None, 5, float("nan")]).status.tolist() == [0, 2, 2, 2]


def test_one_text_is_not_a_list_of_texts():
    with pytest.raises(HandError, match="many texts are expected"):
        WinBatch.from_texts("123m456p789s1122z+1z")
    with pytest.raises(HandError, match="row 1 is str, not a Win"):
        WinBatch.from_wins([GOOD, "123m456p789s1122z+1z"])


def test_a_spreadsheets_cells_are_understood():
    good = "123m456p789s1122z+1z"
    frame = pd.DataFrame(
        {"hand": [good] * 3, "flowers": [1, np.nan, 2], "self_drawn": [1, 0, 1]},
        index=["a", "b", "c"],
    )
    batch = WinBatch.from_frame(frame)
    assert batch.status.tolist() == [0, 2, 0]
    assert batch[0].flowers == 1
    assert batch[0].self_drawn
    assert list(batch.index) == ["a", "b", "c"]
    assert list(batch.take([2, 0]).index) == ["c", "a"]
    nullable = frame.convert_dtypes()
    assert WinBatch.from_frame(nullable).status.tolist() == [0, 2, 0]
    double = pd.concat([frame, frame[["flowers"]]], axis=1)
    with pytest.raises(HandError, match="the frame has 2 columns 'flowers'"):
        WinBatch.from_frame(double)


def test_some_rows_are_asked_for_by_number():
    batch = WinBatch.from_texts(["123m456p789s1122z+1z", "junk"])
    assert len(batch.take([])) == 0
    assert batch.take(np.array([-1], np.int8)).status.tolist() == [2]
    for odd in (0, [[0]], [0.5], ["a"], None, np.True_, {0}):
        with pytest.raises(HandError, match="rows has"):
            batch.take(odd)
    for odd in ("0", None, 1.0, slice(0, 1), [0]):
        for row_of in (batch.__getitem__, batch.problem):
            with pytest.raises(HandError, match="a row number is expected"):
                row_of(odd)
    with pytest.raises(IndexError, match="there is no row 2, there are 2 rows"):
        batch[2]


def test_contradictions_stand_or_do_not():
    hands = WinBatch.from_wins([GOOD]).concealed
    for odd in ("no", None, 1, np.array([True])):
        with pytest.raises(HandError, match="is neither True nor False"):
            WinBatch.from_arrays(hands, [17], strict=odd)


def test_frames_of_pandas_integers_are_arrays_too():
    counts = pd.DataFrame(WinBatch.from_wins([GOOD]).concealed).astype("Int64")
    melds = WinBatch.from_wins([GOOD]).melds
    assert WinBatch.from_arrays(counts, [17], melds, circumstances=1)[0] == GOOD
    assert WinBatch.from_arrays(counts, [10**30], melds).problem(0) is not None
    counts.loc[0, 3] = pd.NA
    with pytest.raises(HandError, match="concealed has dtype object"):
        WinBatch.from_arrays(counts, [17], melds)
    with pytest.raises(HandError, match="win has masked values"):
        WinBatch.from_arrays(np.zeros((1, 34), int), np.ma.masked_array([0], mask=[True]))


def test_copies_are_checked_again_and_read_only():
    batch = WinBatch.from_texts(["123m456p789s1122z+1z", "junk"])
    again = copy.deepcopy(batch)
    assert again[0] == batch[0]
    assert again.problems() == batch.problems()
    with pytest.raises(ValueError, match="read-only"):
        again.win[:] = 77
