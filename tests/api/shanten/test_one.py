"""Shanten, waits, useful tiles and discards of one hand."""

import subprocess
import sys

import numpy as np
import pytest

import mjlab
from mjlab.api.shanten.answers import tiles_of
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch
from mjlab.api.shanten.one import discards, shanten, useful, waits
from mjlab.batch.hands import HandBatch
from mjlab.errors import MjlabError
from mjlab.hand import Hand
from mjlab.notation import format_tiles, parse_tiles
from tests.support.hands import random_hands

MANZU = "[123m][456m][789m][111m]"
SOUZU = "[123s][456s][789s][111s]"
ENCYCLOPEDIA = {
    # Four sets and a single tile
    "s1": ("7z", MANZU, 4, "7z"),
    "s2": ("2345s", MANZU, 3, "25s"),
    "s3": ("2342s", MANZU, 3, "25s"),
    "s3b": ("2344s", MANZU, 3, "14s"),
    "s4": ("2343s", MANZU, 3, "3s"),
    # Three sets and two pairs
    "p1": ("2277z", MANZU, 3, "27z"),
    "p2": ("23422s77z", MANZU, 2, "25s7z"),
    "p2b": ("23444s77z", MANZU, 2, "14s7z"),
    "p3": ("2342244s", MANZU, 2, "12345s"),
    "p4": ("23433s77z", MANZU, 2, "3s7z"),
    "p5": ("2343344s", MANZU, 2, "1234s"),
    "p5b": ("2342233s", MANZU, 2, "2345s"),
    # A pair and two neighbours, or a gap
    "t1": ("99p23m", SOUZU, 3, "14m"),
    "t2": ("99p12m", SOUZU, 3, "3m"),
    "t3": ("99p89m", SOUZU, 3, "7m"),
    "g1": ("99p24m", SOUZU, 3, "3m"),
    "g2": ("99p13m", SOUZU, 3, "2m"),
    # Two sets, a pair and five in a row
    "f1": ("99p23456m", SOUZU, 2, "147m"),
    "f2": ("99p12345m", SOUZU, 2, "36m"),
    "f3": ("99p56789m", SOUZU, 2, "47m"),
    # A pung with a neighbour
    "k1": ("5554m", SOUZU, 3, "346m"),
    "k2": ("5556m", SOUZU, 3, "467m"),
    "k3": ("5557m", SOUZU, 3, "67m"),
    "k4": ("1112m", SOUZU, 3, "23m"),
    # Single waits
    "e1": ("5557s", MANZU, 3, "67s"),
    "e2": ("1234s", "[111s][456m][789m]", 3, "14s"),
    "e3": ("22334455p77779s", "", 0, "89s"),
    # The rulebook's own
    "b1": ("1233m", SOUZU, 3, "3m"),
    "b2": ("7789m", SOUZU, 3, "7m"),
    "b3": ("12345m99p", SOUZU, 2, "36m"),
    "b4": ("56789m99p", SOUZU, 2, "47m"),
    "b5": ("4556m", SOUZU, 3, "5m"),
    "b6": ("45567m99p", SOUZU, 2, "36m"),
}
"""Standing tiles, sets to take some of, how many, and the waits by shape."""


@pytest.mark.parametrize("case", ENCYCLOPEDIA)
def test_waits_of_the_encyclopedia(case):
    tiles, sets, n, expected = ENCYCLOPEDIA[case]
    hand = "".join(part + "]" for part in sets.split("]")[:n]) + tiles
    found = waits(hand)
    assert found.by_shape == tuple(sorted(parse_tiles(expected)))
    assert waits_batch([hand]).by_shape[0] == sum(1 << t for t in found.by_shape)
    assert found.live == tuple(
        t for t in found.by_shape if t in tiles_of(waits_batch([hand]).live[0])
    )


def test_the_exhausted_wait():
    found = waits("[111s][456m][789m]1234s")
    assert format_tiles(found.live) == "4s"
    assert (found.left, found.total, len(found)) == ({18: 0, 21: 3}, 3, 1)
    assert str(found) == "1s×0 4s×3"
    assert str(waits("147m258p369s1123z")) == "not ready"


