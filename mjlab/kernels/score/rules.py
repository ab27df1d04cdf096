"""A ruleset as one flat array: values, exclusions, and what the switches decide.

=================== ===================== =====================================================
table               index                 content
=================== ===================== =====================================================
``RULE_EXCLUDED``   (chunk * 1024 + bits  both words of fan that are out beside the fan in a chunk
                    of the chunk) * 2     of ten bits of the first word
``RULE_COLOUR``     (suits present        both words of fan, ranks aside
                    | winds << 3
                    | dragons << 4) * 2
``RULE_KONGS``      ((concealed kongs * 5 both words of fan that kongs and concealed pungs make
                    + other kongs) * 5
                    + concealed pungs) * 2
``RULE_METHOD``     (circumstances        both words of fan for the way the hand was won
                    | claimed sets << 5)
                    * 4 + forced * 2
=================== ===================== =====================================================

*Forced* says that the hand holds a fan which is concealed by nature 必为门清. Values are kept by
binary digits, so that the bits of a word, masked and counted, add up to its value.
"""

import numpy as np

from mjlab.kernels.score import facts as at
from mjlab.kernels.score import fan_bits as fan

_CHUNK = 10


def build(flags: int, flower_points: int, table: np.ndarray) -> np.ndarray:
    """Make the array of a ruleset, int64[RULE_SIZE], read-only; the places are in `facts`.

    table int64[82,3]: two words of fan excluded, the value (big: even, below 128; small: below 8).
    """
    rule = np.zeros(at.RULE_SIZE, np.int64)
    rule[at.RULE_FLAGS] = flags
    rule[at.RULE_FLOWER_POINTS] = flower_points
    values = table[:, 2].tolist()
    rule[at.RULE_CHICKEN] = values[fan.CHICKEN_HAND.bit_length() - 1]
    for i, column in enumerate(at.COUNTED):
        rule[at.RULE_COUNTED] |= values[column] << 8 * (7 - i)
    big, small = table[: fan.N_BIG, 2], table[fan.N_BIG :, 2].copy()
    small[np.array(at.COUNTED) - fan.N_BIG] = 0  # these have a byte, not a bit
    rule[at.RULE_BIG_VALUES : at.RULE_SMALL_VALUES] = _digits(big >> 1, 6)
    rule[at.RULE_SMALL_VALUES : at.RULE_EXCLUDED] = _digits(small, 3)
    rule[at.RULE_EXCLUDED : at.RULE_COLOUR] = _exclusions(table)
    rule[at.RULE_COLOUR : at.RULE_KONGS] = _colours(flags)
    rule[at.RULE_KONGS : at.RULE_METHOD] = _kongs(flags)
    rule[at.RULE_METHOD :] = _methods(flags)
    rule.setflags(write=False)
    return rule


def _digits(values: np.ndarray, n: int) -> np.ndarray:
    """For each of n binary digits the mask of the columns whose value has it."""
    return (values >> np.arange(n)[:, None] & 1) @ (1 << np.arange(len(values)))


def _exclusions(table: np.ndarray) -> np.ndarray:
    """What each chunk of fan excludes: the union over its bits, doubling the rows bit by bit."""
    chunks = []
    for first in range(0, fan.N_BIG, _CHUNK):
        found = np.zeros((1, 2), np.int64)
        for column in range(first, first + _CHUNK):
            excluded = table[column, :2] if column < fan.N_BIG else np.zeros(2, np.int64)
            found = np.concatenate([found, found | excluded])
        chunks.append(found)
    return np.concatenate(chunks).ravel()


def _colours(flags: int) -> np.ndarray:
    table = np.zeros((32, 2), np.int64)
    one_suit_voids = flags >> at.FLAG_ONE_SUIT_VOIDED & 1
    for index in range(32):
        suits, winds, dragons = (index & 7).bit_count(), index >> 3 & 1, index >> 4
        honors = winds or dragons
        if not honors:
            table[index, 1] |= fan.NO_HONORS
            if suits == 1:
                table[index, 0] = fan.FULL_FLUSH
        elif suits == 0:
            table[index, 0] = fan.ALL_HONORS
        elif suits == 1:
            table[index, 0] = fan.HALF_FLUSH
        elif suits == 3 and winds and dragons:
            table[index, 0] = fan.ALL_TYPES
        if suits == 2 or (suits < 2 and one_suit_voids):
            table[index, 1] |= fan.ONE_VOIDED_SUIT
    return table.ravel()


def _kongs(flags: int) -> np.ndarray:
    """The one fan that the kongs make together, and the one of concealed pungs, kongs included."""
    table = np.zeros((5, 5, 5, 2), np.int64)
    for concealed, melded, pungs in np.ndindex(5, 5, 5):
        big, small = _fan_of_kongs(concealed, melded, flags)
        hidden = pungs + concealed
        if hidden == 4:
            big |= fan.FOUR_CONCEALED_PUNGS
        elif hidden == 3:
            big |= fan.THREE_CONCEALED_PUNGS
        elif hidden == 2 and (concealed != 1 or flags >> at.FLAG_TWO_WITH_KONG & 1):
            small |= fan.TWO_CONCEALED_PUNGS
        if hidden >= 3 and not flags >> at.FLAG_KONG_PAIR_EXTRA & 1:
            big &= ~fan.TWO_CONCEALED_KONGS
        table[concealed, melded, pungs] = big, small
    return table.ravel()


def _fan_of_kongs(concealed: int, melded: int, flags: int) -> tuple[int, int]:
    kongs = concealed + melded
    if kongs == 1:
        return 0, fan.CONCEALED_KONG if concealed else fan.MELDED_KONG
    if kongs == 2 and concealed == 1:
        if flags >> at.FLAG_SUM_OF_KONGS & 1:
            return 0, fan.CONCEALED_KONG | fan.MELDED_KONG
        return 0, fan.MELDED_AND_CONCEALED_KONG
    if kongs == 2:
        return fan.TWO_CONCEALED_KONGS if concealed else fan.TWO_MELDED_KONGS, 0
    return {3: fan.THREE_KONGS, 4: fan.FOUR_KONGS}.get(kongs, 0), 0


def _methods(flags: int) -> np.ndarray:
    table = np.zeros((5, 32, 2, 2), np.int64)
    for claimed, how, forced in np.ndindex(5, 32, 2):
        self_drawn = how & at.SELF_DRAWN
        big = small = 0
        if how & at.WALL_LAST:
            if self_drawn:
                big |= fan.LAST_TILE_DRAW
            elif not how & at.ROBBING_KONG or not flags >> at.FLAG_DISCARD_CLAIM_ONLY & 1:
                big |= fan.LAST_TILE_CLAIM
        if how & at.KONG_REPLACEMENT:
            big |= fan.OUT_WITH_REPLACEMENT_TILE
        if how & at.ROBBING_KONG:
            big |= fan.ROBBING_THE_KONG
        if how & at.LAST_OF_KIND:
            big |= fan.LAST_TILE
        if claimed == 4 and not self_drawn:
            big |= fan.MELDED_HAND
        if self_drawn:
            if claimed == 0 and (not forced or flags >> at.FLAG_FORCED_FULLY_CONCEALED & 1):
                big |= fan.FULLY_CONCEALED_HAND
            else:
                small |= fan.SELF_DRAWN
        elif claimed == 0 and not forced:
            small |= fan.CONCEALED_HAND
        table[claimed, how, forced] = big, small
    return table.ravel()
