"""HandBatch: hands to arrays and back."""

import copy
import pickle

import numpy as np
import pytest

from mjlab.batch.hands import HandBatch
from mjlab.errors import HandError
from mjlab.hand import Hand
from tests.support.hands import random_hands


def test_hands_to_arrays_and_back():
    texts = ["[123m]{5555z}45678p99s", "19m19p19s1234567z", "[111m][222m][333m][444m]5m", "11z" * 7]
    texts[3] = "[123m][777z+7z][123p]1122s5z"
    hands = [Hand.parse(text) for text in texts]
    batch = HandBatch.from_hands(texts)
    assert list(batch) == hands
    assert batch[-1] == hands[-1]
    assert batch.n_melds.tolist() == [2, 0, 4, 3]
    assert batch.laid is not None
    assert batch.laid.sum(1).tolist() == [7, 0, 12, 10]
    assert len(HandBatch.from_hands([])) == 0
    with pytest.raises(IndexError):
        batch[4]


def test_random_hands_survive():
    counts, melds, laid = random_hands(300, seed=21)
    batch = HandBatch.from_arrays(counts, melds)
    assert np.array_equal(batch.counts, counts)
    assert np.array_equal(batch.laid, laid)
    again = HandBatch.from_hands(batch)
    assert np.array_equal(again.counts, counts)
    assert np.array_equal(np.sort(again.melds, 1), np.sort(melds, 1))


def test_arrays_are_copied_and_read_only():
    counts = np.zeros((1, 34), np.uint8)
    counts[0, :13] = 1
    batch = HandBatch.from_arrays(counts)
    counts[0, 0] = 200
    assert batch.counts[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        batch.counts[0, 0] = 9
    assert (batch.melds, batch.laid) == (None, None)
    with pytest.raises(HandError, match="not made directly"):
        HandBatch(counts)


def test_sets_need_not_be_known():
    counts = np.zeros((1, 34), np.uint8)
    counts[0, :10] = 1
    batch = HandBatch.from_arrays(counts)
    assert batch.n_melds.tolist() == [1]
    with pytest.raises(HandError, match="row 0 has 1 sets laid aside, it is not known which"):
        batch[0]


def test_order_and_width_of_sets_do_not_matter():
    counts = np.zeros((1, 34), np.uint8)
    counts[0, :7] = 1
    for melds in ([[-1, 60, -1, 61]], [[60, 61]], np.array([[60, 61, -1]], np.int64)):
        assert HandBatch.from_arrays(counts, melds).melds.tolist() == [[60, 61, -1, -1]]


def test_copies_are_checked_again_and_read_only():
    batch = HandBatch.from_hands(["[123m]456p789s1122z", "19m19p19s1234567z"])
    for again in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert list(again) == list(batch)
        with pytest.raises(ValueError, match="read-only"):
            again.counts[0] = 9
    bare = HandBatch.from_arrays(batch.counts, n_melds=batch.n_melds)
    assert copy.copy(bare).melds is None
