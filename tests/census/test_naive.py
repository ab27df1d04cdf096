"""Hands of few kinds, one by one, by the readable scorer: every number of the census."""

import pytest

from mjlab import census
from mjlab.notation import format_tiles, parse_tiles
from mjlab.rules import ruleset
from tests.support.naive_census import fans_of, naive_census, totals_of

KNITTED = "147m258p369s"
CASES = [
    # kinds, claimed sets, tiles all hands contain, winds, ruleset
    ("1234567z", 0, "", ("E", "E"), "mcr1998_online"),
    ("12345m", 0, "", ("E", "E"), "mcr1998_online"),
    ("123m45p", 0, "", ("E", "S"), "mcr1998"),
    ("789s1p56z", 0, "", ("S", "E"), "mcr2006"),
    ("23468s6z", 0, "", ("E", "E"), "mcr1998_online"),
    ("245s89p5z", 0, "", ("W", "N"), "mcr1998_online"),
    ("5m5p456s", 0, "", ("E", "E"), "mcr2006"),
    ("19m19p19s1z", 0, "", ("E", "E"), "mcr1998"),
    ("147m258p369s1z", 0, KNITTED, ("E", "E"), "mcr1998_online"),
    ("147m258p369s3m2z", 0, KNITTED, ("N", "N"), "mcr2006"),
    ("12m3p4567z", 1, "", ("E", "S"), "mcr1998_online"),
    ("123m45p", 2, "", ("E", "E"), "mcr2014"),
    ("1234s1z", 3, "", ("S", "E"), "mcr1998_online"),
    ("234p2s6z", 4, "", ("E", "E"), "mcr1998"),
    ("147m258p369s1z", 1, KNITTED, ("E", "E"), "mcr1998_online"),
]
"""Among them every form, ties, last tiles that claimed sets show, green and reversible hands."""
SWITCHES = [
    {"wait_counts_exhausted": False},
    {"pung_by_discard": "concealed"},
    {"one_suit_voided": True, "pairs_take_set_fan": False},
]


@pytest.mark.parametrize("self_drawn", [True, False])
@pytest.mark.parametrize(("kinds", "melds", "contains", "winds", "name"), CASES)
def test_every_number(kinds, melds, contains, winds, name, self_drawn):
    compare(kinds, melds, contains, winds, ruleset(name), self_drawn)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("melds", [0, 1])
def test_every_number_under_other_switches(switches, melds):
    compare("1234s5z", melds, "", ("E", "S"), ruleset().changed(**switches), False)


def compare(kinds, melds, contains, winds, rules, self_drawn):
    seat, prevailing = winds
    tiles = sorted(set(parse_tiles(kinds)))
    naive = naive_census(
        tiles,
        rules=rules,
        melds=melds,
        contains=parse_tiles(contains) if contains else (),
        self_drawn=self_drawn,
        seat=seat,
        round=prevailing,
    )
    found = census.run(
        self_drawn=self_drawn,
        seat=seat,
        round=prevailing,
        ruleset=rules,
        melds=melds,
        where=census.Filter(only=format_tiles(tiles), contains=contains),
    )
    assert naive.hands > 0
    assert found.hands == naive.hands
    assert found.physical_hands == naive.physical_hands
    assert found.pairs == naive.pairs
    assert found.physical_pairs == naive.physical_pairs
    assert totals_of(found) == naive.totals
    readings = found.readings().set_index("readings")["hands"]
    assert {n: int(k) for n, k in readings.items()} == dict(naive.readings)
    # Where several lists of fan reach the best total either may be counted.
    tied = {key for one in naive.ties.values() if len(one) > 1 for fans in one for key, _ in fans}
    ours, theirs = fans_of(found), naive.fans
    sure = [key for key in ours.keys() | theirs.keys() if key[0] not in tied]
    assert {key: ours[key] for key in sure} == {key: theirs[key] for key in sure}
    if not tied:
        assert ours == theirs
