"""套算一次 and 不得相同: which combinations of chows and of pungs may be counted together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mjlab.reference.score.facts import Instance
from mjlab.rules import RuleSet

__all__ = [
    "CHOW_COMBINATIONS",
    "PUNG_COMBINATIONS",
    "Choice",
    "InstancesByFan",
    "Item",
    "account_once",
    "choices",
    "is_non_identical",
]

InstancesByFan = dict[str, tuple[Instance, ...]]
"""Key of a fan to its instances, in the order of the table."""
Item = tuple[str, Instance]
"""A fan and what makes it."""

CHOW_COMBINATIONS: Final = (
    "pure_terminal_chows",
    "quadruple_chow",
    "four_pure_shifted_chows",
    "three_suited_terminal_chows",
    "pure_triple_chow",
    "pure_straight",
    "pure_shifted_chows",
    "mixed_straight",
    "mixed_triple_chow",
    "mixed_shifted_chows",
    "pure_double_chow",
    "mixed_double_chow",
    "short_straight",
    "two_terminal_chows",
)
"""Fan that combine chows."""
PUNG_COMBINATIONS: Final = (
    "four_pure_shifted_pungs",
    "pure_shifted_pungs",
    "triple_pung",
    "mixed_shifted_pungs",
    "double_pung",
)
"""Fan that combine suited pungs; those of honors have no instances that could compete."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice among the combinations of chows and pungs, and what is left aside for it."""

    taken: tuple[Item, ...]
    left: tuple[Item, ...]


def choices(found: InstancesByFan, rules: RuleSet) -> Iterator[Choice]:
    """Yield every choice of combinations; chows and pungs never share a set.

    Of choices that name the same fan equally often one is enough, non-identical if it can be.
    """
    for chows in _choices_of(found, CHOW_COMBINATIONS, rules):
        for pungs in _choices_of(found, PUNG_COMBINATIONS, rules):
            yield Choice(chows.taken + pungs.taken, chows.left + pungs.left)


def _choices_of(found: InstancesByFan, keys: Sequence[str], rules: RuleSet) -> Iterable[Choice]:
    items = [(key, instance) for key in keys for instance in found.get(key, ())]
    named: dict[tuple[str, ...], Choice] = {}
    for taken in account_once(items):
        if rules.terminal_chows_in_four_shifted and "four_pure_shifted_chows" in dict(taken):
            taken = (*taken, *(item for item in items if item[0] == "two_terminal_chows"))
        names = tuple(key for key, _ in taken)
        if names not in named or not is_non_identical(named[names].taken):
            named[names] = Choice(taken, tuple(item for item in items if item not in taken))
    return named.values()


def account_once(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    """套算一次: choose combinations so that none joins sets that are joined already.

    Yields the choices to which nothing can be added, each in the order of `items`, largest first.
    """
    # The rulebook lets a set that is not yet combined join combined ones once. Every choice can
    # then be told as a story in which each fan brings new sets in, and none can be added that would
    # bring in nothing new. So think of the sets as points and of the fan as links: a fan may be
    # counted if no two of its sets are linked yet. With four chows that leaves a fan of four; or
    # one of three and one that links the fourth chow; or up to three fan of two without a cycle.

    def extend(
        start: int, taken: tuple[Item, ...], joined: tuple[frozenset[int], ...]
    ) -> Iterator[tuple[Item, ...]]:
        complete = True
        for i, item in enumerate(items):
            together = _join(joined, item[1].places)
            if together is None:
                continue
            complete = False
            if i >= start:
                yield from extend(i + 1, (*taken, item), together)
        if complete:
            yield taken

    yield from extend(0, (), ())


def _join(
    joined: tuple[frozenset[int], ...], places: frozenset[int]
) -> tuple[frozenset[int], ...] | None:
    """Link the sets at `places`; None if two of them are linked already."""
    apart = [group for group in joined if not group & places]
    linked = [group for group in joined if group & places]
    if any(len(group & places) > 1 for group in linked):
        return None
    return (*apart, places.union(*linked))


def is_non_identical(taken: Iterable[Item]) -> bool:
    """不得相同: whether no set makes the same fan twice, each time with another set.

    It changes no total, only names: 234s 234p 234p gives 一般高 and 喜相逢, not 喜相逢 twice.
    """
    used = Counter((key, place) for key, instance in taken for place in instance.places)
    return all(times == 1 for times in used.values())
