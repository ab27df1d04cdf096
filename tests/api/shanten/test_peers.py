"""Shanten and useful tiles beside other packages."""

import numpy as np
import pytest

from benchmarks.shanten import MIXES, deal
from mjlab.api.shanten.answers import tiles_of
from mjlab.api.shanten.batch import shanten_batch, useful_batch
from mjlab.reference.shanten import FORMS

NAMES = [*(f"{suit}{n}" for suit in "WBT" for n in range(1, 10)),
         "F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # fmt: skip


@pytest.mark.parametrize("mix", MIXES)
def test_pymahjonggb(mix):
    gb = pytest.importorskip("MahjongGB")
    calls = (
        gb.RegularShanten,
        gb.SevenPairsShanten,
        gb.ThirteenOrphansShanten,
        gb.HonorsAndKnittedTilesShanten,
        gb.KnittedStraightShanten,
    )
    hands = deal(100, 13, MIXES[mix], seed=7)
    for form, call in zip(FORMS, calls, strict=True):
        found = useful_batch(hands, form=form)
        for row, counts in enumerate(hands):
            shanten, useful = call(tuple(NAMES[t] for t in np.repeat(np.arange(34), counts)))
            assert shanten == found.shanten[row]
            # It also names tiles of which the player holds all four.
            possible = {NAMES.index(name) for name in useful if counts[NAMES.index(name)] < 4}
            assert possible == set(tiles_of(found.mask[row]))


@pytest.mark.parametrize("mix", MIXES)
def test_mahjong(mix):
    one = pytest.importorskip("mahjong.shanten").Shanten()
    hands = deal(200, 14, MIXES[mix], seed=8)
    expected = [one.calculate_shanten_for_regular_hand(hand) for hand in hands.tolist()]
    assert shanten_batch(hands, form="regular").tolist() == expected


@pytest.mark.parametrize("mix", MIXES)
def test_xiangting(mix):
    xiangting = pytest.importorskip("xiangting")
    hands = deal(1_000, 14, MIXES[mix], seed=9)
    table = shanten_batch(hands, form="all")
    # Riichi's seven pairs are of seven kinds.
    pairs = 6 - (hands >= 2).sum(1) + np.maximum(0, 7 - (hands > 0).sum(1))
    expected = np.minimum(np.minimum(table[:, 0], table[:, 2]), pairs)
    four = xiangting.PlayerCount.FOUR
    found = [xiangting.calculate_replacement_number(hand, four) - 1 for hand in hands.tolist()]
    assert expected.tolist() == found
