"""Text to tiles and back, in every dialect; and text that must not be read."""

import contextlib
import doctest
from random import Random

import numpy as np
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
from tests.support.generate import win as generate_win
from tests.support.generate import wins
from tests.support.paths import DOCS

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
    "1m？": "'？' is not a tile",
    "０ｍ": "'０' is not a tile",
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
    "EE5 5 5 z123m456p78s+9s": "letters for honors stand beside dragons",
    "EE1m5z": "letters for honors stand beside dragons",
    "[C C C C]123m": "a kong in [] without a source",
    "[1 1 1 1m]EEE": "a kong in [] without a source",
    "[1m1m1m1m]E+E": "a kong in [] without a source",
    "[1m,1m,1m,1m]E+E": "a kong in [] without a source",
    "[1111m,0]E+E": "a kong in [] without a source",
    "[1111,m]E+E": "a comma splits a group",
    "1,2,3m": "a comma splits a group",
    "一，二，三万": "a comma splits a group",
    "[123m,]45p": "no source stands after the comma",
    "(123m)45p": "sets stand in [ ], not in ( )",
    "（123m）45p": "sets stand in [ ], not in ( )",
    "123p中+中": "two notations are mixed: 'p' is native, '中' chinese",
    "123m W1": "two notations are mixed: '123m' is native, 'W1' botzone",
    "W1 W2 5 m": "two notations are mixed: '5 m' is native, 'W1' botzone",
    "W1 W2 EE": "two notations are mixed: 'E' is helper, 'W1' botzone",
    "W1 中": "two notations are mixed: 'W1' is botzone, '中' chinese",
    "123m\U0001f000": "two notations are mixed: '123m' is native",
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


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("１２３ｍ？", 4),
        ("【１２３ｍ】（", 6),
        ("EE1 5z", 4),
        ("EE [5 5 5 5p]", 3),
        ("123p中+中", 3),
        ("EE，1，2m", 4),
    ],
)
def test_the_place_is_that_of_the_text_as_given(text, position):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.position == position
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "dialect", "message"),
    [
        ("EEE", "native", "'E' is helper notation, the text is read as native"),
        ("一二三万", "native", "'一二三万' is chinese notation, the text is read as native"),
        ("W1 W2", "native", "'W1' is botzone notation, the text is read as native"),
        ("123m", "unicode", "'123m' is native notation, the text is read as unicode"),
    ],
)
def test_another_dialect_than_the_named_one_is_recognised(text, dialect, message):
    with pytest.raises(NotationError) as caught:
        parse_hand(text, dialect)
    assert caught.value.message == message


FULLWIDTH = {i: i + 0xFEE0 for i in range(0x21, 0x7F)} | {0x20: 0x3000}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_input_method_changes_nothing(dialect):
    for win in wins(100, seed=6):
        text = win.to_text(dialect)
        assert parse_hand(text.translate(FULLWIDTH), dialect) == parse_hand(text, dialect)
    assert parse_tiles("一万、二万，三万") == (0, 1, 2)
    assert Meld.parse("【７７７ｚ，２】") == Meld.parse("[777z,2]")
    assert Meld.parse("【７７７ｚ，２】").source == 2


@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d != "helper"])
def test_written_wins_are_recognised(dialect):
    random = Random(8)
    for win in wins(400, seed=7):
        melds = [
            Meld(m.kind, m.tile, 0 if m.is_concealed else random.randrange(4)) for m in win.melds
        ]
        hand = Win(win.concealed, tuple(melds), win.tile)
        read = Win.parse(hand.to_text(dialect))
        assert read == hand
        assert [m.source for m in read.melds] == [m.source for m in melds]
    assert detect_dialect("[11 12 13,2] 24 25 39 39 +26") == "ids"
    assert detect_dialect("24 25 39 39 +26 [47 47 47+47,3]") == "ids"


@given(st.data())
def test_helper_text_is_recognised_or_refused(data):
    # Spaces stand where they please; what auto reads is what helper reads.
    hand = generate_win(Random(data.draw(st.integers(0, 2**32))))
    text = "".join(c + data.draw(st.sampled_from(("", " "))) for c in hand.to_text("helper"))
    if not set(text) & set("ESWNCFP"):
        assert detect_dialect(text) == "native"
        return
    if any(m.is_concealed for m in hand.melds):
        with pytest.raises(NotationError, match="a kong in"):
            detect_dialect(text)
    else:
        assert parse_hand(text) == parse_hand(text, "helper")


@given(st.text(alphabet="1567mz[]{},+ ECP", max_size=24))
def test_what_two_dialects_read_differently_is_refused(text):
    with contextlib.suppress(NotationError):
        parsed = parse_hand(text)
        if set(text) & set("ECP"):
            assert parsed.dialect == "helper"
            letters = dict(zip("ECP", ("1z", "7z", "5z"), strict=True))
            plain = "".join(letters.get(c, c) for c in text)
            native = parse_hand(plain, "native")
            tiles = native.tiles if native.win is None else (*native.tiles, native.win)
            assert tiles == (*parsed.tiles, *(() if parsed.win is None else (parsed.win,)))
            assert [m.concealed for m in native.melds] == [m.concealed for m in parsed.melds]
        else:
            assert parsed.dialect == "native"


def test_examples_of_the_page_run():
    page = DOCS / "notation.md"
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("123x", "m characters, p dots, s bamboo, z honors 1-7, f flowers 1-8: [123m]"),
        ("8z", "m characters, p dots, s bamboo, z honors 1-7, f flowers 1-8: [123m]"),
        ("0z", "m characters"),
        *((text, "there are no red fives; m characters") for text in
          ("0m", "340p5z", "03m", "5mr", "55mr1p", "r5s", "5rs", "[0m67m]")),
        ("123M", "suits are written in lower case: 123m"),
        ("123M456P789S1122Z+2Z", "suits are written in lower case: 123m456p789s1122z+2z"),
        ("１２Ｍ", "suits are written in lower case: 12m"),
        ("[123M]45pE", "suits are written in lower case: [123m]45pE"),
        ("W1 B0", "in botzone notation: "),
    ],
)  # fmt: skip
def test_hints_tell_what_the_suits_are(text, hint):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.hint.startswith(hint)


def test_unknown_dialect_and_wrong_type():
    with pytest.raises(NotationError, match="unknown dialect 'tenhuo'"):
        parse_hand("1m", "tenhuo")
    with pytest.raises(NotationError, match="a text was expected, int"):
        parse_hand(12)
    for odd in (None, ["native"], b"native", "Native"):
        with pytest.raises(NotationError, match="unknown dialect"):
            parse_hand("1m", odd)
        with pytest.raises(NotationError, match="unknown dialect"):
            format_tiles([0], odd)
    for index in (42, -1, None, 1.0, True, "1m", np.array([1])):
        with pytest.raises(NotationError, match="is not in 0-41"):
            format_tiles([index])
    for tiles in (None, 5, "123m", b"123m", np.array(5)):
        with pytest.raises(NotationError, match="is no list of tile indices"):
            format_tiles(tiles)
    assert format_tiles(np.array([0, 1], np.uint8)) == "12m"
    with pytest.raises(NotationError, match="a set was found"):
        parse_tiles("[123m]")


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(NotationError):
        assert parse_hand(text).dialect in DIALECTS
