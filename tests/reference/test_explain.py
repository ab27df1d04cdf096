"""Explanations: complete, in two languages, and safe to show."""

import re
from html.parser import HTMLParser
from itertools import takewhile

import pytest

from mjlab.errors import MjlabError
from mjlab.hand import Win
from mjlab.reference import score
from mjlab.reference.score import phrases as phrases_module
from mjlab.reference.score.phrases import columns, say
from mjlab.rules import FANS, fan
from tests.support.generate import wins

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
        "There, but not counted",
        "  幺九刻 Pung of Terminals or Honors  {5555z}  non-repeat, implied by 箭刻 Dragon Pung",
        "Total: 8 fan, 8 are needed; with the flowers 11 points",
    ]


def test_text_in_chinese():
    text = str(score(WIN).explain("zh"))
    assert "东风圈南风位; 点和; 花牌: 3; 听牌: 1z" in text
    assert "  喜相逢    1  [678m] 678p" in text
    assert "  缺一门    1  整手牌" in text
    assert "  幺九刻  {5555z}  不重复, 已含于 箭刻" in text
    assert "合计: 8 番, 8 番起和; 连花牌共 11 分" in text


def test_text_in_both():
    text = str(score(WIN).explain("both"))
    assert "点和 / won on a discard" in text
    assert "听牌 / waits, by shape: 1z" in text
    assert "  喜相逢 Mixed Double Chow    1  [678m] 678p" in text
    assert "  缺一门 One Voided Suit      1  整手牌 / whole hand" in text


def test_chinese_is_chinese_throughout():
    """Latin letters are those of tiles: 1m, [789s], +5z."""
    claims = ("last_of_kind", "wall_last", "kong_replacement", "robbing_kong", "self_drawn")
    for i, win in enumerate(wins(200, seed=5)):
        claimed = {name: bool(i >> bit & 1) for bit, name in enumerate(claims)}
        for one in (win, win.changed(strict=False, **claimed)):
            told = score(one).explain("zh")
            assert not re.search("[A-Za-z]{2}", str(told)), told
            page = re.sub("<svg .*?</svg>", "", told._repr_html_())  # tiles are named in both
            assert not re.search("[A-Za-z]{2}", " ".join(text_of(page))), told


def test_no_other_language():
    with pytest.raises(MjlabError, match="unknown language 'fr'") as caught:
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
        "account-once, [789m] and 456m are joined by "
        "清龙 Pure Straight ([123m] [456m] [789m]), 一般高 Pure Double Chow ([456m] 456m)",
    ] in rows


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (  # the same sets, another choice of fan
            "[123m][456m][789m]456m5z+5z",
            {
                "en": "as high, named otherwise: 清龙 Pure Straight 16, 混一色 Half Flush 6, "
                "连六 Short Straight 1, 单钓将 Single Wait 1",
                "zh": "同番的另一种计法: 清龙 16, 混一色 6, 连六 1, 单钓将 1",
                "both": "同番的另一种计法 / as high, named otherwise: "
                "清龙 Pure Straight 16, 混一色 Half Flush 6, 连六 Short Straight 1, "
                "单钓将 Single Wait 1",
            },
        ),
        (  # the same sets, the winning tile in another of them
            "[1111s][345p]12234m33z+3m",
            {
                "en": "as high, named otherwise: 幺九刻 Pung of Terminals or Honors 1, "
                "明杠 Melded Kong 1, 坎张 Closed Wait 1"
            },
        ),
        (  # other sets
            "678m2223334466s+4s",
            {
                "en": "another reading is as high: 678m 222s 333s 44s+4s 66s: "
                "一色三节高 Pure Shifted Pungs 24, 门前清 Concealed Hand 2, "
                "双暗刻 Two Concealed Pungs 2, 断幺 All Simples 2, 缺一门 One Voided Suit 1",
                "zh": "同番的另一种拆法: 678m 222s 333s 44s+4s 66s: "
                "一色三节高 24, 门前清 2, 双暗刻 2, 断幺 2, 缺一门 1",
            },
        ),
        (  # a lower reading
            "1122377889955m+3m",
            {"zh": "另一种拆法最多 48 番: 11m 22m 3m+3m 55m 77m 88m 99m: 七对 24, 清一色 24"},
        ),
    ],
)
def test_other_readings_and_other_names_are_told_apart(text, told):
    scored = score(Win.parse(text))
    for language, line in told.items():
        explained = scored.explain(language)
        assert str(explained).splitlines()[-1].strip() == line
        assert line in text_of(explained._repr_html_())


