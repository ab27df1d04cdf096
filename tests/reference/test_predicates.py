"""The 82 fan and their predicates match one to one."""

import pytest

from mjlab.hand import Win
from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates import PREDICATES
from mjlab.reference.score.predicates._registry import REGISTERED, whole_hand
from mjlab.reference.score.readings import readings
from mjlab.rules import FANS, RULESETS, ruleset
from mjlab.rules.exclusions import exclusions
from mjlab.rules.fans import FAN_INDEX

# One hand, at least, in which each fan is there (whether counted or not).
HANDS = {
    "big_four_winds": "[111z][222z][333z]5m444z+5m",
    "big_three_dragons": "[555z][666z]23m11p777z+1m",
    "all_green": "[234s][234s][666s]888s6z+6z",
    "nine_gates": "1112345678999p+1p",
    "four_kongs": "[1111m]{2222p}[3333s][5555z]7m+7m",
    "seven_shifted_pairs": "2233445566778m+8m",
    "thirteen_orphans": "19m19p19s1234567z+5z",
    "all_terminals": "[111m][999m][111p]1999s+1s",
    "little_four_winds": "[111z][222z][333z]23m44z+1m",
    "little_three_dragons": "[555z][666z]23m456p77z+1m",
    "all_honors": "[111z][222z][555z]6667z+7z",
    "four_concealed_pungs": "222m444p666888s5z+5z",
    "pure_terminal_chows": "[123m][789m]1235578m+9m",
    "quadruple_chow": "[234s][234s][234s]5m234s+5m",
    "four_pure_shifted_pungs": "[111m][222m][333m]444m5z+5z",
    "four_pure_shifted_chows": "[123m][234m][345m]456m5z+5z",
    "three_kongs": "[1111m]{2222p}[3333s]45m77z+6m",
    "all_terminals_and_honors": "[111m][999m][111z]1999s+1s",
    "seven_pairs": "1133m5577p2288s1z+1z",
    "greater_honors_and_knitted_tiles": "147m25p69s123456z+7z",
    "all_even_pungs": "[222m][444m][666p]2888s+2s",
    "full_flush": "[123m][345m][777m]5688m+7m",
    "pure_triple_chow": "[345m][345m]345m78p11z+9p",
    "pure_shifted_pungs": "[444m][555m][666m]12p99s+3p",
    "upper_tiles": "[789m][789p][777s]99m89s+7s",
    "middle_tiles": "[456m][456p][444s]55m56s+4s",
    "lower_tiles": "[123m][123p][111s]22m23s+1s",
    "pure_straight": "[123m][456m][789m]123p5z+5z",
    "three_suited_terminal_chows": "[123m][789m]123789p5s+5s",
    "pure_shifted_chows": "[123m][345m][567m]12p77z+3p",
    "all_fives": "[345m][567p]46m55p555s+5m",
    "triple_pung": "[222m][222p][222s]67m11z+8m",
    "three_concealed_pungs": "[123m]9m222p444666s+9m",
    "lesser_honors_and_knitted_tiles": "147m258p369s1234z+5z",
    "knitted_straight": "1234557m258p369s+1m",
    "upper_four": "[678m][789p][666s]99m78s+6s",
    "lower_four": "[123m][234p][111s]44m23s+4s",
    "big_three_winds": "[111z][222z][333z]23m99p+4m",
    "mixed_straight": "[123m][456p][789s]23m99p+4m",
    "reversible_tiles": "[123p][456s][555z]23p99s+4p",
    "mixed_triple_chow": "[234m][234p][234s]78m11z+9m",
    "mixed_shifted_pungs": "[333m][444p][555s]78m11z+9m",
    "chicken_hand": "[123m][345m]678p56s33z+7s",
    "all_pungs": "[222m][444p][777s]333p1z+1z",
    "half_flush": "[123m][345m][777m]56m11z+7m",
    "mixed_shifted_chows": "[234m][345p][456s]78m11z+9m",
    "all_types": "[123m][456p][777s]1115z+5z",
    "melded_hand": "[123m][456p][777s][111z]5z+5z",
    "two_concealed_kongs": "{1111m}{2222p}45m67899s+6m",
    "two_dragon_pungs": "[555z][666z]23m678p99s+1m",
    "outside_hand": "[123m][789p]99m79s111z+8s",
    "two_melded_kongs": "[1111m][2222p]45m67899s+6m",
    "dragon_pung": "[555z][678p]23m67899s+1m",
    "prevalent_wind": "[111z][678p]23m67899s+1m",
    "seat_wind": "[111z][678p]23m67899s+1m",
    "concealed_hand": "123m456p7899s111z+9s",
    "all_chows": "[123m][678p]23m67899s+1m",
    "tile_hog": "[555m][567m]23m67899s+1m",
    "double_pung": "[222m][222p]23m67899s+1m",
    "two_concealed_pungs": "[123m]99m222p44466s+9m",
    "concealed_kong": "{9999m}[678p]23m67899s+1m",
    "all_simples": "[234m][678p]345m5678s+5s",
    "pure_double_chow": "[123m][123m]78p67899s+9p",
    "mixed_double_chow": "[123m][123p]78p67899s+9p",
    "short_straight": "[123m][456m]78p67899s+9p",
    "two_terminal_chows": "[123m][789m]78p67899s+9p",
    "pung_of_terminals_or_honors": "[999m][678p]23m67899s+1m",
    "melded_kong": "[9999m][678p]23m67899s+1m",
    "one_voided_suit": "[123m][678p]2399m678p+1m",
    "no_honors": "[123m][678p]23m67899s+1m",
    "edge_wait": "[123m][678p]12m67899s+3m",
    "closed_wait": "[123m][678p]13m67899s+2m",
    "single_wait": "[123m][678p]123m4569s+9s",
    "melded_and_concealed_kong": "[1111m]{2222p}45m67899s+6m",
}
CIRCUMSTANCES = {
    "last_tile_draw": {"wall_last": True, "self_drawn": True},
    "last_tile_claim": {"wall_last": True},
    "out_with_replacement_tile": {"kong_replacement": True, "self_drawn": True},
    "robbing_the_kong": {"robbing_kong": True},
    "fully_concealed_hand": {"self_drawn": True},
    "last_tile": {"last_of_kind": True},
    "self_drawn": {"self_drawn": True},
    "flower_tiles": {"flowers": 3},
}


