"""The calculators of many hands beside frames: what goes in, and what comes back."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

import mjlab
from mjlab.api.shanten.batch_answers import DiscardsBatch, UsefulBatch, WaitsBatch
from mjlab.batch import HandBatch
from mjlab.errors import HandError
from tests.support.hands import random_hands

READY = "123m456p789s1122z"
LABELS = pd.Index(["x", "y"])
CALCULATORS = (mjlab.shanten_batch, mjlab.waits_batch, mjlab.useful_batch, mjlab.discards_batch)


@pytest.mark.parametrize("many", CALCULATORS)
@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"hands": [READY]}),
        pd.DataFrame({"Hand": [READY], "seat": ["E"]}),
        pd.DataFrame(np.zeros((1, 33), int)),
        pd.DataFrame(),
    ],
)
def test_a_frame_without_hands_is_told_so(many, frame):
    with pytest.raises(HandError, match="neither a column 'hand' nor 34 columns of counts"):
        many(frame)


def test_a_frame_with_two_columns_of_hands():
    frame = pd.DataFrame([[READY, READY]], columns=["hand", "hand"])
    with pytest.raises(HandError, match="the frame has 2 columns 'hand'"):
        mjlab.shanten_batch(frame)


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, "Int8", object])
def test_counts_of_any_whole_numbers(dtype):
    counts = pd.DataFrame(HandBatch.from_hands([READY, READY]).counts).astype(dtype)
    assert mjlab.shanten_batch(counts).tolist() == [0, 0]


@pytest.mark.parametrize("many", CALCULATORS)
@pytest.mark.parametrize("nothing", [None, np.nan, pd.NA])
def test_a_missing_hand_is_named_by_its_label(many, nothing):
    series = pd.Series([READY, nothing], LABELS, dtype=object)
    for hands in (series, series.to_frame("hand")):
        with pytest.raises(HandError, match=r"row 1 \(label 'y'\): hand is missing"):
            many(hands)
    with pytest.raises(HandError, match="row 0: hand is missing"):
        many([nothing, nothing])


def test_wrong_sizes_and_too_many_copies_are_named_by_their_label():
    hands = pd.Series([READY, "123m456p789s11222z"], LABELS)
    with pytest.raises(HandError, match=r"row 1 \(label 'y'\) of the hands has 14 standing"):
        mjlab.waits_batch(hands)
    with pytest.raises(HandError, match=r"row 1 \(label 'y'\) of the hands has 14 standing"):
        mjlab.waits_batch(HandBatch.from_hands(hands))
    visible = np.zeros((2, 34), int)
    visible[1, 28] = 2
    with pytest.raises(HandError, match=r"row 1 \(label 'y'\): five copies of 2z"):
        mjlab.useful_batch(hands, visible=visible)


def test_copies_of_a_batch_keep_its_labels():
    batch = HandBatch.from_hands(pd.Series([READY, READY], LABELS))
    for again in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert again.index.equals(LABELS)
        assert list(again) == list(batch)


def test_waits_in_a_frame():
    counts, melds, _ = random_hands(200, seed=3)
    batch = HandBatch.from_arrays(counts[counts.sum(1) % 3 == 1], melds[counts.sum(1) % 3 == 1])
    told = mjlab.waits_batch(batch).to_frame()
    assert len(told) == len(batch) > 20
    for hand, row in zip(batch, told.itertuples(), strict=True):
        found = mjlab.waits(hand)
        assert row.waits == mjlab.format_tiles(found.live)
        assert row.by_shape == mjlab.format_tiles(found.by_shape)
        assert row.kinds == len(found)


def test_useful_tiles_in_a_frame():
    counts, melds, _ = random_hands(60, seed=4)
    batch = HandBatch.from_arrays(counts, melds)
    for hand, row in zip(batch, mjlab.useful_batch(batch).to_frame().itertuples(), strict=True):
        found = mjlab.useful(hand)
        assert (row.shanten, row.live, row.kinds) == (found.shanten, found.live, found.kinds)
        assert row.useful == mjlab.format_tiles(found.tiles)
        assert row.forms == ", ".join(found.forms)


def test_discards_in_a_frame_are_those_of_each_hand():
    hands = pd.Series(["345m67p233567s66z1z", "[123m]45678p99s1234z"], LABELS)
    table = mjlab.discards_batch(hands).to_frame()
    columns = ["discard", "shanten", "live", "kinds", "forms"]
    for label, hand in hands.items():
        alone = mjlab.discards(hand).to_frame()[columns]
        assert table.loc[label, columns].astype(str).to_numpy().tolist() == (
            alone.astype(str).to_numpy().tolist()
        )
    assert mjlab.discards_batch(hands.tolist()).to_frame().index.unique().tolist() == [0, 1]


def test_forms_that_sets_rule_out_are_missing():
    hands = ["[123m]456p789s11222z", "123m456p789s11222z"]
    told = mjlab.useful_batch(hands, form="seven_pairs").to_frame()
    assert told["shanten"].isna().tolist() == [True, False]
    told = mjlab.discards_batch(hands, form="seven_pairs").to_frame()
    assert told["shanten"].isna().groupby(level=0).agg(["min", "max"]).to_numpy().tolist() == [
        [True, True],
        [False, False],
    ]


def test_labels_come_back():
    frame = pd.DataFrame({"hand": [READY, READY]}, LABELS)
    for hands in (frame, frame["hand"], HandBatch.from_hands(frame["hand"])):
        assert mjlab.waits_batch(hands).to_frame().index.equals(LABELS)
        assert mjlab.useful_batch(hands).to_frame().index.equals(LABELS)
    counts = pd.DataFrame(HandBatch.from_hands([READY, READY]).counts, LABELS)
    assert frame.join(mjlab.waits_batch(counts).to_frame())["waits"].tolist() == ["12z", "12z"]


def test_nothing_in_a_frame():
    for many in CALCULATORS[1:]:
        assert len(many([]).to_frame()) == 0
        assert len(many(pd.DataFrame({"hand": []})).to_frame()) == 0


def test_batches_say_how_many_hands():
    assert repr(mjlab.waits_batch([READY, "19m19p19s1234567z", "123m456p78s11223z"])) == (
        "WaitsBatch(3 hands, 2 ready)"
    )
    none = np.zeros(0, np.int64)
    assert repr(WaitsBatch(none, none)) == "WaitsBatch(0 hands, 0 ready)"
    for kind, arrays in ((UsefulBatch, 4), (DiscardsBatch, 5)):
        assert repr(kind(*[np.zeros(1)] * arrays)) == f"{kind.__name__}(1 hand)"


def test_a_complete_hand_is_said_to_be_complete():
    found = mjlab.discards("123m456p789s11222z")
    assert found.shanten == -1
    assert str(found).splitlines()[0] == "complete as it stands (-1)"
    assert "complete as it stands" in found._repr_html_()
    for other in (
        mjlab.discards("123m456p789s11223z"),
        mjlab.discards("123m456p789s11222z", form="seven_pairs"),
    ):
        assert other.shanten > -1
        assert "complete" not in str(other) + other._repr_html_()


@pytest.mark.parametrize("hand", ["", "  "])
def test_no_text_is_not_shown_as_an_empty_line(hand):
    with pytest.raises(HandError) as caught:
        mjlab.shanten(hand)
    assert all(line.strip() for line in str(caught.value).splitlines())