def test_every_other_way_to_count_as_high_is_told():
    def sets(reading):
        return [(group.kind, group.tiles, group.meld) for group in reading.groups]

    named, read = 0, 0
    for win in wins(1500, seed=12):
        scored = score(win)
        ways = {tuple(one.fans.items()) for one in scored.readings}
        alike = {
            tuple(one.fans.items())
            for one in scored.readings
            if sets(one.reading) == sets(scored.reading)
        }
        text = str(scored.explain())
        assert text.count("as high, named otherwise:") == len(alike) - 1
        assert text.count("another reading is as high:") == len(ways - alike)
        named, read = named + len(alike) - 1, read + len(ways - alike)
    assert named
    assert read


def test_links_over_other_sets_are_told():
    scored = score(Win.parse("[345m][345p]678m678p1z+1z", seat="S"))
    (left,) = scored.readings[0].uncounted
    assert left.principle == "account_once"
    assert set(left.because) == {"mixed_double_chow", "short_straight"}
    assert left.ends == left.instance.groups
    assert left.chain[0][1].places & {left.ends[0].place}
    assert left.chain[-1][1].places & {left.ends[1].place}


def test_each_fan_left_aside_has_its_own_reason():
    told = hidden("[123m][789m]1123789m+1m")
    pairs = [line for line in told if line.startswith("老少副")]
    assert len(pairs) == len(set(pairs)) == 3
    assert pairs[0].endswith(
        "account-once, [123m] and 789m are joined by "
        "老少副 Two Terminal Chows ([123m] [789m]), 一般高 Pure Double Chow ([789m] 789m)"
    )


def test_chains_of_account_once_hold():
    for win in wins(1500, seed=11):
        for reading in score(win).readings:
            for one in reading.uncounted:
                assert bool(one.chain) == (one.principle == "account_once")
                reached = {group.place for group in one.ends[:1]}
                for _, instance in one.chain:
                    assert reached & instance.places
                    reached = instance.places
                assert not one.ends or one.ends[1].place in reached
                assert {group.place for group in one.ends} <= one.instance.places


def hidden(text, **circumstances):
    """The lines on what is there but not counted."""
    return lines_below("There, but not counted", score(Win.parse(text, **circumstances)).explain())


def lines_below(heading, explanation):
    """The indented lines below a heading."""
    below = str(explanation).partition(f"\n{heading}\n")[2].splitlines()
    return [line.strip() for line in takewhile(lambda line: line.startswith("  "), below)]


@pytest.mark.parametrize(
    ("text", "circumstances", "told"),
    [
        ("[555z]123m456p7899s+9s", {}, ["幺九刻 [555z] 箭刻"]),
        (
            "[222z][333z][444z]234m5p+5p",
            {"seat": "S", "round": "W"},
            [f"幺九刻 [{t}z] 三风刻" for t in ("222", "333", "444")],
        ),
        ("[111z]123m456p7899s+9s", {"seat": "S"}, ["幺九刻 [111z] 圈风刻"]),
        ("[222z]123m456p7899s+9s", {"seat": "S"}, ["幺九刻 [222z] 门风刻"]),
        (
            "[555z][666z]23m678p99s+1m",
            {},
            [f"{name} [{t}z] 双箭刻" for name in ("箭刻", "幺九刻") for t in ("555", "666")],
        ),
        (
            "[1111m][2222p]45m67899s+6m",
            {},
            ["明杠 [1111m] 双明杠", "明杠 [2222p] 双明杠"],
        ),
        (
            "{1111m}{2222p}45m67899s+6m",
            {},
            ["双暗刻 {1111m} {2222p} 双暗杠", "暗杠 {1111m} 双暗杠", "暗杠 {2222p} 双暗杠"],
        ),
        ("[678p]123m678s99s23p+4p", {"robbing_kong": True}, ["和绝张 23p+4p 抢杠和"]),
        ("147m25p69s123456z+7z", {}, ["全不靠 whole hand 七星不靠"]),
    ],
)
def test_every_fan_that_is_there_is_told(text, circumstances, told):
    def short(line):
        name, made_by, why = re.split("  +", line)
        return (
            f"{name.split()[0]} {made_by} {why.removeprefix('non-repeat, implied by ').split()[0]}"
        )

    assert set(told) <= {short(line) for line in hidden(text, **circumstances)}


