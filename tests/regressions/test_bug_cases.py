"""Faults and disputes of public calculators, as small hands that must come out right.

Every record of ``bug_cases.jsonl`` about scoring, the programming interface or notation is met
here; those about logs are met by the tests of the log readers.
"""

import json
import random

import pytest

from mjlab.errors import HandError, NotationError
from mjlab.hand import Hand, Meld, Win
from mjlab.notation import format_tiles, parse_tiles
from mjlab.reference import score
from mjlab.rules import fan, payment, ruleset
from mjlab.tiles import name_en
from tests.support.paths import CASES

CASES = {
    case["id"]: case
    for case in map(json.loads, (CASES / "bug_cases.jsonl").read_text("utf-8").splitlines())
}
SCORING = [case for case in CASES.values() if case["kind"] == "scoring"]
HONG_KONG = pytest.mark.skip(reason="Hong Kong rules are not scored by mjlab")
SETTLED_HERE = {"S64": "refused: a robbed kong shows the three other copies", "K01": "Hong Kong"}

VARIANTS = [
    ("S09", {"knitted_body_waits": "no"}, 16),
    ("S09", {"knitted_body_waits": "pair_only"}, 16),
    ("S11", {"knitted_body_waits": "no"}, 16),
    ("S35", {"concealed_kong_pair_extra": False}, 75),
    ("S37", {"mixed_two_kongs": "sum3"}, 6),
    ("S37", {"mixed_two_kongs": 6}, 9),
    ("S03", {"wait_counts_exhausted": False}, 9),
]


def win_of(case):
    given = case["input"]
    flags = dict(given.get("flags", {}))
    flags.update({k: given[k] for k in ("round", "seat", "flowers", "self_drawn") if k in given})
    # The records call the last tile of the wall last_tile, and a robbed kong kong.
    for theirs, ours in (("last_tile", "wall_last"), ("kong", "robbing_kong")):
        if flags.pop(theirs, False):
            flags[ours] = True
    melds = [Meld.from_tiles(m["type"], parse_tiles(m["tiles"])) for m in given.get("melds", ())]
    (tile,) = parse_tiles(given["win"])
    return Win(tuple(parse_tiles(given["hand"])), tuple(melds), tile, **flags)


@pytest.mark.parametrize(
    "case", [c for c in SCORING if c["id"] not in SETTLED_HERE], ids=lambda case: case["id"]
)
def test_total_and_fan(case):
    scored = score(win_of(case))
    assert scored.total == case["expected"]["points"]
    if case["expected"]["fans"] is not None:
        expected = {fan(name).key: count for name, count in case["expected"]["fans"].items()}
        assert expected in [reading.fans for reading in scored.readings]


@pytest.mark.parametrize(("name", "switches", "points"), VARIANTS)
def test_other_ruling_under_its_switch(name, switches, points):
    assert score(win_of(CASES[name]), ruleset().changed(**switches)).total == points


def test_every_variant_with_points_has_a_switch():
    without = {"S62"}  # a last tile in the player's own sets is known, nobody need claim it
    for case in SCORING:
        for variant in case["expected"].get("accepted_variants", ()):
            if "points" in variant and case["id"] not in without:
                assert any(
                    (name, points) == (case["id"], variant["points"])
                    for name, _, points in VARIANTS
                )


def test_minimum_is_reached_without_flowers():
    scored = score(win_of(CASES["S68"]))
    assert (scored.total, scored.fan_total, scored.legal_win) == (12, 4, False)


def test_robbed_kong_of_a_tile_the_winner_holds_is_refused():
    with pytest.raises(HandError, match="a robbed kong shows all four 4s"):
        win_of(CASES["S64"])
    honest = dict(CASES["S64"]["input"], flags={})
    assert score(win_of({"input": honest})).total == CASES["S64"]["expected"]["points"]


@HONG_KONG
def test_hong_kong_seven_pairs():
    win_of(CASES["K01"])


@HONG_KONG
def test_hong_kong_tables():
    assert CASES["A15"]["expected"]


def test_five_copies_are_refused():
    with pytest.raises(HandError, match="five copies of 2m"):
        win_of(CASES["A01"])


@pytest.mark.parametrize("text", ["[567z]", "[89m1p]", "{1234m}", "[12m]", "[346m]", "[3456m]"])
def test_no_set(text):
    with pytest.raises(HandError, match="is not a set"):
        Meld.parse(text)


def test_winning_tile_among_the_standing_tiles_is_told():
    given = CASES["A05"]["input"]
    with pytest.raises(
        HandError, match="standing tiles before the winning tile, 13 are expected"
    ) as caught:
        Win.parse(f"{given['hand']}+{given['win']}")
    assert "13 tiles before the winning tile" in caught.value.hint
    assert len(Hand.parse(given["hand"]).concealed) == 14


def test_total_does_not_depend_on_the_order_of_tiles():
    win = win_of(CASES["A07"])
    shuffled = list(win.concealed)
    for seed in range(20):
        random.Random(seed).shuffle(shuffled)
        again = Win(tuple(shuffled), (), win.tile, self_drawn=True)
        assert score(again).total == CASES["A07"]["expected"]["points"]


def test_payment():
    expected = CASES["A09"]["expected"]
    changes = payment(CASES["A09"]["input"]["points"], winner=0, discarder=1)
    assert changes == (expected["winner"], expected["discarder"], *expected["others"])


def test_payment_of_a_recorded_row():
    _, _, _, fans, row = CASES["P09"]["input"]["event"]
    expected = CASES["P09"]["expected"]
    paid = payment(expected["points"], expected["winner_index"], expected["discarder_index"])
    assert list(paid) == row
    total = 0
    for name, _, times in (text.partition("*") for text in fans):
        key = "坎张" if name == "嵌张" else name  # another name of the same fan
        total += fan(key).value * int(times or 1)
    assert total == expected["sum_of_fans"]


def test_order_of_the_dragons():
    text = CASES["P01"]["input"]["text"]
    assert name_en(parse_tiles(text, "native")[0]) == "White"
    assert name_en(parse_tiles(text, "helper")[0]) == "Red"


def test_honor_letters():
    tokens = CASES["P03"]["input"]["tokens"]
    tiles = [parse_tiles(token, "helper") for token in tokens]
    assert [format_tiles(t) for t in tiles] == CASES["P03"]["expected"]["mpsz"]
    with pytest.raises(NotationError):
        parse_tiles("E", "native")


def test_suits_in_any_order():
    tiles = parse_tiles(CASES["P05"]["input"]["text"])
    assert format_tiles(tiles, sort=True) == CASES["P05"]["expected"]["mpsz"]
    assert len(tiles) == CASES["P05"]["expected"]["count"]
