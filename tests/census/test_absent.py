"""Why a fan never counts: held against all ten censuses."""

import pytest

from mjlab import census
from mjlab.census.absent import censuses_with, why_absent
from mjlab.rules import FANS

KINDS = [(melds, drawn) for melds in range(5) for drawn in (True, False)]


@pytest.mark.parametrize(("melds", "drawn"), KINDS)
def test_a_fan_has_a_reason_where_it_never_counts_and_only_there(melds, drawn):
    table = census.run(melds=melds, self_drawn=drawn, threads=2).fan_table().set_index("fan")
    never = {one.key for one in FANS if why_absent(one.key, melds=melds, self_drawn=drawn)}
    assert never == set(table.index[table["pairs"] == 0])


def test_the_censuses_with_a_fan_are_those_without_a_reason():
    assert censuses_with("清龙") == KINDS
    assert censuses_with("All Pungs") == [kind for kind in KINDS if kind != (0, True)]
    assert censuses_with("chicken_hand") == [(1, False), (2, False), (3, False)]
    assert censuses_with("全求人") == [(4, False)]
    assert censuses_with("四杠") == []
