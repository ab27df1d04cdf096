from __future__ import annotations

import itertools

import pytest

from mjlab.common.wording import shown, visible

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
