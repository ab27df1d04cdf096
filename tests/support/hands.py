"""Hands at random, of every size and mix, as arrays."""

from __future__ import annotations

import numpy as np

MIXES = {
    "all": range(34),
    "one suit and honors": (*range(9, 18), *range(27, 34)),
    "one suit": range(18, 27),
    "two suits": range(18),
    "terminals and honors": (0, 8, 9, 17, 18, 26, *range(27, 34)),
    "knitted": (0, 3, 6, 10, 13, 16, 20, 23, 26, *range(27, 34)),
    "few kinds": (0, 1, 2, 3, 4, 9, 10, 27, 31),
}


def random_hands(
    n: int, seed: int, spare: int | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts uint8[n,34], codes of sets int16[n,4] and the tiles of the sets uint8[n,34].

    Sets are drawn first, then the standing tiles from what is left; spare is 0 for 13 tiles, sets
    counting three, 1 for 14, None for either.
    """
    random = np.random.default_rng(seed)
    counts = np.zeros((n, 34), np.uint8)
    melds = np.full((n, 4), -1, np.int16)
    laid = np.zeros((n, 34), np.uint8)
    mixes = list(MIXES.values())
    for row in range(n):
        kinds = np.array(mixes[random.integers(len(mixes))])
        n_sets = random.choice(5, p=(0.5, 0.2, 0.12, 0.1, 0.08))
        place = 0
        while place < n_sets:
            kind = int(random.choice(5, p=(0.4, 0.3, 0.1, 0.1, 0.1)))
            tile = int(random.choice(kinds))
            if kind == 0 and (tile >= 27 or tile % 9 > 6):
                continue
            added = np.zeros(34, np.uint8)
            added[tile : tile + 3 if kind == 0 else tile + 1] = (1, 3, 4, 4, 4)[kind]
            if (laid[row] + added).max() > 4:
                continue
            laid[row] += added
            melds[row, place] = 34 * kind + tile
            place += 1
        extra = random.integers(2) if spare is None else spare
        wall = np.repeat(kinds, 4 - laid[row, kinds])
        standing = 13 + extra - 3 * n_sets
        if len(wall) < standing:
            wall = np.repeat(np.arange(34), 4 - laid[row])
        np.add.at(counts[row], random.choice(wall, standing, replace=False), 1)
    return counts, melds, laid
