"""Fan of pungs and kongs. A kong is a pung for every fan that does not speak of kongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates._registry import groups
from mjlab.reference.score.readings import Group
from mjlab.tiles import DRAGONS, HONORS, TERMINALS, WINDS, rank, suit

_Found = Iterable[tuple[Group, ...]]


def _all_if(wanted: tuple[Group, ...], holds: bool) -> _Found:
    return [wanted] if holds else []


def _consecutive(numbers: Iterable[int]) -> bool:
    ordered = sorted(numbers)
    return all(b - a == 1 for a, b in pairwise(ordered))


def _one_suit(pungs: tuple[Group, ...]) -> bool:
    return len({suit(g.tile) for g in pungs}) == 1


def _suits_differ(pungs: tuple[Group, ...]) -> bool:
    return len({suit(g.tile) for g in pungs}) == len(pungs)


def _one_rank(pungs: tuple[Group, ...]) -> bool:
    return len({rank(g.tile) for g in pungs}) == 1


# Honors ------------------------------------------------------------------------------------


@groups
def big_four_winds(h: Facts) -> _Found:
    """大四喜: pungs of all four winds."""
    return _all_if(h.wind_pungs, len(h.wind_pungs) == 4)


@groups
def little_four_winds(h: Facts) -> Iterator[tuple[Group, ...]]:
    """小四喜: pungs of three winds and a pair of the fourth."""
    if len(h.wind_pungs) == 3 and h.pair is not None and h.pair.tile in WINDS:
        yield (*h.wind_pungs, h.pair)


@groups
def big_three_winds(h: Facts) -> _Found:
    """三风刻: pungs of three winds."""
    return _all_if(h.wind_pungs, len(h.wind_pungs) >= 3)


@groups
def big_three_dragons(h: Facts) -> _Found:
    """大三元: pungs of all three dragons."""
    return _all_if(h.dragon_pungs, len(h.dragon_pungs) == 3)


@groups
def little_three_dragons(h: Facts) -> Iterator[tuple[Group, ...]]:
    """小三元: pungs of two dragons and a pair of the third."""
    if len(h.dragon_pungs) == 2 and h.pair is not None and h.pair.tile in DRAGONS:
        yield (*h.dragon_pungs, h.pair)


@groups
def two_dragon_pungs(h: Facts) -> _Found:
    """双箭刻: pungs of two dragons."""
    return _all_if(h.dragon_pungs, len(h.dragon_pungs) >= 2)


@groups
def dragon_pung(h: Facts) -> _Found:
    """箭刻: a pung of a dragon; once for each."""
    return [(g,) for g in h.dragon_pungs]


@groups
def prevalent_wind(h: Facts) -> _Found:
    """圈风刻: a pung of the round wind."""
    return [(g,) for g in h.wind_pungs if g.tile == h.win.round.tile]


@groups
def seat_wind(h: Facts) -> _Found:
    """门风刻: a pung of the player's own wind; beside 圈风刻 if both are the same."""
    return [(g,) for g in h.wind_pungs if g.tile == h.win.seat.tile]


@groups
def pung_of_terminals_or_honors(h: Facts) -> _Found:
    """幺九刻: a pung of a 1, a 9 or an honor; once for each.

    箭刻, 圈风刻 and 门风刻 hide that of their own pung.
    """
    return [(g,) for g in h.pungs if g.tile in TERMINALS or g.tile in HONORS]


# Combinations of suited pungs --------------------------------------------------------------


@groups
def four_pure_shifted_pungs(h: Facts) -> Iterator[tuple[Group, ...]]:
    """一色四节高: four pungs of one suit, each one rank above the last."""
    pungs = h.suited_pungs
    if len(pungs) == 4 and _one_suit(pungs) and _consecutive(g.tile for g in pungs):
        yield pungs


@groups
def pure_shifted_pungs(h: Facts) -> Iterator[tuple[Group, ...]]:
    """一色三节高: three pungs of one suit, each one rank above the last."""
    for three in combinations(h.suited_pungs, 3):
        if _one_suit(three) and _consecutive(g.tile for g in three):
            yield three


@groups
def mixed_shifted_pungs(h: Facts) -> Iterator[tuple[Group, ...]]:
    """三色三节高: three pungs in three suits, each one rank above the last."""
    for three in combinations(h.suited_pungs, 3):
        if _suits_differ(three) and _consecutive(rank(g.tile) for g in three):
            yield three


@groups
def triple_pung(h: Facts) -> Iterator[tuple[Group, ...]]:
    """三同刻: pungs of one rank in all three suits."""
    for three in combinations(h.suited_pungs, 3):
        if _one_rank(three):
            yield three


@groups
def double_pung(h: Facts) -> Iterator[tuple[Group, ...]]:
    """双同刻: pungs of one rank in two suits."""
    for two in combinations(h.suited_pungs, 2):
        if _one_rank(two):
            yield two


# Concealed pungs and kongs -----------------------------------------------------------------


@groups
def four_concealed_pungs(h: Facts) -> _Found:
    """四暗刻: four pungs or kongs completed without claiming."""
    return _all_if(h.concealed_pungs, len(h.concealed_pungs) == 4)


@groups
def three_concealed_pungs(h: Facts) -> _Found:
    """三暗刻: three pungs or kongs completed without claiming."""
    return _all_if(h.concealed_pungs, len(h.concealed_pungs) >= 3)


@groups
def two_concealed_pungs(h: Facts) -> _Found:
    """双暗刻: two pungs or kongs completed without claiming.

    A kong may be one unless ``two_concealed_with_kong`` is off; two of them are only 双暗杠.
    """
    pungs = h.concealed_pungs
    kong_and_pung = len(pungs) == 2 and len(h.concealed_kongs) == 1
    return _all_if(
        pungs,
        len(pungs) >= 2 and not (kong_and_pung and not h.rules.two_concealed_with_kong),
    )


@groups
def four_kongs(h: Facts) -> _Found:
    """四杠: four kongs of any kind."""
    return _all_if(h.kongs, len(h.kongs) == 4)


@groups
def three_kongs(h: Facts) -> _Found:
    """三杠: three kongs of any kind."""
    return _all_if(h.kongs, len(h.kongs) >= 3)


@groups
def two_concealed_kongs(h: Facts) -> _Found:
    """双暗杠: two concealed kongs."""
    return _all_if(h.concealed_kongs, len(h.concealed_kongs) >= 2)


@groups
def two_melded_kongs(h: Facts) -> _Found:
    """双明杠: two melded kongs."""
    return _all_if(h.melded_kongs, len(h.melded_kongs) >= 2)


@groups
def melded_and_concealed_kong(h: Facts) -> _Found:
    """明暗杠: a melded and a concealed kong; unknown in 1998 (``mixed_two_kongs="sum3"``)."""
    both = bool(h.melded_kongs and h.concealed_kongs)
    return _all_if(h.kongs, both and h.rules.mixed_two_kongs != "sum3")


@groups
def concealed_kong(h: Facts) -> _Found:
    """暗杠: a concealed kong; once for each, though two make a larger fan that hides them."""
    return [(g,) for g in h.concealed_kongs]


@groups
def melded_kong(h: Facts) -> _Found:
    """明杠: a melded kong; once for each, though two make a larger fan that hides them."""
    return [(g,) for g in h.melded_kongs]
