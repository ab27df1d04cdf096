"""The rules as data hang together."""

import re

import numpy as np
import pytest

from mjlab.errors import RulesetError
from mjlab.kernels.score import facts as score_facts
from mjlab.kernels.score import fan_bits
from mjlab.rules import FANS, LOCAL_FANS, RULESETS, RuleSet, fan, payment, ruleset
from mjlab.rules.exclusions import exclusions
from mjlab.rules.fans import FAN_INDEX, fan_named
from mjlab.rules.payment import payments
from mjlab.rules.rulesets import FLAG_BITS
from mjlab.tiles import Wind


def test_the_table_is_whole():
    assert len(FANS) == 82
    assert [f.number for f in FANS] == list(range(1, 83))
    assert len(LOCAL_FANS) == 8
    assert len({f.key for f in FANS}) == len({f.zh for f in FANS}) == 82
    for one in FANS:
        assert one.pinyin
        assert one.value > 0
        for exclusion in one.excludes:
            assert exclusion.key in FAN_INDEX
            assert exclusion.key != one.key


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("mcr1998", "1998"),
        ("mcr1998_online", "online"),
        ("mcr2006", "2006"),
        ("mcr2014", "2014"),
    ],
)
def test_values_of_the_editions(name, edition):
    for one in FANS:
        assert ruleset(name).fan_value(one.key) == (one.values[edition] or 0)


def test_fan_are_found_by_any_name():
    for one in (*FANS, *LOCAL_FANS):
        assert fan(one.key) is fan(one.zh) is fan(one.en) is fan(one.en.upper()) is one
        assert fan(one.zh_hant) is fan(one.pinyin) is fan(one.key.replace("_", " ")) is one
    with pytest.raises(RulesetError, match="no fan is called '平胡'"):
        fan("平胡")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("清一", "清一色 full_flush?"), ("half flash", "混一色 half_flush"), ("", "all_chows"),
     (None, "all_chows"), (5, "all_chows"), ([], "all_chows"), ("\ud800", "all_chows")],
)  # fmt: skip
def test_near_names_are_told(name, hint):
    for find in (fan, fan_named, ruleset().fan_value):
        with pytest.raises(RulesetError, match="no fan is called") as caught:
            find(name)
        assert caught.value.hint.startswith(hint)


def test_values_are_those_of_any_name_but_of_regional_fan():
    assert ruleset().fan_value("花牌") == 1
    assert ruleset("mcr2014").fan_value("双暗杠") == 8
    for find in (fan_named, ruleset().fan_value):
        with pytest.raises(RulesetError, match="is a regional fan"):
            find(LOCAL_FANS[0].zh)


def test_presets():
    assert ruleset() is ruleset("online") is RULESETS["mcr1998_online"]
    assert ruleset("mcr_noflower").flowers == 0
    assert ruleset("mcr_beginner").min_fan == 4
    assert ruleset("mcr1998").mixed_two_kongs == "sum3"
    for wrong in ("riichi", None, [], 8):
        with pytest.raises(RulesetError, match="unknown ruleset"):
            ruleset(wrong)


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("mixed_two_kongs", 7),
        ("mixed_two_kongs", "sum"),
        ("two_concealed_kongs_value", True),
        ("pairs_take_set_fan", 1),
        ("min_fan", -1),
        ("min_fan", 8.0),
        ("two_concealed_kongs_value", 8.0),
        ("mixed_two_kongs", 5.0),
        ("flowers", False),
        ("min_fan", True),
        ("flowers", 4),
        ("no_such_switch", True),
        ("name", "mine"),
    ],
)
def test_impossible_switches(switch, value):
    with pytest.raises(RulesetError, match=switch):
        ruleset().changed(**{switch: value})


def test_flag_words_differ_where_switches_do():
    assert len(set(FLAG_BITS.values())) == len(FLAG_BITS)
    base = ruleset()
    for (switch, value), bit in FLAG_BITS.items():
        changed = base.changed(**{switch: value})
        assert changed.flag_word >> bit & 1
        if getattr(base, switch) != value:
            assert changed.flag_word != base.flag_word