def found(win):
    return {
        key
        for reading in readings(win)
        for key, predicate in PREDICATES.items()
        if predicate(Facts(win, reading, ruleset()))
    }


def test_one_predicate_for_each_fan():
    assert list(PREDICATES) == [fan.key for fan in FANS]
    assert set(REGISTERED) == set(PREDICATES)


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.key)
def test_the_rule_is_told_under_the_name_of_the_fan(fan):
    predicate = PREDICATES[fan.key]
    assert predicate.__name__ == fan.key
    assert predicate.__doc__.startswith(f"{fan.zh}: ")


def test_no_two_predicates_share_a_name():
    with pytest.raises(RuntimeError, match="two predicates are called self_drawn"):

        @whole_hand
        def self_drawn(facts):
            return True


@pytest.mark.parametrize("key", HANDS)
def test_fan_of_the_tiles(key):
    win = Win.parse(HANDS[key])
    assert key in found(win)


@pytest.mark.parametrize("key", CIRCUMSTANCES)
def test_fan_of_the_circumstances(key):
    hand = "{1111m}[678p]23m678s99s+4m" if "replacement" in key else "123m456p678s44z78m+9m"
    assert key not in found(Win.parse(hand))
    assert key in found(Win.parse(hand, **CIRCUMSTANCES[key]))


def test_every_fan_has_an_example():
    assert set(HANDS) | set(CIRCUMSTANCES) == set(PREDICATES)


def test_chicken_hand_stands_alone():
    chicken = Win.parse(HANDS["chicken_hand"])
    assert found(chicken) == {"chicken_hand"}
    assert found(chicken.changed(flowers=2)) == {"chicken_hand", "flower_tiles"}
    assert "chicken_hand" not in found(chicken.changed(self_drawn=True))


def test_flowers_are_counted_one_by_one():
    win = Win.parse("123m456p678s44z78m+9m", flowers=3)
    (reading,) = readings(win)
    assert len(PREDICATES["flower_tiles"](Facts(win, reading, ruleset()))) == 3


@pytest.mark.parametrize("name", RULESETS)
def test_exclusions_point_down_the_table(name):
    # The fan are gone through in the order of the table, so a fan that is hidden must come after
    # the one that hides it, or else hide nothing itself in the same reading.
    hides_nothing = {"melded_kong", "concealed_kong"}
    never_together = {
        ("pure_shifted_pungs", "pure_triple_chow"),
        ("closed_wait", "edge_wait"),
        ("single_wait", "edge_wait"),
        ("single_wait", "closed_wait"),
    }
    for key, listed in exclusions(ruleset(name)).items():
        for exclusion in listed:
            if FAN_INDEX[exclusion.key] < FAN_INDEX[key]:
                assert exclusion.key in hides_nothing or (key, exclusion.key) in never_together
