"""How a predicate gets its name: the function is called like the key of the fan.

A predicate takes the :class:`~mjlab.reference.score.facts.Facts` of one reading and tells how
often, and by which groups or tiles, a fan is there, whatever other fan there are. Which of them may
be counted together is decided in :mod:`mjlab.reference.score.principles`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mjlab.reference.score.facts import Facts, Instance
from mjlab.reference.score.readings import Group

__all__ = ["REGISTERED", "Predicate", "by_tiles", "by_winning_tile", "groups", "whole_hand"]

Predicate = Callable[[Facts], tuple[Instance, ...]]

REGISTERED: dict[str, Predicate] = {}
"""The predicates in the order of their definition."""

_WHOLE = (Instance(),)


def whole_hand(holds: Callable[[Facts], bool]) -> Predicate:
    """Register a fan of the whole hand or of the circumstances, which holds or not."""

    def predicate(facts: Facts) -> tuple[Instance, ...]:
        return _WHOLE if holds(facts) else ()

    return _register(holds, predicate)


def by_winning_tile(holds: Callable[[Facts], bool]) -> Predicate:
    """Register a fan that the group of the winning tile makes."""

    def predicate(facts: Facts) -> tuple[Instance, ...]:
        return (Instance((facts.winning_group,)),) if holds(facts) else ()

    return _register(holds, predicate)


def groups(find: Callable[[Facts], Iterable[tuple[Group, ...]]]) -> Predicate:
    """Register a fan that some groups make, as often as such groups are found."""

    def predicate(facts: Facts) -> tuple[Instance, ...]:
        return tuple(Instance(found) for found in find(facts))

    return _register(find, predicate)


def by_tiles(find: Callable[[Facts], Iterable[tuple[int, ...]]]) -> Predicate:
    """Register a fan that some tiles make, wherever they stand."""

    def predicate(facts: Facts) -> tuple[Instance, ...]:
        return tuple(Instance(tiles=found) for found in find(facts))

    return _register(find, predicate)


def _register(written: Callable[..., object], predicate: Predicate) -> Predicate:
    key = written.__name__
    if key in REGISTERED:
        raise RuntimeError(f"two predicates are called {key}")
    predicate.__name__ = predicate.__qualname__ = key
    predicate.__doc__ = written.__doc__
    REGISTERED[key] = predicate
    return predicate
