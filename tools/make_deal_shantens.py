"""Write mjlab/api/shanten/deals.csv: the shanten of a hundred million random deals.

Usage: ``python tools/make_deal_shantens.py``, about a minute. The thirteen tiles are drawn from the
136 without flowers: where flowers are played and replaced, the tiles a player holds after that are
as random. The seed is fixed, so another run writes the same file.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mjlab.api import FORMS, shanten_batch

FILE = Path(__file__).resolve().parent.parent / "mjlab" / "api" / "shanten" / "deals.csv"
SEED = 2026
PARTS, SIZE = 100, 1_000_000
MOST = 13
"""No hand of thirteen tiles is further from any form: thirteen orphans without a single one."""


def deals(random: np.random.Generator, n: int) -> NDArray[np.uint8]:
    """Draw thirteen of 136 tiles for each of `n` deals, uint8[n,34]; Floyd's way, all at once."""
    tiles = np.empty((13, n), np.uint8)
    for row, last in enumerate(range(136 - 13, 136)):
        drawn = random.integers(last + 1, size=n, dtype=np.uint8)
        again = (tiles[:row] == drawn).any(axis=0)
        tiles[row] = np.where(again, np.uint8(last), drawn)
    counts = np.zeros((n, 34), np.uint8)
    for kinds in tiles // 4:
        counts[np.arange(n), kinds] += 1
    return counts


def counted(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many hands have each shanten, int64[14,6]: the best of all forms, then each form."""
    by_form = shanten_batch(counts, form="all")
    columns = [by_form.min(axis=1), *by_form.T]
    return np.stack([np.bincount(column, minlength=MOST + 1) for column in columns], axis=1)


def main() -> None:
    sums = np.zeros((MOST + 1, 1 + len(FORMS)), np.int64)
    for seed in np.random.SeedSequence(SEED).spawn(PARTS):
        sums += counted(deals(np.random.default_rng(seed), SIZE))
    lines = [("shanten", "best", *FORMS), *((n, *row) for n, row in enumerate(sums.tolist()))]
    FILE.write_text("".join(",".join(map(str, line)) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
