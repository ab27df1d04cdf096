"""Arrays as a caller gives them: taken for what they are, or refused with their name."""

import numpy as np
import pandas as pd
import pytest

from mjlab.batch import HandBatch, WinBatch
from mjlab.batch.arrays import different_rows, integers
from mjlab.errors import HandError
from mjlab.tiles import code

HANDS = HandBatch.from_hands(["123m456p789s1122z", "19m19p19s1234567z"]).counts
CODES = [code(tile) for tile in range(34)]
BACKWARDS = np.arange(34)[::-1]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint64, ">i4", object])
def test_any_integers_in_any_order_of_memory(dtype):
    given = HANDS.astype(dtype)
    padded = np.pad(given, ((1, 1), (3, 5)))[1:-1, 3:-5]
    for array in (given, np.asfortranarray(given), given[::-1][::-1], padded, given.tolist()):
        assert np.array_equal(HandBatch.from_arrays(array).counts, HANDS)
        assert np.array_equal(integers("hands", array, np.uint8, (2, 34)), HANDS)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1], [1, 2]], "hands is no array of integers"),
        (HANDS.astype(float), "hands has dtype float64"),
        (HANDS > 0, "hands has dtype bool"),
        ((row for row in HANDS), "hands has dtype object, with a generator in it"),
        ([[None] * 34], "hands has dtype object, with a NoneType in it"),
        (np.full((1, 34), True, object), "hands has dtype object, with a bool in it"),
        (np.ma.masked_equal(HANDS, 0), "hands has masked values"),
        (HANDS[0], r"hands has shape \(34,\)"),
        (HANDS[:, 1:], r"hands has shape \(2, 33\)"),
    ],
)
def test_what_is_no_array_of_hands_is_named(values, message):
    with pytest.raises(HandError, match=message):
        HandBatch.from_arrays(values)


def test_shapes_are_told_as_they_were_given():
    with pytest.raises(HandError) as caught:
        HandBatch.from_arrays(HANDS, melds=7)
    assert "melds has shape ()" in str(caught.value)
    assert "(2, M) is expected" in str(caught.value)
    with pytest.raises(HandError, match=r"\(2,\) is expected"):
        HandBatch.from_arrays(HANDS, n_melds=[0])
    with pytest.raises(HandError, match=r"13 standing tiles beside 1 set laid aside"):
        HandBatch.from_arrays(HANDS, n_melds=1)
    with pytest.raises(HandError, match=r"13 standing tiles beside 2 sets laid aside"):
        HandBatch.from_arrays(HANDS, n_melds=[0, 2])


def test_columns_called_like_tiles_may_stand_in_any_order():
    for names in (CODES, list(range(34))):
        frame = pd.DataFrame(HANDS, columns=names)
        assert np.array_equal(HandBatch.from_arrays(frame.iloc[:, BACKWARDS]).counts, HANDS)
        assert np.array_equal(WinBatch.from_arrays(frame.iloc[:, BACKWARDS], 27).concealed, HANDS)
    other = pd.DataFrame(HANDS, columns=[f"kind {i}" for i in range(34)])
    assert np.array_equal(HandBatch.from_arrays(other).counts, HANDS)


@pytest.mark.parametrize(
    ("name", "why"), [("2m", "a kind is missing or stands twice"), ("1M", "'1M' is none")]
)
def test_columns_that_are_nearly_the_tiles_are_refused(name, why):
    frame = pd.DataFrame(HANDS, columns=[name, *CODES[1:]])
    with pytest.raises(HandError, match=f"the columns of hands are not the 34 kinds: {why}"):
        HandBatch.from_arrays(frame)


def test_rows_go_by_their_labels():
    frame = pd.DataFrame(HANDS, index=["x", "y"])
    numbers = pd.Series([0, 0], index=["y", "x"])
    with pytest.raises(HandError, match="n_melds has other row labels than the hands"):
        HandBatch.from_arrays(frame, n_melds=numbers)
    with pytest.raises(HandError, match="seat has other row labels than the hands"):
        WinBatch.from_arrays(frame, [27, 0], seat=numbers)
    assert HandBatch.from_arrays(frame, n_melds=numbers.to_numpy()).index is frame.index
    assert WinBatch.from_arrays(frame, [27, 0], seat=numbers[["x", "y"]]).index is frame.index


def test_rows_that_are_numbered_like_tiles_stay_in_their_order():
    hands = pd.DataFrame(np.repeat(HANDS[:1], 34, axis=0), index=BACKWARDS)
    seats = pd.Series(np.arange(34) % 4, index=BACKWARDS)
    assert WinBatch.from_arrays(hands, 27, seat=seats).seat.tolist() == seats.tolist()


@pytest.mark.parametrize(
    ("n", "width", "values"), [(0, 3, 2), (1, 1, 2), (500, 3, 4), (3_000, 82, 2)]
)
def test_rows_are_numbered_as_they_appear(n, width, values):
    rows = np.random.default_rng(n).integers(values, size=(n, width)).astype(np.uint8)
    rows[n // 2 :] = rows[: n - n // 2]
    for array in (rows, np.asfortranarray(rows), rows[:, ::-1]):
        numbers, firsts = different_rows(array)
        np.testing.assert_array_equal(array[firsts[numbers]], array)
        assert len(firsts) == len(np.unique(array, axis=0))
        assert (np.diff(firsts) > 0).all()
        np.testing.assert_array_equal(numbers[firsts], np.arange(len(firsts)))


def test_rows_that_fall_together_in_the_table_are_told_apart():
    rows = np.zeros((2_000, 4), np.uint8)
    rows[:, 2:] = np.arange(2_000).astype(np.uint16).view(np.uint8).reshape(-1, 2)
    assert len(different_rows(rows)[1]) == 2_000
