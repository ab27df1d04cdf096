"""Obvious ways to lay out a suit and to choose chow fan, to test the tables against."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

from mjlab.kernels.score.tables import CHOW_WEIGHTS
from mjlab.rules import FANS
from mjlab.rules.fans import FAN_INDEX

Way = tuple[tuple[int, ...], tuple[int, ...], int | None]  # pungs, chow starts, pair

CHOW_VALUES = {
    FAN_INDEX[key]: FANS[FAN_INDEX[key]].value
    for key in (
        "quadruple_chow", "four_pure_shifted_chows", "pure_triple_chow", "pure_straight",
        "pure_shifted_chows", "mixed_straight", "mixed_triple_chow", "mixed_shifted_chows",
    )
}  # fmt: skip


def _sets_only(counts: tuple[int, ...]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    first = next((r for r, c in enumerate(counts) if c), None)
    if first is None:
        return {((), ())}
    found = set()
    if counts[first] >= 3:
        rest = list(counts)
        rest[first] -= 3
        found |= {(tuple(sorted((first, *p))), c) for p, c in _sets_only(tuple(rest))}
    if first <= 6 and counts[first + 1] and counts[first + 2]:
        rest = list(counts)
        for r in range(first, first + 3):
            rest[r] -= 1
        found |= {(p, tuple(sorted((first, *c)))) for p, c in _sets_only(tuple(rest))}
    return found


@cache
def ways(counts: tuple[int, ...]) -> frozenset[Way]:
    """All ways to read a suit as at most four sets, with or without a pair."""
    found: set[Way] = {(p, c, None) for p, c in _sets_only(counts)}
    for r, count in enumerate(counts):
        if count >= 2:
            rest = list(counts)
            rest[r] -= 2
            found |= {(p, c, r) for p, c in _sets_only(tuple(rest))}
    return frozenset(way for way in found if len(way[0]) + len(way[1]) <= 4)


def pack(way: Way) -> int:
    """The record of a way, by its documented layout."""
    pungs, chows, pair = way
    record = sum(1 << r for r in pungs)
    record |= 0 if pair is None else 1 << (9 + pair)
    record |= sum(1 << (18 + r) for r in set(chows))
    return record | sum(CHOW_WEIGHTS[r] for r in chows) << 27


def alone(counts: tuple[int, ...], tile: int) -> bool:
    """Whether no other tile, a fifth copy included, would have completed the hand.

    The other suits are taken as one pair, or as nothing if the pair is here.
    """
    before = list(counts)
    before[tile] -= 1
    has_pair = sum(counts) % 3 == 2
    if not has_pair and any(way[2] is not None for way in ways(tuple(before))):
        return False  # the pair elsewhere would have become a pung
    for other in range(9):
        if other == tile:
            continue
        after = list(before)
        after[other] += 1
        if any((way[2] is not None) == has_pair for way in ways(tuple(after))):
            return False
    return True


def _fan_of_many(chows: tuple[int, ...]) -> int:
    suits, ranks = [c // 9 for c in chows], sorted(c % 9 for c in chows)
    steps = {b - a for a, b in pairwise(ranks)}
    value = FAN_INDEX
    if len(set(suits)) == 1:
        if steps == {0}:
            return value["quadruple_chow" if len(chows) == 4 else "pure_triple_chow"]
        if steps in ({1}, {2}):
            return value["four_pure_shifted_chows" if len(chows) == 4 else "pure_shifted_chows"]
        if len(chows) == 3 and steps == {3}:
            return value["pure_straight"]
    elif len(chows) == 3 and len(set(suits)) == 3:
        if steps == {0}:
            return value["mixed_triple_chow"]
        if steps == {1}:
            return value["mixed_shifted_chows"]
        if steps == {3}:
            return value["mixed_straight"]
    return -1


def _fan_of_two(a: int, b: int) -> bool:
    if a // 9 == b // 9:
        return abs(a - b) in (0, 3, 6)
    return a % 9 == b % 9


def best_chow_fan(chows: tuple[int, ...]) -> int:
    """Best sum of chow fan under account-once, by trying every choice."""
    best = 0
    nodes = range(len(chows))
    for size in (3, 4):
        for chosen in combinations(nodes, size):
            which = _fan_of_many(tuple(chows[i] for i in chosen))
            if which < 0:
                continue
            rest = [i for i in nodes if i not in chosen]
            joined = any(_fan_of_two(chows[i], chows[j]) for i in rest for j in chosen)
            best = max(best, CHOW_VALUES[which] + joined)
    edges = [(i, j) for i, j in combinations(nodes, 2) if _fan_of_two(chows[i], chows[j])]
    for size in range(1, len(nodes)):
        for chosen in combinations(edges, size):
            if _acyclic(chosen):
                best = max(best, size)
    return best


def _acyclic(edges: tuple[tuple[int, int], ...]) -> bool:
    part = list(range(4))
    for i, j in edges:
        if part[i] == part[j]:
            return False
        part = [part[i] if p == part[j] else p for p in part]
    return True
