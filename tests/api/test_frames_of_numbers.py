"""Every frame of the interface: numbers in it are wide enough for what users reckon with them."""

import pandas as pd
import pytest

import mjlab

WINS = ["19m19p19s1234567z+1z", "[123m][456m][789m]123p5z+5z", "123m456p789s1122z+3z", "123m"]
HANDS = ["[123m]4567p99s1234z", "123m456p789s1122z"]
SPARE = ["[123m]45678p99s1234z", "123m456p789s11122z"]
FRAMES = {
    "scores": lambda: mjlab.score_batch(WINS).to_frame(),
    "scores by fan": lambda: mjlab.score_batch(WINS).to_frame(columns=True),
    "wins": lambda: mjlab.WinBatch.from_texts(WINS).to_frame(),
    "waits of many": lambda: mjlab.waits_batch(HANDS).to_frame(),
    "useful tiles of many": lambda: mjlab.useful_batch(HANDS).to_frame(),
    "useful tiles, forms ruled out": lambda: mjlab.useful_batch(
        HANDS, form="seven_pairs"
    ).to_frame(),
    "discards of many": lambda: mjlab.discards_batch(SPARE).to_frame(),
    "a score": lambda: mjlab.score(WINS[1]).to_frame(),
    "scores of waits": lambda: mjlab.waits("[345m]567p678s23s55m").scores(),
    "discards": lambda: mjlab.discards(SPARE[0]).to_frame(),
}


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("empty", [False, True])
def test_numbers_of_frames_do_not_overflow(name, empty):
    frame = FRAMES[name]()
    frame = frame[:0] if empty else frame
    numbers = {
        column: str(kind)
        for column, kind in frame.dtypes.items()
        if pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)
    }
    assert numbers
    assert set(numbers.values()) <= {"int64", "Int64"}
    for column in numbers:
        if not empty:
            exact = [v if v is pd.NA else int(v) * 10**9 for v in frame[column]]
            assert (frame[column] * 10**9).tolist() == exact


def test_total_of_a_frame_in_thousands():
    total = mjlab.score_batch(WINS).to_frame()["total"]
    assert (total * 1000).tolist()[:2] == [88_000, 19_000]
    assert (total - 100).tolist()[:2] == [-12, -81]
