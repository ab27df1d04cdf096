"""The tables of the scoring kernels, made with NumPy in a moment when they are first needed.

A suit is nine counts. Its *rank* is its place among the 405,350 suits of at most 14 tiles, found
with two small tables: ``LOW[key of ranks 1-4] + HIGH[key of ranks 5-9]``, where a key is the
base-5 number of the counts. The same two entries tell which ranks occur and how often; the seven
honors are looked up like a suit, winds as ranks 1-4 and dragons as ranks 5-7.

========================== =====================================================================
half of a suit, bits       meaning
========================== =====================================================================
0-19                       its share of the rank
20-24, 25-29               masks of the ranks that occur, and that occur an odd number of times
30-34, 35-39               masks of the ranks that occur twice, and three times
40-42                      number of ranks that occur four times
========================== =====================================================================
 Only 21,743 suits fall into sets, or sets and a pair; each of them has
one to four *records*, one for each way to do it.

========================== =====================================================================
record (int64), bits       meaning
========================== =====================================================================
0-8                        ranks of the pungs
9-15                       starts of the chows (a mask)
16-19                      rank of the pair, 15 for none
20-31                      sum of the chow weights, see `CHOW_WEIGHTS`
32-34                      number of chows
35-37, 38-40               number of sets with a terminal, with a five
========================== =====================================================================

The chows of a suit are a multiset of at most four of seven starts. The weights are chosen so that
all sums of up to four of them differ; a sum therefore names one of 330 multisets, numbered by
size. Two suits combine to an offset and the third is added, which numbers the 12,650 multisets of
at most four chows without gaps. For each of them the best choice of chow fan under the
account-once rule is worked out here:

========================== =====================================================================
chow fan (int64), bits     meaning
========================== =====================================================================
0-5                        bit number of the fan of three or four chows, 63 for none
6-7, 8-9, 10-11, 12-13     how often each fan of two chows counts, in the order of the rulebook
14-15, 16-17               suit (1-3) whose five makes, as a pair, pure terminal chows 一色双龙会,
                           three-suited terminal chows 三色双龙会; 0 for none
18                         four shifted chows from 123 to 789, which hold two terminal chows
========================== =====================================================================
"""

from itertools import combinations_with_replacement

import numpy as np

from mjlab.kernels import fan_bits as fan

KERNEL_SET = "5e5e0f769681"

NO_PAIR = 15
CHOW_WEIGHTS = (1, 5, 21, 55, 153, 368, 856)
"""Weight of a chow by its start, in a suit."""
N_CHOW_SUMS = 4 * CHOW_WEIGHTS[-1] + 1
N_SUIT_CHOWS = 330
RANK_MASK = (1 << 20) - 1
N_CHOWS = 12650

# Where each table begins in the one flat int64 array: one array argument is faster than nine.
LOW = 0
HIGH = LOW + 5**4
CHOW_ID = HIGH + 5**5
CHOW_OFFSET = CHOW_ID + N_CHOW_SUMS
CHOW_FAN = CHOW_OFFSET + N_SUIT_CHOWS**2
SUITS = CHOW_FAN + N_CHOWS
"""For each suit that falls into sets: first record << 12 | number of records << 9 | ranks that,
as the winning tile, were waited for alone."""


def build() -> tuple[np.ndarray, np.ndarray]:
    """Make the tables.

    Returns
    -------
    suit_ids : numpy.ndarray
        int16[405350]: number of the suit of each rank among those that fall into sets, else -1.
    flat : numpy.ndarray
        int64: all other tables, at the offsets above, the records last.
    """
    low, high = _rank_tables()
    records, owners, suits = _decompositions()
    ranks = low[suits[:, :4] @ 5 ** np.arange(4)] + high[suits[:, 4:] @ 5 ** np.arange(5)]
    suit_ids = np.full(405350, -1, np.int16)
    suit_ids[ranks] = np.arange(len(suits))
    starts = np.searchsorted(owners, np.arange(len(suits) + 1))
    alone = _waits_alone(suits)
    heads = starts[:-1] << 12 | np.diff(starts) << 9 | alone
    chow_id, chow_offset, chow_fan = _chow_tables()
    first_record = SUITS + len(suits)
    heads += first_record << 12
    halves = [low | _half_facts(4), high | _half_facts(5)]
    flat = np.concatenate([*halves, chow_id, chow_offset.ravel(), chow_fan, heads, records])
    return suit_ids, flat.astype(np.int64)


def _rank_tables() -> tuple[np.ndarray, np.ndarray]:
    """Number the suits: high halves by their tile sum, so that those a low half allows lead."""
    low_sums = _digits(4).sum(1)
    high_sums = _digits(5).sum(1)
    order = np.argsort(high_sums, kind="stable")
    high = np.empty(5**5, np.int64)
    high[order] = np.arange(5**5)
    allowed = np.searchsorted(high_sums[order], 14 - low_sums, side="right")
    low = np.concatenate([[0], np.cumsum(allowed)[:-1]])
    return low.astype(np.int64), high


