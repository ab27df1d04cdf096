"""Every switch of a ruleset changes the result of some hand, and each preset has its values."""

from dataclasses import fields

import pytest

from mjlab.errors import RulesetError
from mjlab.hand import Win
from mjlab.reference import score
from mjlab.rules import RULESETS, RuleSet, ruleset

DRAWN = {"self_drawn": True}

# Switch, hand, circumstances, total at each value.
SWITCHES = [
    ("two_concealed_kongs_value", "{1111s}{2222m}456m567p8s+8s", {}, {6: 11, 8: 13}),
    ("mixed_two_kongs", "{3333p}[7777s][123m]456m8p+8p", {}, {"sum3": 6, 5: 8, 6: 9}),
    ("forced_concealed_selfdraw", "1133m5577p2288s1z+1z", DRAWN,
     {"self_drawn": 25, "fully_concealed": 28}),
    ("forced_concealed_selfdraw", "222m444p666s888s5z+5z", DRAWN,
     {"self_drawn": 66, "fully_concealed": 69}),
    ("forced_concealed_selfdraw", "1112345678999m+4m", DRAWN,
     {"self_drawn": 90, "fully_concealed": 93}),
    ("forced_concealed_selfdraw", "2233445566778m+8m", DRAWN,
     {"self_drawn": 91, "fully_concealed": 94}),
    ("forced_concealed_selfdraw", "19m19p19s1234567z+5z", DRAWN,
     {"self_drawn": 89, "fully_concealed": 92}),
    ("forced_concealed_selfdraw", "147m25p69s123456z+7z", DRAWN,
     {"self_drawn": 25, "fully_concealed": 28}),
    ("forced_concealed_selfdraw", "147m25p69s12345z8p+7z", DRAWN,
     {"self_drawn": 13, "fully_concealed": 16}),
    ("forced_concealed_selfdraw", "123m456p789s22z11s+1s", DRAWN,
     {"self_drawn": 13, "fully_concealed": 13}),
    ("lesser_knitted_plus_straight", "147m258p369s1234z+5z", {}, {True: 24, False: 12}),
    ("nine_gates_terminal_pungs", "1112345678999m+5m", {}, {"minus1": 91, "none": 90, "all": 92}),
    ("all_terminals_same_pungs", "[111m][111p][111s]999m9s+9s", {},
     {"drop_double": 81, "drop_both": 65, "count": 81}),
    ("all_terminals_same_pungs", "[111m][111p][999m]999p9s+9s", {},
     {"drop_double": 65, "drop_both": 65, "count": 69}),
    ("knitted_body_waits", "12369m13347s258p+3m", {}, {"count": 17, "pair_only": 16, "no": 16}),
    ("knitted_body_waits", "123369m1147s258p+1s", {}, {"count": 17, "pair_only": 17, "no": 16}),
    ("knitted_body_waits", "147m258p369s5557z+7z", {},
     {"count": 17, "pair_only": 17, "no": 17}),
    ("wait_counts_exhausted", "1234444678m456p+1m", DRAWN, {True: 8, False: 9}),
    ("wait_counts_exhausted", "[111s][456m][789m]1234s+4s", {}, {True: 6, False: 7}),
    ("pairs_take_set_fan", "1122334455667z+7z", {}, {True: 88, False: 24}),
    ("pairs_take_set_fan", "1199m1199p1199s1m+1m", {}, {True: 90, False: 27}),
    ("pairs_take_set_fan", "1199m1199p11s112z+2z", {}, {True: 56, False: 24}),
    ("pairs_take_set_fan", "2233446688s666z+6z", {}, {True: 114, False: 32}),
    ("one_suit_voided", "[123m][456m][789m]456m5z+5z", {}, {False: 24, True: 25}),
    ("one_suit_voided", "2233445566778m+8m", {}, {False: 90, True: 90}),
    ("one_suit_voided", "[111z][222z][555z]666z7z+7z", {"round": "W", "seat": "N"},
     {False: 129, True: 130}),
    ("pung_by_discard", "11144488m888s55p+8m", {}, {"melded": 28, "concealed": 68}),
    ("two_concealed_with_kong", "{1111m}222s[456p]78m55p+9m", {}, {True: 6, False: 4}),
    ("two_concealed_with_kong", "[456p]333m222s78m55p+9m", {}, {True: 3, False: 3}),
    ("concealed_kong_pair_extra", "{1111s}{2222m}333444p8s+8s", {}, {True: 81, False: 75}),
    ("concealed_kong_pair_extra", "{1111s}{2222m}333p456m8s+8s", {}, {True: 35, False: 29}),
    ("concealed_kong_pair_extra", "{1111s}222m333p456m8s+8s", {}, {True: 31, False: 31}),
    ("terminal_chows_in_four_shifted", "[123p][345p][567p]78p55p+9p", {}, {False: 60, True: 61}),
    ("terminal_chows_in_four_shifted", "[123p][234p][345p]456p5z+5z", {}, {False: 39, True: 39}),
    ("flower_points", "[123m][456m][789m]123p5z+5z", {"flowers": 3}, {1: 22, 2: 25, 0: 19}),
]  # fmt: skip