def test_kernels_use_the_same_numbers():
    for column, one in enumerate(FANS):
        bit = column if column < fan_bits.N_BIG else column - fan_bits.N_BIG
        assert getattr(fan_bits, one.key.upper()) == 1 << bit
    assert len(FANS) == fan_bits.N_FANS
    counted = ["tile_hog", "double_pung", "pure_double_chow", "mixed_double_chow",
               "short_straight", "two_terminal_chows", "pung_of_terminals_or_honors"]  # fmt: skip
    assert [FANS[c].key for c in score_facts.COUNTED] == counted
    assert FANS[score_facts.FLOWER_TILES].key == "flower_tiles"
    names = {
        "FLAG_SUM_OF_KONGS": ("mixed_two_kongs", "sum3"),
        "FLAG_FORCED_FULLY_CONCEALED": ("forced_concealed_selfdraw", "fully_concealed"),
        "FLAG_LESSER_WITH_STRAIGHT": ("lesser_knitted_plus_straight", True),
        "FLAG_NINE_GATES_ALL": ("nine_gates_terminal_pungs", "all"),
        "FLAG_KNITTED_PAIR_ONLY": ("knitted_body_waits", "pair_only"),
        "FLAG_KNITTED_NO_WAIT": ("knitted_body_waits", "no"),
        "FLAG_EXHAUSTED": ("wait_counts_exhausted", True),
        "FLAG_PAIRS_TAKE_SET_FAN": ("pairs_take_set_fan", True),
        "FLAG_ONE_SUIT_VOIDED": ("one_suit_voided", True),
        "FLAG_PUNG_CONCEALED": ("pung_by_discard", "concealed"),
        "FLAG_TWO_WITH_KONG": ("two_concealed_with_kong", True),
        "FLAG_KONG_PAIR_EXTRA": ("concealed_kong_pair_extra", True),
        "FLAG_TERMINAL_CHOWS_IN_FOUR": ("terminal_chows_in_four_shifted", True),
        "FLAG_DISCARD_CLAIM_ONLY": ("wall_last_discard_claim_only", True),
    }
    declared = {n for n in vars(score_facts) if n.startswith("FLAG_") and n != "FLAGS"}
    assert declared == set(names)
    for name, key in names.items():
        assert getattr(score_facts, name) == FLAG_BITS[key]


def test_small_fan_exclude_only_what_the_kernel_knows():
    small = {f.key: f for f in FANS[fan_bits.N_BIG :]}
    waits = {"edge_wait", "closed_wait", "single_wait"}
    for key, one in small.items():
        found = {e.key for e in one.excludes if e.scope == "all"}
        if key in ("all_chows", "all_simples"):
            assert found == {"no_honors"}
        elif key in waits:
            assert found == waits - {key}
        elif key == "melded_and_concealed_kong":
            assert found == {"melded_kong", "concealed_kong"}  # one kong fan is chosen
        else:
            assert not found


def test_payments():
    assert payment(12, winner=0) == (60, -20, -20, -20)
    assert payment(12, winner=0, discarder=1) == (36, -20, -8, -8)
    assert payment(11, winner=2, discarder=0) == (-19, -8, 35, -8)
    assert payment(np.int16(8), np.int8(0), np.int64(1)) == (32, -16, -8, -8)
    assert payment(12, "E", "南风") == payment(12, Wind.E, Wind.S) == payment(12, 0, 1)
    for points in range(8, 200):
        for winner in range(4):
            for discarder in {None, *range(4)} - {winner}:
                changes = payment(points, winner, discarder)
                assert sum(changes) == 0
                assert changes[winner] == max(changes)
    bad = ((-1, 0, 1), (8, 4, 1), (8, True, 1), (8, 0, -1), (8.5, 0, 1), (float("nan"), 0, 1),
           (8, 0.0, 1), (8, None, 1), ("8", 0, 1), (np.array([8]), 0, 1), (8, np.array([0]), 1),
           (8, 0, np.array([1])), (8, 1, 1), (8, "S", "south"), (8, "", 1))  # fmt: skip
    for points, winner, discarder in bad:
        with pytest.raises(RulesetError):
            payment(points, winner, discarder)


def test_a_ruleset_names_itself():
    changed = ruleset().changed(min_fan=0).changed(flower_points=2)
    assert changed.name == "mcr1998_online*"
    assert isinstance(changed, RuleSet)
    assert hash(changed) != hash(ruleset())


def test_what_is_told_of_a_fan_names_no_keys():
    keys = {one.key for one in (*FANS, *LOCAL_FANS) if "_" in one.key}
    for one in (*FANS, *LOCAL_FANS):
        told = f"{one.definition} {one.notes}"
        assert one.definition.endswith(".")
        assert not keys & set(re.findall(r"[a-z0-9_]+", told)), one
        assert "file" not in told


@pytest.mark.parametrize(
    ("rules", "hidden"),
    [
        ("mcr1998_online", ["fully_concealed_hand", "single_wait", "concealed_hand"]),
        ("mcr2006", ["single_wait", "concealed_hand"]),
    ],
)
def test_exclusions_follow_the_ruleset(rules, hidden):
    assert [e.key for e in exclusions(ruleset(rules))["seven_pairs"]] == hidden


def test_exclusions_of_a_ruleset_are_not_those_of_another():
    def hidden_by(key, name):
        return {e.key for e in exclusions(ruleset(name)).get(key, ())}

    assert "fully_concealed_hand" in hidden_by("seven_pairs", "mcr2014")
    assert "fully_concealed_hand" not in hidden_by("seven_pairs", "mcr2006")
    assert "triple_pung" in hidden_by("all_terminals", "mcr1998")
    assert "double_pung" not in hidden_by("all_terminals", "mcr2006")
    assert "pung_of_terminals_or_honors" not in hidden_by("nine_gates", "mcr1998")


def test_each_of_several_winners_is_paid_as_the_only_one():
    assert payments([]) == (0, 0, 0, 0)
    assert payments([(12, 1, None)]) == payments([(12, 1, 1)]) == payment(12, 1)
    assert payments([(11, 0, 1), (20, 2, 1)]) == (35, -8 - 11 - 20, 44, -8)
