"""The census of a few kinds of tiles, hand by hand, by the readable scorer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import comb, prod

from mjlab import reference
from mjlab.hand import Meld, MeldKind, Win
from mjlab.reference.score.readings import completes, readings
from mjlab.rules import FANS


@dataclass
class Naive:
    """The numbers of a census under the names of its tables."""

    hands: int = 0
    physical_hands: int = 0
    pairs: int = 0
    physical_pairs: int = 0
    totals: Counter = field(default_factory=Counter)
    """(total, "pairs" or "physical_pairs") -> number"""
    fans: Counter = field(default_factory=Counter)
    """(fan, "pairs", "physical_pairs", "times" or "hands") -> number"""
    lists: Counter = field(default_factory=Counter)
    """Fan as sorted items -> physical pairs; of tied lists the one of the census is not known."""
    ties: dict = field(default_factory=lambda: defaultdict(set))
    """Fan of the first list -> all lists of the same total of some hand."""
    readings: Counter = field(default_factory=Counter)
    """Ways to see the tiles as groups -> hands"""


def hands_of(kinds, n_melds, contains=()) -> Iterator[tuple[tuple[int, ...], tuple[Meld, ...]]]:
    """Standing tiles (14 with the claimed ones) of some kinds, and claimed sets."""
    chows = [Meld(MeldKind.CHOW, t) for t in kinds
             if t < 27 and t % 9 < 7 and {t + 1, t + 2} <= set(kinds)]  # fmt: skip
    sets = [*chows, *(Meld(MeldKind.PUNG, t) for t in kinds)]
    for melds in combinations_with_replacement(sets, n_melds):
        laid = Counter(t for m in melds for t in m.tiles)
        free = 14 - 3 * n_melds - len(contains)
        for more in combinations_with_replacement(kinds, free):
            standing = Counter(contains) + Counter(more)
            if all(standing[t] + laid[t] <= 4 for t in (*standing, *laid)):
                yield tuple(sorted(standing.elements())), melds


def naive_census(kinds, *, rules, melds=0, contains=(), **circumstances) -> Naive:
    """Score every hand of some kinds with every winning tile."""
    found = Naive()
    for standing, laid in hands_of(kinds, melds, contains):
        counts = [standing.count(t) for t in range(34)]
        if not completes(counts):
            continue
        claimed = Counter(t for m in laid for t in m.tiles)
        weight = prod(
            comb(4, claimed[t]) * comb(4 - claimed[t], counts[t]) for t in range(34)
        )  # fmt: skip
        found.hands += 1
        found.physical_hands += weight
        of_hand = set()
        for tile in sorted(set(standing)):
            rest = list(standing)
            rest.remove(tile)
            win = Win(concealed=tuple(rest), melds=laid, tile=tile, **circumstances)
            score = reference.score(win, rules)
            found.pairs += 1
            found.physical_pairs += weight * counts[tile]
            found.totals[score.total, "pairs"] += 1
            found.totals[score.total, "physical_pairs"] += weight * counts[tile]
            tied = {tuple(sorted(r.fans.items())) for r in score.readings}
            first = tuple(sorted(score.fans.items()))
            found.lists[first] += weight * counts[tile]
            found.ties[first] |= tied
            for key, times in score.fans.items():
                found.fans[key, "pairs"] += 1
                found.fans[key, "physical_pairs"] += weight * counts[tile]
                found.fans[key, "times"] += times
                of_hand.add(key)
        for key in of_hand:
            found.fans[key, "hands"] += 1
        found.readings[len({_groups(r) for r in readings(win)})] += 1
    return found


def _groups(reading) -> tuple:
    return reading.shape, tuple(sorted(g.tiles for g in reading.groups))


def fans_of(census) -> Counter:
    """The fan table of a census as `Naive.fans` has it."""
    table = census.fan_table().set_index("fan")
    return Counter(
        {
            (fan.key, name): int(table.loc[fan.key, name])
            for fan in FANS
            for name in ("pairs", "physical_pairs", "times", "hands")
            if table.loc[fan.key, name]
        }
    )


def totals_of(census) -> Counter:
    """The totals of a census as `Naive.totals` has them."""
    table = census.totals().set_index("total")
    return Counter(
        {
            (int(total), name): int(table.loc[total, name])
            for total in table.index
            for name in ("pairs", "physical_pairs")
            if table.loc[total, name]
        }
    )
