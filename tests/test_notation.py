"""Text to tiles and back, in every dialect; and text that must not be read."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlab.errors import NotationError
from mjlab.hand import Hand, Meld, MeldKind, Win
from mjlab.notation import (
    DIALECTS,
    detect_dialect,
    format_tiles,
    parse_hand,
    parse_tiles,
)
from tests.generate import wins

EXAMPLE = Win.parse("[123m,2]{5555z}45678p99s+9p")


@given(st.lists(st.integers(0, 41), max_size=20), st.sampled_from(DIALECTS))
def test_tiles_round_trip(tiles, dialect):
    if dialect == "helper":
        tiles = tiles[: len(tiles) // 3 * 3]  # another length ends in a winning tile, order kept
    assert list(parse_tiles(format_tiles(tiles, dialect), dialect)) == tiles


@pytest.mark.parametrize("dialect", DIALECTS)
def test_wins_round_trip(dialect):
    for win in wins(400, seed=3):
        flags = win.to_dict()["flags"]
        text = win.to_text(dialect)
        assert Win.parse(text, dialect, **flags) == win
        hand = win.hand
        assert Hand.parse(hand.to_text(dialect), dialect).counts == hand.counts


@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d != "helper"])
def test_dialect_is_recognised(dialect):
    text = format_tiles(range(42), dialect)
    assert detect_dialect(text) == dialect
    assert parse_tiles(text) == tuple(range(42))


def test_records_and_reprs_round_trip():
    for win in wins(300, seed=4):
        assert Win.from_dict(win.to_dict()) == win
        assert eval(repr(win), {"Win": Win}) == win
    assert eval(repr(EXAMPLE), {"Win": Win}).melds[0].source == 2


def test_sources_are_kept_where_a_dialect_can_write_them():
    for text in ("[123m,3]", "[777z,2]", "[1111s,1]", "[111s+1s,3]"):
        meld = Meld.parse(text)
        assert str(meld) == text
    assert Meld.parse("[8888p,7]", "helper") == Meld(MeldKind.KONG_ADDED, 16)
    assert Meld.parse("[8888p,7]", "helper").source == 3
    assert Meld.parse("[SSSS]", "helper").kind is MeldKind.KONG_CONCEALED
    assert Meld.parse("[2222z]", "native").kind is MeldKind.KONG_MELDED


def test_dragon_order_differs_between_dialects():
    assert parse_tiles("555z", "native") == (31, 31, 31)
    assert parse_tiles("555z", "helper") == (33, 33, 33)
    assert parse_tiles("J1J2J3") == (33, 32, 31)
    assert parse_tiles("中发白") == (33, 32, 31)


def test_honor_letters():
    assert [format_tiles(parse_tiles(t)) for t in "ESWNPFC"] == [
        "1z", "2z", "3z", "4z", "5z", "6z", "7z",
    ]  # fmt: skip


def test_groups_in_any_order():
    tiles = parse_tiles("345s3p55p5567p")
    assert len(tiles) == 10
    assert format_tiles(tiles, sort=True) == "3555567p345s"


def test_regional_chinese_forms():
    assert parse_tiles("一萬九筒五索東發") == (0, 17, 22, 27, 32)
    assert parse_tiles("1万9饼") == (0, 17)


BAD = {
    "1": "'1' has no suit",
    "123": "'3' has no suit",
    "1234": "'4' has no suit",
    "m": "no tile stands before 'm'",
    "0m": "'0' is not a tile",
    "10m": "'0' is not a tile",
    "8z": "'8z' is not a tile",
    "9f": "'9f' is not a tile",
    "1x": "'x' is not a tile",
    "1m?": "'?' is not a tile",
    "１m": "'１' is not a tile",
    "-1m": "'-' is not a tile",
    "1m<script>": "'<' is not a tile",
    "W0": "'W0' is not a tile",
    "X3": "'X3' is not a tile",
    "J4": "'J4' is not a tile",
    "W1 5": "'5' is not a tile",
    "十万": "'十' is not a tile",
    "一": "'一' has no suit",
    "一东": "'一' has no suit",
    "11 60": "'60' is not a tile",
    "11 20": "'20' is not a tile",
    "[123m": "'[' is not closed by ']'",
    "123m]": "']' closes nothing",
    "{123m]": "'{' is not closed by '}'",
    "[123m,4]": "a set cannot come from 4",
    "[123m,99]": "a set cannot come from 99",
    "[[123m]]": "'[' is not closed by ']'",
    "{1111m,1}": "a concealed kong comes from nobody",
    "[111m+]": "one added tile is expected",
    "1m+": "one winning tile is expected after '+', not 0",
    "1m+2m3p": "one winning tile is expected after '+', not 2",
    "+1m+2m": "a second winning tile",
    "EE55z": "letters for honors stand beside dragons",
    "EE[1111m]9m": "a kong in [] without a source",
    "1m" * 300: "600 characters are too long for a hand",
}


@pytest.mark.parametrize(("text", "message"), BAD.items())
def test_unknown_text_is_refused_with_its_place(text, message):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert message in caught.value.message
    assert caught.value.text == text
    assert caught.value.position is None or 0 <= caught.value.position <= len(text)
    assert "\n" in str(caught.value)


def test_unknown_dialect_and_wrong_type():
    with pytest.raises(NotationError, match="unknown dialect 'tenhuo'"):
        parse_hand("1m", "tenhuo")
    with pytest.raises(NotationError, match="a text was expected, int"):
        parse_hand(12)
    with pytest.raises(NotationError, match="tile index 42"):
        format_tiles([42])
    with pytest.raises(NotationError, match="a set was found"):
        parse_tiles("[123m]")


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(NotationError):
        assert parse_hand(text).dialect in DIALECTS
