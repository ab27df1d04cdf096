"""Filters: what they count adds up, and what they refuse."""

import pytest

from mjlab import census
from mjlab.census import Filter
from mjlab.errors import MjlabError
from mjlab.rules import FANS

NAMES = ("hands", "pairs", "physical_hands", "physical_pairs")


def numbers(where, **arguments):
    found = census.run(where=where, **arguments)
    return [getattr(found, name) for name in NAMES]


def added(*parts):
    return [sum(column) for column in zip(*parts, strict=True)]


def all_of(found):
    return [getattr(found, name) for name in NAMES]


@pytest.mark.parametrize("tile", ["1m", "5p", "6s", "2z", "6z"])
def test_a_hand_contains_a_tile_or_does_not(tile, self_drawn):
    assert added(numbers(f"contains={tile}"), numbers(f"without={tile}")) == all_of(self_drawn)


@pytest.mark.slow
def test_copies_of_a_tile_add_up(self_drawn):
    """Each physical hand holds 14 of 34 kinds of tiles; 1 and 9, 2 and 8, ... mirror each other."""

    def copies(tile):
        return sum(numbers(f"contains={tile[0] * n}{tile[1]}")[2] for n in (1, 2, 3, 4))

    held = {rank: copies(f"{rank}p") for rank in range(1, 6)}
    suits = 3 * (2 * sum(held[rank] for rank in range(1, 5)) + held[5])
    assert suits + 7 * copies("3z") == 14 * self_drawn.physical_hands


def test_the_suits_are_alike_where_no_colour_is_asked_for():
    one, other = (numbers(f"contains=12{suit} without=9{suit}") for suit in "mp")
    assert one == other
    fans = [census.run(where=f"contains=12{suit}").fan_table()["pairs"].tolist() for suit in "ms"]
    differ = {f.key for f, a, b in zip(FANS, *fans, strict=True) if a != b}
    assert differ <= {"all_green", "reversible_tiles", "one_voided_suit", "no_honors"}


def test_flushes_add_up(self_drawn):
    parts = [numbers(f"flush={flush}") for flush in ("full", "half", "none")]
    assert added(*parts) == all_of(self_drawn)
    assert parts[0][0] == 3 * (13_259 + 2_304 - 214)  # sets and a pair, seven pairs, both


@pytest.mark.slow
def test_pairs_add_up_over_forms_totals_and_readings(self_drawn):
    def pairs(*conditions):
        found = [numbers(where) for where in conditions]
        return added(*(row[1::2] for row in found))

    everything = all_of(self_drawn)[1::2]
    forms = self_drawn.forms()["form"]
    assert pairs(*(f"forms={form}" for form in forms)) == everything
    assert pairs("total=0-7", "total=8-23", "total=24-") == everything
    assert pairs("readings=1", "readings=2-") == everything
    assert pairs("fans=平和", "without_fans=平和") == everything


def test_a_filter_by_fan_counts_what_the_fan_table_says(self_drawn):
    table = self_drawn.fan_table().set_index("fan")
    for key in ("pure_straight", "seven_pairs", "closed_wait", "tile_hog", "knitted_straight"):
        found = census.run(where=Filter(fans=(key,)))
        assert all_of(found) == table.loc[key, list(NAMES)].tolist()
        assert found.fan_table().set_index("fan").loc[key, "pairs"] == found.pairs
    both = census.run(where="fans=清龙,平和")
    assert both.physical_pairs == self_drawn.cooccurrence().loc["pure_straight", "all_chows"]


def test_with_claimed_sets_the_tiles_are_those_of_all_fourteen():
    found = census.run(melds=2, where="only=1z2z3z4z5z6z7z")
    assert found.hands == 105 * 6  # four pungs and a pair, two of the pungs claimed
    assert added(numbers("contains=5m", melds=4), numbers("without=5m", melds=4)) == numbers(
        "", melds=4
    )


def test_nothing_is_like_that():
    found = census.run(where="only=1m2m fans=thirteen_orphans")
    assert (found.hands, found.pairs, found.physical_pairs) == (0, 0, 0)
    assert found.fan_table()["pairs"].sum() == 0
    assert found.fan_table()["share"].isna().all()
    assert len(found.totals()) == len(found.lists()) == len(found.readings()) == 0
    assert len(census.run(melds=3, where="contains=19m19p19s").totals()) == 0
    assert repr(found).startswith("Census(0 hands, 0 wins;")


def test_texts_are_read_as_they_are_written():
    filters = [
        Filter(),
        Filter(contains="55m", without="1z", only="123456789m", fans=("全带幺",)),
        Filter(without_fans=("Seven Pairs",), total=(8, 8)),
        Filter(total=(24, 1023), readings=(2, 3), flush="half", forms=("regular", "seven_pairs")),
    ]
    for one in filters:
        assert Filter.parse(str(one)) == one
    assert Filter.parse("fans=Pure_Straight,平和").fans == ("pure_straight", "all_chows")
    assert Filter.parse("fans=half flush , 碰碰和 total=8-").fans == ("half_flush", "all_pungs")
    assert Filter.parse("forms=七对,Knitted Straight").forms == ("seven_pairs", "knitted_straight")
    assert Filter(forms=("十三幺", "全不靠")).forms == ("thirteen_orphans", "honors_and_knitted")
    assert Filter(fans=("All Chows",)).changed(total=(1, 2)).fans == ("all_chows",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flush", "is no condition"),
        ("colour=red", "is no condition"),
        ("flush=red", "unknown flush"),
        ("flush=", "is no condition"),
        ("total=eight", "is no range"),
        ("total=9-8", "total=9-8: the lower end comes first\n  total=9-8\n  ^\n  hint: total=8-9"),
        ("total=²", "is no range"),
        ("total=8 total=9", "stands twice"),
        ("fans=chess", "no fan is called"),
        ("fans=天和", "regional"),
        ("fans=平和, dragon", "\n             ^\n  hint: "),
        ("fans=dragon", "大三元 big_three_dragons or 小三元 little_three_dragons or "),
        ("fans=清一", "hint: 清一色 full_flush?"),
        ("fans=half_flash", "混一色 half_flush"),
        ("forms=seven", "seven_pairs 七对?"),
        ("total=8 half flush", "'half' is no condition"),
        ("forms=kongs", "one of regular 四副一将, seven_pairs 七对, "),
        ("contains=555555z", "no hand contains 5z 6 times: there are four"),
        ("contains=1m without=1m", "it is refused"),
        ("contains=1m only=2m", "it is refused"),
        ("contains=1f", "stands in no hand"),
        ("contains=1x", ""),
    ],
)
def test_filters_that_are_refused(text, message):
    with pytest.raises(MjlabError) as told:
        Filter.parse(text)
    assert message in str(told.value)


@pytest.mark.parametrize(
    "conditions", [{"fans": "all_chows"}, {"total": 8}, {"total": (8, 9.5)}, {"forms": "regular"}]
)
def test_conditions_of_a_wrong_type(conditions):
    with pytest.raises(MjlabError):
        Filter(**conditions)
