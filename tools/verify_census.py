"""Compare the census with the general scorer over all hands there are.

Every complete concealed hand is built with every winning tile (187 million wins), scored by
`mjlab.score_batch` as any hand would be, and counted by its list of fan and its total. The census
must have the same lists, each as often, distinct and by physical tiles. Prints the figures; exit
code 1 if anything differs. Takes some minutes::

    python tools/verify_census.py [--discard] [--seat S] [--round W] [--ruleset NAME] [--threads N]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np

from mjlab import census
from mjlab.api import score_batch
from mjlab.encode import WinBatch
from mjlab.kernels import census_cells, fan_bits, score_facts, score_tables
from mjlab.kernels._jit import jit
from mjlab.rules import FANS
from mjlab.tiles import Wind

ROWS = 1 << 18
ROOM = 1 << 20
"""Wins scored at once, and the room for those of one more suit 1 beside them."""


@jit
def build(first, seconds, start, thirds, honors, flags, hands, wins, weights, used):
    """Write the hands of one suit 0, of suits 1 from `start`, of all suits 2 and honors.

    A hand stands once for each winning tile, beside the number of its physical tiles. flags tell of
    each suit whether it is sets (0), sets and a pair (1) or neither (2): hands that are sets and
    one pair are left out. Returns the rows used and the suit 1 to go on with.
    """
    ways = (1, 4, 6, 4, 1)
    parts = np.zeros(34, np.int64)
    parts[:9] = first
    for j in range(start, len(seconds)):
        if used >= ROWS:
            return used, j
        parts[9:18] = seconds[j]
        for k in range(len(thirds)):
            parts[18:27] = thirds[k]
            for h in range(len(honors)):
                parts[27:] = honors[h]
                told = (flags[0][0], flags[1][j], flags[2][k], flags[3][h])
                if max(told) < 2 and sum(told) == 1:
                    continue
                weight = 1
                for i in range(34):
                    weight *= ways[parts[i]]
                for i in range(34):
                    if parts[i]:
                        for t in range(34):
                            hands[used, t] = parts[t]
                        wins[used] = i
                        weights[used] = weight * parts[i]
                        used += 1
    return used, len(seconds)


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


def batches(suits, honors, flags=None) -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of such suits and honors, 14 tiles in all; both by number of tiles."""
    hands, wins = np.zeros((ROOM, 34), np.uint8), np.zeros(ROOM, np.int64)
    weights = np.zeros(ROOM, np.int64)
    used = 0
    for n0 in suits:
        for n1 in suits:
            for n2 in suits:
                nh = 14 - n0 - n1 - n2
                if nh not in honors:
                    continue
                parts = (suits[n0], suits[n1], suits[n2], honors[nh])
                if flags is None:
                    if (n0 % 3, n1 % 3, n2 % 3, nh % 3).count(2) != 1:
                        continue
                    told = [np.full(len(part), 2) for part in parts]
                else:
                    told = [flags[0][n0], flags[0][n1], flags[0][n2], flags[1][nh]]
                for i, first in enumerate(parts[0]):
                    these = (told[0][i : i + 1], *told[1:])
                    at = 0
                    while at < len(parts[1]):
                        used, at = build(
                            first, parts[1], at, parts[2], parts[3], these, hands, wins, weights,
                            used,
                        )  # fmt: skip
                        if used >= ROWS:
                            yield hands[:used], wins[:used], weights[:used]
                            used = 0
    yield hands[:used], wins[:used], weights[:used]


def by_size(counts: np.ndarray) -> dict[int, np.ndarray]:
    """Vectors of counts by their number of tiles."""
    tiles = counts.sum(1)
    return {int(n): np.ascontiguousarray(counts[tiles == n]) for n in np.unique(tiles) if n <= 14}


def regular() -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of four sets and a pair."""
    honors = np.array(np.unravel_index(np.arange(4**7), (4,) * 7)).T
    honors = honors[~(honors == 1).any(1) & ((honors == 2).sum(1) <= 1)]
    return batches(by_size(score_tables._decompositions()[2]), by_size(honors))


def seven_pairs() -> Iterator[tuple[np.ndarray, ...]]:
    """All hands of seven pairs that are not four sets and a pair."""
    laid = {tuple(suit) for suit in score_tables._decompositions()[2].tolist()}
    suits = by_size(2 * np.array(np.unravel_index(np.arange(3**9), (3,) * 9)).T)
    honors = by_size(2 * np.array(np.unravel_index(np.arange(3**7), (3,) * 7)).T)
    suit_flags = {
        n: np.array([n % 3 // 2 if tuple(suit) in laid else 2 for suit in some.tolist()])
        for n, some in suits.items()
    }
    honor_flags = {n: np.full(len(some), n // 2 if n <= 2 else 2) for n, some in honors.items()}
    return batches(suits, honors, (suit_flags, honor_flags))


def others() -> Iterator[tuple[np.ndarray, ...]]:
    """Knitted straights, honors and knitted tiles, thirteen orphans."""
    hands: set[tuple[int, ...]] = set()
    unit = np.eye(34, dtype=np.int64)
    sets = [3 * unit[t] for t in range(34)]
    sets += [unit[t : t + 3].sum(0) for t in range(27) if t % 9 < 7]
    for starts in permutations(range(3)):
        body = [9 * suit + r + step for suit, r in enumerate(starts) for step in (0, 3, 6)]
        for one in sets:
            for pair in range(34):
                hands.add(tuple((unit[body].sum(0) + one + 2 * unit[pair]).tolist()))
        for chosen in combinations((*body, *range(27, 34)), 14):
            hands.add(tuple(unit[list(chosen)].sum(0).tolist()))
    orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
    hands |= {tuple((unit[orphans].sum(0) + unit[t]).tolist()) for t in orphans}
    counts = np.array([hand for hand in hands if max(hand) <= 4])
    ways = np.array([1, 4, 6, 4, 1])[counts].prod(1)
    row, win = np.nonzero(counts)
    yield counts[row].astype(np.uint8), win, ways[row] * counts[row, win]


def scored(options: argparse.Namespace) -> np.ndarray:
    """Score everything; the rows of the table of `tally`."""
    table = census_cells.new_table(1 << 17)
    done, begun = 0, time.time()
    for name, source in (("regular", regular), ("seven pairs", seven_pairs), ("others", others)):
        for hands, wins, weights in source():
            standing = hands.copy()
            standing[np.arange(len(wins)), wins] -= 1
            scores = score_batch(
                WinBatch.from_arrays(
                    standing,
                    wins,
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
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)

    begun, process = time.time(), time.process_time()
    found = census.run(
        self_drawn=not options.discard,
        seat=options.seat,
        round=options.round,
        ruleset=options.ruleset,
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
