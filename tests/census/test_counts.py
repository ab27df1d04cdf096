"""The numbers of hands, against formulas that enumerate nothing."""

from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np
import pytest

from mjlab.api import FORMS
from mjlab.census.special import special_hands
from mjlab.kernels.score import tables as score_tables

WAYS = np.array([[comb(4, c) * comb(4 - c, s) for s in range(5)] for c in range(5)])
SETS = [(kind,) * 3 for kind in range(9)] + [(s, s + 1, s + 2) for s in range(7)]


def test_concealed_hands(self_drawn):
    """Seven pairs: 16,417,104 hands, 7,938 of which are four sets and a pair as well."""
    hands = dict(zip(FORMS, self_drawn.forms()["hands_by_shape"].tolist(), strict=True))
    assert hands == {
        "regular": 11_498_658,
        "seven_pairs": 16_417_104 - 7_938,
        "thirteen_orphans": 13,
        "honors_and_knitted": 720,
        "knitted_straight": 11_016,
    }
    assert self_drawn.hands == 27_919_573
    assert self_drawn.pairs == 187_059_571
    assert self_drawn.physical_hands == 13_257_769_189_488
    assert self_drawn.physical_pairs == 14 * self_drawn.physical_hands


def test_how_it_is_won_changes_no_number_of_hands(self_drawn, by_discard):
    for name in ("hands", "pairs", "physical_hands", "physical_pairs"):
        assert getattr(self_drawn, name) == getattr(by_discard, name)


def test_seven_pairs_are_a_multinomial():
    """Of 34 kinds some stand four times: choose these, then those that stand twice."""
    assert sum(comb(34, f) * comb(34 - f, 7 - 2 * f) for f in range(4)) == 16_417_104


def test_seven_pairs_that_are_sets_and_a_pair():
    """Suits of doubled chows and one pair, by the number of pairs in each suit."""
    suits = score_tables._decompositions()[2]
    even = suits[(suits % 2 == 0).all(1)].sum(1) // 2
    by_pairs = {int(n): int((even == n).sum()) for n in np.unique(even)}
    assert by_pairs == {0: 1, 1: 9, 3: 7, 4: 57, 6: 34, 7: 214}
    honors = {0: 1, 1: 7}
    found = sum(
        by_pairs[a] * by_pairs[b] * by_pairs[c] * honors[d]
        for a, b, c, d in product(by_pairs, by_pairs, by_pairs, honors)
        if a + b + c + d == 7 and [a % 3, b % 3, c % 3, d % 3].count(1) == 1
    )
    assert found == 7_938


def suit_sums(standing, sets, claimed):
    """(sets, pairs, claimed sets) -> distinct, kinds that stand, physical, of one suit."""
    sums = {}
    n = standing.shape[1]
    for size in range(claimed + 1):
        small = standing[standing.sum(1) <= 14 - 3 * size]
        for laid in combinations_with_replacement(range(len(sets)), size):
            counts = np.bincount([t for i in laid for t in sets[i]], minlength=n)
            rows = small[((small + counts) <= 4).all(1)]
            ways = WAYS[np.minimum(counts, 4), rows].prod(1)
            tiles = rows.sum(1)
            for total in np.unique(tiles):
                chosen = tiles == total
                key = (int(total) // 3 + size, int(total) % 3 // 2, size)
                if key[0] > 4:
                    continue
                new = [int(chosen.sum()), int((rows[chosen] > 0).sum()), int(ways[chosen].sum())]
                sums[key] = [a + b for a, b in zip(sums.get(key, [0, 0, 0]), new, strict=True)]
    return sums


def joined(one, other):
    found = {}
    for (k, p, j), (n, t, w) in one.items():
        for (k2, p2, j2), (n2, t2, w2) in other.items():
            key = (k + k2, p + p2, j + j2)
            if key[0] <= 4 and key[1] <= 1:
                old = found.get(key, (0, 0, 0))
                found[key] = (old[0] + n * n2, old[1] + t * n2 + n * t2, old[2] + w * w2)
    return found


@pytest.mark.parametrize("claimed", range(5))
def test_four_sets_and_a_pair(claimed, melded):
    """Hands, pairs and physical hands are products of sums over the suits."""
    suit = suit_sums(score_tables._decompositions()[2], SETS, claimed)
    honors = np.array(
        [
            [3 if i in pungs else 2 if i == pair else 0 for i in range(7)]
            for n in range(5)
            for pungs in combinations(range(7), n)
            for pair in (-1, *(i for i in range(7) if i not in pungs))
        ]
    )
    named = suit_sums(honors, [(kind,) * 3 for kind in range(7)], claimed)
    expected = joined(joined(joined(suit, suit), suit), named)[4, 1, claimed]
    table = melded[claimed].forms().set_index("form")
    assert int(table.loc["regular", "hands_by_shape"]) == expected[0]
    assert int(table.loc["regular", "physical_hands_by_shape"]) == expected[2]
    if claimed == 0:  # where a hand is seven pairs too, its pairs count as the better form
        special = special_hands(0, np.zeros(34, int), np.full(34, 4))
        pairs_alone = special.form == FORMS.index("seven_pairs")
        kinds = (special.standing > 0).sum(1) * special.members
        both = int(table.loc[["regular", "seven_pairs"], "pairs"].sum())
        assert both == expected[1] + int(kinds[pairs_alone].sum())
    else:
        assert int(table.loc["regular", "pairs"]) == expected[1]


def test_with_one_claimed_set_there_are_knitted_straights(melded):
    assert melded[1].forms().set_index("form").loc["knitted_straight", "hands_by_shape"] == 11_016
    assert melded[2].forms()["hands_by_shape"].tolist() == [melded[2].hands, 0, 0, 0, 0]


@pytest.mark.parametrize("claimed", range(5))
def test_every_standing_tile_may_have_won(claimed, melded):
    """Physical pairs: each hand stands with each of its physical standing tiles once."""
    tiles = 14 - 3 * claimed
    assert melded[claimed].physical_pairs == tiles * melded[claimed].physical_hands
