"""Waits by shape, and the fan that depend on them."""

import json

import numpy as np
import pytest

from mjlab.errors import HandError
from mjlab.hand import Hand, Meld, Win
from mjlab.notation import format_tiles, parse_tiles
from mjlab.reference import score, waits
from mjlab.reference.score.waits import waits_of
from tests.support.paths import CASES

SETS = ("[333z]", "[444z]", "[555z]", "[666z]")
"""Sets that have nothing to do with the tiles that wait."""
WAIT_FAN = {"edge_wait", "closed_wait", "single_wait"}

# Tiles that matter, further sets, waits: the patterns of the encyclopedia article.
PATTERNS = [
    ("7z", 4, "7z"),
    ("2345s", 3, "25s"),
    ("2234s", 3, "25s"),
    ("2344s", 3, "14s"),
    ("2334s", 3, "3s"),
    ("22z77z", 3, "27z"),
    ("22234s77z", 2, "25s7z"),
    ("23444s77z", 2, "14s7z"),
    ("2223444s", 2, "12345s"),
    ("23334s77z", 2, "3s7z"),
    ("2333444s", 2, "1234s"),
    ("2223334s", 2, "2345s"),
    ("99p23m", 3, "14m"),
    ("99p12m", 3, "3m"),
    ("99p89m", 3, "7m"),
    ("99p24m", 3, "3m"),
    ("99p13m", 3, "2m"),
    ("99p23456m", 2, "147m"),
    ("99p12345m", 2, "36m"),
    ("99p56789m", 2, "47m"),
    ("4555m", 3, "346m"),
    ("5556m", 3, "467m"),
    ("5557m", 3, "67m"),
    ("1112m", 3, "23m"),
    ("5557s", 3, "67s"),
]

# Standing tiles, further sets, winning tile, wait fan: the 1998 list and the article. Where two
# are named the tile can be read in two ways, and either is counted, never both.
FAN = [
    ("1233m", 3, "3m", {"edge_wait", "single_wait"}),
    ("7789m", 3, "7m", {"edge_wait", "single_wait"}),
    ("99p12345m", 2, "3m", set()),
    ("99p12345m", 2, "6m", set()),
    ("99p56789m", 2, "4m", set()),
    ("99p56789m", 2, "7m", set()),
    ("4556m", 3, "5m", {"closed_wait", "single_wait"}),
    ("99p45567m", 2, "3m", set()),
    ("99p45567m", 2, "6m", set()),
    ("99p12234m", 2, "3m", {"edge_wait", "closed_wait"}),
    ("2444m", 3, "2m", set()),
    ("2444m", 3, "3m", set()),
    ("5557s", 3, "6s", set()),
    ("5557s", 3, "7s", set()),
    ("22334455p77779s", 0, "8s", set()),
    ("345m7z", 3, "7z", {"single_wait"}),
]


def padded(tiles, sets):
    """`tiles` with further sets."""
    return "".join(SETS[:sets]) + tiles


@pytest.mark.parametrize(("tiles", "sets", "expected"), PATTERNS)
def test_patterns(tiles, sets, expected):
    assert format_tiles(waits(Hand.parse(padded(tiles, sets)))) == expected


@pytest.mark.parametrize(("tiles", "sets", "win", "expected"), FAN)
@pytest.mark.parametrize("self_drawn", [False, True])
def test_wait_fan(tiles, sets, win, expected, self_drawn):
    scored = score(Win.parse(f"{padded(tiles, sets)}+{win}", self_drawn=self_drawn))
    named = [set(reading.fans) & WAIT_FAN for reading in scored.readings]
    assert set().union(*named) == expected
    assert all(len(fans) == bool(expected) for fans in named)


def test_a_pair_that_completes_a_melded_hand_is_no_single_wait():
    assert "single_wait" not in score(Win.parse(padded("7z", 4) + "+7z")).fans
    assert "single_wait" in score(Win.parse(padded("7z", 4) + "+7z", self_drawn=True)).fans


def test_exhausted_tiles_count_by_the_shape():
    hand = Hand.parse("1234s[111s][456m][789m]")
    assert format_tiles(waits(hand)) == "14s"
    assert format_tiles(waits(hand, exhausted=False)) == "4s"
    assert waits_of(hand.concealed, hand.melds, exhausted=False) == waits(hand, exhausted=False)


def test_a_hand_that_is_not_ready_waits_for_nothing():
    assert waits(Hand.parse("1144m258p369s123z")) == ()


def test_fourteen_tiles_are_refused():
    with pytest.raises(HandError, match="wait for nothing") as caught:
        waits(Hand.parse("123456789m12355p"))
    assert "thirteen" in caught.value.hint


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in map(json.loads, (CASES / "bug_cases.jsonl").read_text("utf-8").splitlines())
        if case["kind"] == "waits"
    ],
    ids=lambda case: case["id"],
)
def test_recorded_faults(case):
    given = case["input"]
    melds = [Meld.from_tiles(m["type"], parse_tiles(m["tiles"])) for m in given["melds"]]
    hand = Hand(tuple(parse_tiles(given["hand"])), tuple(melds))
    assert format_tiles(waits(hand)) == case["expected"]["formal_waits"]
    assert format_tiles(waits(hand, exhausted=False)) == case["expected"]["waits"]


def test_six_thousand_recorded_hands():
    with np.load(CASES / "tenpai_waits.npz") as recorded:
        physical = np.bitwise_or.reduce(recorded["waits"], axis=1)
        by_shape = physical | np.bitwise_or.reduce(recorded["waits_fifth_copy"], axis=1)
        for counts, expected in zip(recorded["hands"], by_shape.tolist(), strict=True):
            concealed = tuple(np.repeat(np.arange(34), counts).tolist())
            assert sum(1 << t for t in waits_of(concealed, (), exhausted=True)) == expected
