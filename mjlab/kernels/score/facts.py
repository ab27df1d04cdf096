"""Constants the scoring kernels share: codes, bits, masks of tiles, and places in the tables.

Masks of kinds have a bit for each of the 34 kinds of tiles, in the order of the tile index.
"""

from mjlab.kernels.score import fan_bits as fan

# Kinds of melds, as in mjlab.hand.MeldKind: a meld's code is kind * 34 + lowest tile.
CHOW = 0
PUNG = 1
KONG_MELDED = 2
KONG_ADDED = 3
KONG_CONCEALED = 4
N_MELD_CODES = 5 * 34

# Bits of the circumstances.
SELF_DRAWN = 1
LAST_OF_KIND = 2
WALL_LAST = 4
KONG_REPLACEMENT = 8
ROBBING_KONG = 16

# Bits of the flag word of a ruleset, as in mjlab.rules.rulesets.FLAG_BITS. Those missing here act
# through exclusions and values alone.
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

# Masks of kinds.
SUITED = (1 << 27) - 1
WINDS = 0b1111 << 27
DRAGONS = 0b111 << 31
FIRST = 1 | 1 << 9 | 1 << 18
SEVENTH = FIRST << 6
TERMINALS = FIRST | FIRST << 8
ORPHANS = TERMINALS | WINDS | DRAGONS
EVENS = FIRST << 1 | FIRST << 3 | FIRST << 5 | FIRST << 7
FIVES = FIRST << 4
GREEN_TILES = 1 << 19 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 25 | 1 << 32
REVERSIBLE_TILES = 0b110011111 << 9 | 0b110111010 << 18 | 1 << 31

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

# Fan that may count several times have a byte in a word of counts, in this order; the columns are
# those of the fan vector. Their bits in the second word of fan stand for nothing here.
COUNTED = (63, 64, 68, 69, 70, 71, 72)
COUNT_FOURS = 0
COUNT_DOUBLE_PUNGS = 8
COUNT_CHOW_PAIRS = 16  # four bytes
COUNT_TERMINAL_CHOWS = 40
COUNT_TERMINAL_PUNGS = 48
FLOWER_TILES = 80

# The key of a suit is the base-5 number of its counts; see `tables` for the rows.
GATES = 3 + 5 + 25 + 125 + 625 + 3125 + 15625 + 78125 + 3 * 390625
SCRAMBLE = 1664525
SCRAMBLED_MASK = (1 << 21) - 1
ROW_SHIFT = 9
N_ROWS = 1 << 12
COLUMN_MASK = (1 << 12) - 1

# Places in the flat int64 array of `tables.build`, which says what stands there.
UNITS = 0
MELDS = UNITS + 34 * 3
ARRANGEMENTS = MELDS + (N_MELD_CODES + 1) * 3
BODIES = ARRANGEMENTS + 6 * 4
RANKS = BODIES + 512
WIND_PUNGS = RANKS + 1024 * 2
HONOR_PUNGS = WIND_PUNGS + 256
CHOW_ID = HONOR_PUNGS + 512 * 2
CHOW_ROW = CHOW_ID + 4 * 856 + 1
CHOW_FAN = CHOW_ROW + 3060
ROWS = CHOW_FAN + 12650
SUITS = ROWS + N_ROWS

# Places in the flat int64 array of `rules.build`.
RULE_FLAGS = 0
RULE_FLOWER_POINTS = 1
RULE_CHICKEN = 2  # value of the chicken hand
RULE_COUNTED = 3  # values of the counted fan, a byte each, last first
RULE_BIG_VALUES = 4  # for each binary digit of the values the mask of fan that have it: 2 to 64
RULE_SMALL_VALUES = RULE_BIG_VALUES + 6  # 1 to 4
RULE_EXCLUDED = RULE_SMALL_VALUES + 3
RULE_COLOUR = RULE_EXCLUDED + 6 * 1024 * 2
RULE_KONGS = RULE_COLOUR + 32 * 2
RULE_METHOD = RULE_KONGS + 125 * 2
RULE_SIZE = RULE_METHOD + 5 * 32 * 4
