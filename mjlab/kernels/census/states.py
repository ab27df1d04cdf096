"""What a suit, and the honors, can hold of a complete hand: the building blocks of the census.

A *state* of a suit is what stands in it (sets, perhaps the pair) and which sets of it are claimed.
States are grouped by how many sets they hold, whether the pair, and how many sets are claimed;
the census puts groups together. A suit's state says nothing about which suit it is.

Honors count one by one only where a fan tells them apart: states with the same number of wind
pungs, seat and round wind, dragon pungs and kind of pair are one *class* with several members.

========================== =====================================================================
column                     meaning
========================== =====================================================================
PLACE                      base-5 key of the standing tiles, later the place of the suit in the
                           tables of the scorer; of a class of honors its number of members
COPIES                     standing copies, three bits for each rank
MASKS, bits 0-8, 9-17      ranks that stand, that stand an odd number of times
18-26, 27-35               ranks that occur at all, of which all four copies are held
36-44                      ranks of which three copies are claimed
45-47                      suits the state may be in, see `suit_states`
48-50                      whether all tiles are green bamboo, reversible dots, reversible bamboo
51-54                      1 + the rank whose removal leaves the nine gates
MELDS, bits 0-11, 12-20    claimed: sum of the chow weights, ranks of the pungs
21-40                      claimed: the sets, 1 + kind (pungs 0-8, chows 9-15), five bits each
WEIGHT                     ways to take the claimed tiles and then the standing tiles from four
                           copies of each
========================== =====================================================================
"""

from itertools import combinations, combinations_with_replacement

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.score import facts as at
from mjlab.kernels.score.lookups import CHOW_WEIGHTS

PLACE, COPIES, MASKS, MELDS, WEIGHT = range(5)
WIDTH = 5
ODD, PRESENT, FOUR, THREE_CLAIMED, ALLOWED, COLOURS, GATE = 9, 18, 27, 36, 45, 48, 51
MELD_PUNGS, MELD_SETS = 12, 21
ALL_SUITS = 7
SOME = 511 << PRESENT
"""What an empty state has none of."""

Groups = dict[tuple[int, int, int], tuple[int, int]]
"""(sets, pairs, claimed sets) -> first state, one behind the last."""

_WAYS = np.array(
    [[1, 4, 6, 4, 1], [4, 12, 12, 4, 0], [6, 12, 6, 0, 0], [4, 4, 0, 0, 0], [1, 0, 0, 0, 0]]
)
"""Ways to take claimed copies of a kind (rows), then standing ones (columns), from four."""
_NINE_GATES = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3])


def suit_states(
    suits: np.ndarray, claimed: int, least: np.ndarray, most: np.ndarray
) -> tuple[np.ndarray, Groups]:
    """Make the states of a suit, int64[M,WIDTH], and where each group is; the largest are first."""
    # suits int64[N,9] are the suits that fall into sets; claimed is how many sets the hand has
    # claimed; least and most int64[34] bound the copies of each kind in the hand, which decides in
    # which of the suits a state may be.
    melds, packed = _claimed_sets(claimed)
    n_claimed = (packed >> MELD_SETS & 31 > 0).astype(np.int64)
    for i in range(1, 4):
        n_claimed += packed >> (MELD_SETS + 5 * i) & 31 > 0
    tiles = suits.sum(1)
    made: list[tuple[tuple[int, int, int], np.ndarray]] = []
    for pair in (0, 1):
        for standing in range(5):
            numbers = np.flatnonzero(tiles == 3 * standing + 2 * pair)
            for j in range(min(claimed, 4 - standing) + 1):
                chosen = np.flatnonzero(n_claimed == j)
                fits = (suits[numbers][:, None] + melds[chosen][None] <= 4).all(2)
                row, meld = np.nonzero(fits)
                states = _states(suits, numbers[row], melds[chosen[meld]], packed[chosen[meld]])
                states[:, MASKS] |= _allowed(suits[numbers[row]] + melds[chosen[meld]], least, most)
                states = states[states[:, MASKS] >> ALLOWED & ALL_SUITS != 0]
                if len(states):
                    made.append(((standing + j, pair, j), states))
    made.sort(key=lambda item: -len(item[1]))
    groups: Groups = {}
    first = 0
    for key, states in made:
        groups[key] = (first, first + len(states))
        first += len(states)
    nothing = np.zeros((0, WIDTH), np.int64)
    return np.concatenate([nothing, *(states for _, states in made)]), groups


