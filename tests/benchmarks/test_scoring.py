"""The benchmark of the scorer says what it measured and on what."""

import pytest

from benchmarks import scoring
from mjlab.batch import WinBatch


def test_mix_tells_what_the_hands_are():
    batch = WinBatch.from_texts(
        ["[123m]{5555z}45678p99s+9p", "19m19p19s1234567z+1z", "1133557799m115p+5p", "[123m]11p+1p"],
        circumstances=[{"self_drawn": True}, {}, {"flowers": 2}, {}],
    )
    told = scoring.mix(batch.take(batch.status == 0))
    for share in (
        "no set laid aside 66.7%", "two 33.3%", "kongs 33.3%", "seven pairs 33.3%",
        "thirteen orphans 33.3%", "knitted straights 0.0%", "self drawn 33.3%", "flowers 33.3%",
    ):  # fmt: skip
        assert share in told


def test_table_of_ratios_is_round_by_round():
    found = {
        scoring.ONE: scoring.Times([100.0, 200.0, 100.0], [100.0, 100.0, 100.0]),
        scoring.PEER: scoring.Times([3000.0, 8000.0, 2000.0], [4000.0, 4000.0, 4000.0]),
    }
    row = scoring.table(found)[2]
    assert "| 100 | 100 | 10,000,000 | 30.0 (20.0-40.0) | 40.0 (40.0-40.0) |" in row


def test_the_peer_agrees_on_the_hands_of_the_benchmark(monkeypatch):
    pytest.importorskip("MahjongGB")
    monkeypatch.setattr(scoring, "first_calls", lambda: [("compiling", 5.0, 5.5)])
    text = scoring.run(3000, 1)
    assert "PyMahjongGB gives another total for 0 of them." in text
    assert "| compiling | 5.00 | 5.50 |" in text
    assert "Load average" in text
