"""Compare the census with the general scorer over all hands there are.

Every complete hand is built with every winning tile (187 million wins without claimed sets), scored
by `mjlab.score_batch` as any hand would be, and counted by its list of fan and its total. The
census must have the same lists, each as often, distinct and by physical tiles. Prints the figures;
exit code 1 if anything differs. Takes a minute or two::

    python tools/verify_census.py [--discard] [--seat S] [--round W] [--ruleset NAME] [--melds N]

The hands are built here anew, from the suits that fall into sets, and share nothing with the
census but the list of these suits.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import NamedTuple

import numpy as np

from mjlab import census
from mjlab.api import score_batch
from mjlab.batch import WinBatch
from mjlab.kernels._jit import jit
from mjlab.kernels.census import cells as census_cells
from mjlab.kernels.score import facts as score_facts
from mjlab.kernels.score import fan_bits
from mjlab.kernels.score import tables as score_tables
from mjlab.rules import FANS
from mjlab.tiles import Wind

ROWS = 1 << 18
ROOM = 1 << 21
"""Wins scored at once, and the room for those of one more suit 1 beside them."""
SUIT_SETS = [(kind,) * 3 for kind in range(9)] + [(s, s + 1, s + 2) for s in range(7)]
HONOR_SETS = [(kind,) * 3 for kind in range(7)]


class Part(NamedTuple):
    """What one suit may hold, one row each."""

    standing: np.ndarray
    """int64[N,9 or 7]"""
    sets: np.ndarray
    """int64[N,4], claimed: 1 + rank of a chow's first tile, 1 + 34 + rank of a pung, 0 none."""
    ways: np.ndarray
    """int64[N], ways to take the tiles, the claimed ones first."""
    flag: np.ndarray
    """int64[N], sets (0), sets and a pair (1), neither (2); 2 where it does not matter."""

    def row(self, i: int) -> Part:
        return Part(*(column[i : i + 1] for column in self))


Parts = dict[tuple[int, int], Part]
"""By the number of tiles and of claimed sets."""


@jit
def build(first, seconds, start, thirds, honors, hands, melds, wins, weights, used):
    """Write the hands of one suit 0, of suits 1 from `start`, of all suits 2 and honors.

    A hand stands once for each winning tile, beside the number of its physical tiles. Hands that
    are sets and one pair are left out if the flags tell. Returns the rows used and the suit 1 to go
    on with.
    """
    counts = np.zeros(34, np.int64)
    counts[:9] = first[0][0]
    for j in range(start, len(seconds[0])):
        if used >= ROWS:
            return used, j
        counts[9:18] = seconds[0][j]
        for k in range(len(thirds[0])):
            counts[18:27] = thirds[0][k]
            for h in range(len(honors[0])):
                counts[27:] = honors[0][h]
                told = (first[3][0], seconds[3][j], thirds[3][k], honors[3][h])
                if max(told) < 2 and sum(told) == 1:
                    continue
                ways = first[2][0] * seconds[2][j] * thirds[2][k] * honors[2][h]
                for tile in range(34):
                    if counts[tile] == 0:
                        continue
                    for t in range(34):
                        hands[used, t] = counts[t]
                    n = 0
                    for i in range(4):
                        melds[used, i] = -1
                    for suit in range(4):
                        for i in range(4):
                            if suit == 0:
                                code = first[1][0, i]
                            elif suit == 1:
                                code = seconds[1][j, i]
                            elif suit == 2:
                                code = thirds[1][k, i]
                            else:
                                code = honors[1][h, i]
                            if code:
                                melds[used, n] = code - 1 + 9 * suit
                                n += 1
                    wins[used] = tile
                    weights[used] = ways * counts[tile]
                    used += 1
    return used, len(seconds[0])


@jit
def tally(fans, totals, weights, counted, big_fan, table):
    """Count scored wins by their fan and total."""
    for row in range(len(totals)):
        big = 0
        small = totals[row] << 45
        for i in range(fans.shape[1]):
            if fans[row, i]:
                if i < big_fan:
                    big |= 1 << i
                else:
                    small |= 1 << (i - big_fan)
        for i in range(len(counted)):
            small |= np.int64(fans[row, counted[i]]) << (24 + 3 * i)
        census_cells.add(table, big, small, 1, weights[row], 1, 1, 0, 0)


