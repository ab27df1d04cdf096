"""The principles that decide which of the fan in a reading are counted.

==================== ==============================================================
不重复 non-repeat     a fan that another one cannot be without is not counted:
                     :func:`non_repeat`
不拆移 non-separation  one reading for all fan: a :class:`~mjlab.reference.score.readings.Reading`
                     never changes
套算一次 account-once  sets once combined are not combined with each other again:
                     :func:`mjlab.reference.score.combinations.account_once`
不得相同 non-identical a set that made a fan with one set does not make the same fan with
                     another: :func:`mjlab.reference.score.combinations.is_non_identical`
就高不就低 high-vs-low  of all readings and choices the highest total counts:
                     :func:`mjlab.reference.score.scorer.score`
==================== ==============================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from mjlab.reference.score.combinations import Choice, InstancesByFan, Item
from mjlab.reference.score.facts import Instance
from mjlab.reference.score.readings import Group
from mjlab.rules import Exclusion, RuleSet
from mjlab.rules.exclusions import exclusions
from mjlab.rules.fans import FAN_INDEX

__all__ = [
    "Principle",
    "Uncounted",
    "in_order",
    "left_aside",
    "non_repeat",
]

Principle = Literal["non_repeat", "account_once"]

_PASSED_ON: Final = {
    "dragon_pung": "pung_of_terminals_or_honors",
    "two_concealed_kongs": "concealed_kong",
}
"""Fan that are a smaller one by a better name: what hides the first hides the second as well."""


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A fan that is there but is not counted."""

    key: str
    instance: Instance
    principle: Principle
    because: tuple[str, ...]  # the counted fan that hide it
    ends: tuple[Group, ...] = ()  # by account-once: two sets of it that are joined already
    chain: tuple[Item, ...] = ()  # the counted fan that join them, from one end to the other


# 不重复 --------------------------------------------------------------------------------------


def non_repeat(
    found: Mapping[str, tuple[Instance, ...]], rules: RuleSet
) -> tuple[InstancesByFan, list[Uncounted]]:
    """不重复: leave out every fan that a larger counted one implies; also return those, with why.

    A fan that is hidden itself hides nothing: seven pairs hide 不求人, which leaves 自摸 alone.
    """
    counted = dict(found)
    hidden: list[Uncounted] = []
    excluded_by = exclusions(rules)

    def hide(exclusion: Exclusion, makers: tuple[Instance, ...], because: str) -> None:
        instances = counted.get(exclusion.key, ())
        gone = _excluded(exclusion, makers, instances)
        if not gone:
            return
        hidden.extend(Uncounted(exclusion.key, i, "non_repeat", (because,)) for i in gone)
        left = instances[1:] if exclusion.scope == "one" else _without(instances, gone)
        if left:
            counted[exclusion.key] = left
        else:
            del counted[exclusion.key]
        for further in excluded_by.get(exclusion.key, ()):
            if _PASSED_ON.get(exclusion.key) == further.key:
                hide(further, gone, because)

    for key in found:
        if key in counted:
            for exclusion in excluded_by.get(key, ()):
                hide(exclusion, counted[key], key)
    return counted, hidden


def _without(instances: tuple[Instance, ...], gone: tuple[Instance, ...]) -> tuple[Instance, ...]:
    return tuple(i for i in instances if i not in gone)


def _excluded(
    exclusion: Exclusion, makers: tuple[Instance, ...], instances: tuple[Instance, ...]
) -> tuple[Instance, ...]:
    """Return the instances that an exclusion reaches."""
    if exclusion.scope == "all":
        return instances
    if exclusion.scope == "one":
        return instances[:1]
    return tuple(i for i in instances if any(i.places <= maker.places for maker in makers))


def left_aside(choice: Choice, counted: InstancesByFan, rules: RuleSet) -> list[Uncounted]:
    """Say of each combination that a choice left aside why it is not counted.

    If its sets all belong to a larger fan that implies it, by non-repeat, else by account-once.
    """
    excluded_by = exclusions(rules)
    told = []
    for key, instance in choice.left:
        implied = [
            maker
            for maker, makers in counted.items()
            for exclusion in excluded_by.get(maker, ())
            if exclusion.key == key and _excluded(exclusion, makers, (instance,))
        ]
        if implied:
            told.append(Uncounted(key, instance, "non_repeat", (implied[0],)))
            continue
        ends, chain = _joined(choice.taken, instance.groups)
        because = tuple(dict.fromkeys(name for name, _ in chain))
        told.append(Uncounted(key, instance, "account_once", because, ends, chain))
    return told


def _joined(
    taken: tuple[Item, ...], groups: tuple[Group, ...]
) -> tuple[tuple[Group, Group], tuple[Item, ...]]:
    """Return two of the groups that are joined already, and the fewest fan that join them."""
    joined = (
        ((a, b), chain)
        for a, b in combinations(groups, 2)
        if (chain := _chain(taken, a.place, b.place))
    )
    return min(joined, key=lambda found: len(found[1]))


def _chain(taken: tuple[Item, ...], start: int, end: int) -> tuple[Item, ...]:
    """Return the shortest chain of fan from one set to another, empty if there is none."""
    chains: list[tuple[int, tuple[Item, ...]]] = [(start, ())]
    reached = {start}
    for place, chain in chains:  # grows while it is gone through
        for item in taken:
            for further in sorted(item[1].places - reached if place in item[1].places else ()):
                if further == end:
                    return (*chain, item)
                reached.add(further)
                chains.append((further, (*chain, item)))
    return ()


def in_order(found: Mapping[str, tuple[Instance, ...]]) -> InstancesByFan:
    """Bring fan into the order of the table."""
    return {key: found[key] for key in sorted(found, key=FAN_INDEX.__getitem__)}
