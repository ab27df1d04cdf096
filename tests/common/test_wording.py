"""Numbers, shares, near names and text from strangers, put into words."""

from __future__ import annotations

import itertools
import math

import pytest

from mjlab.common.wording import (
    between,
    decimals,
    exact_percent,
    folded,
    near,
    near_folded,
    number,
    one_in,
    percent,
    plural,
    printable,
    rounded,
    shown,
    span,
    visible,
)

UNSEEN = ["\x00", "\x1b", "\x7f", "\x85", "\n", "\t", "\u202e", "\u2066", "\u200b", "\ufeff"]
UNSEEN += ["\u2028", "\ud800", "\udfff", "\U000e0041"]


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_escaped(sign: str) -> None:
    for escape in (shown, visible):
        text = escape(f"a{sign}b")
        assert text.isprintable()
        assert text.startswith("a\\")
        assert text.endswith("b")
        text.encode("utf-8")


@pytest.mark.parametrize(
    "text", ["", "张三", "P0 [E]", "a　b", "👩‍👩‍👧", r"C:\logs\users", "مریم‌ها", "'=1", "\\"]
)
def test_plain_text_is_left_alone(text: str) -> None:
    assert shown(text) == visible(text) == text


def test_different_texts_stay_different() -> None:
    parts = ["\\", "\ud800", "ud800", "\x00", "x00", "a"]
    texts = {"".join(t) for n in range(5) for t in itertools.product(parts, repeat=n)}
    assert len({visible(text) for text in texts}) == len(texts)


def test_escapes_tell_an_escape_from_its_look() -> None:
    assert visible("P\udce9") == r"P\udce9"
    assert visible(r"P\udce9") == r"P\\udce9"


def test_what_cannot_be_printed_has_a_stand_in() -> None:
    assert printable("P0\n\x1b[31m") == "P0  [31m"
    assert printable("P0\x1b", "?") == "P0?"


def test_folded_names_have_no_case_tones_or_signs() -> None:
    assert folded("Half_Flush") == "halfflush"
    assert folded("hùn yī sè") == "hunyise"


def test_near_names_begin_so_or_are_alike() -> None:
    assert near("sea", ["seat", "round"]) == "seat?"
    assert near("mcr98", ["mcr1998", "mcr2006"]) == "mcr1998?"
    assert near("x", ["seat", "round"]) == "one of seat, round"
    assert near("x", "abc", 2) == "one of a, b, ..."
    assert near("ab", ["abcdefgh", "xab"]) == "abcdefgh?"
    assert near("ab", ["abcdefgh", "xab"], begun=False) == "xab?"
    known = {"halfflush": "混一色", "fullflush": "清一色", "allchows": "平和"}
    assert near_folded("flush", known) == "混一色 or 清一色?"
    assert near_folded("?", known) == ""


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (1, "100%"),
        (0, "0%"),
        (1 - 1e-12, ">99.99%"),
        (0.99995, ">99.99%"),
        (0.99994, "99.99%"),
        (0.5, "50.00%"),
        (1e-4, "0.01%"),
        (1e-6, "1.0e-06"),
        (math.nan, "–"),
    ],
)
def test_only_all_is_a_hundred_percent(share, told):
    assert exact_percent(share) == told


@pytest.mark.parametrize(
    ("odds", "told"), [(1, "1.00"), (99.994, "99.99"), (12_345.6, "12,346"), (math.nan, "–")]
)
def test_odds(odds, told):
    assert one_in(odds) == told


def test_numbers_have_a_true_minus_and_missing_ones_a_dash():
    assert [number(-1234.5), number(2, 0), number(None), number(math.nan)] == [
        "−1,234.50", "2", "–", "–",
    ]  # fmt: skip
    assert [rounded(-0.04, 1), rounded(-1234.5, 1), rounded(math.nan, 1)] == [
        "0.0",
        "−1,234.5",
        "–",
    ]
    assert [rounded(n, 0, signed=True) for n in (2, 0, -3)] == ["+2", "0", "−3"]
    assert (span(-3.25, 4.5), span(None, 4.5)) == ("−3.2 to 4.5", "")


@pytest.mark.parametrize(
    ("interval", "told"),
    [((13, 53), 0), ((17.88, 18.18), 2), ((-0.5, -0.4), 2), ((math.nan, 1), 0)],
)
def test_decimals_follow_the_width_of_an_interval(interval, told):
    assert decimals(*interval) == told
    assert decimals(*interval, 2) == 2


def test_shares_have_the_decimals_that_their_interval_can_do_with():
    assert [percent(rate) for rate in (0.125, 0.0125, 0.0004, math.nan, None)] == [
        "12%", "1.2%", "0.04%", "–", "–",
    ]  # fmt: skip
    assert [percent(0.18, 0.177, 0.198), percent(0.5, 0.28, 0.72)] == ["18.0%", "50%"]
    ends = [(0.127, 0.531), (0.004, 0.021), (0.0023, 0.0036)]
    assert [between(*pair) for pair in ends] == ["13–53%", "0.4–2.1%", "0.23–0.36%"]


def test_one_thing_has_no_plural():
    assert [plural(n, "hand") for n in (0, 1, 1200)] == ["0 hands", "1 hand", "1,200 hands"]