# 缺一门 under strict98_voided_drop: each of the fan that swallow it.
VOIDED = [
    "[555z][666z]777z23m11p+1m",
    "[555z][666z]23m456p77z+1m",
    "[111z][222z][333z]234m5p+5p",
    "[234s][234s][234s]234s5m+5m",
    "[222m][333m][444m]555m5p+5p",
    "[123m][234m][345m]456m5p+5p",
]


@pytest.mark.parametrize(("switch", "text", "flags", "totals"), SWITCHES)
def test_switch(switch, text, flags, totals):
    win = Win.parse(text, seat="S", **flags) if "seat" not in flags else Win.parse(text, **flags)
    found = {v: score(win, ruleset().changed(**{switch: v})).total for v in totals}
    assert found == totals


@pytest.mark.parametrize("text", VOIDED)
def test_strict_voided_drop(text):
    win = Win.parse(text, seat="S")
    usual, strict = (
        score(win, ruleset().changed(strict98_voided_drop=value)) for value in (False, True)
    )
    assert usual.total == strict.total + 1
    assert "one_voided_suit" in usual.fans
    assert "one_voided_suit" not in strict.fans


def test_strict_voided_drop_leaves_the_others():
    win = Win.parse("[123m][456m][789m]123p5z+5z", seat="S")
    assert "one_voided_suit" in score(win, ruleset().changed(strict98_voided_drop=True)).fans


def test_robbed_kong_with_the_wall_empty():
    # No kong may be declared then, so only a log can claim it.
    win = Win.parse(
        "147m258p369s1234z+5z", robbing_kong=True, wall_last=True, strict=False, seat="S"
    )
    assert win.problems
    claims = {
        value: score(win, ruleset().changed(wall_last_discard_claim_only=value)).fans
        for value in (True, False)
    }
    assert "last_tile_claim" not in claims[True]
    assert "last_tile_claim" in claims[False]
    discard = Win.parse("147m258p369s1234z+5z", wall_last=True)
    assert "last_tile_claim" in score(discard).fans


def test_minimum():
    win = Win.parse("[123m][678p]123m456s9s+9s", seat="S", flowers=8)
    assert score(win).fan_total == 4
    assert not score(win).legal_win
    assert score(win, "mcr_beginner").legal_win
    assert score(win, ruleset().changed(min_fan=4)).legal_win
    assert not score(win, ruleset().changed(min_fan=5)).legal_win


def test_flowers_where_none_are_in_play():
    with pytest.raises(RulesetError, match="mcr_noflower is played without flowers, but flowers=2"):
        score(Win.parse("[123m][456m][789m]123p5z+5z", flowers=2), "mcr_noflower")
    assert score(Win.parse("[123m][456m][789m]123p5z+5z"), "mcr_noflower").total == 19


def test_every_switch_is_tested():
    here = {switch for switch, *_ in SWITCHES}
    apart = {
        "strict98_voided_drop",
        "wall_last_discard_claim_only",
        "min_fan",
        "flowers",
    }
    assert here | apart == {field.name for field in fields(RuleSet)} - {"name"}


@pytest.mark.parametrize(("switch", "text", "flags", "totals"), SWITCHES)
@pytest.mark.parametrize("name", RULESETS)
def test_presets(name, switch, text, flags, totals):
    if flags.get("flowers") and not RULESETS[name].flowers:
        return
    # A preset may differ from the default in other switches that this hand meets too.
    win = Win.parse(text, **{"seat": "S", **flags})
    value = getattr(RULESETS[name], switch)
    others = {
        field.name: getattr(ruleset(), field.name)
        for field in fields(RuleSet)
        if field.name not in ("name", "flowers", switch)
    }
    assert score(win, RULESETS[name].changed(**others)).total == totals[value]


# Hands on which the presets themselves differ: mcr1998, mcr1998_online, mcr2006, mcr2014.
PRESETS = [
    ("{1111s}{2222m}456m567p8s+8s", {}, (11, 11, 13, 13)),
    ("{3333p}[7777s][123m]456m8p+8p", {}, (6, 8, 9, 9)),
    ("1133m5577p2288s1z+1z", DRAWN, (25, 25, 28, 25)),
    ("147m258p369s1234z+5z", {}, (24, 24, 12, 24)),
    ("1112345678999m+5m", DRAWN, (93, 92, 94, 92)),
    ("[111m][111p][111s]999m9s+9s", {}, (65, 81, 81, 81)),
    ("[111m][111p][999m]999p9s+9s", {}, (65, 65, 69, 65)),
    ("12369m13347s258p+3m", {}, (17, 17, 16, 17)),
    ("123369m1147s258p+1s", {}, (17, 17, 17, 17)),
    ("1122334455667z+7z", {}, (24, 88, 88, 88)),
]


@pytest.mark.parametrize(("text", "flags", "totals"), PRESETS)
def test_named_rulesets(text, flags, totals):
    win = Win.parse(text, seat="S", **flags)
    names = ("mcr1998", "mcr1998_online", "mcr2006", "mcr2014")
    assert tuple(score(win, name).total for name in names) == totals
