"""Circumstances by name for all hands of a batch."""

import pandas as pd
import pytest

from mjlab import HandError, Win, WinBatch, score, score_batch

TEXTS = ["19m19p19s1234567z+1z", "[123m][456m][789m]123p5z+5z", "{1111s}123456m44p67p+8p", "123m"]
GIVEN = [
    {"self_drawn": True},
    {"self_drawn": True, "seat": "西风", "round": "S", "flowers": 3},
    {"wall_last": True},
    {"kong_replacement": True, "self_drawn": True},  # only the third has a kong
]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("times", [1, 200])
def test_circumstances_hold_for_all_hands(given, times):
    texts = TEXTS * times
    by_row = score_batch(WinBatch.from_texts(texts, circumstances=[given] * len(texts)))
    wins = [Win.parse(text) for text in TEXTS[:3]]
    frame = pd.DataFrame({"hand": texts})
    for hands in (texts, pd.Series(texts), frame, frame.assign(more=1)):
        scores = score_batch(hands, **given)
        assert scores.total.tolist() == by_row.total.tolist()
        assert scores.problems == by_row.problems
    mixed = score_batch([*wins, TEXTS[3]] * times, **given)
    assert mixed.total.tolist() == by_row.total.tolist()
    assert mixed.status.tolist() == by_row.status.tolist()
    alone = [
        score(text, **given).total
        for text, status in zip(TEXTS, by_row.status, strict=False)
        if not status
    ]
    assert by_row.total[: len(TEXTS)][by_row.status[: len(TEXTS)] == 0].tolist() == alone
    assert list(frame) == ["hand"]


@pytest.mark.parametrize(
    ("hands", "given", "message"),
    [
        (TEXTS, {"selfdrawn": True}, "unknown circumstance 'selfdrawn'"),
        (TEXTS, {"strict": False}, "unknown circumstance 'strict'"),
        (TEXTS, {"self_drawn": [True] * 4}, "columns of a frame"),
        (TEXTS, {"seat": 1}, "seat=1 is not a wind"),
        (TEXTS, {"flowers": 9}, "9 flowers cannot be"),
        (WinBatch.from_texts(TEXTS), {"seat": "S"}, "have their circumstances"),
        (
            pd.DataFrame({"hand": TEXTS, "seat": "S"}),
            {"seat": "S"},
            "is a column of the frame, too",
        ),
        (pd.DataFrame({"hand": TEXTS, "Seat": "S"}), {"flowers": 1}, "'Seat' would not be read"),
    ],
)
def test_circumstances_that_cannot_be_given(hands, given, message):
    with pytest.raises(HandError, match=message):
        score_batch(hands, **given)
