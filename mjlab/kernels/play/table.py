"""The table of simulated games: tiles, walls, and who wins on what.

What happens is written down as rows of `events`:

====== ====================================================================================
column meaning
====== ====================================================================================
0      kind, as `mjlab.logs.EventKind` in its order; 16 more for a claim on the tile of the
       next event that came to nothing
1      player, 0-3 from East
2      tile; of a chow the lowest
3      of a draw 1 from the back; of a discard 1 if it is the tile just drawn; else 0
====== ====================================================================================

The state of a table is a tuple of arrays, see `new_table`; `new_scorer` makes room for one win.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.play.random import shuffle
from mjlab.kernels.score.rows import score_rows
from mjlab.kernels.shanten.forms import WORDS, find_places
from mjlab.kernels.shanten.waits import find_waits

DRAW, DISCARD, CHOW, PUNG, KONG_MELDED, KONG_CONCEALED, KONG_ADDED, FLOWER, WIN = range(9)
OVERRULED = 16
MOST_EVENTS = 400
"""More than there can be: 92 draws, 108 discards, 24 sets and flowers, and with each of at most 16
claims two that came to nothing."""

# Numbers of the table, in `now`.
TURN, DRAWN, AFTER_KONG, N_EVENTS, WALLS, WINNER, GIVER = range(7)


def new_table() -> tuple[np.ndarray, ...]:
    """Make the state of one table, and the working space of its scorer: used game after game."""
    hands = np.zeros((4, 34), np.uint8)
    return (
        hands,  # standing tiles, flowers aside
        hands.view(WORDS).reshape(4),  # the same memory
        np.full((4, 4), -1, np.int16),  # sets laid aside, as in WinBatch
        np.zeros(4, np.int64),  # how many
        np.zeros(4, np.int64),  # flowers laid aside
        np.zeros(34, np.int64),  # copies that lie face up
        np.zeros(4, np.int64),  # waits by shape of the hand without the tile just drawn
        np.zeros(4, np.int64),  # plans
        np.zeros(144, np.int64),  # the wall, or the four walls
        np.zeros(4, np.int64),  # where it begins: the next tile from the front
        np.zeros(4, np.int64),  # and ends
        np.zeros(4, np.int64),  # claims that players wish to make, as `_wish` numbers them
        np.zeros(7, np.int64),  # numbers of the table
        np.zeros(1, np.uint64),  # random state
    )


def new_scorer() -> tuple[np.ndarray, ...]:
    """Make the arrays of a batch of one win, and room for the waits of one hand."""
    return (
        np.zeros((1, 34), np.uint8),
        np.full((1, 4), -1, np.int16),
        np.zeros(1, np.int8),
        np.zeros(1, np.uint16),
        np.zeros(1, np.int8),
        np.zeros(1, np.int8),
        np.zeros(1, np.int8),
        np.zeros(1, np.int16),
        np.zeros((1, 82), np.uint8),
        np.zeros(1, np.int8),
        np.zeros((4, 1), np.uint32),
        np.zeros((1, 34), np.uint8).view(WORDS).reshape(1),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )


@jit_lean
def deal(table, duplicate, n_flowers, dealt):
    """Shuffle the tiles and deal thirteen to each player."""
    hands, _, melds, n_melds, flowers, face, _, plans, wall, start, stop, _, now, state = table
    size = 136 + n_flowers
    for place in range(size):
        wall[place] = place // 4 if place < 136 else place - 102
    shuffle(state, wall[:size])
    hands[:] = 0
    melds[:] = -1
    n_melds[:] = 0
    flowers[:] = 0
    face[:] = 0
    plans[:] = 0
    now[:] = 0
    now[WALLS] = 1 if duplicate else 0
    for player in range(4):
        first = size // 4 * player if duplicate else 13 * player
        for place in range(13):
            tile = wall[first + place]
            dealt[player, place] = tile
            if tile < 34:
                hands[player, tile] += 1
        start[player] = first + 13 if duplicate else 52
        stop[player] = first + size // 4 if duplicate else size


@jit_lean
def _wall(player, now):
    return player * now[WALLS]


@jit_lean
def left(player, table):
    """How many tiles the player can still draw."""
    at = _wall(player, table[12])
    return table[10][at] - table[9][at]


@jit_lean
def write(events, now, kind, player, tile, flag):
    """Write a row of events."""
    row = events[now[N_EVENTS]]
    row[0] = kind
    row[1] = player
    row[2] = tile
    row[3] = flag
    now[N_EVENTS] += 1


@jit_lean
def draw(player, back, table, events):
    """Draw a tile, and others for flowers; return it, or -1 if the wall ends with a flower."""
    hands, _, _, _, flowers, _, _, _, wall, start, stop, _, now, _ = table
    at = _wall(player, now)
    while True:
        if back and not now[WALLS]:
            stop[at] -= 1
            tile = wall[stop[at]]
        else:
            tile = wall[start[at]]
            start[at] += 1
        write(events, now, DRAW, player, tile, back)
        if tile < 34:
            hands[player, tile] += 1
            return tile
        write(events, now, FLOWER, player, tile, 0)
        flowers[player] += 1
        now[AFTER_KONG] = 0
        back = True
        if stop[at] == start[at]:
            return -1


@jit_lean
def look_for_waits(player, waiting, shanten, table, scorer):
    """Look what the hand, now without a tile too many, waits for."""
    places, seen, shape, live = scorer[10], scorer[11], scorer[12], scorer[13]
    sets = scorer[6]
    words = table[1][player : player + 1]
    sets[0] = table[3][player]
    find_places(words, shanten[0], places)
    find_waits(words, seen, places, sets, 31, shanten[0], shanten[4], waiting, shape, live)
    table[6][player] = shape[0]


@jit_lean
def wins(player, tile, self_drawn, robbing, wall_last, wind, rules, scoring, table, scorer):
    """Whether the player may win on a tile; the score stands in the scorer's arrays."""
    hands, _, melds, _, flowers, face, waits, _, _, _, _, _, now, _ = table
    if waits[player] >> tile & 1 == 0:
        return False
    for kind in range(34):
        scorer[0][0, kind] = hands[player, kind]
    for i in range(4):
        scorer[1][0, i] = melds[player, i]
    how = 2 if face[tile] - (0 if self_drawn else 1) == 3 else 0
    how |= 4 if wall_last else 0
    if self_drawn:
        scorer[0][0, tile] -= 1
        how |= 1 | (8 if now[AFTER_KONG] else 0)
    if robbing:
        how |= 16
    scorer[2][0] = tile
    scorer[3][0] = how
    scorer[4][0] = wind
    scorer[5][0] = player
    scorer[6][0] = flowers[player]
    scorer[9][0] = 0
    score_rows(
        scorer[0], scorer[1], scorer[2], scorer[3], scorer[4], scorer[5], scorer[6], scoring[0],
        scoring[1], scorer[7], scorer[8], scorer[9],
    )  # fmt: skip
    return scorer[9][0] == 0 and scorer[7][0] - flowers[player] * rules[1] >= rules[2]


@jit_lean
def offered(giver, tile, robbing, last, wind, rules, scoring, table, scorer, events):
    """Let the others win on a tile: the first after the giver does, the rest come to nothing."""
    now = table[12]
    winner = -1
    for step in range(3, 0, -1):
        player = (giver + step) % 4
        if wins(player, tile, False, robbing, last, wind, rules, scoring, table, scorer):
            if winner >= 0:
                write(events, now, OVERRULED + WIN, winner, tile, 0)
            winner = player
    if winner < 0:
        return False
    # Once more: the arrays of the scorer may be those of a nearer player who could not win.
    wins(winner, tile, False, robbing, last, wind, rules, scoring, table, scorer)
    if not robbing:
        overrule(winner, tile, table, events)
    write(events, now, WIN, winner, tile, 0)
    now[WINNER] = winner
    now[GIVER] = giver
    return True


@jit_lean
def overrule(winner, tile, table, events):
    """Write the sets that others wish to claim, which come to nothing."""
    wishes, now = table[11], table[12]
    for player in range(4):
        wish = wishes[player]
        if wish > 0 and player != winner:
            kind = CHOW if wish <= 3 else wish - 1
            write(events, now, OVERRULED + kind, player, tile - 3 + wish if wish <= 3 else tile, 0)