def _claimed_sets(most: int) -> tuple[np.ndarray, np.ndarray]:
    """All multisets of at most so many claimed sets of one suit: their tiles, and MELDS."""
    tiles, packed = [], []
    for n in range(most + 1):
        for chosen in combinations_with_replacement(range(16), n):
            counts = np.zeros(9, np.int64)
            word = 0
            for place, kind in enumerate(chosen):
                word += (1 + kind) << (MELD_SETS + 5 * place)
                if kind < 9:
                    counts[kind] += 3
                    word += 1 << (MELD_PUNGS + kind)
                else:
                    start = kind - 9
                    counts[start : start + 3] += 1
                    word += CHOW_WEIGHTS[start]
            if counts.max() <= 4:
                tiles.append(counts)
                packed.append(word)
    return np.array(tiles), np.array(packed, np.int64)


def _states(
    suits: np.ndarray, numbers: np.ndarray, claimed: np.ndarray, packed: np.ndarray
) -> np.ndarray:
    """The columns of states, but for the suits they may be in."""
    standing = suits[numbers]
    together = standing + claimed
    bits = 1 << np.arange(9)

    def mask(ranks: np.ndarray) -> np.ndarray:
        found: np.ndarray = ranks @ bits
        return found

    states = np.zeros((len(numbers), WIDTH), np.int64)
    states[:, PLACE] = standing @ 5 ** np.arange(9)
    states[:, COPIES] = standing @ (1 << 3 * np.arange(9))
    word = mask(standing > 0) | mask(standing % 2 == 1) << ODD
    word |= mask(together > 0) << PRESENT | mask(together == 4) << FOUR
    word |= mask(claimed == 3) << THREE_CLAIMED
    present = mask(together > 0)
    green, dots, bamboo = at.GREEN_TILES >> 18, at.REVERSIBLE_TILES >> 9, at.REVERSIBLE_TILES >> 18
    for i, colour in enumerate((green, dots, bamboo)):
        word |= (present & ~colour == 0).astype(np.int64) << (COLOURS + i)
    if len(standing) and standing[0].sum() == 14:
        beyond = standing - _NINE_GATES
        gates = (beyond.min(1) == 0) & (beyond.max(1) == 1)
        word |= np.where(gates, 1 + beyond.argmax(1), 0) << GATE
    states[:, MASKS] = word
    states[:, MELDS] = packed
    states[:, WEIGHT] = _WAYS[claimed, standing].prod(1)
    return states


def _allowed(counts: np.ndarray, least: np.ndarray, most: np.ndarray) -> np.ndarray:
    word = np.zeros(len(counts), np.int64)
    for suit in range(3):
        part = slice(9 * suit, 9 * suit + 9)
        fits = ((counts >= least[part]) & (counts <= most[part])).all(1)
        word |= fits.astype(np.int64) << (ALLOWED + suit)
    return word


def honor_states(
    claimed: int, seat: int, prevailing: int, least: np.ndarray, most: np.ndarray
) -> tuple[np.ndarray, Groups]:
    """Make the classes of honors as `suit_states` makes states; least and most int64[7].

    The tiles of a class are those of its first member.
    """
    classes: dict[tuple[int, int, int], dict[tuple[object, ...], list[int]]] = {}
    for n_sets in range(5):
        for sets in combinations(range(7), n_sets):
            for n_claimed in range(min(claimed, n_sets) + 1):
                for laid in combinations(sets, n_claimed):
                    for pair in (-1, *(i for i in range(7) if i not in sets)):
                        standing = np.zeros(7, np.int64)
                        standing[list(set(sets) - set(laid))] = 3
                        if pair >= 0:
                            standing[pair] = 2
                        together = standing.copy()
                        together[list(laid)] = 3
                        if (together < least).any() or (together > most).any():
                            continue
                        group = classes.setdefault((n_sets, int(pair >= 0), n_claimed), {})
                        kind = _honor_kind(standing, laid, seat, prevailing)
                        if kind in group:
                            group[kind][PLACE] += 1
                        else:
                            group[kind] = _honor_state(standing, laid)
    groups: Groups = {}
    states: list[list[int]] = []
    for key, group in classes.items():
        groups[key] = (len(states), len(states) + len(group))
        states += group.values()
    return np.array(states, np.int64).reshape(-1, WIDTH), groups


