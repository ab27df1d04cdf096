"""What a score offers, and what it refuses."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlab.errors import MjlabError, NotAWinError, RulesetError
from mjlab.hand import Meld, Win
from mjlab.reference import score
from mjlab.rules import FANS, fan, payment, ruleset

STRAIGHT = Win.parse("[123m][456m][789m]123p5z+5z", seat="S", flowers=2)


def test_parts():
    scored = score(STRAIGHT)
    assert scored.win is STRAIGHT
    assert scored.rules is ruleset()
    assert (scored.total, scored.fan_total, scored.legal_win) == (21, 19, True)
    assert scored.fans == {
        "pure_straight": 1,
        "mixed_double_chow": 1,
        "one_voided_suit": 1,
        "single_wait": 1,
        "flower_tiles": 2,
    }
    assert scored.reading == scored.readings[0].reading
    assert str(scored.reading) == "[123m] [456m] [789m] 123p 5z+5z"


def test_fan_are_told_highest_first_and_as_in_the_table_where_equal():
    order = [fan.key for fan in FANS]
    for win in (STRAIGHT, Win.parse("{3333p}[7777s][123m]456m8p+8p")):
        scored = score(win)
        assert list(scored.fans) == sorted(scored.fans, key=order.index)
        keys = [key for key, _ in scored.readings[0].by_value()]
        value = scored.rules.fan_value
        assert keys == sorted(scored.fans, key=lambda key: (-value(key), order.index(key)))
        places = [str(scored).index(fan(key).name) for key in keys]
        assert places == sorted(places)
        counted = str(scored.explain()).split("There, but not counted")[0]
        places = [counted.index(fan(key).name) for key in keys]
        assert places == sorted(places)
    assert keys[0] == "melded_and_concealed_kong"
    assert str(scored.readings[0]).partition(": ")[2].startswith("明暗杠 5, ")


def test_every_best_reading_is_kept_once():
    scored = score(Win.parse("[1111s][345p]12234m33z+3m", round="W", seat="S"))
    assert {reading.fan_total for reading in scored.readings} == {scored.fan_total}
    told = [(reading.reading, tuple(reading.fans.items())) for reading in scored.readings]
    assert len(set(told)) == len(told)
    lists = [set(reading.fans) for reading in scored.readings]
    assert {"edge_wait"} & lists[0] | {"closed_wait"} & lists[1] == {"edge_wait", "closed_wait"}


def test_ruleset_by_name_or_value():
    assert score(STRAIGHT, "online") == score(STRAIGHT, ruleset())
    with pytest.raises(RulesetError, match="unknown ruleset"):
        score(STRAIGHT, "riichi")


def test_not_a_win_tells_the_waits():
    with pytest.raises(NotAWinError, match="3z does not complete the hand") as caught:
        score(Win.parse("123m456p789s1122z+3z"))
    assert caught.value.text == "123m456p789s1122z+3z"
    assert caught.value.hint == "it waits for 12z"
    with pytest.raises(NotAWinError) as caught:
        score(Win.parse("1144m258p369s123z+4z"))
    assert caught.value.hint == "no tile does: it is not ready"


SEVERAL = (
    Win.parse("1112345678999m+5m", flowers=3, self_drawn=True),
    Win.parse("[222m]{3333m}[444s][555p]1z+1z"),
    Win.parse("[345m]567p678s23s55m+4s"),
    Win.parse("112233m112233p9s+9s", seat="N"),
)


def test_payment():
    assert score(STRAIGHT).payment(1, discarder=3) == payment(21, 1, 3)
    assert score(STRAIGHT).payment(discarder="N") == payment(21, "S", "N") == payment(21, 1, 3)
    drawn = score(STRAIGHT.changed(self_drawn=True))
    assert drawn.payment() == drawn.payment("S") == payment(drawn.total, 1)


@pytest.mark.parametrize(
    ("win", "discarder", "message"),
    [
        (STRAIGHT, None, "a win on a discard needs discarder="),
        (STRAIGHT, 0, "the same player"),
        (STRAIGHT, "East", "the same player"),
        (STRAIGHT.changed(self_drawn=True), "E", "the same player"),
        (STRAIGHT.changed(self_drawn=True), 1, "a self-drawn win has no discarder"),
        (Win.parse("[123m][678p]123m456s9s+9s", flowers=8), 1, "4 fan are no win"),
        (STRAIGHT, 7, "not a player"),
        (STRAIGHT, "X", "not a player"),
    ],
)
def test_payment_that_cannot_be(win, discarder, message):
    with pytest.raises(RulesetError, match=message):
        score(win).payment(0, discarder)


def test_claims_of_a_log_are_taken_as_they_are():
    win = Win.parse("123m456p789s1122z+1z", last_of_kind=True, strict=False)
    assert win.problems
    assert "last_tile" in score(win).fans
    robbed = Win.parse("12344s234456m66p+4s", robbing_kong=True, strict=False)
    assert score(robbed).fans == {"robbing_the_kong": 1, "concealed_hand": 1, "no_honors": 1}


def test_values_can_be_stored():
    scored = score(STRAIGHT)
    assert pickle.loads(pickle.dumps(scored)) == scored
    assert hash(scored) == hash(score(STRAIGHT))


def test_text():
    assert str(score(STRAIGHT)).splitlines() == [
        "[123m] [456m] [789m] 123p 5z+5z",
        "  清龙 Pure Straight         16",
        "  喜相逢 Mixed Double Chow    1",
        "  缺一门 One Voided Suit      1",
        "  单钓将 Single Wait          1",
        "  花牌 Flower Tiles         1×2",
        "19 fan, 8 are needed, with the flowers 21 points",
    ]
    fans = "清龙 16, 喜相逢 1, 缺一门 1, 单钓将 1, 花牌 1×2"
    assert repr(score(STRAIGHT)) == f"<Score 21: [123m] [456m] [789m] 123p 5z+5z: {fans}>"


# Whatever the hand ---------------------------------------------------------------------------


@st.composite
def wins(draw):
    """A hand of sets and a pair, some of the sets laid aside."""
    sets, melds, tiles = [], [], []
    for _ in range(4):
        lowest = draw(st.integers(0, 33))
        chow = lowest < 27 and lowest % 9 < 7 and draw(st.booleans())
        sets.append((lowest, lowest + 1, lowest + 2) if chow else (lowest,) * 3)
    pair = draw(st.integers(0, 33))
    tiles = [pair, pair]
    for one in sets:
        kind = draw(st.sampled_from(("standing", "claimed", "kong_melded", "kong_concealed")))
        if kind == "standing" or (kind.startswith("kong") and one[0] != one[1]):
            tiles += one
        elif kind == "claimed":
            melds.append(Meld.from_tiles("pung" if one[0] == one[1] else "chow", one))
        else:
            melds.append(Meld.from_tiles(kind, (*one, one[0])))
    everything = [*tiles, *(t for meld in melds for t in meld.tiles)]
    if max(map(everything.count, everything)) > 4:
        return None
    won = draw(st.sampled_from(tiles))
    tiles.remove(won)
    return Win(
        tuple(tiles),
        tuple(melds),
        won,
        round=draw(st.sampled_from("ESWN")),
        seat=draw(st.sampled_from("ESWN")),
        self_drawn=draw(st.booleans()),
        flowers=draw(st.integers(0, 8)),
    )


def turned(win, suits):
    """The same hand with the three suits exchanged."""

    def turn(t):
        return 9 * suits[t // 9] + t % 9 if t < 27 else t

    return Win(
        tuple(turn(t) for t in win.concealed),
        tuple(Meld(m.kind, turn(m.tile)) for m in win.melds),
        turn(win.tile),
        win.round,
        win.seat,
        win.self_drawn,
        flowers=win.flowers,
    )


@settings(max_examples=300, deadline=None)
@given(wins(), st.permutations(range(3)))
def test_laws(win, suits):
    if win is None:
        return
    scored = score(win)
    assert scored.total == scored.fan_total + win.flowers
    assert scored.fan_total >= 1
    assert ("chicken_hand" in scored.fans) == (set(scored.fans) <= {"chicken_hand", "flower_tiles"})
    for reading in scored.readings:
        assert reading.fan_total == scored.fan_total
        assert not {one.key for one in reading.uncounted} & {"chicken_hand"}
    if scored.rejected:
        assert scored.rejected.fan_total < scored.fan_total
    # Only green and reversible tiles know one suit from another.
    other = score(turned(win, suits))
    if not {"all_green", "reversible_tiles"} & (set(scored.fans) | set(other.fans)):
        assert other.total == scored.total


@pytest.mark.parametrize("win", [STRAIGHT, *SEVERAL], ids=str)
@pytest.mark.parametrize("rules", ["mcr1998_online", "mcr2006"])
def test_points_of_a_frame_add_up(win, rules):
    found = score(win, rules)
    frame = found.to_frame()
    assert list(frame) == ["key", "zh", "en", "count", "value", "points"]
    assert frame["points"].sum() == found.fan_total
    assert (frame["count"] * frame["value"]).equals(frame["points"])
    assert dict(zip(frame["key"], frame["count"], strict=True)) == {
        key: n for key, n in found.fans.items() if key != "flower_tiles"
    }
    assert frame["zh"].tolist() == [fan(key).zh for key in frame["key"]]
    assert frame["value"].is_monotonic_decreasing
    for language, other in (("zh", "en"), ("en", "zh")):
        assert found.to_frame(language=language).equals(frame.drop(columns=other))


def test_a_language_of_a_frame_is_known():
    with pytest.raises(MjlabError, match="unknown language 'de'"):
        score(STRAIGHT).to_frame(language="de")
