"""Scores in frames: what stands in the columns, for frames of any kind."""

import numpy as np
import pandas as pd
import pytest

from mjlab.api import STATUS, score_batch
from mjlab.batch import CIRCUMSTANCE_BITS, WinBatch
from mjlab.errors import HandError, MjlabError
from mjlab.reference import score
from mjlab.rules import FANS, fan
from tests.support.generate import wins

WINS = list(wins(300, seed=41))


@pytest.fixture(scope="module")
def frame():
    rows = [
        {"hand": str(win), **{name: getattr(win, name) for name in CIRCUMSTANCE_BITS}}
        | {"round": win.round.name, "seat": win.seat.name, "flowers": win.flowers}
        for win in WINS
    ]
    found = pd.DataFrame(rows, index=[f"row {i}" for i in range(300)])
    found.loc["row 5", "hand"] = "123456789m1234z+5z"
    found.loc[["row 6", "row 7"], "hand"] = ["junk", None]
    found.loc["row 8", "seat"] = "X"
    return found


def test_a_frame_is_scored_row_by_row(frame):
    scores = score_batch(frame)
    told = scores.to_frame()
    assert told.index.equals(frame.index)
    for row, (label, cells) in enumerate(told.iterrows()):
        assert cells["status"] == STATUS[scores.status[row]]
        if scores.status[row]:
            assert cells["fans"] == ""
            assert cells["problem"] == scores.problems[row]
            assert pd.isna(cells["total"])
            assert pd.isna(cells["fan_total"])
            assert not cells["legal_win"]
            continue
        assert pd.isna(cells["problem"]), label
        assert cells["total"] == scores.total[row] == score(WINS[row], scores.rules).total
        assert cells["legal_win"] == scores.legal_win[row]
        names = [
            one.zh + (f"×{n}" if n > 1 else "")
            for one, n in sorted(
                zip(FANS, scores.fans[row].tolist(), strict=True),
                key=lambda item: -scores.rules.fan_value(item[0].key),
            )
            if n
        ]
        assert cells["fans"] == " ".join(names)
    assert set(np.flatnonzero(scores.status)) == {5, 6, 7, 8}
    assert told["problem"].dropna().to_dict() == {
        "row 5": "the winning tile completes nothing",
        "row 6": "'j' is not a tile",
        "row 7": "hand is missing",
        "row 8": "seat='X' is not a wind: E, S, W or N",
    }


def test_dtypes_do_not_depend_on_what_was_scored(frame):
    wanted = {"status": "category", "total": "Int64", "fan_total": "Int64", "legal_win": "bool"}
    wanted |= {"fans": "str", "problem": "str"}
    for rows in (frame, frame[:5], frame[5:8], frame[:0]):
        told = score_batch(rows).to_frame()
        assert {name: str(kind) for name, kind in told.dtypes.items()} == wanted
        assert list(told["status"].cat.categories) == list(STATUS)
        wide = score_batch(rows).to_frame(columns=True)
        assert list(wide.columns) == [
            "status", "total", "fan_total", "legal_win", *(one.key for one in FANS), "problem"
        ]  # fmt: skip


def test_a_frame_of_scores_can_be_changed_without_changing_the_scores(frame):
    scores = score_batch(frame)
    before = scores.total.copy(), scores.fans.copy(), scores.legal_win.copy()
    told = scores.to_frame(columns=True)
    told.loc[:, "total"] = 99
    told.loc[:, "all_chows"] = 99
    told.loc[:, "legal_win"] = False
    for now, then in zip((scores.total, scores.fans, scores.legal_win), before, strict=True):
        np.testing.assert_array_equal(now, then)


HAND = "123m456p789s1122z+1z"


def test_the_column_and_the_notation_can_be_named():
    frame = pd.DataFrame({"tiles": ["123m456p789sEESSE"]})
    with pytest.raises(HandError, match="the frame has no column 'hand'") as caught:
        score_batch(frame)
    assert "hand= names it" in str(caught.value)
    assert score_batch(frame, hand="tiles", dialect="helper").total.tolist() == [14]
    assert score_batch(["123m456p789sEESSE"], dialect="helper").total.tolist() == [14]
    with pytest.raises(HandError, match="hand='tiles' names a column, but list has none"):
        score_batch([HAND], hand="tiles")
    with pytest.raises(HandError, match="the hands of a WinBatch are read"):
        score_batch(WinBatch.from_texts([HAND]), dialect="helper")


def test_labels_of_a_series_come_back():
    hands = pd.Series([HAND, "junk"], index=["x", "y"])
    scores = score_batch(hands)
    assert scores.to_frame().index.tolist() == ["x", "y"]
    assert "<th>y</th>" in scores._repr_html_()
    assert hands.to_frame("hand").join(scores.to_frame())["total"].tolist()[0] == 14


def test_fan_are_named_highest_first():
    scores = score_batch(["{3333p}[7777s][123m]456m8p+8p"])
    value = scores.rules.fan_value
    names = list(scores.fan_names(0))
    assert names[-1] == "melded_and_concealed_kong"  # as in the table
    listed = [fan(name.partition("×")[0]).key for name in scores.to_frame()["fans"][0].split()]
    assert sorted(listed) == sorted(names)
    assert listed[0] == "melded_and_concealed_kong"
    assert [value(name) for name in listed] == sorted(map(value, listed), reverse=True)


def test_fan_are_named_in_the_language_asked_for():
    scores = score_batch(["[1111s][345p]12234m33z+3m", "[222m]{3333m}[444s][555p]1z+1z"])
    frames = {language: scores.to_frame(language=language) for language in ("zh", "en", "both")}
    assert scores.to_frame().equals(frames["zh"])
    for row in range(len(scores)):
        zh, en, both = (frames[language]["fans"][row] for language in ("zh", "en", "both"))
        chinese, english, named = zh.split(" "), en.split(", "), both.split(", ")
        found = [fan(one.partition("×")[0]) for one in english]
        assert [fan(one.partition("×")[0]) for one in chinese] == found
        assert [one.partition("×")[0] for one in named] == [one.name for one in found]
        assert [one.partition("×")[2] for one in named] == [
            one.partition("×")[2] for one in chinese
        ]
    with pytest.raises(MjlabError, match="unknown language 'fr'"):
        scores.to_frame(language="fr")
