"""The tables behind shanten, waits and useful tiles: how they are built, and read from their file.

Building takes about a second, so the tables are kept beside this module; tests build them anew and
compare. ``python tools/make_shanten_tables.py`` writes the file.

Nine counts of a suit (or seven of the honors) are a *key*, their number in base 5, rank 1 first.
Only keys of at most 14 tiles occur: 405,350 of a suit, 43,130 of the honors. The *place* of a suit
in the tables is ``halves[key // 3125] + halves[LOWER + key % 3125]``; that of the honors is
``N_SUITS + key``, or ``halves[HONORS + key // 625] + halves[LOWER + 3125 + key % 625]``.

A *vector* is what a group of tiles can do for a hand: for each number of sets 0-4, without and
with a pair, the fewest tiles it is short of; no target has more than four of a kind. Entry
``sets + 5 * pair``. Only 126 vectors occur in suits and 55 in honors, and all their sums (the best
way to share the sets and the pair between two groups) are among 180: the *class* of a group.

======== ================ ========================================================================
table    dtype, shape     meaning
======== ================ ========================================================================
halves   uint32[4500]     see above
classes  uint8[P]         class by place
vectors  uint8[180*10]    tiles short, ``[10 * class + entry]``
sums     uint8[180*256]   class of two groups taken together, ``[class << 8 | class]``
shanten  int8[5*256]      shanten of the regular form, ``[sets wanted << 8 | class of the hand]``
info     int64[P]         facts by place, see `_facts`
rows     int64[2*P]       entries of the vector that each further tile betters, see `_rows`:
                          ``[2 * place]`` and ``[2 * place + 1]``
active   uint8[5*180*256] which entries of a group's vector take part in a best hand, by number:
                          ``[sets wanted * 180 + class of the others << 8 | its class]``
spread   int64[256]       the entries with that number, repeated for each lane of `rows`
ready    uint16[P]        by place, bits 0-8: ranks that complete the counts by shape; bit 9: the
                          counts are complete, bit 10: with a pair
======== ================ ========================================================================
"""

import numpy as np

NAMES = (
    "halves",
    "classes",
    "vectors",
    "sums",
    "shanten",
    "info",
    "rows",
    "active",
    "spread",
    "ready",
)
FILE = __file__.removesuffix(".py") + ".npz"
N_SUITS = 405_350
N_PLACES = N_SUITS + 5**7
N_CLASSES = 180
HONORS = 625
LOWER = 750
"""Where the upper halves of honors, and the lower halves, begin in `halves`."""
LANES = sum(1 << 12 * lane for lane in range(5))
_MOST = 20  # more than any group is short of


def load() -> tuple[np.ndarray, ...]:
    """Read the tables: a tuple in the order of `NAMES`, which the kernels take as it is."""
    with np.load(FILE) as file:
        return tuple(file[name] for name in NAMES)


