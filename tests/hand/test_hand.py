"""Hands that cannot be are refused, with the reason."""

import copy
import pickle

import numpy as np
import pytest

from mjlab.errors import HandError, MjlabError
from mjlab.hand import Hand, Meld, MeldKind, Win
from mjlab.tiles import Wind

BAD_HANDS = {
    "[346m]1122233344z": "346m is not a set",
    "[3456m]1122233344z": "3456m is not a set",
    "[567z]1122233344z": "567z is not a set",
    "[891m]1122233344z": "189m is not a set",
    "[8m9m1p]1122233344z": "89m1p is not a set",
    "[11m]1122233344z": "11m is not a set",
    "[11111m]1122233344z": "11111m is not a set",
    "[123m+4m]1122233344z": "1234m is not a set",
    "{123m}1122233344z": "only a kong is laid aside concealed",
    "[111f]1122233344z": "makes no set",
    "11111m222m333m44m": "five copies of 1m",
    "[1111m]1m222m333m444m": "five copies of 1m",
    "[111m][123m]11m22m333z": "six copies of 1m",
    "123m": "3 standing tiles, 13 or 14 are expected",
    "123456789m123456p": "15 standing tiles, 13 or 14 are expected",
    "[123m]123456789m123p": "12 standing tiles beside 1 set, 10 or 11 are expected",
    "[123m][123m][123m][123m][456m]1m": "5 sets are too many",
    "123456789m1234f": "1f cannot stand in a hand",
}
BAD_WINS = {
    "123456m234p55678s": "the winning tile is missing",
    "123456m234p55678s+8s": "14 standing tiles before the winning tile, 13 are expected",
    "1111m234567p999s+1m": "five copies of 1m",
    "111m222m333m444m1s+1f": "cannot be a winning tile",
    "2222m[2222m]345p345s+2m": "nine copies of 2m",
    "123m567p8s{1111s}[2222m]+8s": "five copies of 2m",
}
BAD_CIRCUMSTANCES = (
    ({"kong_replacement": True}, "a kong replacement is a self-drawn tile"),
    ({"kong_replacement": True, "self_drawn": True}, "a kong replacement needs a kong"),
    ({"robbing_kong": True, "self_drawn": True}, "a robbed kong is another player's tile"),
    ({"robbing_kong": True, "wall_last": True}, "no kong may be declared when the wall is empty"),
    ({"robbing_kong": True}, "a robbed kong shows all four 1z"),
    ({"last_of_kind": True}, "the other three 1z lie face up"),
    ({"seat": "9"}, "seat='9' is not a wind"),
    ({"seat": 9}, "seat=9 is not a wind"),
    ({"seat": 1}, "seat=1 is not a wind"),
    ({"round": "eats"}, "round='eats' is not a wind"),
    ({"tile": 3}, "unknown circumstance 'tile'"),
    ({"round": None}, "round=None is not a wind"),
    ({"flowers": -1}, "-1 flowers cannot be"),
    ({"flowers": 9}, "9 flowers cannot be"),
    ({"flowers": 1.0}, "1.0 flowers cannot be"),
    ({"flowers": True}, "True flowers cannot be"),
    ({"self_drawn": "yes"}, "self_drawn='yes' is neither True nor False"),
    ({"self_drawn": 1}, "self_drawn=1 is neither True nor False"),
    ({"selfdrawn": True}, "unknown circumstance 'selfdrawn'"),
)
GOOD = "123m456p789s1122z+1z"


@pytest.mark.parametrize(("text", "message"), BAD_HANDS.items())
def test_impossible_hands(text, message):
    with pytest.raises(MjlabError) as caught:
        Hand.parse(text)
    assert message in caught.value.message
    assert caught.value.text == text


@pytest.mark.parametrize(("text", "message"), BAD_WINS.items())
def test_impossible_wins(text, message):
    with pytest.raises(HandError) as caught:
        Win.parse(text)
    assert message in caught.value.message
    assert caught.value.text == text


@pytest.mark.parametrize(("circumstances", "message"), BAD_CIRCUMSTANCES)
def test_impossible_circumstances(circumstances, message):
    with pytest.raises(HandError) as caught:
        Win.parse(GOOD, **circumstances)
    assert message in caught.value.message


def test_a_logs_claim_may_stand_but_is_recorded():
    win = Win.parse(GOOD, kong_replacement=True, strict=False)
    assert win.problems == (
        "a kong replacement is a self-drawn tile",
        "a kong replacement needs a kong in the hand",
    )
    assert "strict=False" in repr(win)
    assert eval(repr(win), {"Win": Win}) == win


def test_impossible_tiles_are_refused_even_as_a_claim():
    with pytest.raises(HandError, match="five copies of 1m"):
        Win.parse("11111m222333m44p+4p", strict=False)


def test_the_winning_tile_given_twice_says_what_to_do():
    with pytest.raises(HandError) as caught:
        Win.parse("123456m234p55678s+8s")
    assert "13 tiles before the winning tile" in caught.value.hint


def test_winds_are_known_by_many_names():
    for seat in ("S", "s", "south", "South wind", "南", "南风", Wind.S):
        assert Win.parse(GOOD, seat=seat).seat is Wind.S


def test_only_circumstances_can_be_changed():
    win = Win.parse("[789p][444p]56p22555s+4p")
    assert win.changed(seat="W").last_of_kind
    for name, value in (("tile", 15), ("melds", ()), ("concealed", ()), ("text", "1m")):
        with pytest.raises(HandError, match=f"unknown circumstance '{name}'"):
            win.changed(**{name: value})


def test_a_contradictory_claim_comes_back_from_its_record():
    win = Win.parse(GOOD, kong_replacement=True, strict=False)
    again = Win.from_dict(win.to_dict())
    assert again == win
    assert again.problems == win.problems