def _half_facts(n: int) -> np.ndarray:
    """What the counts of half a suit say beside its rank, packed as in the table above."""
    counts, bits = _digits(n), 1 << np.arange(n)
    masks = (counts > 0, counts % 2 == 1, counts == 2, counts == 3)
    packed: np.ndarray = (counts == 4).sum(1) << 40
    for i, mask in enumerate(masks):
        packed |= (mask @ bits) << (20 + 5 * i)
    return packed


def _digits(n: int) -> np.ndarray:
    """All vectors of n counts 0-4, at the index of their key."""
    keys = np.arange(5**n)
    return keys[:, None] // 5 ** np.arange(n) % 5


def _decompositions() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All ways to lay at most four sets and perhaps a pair in one suit.

    Returns the records, the number of the suit each belongs to (ascending), and the suits.
    """
    sets = [*(("pung", r) for r in range(9)), *(("chow", r) for r in range(7))]
    weights = np.zeros((16, 10), np.int64)  # tiles by rank, and the packed record, of each set
    for i, (kind, r) in enumerate(sets):
        if kind == "pung":
            weights[i, r] = 3
            has_terminal, has_five = r in (0, 8), r == 4
            packed = 1 << r
        else:
            weights[i, r : r + 3] = 1
            has_terminal, has_five = r in (0, 6), r in (2, 3, 4)
            packed = CHOW_WEIGHTS[r] << 20 | 1 << 32
        weights[i, 9] = packed | has_terminal << 35 | has_five << 38
    chosen = [c for n in range(5) for c in combinations_with_replacement(range(16), n)]
    weights = np.vstack([weights, np.zeros((1, 10), np.int64)])
    padded = np.array([[*c, *[16] * (4 - len(c))] for c in chosen])
    sums = weights[padded].sum(1)
    sums[:, 9] |= [sum({1 << i for i in c if i >= 9}) for c in chosen]
    with_pair = np.repeat(sums[:, None, :], 10, axis=1)
    for r in range(9):
        with_pair[:, r, r] += 2
        with_pair[:, r, 9] |= r << 16
    with_pair[:, 9, 9] |= NO_PAIR << 16
    laid = with_pair.reshape(-1, 10)
    laid = laid[laid[:, :9].max(1) <= 4]
    keys = laid[:, :9] @ 5 ** np.arange(9)
    order = np.argsort(keys, kind="stable")
    keys, laid = keys[order], laid[order]
    new = np.concatenate([[True], keys[1:] != keys[:-1]])
    return laid[:, 9], np.cumsum(new) - 1, laid[new, :9]


def _waits_alone(suits: np.ndarray) -> np.ndarray:
    """Mask of the ranks that, having completed the suit, were the only tile to do so.

    Waits count by shape, a fifth copy included: of five, three are a pung, or two the pair beside
    chows that hold the others. Besides another tile of the suit there is one more way not to be
    alone: if the suit without its tile is sets and a pair, the pair of the other suit would have
    become a pung.
    """
    unit = 5 ** np.arange(9)
    keys = suits @ unit
    complete = np.zeros(5**9, bool)
    complete[keys] = True
    has_pair = suits.sum(1) % 3 == 2
    alone = np.zeros(len(suits), np.int64)
    for t in range(9):
        held = np.flatnonzero(suits[:, t])
        before = keys[held] - unit[t]
        other = complete[before] & ~has_pair[held]
        for u in range(9):
            if u == t:
                continue
            copies = suits[held, u]
            few = copies < 4
            other |= few & complete[before + np.where(few, unit[u], 0)]
            for used in (3, 2):
                other |= ~few & complete[before + np.where(few, 0, (1 - used) * unit[u])]
        alone[held[~other]] |= 1 << t
    return alone


def _chow_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Number the multisets of chows, and find the best chow fan of each."""
    of_suit = [c for n in range(5) for c in combinations_with_replacement(range(7), n)]
    sizes = np.array([len(c) for c in of_suit])
    chow_id = np.zeros(N_CHOW_SUMS, np.int64)
    for i, c in enumerate(of_suit):
        chow_id[sum(CHOW_WEIGHTS[start] for start in c)] = i
    up_to = [int((sizes <= n).sum()) for n in range(5)]  # multisets of at most n chows
    offset = np.full((N_SUIT_CHOWS, N_SUIT_CHOWS), -1, np.int64)
    chows: list[list[int]] = []  # of each numbered multiset: 9 * suit + start
    for i, first in enumerate(of_suit):
        for j, second in enumerate(of_suit[: up_to[4 - len(first)]]):
            offset[i, j] = len(chows)
            chows += [
                [*first, *(9 + s for s in second), *(18 + s for s in third)]
                for third in of_suit[: up_to[4 - len(first) - len(second)]]
            ]
    return chow_id, offset, _chow_fan(chows)


