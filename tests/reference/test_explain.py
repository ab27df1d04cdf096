"""Explanations: complete, in two languages, and safe to show."""

import re
from html.parser import HTMLParser

import pytest

from mjlab.errors import MjlabError
from mjlab.hand import Win
from mjlab.reference import score, wording
from mjlab.reference.wording import columns, say
from mjlab.rules import fan

WIN = Win.parse("[345m]{5555z}[678m]678p1z+1z", seat="S", flowers=3)


def test_text_in_english():
    assert str(score(WIN).explain()).splitlines() == [
        "[345m]{5555z}[678m]678p1z+1z",
        "  East round, South seat; won on a discard; flowers: 3; waits, by shape: 1z",
        "Reading: four sets and a pair",
        "  [345m] {5555z} [678m] 678p 1z+1z",
        "Counted",
        "  箭刻 Dragon Pung            2  {5555z}",
        "  暗杠 Concealed Kong         2  {5555z}",
        "  喜相逢 Mixed Double Chow    1  [678m] 678p",
        "  连六 Short Straight         1  [345m] [678m]",
        "  缺一门 One Voided Suit      1  whole hand",
        "  单钓将 Single Wait          1  1z+1z",
        "  花牌 Flower Tiles         1×3  one for each flower",
        "Total: 8 fan, 8 are needed; with the flowers 11 points",
        "High versus low",
        "  no reading is lower",
    ]


def test_text_in_chinese():
    text = str(score(WIN).explain("zh"))
    assert "东风圈南风位; 点和; 花牌: 3; 听牌: 1z" in text
    assert "喜相逢 Mixed Double Chow" in text  # fan are named in both
    assert "合计: 8 番, 8 番起和; 连花牌共 11 分" in text
    assert not re.search(r"whole|flower\b|round|Counted", text)


def test_text_in_both():
    text = str(score(WIN).explain("both"))
    assert "点和 / won on a discard" in text
    assert "听牌 / waits, by shape: 1z" in text


def test_no_other_language():
    with pytest.raises(MjlabError, match="no explanation in 'fr'") as caught:
        score(WIN).explain("fr")
    assert caught.value.hint == "one of en, zh, both"


def test_what_is_not_counted_is_told_with_its_principle():
    text = str(score(Win.parse("[123m][456m][789m]456m5z+5z", seat="S")).explain())
    rows = [re.split(r"  +", row.strip()) for row in text.splitlines()]
    assert [
        "连六 Short Straight",
        "[123m] [456m]",
        "non-repeat, implied by 清龙 Pure Straight",
    ] in rows
    assert [
        "连六 Short Straight",
        "[789m] 456m",
        "account-once, its sets are joined by 清龙 Pure Straight, 一般高 Pure Double Chow",
    ] in rows
    assert "as high, named otherwise: 清龙 16, 混一色 6, 连六 1, 单钓将 1" in text


def test_links_over_other_sets_are_told():
    scored = score(Win.parse("[345m][345p]678m678p1z+1z", seat="S"))
    (left,) = scored.readings[0].uncounted
    assert left.principle == "account_once"
    assert set(left.because) == {"mixed_double_chow", "short_straight"}


def test_the_rejected_reading_is_told():
    text = str(score(Win.parse("1122377889955m+3m", seat="S")).explain())
    assert (
        "the best other reading has 48 fan: 11m 22m 3m+3m 55m 77m 88m 99m: 七对 24, 清一色 24"
    ) in text


def test_a_win_below_the_minimum_is_told():
    scored = score(Win.parse("[345m][345p]678m678p1z+1z", seat="S"))
    assert "5 fan, 8 are needed; not enough for a win" in str(scored.explain())


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"self_drawn": True, "wall_last": True}, ["self-drawn", "the wall is empty"]),
        ({"self_drawn": True, "kong_replacement": True}, ["on the replacement of a kong"]),
        ({"last_of_kind": True}, ["the other three copies lie face up"]),
        ({"robbing_kong": True}, ["won by robbing a kong"]),
    ],
)
def test_circumstances(flags, told):
    lines = score(Win.parse("{1111m}[678p]23m678s99s+4m", **flags)).explain().circumstances()
    assert set(told) <= set(lines)


def test_impossible_claims_are_told():
    win = Win.parse("123m456p789s1122z+1z", last_of_kind=True, strict=False)
    assert any(
        line.startswith("impossible, taken as claimed: the other three 1z")
        for line in score(win).explain().circumstances()
    )


class Checker(HTMLParser):
    """Counts what is opened and closed."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.outside = [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "path", "rect", "circle", "use"):
            self.open.append(tag)
        self.outside += [v for k, v in attrs if k in ("src", "href", "onload", "onclick")]

    def handle_startendtag(self, tag, attrs):
        self.outside += [v for k, v in attrs if k in ("src", "href", "onload", "onclick")]

    def handle_endtag(self, tag):
        if tag in self.open:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("language", ["en", "zh", "both"])
def test_html_stands_by_itself(language):
    page = score(WIN).explain(language)._repr_html_()
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.outside == []
    assert page.count("<svg ") > 6
    text = "".join(checker.text)
    for key in score(WIN).fans:
        assert fan(key).name in text
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_score_shows_itself():
    assert score(WIN)._repr_html_() == score(WIN).explain("both")._repr_html_()


def test_text_is_escaped(monkeypatch):
    scored = score(Win.parse("123m456p789s1122z+1z", last_of_kind=True, strict=False))
    phrases = dict.fromkeys(wording._PHRASES, ("<x>&", "<y>&"))
    monkeypatch.setattr(wording, "_PHRASES", phrases)
    page = scored.explain()._repr_html_()
    assert "&lt;x&gt;&amp;" in page
    assert "<x>" not in page


def test_columns_of_mixed_width():
    assert columns([["清龙", "16"], ["ab", "2"]], numbers=[1], indent="") == "清龙  16\nab     2"
    assert say("flowers", "zh", n=3) == "花牌: 3"
