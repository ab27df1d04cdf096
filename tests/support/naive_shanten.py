"""Obvious shanten, useful tiles and waits, to test the fast ones against.

Suits: every complete group of sets, with and without a pair, is laid out by adding set to set; what
contains one is complete, and what becomes complete by one more tile is one tile short, and so on.
Hands: all ways to share the sets and the pair between the suits. Useful is a tile that lowers the
number of tiles short when it is added; waits are the tiles that complete the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import numpy as np

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
KNIT = [
    [9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)]
    for starts in permutations(range(3))
]
SUITS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))
LIMIT = 4


@cache
def groups(n_ranks: int, most: int = LIMIT) -> dict[tuple[int, int], set[tuple[int, ...]]]:
    """Counts of so many sets and pairs, no tile more often than `most`."""
    sets = [tuple(3 * (r == rank) for r in range(n_ranks)) for rank in range(n_ranks)]
    if n_ranks == 9:
        sets += [tuple(int(s <= r < s + 3) for r in range(9)) for s in range(7)]
    found = {(0, 0): {(0,) * n_ranks}}
    for n in range(1, 5):
        found[n, 0] = {
            tuple(map(sum, zip(group, one, strict=True)))
            for group in found[n - 1, 0]
            for one in sets
        }
    for n in range(5):
        found[n, 1] = {
            (*group[:rank], group[rank] + 2, *group[rank + 1 :])
            for group in found[n, 0]
            for rank in range(n_ranks)
        }
    return {key: {g for g in all_ if max(g) <= most} for key, all_ in found.items()}


@cache
def short_of(n_ranks: int) -> np.ndarray:
    """Tiles that all counts 0-4 are short of, int8[10, 5, ..., 5]; entry ``sets + 5 * pairs``."""
    short = np.full((10, *(5,) * n_ranks), -1, np.int8)
    for (sets, pairs), complete in groups(n_ranks).items():
        done = np.zeros((5,) * n_ranks, bool)
        done[tuple(np.array(sorted(complete)).T)] = True
        for axis in range(n_ranks):  # whatever contains a complete group is complete
            done = np.logical_or.accumulate(done, axis=axis)
        entry = short[sets + 5 * pairs]
        distance = 0
        while True:
            entry[done & (entry < 0)] = distance
            if (entry >= 0).all():
                break
            distance += 1
            more = done.copy()
            for axis in range(n_ranks):  # and what one more tile makes so is a tile short
                low = [slice(None)] * n_ranks
                high = [slice(None)] * n_ranks
                low[axis], high[axis] = slice(0, 4), slice(1, 5)
                more[tuple(low)] |= done[tuple(high)]
            done = more
    return short


@cache
def _targets(n_ranks: int) -> dict[tuple[int, int], np.ndarray]:
    return {key: np.array(sorted(all_)) for key, all_ in groups(n_ranks).items()}


@cache
def _suit(counts: tuple[int, ...], room: tuple[int, ...]) -> tuple[float, ...]:
    """Tiles short for each number of sets, without and with a pair."""
    if all(n == LIMIT for n in room):
        return tuple(map(int, short_of(len(counts))[(slice(None), *counts)]))
    found = [float("inf")] * 10
    for (sets, pairs), targets in _targets(len(counts)).items():
        fitting = targets[(targets <= np.array(room)).all(axis=1)]
        if len(fitting):
            lacks = np.maximum(fitting - np.array(counts), 0).sum(axis=1)
            found[sets + 5 * pairs] = int(lacks.min())
    return tuple(found)


def regular(counts: Sequence[int], room: Sequence[int], sets: int) -> float:
    suits = [_suit(tuple(counts[s]), tuple(room[s])) for s in SUITS]
    shares = [share for share in product(range(sets + 1), repeat=4) if sum(share) == sets]
    return min(
        sum(suits[s][share[s] + 5 * (s == pair)] for s in range(4))
        for share in shares
        for pair in range(4)
    )


def forms(counts: Sequence[int], laid: Sequence[int], n_melds: int) -> list[float]:
    """Tiles short of the five forms; infinite where the sets laid aside rule a form out."""
    counts, room = list(counts), [LIMIT - n for n in laid]
    found = [float("inf")] * 5
    found[0] = regular(counts, room, 4 - n_melds)
    if n_melds == 0:
        found[1] = 7 - sum(n // 2 for n in counts)
        held = sum(counts[t] > 0 for t in ORPHANS)
        found[2] = 14 - held - any(counts[t] > 1 for t in ORPHANS)
        honors = sum(counts[t] > 0 for t in range(27, 34))
        found[3] = 14 - honors - max(sum(counts[t] > 0 for t in way) for way in KNIT)
    if n_melds <= 1:
        for way in KNIT:
            if all(room[t] for t in way):
                missing = sum(counts[t] == 0 for t in way)
                rest = [n - (t in way and n > 0) for t, n in enumerate(counts)]
                free = [n - (t in way) for t, n in enumerate(room)]
                found[4] = min(found[4], missing + _beside(rest, free, 1 - n_melds))
    return found


@cache
def _beside_suit(counts: tuple[int, ...], room: tuple[int, ...]) -> list[float]:
    """Tiles short of nothing, of a set, of a pair, and of both."""
    found = [0.0] + [float("inf")] * 3
    for at, key in enumerate(((1, 0), (0, 1), (1, 1)), start=1):
        for target in groups(len(counts))[key]:
            if all(t <= r for t, r in zip(target, room, strict=True)):
                short = sum(max(0, t - n) for t, n in zip(target, counts, strict=True))
                found[at] = min(found[at], short)
    return found


def _beside(counts: Sequence[int], room: Sequence[int], sets: int) -> float:
    """Tiles short of the pair, and the set if wanted, beside a knitted straight."""
    suits = [_beside_suit(tuple(counts[s]), tuple(room[s])) for s in SUITS]
    if sets == 0:
        return min(suit[2] for suit in suits)
    apart = [suits[a][1] + suits[b][2] for a in range(4) for b in range(4) if a != b]
    return min(*apart, *(suit[3] for suit in suits))


def useful(
    counts: Sequence[int], laid: Sequence[int], n_melds: int, wanted: Sequence[int] = range(5)
) -> tuple[float, set[int], set[int]]:
    """Tiles short of the closest of the wanted forms, these forms, and the useful tiles."""
    now = [short if form in wanted else float("inf")
           for form, short in enumerate(forms(counts, laid, n_melds))]  # fmt: skip
    short = min(now)
    found = set()
    for tile in range(34):
        if counts[tile] + laid[tile] < LIMIT:
            more = [n + (t == tile) for t, n in enumerate(counts)]
            after = forms(more, laid, n_melds)
            if min(after[form] for form in wanted) < short:
                found.add(tile)
    attain = {form for form in range(5) if now[form] == short and short < float("inf")}
    return short, attain, found


def complete(counts: Sequence[int], n_melds: int) -> set[int]:
    """The forms in which counts are complete, five copies of a tile allowed."""
    found = set()
    if _in_sets(tuple(counts), 4 - n_melds):
        found.add(0)
    if n_melds == 0:
        if sum(counts) == 14 and all(n % 2 == 0 for n in counts):
            found.add(1)
        if all(counts[t] for t in ORPHANS) and sum(counts[t] for t in ORPHANS) == 14:
            found.add(2)
        for way in KNIT:
            held = [t for t in (*way, *range(27, 34)) if counts[t] == 1]
            if len(held) == 14 == sum(counts):
                found.add(3)
    if n_melds <= 1:
        for way in KNIT:
            if all(counts[t] for t in way):
                rest = tuple(n - (t in way) for t, n in enumerate(counts))
                if _in_sets(rest, 1 - n_melds):
                    found.add(4)
    return found


def _in_sets(counts: tuple[int, ...], sets: int, paired: bool = False) -> bool:
    """Whether counts fall into so many sets and one pair."""
    tile = next((t for t, n in enumerate(counts) if n), None)
    if tile is None:
        return sets == 0 and paired
    options = []
    if counts[tile] >= 2 and not paired:
        options.append(((tile, tile), sets, True))
    if counts[tile] >= 3:
        options.append(((tile,) * 3, sets - 1, paired))
    if tile < 27 and tile % 9 < 7 and counts[tile + 1] and counts[tile + 2]:
        options.append(((tile, tile + 1, tile + 2), sets - 1, paired))
    for gone, left, pair in options:
        if left >= 0:
            rest = list(counts)
            for t in gone:
                rest[t] -= 1
            if _in_sets(tuple(rest), left, pair):
                return True
    return False


def waits(counts: Sequence[int], n_melds: int) -> dict[int, set[int]]:
    """By form the tiles that complete a hand by shape."""
    found: dict[int, set[int]] = {form: set() for form in range(5)}
    for tile in range(34):
        more = [n + (t == tile) for t, n in enumerate(counts)]
        for form in complete(more, n_melds):
            found[form].add(tile)
    return found