# By definition these are never there together in one reading.
APART = {
    "big_four_winds": {"little_four_winds"},
    "big_three_dragons": {"little_three_dragons"},
    "all_green": {"one_voided_suit"},
    "thirteen_orphans": {"single_wait", "outside_hand"},
    "all_terminals": {"all_terminals_and_honors"},
    "all_honors": {"all_terminals_and_honors"},
    "pure_terminal_chows": {"seven_pairs"},
    "quadruple_chow": {"pure_shifted_pungs"},
    "four_pure_shifted_pungs": {"pure_triple_chow"},
    "greater_honors_and_knitted_tiles": {"single_wait"},
    "lesser_honors_and_knitted_tiles": {"single_wait"},
    "full_flush": {"half_flush", "one_voided_suit"},
    "pure_triple_chow": {"pure_shifted_pungs"},
    "pure_shifted_pungs": {"pure_triple_chow"},
    "fully_concealed_hand": {"concealed_hand"},
    "edge_wait": {"closed_wait", "single_wait"},
    "closed_wait": {"edge_wait", "single_wait"},
    "single_wait": {"edge_wait", "closed_wait"},
}


@pytest.mark.slow
def test_every_exclusion_of_the_table_is_told_in_some_hand():
    told = {
        (because, one.key)
        for win in wins(15_000, seed=1)
        for reading in score(win).readings[:1]
        for one in reading.uncounted
        if one.principle == "non_repeat"
        for because in one.because
    }
    missing = {
        (one.key, exclusion.key)
        for one in FANS
        for exclusion in one.excludes
        if (one.key, exclusion.key) not in told
    }
    assert missing == {(key, other) for key, others in APART.items() for other in others}


def test_other_readings_are_spoken_of_only_where_there_are_any():
    assert "High versus low" not in str(score(WIN).explain())
    assert "High versus low" not in score(WIN).explain()._repr_html_()


def test_the_rejected_reading_is_told():
    text = str(score(Win.parse("1122377889955m+3m", seat="S")).explain())
    assert (
        "the best other reading has 48 fan: 11m 22m 3m+3m 55m 77m 88m 99m: "
        "七对 Seven Pairs 24, 清一色 Full Flush 24"
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


def text_of(page):
    """The texts of a page."""
    checker = Checker()
    checker.feed(page)
    return checker.text


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
        assert (fan(key).zh if language == "zh" else fan(key).name) in text
        assert (fan(key).en in text) == (language != "zh")
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_score_shows_itself():
    assert score(WIN)._repr_html_() == score(WIN).explain("both")._repr_html_()


def test_text_is_escaped(monkeypatch):
    scored = score(Win.parse("123m456p789s1122z+1z", last_of_kind=True, strict=False))
    phrases = dict.fromkeys(phrases_module._PHRASES, ("<x>&", "<y>&"))
    monkeypatch.setattr(phrases_module, "_PHRASES", phrases)
    page = scored.explain()._repr_html_()
    assert "&lt;x&gt;&amp;" in page
    assert "<x>" not in page


def test_columns_of_mixed_width():
    assert columns([["清龙", "16"], ["ab", "2"]], numbers=[1], indent="") == "清龙  16\nab     2"
    assert say("flowers", "zh", n=3) == "花牌: 3"
