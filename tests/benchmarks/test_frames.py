"""The frame that is measured holds possible wins in both readers' eyes."""

import numpy as np

from benchmarks import frames
from mjlab.batch import WinBatch
from mjlab.hand import Win
from tests.support.generate import wins


def test_suits_are_exchanged():
    batch = WinBatch.from_texts(["[123m]{5555z}45678p99s+9p", "19m19p19s1234567z+1m"])
    assert frames.suits_exchanged(batch, (0, 1, 2)).to_texts() == batch.to_texts()
    turned = frames.suits_exchanged(batch, (1, 2, 0))
    assert turned[0] == Win.parse("[123p]{5555z}99m45678s+9s")
    twice = frames.suits_exchanged(turned, (2, 0, 1))
    np.testing.assert_array_equal(twice.concealed, batch.concealed)
    np.testing.assert_array_equal(twice.melds, batch.melds)


def test_the_frame_holds_wins_only(monkeypatch):
    monkeypatch.setattr(frames, "N_GENERATED", 120)
    frame = frames.frame_of_wins(600)
    assert not WinBatch.from_frame(frame).status.any()
    assert frame["hand"].nunique() > 200
    known = {tuple(sorted(str(win))) for win in wins(120, seed=1)}
    assert sum(tuple(sorted(text)) in known for text in frame["hand"]) > 50


def test_the_table_names_every_stage(monkeypatch):
    monkeypatch.setattr(frames, "ROUNDS", 1)
    table = frames.run(300)
    assert "300 rows" in table
    assert "300 scored" in table
    assert all(f"| {name} |" in table for name in (*frames.PARTS, frames.PEER))