def build() -> tuple[np.ndarray, ...]:
    """Make the tables anew: a tuple in the order of `NAMES`."""
    size = _digits(5).sum(0)
    high, low = _places(size)
    suits = _Group(9, 7, np.add.outer(size[:625], size).ravel())
    honors = _Group(7, 0, np.add.outer(size[:25], size).ravel())
    suit_keys = suits.keys[np.argsort(high[suits.keys // 3125] + low[suits.keys % 3125])]
    vectors = np.hstack([suits.vectors[:, suit_keys], honors.vectors[:, honors.keys]])
    vectors, sums = _number(vectors)
    shanten, active, spread = _active_entries(vectors, sums)
    tables: dict[str, list[np.ndarray]] = {n: [] for n in ("classes", "info", "rows", "ready")}
    for group, keys in ((suits, suit_keys), (honors, np.arange(5**7))):
        classes = _find(vectors, group.vectors)
        known = group.size[keys] <= 14
        tables["classes"].append(np.where(known, classes[keys], 0))
        tables["info"].append(np.where(known, _facts(group, keys, classes), 0))
        tables["rows"].append(np.where(known[:, None], _rows(group, keys, classes), 0))
        tables["ready"].append(np.where(known, _ready(group, keys), 0))
    classes, info, rows, ready = (np.concatenate(parts) for parts in tables.values())
    return (
        np.concatenate([high, N_SUITS + 625 * np.arange(125), low, np.arange(625)]).astype(
            np.uint32
        ),
        classes.astype(np.uint8),
        vectors.T.ravel(),
        sums,
        shanten,
        info,
        rows.ravel(),
        active,
        spread,
        ready.astype(np.uint16),
    )


def _digits(n):
    """All numbers of n digits in base 5, the first digit first: int64[n,5**n]."""
    return np.indices((5,) * n).reshape(n, -1)


def _places(size):
    """Tables `high` and `low`: counts of few tiles, the most common, lie together."""
    by_size = np.argsort(size, kind="stable")
    low = np.empty(3125, np.int64)
    low[by_size] = np.arange(3125)
    upper = by_size[by_size < 625]
    room = 14 - size[upper]
    fitting = np.searchsorted(size[by_size], room, side="right") * (room >= 0)
    high = np.empty(625, np.int64)
    high[upper] = np.cumsum(fitting) - fitting
    return high, low


class _Group:
    """The counts of a suit or of the honors, by key: their sizes and vectors."""

    def __init__(self, n_ranks, n_chows, size):
        self.n_ranks = n_ranks
        self.weights = 5 ** np.arange(n_ranks)[::-1]
        self.size = size
        self.keys = np.flatnonzero(size <= 14)
        self.vectors = np.full((10, 5**n_ranks), _MOST, np.uint8)
        self.fifth = np.zeros(5**n_ranks, np.int64)
        self._mark_shapes(n_chows)
        self._spread()

    def _mark_shapes(self, n_chows):
        """Mark whatever is made of up to four sets, or of up to four sets and a pair."""
        # Shapes with five copies of one tile exist in no hand, but a hand is said to wait for the
        # fifth by shape: `fifth` gets the rank's bit at the key without it.
        one = np.eye(self.n_ranks, dtype=np.int64)
        chows = [np.eye(3, self.n_ranks, start, dtype=np.int64).sum(0) for start in range(n_chows)]
        kinds = np.vstack([0 * one[0], *3 * one, *chows])
        chosen = np.indices((len(kinds),) * 4).reshape(4, -1)
        chosen = chosen[:, (np.diff(chosen, axis=0) >= 0).all(0)]
        sets = (chosen > 0).sum(0)
        for pair, added in enumerate(np.vstack([0 * one[0], *2 * one])):
            shapes = kinds[chosen].sum(0) + added
            excess = np.maximum(shapes - 4, 0)
            keys = (shapes - excess) @ self.weights
            fits = excess.sum(1) == 0
            self.vectors[sets[fits] + 5 * (pair > 0), keys[fits]] = 0
            for rank in range(self.n_ranks):
                alone = (excess.sum(1) == 1) & (excess[:, rank] == 1)
                self.fifth[keys[alone]] |= 1 << rank

    def _spread(self):
        """From marked shapes to the vectors of all counts."""
        # First down: what is part of a shape is short of the rest. Then up: what contains such a
        # part is short of no more.
        grid = self.vectors.reshape(10, *(5,) * self.n_ranks)
        for rank in range(self.n_ranks):
            column = np.moveaxis(grid, rank + 1, 0)
            for count in (3, 2, 1, 0):
                np.minimum(column[count], column[count + 1] + 1, out=column[count])
        for rank in range(self.n_ranks):
            column = np.moveaxis(grid, rank + 1, 0)
            for count in (1, 2, 3, 4):
                np.minimum(column[count], column[count - 1], out=column[count])

    def count(self, keys, rank):
        """The counts of a rank."""
        return keys // self.weights[rank] % 5


def _packed(vectors):
    return (vectors.astype(np.int64) << 6 * np.arange(10)[:, None]).sum(0)


def _find(vectors, wanted):
    """The numbers of vectors; 0 for what is no vector of a hand."""
    order = np.argsort(_packed(vectors))
    at = np.searchsorted(_packed(vectors)[order], _packed(wanted))
    return order[np.minimum(at, order.size - 1)]


def _number(vectors):
    """List the vectors that are different, in the order met, and tabulate their sums."""
    _, first = np.unique(_packed(vectors), return_index=True)
    vectors = vectors[:, np.sort(first)]
    sums = _sums(vectors)
    _, first = np.unique(_packed(sums), return_index=True)
    new = sums[:, np.sort(first)]
    vectors = np.hstack([vectors, new[:, ~np.isin(_packed(new), _packed(vectors))]])
    n = vectors.shape[1]
    table = np.zeros((n, 256), np.uint8)
    table[:, :n] = _find(vectors, _sums(vectors)).reshape(n, n)
    return vectors, table.ravel()


def _sums(vectors):
    """Vectors of any two groups taken together: the best way to share the sets and the pair."""
    a, b = vectors[:, :, None], vectors[:, None, :]
    n = vectors.shape[1]
    best = np.full((10, n, n), _MOST, np.uint8)
    for i in range(5):
        for j in range(5 - i):
            np.minimum(best[i + j], a[i] + b[j], out=best[i + j])
            np.minimum(best[i + j + 5], a[i] + b[j + 5], out=best[i + j + 5])
            np.minimum(best[i + j + 5], a[i + 5] + b[j], out=best[i + j + 5])
    return best.reshape(10, -1)


def _active_entries(vectors, sums):
    """Tables `shanten`, `active` and `spread`."""
    n = vectors.shape[1]
    whole = sums.reshape(n, 256)[:, :n]
    shanten = np.zeros((5, 256), np.int8)
    shanten[:, :n] = vectors[5:].astype(np.int8) - 1
    entries = np.zeros((5, n, 256), np.int64)
    for wanted in range(5):
        for entry in range(1, 10):
            pair, own = divmod(entry, 5)
            if own <= wanted:
                others = vectors[wanted - own + 5 * (1 - pair)]
                takes_part = others[:, None] + vectors[entry] == vectors[wanted + 5][whole]
                entries[wanted, :, :n] |= takes_part.astype(np.int64) << entry - 1
    different, number = np.unique(entries, return_inverse=True)
    spread = np.zeros(256, np.int64)
    spread[: different.size] = different * LANES
    return shanten.ravel(), number.ravel().astype(np.uint8), spread


def _facts(group, keys, classes):
    """One word of facts for each key."""
    # bits
    # 0-23  of a suit: for each of 147, 258, 369 a byte: bits 0-1 how many of the three are missing,
    #       the others what the suit without them lacks, see `_lacks`; of the honors one such byte
    # 24-31 class
    # 32-35 pairs, four of a kind being two
    # 36-39 kinds of terminals or honors
    # 40-42 how many of these are held twice
    # 43-51 ranks held
    # 52-60 ranks held once or three times
    word = classes[keys].astype(np.int64) << 24
    lacks = _lacks(group.vectors)
    if group.n_ranks == 7:
        word |= lacks[keys]
    for rank in range(group.n_ranks):
        count = group.count(keys, rank)
        held = (count > 0).astype(np.int64)
        word += count // 2 << 32 | held << 43 + rank | (count & 1) << 52 + rank
        if group.n_ranks == 7 or rank in (0, 8):
            word += held << 36 | (count > 1).astype(np.int64) << 40
    for first in range(3 if group.n_ranks == 9 else 0):
        rest, missing = keys.copy(), 3
        for rank in range(first, 9, 3):
            held = group.count(keys, rank) > 0
            rest -= held * group.weights[rank]
            missing = missing - held
        word |= (lacks[rest] | missing) << 8 * first
    return word


def _lacks(vectors):
    """What counts lack beside a knitted straight.

    Bits 2-3 for a set, 4-5 for a pair, 6-7 what both together lack more than each alone.
    """
    for_set, for_pair, for_both = vectors[[1, 5, 6]].astype(np.int64)
    return for_set << 2 | for_pair << 4 | for_both - for_set - for_pair << 6


def _rows(group, keys, classes):
    """Which entries of the vector each further tile betters, as two words: int64[N,2]."""
    # Ranks 1-5 stand in the first word, 6-9 in the second, in lanes of 12 bits; bit entry - 1 of a
    # lane is set if one more tile of that rank brings the entry closer. (No tile betters entry 0,
    # no sets and no pair.) Bits 48-55 of the second word, where it has no lane, are the class.
    rows = np.zeros((keys.size, 2), np.int64)
    rows[:, 1] = classes[keys] << 48
    for rank in range(group.n_ranks):
        room = group.count(keys, rank) < 4
        more = keys + room * group.weights[rank]
        for entry in range(1, 10):
            vector = group.vectors[entry]
            better = (vector[more] < vector[keys]).astype(np.int64)
            rows[:, rank // 5] |= better << 12 * (rank % 5) + entry - 1
    return rows


def _ready(group, keys):
    complete = _completes(group, keys)
    word = group.fifth[keys] | (complete > 0).astype(np.int64) << 9
    word |= (complete == 2).astype(np.int64) << 10
    for rank in range(group.n_ranks):
        room = group.count(keys, rank) < 4
        more = keys + room * group.weights[rank]
        word |= (room & (_completes(group, more) > 0)).astype(np.int64) << rank
    return word


def _completes(group, keys):
    """1 where the counts are sets, 2 where they are sets and a pair, 0 where they are neither."""
    size = group.size[keys]
    sets = np.minimum(size // 3, 4)
    whole = (size == 3 * sets) & (group.vectors[sets, keys] == 0)
    paired = (size == 3 * sets + 2) & (group.vectors[sets + 5, keys] == 0)
    return whole + 2 * paired
