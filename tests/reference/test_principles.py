"""The five principles on worked examples: total and one published list each."""

import itertools

import pytest

from mjlab.hand import Win
from mjlab.reference import score
from mjlab.reference.score.combinations import (
    CHOW_COMBINATIONS,
    account_once,
    choices,
    is_non_identical,
)
from mjlab.reference.score.facts import Facts, Instance
from mjlab.reference.score.predicates import PREDICATES
from mjlab.reference.score.principles import non_repeat
from mjlab.reference.score.readings import Group, Reading
from mjlab.rules import fan, ruleset

SOUTH = {"seat": "S"}
DRAWN = {"seat": "S", "self_drawn": True}


def keys(text):
    """Short Chinese names, with ×n, to a dictionary by key."""
    parts = (part.partition("×") for part in text.split())
    return {fan(name).key: int(times or 1) for name, _, times in parts}


NON_REPEAT = [
    ("[111z][222z][333z]999p5m+5m", SOUTH, 25, "三风刻 碰碰和 圈风刻 门风刻 幺九刻 缺一门 单钓将"),
    ("1112345678999m+4m", SOUTH, 89, "九莲宝灯 连六"),
    ("1112345678999m+5m", DRAWN, 92, "九莲宝灯 双暗刻 幺九刻 自摸"),
    ("1112345678999m+1m", SOUTH, 106, "九莲宝灯 清龙 四归一"),
    ("[234s][234s]666888s3s+3s", SOUTH, 120, "绿一色 清一色 断幺 一般高 双暗刻 四归一 单钓将"),
    ("[234s][666s][888s]23s66z+4s", SOUTH, 89, "绿一色 一般高"),
    ("[123m][123p]23s99m111z+1s", SOUTH, 14, "三色三同顺 全带幺 圈风刻"),
    ("[111z][222z][333z]444z5m+5m", SOUTH, 95, "大四喜 混一色 单钓将"),
    ("[345m][456m]56m111z99m+7m", SOUTH, 24, "一色三步高 混一色 圈风刻"),
    ("1122334455667m+7m", SOUTH, 88, "连七对"),
    ("2233445566778m+8m", SOUTH, 90, "连七对 断幺"),
    ("[555z][666z]777z23m11p+1m", SOUTH, 93, "大三元 全带幺 缺一门"),
]

NON_SEPARATION = [
    ("[789p]111222333m5z+5z", SOUTH, 43, "一色三节高 三暗刻 幺九刻 缺一门 单钓将"),
    ("112233m11223p99s+3p", SOUTH, 25, "七对 无字"),
]

ACCOUNT_ONCE = [
    ("[345m][345p]678m678p1z+1z", SOUTH, 5, "喜相逢×2 连六 缺一门 单钓将"),
    ("234567m234567p8s+8s", SOUTH, 10, "门前清 平和 断幺 喜相逢×2 连六 单钓将"),
    ("[123m][456m][789m]123p5z+5z", SOUTH, 19, "清龙 喜相逢 缺一门 单钓将"),
    ("[123m][456m][789m]456m5z+5z", SOUTH, 24, "清龙 混一色 一般高 单钓将"),
    ("[123p][234s][345m]345m7z+7z", SOUTH, 8, "三色三步高 一般高 单钓将"),
    ("[234s][345s][456s]234m7z+7z", SOUTH, 19, "一色三步高 喜相逢 缺一门 单钓将"),
    ("[444m][555p][666s]666m9p+9p", SOUTH, 18, "三色三节高 碰碰和 双同刻 无字 单钓将"),
    ("[444m][444p][444s]555s9p+9p", SOUTH, 24, "三同刻 碰碰和 无字 单钓将"),
    ("[123m][123m]456456p9s+9s", SOUTH, 5, "平和 一般高×2 单钓将"),
    ("[222m][222p][333m]333p9s+9s", SOUTH, 12, "碰碰和 双同刻×2 无字 单钓将"),
]

NON_IDENTICAL = [
    ("[234s][234p][234p]567p1z+1z", SOUTH, 5, "一般高 喜相逢 连六 缺一门 单钓将"),
]

HIGH_VERSUS_LOW = [
    ("1122377889955m+3m", SOUTH, 67, "一色双龙会 门前清 边张"),
    ("444555666p22s77m+7m", SOUTH, 50, "一色三节高 三暗刻 碰碰和 门前清 断幺"),
    ("444555666p22s77m+7m", DRAWN, 91, "四暗刻 一色三节高 断幺 自摸"),
]

KONGS = [
    ("{3333p}[7777s][123m]456m8p+8p", SOUTH, 8, "明暗杠 连六 无字 单钓将"),
    ("{1111m}{3333p}[7777s]555s8p+8p", SOUTH, 57, "三杠 三暗刻 碰碰和 幺九刻 无字 单钓将"),
    ("{1111m}[3333p][7777s][5555s]8p+8p", SOUTH, 90, "四杠 幺九刻 无字"),
    ("{1111m}{3333p}[7777s]345s8p+8p", SOUTH, 37, "三杠 双暗刻 幺九刻 无字 单钓将"),
    ("{1111m}{3333p}345s45m88p+6m", SOUTH, 10, "双暗杠 门前清 幺九刻 无字"),
    ("{1111m}333p345s45m88p+6m", SOUTH, 8, "门前清 双暗刻 暗杠 幺九刻 无字"),
    ("[1111m][2222m][3333m][4444m]5z+5z", SOUTH, 149, "四杠 一色四节高 混一色 全求人 幺九刻"),
]

