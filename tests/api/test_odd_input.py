"""What is no hand, no list of hands, no option: refused at once, by name."""

import numpy as np
import pandas as pd
import pytest

import mjlab
from mjlab.errors import HandError, MjlabError, NotationError
from mjlab.tiles import code

READY = "123m456p789s1122z"
WIN = f"{READY}+1z"
COUNTS = mjlab.HandBatch.from_hands([READY, READY]).counts
CALCULATORS = (mjlab.shanten_batch, mjlab.waits_batch, mjlab.useful_batch)
READERS = (
    *CALCULATORS, mjlab.score_batch, mjlab.HandBatch.from_hands, mjlab.WinBatch.from_texts,
    mjlab.WinBatch.from_wins,
)  # fmt: skip


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "one", [None, 5, READY, READY.encode(), bytearray(1), memoryview(COUNTS), ..., int,
            mjlab.Hand.parse(READY), mjlab.Win.parse(WIN)],
)  # fmt: skip
def test_one_thing_is_not_many(read, one):
    with pytest.raises(HandError, match="are expected, not one"):
        read(one)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    ("other", "name"), [({READY: 1}, "a mapping"), ({READY}, "a set"), ({}, "a mapping")]
)
def test_what_has_no_order_is_no_list(read, other, name):
    with pytest.raises(HandError, match=f"{name} is no list of"):
        read(other)


@pytest.mark.parametrize("read", READERS[-4:])
def test_numbers_are_no_texts(read):
    for array in (COUNTS, COUNTS.astype(float), COUNTS > 0):
        with pytest.raises(HandError, match="is no list of"):
            read(array)
    with pytest.raises(HandError, match="not one ndarray"):
        read(np.array(5))


@pytest.mark.parametrize("read", READERS[-3:])
def test_names_of_columns_are_no_hands(read):
    for frame in (pd.DataFrame({"hand": [WIN]}), pd.DataFrame({"hand": []}), pd.DataFrame()):
        with pytest.raises(HandError, match="a frame is no list of"):
            read(frame)


@pytest.mark.parametrize("given", [None, 5, WIN, [WIN], COUNTS, pd.Series([WIN])])
def test_what_is_no_frame_is_told_so(given):
    with pytest.raises(HandError, match="a data frame is expected, not"):
        mjlab.WinBatch.from_frame(given)


@pytest.mark.parametrize("calculate", CALCULATORS)
@pytest.mark.parametrize(
    ("row", "kind"), [(mjlab.Win.parse(WIN), "Win"), (b"1m", "bytes"), (5, "int"), (1.5, "float")]
)
def test_a_row_that_is_no_hand_is_named(calculate, row, kind):
    with pytest.raises(HandError, match=f"row 1: a Hand or a text is expected, not {kind}"):
        calculate([READY, row])
    with pytest.raises(HandError, match=f"row 0: a Hand or a text is expected, not {kind}"):
        calculate([row])


@pytest.mark.parametrize("dialect", [None, 5, "Native", ["native"], b"auto"])
def test_an_unknown_dialect_is_refused_whatever_is_read(dialect):
    frame = pd.DataFrame({"hand": [WIN]})
    for read in (
        lambda: mjlab.score_batch([], dialect=dialect),
        lambda: mjlab.score_batch([WIN] * 300, dialect=dialect),
        lambda: mjlab.score_batch([mjlab.Win.parse(WIN)], dialect=dialect),
        lambda: mjlab.score_batch(frame, dialect=dialect),
        lambda: mjlab.WinBatch.from_texts([WIN], dialect=dialect),
        lambda: mjlab.HandBatch.from_hands([READY], dialect=dialect),
        lambda: mjlab.score(mjlab.Win.parse(WIN), dialect=dialect),
        lambda: mjlab.shanten(mjlab.Hand.parse(READY), dialect=dialect),
    ):
        with pytest.raises(NotationError, match=r"^unknown dialect"):
            read()