def test_three_copies_in_claimed_sets_make_a_last_tile():
    assert Win.parse("[789p][444p]56p22555s+4p").last_of_kind
    assert not Win.parse("[789p]44456p22555s+4p").last_of_kind


def test_records_are_checked():
    record = Win.parse(GOOD).to_dict()
    for change, message in (
        ({"concealed": 12}, "a text was expected"),
        ({"win": "1m2m"}, "one winning tile is expected"),
        ({"win": ""}, "one winning tile is expected"),
        ({"melds": [{"type": "pair", "tiles": "11m"}]}, "unknown kind of set 'pair'"),
        ({"melds": [{"type": "chow", "tiles": "124m"}]}, "124m is not a chow"),
        ({"melds": [{"type": "pung", "tiles": "1111m"}]}, "1111m is not a pung"),
        ({"melds": ["x"]}, "not a record of a win"),
        ({"melds": 3}, "not a record of a win"),
        ({"melds": np.arange(3)}, "not a record of a win"),
        ({"flags": {"flower": 1}}, "unknown circumstance 'flower'"),
        ({"flags": {"strict": 0}}, "strict=0 is neither True nor False"),
        ({"strict": "no"}, "strict='no' is neither True nor False"),
    ):
        with pytest.raises(MjlabError) as caught:
            Win.from_dict(record | change)
        assert message in caught.value.message
    with pytest.raises(HandError, match="KeyError"):
        Win.from_dict({})


def test_melds_refuse_what_is_no_set():
    with pytest.raises(HandError, match="no chow starts with 8m"):
        Meld(MeldKind.CHOW, 7)
    with pytest.raises(HandError, match="no chow starts with 1z"):
        Meld(MeldKind.CHOW, 27)
    with pytest.raises(HandError, match="tile index 34"):
        Meld(MeldKind.PUNG, 34)
    with pytest.raises(HandError, match="4 is no source"):
        Meld(MeldKind.PUNG, 3, 4)
    with pytest.raises(HandError, match="one set in brackets"):
        Meld.parse("[111m]2m")


@pytest.mark.parametrize("tiles", [None, 5, "123m", [0, 1, None], [0, 1, 2.0], [True] * 3, [-1]])
def test_a_set_is_made_of_tiles(tiles):
    with pytest.raises(MjlabError, match="tile ind"):
        Meld.from_tiles("chow", tiles)


def test_a_contradiction_may_be_let_stand_in_a_record_and_by_the_caller():
    record = Win.parse(GOOD).to_dict()
    record["flags"] |= {"kong_replacement": True}
    assert Win.from_dict(record, strict=False).problems
    assert Win.from_dict(record | {"strict": False}).problems
    record["flags"] |= {"strict": False}
    assert Win.from_dict(record).problems


def test_values_are_values():
    win = Win.parse(GOOD, seat="S")
    assert win == copy.deepcopy(win) == pickle.loads(pickle.dumps(win))
    assert hash(win) == hash(Win.parse("2211z789s456p123m+1z", seat="南"))
    assert win != win.changed(self_drawn=np.True_)
    assert win.hand.counts[27] == 2
    assert win.seat is Wind.S
    with pytest.raises(HandError) as caught:
        Win.parse("1m")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_whole_numbers_of_any_kind_are_taken_and_nothing_else():
    tiles = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 27])
    win = Win(tiles, [], np.int8(27), flowers=np.uint8(2))
    assert win == Win.parse("123456789m111p1z+1z", flowers=2)
    assert all(type(t) is int for t in (*win.concealed, win.tile, win.flowers))
    assert hash(Meld(MeldKind.CHOW, np.int64(0))) == hash(Meld(0, 0))
    for bad in (
        lambda: Win("123m", (), 0),
        lambda: Win(None, (), 0),
        lambda: Win(tiles, (), 27.0),
        lambda: Win(tiles, (), None),
        lambda: Win(tiles, (), True),
        lambda: Win([*tiles[:12], 1.5], (), 0),
        lambda: Win([*tiles[:12], True], (), 0),
        lambda: Win([*tiles[:12], -1], (), 0),
        lambda: Win([*tiles[:12], 34], (), 0),
        lambda: Win([*tiles[:12], 10**30], (), 0),
        lambda: Win(tiles, ["[123m]"], 0),
        lambda: Win(tiles, 5, 0),
        lambda: Meld("chow", 0),
        lambda: Meld(9, 0),
        lambda: Meld(True, 0),
        lambda: Meld(np.array([1]), 0),
        lambda: Meld.from_tiles(None, [0, 1, 2]),
        lambda: Meld.from_tiles(5, [0, 1, 2]),
        lambda: Win(tiles, (), 27, strict="no"),
        lambda: Win.parse(GOOD, strict=None),
        lambda: Meld(MeldKind.PUNG, 1.0),
        lambda: Meld(MeldKind.PUNG, 1, "left"),
        lambda: Meld(MeldKind.PUNG, -1),
    ):
        with pytest.raises(HandError):
            bad()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("123m456p789s11222z", "123m456p789s1122z+2z"),
        ("[123m]{1111z}456p789s22z", "[123m]{1111z}456p789s2z+2z"),
        ("东东一二三万四五六饼七八九条南南南", "东东一二三万四五六饼七八九条南南+南"),
        ("123m456p", "123456m234p5567s+8s"),
        ("", "123456m234p5567s+8s"),
    ],
)
def test_fourteen_tiles_without_a_plus_are_shown_with_one(text, hint):
    with pytest.raises(HandError) as caught:
        Win.parse(text)
    assert caught.value.hint.endswith(f": {hint}")