def _honor_kind(
    standing: np.ndarray, laid: tuple[int, ...], seat: int, prevailing: int
) -> tuple[object, ...]:
    """Everything about honors that any fan looks at."""
    pungs = [i for i in range(7) if standing[i] == 3]
    pair = [i for i in range(7) if standing[i] == 2]
    kinds = {*pungs, *pair, *laid}

    def looked_at(tiles: list[int]) -> tuple[bool, bool, int, int]:
        winds = [i for i in tiles if i < 4]
        return seat in winds, prevailing in winds, len(winds), len(tiles)

    return looked_at(pungs), looked_at(list(laid)), looked_at(pair)[2:], kinds == {4}, kinds == {5}


def _honor_state(standing: np.ndarray, laid: tuple[int, ...]) -> list[int]:
    claimed = np.zeros(7, np.int64)
    claimed[list(laid)] = 3
    bits = 1 << np.arange(7)
    stand = int((standing > 0) @ bits)
    odd = int((standing == 3) @ bits)
    state = [0] * WIDTH
    state[PLACE] = 1
    state[COPIES] = int(standing @ (1 << 3 * np.arange(7)))
    word = int((claimed > 0) @ bits)
    state[MASKS] = stand | odd << ODD | (stand | word) << PRESENT | word << THREE_CLAIMED
    state[MELDS] = word << MELD_PUNGS
    for place, kind in enumerate(laid):
        state[MELDS] += (1 + kind) << (MELD_SETS + 5 * place)
    state[WEIGHT] = int(_WAYS[claimed, standing].prod())
    return state


@jit_lean
def give_suits(a, b, c, states, placed):
    """Give three states to the suits in every way; returns how many of these fan tell apart.

    placed int64[28] gets for each the states of the three suits, and how many ways are like it.
    """
    masks_a = states[a, MASKS]
    masks_b = states[b, MASKS]
    masks_c = states[c, MASKS]
    any_suit = ALL_SUITS << ALLOWED
    placed[0], placed[1], placed[2] = a, b, c
    some_empty = (masks_a & SOME == 0) | (masks_b & SOME == 0) | (masks_c & SOME == 0)
    if masks_a & masks_b & masks_c & any_suit == any_suit and not some_empty:
        placed[3] = 6
        if a == b:
            placed[3] = 1 if b == c else 3
        elif b == c:
            placed[3] = 3
        return 1
    n = 1  # the first place is for those that no fan tells apart
    placed[3] = 0
    for x in range(3):
        for y in range(3):
            z = 3 - x - y
            if x == y or (a == b and x > y) or (b == c and y > z):
                continue
            allowed = masks_a >> (ALLOWED + x) & masks_b >> (ALLOWED + y)
            if not allowed & masks_c >> (ALLOWED + z) & 1:
                continue
            s0 = a if x == 0 else (b if y == 0 else c)
            s1 = a if x == 1 else (b if y == 1 else c)
            s2 = a if x == 2 else (b if y == 2 else c)
            place = 0
            if some_empty and _may_be_coloured(
                states[s0, MASKS], states[s1, MASKS], states[s2, MASKS]
            ):
                place = 4 * n
                placed[place + 3] = 0
                n += 1
            placed[place], placed[place + 1], placed[place + 2] = s0, s1, s2
            placed[place + 3] += 1
    return n


@jit_lean
def _may_be_coloured(masks0, masks1, masks2):
    """Whether all suited tiles of a hand are green, or all are reversible."""
    green = (masks1 & SOME == 0) & (masks2 >> COLOURS & 1)
    reversible = masks1 >> (COLOURS + 1) & masks2 >> (COLOURS + 2) & 1
    return (masks0 & SOME == 0) and (green | reversible) != 0
