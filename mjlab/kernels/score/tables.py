"""The tables of the scoring kernels, made with NumPy in a moment when they are first needed.

All stand in one flat int64 array, at the places `facts` names: one array argument is faster
than many. The small ones about melds, ranks and honors are described in `lookups`.

A suit is nine counts, known by its *key*: the base-5 number of the counts, that of rank 1 lowest.
Only 21,743 suits of at most 14 tiles fall into sets, or sets and a pair; a hash without collisions
finds their words. The upper bits of the scrambled key choose a row, its lower bits a place in the
row, and the rows are laid over each other so that no two words meet:
``flat[SUITS + flat[ROWS + upper] + lower]``. A word says which row it belongs to; if that is
another one, the suit does not fall into sets. Each way to lay a suit is a *record*:

========================== =====================================================================
word of a suit, bits       meaning
========================== =====================================================================
0-8                        ranks of the pungs
9-17                       the rank of the pair (a mask; empty for none)
18-26                      starts of the chows (a mask)
27-38                      sum of the chow weights, see `CHOW_WEIGHTS`
39-47                      ranks that, as the winning tile, were waited for alone
48-49                      number of records less one
50-61                      row
========================== =====================================================================

With several records (7 % of the suits) bits 0-38 are instead the index of the first one in the
array; its records are words like the above, without the last three fields.

The chows of a suit are a multiset of at most four of seven starts. The weights are chosen so that
all sums of up to four of them differ; a sum therefore names one of 330 multisets, numbered by
size (`CHOW_ID`, bits 0-15). Two suits combine to an offset (`CHOW_ROW`, at the place in bits 16 up
of the first, plus the number of the second) and the third is added, which numbers the 12,650
multisets of at most four chows without gaps. For each of them the best choice of chow fan under
the account-once rule is worked out here (`CHOW_FAN`):

========================== =====================================================================
chow fan (int64), bits     meaning
========================== =====================================================================
0-5                        bit number of the fan of three or four chows, 63 for none
6-11, 12-17                tile that makes, as a pair, pure terminal chows 一色双龙会,
                           three-suited terminal chows 三色双龙会; 63 for none
18                         four shifted chows from 123 to 789, which hold two terminal chows
19-21, 22-24               number of chows with a terminal, with a five
32-63                      how often each fan of two chows counts: a byte each, in the order of
                           the rulebook
========================== =====================================================================
"""

from itertools import combinations_with_replacement

import numpy as np

from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan
from mjlab.kernels.score import lookups

CHOW_WEIGHTS = lookups.CHOW_WEIGHTS

# Places in the word of a suit.
PAIR = 9
STARTS = 18
WEIGHT = 27
ALONE = 39
MORE = 48
ROW = 50
RECORD_MASK = (1 << ALONE) - 1
_EMPTY = 1 << 62  # no row


def build() -> np.ndarray:
    """Make the tables: int64, read-only."""
    chow_id, chow_row, chow_fan = _chow_tables()
    rows, words = _suit_words()
    flat = np.concatenate([lookups.build(), chow_id, chow_row, chow_fan, rows, words])
    flat.setflags(write=False)
    return flat


def _suit_words() -> tuple[np.ndarray, np.ndarray]:
    """Lay the suits out: the place of each row, and all rows with the records behind."""
    records, owners, suits = _decompositions()
    scrambled = suits @ 5 ** np.arange(9) * at.SCRAMBLE & at.SCRAMBLED_MASK
    row, column = scrambled >> at.ROW_SHIFT, scrambled & at.COLUMN_MASK
    rows = _lay_rows(row, column)
    places = rows[row] + column
    size = int(rows.max()) + at.COLUMN_MASK + 1  # any key may be looked up
    first = np.searchsorted(owners, np.arange(len(suits)))
    count = np.bincount(owners)
    several = count[owners] > 1
    listed = np.cumsum(several) - 1  # place of a record among those of suits with several
    content = np.where(count > 1, at.SUITS + size + listed[first], records[first])
    words = np.full(size, _EMPTY)
    words[places] = content | _waits_alone(suits) << ALONE | (count - 1) << MORE | row << ROW
    return rows, np.concatenate([words, records[several]])


