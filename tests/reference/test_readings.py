"""Readings: all of them, none twice, and what they say of themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlab.hand import Win
from mjlab.reference import Group, readings
from mjlab.reference.score.readings import KNITTED_STRAIGHTS, completes


def texts(win):
    return sorted(str(reading) for reading in readings(win))


def test_pungs_or_chows():
    assert texts(Win.parse("[123p]111222333m5z+5z")) == [
        "[123p] 111m 222m 333m 5z+5z",
        "[123p] 123m 123m 123m 5z+5z",
    ]


def test_the_group_of_the_winning_tile_is_told_apart():
    assert texts(Win.parse("[999s]2223455m777z+5m")) == [
        "[999s] 222m 345m 777z 5m+5m",
        "[999s] 222m 34m+5m 777z 55m",
        "[999s] 234m 55m+5m 777z 22m",
    ]


def test_equal_groups_are_not_told_apart():
    assert texts(Win.parse("[999s]112233m9p777z+9p")) == ["[999s] 123m 123m 777z 9p+9p"]
    assert texts(Win.parse("[999s]11223m99p777z+3m")) == ["[999s] 12m+3m 123m 777z 99p"]
    assert texts(Win.parse("1111m3355p779s22z+9s")) == ["11m 11m 33p 55p 77s 9s+9s 22z"]


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("1122334455667m+7m", ["regular", "seven_pairs"]),
        ("19m19p19s1234567z+5z", ["thirteen_orphans"]),
        ("147m258p369s1234z+5z", ["honors_and_knitted"]),
        ("147m258p369s2355m+1m", ["knitted_straight"]),
        ("[555z]147m258p369s9s+9s", ["knitted_straight"]),
        ("{5555z}147m258p369s9s+9s", ["knitted_straight"]),
    ],
)
def test_shapes(text, shapes):
    assert sorted({reading.shape for reading in readings(Win.parse(text))}) == shapes


def test_special_shapes_stand_wholly_in_the_hand():
    assert not readings(Win.parse("[111m]1133557799p+1p"))
    assert not readings(Win.parse("{1111m}9m19p19s12345z+6z"))


def test_parts_of_a_reading():
    (reading,) = readings(Win.parse("[123m]{5555z}[777z+7z]456p9s+9s"))
    assert [group.kind for group in reading.groups] == ["chow", "kong", "kong", "chow", "pair"]
    assert [group.is_claimed for group in reading.groups] == [True, False, True, False, False]
    assert reading.pair == reading.winning_group
    assert len(reading.sets) == 4
    assert str(reading) == "[123m] {5555z} [777z+7z] 456p 9s+9s"
    assert repr(reading) == f"<regular {reading}>"
    assert repr(reading.groups[1]) == "<kong {5555z}>"
    assert readings(Win.parse("1133m5577p2288s1z+1z"))[0].pair is None
    assert Group("chow", (0, 1, 2)).tile == 0


def test_the_source_of_a_set_is_kept():
    for text in ("[123m]", "[123m,2]", "[123m,3]"):
        (reading,) = readings(Win.parse(f"{text}[777z]456p678s1z+1z"))
        assert str(reading.groups[0]) == text


def test_six_knitted_straights():
    assert len(set(KNITTED_STRAIGHTS)) == 6
    assert all(len(body) == 9 for body in KNITTED_STRAIGHTS)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 33), min_size=14, max_size=14))
def test_a_reading_is_there_if_the_tiles_are_complete(tiles):
    counts = [tiles.count(t) for t in range(34)]
    if max(counts) > 4:
        return
    win = Win(tuple(tiles[1:]), (), tiles[0])
    assert bool(readings(win)) == completes(counts)


def _set(lowest, kind):
    if kind or lowest >= 27 or lowest % 9 > 6:
        return [lowest] * 3
    return [lowest, lowest + 1, lowest + 2]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 33), st.booleans()), min_size=4, max_size=4),
    st.integers(0, 33),
)
def test_every_reading_uses_exactly_the_tiles(sets, pair):
    tiles = [pair, pair, *(t for lowest, kind in sets for t in _set(lowest, kind))]
    if max(tiles.count(t) for t in tiles) > 4:
        return
    win = Win(tuple(tiles[1:]), (), tiles[0])
    found = readings(win)
    assert found
    assert len(set(found)) == len(found)
    for reading in found:
        assert sorted(t for group in reading.groups for t in group.tiles) == sorted(tiles)
        assert [group.place for group in reading.groups] == list(range(len(reading.groups)))
        assert sum(group.win is not None for group in reading.groups) == 1
