"""Fan that are just missed: told where it is certain, and in few lines."""

import re

import pytest

from mjlab.hand import Win
from mjlab.notation import parse_tiles
from mjlab.reference import readings, score
from mjlab.reference.score.near_misses import near_misses
from mjlab.reference.score.phrases import say
from mjlab.rules import fan, ruleset
from tests.reference.test_explain import lines_below, text_of
from tests.support.generate import wins


def other_waits(name, made_by, tiles):
    return name, made_by, f"the hand waits for {tiles} too, by shape", f"按牌型还听 {tiles}"


def by_discard(name, made_by, pung):
    english = f"{pung} is finished by a discard, so it is not concealed"
    return name, made_by, english, f"{pung} 因点和而成, 不算暗刻"


def claimed(name, one):
    return name, "", f"{one} is claimed", f"有吃碰明杠: {one}"


CASES = [
    # Waits: the winning tile went where a wait fan looks, but others would have done.
    ("445566m2277779s+8s", {}, {}, [other_waits("坎张", "79s+8s", "9s")]),
    ("[123m][456p]12345s99p+3s", {}, {}, [other_waits("边张", "12s+3s", "6s")]),
    ("[123m][456p]56789s99p+7s", {}, {}, [other_waits("边张", "89s+7s", "4s")]),
    ("[123m][456p]45567s99p+6s", {}, {}, [other_waits("坎张", "57s+6s", "3s")]),
    ("[123m][456p][789p]2345m+5m", {}, {}, [other_waits("单钓将", "5m+5m", "2m")]),
    ("[123m][456p][789p]5557s+6s", {}, {}, [other_waits("坎张", "57s+6s", "7s")]),
    ("[123m][456p][789p]5557s+7s", {}, {}, [other_waits("单钓将", "7s+7s", "6s")]),
    ("[123m][456p][789p]4555m+4m", {}, {}, [other_waits("单钓将", "4m+4m", "36m")]),
    ("[111s][456m][789m]1234s+4s", {}, {}, [other_waits("单钓将", "4s+4s", "1s")]),
    ("[111s][456m][789m]1234s+4s", {}, {"wait_counts_exhausted": False}, []),
    ("[123m][456p]23s678s99p+4s", {}, {}, []),
    ("[123m][456p][789p]11z55z+5z", {}, {}, []),
    ("[123m][456m][789m]123p5z+5z", {}, {}, []),
    ("12369m13347s258p+3m", {}, {"knitted_body_waits": "no"}, []),
    # Concealed pungs: one was finished by the discard.
    (
        "77m444555666p22s+7m",
        {},
        {},
        [by_discard("四暗刻", "77m+7m 444p 555p 666p", "77m+7m")],
    ),
    ("77m444555666p22s+7m", {"self_drawn": True}, {}, []),
    ("77m444555666p22s+7m", {}, {"pung_by_discard": "concealed"}, []),
    (
        "[123m]222p333p44s55s+4s",
        {},
        {},
        [by_discard("三暗刻", "222p 333p 44s+4s", "44s+4s"), claimed("门前清", "[123m]")],
    ),
    (
        "[123m][456m]222p33s55s+3s",
        {},
        {},
        [by_discard("双暗刻", "222p 33s+3s", "33s+3s")],
    ),
    (
        "{1111z}[456m][789m]33s55s+3s",
        {},
        {},
        [by_discard("双暗刻", "{1111z} 33s+3s", "33s+3s")],
    ),
    ("{1111z}[456m][789m]33s55s+3s", {}, {"two_concealed_with_kong": False}, []),
    (
        "{1111z}{2222z}[789m]33s55s+3s",
        {},
        {},
        [by_discard("三暗刻", "{1111z} {2222z} 33s+3s", "33s+3s"), claimed("门前清", "[789m]")],
    ),
    ("[123m][456m][789p]33s55s+3s", {}, {}, []),
    # Concealment: a single claimed set, or the discard.
    ("[345m]567p678s23s55m+4s", {}, {}, [claimed("门前清", "[345m]")]),
    ("[345m]567p678s23s55m+4s", {"self_drawn": True}, {}, [claimed("不求人", "[345m]")]),
    ("[555z+5z]567p678s23s55m+4s", {}, {}, [claimed("门前清", "[555z+5z]")]),
    ("[345m][567p]678s23s55m+4s", {}, {}, []),
    ("{5555z}567p678s23s55m+4s", {}, {}, []),
    ("{5555z}567p678s23s55m+4s", {"self_drawn": True}, {}, []),
    # What a counted fan implies is not missed.
    ("1133m5577p2288s1z+1z", {}, {}, []),
    ("1122334455667m+7m", {}, {}, []),
    ("19m19p19s1234567z+1z", {}, {}, []),
    ("147m25p69s123456z+7z", {}, {}, []),
]


