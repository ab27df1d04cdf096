"""Hands with their winning tiles, drawn at random from all there are."""

from __future__ import annotations

from itertools import product

import numpy as np

from mjlab.batch import WinBatch
from mjlab.census.special import special_hands
from mjlab.kernels.score import tables as score_tables


def sample(n: int, seed: int, **circumstances) -> WinBatch:
    """Half of them four sets and a pair, a third seven pairs, the others special."""
    random = np.random.default_rng(seed)
    hands = np.concatenate(
        [
            _regular(n - n // 2, random),
            _seven_pairs(n // 3, random),
            _special(n // 2 - n // 3, random),
        ]
    )
    random.shuffle(hands)
    win = np.where(hands > 0, random.random(hands.shape), 0).argmax(1)
    hands[np.arange(n), win] -= 1
    return WinBatch.from_arrays(hands, win, **circumstances)


def _regular(n, random):
    """Each hand of four sets and a pair is as likely as any other."""
    suits = score_tables._decompositions()[2]
    honors = np.array(np.unravel_index(np.arange(4**7), (4,) * 7)).T
    honors = honors[~(honors == 1).any(1) & ((honors == 2).sum(1) <= 1)]
    by_size = [
        {size: part[part.sum(1) == size] for size in np.unique(part.sum(1))}
        for part in (suits, suits, suits, honors)
    ]
    sizes = [
        s for s in product(*by_size)
        if sum(s) == 14 and [k % 3 for k in s].count(2) == 1
    ]  # fmt: skip
    numbers = np.array([np.prod([len(by_size[i][k]) for i, k in enumerate(s)]) for s in sizes])
    hands = []
    for size, many in zip(sizes, random.multinomial(n, numbers / numbers.sum()), strict=True):
        parts = [by_size[i][k] for i, k in enumerate(size)]
        hands.append(np.hstack([part[random.integers(len(part), size=many)] for part in parts]))
    return np.concatenate(hands)


def _seven_pairs(n, random):
    hands = np.zeros((n, 34), np.int64)
    for row in range(n):
        fours = random.choice(4, p=(0.3, 0.5, 0.15, 0.05))
        kinds = random.permutation(34)[: 7 - fours]
        hands[row, kinds] = 2
        hands[row, kinds[:fours]] = 4
    return hands


def _special(n, random):
    special = special_hands(0, np.zeros(34, int), np.full(34, 4))
    return special.standing[random.integers(len(special.standing), size=n)]
