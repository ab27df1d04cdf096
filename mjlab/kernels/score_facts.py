"""Where the scoring kernels keep what they know of a hand, and other constants they share."""

from mjlab.kernels import fan_bits as fan

KERNEL_SET = "5e5e0f769681"

# Kinds of melds, as in mjlab.hand.MeldKind: a meld's code is kind * 34 + lowest tile.
CHOW = 0
PUNG = 1
KONG_MELDED = 2
KONG_ADDED = 3
KONG_CONCEALED = 4

# Bits of the circumstances.
SELF_DRAWN = 1
LAST_OF_KIND = 2
WALL_LAST = 4
KONG_REPLACEMENT = 8
ROBBING_KONG = 16

# Bits of the flag word of a ruleset, as in mjlab.rules.rulesets.FLAG_BITS. Those missing here act
# through the table of exclusions and values.
FLAG_SUM_OF_KONGS = 1
FLAG_FORCED_FULLY_CONCEALED = 3
FLAG_LESSER_WITH_STRAIGHT = 4
FLAG_NINE_GATES_ALL = 6
FLAG_KNITTED_PAIR_ONLY = 9
FLAG_KNITTED_NO_WAIT = 10
FLAG_EXHAUSTED = 11
FLAG_PAIRS_TAKE_SET_FAN = 12
FLAG_ONE_SUIT_VOIDED = 13
FLAG_PUNG_CONCEALED = 15
FLAG_TWO_WITH_KONG = 16
FLAG_KONG_PAIR_EXTRA = 17
FLAG_TERMINAL_CHOWS_IN_FOUR = 18
FLAG_DISCARD_CLAIM_ONLY = 19

# Places in the int64 array of facts.
WIN = 0
CIRCUMSTANCES = 1
ROUND = 2
SEAT = 3
FLAGS = 4
RANK = 5  # of the three suits of standing tiles, see score_tables
ODD = 8  # mask of the kinds that stand an odd number of times
STANDING = 9  # mask of the kinds that stand, the winning tile included
HONOR_PAIRS = 10  # masks of the seven honors that stand twice, and three times
HONOR_PUNGS = 11
FOURS = 12  # kinds held four times without a kong
N_MELDS = 13
CLAIMED = 14
CONCEALED_KONGS = 15
MELDED_KONGS = 16
MELD_CHOWS = 17
MELD_CHOW_WEIGHT = 18  # of the three suits
MELD_PUNGS = 21  # masks of the three suits and the honors
MELD_TERMINALS = 25  # sets laid aside that hold a terminal or an honor
MELD_FIVES = 26
MELD_END = 27
COLOUR_BIG = 27  # fan of the whole hand
COLOUR_SMALL = 28
METHOD_BIG = 29  # fan of the way of winning, concealment aside
KONG_BIG = 30
KONG_SMALL = 31
NINE_GATES = 32
SIZE = 33

# Places of the counters of fan that occur several times: two bits for the fan of two chows, three
# for the others, in the order of COUNTED, which names their columns.
COUNT_FOURS = 8
COUNT_DOUBLE_PUNGS = 11
COUNT_TERMINAL_PUNGS = 14
COUNT_SHIFT = (0, 2, 4, 6, 8, 11, 14)
COUNT_MASK = (3, 3, 3, 3, 7, 7, 7)
COUNTED = (68, 69, 70, 71, 63, 64, 72)
FLOWER_TILES = 80
COUNTED_FAN = fan.CHOW_PAIR_FAN | fan.TILE_HOG | fan.DOUBLE_PUNG | fan.PUNG_OF_TERMINALS_OR_HONORS

GREEN_TILES = 1 << 19 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 25 | 1 << 32
REVERSIBLE_TILES = 0b110011111 << 9 | 0b110111010 << 18 | 1 << 31
ORPHANS = 0b100000001 | 0b100000001 << 9 | 0b100000001 << 18 | 0b1111111 << 27
FORCED = (
    fan.NINE_GATES
    | fan.SEVEN_SHIFTED_PAIRS
    | fan.THIRTEEN_ORPHANS
    | fan.FOUR_CONCEALED_PUNGS
    | fan.SEVEN_PAIRS
    | fan.GREATER_HONORS_AND_KNITTED_TILES
    | fan.LESSER_HONORS_AND_KNITTED_TILES
)
"""Shapes that are concealed by nature 必为门清."""