def batches_of(suits: list[Parts], honors: Parts, claimed: int) -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of such suits and honors, 14 tiles in all with the claimed ones."""
    room = (
        np.zeros((ROOM, 34), np.uint8), np.zeros((ROOM, 4), np.int16), np.zeros(ROOM, np.int64),
        np.zeros(ROOM, np.int64),
    )  # fmt: skip
    used = 0
    for (n0, m0), (n1, m1), (n2, m2) in product(*suits):
        rest = (14 - n0 - n1 - n2, claimed - m0 - m1 - m2)
        if rest not in honors:
            continue
        firsts, seconds, thirds = suits[0][n0, m0], suits[1][n1, m1], suits[2][n2, m2]
        if len(thirds.ways) * len(honors[rest].ways) * (14 - 3 * claimed) > ROOM - ROWS:
            raise SystemExit("ROOM is too small")
        for i in range(len(firsts.ways)):
            at = 0
            while at < len(seconds.ways):
                used, at = build(firsts.row(i), seconds, at, thirds, honors[rest], *room, used)
                if used >= ROWS:
                    yield tuple(array[:used] for array in room)
                    used = 0
    yield tuple(array[:used] for array in room)


def parts_of(standing: np.ndarray, sets: list[tuple[int, ...]], claimed: int) -> Parts:
    """Standing tiles beside claimed sets, by size."""
    found: dict[tuple[int, int], list[tuple[object, ...]]] = {}
    n = standing.shape[1]
    for size in range(claimed + 1):
        for laid in combinations_with_replacement(sets, size):
            counts = np.bincount([t for one in laid for t in one], minlength=n)
            if counts.max() > 4:
                continue
            codes = [1 + one[0] + (34 if one[0] == one[1] else 0) for one in laid]
            for row in standing[((standing + counts) <= 4).all(1)].tolist():
                tiles = sum(row) + 3 * size
                if tiles > 14:
                    continue
                ways = 1
                for c, s in zip(counts.tolist(), row, strict=True):
                    ways *= comb(4, c) * comb(4 - c, s)
                found.setdefault((tiles, size), []).append((row, codes + [0] * (4 - size), ways))
    return {
        key: Part(*(np.array(column) for column in zip(*rows, strict=True)), np.full(len(rows), 2))
        for key, rows in found.items()
    }


def regular(claimed: int) -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of four sets and a pair."""
    honors = np.array(np.unravel_index(np.arange(4**7), (4,) * 7)).T
    honors = honors[~(honors == 1).any(1) & ((honors == 2).sum(1) <= 1)]
    suits = parts_of(score_tables._decompositions()[2], SUIT_SETS, claimed)
    seen: dict[bool, Parts] = {True: {}, False: {}}
    for key, part in suits.items():
        seen[key[0] % 3 == 2][key] = part
    named = parts_of(honors, HONOR_SETS, claimed)
    # One of the four has the pair: the others have none, or the hand falls into no sets.
    for place in range(4):
        chosen = [seen[place == suit] for suit in range(3)]
        rest = {key: part for key, part in named.items() if (key[0] % 3 == 2) == (place == 3)}
        yield from batches_of(chosen, rest, claimed)


def seven_pairs(claimed: int) -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of seven pairs that are not four sets and a pair."""
    if claimed:
        return
    laid = {tuple(suit) for suit in score_tables._decompositions()[2].tolist()}

    def told(parts: Parts, complete) -> Parts:  # type: ignore[no-untyped-def]
        return {
            (n, m): part._replace(
                flag=np.array(
                    [n % 3 // 2 if complete(tuple(row)) else 2 for row in part.standing.tolist()]
                )
            )
            for (n, m), part in parts.items()
        }

    suits = 2 * np.array(np.unravel_index(np.arange(3**9), (3,) * 9)).T
    honors = 2 * np.array(np.unravel_index(np.arange(3**7), (3,) * 7)).T
    yield from batches_of(
        [told(parts_of(suits, [], 0), laid.__contains__)] * 3,
        told(parts_of(honors, [], 0), lambda row: sum(row) <= 2),
        0,
    )


def others(claimed: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Knitted straights, honors and knitted tiles, thirteen orphans."""
    hands: set[tuple[tuple[int, ...], int]] = set()
    unit = np.eye(34, dtype=np.int64)
    sets = [(34 + t, 3 * unit[t]) for t in range(34)]
    sets += [(t, unit[t : t + 3].sum(0)) for t in range(27) if t % 9 < 7]
    for starts in permutations(range(3)):
        body = [9 * suit + r + step for suit, r in enumerate(starts) for step in (0, 3, 6)]
        for (code, one), pair in product(sets, range(34)):
            counts = unit[body].sum(0) + 2 * unit[pair]
            if (counts + one).max() > 4:
                continue
            if claimed == 1:
                hands.add((tuple(counts.tolist()), code))
            elif claimed == 0:
                hands.add((tuple((counts + one).tolist()), -1))
        if claimed == 0:
            for chosen in combinations((*body, *range(27, 34)), 14):
                hands.add((tuple(unit[list(chosen)].sum(0).tolist()), -1))
    if claimed == 0:
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        hands |= {(tuple((unit[orphans].sum(0) + unit[t]).tolist()), -1) for t in orphans}
    if not hands:
        return
    laid = dict(sets) | {-1: 0 * unit[0]}
    ways = {(c, s): comb(4, c) * comb(4 - c, s) for c in range(5) for s in range(5 - c)}
    counts = np.array([hand for hand, _ in hands], np.uint8)
    melds = np.full((len(hands), 4), -1, np.int16)
    melds[:, 0] = [code for _, code in hands]
    weight = [
        np.prod([ways[c, s] for c, s in zip(laid[code].tolist(), hand, strict=True)])
        for hand, code in hands
    ]
    row, win = np.nonzero(counts)
    yield counts[row], melds[row], win, np.array(weight)[row] * counts[row, win]