def test_waits_by_form():
    found = waits("22334455p77779s")
    assert found.by_form == {"regular": (25,), "seven_pairs": (26,)}


def test_one_hand_and_many_agree():
    counts, melds, _ = random_hands(150, seed=11)
    batch = HandBatch.from_arrays(counts, melds)
    tables = shanten_batch(batch, form="all")
    found = useful_batch(batch)
    for row, hand in enumerate(batch):
        one = shanten(hand)
        possible = tables[row][tables[row] < 127]
        assert list(one.by_form.values()) == possible.tolist()
        assert int(one) == one.best == possible.min()
        useful_one = useful(hand)
        assert useful_one.shanten == found.shanten[row]
        assert useful_one.tiles == tiles_of(found.mask[row])
        assert useful_one.live == found.live[row]
        assert useful_one.kinds == found.kinds[row]
        if len(hand.concealed) % 3 == 1:
            many = waits_batch([hand])
            assert waits(hand).live == tiles_of(many.live[0])
            assert waits(hand).by_shape == tiles_of(many.by_shape[0])


@pytest.mark.parametrize("form", ["best", "regular"])
def test_discards_of_one_hand_and_of_many_agree(form):
    counts, melds, _ = random_hands(25, seed=12, spare=1)
    shown = np.random.default_rng(1).integers(0, 2, 34)
    batch = HandBatch.from_arrays(counts, melds)
    for hand in batch:
        free = np.minimum(shown, 4 - np.array(hand.counts))
        visible = [t for t in range(34) for _ in range(free[t])]
        many = discards_batch([hand], form=form, visible=free)
        one = discards(hand, form=form, visible=visible)
        slots = [s for s in many.order()[0] if many.tile[0, s] >= 0]
        assert len(one) == len(slots)
        assert one.best.tile == many.best[0]
        for row, slot in zip(one, slots, strict=True):
            assert row.tile == many.tile[0, slot]
            assert row.shanten == many.shanten[0, slot]
            assert row.tiles == tiles_of(many.mask[0, slot])
            assert row.live == many.live[0, slot]


def test_discards_are_told_as_players_know_them():
    found = discards("[123m]45678p99s1234z", visible="1z")
    lines = str(found).splitlines()
    assert lines[0].split() == ["discard", "shanten", "live", "kinds", "useful", "forms"]
    assert lines[1].split()[:5] == ["1z", "2", "22", "7", "3p×4"]
    assert len(lines) == len(found) + 1 == 11
    frame = found.to_frame()
    assert list(frame.columns) == ["discard", "shanten", "live", "kinds", "useful", "forms"]
    assert frame["shanten"].is_monotonic_increasing
    assert found._repr_html_().count("<tr") == 11
    assert str(found[0]) == "1z: shanten 2, 22 tiles: 3p×4 6p×3 9p×4 9s×2 2z×3 3z×3 4z×3"


def test_ties_go_outward_first():
    # Each of these four singles leaves the same.
    found = discards("123456789m11p15s2z", form="regular")
    singles = [row.tile for row in found if row.tile in parse_tiles("15s2z")]
    assert singles == list(parse_tiles("2z1s5s"))


def test_special_forms_change_the_picture():
    knitted = shanten("147m258p36s12345z")
    assert knitted.forms == ("honors_and_knitted",)
    assert (knitted.best, knitted.by_form["regular"]) == (0, 8)
    assert shanten("19m19p19s1234567z").forms == ("thirteen_orphans",)
    assert shanten("[123m]147m258p369s1z").by_form == {"regular": 6, "knitted_straight": 0}
    assert shanten("[123m][456m]789m1122z").by_form == {"regular": 0}
    found = useful("147m258p369s1123z")
    assert found.forms == ("honors_and_knitted", "knitted_straight")
    assert format_tiles(found.tiles) == "1234567z"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shanten("12q"), "12q"),
        (lambda: shanten(5), "a Hand or a text is expected, not int"),
        (lambda: shanten(["1m"]), "a Hand or a text is expected, not list"),
        (lambda: waits("123m456p789s11222z"), "14 standing tiles have one to spare"),
        (lambda: discards("123m456p789s1122z"), "13 standing tiles have none to spare"),
        (lambda: useful("[123m]456p789s1122z", form="seven_pairs"), "rule out seven_pairs"),
        (lambda: useful("123m456p789s1122z", form="pairs"), "unknown form 'pairs'"),
        (lambda: discards("123m456p789s11222z", form="x"), "unknown form 'x'"),
        (lambda: waits("123m456p789s1122z", visible="111z"), "five copies of 1z are seen"),
        (lambda: waits("123m456p789s1122z", visible="1f"), "1f is no tile of a hand"),
        (lambda: waits("123m456p789s1122z", visible=[34]), "1f is no tile of a hand"),
        (lambda: waits("123m456p789s1122z", visible=[-1]), "tile index -1 is not in 0-41"),
        (lambda: waits("123m456p789s1122z", visible=[1.5]), "tile index 1.5 is not in 0-41"),
        (lambda: waits("123m456p789s1122z", visible=[True]), "tile index True is not in 0-41"),
    ],
)
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(MjlabError, match=message):
        call()


