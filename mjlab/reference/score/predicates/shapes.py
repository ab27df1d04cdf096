"""Fan of a shape: seven pairs, orphans, knitted tiles, nine gates, and of all sets alike."""

from __future__ import annotations

from typing import Final

from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates._registry import whole_hand
from mjlab.reference.score.readings import KNITTED_STRAIGHTS
from mjlab.tiles import HONORS, TERMINALS, is_suited, rank, suit

_NINE_GATES: Final = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)


@whole_hand
def seven_pairs(h: Facts) -> bool:
    """七对: seven pairs; four equal tiles may be two of them."""
    return h.is_seven_pairs


@whole_hand
def seven_shifted_pairs(h: Facts) -> bool:
    """连七对: seven pairs of one suit with consecutive ranks."""
    first, last = min(h.kinds), max(h.kinds)
    same_suit = is_suited(last) and suit(first) == suit(last)
    return h.is_seven_pairs and same_suit and len(h.kinds) == 7 and last - first == 6


@whole_hand
def thirteen_orphans(h: Facts) -> bool:
    """十三幺: each 1, 9, wind and dragon, one of them twice."""
    return h.reading.shape == "thirteen_orphans"


@whole_hand
def greater_honors_and_knitted_tiles(h: Facts) -> bool:
    """七星不靠: fourteen singles, all seven honors among them."""
    return h.reading.shape == "honors_and_knitted" and h.kinds >= set(HONORS)


@whole_hand
def lesser_honors_and_knitted_tiles(h: Facts) -> bool:
    """全不靠: fourteen singles of honors and knitted tiles; all seven honors are 七星不靠."""
    return h.reading.shape == "honors_and_knitted"


@whole_hand
def knitted_straight(h: Facts) -> bool:
    """组合龙: 147, 258 and 369 in three suits, with a set and a pair.

    With ``lesser_knitted_plus_straight`` also the nine suited tiles of a full 全不靠.
    """
    if h.reading.shape == "honors_and_knitted" and h.rules.lesser_knitted_plus_straight:
        return any(h.kinds >= body for body in KNITTED_STRAIGHTS)
    return h.reading.shape == "knitted_straight"


@whole_hand
def nine_gates(h: Facts) -> bool:
    """九莲宝灯: 1112345678999 of one suit, nothing laid aside, before any tile of that suit."""
    ranks = tuple(rank(t) for t in h.win.concealed)
    return ranks == _NINE_GATES and len(h.suits) == 1 and 3 not in h.suits


@whole_hand
def all_fives(h: Facts) -> bool:
    """全带五: a 5 in every set and in the pair."""
    return h.is_regular and all(
        any(is_suited(t) and rank(t) == 5 for t in group.tiles) for group in h.reading.groups
    )


@whole_hand
def outside_hand(h: Facts) -> bool:
    """全带幺: a 1, a 9 or an honor in every set and in the pair."""
    return h.is_regular and all(
        any(t in TERMINALS or t in HONORS for t in group.tiles) for group in h.reading.groups
    )


@whole_hand
def all_even_pungs(h: Facts) -> bool:
    """全双刻: pungs and pair of 2, 4, 6 and 8."""
    return (
        h.is_regular
        and len(h.pungs) == 4
        and all(is_suited(t) and rank(t) % 2 == 0 for t in h.kinds)
    )


@whole_hand
def all_pungs(h: Facts) -> bool:
    """碰碰和: four pungs or kongs and a pair."""
    return h.is_regular and len(h.pungs) == 4


@whole_hand
def all_chows(h: Facts) -> bool:
    """平和: only chows and a suited pair; a knitted straight stands for three chows."""
    return h.pair is not None and is_suited(h.pair.tile) and not h.pungs
