"""The principles that decide which of the fan in a reading are counted.

==================== ==============================================================
不重复 non-repeat     a fan that another one cannot be without is not counted:
                     :func:`non_repeat`
不拆移 non-separation  one reading for all fan: a :class:`~mjlab.reference.readings.Reading`
                     never changes
套算一次 account-once  sets once combined are not combined with each other again:
                     :func:`account_once`
不得相同 non-identical a set that made a fan with one set does not make the same fan with
                     another: :func:`is_non_identical`
就高不就低 high-vs-low  of all readings and choices the highest total counts:
                     :func:`mjlab.reference.scorer.score`
==================== ==============================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from mjlab.reference.facts import Instance
from mjlab.rules import FANS, Exclusion, RuleSet
from mjlab.rules.table import FAN_INDEX

__all__ = [
    "CHOW_COMBINATIONS",
    "PUNG_COMBINATIONS",
    "Choice",
    "Found",
    "Principle",
    "Uncounted",
    "account_once",
    "choices",
    "exclusions",
    "is_non_identical",
    "non_repeat",
]

Principle = Literal["non_repeat", "account_once"]
Found = dict[str, tuple[Instance, ...]]
"""Key of a fan to its instances, in the order of the table."""

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

_ALWAYS_CONCEALED: Final = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
"""必为门清: shapes that are concealed by nature."""

_STRICT_VOIDED: Final = (
    "big_three_dragons",
    "little_three_dragons",
    "big_three_winds",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
)
"""Fan that swallow 缺一门 in the strict mode of a public calculator (``strict98_voided_drop``)."""

_Item = tuple[str, Instance]


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A fan that is there but is not counted.

    Parameters
    ----------
    key : str
        The fan.
    instance : Instance
        What makes it.
    principle : str
        ``non_repeat`` or ``account_once``.
    because : tuple of str
        The counted fan that hide it.
    """

    key: str
    instance: Instance
    principle: Principle
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice among the combinations of chows and pungs, and what is left aside for it."""

    taken: tuple[_Item, ...]
    left: tuple[_Item, ...]


# 套算一次, 不得相同 ---------------------------------------------------------------------------


def choices(found: Found, rules: RuleSet) -> Iterator[Choice]:
    """Yield every choice of combinations that may be counted together.

    Chows and pungs never share a set, so each choice for the chows goes with each for the pungs.
    Choices that name the same fan equally often are worth the same; one of them is enough, and
    one that also satisfies the non-identical principle is preferred.

    Parameters
    ----------
    found : dict
        Every fan that is there, with its instances.
    rules : RuleSet
        The switches.

    Yields
    ------
    Choice
        Instances of combinations to be counted and the remaining ones.
    """
    for chows in _choices_of(found, CHOW_COMBINATIONS, rules):
        for pungs in _choices_of(found, PUNG_COMBINATIONS, rules):
            yield Choice(chows.taken + pungs.taken, chows.left + pungs.left)


def _choices_of(found: Found, keys: Sequence[str], rules: RuleSet) -> Iterable[Choice]:
    items = [(key, instance) for key in keys for instance in found.get(key, ())]
    named: dict[tuple[str, ...], Choice] = {}
    for taken in account_once(items):
        if rules.terminal_chows_in_four_shifted and "four_pure_shifted_chows" in dict(taken):
            taken = (*taken, *(item for item in items if item[0] == "two_terminal_chows"))
        names = tuple(key for key, _ in taken)
        if names not in named or not is_non_identical(named[names].taken):
            named[names] = Choice(taken, tuple(item for item in items if item not in taken))
    return named.values()


def account_once(items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """套算一次: choose combinations so that none joins sets that are joined already.

    The rulebook lets a set that is not yet combined join combined ones once. Every choice can then
    be told as a story in which each fan brings new sets in, and none can be added that would
    bring in nothing new. So think of the sets as points and of the fan as links: a fan may be
    counted if no two of its sets are linked yet. With four chows that leaves a fan of four; or
    one of three and one that links the fourth chow; or up to three fan of two without a cycle.

    Parameters
    ----------
    items : sequence of (str, Instance)
        Fan and the sets that make them, the largest fan first.

    Yields
    ------
    tuple of (str, Instance)
        Choices to which nothing can be added, each in the order of `items`.

    Examples
    --------
    >>> from mjlab.reference.readings import Group
    >>> a, b, c = (Group("chow", (t, t + 1, t + 2), place=t) for t in (0, 3, 12))
    >>> items = [("short_straight", Instance((a, b))), ("mixed_double_chow", Instance((b, c)))]
    >>> [[key for key, _ in choice] for choice in account_once(items)]
    [['short_straight', 'mixed_double_chow']]
    """

    def extend(
        start: int, taken: tuple[_Item, ...], joined: tuple[frozenset[int], ...]
    ) -> Iterator[tuple[_Item, ...]]:
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


def is_non_identical(taken: Iterable[_Item]) -> bool:
    """不得相同: whether no set makes the same fan twice, each time with another set.

    The principle changes no total, it only decides between names: 234s 234p 234p gives
    一般高 and 喜相逢, not 喜相逢 twice.

    Examples
    --------
    >>> from mjlab.reference.readings import Group
    >>> a, b, c = (Group("chow", (t, t + 1, t + 2), place=t) for t in (1, 10, 19))
    >>> is_non_identical([("mixed_double_chow", Instance((a, b)))] * 2)
    False
    """
    used = Counter((key, place) for key, instance in taken for place in instance.places)
    return all(times == 1 for times in used.values())


# 不重复 --------------------------------------------------------------------------------------


def non_repeat(
    found: Mapping[str, tuple[Instance, ...]], rules: RuleSet
) -> tuple[Found, list[Uncounted]]:
    """不重复: leave out every fan that a counted one implies.

    The fan are gone through from the largest to the smallest, and each hides what the table lists
    for it. A fan that is hidden itself hides nothing: seven pairs hide 不求人, which then leaves
    自摸 alone.

    Parameters
    ----------
    found : mapping
        Fan and their instances in the order of the table.
    rules : RuleSet
        The switches.

    Returns
    -------
    counted : dict
        What is left.
    hidden : list of Uncounted
        What is not, with the fan that hides it.
    """
    counted = dict(found)
    hidden: list[Uncounted] = []
    excluded_by = exclusions(rules)
    for key in found:
        if key not in counted:
            continue
        for exclusion in excluded_by.get(key, ()):
            instances = counted.get(exclusion.key)
            if instances is None:
                continue
            gone = _excluded(exclusion, counted[key], instances)
            hidden += [Uncounted(exclusion.key, i, "non_repeat", (key,)) for i in gone]
            left = (
                instances[len(gone) :]
                if exclusion.scope == "one"
                else tuple(i for i in instances if i not in gone)
            )
            if left:
                counted[exclusion.key] = left
            else:
                del counted[exclusion.key]
    return counted, hidden


def _excluded(
    exclusion: Exclusion, makers: tuple[Instance, ...], instances: tuple[Instance, ...]
) -> tuple[Instance, ...]:
    """Return the instances that an exclusion reaches."""
    if exclusion.scope == "all":
        return instances
    if exclusion.scope == "one":
        return instances[:1]
    return tuple(i for i in instances if any(i.places <= maker.places for maker in makers))


@lru_cache(maxsize=64)
def exclusions(rules: RuleSet) -> dict[str, tuple[Exclusion, ...]]:
    """Exclusions of every fan: the table, changed by the switches of a ruleset.

    Parameters
    ----------
    rules : RuleSet
        The switches.

    Returns
    -------
    dict
        Key of a fan to its exclusions; fan without any are left out.

    Examples
    --------
    >>> from mjlab.rules import ruleset
    >>> [e.key for e in exclusions(ruleset())["seven_pairs"]]
    ['fully_concealed_hand', 'single_wait', 'concealed_hand']
    >>> [e.key for e in exclusions(ruleset("mcr2006"))["seven_pairs"]]
    ['single_wait', 'concealed_hand']
    """
    table = {fan.key: {e.key: e for e in fan.excludes} for fan in FANS}

    def add(key: str, hidden: str) -> None:
        table[key][hidden] = Exclusion(hidden, "all", from_text=False)

    if rules.forced_concealed_selfdraw == "fully_concealed":
        for key in _ALWAYS_CONCEALED:
            table[key].pop("fully_concealed_hand", None)
    if rules.nine_gates_terminal_pungs == "none":
        add("nine_gates", "pung_of_terminals_or_honors")
    elif rules.nine_gates_terminal_pungs == "all":
        del table["nine_gates"]["pung_of_terminals_or_honors"]
    if rules.all_terminals_same_pungs == "drop_both":
        add("all_terminals", "triple_pung")
    elif rules.all_terminals_same_pungs == "count":
        del table["all_terminals"]["double_pung"]
    if rules.terminal_chows_in_four_shifted:
        del table["four_pure_shifted_chows"]["two_terminal_chows"]
    if not rules.concealed_kong_pair_extra:
        add("four_concealed_pungs", "two_concealed_kongs")
        add("three_concealed_pungs", "two_concealed_kongs")
    if rules.one_suit_voided:
        # What implies a full flush implies what the full flush does.
        for key in [key for key, listed in table.items() if "full_flush" in listed]:
            add(key, "one_voided_suit")
    if rules.strict98_voided_drop:
        for key in _STRICT_VOIDED:
            add(key, "one_voided_suit")
    return {key: tuple(listed.values()) for key, listed in table.items() if listed}


def left_aside(choice: Choice, counted: Found, rules: RuleSet) -> list[Uncounted]:
    """Say why each combination of a choice is not counted.

    One whose sets all belong to a larger fan that implies it falls under non-repeat, any other
    under account-once.
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
        told.append(Uncounted(key, instance, "account_once", _links(choice.taken, instance.places)))
    return told


def _links(taken: Iterable[_Item], places: frozenset[int]) -> tuple[str, ...]:
    """Return the fan that join the sets at `places`, directly or over other sets."""
    reached, left, names = places, list(taken), []
    while near := [item for item in left if item[1].places & reached]:
        reached = reached.union(*(instance.places for _, instance in near))
        left = [item for item in left if item not in near]
        names += [key for key, _ in near]
    return tuple(dict.fromkeys(names))


def in_order(found: Mapping[str, tuple[Instance, ...]]) -> Found:
    """Bring fan into the order of the table."""
    return {key: found[key] for key in sorted(found, key=FAN_INDEX.__getitem__)}
