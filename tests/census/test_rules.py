"""What another ruleset, another wind and another way of winning change, and what they do not."""

import pytest

from mjlab import census
from mjlab.rules import RULESETS, ruleset

NUMBERS = ["hands", "physical_hands", "pairs", "physical_pairs", "times"]


def changed_fans(one, other):
    first, second = (c.fan_table().set_index("fan")[NUMBERS] for c in (one, other))
    return set(first.index[(first != second).any(axis=1)])


def test_only_whether_the_seat_has_the_round_wind_matters(self_drawn):
    """The winds are alike but for these two; a pung of neither is 幺九刻."""
    other = census.run(seat="S")
    assert changed_fans(self_drawn, other) == {"pung_of_terminals_or_honors"}
    assert not changed_fans(other, census.run(seat="W", round="N"))
    assert not changed_fans(self_drawn, census.run(seat="W", round="W"))
    assert census.run(seat="N", round="S").totals().equals(other.totals())
    assert (
        other.fan_table().set_index("fan").loc["seat_wind", "pairs"]
        == (self_drawn.fan_table().set_index("fan").loc["prevalent_wind", "pairs"])
    )


@pytest.mark.parametrize("name", ["mcr2014", "mcr_noflower", "mcr_beginner"])
def test_rulesets_that_differ_in_kongs_flowers_or_the_minimum(name, self_drawn):
    other = census.run(ruleset=name)
    assert not changed_fans(self_drawn, other)
    assert other.totals().equals(self_drawn.totals())
    least = RULESETS[name].min_fan
    legal = other.forms()["legal_physical_pairs"].sum()
    assert legal == self_drawn.physical_at_least(least)
    assert (legal == self_drawn.physical_at_least(8)) == (least == 8)


# Each switch with the fan it decides about; the others may change only where the better reading
# or form of a hand is another one now.
SWITCHES = [
    (True, {"nine_gates_terminal_pungs": "none"}, ("pung_of_terminals_or_honors",)),
    (True, {"lesser_knitted_plus_straight": False}, ("knitted_straight",)),
    (True, {"all_terminals_same_pungs": "drop_both"}, ("triple_pung",)),
    (True, {"all_terminals_same_pungs": "count"}, ("double_pung",)),
    (True, {"knitted_body_waits": "no"}, ("edge_wait", "closed_wait", "single_wait")),
    (True, {"knitted_body_waits": "pair_only"}, ("edge_wait", "closed_wait")),
    (True, {"one_suit_voided": True}, ("one_voided_suit",)),
    (True, {"strict98_voided_drop": True}, ("one_voided_suit",)),
    (True, {"terminal_chows_in_four_shifted": True}, ("two_terminal_chows",)),
    (True, {"pung_by_discard": "concealed"}, ()),
    (False, {"forced_concealed_selfdraw": "fully_concealed"}, ()),
    (True, {"two_concealed_with_kong": False}, ()),
    (True, {"concealed_kong_pair_extra": False}, ()),
    (True, {"mixed_two_kongs": 6}, ()),
    (True, {"wall_last_discard_claim_only": False}, ()),
]


@pytest.mark.parametrize(("drawn", "switches", "expected"), SWITCHES, ids=str)
def test_a_switch_changes_its_own_fan_only(drawn, switches, expected, self_drawn, by_discard):
    other = census.run(self_drawn=drawn, ruleset=ruleset().changed(**switches))
    base = self_drawn if drawn else by_discard
    assert changed_fans(base, other) == set(expected)
    assert other.totals().equals(base.totals()) == (not expected)
    for name in ("hands", "pairs", "physical_hands", "physical_pairs"):
        assert getattr(other, name) == getattr(base, name)


def test_where_pungs_won_by_discard_stay_concealed_a_discard_hides_as_many_as_a_draw(self_drawn):
    rules = ruleset().changed(pung_by_discard="concealed")
    other = census.run(self_drawn=False, ruleset=rules)
    first, second = (c.fan_table().set_index("fan")["pairs"] for c in (self_drawn, other))
    assert second["four_concealed_pungs"] == first["four_concealed_pungs"] == 6_956_400


def test_exhausted_waits_give_wait_fan(self_drawn):
    rules = ruleset().changed(wait_counts_exhausted=False)
    other = census.run(ruleset=rules)
    assert changed_fans(self_drawn, other) <= {
        "edge_wait", "closed_wait", "single_wait",
        # readings that have become better by a wait fan bring these with them
        "double_pung", "pure_double_chow", "mixed_double_chow", "short_straight",
        "two_terminal_chows", "pung_of_terminals_or_honors",
    }  # fmt: skip
    waits = ["edge_wait", "closed_wait", "single_wait"]
    first, second = (c.fan_table().set_index("fan")["pairs"] for c in (self_drawn, other))
    assert (second[waits] >= first[waits]).all()
    assert second[waits].sum() > first[waits].sum()


def test_a_discard_takes_pungs_and_gives_no_self_drawn(self_drawn, by_discard):
    drawn, given = (c.fan_table().set_index("fan") for c in (self_drawn, by_discard))
    assert drawn.loc["four_concealed_pungs", "pairs"] == 5 * 1_391_280
    assert given.loc["four_concealed_pungs", "pairs"] == 1_391_280  # on the pair alone
    assert given.loc[["self_drawn", "fully_concealed_hand"], "pairs"].sum() == 0
    assert drawn.loc[["concealed_hand", "melded_hand"], "pairs"].sum() == 0


def test_what_claimed_sets_change(melded):
    """Nothing concealed with claimed sets; four of them and a draw are no 全求人."""
    for n, found in enumerate(melded):
        pairs = found.fan_table().set_index("fan")["pairs"]
        assert (pairs["fully_concealed_hand"] == 0) == (n > 0)
        assert pairs["melded_hand"] == 0
        assert (pairs["four_concealed_pungs"] == 0) == (n > 0)
        assert (pairs["three_concealed_pungs"] == 0) == (n > 1)
        assert (pairs["last_tile"] == 0) == (n in (0, 4))
    discard = census.run(melds=4, self_drawn=False).fan_table().set_index("fan")["pairs"]
    assert discard["melded_hand"] == melded[4].pairs
    assert discard["single_wait"] == 0