OTHERS = [
    ("[789m][345p][456s][567p]9s+9s", DRAWN, 4, "平和 单钓将 自摸"),
    ("[999m][345p][456s]78m55p+9m", SOUTH, 8, "和绝张 四归一 幺九刻 无字"),
    ("[123m][345m]56s678p33z+7s", SOUTH, 8, "无番和"),
    ("[123m][345m]56s678p33z+7s", {"seat": "S", "flowers": 8}, 16, "无番和 花牌×8"),
]


@pytest.mark.parametrize(
    ("text", "flags", "total", "fans"),
    [
        *NON_REPEAT,
        *NON_SEPARATION,
        *ACCOUNT_ONCE,
        *NON_IDENTICAL,
        *HIGH_VERSUS_LOW,
        *KONGS,
        *OTHERS,
    ],
)
def test_worked_examples(text, flags, total, fans):
    scored = score(Win.parse(text, **flags))
    assert scored.total == total, str(scored)
    assert scored.fans == keys(fans)


# Account-once --------------------------------------------------------------------------------


def facts_of_chows(lowest):
    groups = [Group("chow", (t, t + 1, t + 2), place=i) for i, t in enumerate(lowest)]
    pair = Group("pair", (27, 27), win=27, place=4)
    win = Win.parse("123456789m123p1z+1z")
    return Facts(win, Reading("regular", (*groups, pair)), ruleset())


def best_by_story(items):
    """The rulebook's own words: each further fan must bring in a set that was not combined yet.

    Sets that were not combined at all may be combined with each other at any time; combined ones
    only with new ones, one fan for each.
    """

    def tell(used, left):
        best = 0
        for i, (key, instance) in enumerate(left):
            new = instance.places - used
            old = instance.places & used
            if new and len(old) <= 1:
                value = fan(key).value
                best = max(best, value + tell(used | instance.places, left[:i] + left[i + 1 :]))
        return best

    return tell(frozenset(), items)


def value(taken):
    return sum(fan(key).value for key, _ in taken)


CHOWS = [t for t in range(27) if t % 9 <= 6]


def test_links_and_the_story_of_the_rulebook_agree_on_all_chows():
    # The non-identical principle costs nothing either: it only decides between names.
    for four in itertools.combinations_with_replacement(CHOWS, 4):
        facts = facts_of_chows(four)
        items = [
            (key, instance)
            for key in CHOW_COMBINATIONS
            if ruleset().fan_value(key) < 64
            for instance in PREDICATES[key](facts)
        ]
        taken = list(account_once(items))
        highest = max(map(value, taken))
        assert highest == best_by_story(items), four
        assert any(is_non_identical(one) for one in taken if value(one) == highest), four


def test_a_choice_cannot_be_added_to():
    facts = facts_of_chows((1, 1, 10, 13))
    items = [(key, i) for key in CHOW_COMBINATIONS for i in PREDICATES[key](facts)]
    named = [[key for key, _ in taken] for taken in account_once(items)]
    assert ["pure_double_chow", "mixed_double_chow", "short_straight"] in named
    assert all(len(names) == 3 for names in named)
    assert list(account_once([])) == [()]


def test_the_name_that_does_not_repeat_is_preferred():
    found = {
        key: instances
        for key in CHOW_COMBINATIONS
        if (instances := PREDICATES[key](facts_of_chows((1, 1, 10, 13))))
    }
    preferred = [choice for choice in choices(found, ruleset()) if is_non_identical(choice.taken)]
    assert [[key for key, _ in choice.taken] for choice in preferred] == [
        ["pure_double_chow", "mixed_double_chow", "short_straight"]
    ]


# Non-repeat ----------------------------------------------------------------------------------


def test_a_hidden_fan_hides_nothing():
    whole = (Instance(),)
    found = {
        "seven_pairs": whole,
        "fully_concealed_hand": whole,
        "self_drawn": whole,
    }
    counted, hidden = non_repeat(found, ruleset())
    assert list(counted) == ["seven_pairs", "self_drawn"]
    assert [(one.key, one.principle, one.because) for one in hidden] == [
        ("fully_concealed_hand", "non_repeat", ("seven_pairs",))
    ]


def test_own_sets_only():
    winds = tuple(Group("pung", (t,) * 3, place=t) for t in (27, 28, 29))
    nines = Group("pung", (8,) * 3, place=0)
    found = {
        "big_three_winds": (Instance(winds),),
        "pung_of_terminals_or_honors": (Instance((nines,)), Instance((winds[1],))),
    }
    counted, _ = non_repeat(found, ruleset())
    assert counted["pung_of_terminals_or_honors"] == (Instance((nines,)),)


def test_one_fewer():
    ones, nines = (Group("pung", (t,) * 3, place=t) for t in (0, 8))
    found = {
        "nine_gates": (Instance(),),
        "pung_of_terminals_or_honors": (Instance((ones,)), Instance((nines,))),
    }
    counted, hidden = non_repeat(found, ruleset())
    assert len(counted["pung_of_terminals_or_honors"]) == len(hidden) == 1


# High versus low -----------------------------------------------------------------------------


def test_the_rejected_reading_is_kept():
    scored = score(Win.parse("1122377889955m+3m", seat="S"))
    assert scored.reading.shape == "regular"
    assert scored.rejected is not None
    assert scored.rejected.reading.shape == "seven_pairs"
    assert scored.rejected.fan_total == 48


def test_a_single_reading_rejects_none():
    assert score(Win.parse("[123m][456m][789m]123p5z+5z")).rejected is None
