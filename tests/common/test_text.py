from __future__ import annotations

import itertools

import pytest

from mjlab.common.wording import folded, near, near_folded, printable, shown, visible

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