@pytest.mark.parametrize("form", [None, 5, pd.NA, ["best"], "standard", np.array(["best"])])
def test_an_unknown_form_is_refused(form):
    for ask in (*CALCULATORS, mjlab.discards_batch):
        with pytest.raises(MjlabError, match="unknown form"):
            ask([], form=form)
    for ask in (mjlab.useful, mjlab.discards):
        with pytest.raises(MjlabError, match="unknown form"):
            ask("123m456p789s11122z", form=form)


@pytest.mark.parametrize("mask", [None, 1.5, True, "0", "０", [1], -1, 1 << 34, np.array([1])])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(MjlabError, match="is no mask of tiles"):
        mjlab.tiles_of(mask)


@pytest.mark.parametrize("visible", [5, 1.5, True, [None], [[0]], object(), b"1m", [34, 99]])
def test_tiles_on_the_table_are_tiles(visible):
    with pytest.raises(MjlabError, match=r"tile ind|is no tile of a hand"):
        mjlab.waits(READY, visible=visible)


def test_tiles_on_the_table_are_listed():
    with pytest.raises(HandError, match="visible= is a mapping"):
        mjlab.useful(READY, visible={27: 2})
    assert mjlab.waits(READY, visible=np.array([27, 27])).left[27] == 0


def test_counts_on_the_table_belong_to_their_hands():
    shown = np.zeros((2, 34), int)
    for odd in (shown[:1], shown[:, 1:], shown[0, 1:], shown[None], 0, [[1], [1, 2]]):
        with pytest.raises(HandError, match=r"visible (has shape|is no array)"):
            mjlab.waits_batch(COUNTS, visible=odd)
    with pytest.raises(HandError, match="visible has masked values"):
        mjlab.waits_batch(COUNTS, visible=np.ma.masked_array(shown, mask=shown == 0))
    hands = pd.DataFrame(COUNTS, index=["x", "y"])
    with pytest.raises(HandError, match="visible has other row labels"):
        mjlab.waits_batch(hands, visible=pd.DataFrame(shown))
    names = [code(tile) for tile in range(34)]
    table = pd.DataFrame(shown, columns=names).assign(**{"1z": 2})
    for kinds in (names, names[::-1]):
        assert mjlab.waits_batch(COUNTS, visible=table[kinds]).live.tolist() == [1 << 28] * 2
        of_all = table[kinds].iloc[0]
        assert mjlab.waits_batch(COUNTS, visible=of_all).live.tolist() == [1 << 28] * 2


def test_counts_that_are_no_whole_numbers_are_told_so():
    for counts in (COUNTS.astype(float), COUNTS > 0):
        with pytest.raises(HandError, match="hands has dtype"):
            mjlab.shanten_batch(pd.DataFrame(counts))


def test_a_column_in_traditional_characters_or_pinyin_is_not_left_unread():
    names = ["門風", "圈風", "自風", "門风", "Zì mō", "zimo", "搶槓和", "海底撈月", "ｓｅａｔ"]
    for name in names[:3] + names[4:]:
        with pytest.raises(HandError, match=f"the column '{name}' would not be read"):
            mjlab.score_batch(pd.DataFrame({"hand": [WIN], name: ["S"]}))


def test_numbers_of_numpy_in_a_column_of_objects():
    cells = pd.Series([np.float32(2), np.int8(2), 2.0], dtype=object)
    frame = pd.DataFrame({"hand": [WIN] * 3, "flowers": cells})
    assert mjlab.score_batch(frame).total.tolist() == [16] * 3


def test_columns_of_fan_are_asked_for_or_not():
    scores = mjlab.score_batch([WIN])
    assert "self_drawn" in scores.to_frame(columns=True)
    with pytest.raises(HandError, match="is neither True nor False"):
        scores.to_frame(columns=["total"])
    with pytest.raises(HandError, match="a row number is expected"):
        scores.fan_names(None)
    with pytest.raises(IndexError, match="there is no row 1, there are 1 row"):
        scores.fan_names(1)
