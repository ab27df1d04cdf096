"""What the calculators make of unusual input, and how their answers behave."""

import pickle

import numpy as np
import pandas as pd
import pytest

import mjlab
from mjlab.errors import MjlabError

READY = "123m456p789s1122z"


def test_shanten_is_a_number():
    found = mjlab.shanten(READY)
    assert found == 0
    assert found < 1
    assert f"{found:>3}" == "  0"
    assert ["ready"][found] == "ready"
    assert pickle.loads(pickle.dumps(found)).by_form == found.by_form


def test_frames_are_read_by_their_hands_or_their_counts():
    frame = pd.DataFrame({"hand": [READY, "19m19p19s1234567z"], "seat": ["E", "S"]})
    assert mjlab.shanten_batch(frame).tolist() == [0, 0]
    counts = pd.DataFrame(mjlab.HandBatch.from_hands(frame["hand"]).counts)
    assert mjlab.shanten_batch(counts).tolist() == [0, 0]
    with pytest.raises(MjlabError, match="a mapping is no list of hands"):
        mjlab.shanten_batch({READY: 1})


@pytest.mark.parametrize("nothing", [[], (), pd.Series([], dtype=object), np.zeros((0, 34), int)])
def test_nothing_is_a_batch(nothing):
    assert len(mjlab.shanten_batch(nothing)) == 0
    assert len(mjlab.discards_batch(nothing)) == 0


def test_threads_of_any_whole_number():
    for threads in (np.int64(2), 50_000):
        assert mjlab.shanten_batch([READY], threads=threads).tolist() == [0]
    for threads in (0, -1, True, 1.5, "2", None):
        with pytest.raises(MjlabError, match="is not a number of threads"):
            mjlab.shanten_batch([READY], threads=threads)


def test_negative_counts_on_the_table_are_called_so():
    with pytest.raises(MjlabError, match="visible has a count of -1"):
        mjlab.waits_batch([READY], visible=np.full(34, -1))


def test_the_best_discard_is_the_first_of_the_order():
    rng = np.random.default_rng(1)
    walls = rng.permuted(np.broadcast_to(np.repeat(np.arange(34), 4), (300, 136)), axis=1)
    counts = np.zeros((300, 34), np.uint8)
    np.add.at(counts, (np.arange(300)[:, None], walls[:, :14]), 1)
    found = mjlab.discards_batch(counts)
    first = found.order()[:, :1]
    assert np.array_equal(found.best, np.take_along_axis(found.tile, first, axis=1)[:, 0])
    ruled_out = mjlab.discards_batch(["[123m]456p789s11222z"], form="seven_pairs")
    assert ruled_out.best.tolist() == [-1]


def test_answers_say_tiles_not_numbers():
    assert "1z×2" in repr(mjlab.waits(READY))
    assert "6s×4" in repr(mjlab.useful("123m456p78s11223z"))
    assert repr(mjlab.discards("123m456p789s11122z")).startswith("complete")