def _lay_rows(row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """Find for each row the first place where its columns are free, the longest row first.

    Places taken, hardly more than there are suits, are bits of one integer: it takes milliseconds.
    """
    rows = np.zeros(at.N_ROWS, np.int64)
    order = np.argsort(row, kind="stable")
    columns = column[order].tolist()
    ends = np.searchsorted(row[order], np.arange(at.N_ROWS + 1)).tolist()
    taken = 0
    for i in np.argsort(-np.diff(ends), kind="stable").tolist():
        own = columns[ends[i] : ends[i + 1]]
        blocked = 0
        for c in own:
            blocked |= taken >> c
        rows[i] = place = (~blocked & (blocked + 1)).bit_length() - 1
        taken |= sum(1 << c for c in own) << place
    return rows


def _decompositions() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All ways to lay at most four sets and perhaps a pair in one suit.

    Returns the records, the number of the suit each belongs to (ascending), and the suits.
    """
    sets = [*(("pung", r) for r in range(9)), *(("chow", r) for r in range(7))]
    weights = np.zeros((16, 10), np.int64)  # tiles by rank, and the packed record, of each set
    for i, (kind, r) in enumerate(sets):
        if kind == "pung":
            weights[i, r] = 3
            weights[i, 9] = 1 << r
        else:
            weights[i, r : r + 3] = 1
            weights[i, 9] = CHOW_WEIGHTS[r] << WEIGHT
    chosen = [c for n in range(5) for c in combinations_with_replacement(range(16), n)]
    weights = np.vstack([weights, np.zeros((1, 10), np.int64)])
    padded = np.array([[*c, *[16] * (4 - len(c))] for c in chosen])
    sums = weights[padded].sum(1)
    sums[:, 9] |= [sum({1 << (STARTS + i - 9) for i in c if i >= 9}) for c in chosen]
    with_pair = np.repeat(sums[:, None, :], 10, axis=1)
    for r in range(9):
        with_pair[:, r, r] += 2
        with_pair[:, r, 9] |= 1 << (PAIR + r)
    laid = with_pair.reshape(-1, 10)
    laid = laid[laid[:, :9].max(1) <= 4]
    keys = laid[:, :9] @ 5 ** np.arange(9)
    order = np.argsort(keys, kind="stable")
    keys, laid = keys[order], laid[order]
    new = np.concatenate([[True], keys[1:] != keys[:-1]])
    return laid[:, 9], np.cumsum(new) - 1, laid[new, :9]


def _waits_alone(suits: np.ndarray) -> np.ndarray:
    """Mask of the ranks that, having completed the suit, were the only tile to do so."""
    # Waits count by shape, a fifth copy included: of five, three are a pung, or two the pair beside
    # chows that hold the others. Besides another tile of the suit there is one more way not to be
    # alone: if the suit without its tile is sets and a pair, the pair of the other suit would have
    # become a pung.
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
    up_to = [int((sizes <= n).sum()) for n in range(5)]  # multisets of at most n chows
    chow_id = np.zeros(at.CHOW_ROW - at.CHOW_ID, np.int64)
    row: list[int] = []
    chows: list[list[int]] = []  # of each numbered multiset: 9 * suit + start
    for i, first in enumerate(of_suit):
        chow_id[sum(CHOW_WEIGHTS[start] for start in first)] = i | len(row) << 16
        for second in of_suit[: up_to[4 - len(first)]]:
            row.append(len(chows))
            chows += [
                [*first, *(9 + s for s in second), *(18 + s for s in third)]
                for third in of_suit[: up_to[4 - len(first) - len(second)]]
            ]
    return chow_id, np.array(row), _chow_fan(chows)


def _chow_fan(multisets: list[list[int]]) -> np.ndarray:
    """Best chow fan of each multiset, packed."""
    # Account-once as arithmetic: chows are nodes and fan of two chows are edges between them; each
    # edge that joins two parts not yet joined counts, so the number that count is the number of
    # nodes less the number of parts. A fan of three chows is worth more than any edges, joins its
    # three nodes at once, and leaves at most one edge for the fourth. Edges are taken in the order
    # of the rulebook, so that equal chows are joined first and no set makes one fan twice.
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
    packed |= (counts << (32 + 8 * np.arange(4))).sum(1)
    packed |= _terminal_shapes(chows) | step_two.astype(np.int64) << 18
    packed |= np.isin(chows % 9, (0, 6)).sum(1, where=chows >= 0) << 19
    packed |= np.isin(chows % 9, (2, 3, 4)).sum(1, where=chows >= 0) << 22
    return packed


def _makes_pair_fan(kind: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    same_suit, apart = a // 9 == b // 9, np.abs(a % 9 - b % 9)
    found: np.ndarray = (same_suit ^ (kind == 1)) & (apart == (0, 0, 3, 6)[kind])
    return found


def _terminal_shapes(chows: np.ndarray) -> np.ndarray:
    """The five whose pair would complete each of the two terminal-chow shapes."""
    pure, three_suited = np.full((2, len(chows)), 63)
    c = np.sort(chows, axis=1)
    for suit in range(3):
        low = 9 * suit
        pure[(c == [low, low, low + 6, low + 6]).all(1)] = low + 4
        a, b = (9 * other for other in range(3) if other != suit)
        three_suited[(c == sorted([a, a + 6, b, b + 6])).all(1)] = low + 4
    return pure << 6 | three_suited << 12
