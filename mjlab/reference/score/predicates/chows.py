"""Combinations of chows. Which of them may be counted together: see `combinations`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates._registry import groups
from mjlab.reference.score.readings import Group
from mjlab.tiles import is_suited, rank, suit

_Found = Iterator[tuple[Group, ...]]


def _suits(chows: tuple[Group, ...]) -> set[int]:
    return {suit(g.tile) for g in chows}


def _ranks(chows: tuple[Group, ...]) -> list[int]:
    """First ranks, ascending."""
    return sorted(rank(g.tile) for g in chows)


def _steps(chows: tuple[Group, ...]) -> set[int]:
    """Distances between neighbouring first ranks."""
    ordered = _ranks(chows)
    return {b - a for a, b in pairwise(ordered)}


def _of_one_suit(h: Facts, size: int) -> _Found:
    return (chows for chows in combinations(h.chows, size) if len(_suits(chows)) == 1)


def _of_three_suits(h: Facts) -> _Found:
    return (chows for chows in combinations(h.chows, 3) if len(_suits(chows)) == 3)


# Four chows --------------------------------------------------------------------------------


@groups
def quadruple_chow(h: Facts) -> _Found:
    """一色四同顺: four equal chows."""
    return (chows for chows in _of_one_suit(h, 4) if _steps(chows) == {0})


@groups
def four_pure_shifted_chows(h: Facts) -> _Found:
    """一色四步高: four chows of one suit, each one rank, or each two ranks, above the last."""
    return (chows for chows in _of_one_suit(h, 4) if _steps(chows) in ({1}, {2}))


@groups
def pure_terminal_chows(h: Facts) -> _Found:
    """一色双龙会: 123, 123, 789, 789 and a pair of 5, all of one suit."""
    for chows in _of_one_suit(h, 4):
        five = _pair_of_five(h)
        if _ranks(chows) == [1, 1, 7, 7] and five and suit(five.tile) in _suits(chows):
            yield (*chows, five)


@groups
def three_suited_terminal_chows(h: Facts) -> _Found:
    """三色双龙会: 123 and 789 in two suits and a pair of 5 in the third."""
    for chows in combinations(h.chows, 4):
        ends = {g.tile for g in chows}
        two_suits = len(ends) == 4 and len(_suits(chows)) == 2 and _ranks(chows) == [1, 1, 7, 7]
        five = _pair_of_five(h)
        if two_suits and five and suit(five.tile) not in _suits(chows):
            yield (*chows, five)


def _pair_of_five(h: Facts) -> Group | None:
    return h.pair if h.pair and is_suited(h.pair.tile) and rank(h.pair.tile) == 5 else None


# Three chows -------------------------------------------------------------------------------


@groups
def pure_triple_chow(h: Facts) -> _Found:
    """一色三同顺: three equal chows."""
    return (chows for chows in _of_one_suit(h, 3) if _steps(chows) == {0})


@groups
def pure_straight(h: Facts) -> _Found:
    """清龙: 123, 456, 789 of one suit."""
    return (chows for chows in _of_one_suit(h, 3) if _ranks(chows) == [1, 4, 7])


@groups
def pure_shifted_chows(h: Facts) -> _Found:
    """一色三步高: three chows of one suit, each one rank, or each two ranks, above the last."""
    return (chows for chows in _of_one_suit(h, 3) if _steps(chows) in ({1}, {2}))


@groups
def mixed_straight(h: Facts) -> _Found:
    """花龙: 123, 456, 789 in three suits."""
    return (chows for chows in _of_three_suits(h) if _ranks(chows) == [1, 4, 7])


@groups
def mixed_triple_chow(h: Facts) -> _Found:
    """三色三同顺: the same chow in three suits."""
    return (chows for chows in _of_three_suits(h) if _steps(chows) == {0})


@groups
def mixed_shifted_chows(h: Facts) -> _Found:
    """三色三步高: chows in three suits, each one rank above the last; steps of two do not do."""
    return (chows for chows in _of_three_suits(h) if _steps(chows) == {1})


# Two chows ---------------------------------------------------------------------------------


@groups
def pure_double_chow(h: Facts) -> _Found:
    """一般高: two equal chows."""
    return (chows for chows in _of_one_suit(h, 2) if _steps(chows) == {0})


@groups
def mixed_double_chow(h: Facts) -> _Found:
    """喜相逢: the same chow in two suits."""
    for chows in combinations(h.chows, 2):
        if len(_suits(chows)) == 2 and _steps(chows) == {0}:
            yield chows


@groups
def short_straight(h: Facts) -> _Found:
    """连六: two chows of one suit that make six consecutive ranks."""
    return (chows for chows in _of_one_suit(h, 2) if _steps(chows) == {3})


@groups
def two_terminal_chows(h: Facts) -> _Found:
    """老少副: 123 and 789 of one suit."""
    return (chows for chows in _of_one_suit(h, 2) if _ranks(chows) == [1, 7])
