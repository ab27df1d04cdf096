"""The small tables: what a tile, a meld, the ranks present and the pungs of honors come to.

They answer in one load what would take several branches, and the tiles of one hand say nothing
about those of the next: a processor guesses such branches wrong, at the price of 15 cycles each.

================ ===================== ========================================================
table            index                 content
================ ===================== ========================================================
``UNITS``        tile * 3              what a tile adds to the keys of the three suits
``MELDS``        (code + 1) * 3        what a set laid aside adds to the word of sums below; masks
                                       of its kind if a pung or kong, of the kinds it holds
``ARRANGEMENTS`` i * 4                 mask of the nine tiles in the i-th of the six ways to give
                                       147, 258, 369 to the suits; the keys of the three suits
``BODIES``       groups 147, 258, 369  place of the arrangement that is there, 0 for none
                 there, three bits for
                 each suit
``RANKS``        (ranks present        both words of fan
                 | any honors << 9) * 2
``WIND_PUNGS``   wind pungs            second word of fan; << 32 number of pungs that may still be
                 | seat << 4           pungs of terminals or honors 幺九刻
                 | round << 6
``HONOR_PUNGS``  (pungs of honors      both words of fan, 圈风刻 and 门风刻 aside
                 | pair of winds << 7
                 | of dragons << 8) * 2
================ ===================== ========================================================

Word of sums: the chow weights of the suits in bits 0-35, then three bits each for the number of
sets, of concealed kongs and of other kongs.
"""

import numpy as np

from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan

CHOW_WEIGHTS = (1, 5, 21, 55, 153, 368, 856)
"""Weight of a chow by its start, in a suit."""
WEIGHT_BITS = 12

# Places in the word of sums.
N_MELDS = 36
CONCEALED_KONGS = 39
MELDED_KONGS = 42


def build() -> np.ndarray:
    """Make the small tables, one behind the other in the order above."""
    tables = (
        _units(),
        _melds(),
        _arrangements(),
        _bodies(),
        _ranks(),
        _wind_pungs(),
        _honor_pungs(),
    )
    return np.concatenate([table.ravel() for table in tables])


def _units() -> np.ndarray:
    units = np.zeros((34, 3), np.int64)
    for tile in range(27):
        units[tile, tile // 9] = 5 ** (tile % 9)
    return units


def _melds() -> np.ndarray:
    melds = np.zeros((at.N_MELD_CODES + 1, 3), np.int64)  # the first for no meld
    for code in range(at.N_MELD_CODES):
        kind, tile = divmod(code, 34)
        sums, pung, present = 1 << N_MELDS, 1 << tile, 1 << tile
        if kind == at.CHOW:
            if tile >= 27 or tile % 9 > 6:
                continue
            sums |= CHOW_WEIGHTS[tile % 9] << WEIGHT_BITS * (tile // 9)
            pung, present = 0, 7 << tile
        elif kind == at.KONG_CONCEALED:
            sums |= 1 << CONCEALED_KONGS
        elif kind != at.PUNG:
            sums |= 1 << MELDED_KONGS
        melds[code + 1] = sums, pung, present
    return melds


def _arrangements() -> np.ndarray:
    found = np.zeros((6, 4), np.int64)
    for i in range(6):
        a = i // 2  # the group of the first suit; of the others the lower goes first or last
        b = (a + 1 + (i & 1)) % 3
        for suit, group in enumerate((a, b, 3 - a - b)):
            found[i, 0] |= 0b001001001 << (9 * suit + group)
            found[i, 1 + suit] = sum(5 ** (group + step) for step in (0, 3, 6))
    return found


def _bodies() -> np.ndarray:
    table = np.zeros(512, np.int64)
    for i, mask in enumerate(_arrangements()[:, 0].tolist()):
        needed = sum((mask >> 9 * suit & 0b111) << 3 * suit for suit in range(3))
        for groups in range(512):
            if groups & needed == needed:
                table[groups] = at.ARRANGEMENTS + 4 * i
    return table


def _ranks() -> np.ndarray:
    """Fan that look at the ranks that occur in any suit, and at whether there are honors."""
    table = np.zeros((1024, 2), np.int64)
    for ranks in range(1, 512):
        big = 0
        if ranks & 0b100000001 == 0:
            table[ranks, 1] = fan.ALL_SIMPLES
        for fan_bit, others in (
            (fan.MIDDLE_TILES, 0b111000111),
            (fan.ALL_TERMINALS, 0b011111110),
            (fan.UPPER_FOUR, 0b000011111),
            (fan.UPPER_TILES, 0b000111111),
            (fan.LOWER_FOUR, 0b111110000),
            (fan.LOWER_TILES, 0b111111000),
        ):
            if ranks & others == 0:
                big |= fan_bit
        table[ranks, 0] = big
        if ranks & 0b011111110 == 0:
            table[512 | ranks, 0] = fan.ALL_TERMINALS_AND_HONORS
    return table


def _wind_pungs() -> np.ndarray:
    table = np.zeros(256, np.int64)
    for index in range(256):
        winds, seat, prevailing = index & 15, 1 << (index >> 4 & 3), 1 << (index >> 6)
        small = fan.SEAT_WIND if winds & seat else 0
        small |= fan.PREVALENT_WIND if winds & prevailing else 0
        left = (winds & ~(seat | prevailing)).bit_count()
        if winds.bit_count() >= 3:
            left = 0  # the larger fan has used them up
        table[index] = small | left << 32
    return table


def _honor_pungs() -> np.ndarray:
    table = np.zeros((512, 2), np.int64)
    for index in range(512):
        winds, dragons = (index & 15).bit_count(), (index >> 4 & 7).bit_count()
        wind_pair, dragon_pair = index >> 7 & 1, index >> 8
        if winds == 4:
            table[index, 0] = fan.BIG_FOUR_WINDS
        elif winds == 3:
            table[index, 0] = fan.LITTLE_FOUR_WINDS if wind_pair else fan.BIG_THREE_WINDS
        if dragons == 3:
            table[index, 0] |= fan.BIG_THREE_DRAGONS
        elif dragons == 2:
            table[index, 0] |= fan.LITTLE_THREE_DRAGONS if dragon_pair else fan.TWO_DRAGON_PUNGS
        elif dragons == 1:
            table[index, 1] = fan.DRAGON_PUNG
    return table