def missed(explanation):
    """The rows on what is just missed, cell by cell."""
    heading = say("missed", explanation.language)
    return [re.split("  +", line) for line in lines_below(heading, explanation)]


@pytest.mark.parametrize(("text", "circumstances", "switches", "told"), CASES)
def test_what_is_just_missed_is_told(text, circumstances, switches, told):
    scored = score(Win.parse(text, **circumstances), ruleset().changed(**switches))
    english = [[fan(name).name, made or "whole hand", reason] for name, made, reason, _ in told]
    chinese = [[name, made or "整手牌", reason] for name, made, _, reason in told]
    assert missed(scored.explain()) == english
    assert missed(scored.explain("zh")) == chinese


@pytest.mark.parametrize(("text", "circumstances", "switches", "told"), CASES)
@pytest.mark.parametrize("language", ["en", "zh", "both"])
def test_pages_tell_the_same(text, circumstances, switches, told, language):
    scored = score(Win.parse(text, **circumstances), ruleset().changed(**switches))
    page = scored.explain(language)._repr_html_()
    texts = text_of(page)
    heading = say("missed", language)
    assert texts.count(heading) == bool(told)
    rows = texts[texts.index(heading) :] if told else []
    for name, _, english, chinese in told:
        reason = {"en": english, "zh": chinese, "both": f"{chinese} / {english}"}[language]
        named = name if language == "zh" else fan(name).name
        assert rows.index(named) < rows.index(reason)


def test_what_is_missed_is_neither_counted_nor_hidden():
    seen = set()
    for win in wins(1500, seed=31):
        scored = score(win)
        found = list(near_misses(scored))
        assert len(found) <= 3
        keys = {one.key for one in found}
        assert len(keys) == len(found)
        assert not keys & set(scored.fans)
        assert not keys & {one.key for one in scored.readings[0].uncounted}
        seen |= {(one.key, one.reason) for one in found}
    assert seen == {
        ("four_concealed_pungs", "by_discard"),
        ("three_concealed_pungs", "by_discard"),
        ("two_concealed_pungs", "by_discard"),
        ("concealed_hand", "claimed"),
        ("fully_concealed_hand", "claimed"),
        ("edge_wait", "other_waits"),
        ("closed_wait", "other_waits"),
        ("single_wait", "other_waits"),
    }


def test_each_other_wait_completes_the_hand():
    told = 0
    for win in wins(1500, seed=32):
        for one in near_misses(score(win)):
            if one.reason != "other_waits":
                continue
            for tile in parse_tiles(one.part, "native"):
                assert tile != win.tile
                if win.hand.counts[tile] < 4:
                    assert readings(Win(win.concealed, win.melds, tile))
                    told += 1
    assert told > 100


def test_a_concealed_pung_missed_is_there_when_self_drawn():
    told = 0
    for win in wins(2000, seed=33):
        if win.problems or win.robbing_kong:
            continue
        scored = score(win)
        for one in near_misses(scored):
            if one.reason != "by_discard":
                continue
            drawn = score(win.changed(self_drawn=True))
            same = [r for r in drawn.readings if r.reading == scored.reading]
            assert all(one.key in r.fans for r in same)
            told += bool(same)
    assert told > 10
