"""What `import mjlab` offers for scoring."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import mjlab
from mjlab.errors import HandError, MjlabError, NotAWinError, RulesetError
from tests.support.generate import wins
from tests.support.memory import needs_status, resident

KNITTED = "12369m13347s258p+3m"


def test_every_public_name_is_there():
    for name in mjlab.__all__:
        assert getattr(mjlab, name) is not None
        assert name in dir(mjlab)
    assert set(dir(mjlab)) == {*mjlab.__all__, "__version__"}
    assert set(mjlab.__all__) == {*mjlab._HOME_OF, *mjlab._ROOMS}
    with pytest.raises(AttributeError, match="has no attribute 'scores'"):
        _ = mjlab.scores


def test_importing_is_light():
    code = "import mjlab, sys; print(sorted({'numba', 'pandas', 'matplotlib'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_one_hand():
    result = mjlab.score(KNITTED)
    assert result.total == 17
    assert mjlab.score(KNITTED, ruleset="mcr2006").total == 16
    assert mjlab.score(mjlab.Win.parse(KNITTED), self_drawn=True).total > 17
    assert "组合龙" in str(mjlab.explain(KNITTED))
    with pytest.raises(HandError, match="a Win or a text is expected, not int"):
        mjlab.score(5)
    with pytest.raises(NotAWinError):
        mjlab.score("123456789m1234z+5z")
    with pytest.raises(RulesetError, match="unknown ruleset 'riichi'"):
        mjlab.score(KNITTED, ruleset="riichi")


def test_a_batch_of_anything():
    texts = [KNITTED, "123456789m1234z+5z", "nonsense", "11111m12345678p+9p"]
    scores = mjlab.score_batch(texts)
    assert scores.status.tolist() == [0, 1, 2, 2]
    assert scores.total.tolist() == [17, 0, 0, 0]
    assert scores.legal_win.tolist() == [True, False, False, False]
    assert set(scores.problems) == {1, 2, 3}
    frame = scores.to_frame()
    assert frame["status"].tolist() == ["scored", "not a win", "invalid", "invalid"]
    assert "组合龙" in frame["fans"][0]
    assert frame["problem"][3] == "five copies of 1m"
    wide = scores.to_frame(columns=True)
    assert wide["knitted_straight"].tolist() == [1, 0, 0, 0]
    assert len(mjlab.score_batch([])) == 0
    assert repr(mjlab.score_batch([])) == "ScoreBatch(empty; mcr1998_online)"


def test_threads_change_nothing():
    batch = mjlab.WinBatch.from_wins(wins(999, seed=8)).take(np.arange(60_000) % 999)
    one = mjlab.score_batch(batch)  # enough for a thread to have something to do
    for threads in (2, 3, 2000):
        many = mjlab.score_batch(batch, threads=threads)
        for name in ("total", "fans", "status"):
            assert np.array_equal(getattr(one, name), getattr(many, name))
    for threads in (0, -1, 1.5, True):
        with pytest.raises(MjlabError, match="is not a number of threads"):
            mjlab.score_batch(batch, threads=threads)


def test_scoring_leaves_the_batch_alone():
    batch = mjlab.WinBatch.from_wins(wins(100, seed=9))
    before = batch.status.copy(), batch.concealed.copy()
    mjlab.score_batch(batch, ruleset="mcr_noflower")
    assert np.array_equal(batch.status, before[0])
    assert np.array_equal(batch.concealed, before[1])


def test_flowers_where_there_are_none():
    scores = mjlab.score_batch(
        mjlab.WinBatch.from_texts([KNITTED, KNITTED], circumstances=[{}, {"flowers": 2}]),
        ruleset="mcr_noflower",
    )
    assert scores.status.tolist() == [0, 2]
    assert "without flowers" in scores.problems[1]


def test_flower_points():
    two = mjlab.ruleset().changed(flower_points=2)
    scores = mjlab.score_batch(
        mjlab.WinBatch.from_texts([KNITTED], circumstances=[{"flowers": 3}]), ruleset=two
    )
    assert scores.total.tolist() == [23]
    assert scores.fan_total.tolist() == [17]
    assert mjlab.score(KNITTED, flowers=3, ruleset=two).total == 23


@needs_status
def test_no_memory_grows_with_calls():
    batch = mjlab.WinBatch.from_wins(wins(200, seed=10))
    mjlab.score_batch(batch)
    before = resident()
    for _ in range(2000):
        mjlab.score_batch(batch)
    assert resident() - before < 20_000


def test_scores_keep_the_labels_of_the_frame():
    hands = ["123m456p789s1122z+1z", "[123m][456m][789m]123p5z+5z", "junk"]
    frame = pd.DataFrame({"hand": hands}, index=[7, 3, 5])
    scores = mjlab.score_batch(frame)
    joined = frame.join(scores.to_frame())
    assert joined.loc[3, "fans"].startswith("清龙")
    assert pd.isna(joined.loc[5, "total"])
    assert joined["total"].mean() == (joined.loc[3, "total"] + joined.loc[7, "total"]) / 2
    assert "清龙" in scores._repr_html_()


def test_one_hand_is_not_many():
    for one in (KNITTED, KNITTED.encode(), mjlab.Win.parse(KNITTED), None, 5):
        with pytest.raises(HandError, match="many hands are expected"):
            mjlab.score_batch(one)
    with pytest.raises(HandError, match="a mapping is no list of hands"):
        mjlab.score_batch({"hand": [KNITTED]})
    with pytest.raises(HandError, match="'text' is no circumstance"):
        mjlab.score(KNITTED, text="1m")


def test_rows_that_are_not_scored_say_why():
    scores = mjlab.score_batch([KNITTED, "123456789m1234z+5z", "nonsense"])
    frame = scores.to_frame()
    assert frame["problem"].notna().tolist() == [False, True, True]
    assert frame["problem"][1] == "the winning tile completes nothing"


def test_explanations_in_two_languages():
    assert "计番" in str(mjlab.explain(KNITTED, language="zh"))
    assert "Counted" in str(mjlab.explain(KNITTED))
