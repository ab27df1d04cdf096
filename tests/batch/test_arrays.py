"""Arrays as a caller gives them: taken for what they are, or refused with their name."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import mjlab
from mjlab.batch import HandBatch, WinBatch
from mjlab.batch.arrays import different_rows, integers
from mjlab.errors import HandError
from mjlab.notation import DIALECTS, format_tiles
from mjlab.tiles import Wind, code

HANDS = HandBatch.from_hands(["123m456p789s1122z", "19m19p19s1234567z"]).counts
CODES = [code(tile) for tile in range(34)]
CALLED = [
    CODES, range(34), [str(tile) for tile in range(34)],
    [int(format_tiles([tile], "ids")) for tile in range(34)],
    *[[format_tiles([tile], dialect) for tile in range(34)] for dialect in DIALECTS],
]  # fmt: skip
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
    for names in CALLED:
        frame = pd.DataFrame(HANDS, columns=names)
        assert np.array_equal(HandBatch.from_arrays(frame.iloc[:, BACKWARDS]).counts, HANDS)
        assert np.array_equal(WinBatch.from_arrays(frame.iloc[:, BACKWARDS], 27).concealed, HANDS)
        named = frame.iloc[0].iloc[BACKWARDS] * 0 + np.array([*[0] * 33, 1])  # 1m lies face up
        for visible in (named, named.to_frame().T.iloc[[0, 0]].reset_index(drop=True)):
            assert mjlab.useful_batch(HANDS, visible=visible).live.tolist() == [4, 38]


@pytest.mark.parametrize(
    "names",
    [
        [f"kind {i}" for i in range(34)],
        range(1, 35),
        [i / 1 for i in range(34)],
        [*CODES[:31], "J1", "J2", "J3"],  # which of them is red?
        [*CODES[:33], "34"],
        pd.MultiIndex.from_product([["hand"], CODES]),
    ],
)
def test_counts_are_never_read_by_position_where_their_names_are_unknown(names):
    frame = pd.DataFrame(HANDS, columns=names)
    for read in (HandBatch.from_arrays, mjlab.shanten_batch, lambda f: WinBatch.from_arrays(f, 0)):
        with pytest.raises(HandError, match=r"are not the 34 kinds: .* is none"):
            read(frame)
    for visible in (frame, frame.iloc[0]):
        with pytest.raises(HandError, match=r"of visible are not the 34 kinds: .* is none"):
            mjlab.waits_batch(HANDS, visible=visible)


@pytest.mark.parametrize("width", [0, 1, 13, 14, 33, 35, 36, 40, 42, 68, 102, 136])
def test_an_array_of_another_width_is_refused(width):
    array = np.resize(HANDS, (2, width)).astype(np.uint8)
    for given in (array, array.tolist(), array.astype(int), pd.DataFrame(array)):
        for read in (mjlab.shanten_batch, HandBatch.from_arrays):
            with pytest.raises(HandError, match=r"has shape \(2, \d+\)|nor 34 columns"):
                read(given)
    with pytest.raises(HandError, match=r"\(N, 34\) is expected: how many of each kind, 1m to 7z"):
        mjlab.shanten_batch(array)
    with pytest.raises(HandError, match="concealed has shape"):
        WinBatch.from_arrays(array, [0, 0])
    with pytest.raises(HandError, match="visible has shape"):
        mjlab.useful_batch(HANDS, visible=array)


def test_rows_of_a_frame_in_a_list_are_read_by_name():
    frame = pd.DataFrame(HANDS, columns=[format_tiles([t], "botzone") for t in range(34)])
    frame = frame.iloc[:, BACKWARDS]
    rows = [row for _, row in frame.iterrows()]
    assert np.array_equal(HandBatch.from_arrays(rows).counts, HANDS)
    assert mjlab.shanten_batch(rows).tolist() == [0, 0]
    for read in (HandBatch.from_arrays, mjlab.shanten_batch):
        with pytest.raises(HandError, match="hands are named tuples, whose names are not read"):
            read(list(frame.itertuples(index=False)))
        with pytest.raises(HandError, match="the labels of hands are not the 34 kinds"):
            read([row.rename(lambda name: f"{name}?") for row in rows])


def test_structured_arrays_are_no_counts():
    array = np.zeros(2, [(name, np.uint8) for name in reversed(CODES)])
    with pytest.raises(HandError, match="hands has dtype"):
        mjlab.shanten_batch(array)


class Polars:
    """What frames of polars can do: tell their columns, and be read by Arrow."""

    def __init__(self, frame):
        self._table = pa.Table.from_pandas(frame, preserve_index=False)
        self.columns = self._table.column_names

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def test_frames_of_other_packages_are_read_by_name():
    wins = pd.DataFrame({"hand": ["19m19p19s1234567z+1z"], "self_drawn": [True], "seat": ["S"]})
    counts = pd.DataFrame(HANDS, columns=CODES).iloc[:, BACKWARDS]
    unnamed = pd.DataFrame(HANDS, columns=[f"column_{i}" for i in range(34)])
    for other in (Polars, lambda frame: pa.Table.from_pandas(frame, preserve_index=False)):
        assert mjlab.score_batch(other(wins)).total.tolist() == [89]
        assert mjlab.score_batch(other(wins)).index is not None
        assert WinBatch.from_frame(other(wins))[0].seat == Wind.S
        assert mjlab.shanten_batch(other(counts)).tolist() == [0, 0]
        assert mjlab.shanten_batch(other(unnamed)).tolist() == [0, 0]
        assert np.array_equal(HandBatch.from_arrays(other(counts)).counts, HANDS)
        assert mjlab.shanten_batch(other(wins.assign(hand="19m19p19s1234567z"))).tolist() == [0]
        with pytest.raises(HandError, match="'zimo' would not be read"):
            mjlab.score_batch(other(wins.rename(columns={"self_drawn": "zimo"})))
    assert mjlab.score_batch(pa.chunked_array([wins["hand"]])).total.tolist() == [88]


def test_what_only_looks_like_a_frame_is_refused():
    lazy = type("LazyFrame", (), {"columns": ["hand"]})()
    for read in (mjlab.score_batch, mjlab.shanten_batch, WinBatch.from_frame):
        with pytest.raises(HandError, match="a LazyFrame is no frame that can be read"):
            read(lazy)


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
