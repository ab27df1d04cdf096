"""The fan that need no reading: those of the tiles as a whole, and of the way the hand was won."""

from mjlab.kernels import fan_bits as fan
from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import jit_lean

KERNEL_SET = "5e5e0f769681"


@jit_lean
def whole_hand_fan(facts, present):
    """Fan that look at which tiles occur, whatever the sets are."""
    characters = present & 511
    dots = present >> 9 & 511
    bamboo = present >> 18 & 511
    honors = present >> 27
    ranks = characters | dots | bamboo
    suits = (characters != 0) + (dots != 0) + (bamboo != 0)
    big = 0
    small = 0
    if honors == 0:
        small |= fan.NO_HONORS
        if ranks & 0b100000001 == 0:
            small |= fan.ALL_SIMPLES
            if ranks & 0b111000111 == 0:
                big |= fan.MIDDLE_TILES
        elif ranks & 0b011111110 == 0:
            big |= fan.ALL_TERMINALS
        if ranks & 0b000011111 == 0:
            big |= fan.UPPER_FOUR
            if ranks & 0b000111111 == 0:
                big |= fan.UPPER_TILES
        elif ranks & 0b111110000 == 0:
            big |= fan.LOWER_FOUR
            if ranks & 0b111111000 == 0:
                big |= fan.LOWER_TILES
        if suits == 1:
            big |= fan.FULL_FLUSH
    elif suits == 0:
        big |= fan.ALL_HONORS
    else:
        if suits == 1:
            big |= fan.HALF_FLUSH
        elif suits == 3 and honors & 0b1111 and honors & 0b1110000:
            big |= fan.ALL_TYPES
        if ranks & 0b011111110 == 0:
            big |= fan.ALL_TERMINALS_AND_HONORS
    if present & ~at.GREEN_TILES == 0:
        big |= fan.ALL_GREEN
    if present & ~at.REVERSIBLE_TILES == 0:
        big |= fan.REVERSIBLE_TILES
    if suits == 2 or (suits < 2 and facts[at.FLAGS] >> at.FLAG_ONE_SUIT_VOIDED & 1):
        small |= fan.ONE_VOIDED_SUIT
    facts[at.COLOUR_BIG] = big
    facts[at.COLOUR_SMALL] = small


@jit_lean
def method_fan(facts):
    """Fan for the way the hand was won; what concealment gives depends on the shape too."""
    how = facts[at.CIRCUMSTANCES]
    self_drawn = how & at.SELF_DRAWN
    big = 0
    if how & at.WALL_LAST:
        if self_drawn:
            big |= fan.LAST_TILE_DRAW
        elif not how & at.ROBBING_KONG or not facts[at.FLAGS] >> at.FLAG_DISCARD_CLAIM_ONLY & 1:
            big |= fan.LAST_TILE_CLAIM
    if how & at.KONG_REPLACEMENT:
        big |= fan.OUT_WITH_REPLACEMENT_TILE
    if how & at.ROBBING_KONG:
        big |= fan.ROBBING_THE_KONG
    if how & at.LAST_OF_KIND:
        big |= fan.LAST_TILE
    claimed = facts[at.N_MELDS] - facts[at.CONCEALED_KONGS]
    if claimed == 4 and not self_drawn:
        big |= fan.MELDED_HAND
    facts[at.METHOD_BIG] = big
    facts[at.CLAIMED] = claimed