def _chow_fan(multisets: list[list[int]]) -> np.ndarray:
    """Best chow fan of each multiset, packed.

    Account-once as arithmetic: chows are nodes and fan of two chows are edges between them; each
    edge that joins two parts not yet joined counts, so the number that count is the number of
    nodes less the number of parts. A fan of three chows is worth more than any edges, joins its
    three nodes at once, and leaves at most one edge for the fourth. Edges are taken in the order
    of the rulebook, so that equal chows are joined first and no set makes one fan twice.
    """
    n = len(multisets)
    chows = np.full((n, 4), -1)
    for i, chosen in enumerate(multisets):
        chows[i, : len(chosen)] = chosen
    big = np.zeros(n, np.int64)
    in_big = np.zeros((n, 4), bool)  # the nodes a fan of three or four chows has joined
    value = np.zeros(n, np.int64)
    step_two = np.zeros(n, bool)

    def take(found: np.ndarray, points: int, which: int, nodes: list[int]) -> None:
        better = found & (points > value)
        big[better], value[better] = which, points
        in_big[better] = False
        in_big[:, nodes] |= better[:, None]

    for nodes in ([0, 1, 2, 3], [0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]):
        c = np.sort(chows[:, nodes], axis=1)
        there = c.min(1) >= 0
        one_suit = there & (c[:, 0] // 9 == c[:, -1] // 9)
        steps = np.diff(c, axis=1)
        same, by_one, by_two = ((steps == k).all(1) & one_suit for k in (0, 1, 2))
        if len(nodes) == 4:
            take(same, 48, fan.QUADRUPLE_CHOW, nodes)
            take(by_one | by_two, 32, fan.FOUR_PURE_SHIFTED_CHOWS, nodes)
            step_two = by_two
            continue
        suits, start = np.sort(c // 9, axis=1), c % 9
        three_suits = there & (suits == [0, 1, 2]).all(1)
        ordered = np.sort(start, axis=1)
        straight = (ordered == [0, 3, 6]).all(1)
        shifted = (np.diff(ordered, axis=1) == 1).all(1)
        take(same, 24, fan.PURE_TRIPLE_CHOW, nodes)
        take(one_suit & straight, 16, fan.PURE_STRAIGHT, nodes)
        take(by_one | by_two, 16, fan.PURE_SHIFTED_CHOWS, nodes)
        take(three_suits & straight, 8, fan.MIXED_STRAIGHT, nodes)
        take(three_suits & (np.ptp(start, axis=1) == 0), 8, fan.MIXED_TRIPLE_CHOW, nodes)
        take(three_suits & shifted, 6, fan.MIXED_SHIFTED_CHOWS, nodes)

    part = np.where(in_big, 9, np.arange(4))  # which part each node belongs to
    counts = np.zeros((n, 4), np.int64)
    for kind in range(4):
        for i in range(4):
            for j in range(i):
                a, b = chows[:, i], chows[:, j]
                apart = part[:, i] != part[:, j]
                found = apart & (a >= 0) & (b >= 0) & _makes_pair_fan(kind, a, b)
                counts[found, kind] += 1
                joined = found[:, None] & (part == part[:, [i]])
                part = np.where(joined, part[:, [j]], part)
    packed = np.array([int(b).bit_length() - 1 if b else 63 for b in big])
    packed |= (counts << (6 + 2 * np.arange(4))).sum(1)
    packed |= _terminal_shapes(chows) | step_two.astype(np.int64) << 18
    return packed


def _makes_pair_fan(kind: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    same_suit, apart = a // 9 == b // 9, np.abs(a % 9 - b % 9)
    found: np.ndarray = (same_suit ^ (kind == 1)) & (apart == (0, 0, 3, 6)[kind])
    return found


def _terminal_shapes(chows: np.ndarray) -> np.ndarray:
    """The suit whose pair of fives would complete one of the two terminal-chow shapes."""
    shapes = np.zeros(len(chows), np.int64)
    c = np.sort(chows, axis=1)
    for suit in range(3):
        low = 9 * suit
        pure = (c == [low, low, low + 6, low + 6]).all(1)
        shapes |= pure.astype(np.int64) * (suit + 1) << 14
        a, b = (9 * other for other in range(3) if other != suit)
        three_suited = (c == sorted([a, a + 6, b, b + 6])).all(1)
        shapes |= three_suited.astype(np.int64) * (suit + 1) << 16
    return shapes