def scored(options: argparse.Namespace) -> np.ndarray:
    """Score everything; the rows of the table of `tally`."""
    table = census_cells.new_table(1 << 17)
    done, begun = 0, time.time()
    for name, source in (("regular", regular), ("seven pairs", seven_pairs), ("others", others)):
        for hands, melds, wins, weights in source(options.melds):
            standing = hands.copy()
            standing[np.arange(len(wins)), wins] -= 1
            scores = score_batch(
                WinBatch.from_arrays(
                    standing,
                    wins,
                    melds,
                    circumstances=0 if options.discard else 1,
                    round=int(Wind[options.round]),
                    seat=int(Wind[options.seat]),
                ),
                ruleset=options.ruleset,
                threads=options.threads,
            )
            if scores.status.any():
                raise SystemExit(f"not a win: {hands[scores.status != 0][0]}")
            tally(
                scores.fans, scores.total.astype(np.int64), weights, score_facts.COUNTED,
                fan_bits.N_BIG, table,
            )  # fmt: skip
            done += len(wins)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{name}: {done:,} wins, {time.time() - begun:.0f} s ")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    if table[-1, census_cells.FULL]:
        raise SystemExit("the table was too small")
    rows = census_cells.rows_of(table)
    return rows[np.lexsort([rows[:, 1], rows[:, 0]])][:, :4]


def known(found: census.Census) -> dict[tuple[int, int], tuple[int, int]]:
    """Pairs and physical pairs of the census under the keys of `tally`."""
    fans = found._lists.fans.astype(np.int64)
    totals = found._lists.numbers["total"].to_numpy()
    big = (fans[:, : fan_bits.N_BIG] > 0) @ (1 << np.arange(fan_bits.N_BIG))
    small = (fans[:, fan_bits.N_BIG :] > 0) @ (1 << np.arange(len(FANS) - fan_bits.N_BIG))
    small |= totals << 45
    for i, column in enumerate(score_facts.COUNTED):
        small |= fans[:, column] << (24 + 3 * i)
    sums: dict[tuple[int, int], tuple[int, int]] = {}
    numbers = found._lists.numbers[["pairs", "physical_pairs"]].to_numpy().tolist()
    for key, (pairs, physical) in zip(zip(big.tolist(), small.tolist(), strict=True), numbers,
                                      strict=True):  # fmt: skip
        before = sums.get(key, (0, 0))
        sums[key] = (before[0] + pairs, before[1] + physical)
    return sums


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--discard", action="store_true", help="won by discard")
    parser.add_argument("--seat", default="E", choices=[w.name for w in Wind])
    parser.add_argument("--round", default="E", choices=[w.name for w in Wind])
    parser.add_argument("--ruleset", default="mcr1998_online")
    parser.add_argument("--melds", type=int, default=0, choices=range(5), help="claimed sets")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)

    begun, process = time.time(), time.process_time()
    found = census.run(
        self_drawn=not options.discard,
        seat=options.seat,
        round=options.round,
        ruleset=options.ruleset,
        melds=options.melds,
        threads=options.threads,
    )
    print(found)
    rows = scored(options)
    scorer = {(a, b): (pairs, physical) for a, b, pairs, physical in rows.tolist()}
    ours = known(found)
    print(f"census: {len(ours):,} lists of fan, {found.pairs:,} pairs, "
          f"{found.physical_pairs:,} physical")  # fmt: skip
    print(f"scorer: {len(scorer):,} lists of fan, {rows[:, 2].sum():,} pairs, "
          f"{rows[:, 3].sum():,} physical")  # fmt: skip
    print(f"took {time.time() - begun:.0f} s, {time.process_time() - process:.0f} s of processors")
    different = {key for key in ours.keys() | scorer.keys() if ours.get(key) != scorer.get(key)}
    if different:
        print(f"{len(different)} lists differ, among them", file=sys.stderr)
        for key in sorted(different)[:5]:
            print(f"  {key}: census {ours.get(key)}, scorer {scorer.get(key)}", file=sys.stderr)
        return 1
    print("every list of fan is counted equally often")
    return 0


if __name__ == "__main__":
    sys.exit(main())
