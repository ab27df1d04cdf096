import itertools
from dataclasses import replace

import pytest

from mjlab.errors import LogError
from mjlab.logs import read, replay, replay_all
from mjlab.logs.sessions import Tally
from mjlab.rules.seating import ROTATIONS, rotation_of, seating, table_points

NAMES = "ABCD"


def seats(index, rotation):
    return [NAMES[player] for player in seating(index, rotation)]


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_everybody_deals_four_times(rotation):
    dealers = [seats(index, rotation)[0] for index in range(16)]
    assert sorted(dealers) == sorted(NAMES * 4)
    assert all(sorted(seats(index, rotation)) == list(NAMES) for index in range(16))


def test_full_rotation_as_the_rules_give_it():
    begins = [seats(index, "full") for index in (0, 4, 8, 12)]
    assert begins == [list("ABCD"), list("BADC"), list("CDBA"), list("DCAB")]
    for name in NAMES:
        assert sorted(begin.index(name) for begin in begins) == [0, 1, 2, 3]


def test_half_rotation_is_before_the_west_round():
    assert seats(4, "half") == list("ABCD")
    assert seats(8, "half") == list("BADC") == seats(12, "half")


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_the_rotation_is_found(rotation):
    whole = {index: seats(index, rotation) for index in range(16)}
    assert rotation_of(whole) == [rotation]
    assert rotation in rotation_of({index: whole[index] for index in (3, 6)})
    assert rotation_of({0: whole[0]}) == list(ROTATIONS)


def test_seats_that_no_rotation_explains():
    assert rotation_of({0: "ABCD", 1: "ABCD"}) == []


def test_wrong_arguments():
    with pytest.raises(LogError, match="no rotation is called"):
        seating(0, "odd")
    with pytest.raises(LogError, match="hands 0 to 15"):
        seating(16)


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((10, 20, 30, -60), (1, 2, 4, 0)),
        ((10, 10, -10, -10), (3, 3, 0.5, 0.5)),
        ((0, 0, 0, 0), (1.75,) * 4),
        ((5, 5, 5, -15), (7 / 3,) * 3 + (0,)),
    ],
)
def test_points_for_places(totals, points):
    for order in itertools.permutations(range(4)):
        named = {NAMES[n]: totals[n] for n in order}
        assert table_points(named) == pytest.approx(dict(zip(NAMES, points, strict=True)))


def test_wrong_seats_of_a_session_are_named(records):
    tally = Tally()
    for number in range(2):
        (game,) = read(records / f"TZ-B0{number}.json")
        tally.add(replay(replace(game, players=("P0", "P1", "P2", "P3"))))
    (session,) = tally.results()
    assert "seats" in {d.what for d in session.disagreements}


def test_the_session_that_ships(records):
    *_, session = replay_all([records])
    assert (session.rotation, session.ok) == ("full", True)
