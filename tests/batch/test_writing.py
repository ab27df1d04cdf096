"""Batches are written as wins are, and read back."""

import numpy as np
import pandas as pd

from mjlab.batch import WinBatch
from mjlab.hand import Win
from mjlab.kernels.text import WIDTH
from tests.support.generate import wins

WINS = list(wins(700, seed=51))
LONGEST = "[111s+1s][222s+2s][333s+3s][444s+4s]5s+5s"


def test_hands_are_written_as_single_ones_are():
    batch = WinBatch.from_wins(WINS)
    assert batch.to_texts() == [str(win) for win in WINS]
    assert WinBatch.from_wins([]).to_texts() == []


def test_the_longest_text_has_room():
    assert WinBatch.from_texts([LONGEST] * 3).to_texts() == [LONGEST] * 3
    assert max(len(str(win)) for win in WINS) <= len(LONGEST) <= WIDTH


def test_impossible_rows_have_no_text():
    texts = ["junk", str(WINS[0]), "", str(WINS[1]), "11111m"]
    batch = WinBatch.from_texts(texts)
    assert batch.to_texts() == [None, texts[1], None, texts[3], None]
    assert WinBatch.from_texts(["junk"]).to_texts() == [None]


def test_frames_are_read_back():
    frame = WinBatch.from_wins(WINS).to_frame()
    again = WinBatch.from_frame(frame)
    assert list(again) == WINS
    assert frame["problem"].isna().all()
    pd.testing.assert_frame_equal(again.to_frame(), frame)
    assert WinBatch.from_wins([]).to_frame().columns.equals(frame.columns)


def test_impossible_rows_are_empty_but_for_the_reason():
    given = pd.DataFrame(
        {"hand": [str(WINS[0]), "junk", str(WINS[1])], "seat": ["S", "W", "?"]},
        index=["a", "b", "c"],
    )
    frame = WinBatch.from_frame(given).to_frame()
    assert frame.index.tolist() == ["a", "b", "c"]
    assert frame["seat"].tolist()[0] == "S"
    assert frame.drop(columns="problem").loc[["b", "c"]].isna().all(axis=None)
    assert frame["problem"].tolist()[1:] == [
        "'j' is not a tile",
        "seat='?' is not a wind: E, S, W or N",
    ]
    assert pd.isna(frame["problem"]["a"])


def test_a_written_frame_does_not_share_memory_with_the_batch():
    batch = WinBatch.from_texts([LONGEST], circumstances=[{"flowers": 3}])
    frame = batch.to_frame()
    frame.loc[:, "flowers"] = 8
    frame.loc[:, "self_drawn"] = True
    assert batch[0] == Win.parse(LONGEST, flowers=3)
    assert np.array_equal(batch.flowers, [3])