def test_dialects():
    assert shanten("东东 一二三四五六七八九万 中中").best == 0
    assert waits("EE123456789mCC", dialect="helper").live == (27, 33)


def test_one_hand_compiles_nothing():
    code = (
        "import sys; from mjlab.api.shanten.one import shanten, waits, useful, discards;"
        "shanten('123m456p789s1122z'); waits('123m456p789s1122z');"
        "useful('123m456p789s1122z'); print(discards('123m456p789s11222z').best.tile);"
        "print('numba' in sys.modules, 'pandas' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines()[1] == "False False", answer.stdout


def test_values_hash_and_compare():
    hand = Hand.parse("123m456p789s1122z")
    assert shanten(hand) == shanten("123m456p789s1122z")
    assert len({useful(hand), useful(hand)}) == 1
    assert repr(shanten(hand)) == "<Shanten 0 (regular)>"


def test_scores_of_waits_are_those_of_the_wins():
    found = mjlab.waits("[345m]567p678s23s55m", visible="111s44s")
    frame = found.scores(seat="W", round="南", flowers=2, language="en")
    assert frame["tile"].tolist() == ["1s", "4s"]
    assert frame["live"].tolist() == [1, 2]
    for how, drawn in (("discard", False), ("drawn", True)):
        for place, last in ((0, True), (1, False)):
            row = frame.loc[place]
            win = mjlab.score(
                f"[345m]567p678s23s55m+{row['tile']}",
                seat="W", round="S", flowers=2, self_drawn=drawn, last_of_kind=last,
            )  # fmt: skip
            assert row[f"{how}_total"] == win.total
            assert row[f"{how}_legal"] == win.legal_win
            assert row[f"{how}_fans"].count(",") + 1 == len(win.fans)
            assert ("Last Tile" in row[f"{how}_fans"]) == last


def test_scores_of_waits_leave_out_what_cannot_come():
    frame = mjlab.waits("1234444678m456p", visible="1m").scores()
    assert frame["tile"].tolist() == ["1m"]
    kept = mjlab.waits("1m444s456p789s111z", visible="11m").scores()  # a copy in the hand
    assert kept["tile"].tolist() == ["1m"]
    assert "和绝张" not in kept["discard_fans"][0]
    assert mjlab.waits("19m19p19s1234567z").scores(ruleset="mcr2006")["discard_total"].eq(88).all()


def test_scores_of_no_waits_have_the_same_columns():
    none = mjlab.waits("123m456p78s11223z").scores()
    some = mjlab.waits("19m19p19s1234567z").scores()
    assert len(none) == 0
    assert none.dtypes.equals(some.dtypes)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 1}, "seat=1 is not a wind"),
        ({"flowers": 9}, "9 flowers cannot be"),
        ({"language": "fr"}, "unknown language 'fr'"),
        ({"ruleset": "x"}, "unknown ruleset"),
        ({"flowers": 1, "ruleset": "mcr_noflower"}, "played without flowers"),
    ],
)
def test_scores_of_waits_that_cannot_be(given, message):
    found = mjlab.waits("19m19p19s1234567z")
    with pytest.raises(MjlabError, match=message):
        found.scores(**given)
