"""Fan of how the hand was won, of its concealment and of its wait; and the hand without fan."""

from __future__ import annotations

from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates._registry import REGISTERED, by_winning_tile, whole_hand
from mjlab.reference.score.readings import GroupKind
from mjlab.tiles import rank

# The last tiles ----------------------------------------------------------------------------


@by_winning_tile
def last_tile_draw(h: Facts) -> bool:
    """妙手回春: self-drawn when the wall is empty."""
    return h.win.wall_last and h.win.self_drawn


@by_winning_tile
def last_tile_claim(h: Facts) -> bool:
    """海底捞月: won on the discard after the last tile of the wall.

    A robbed kong is no discard (``wall_last_discard_claim_only``).
    """
    robbed = h.win.robbing_kong and h.rules.wall_last_discard_claim_only
    return h.win.wall_last and not h.win.self_drawn and not robbed


@by_winning_tile
def last_tile(h: Facts) -> bool:
    """和绝张: won on the fourth copy of a tile when the other three lie face up.

    So they do when a kong is robbed, which hides this fan.
    """
    return h.win.last_of_kind or h.win.robbing_kong


# Kongs -------------------------------------------------------------------------------------


@by_winning_tile
def out_with_replacement_tile(h: Facts) -> bool:
    """杠上开花: won on the tile drawn after declaring a kong.

    Claims that contradict each other are counted as they are claimed, here and below.
    """
    return h.win.kong_replacement


@by_winning_tile
def robbing_the_kong(h: Facts) -> bool:
    """抢杠和: won on the tile another player adds to a melded pung."""
    return h.win.robbing_kong


# Concealment -------------------------------------------------------------------------------


@by_winning_tile
def self_drawn(h: Facts) -> bool:
    """自摸: won on a tile drawn by oneself, the replacement of a flower included."""
    return h.win.self_drawn


@whole_hand
def concealed_hand(h: Facts) -> bool:
    """门前清: nothing claimed, won on a discard; concealed kongs do not matter."""
    return h.win.is_concealed and not h.win.self_drawn


@whole_hand
def fully_concealed_hand(h: Facts) -> bool:
    """不求人: nothing claimed, self-drawn; concealed kongs do not matter."""
    return h.win.is_concealed and h.win.self_drawn


@whole_hand
def melded_hand(h: Facts) -> bool:
    """全求人: four sets claimed from others, and the pair completed by a discard."""
    return sum(g.is_claimed for g in h.sets) == 4 and not h.win.self_drawn


# Waits -------------------------------------------------------------------------------------


def _only_wait(h: Facts, kind: GroupKind) -> bool:
    """Whether the tile went to such a group and no other would have done.

    It may be one of the nine of a knitted straight too: ``knitted_body_waits`` says what then.
    """
    if h.winning_group.kind != kind:
        return False
    if any(g.kind == "knitted" and h.win.tile in g.tiles for g in h.reading.groups):
        allowed = h.rules.knitted_body_waits
        if allowed == "no" or (allowed == "pair_only" and kind != "pair"):
            return False
    return h.waits == (h.win.tile,)


@by_winning_tile
def edge_wait(h: Facts) -> bool:
    """边张: won only by the 3 for 12 or the 7 for 89."""
    place = (rank(h.win.tile), rank(h.winning_group.tile))
    return place in ((3, 1), (7, 7)) and _only_wait(h, "chow")


@by_winning_tile
def closed_wait(h: Facts) -> bool:
    """坎张: won only by the middle tile of a chow."""
    return h.win.tile == h.winning_group.tile + 1 and _only_wait(h, "chow")


@by_winning_tile
def single_wait(h: Facts) -> bool:
    """单钓将: won only by the second tile of the pair."""
    return _only_wait(h, "pair")


# No fan at all -----------------------------------------------------------------------------


@whole_hand
def chicken_hand(h: Facts) -> bool:
    """无番和: a hand to which no other fan applies; flowers do not matter.

    A fan that is there is counted, or hidden by one that is counted, so none may be there.
    """
    return not any(
        predicate(h)
        for key, predicate in REGISTERED.items()
        if key not in ("chicken_hand", "flower_tiles")
    )
