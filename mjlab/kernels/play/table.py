"""The table of simulated games: tiles, walls, and who wins on what.

What happens is written down as rows of `events`:

====== ====================================================================================
column meaning
====== ====================================================================================
0      kind, as `mjlab.play.EventKind` in its order; 16 more for a claim on the tile of the
       next event that came to nothing
1      player, 0-3 from East
2      tile; of a chow the lowest
3      of a draw 1 from the back; of a discard 1 if it is the tile just drawn; else 0
====== ====================================================================================

"""

from typing import NamedTuple

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.play.events import CHOW, DRAW, FLOWER, WIN
from mjlab.kernels.play.random import shuffle
from mjlab.kernels.score import facts as at
from mjlab.kernels.score.rows import score_rows
from mjlab.kernels.shanten.forms import WORDS, find_places
from mjlab.kernels.shanten.waits import find_waits

OVERRULED = 16
MOST_EVENTS = 400
"""More than there can be: 92 draws, 108 discards, 24 sets and flowers, and with each of at most 16
claims two that came to nothing."""

# Numbers of the table, in `now`.
TURN, DRAWN, AFTER_KONG, N_EVENTS, WALLS, WINNER, GIVER = range(7)


class Table(NamedTuple):
    """The state of one table, used game after game."""

    hands: np.ndarray  # uint8[4,34], standing tiles, flowers aside
    words: np.ndarray  # the same memory, as WORDS[4]
    melds: np.ndarray  # int16[4,4], sets laid aside, as in WinBatch
    n_melds: np.ndarray  # how many
    flowers: np.ndarray  # flowers laid aside
    face_up: np.ndarray  # int64[34], copies that lie face up
    waits: np.ndarray  # by shape, of the hand without the tile just drawn
    plans: np.ndarray
    wall: np.ndarray  # int64[144], or the four walls
    starts: np.ndarray  # where it begins: the next tile from the front
    stops: np.ndarray  # and ends
    wishes: np.ndarray  # claims that players wish to make, as `_wish` numbers them
    now: np.ndarray  # numbers of the table
    random: np.ndarray  # uint64[1], the random state


class Scorer(NamedTuple):
    """A batch of one win with its score, and room for the waits of one hand."""

    concealed: np.ndarray
    melds: np.ndarray
    win: np.ndarray
    circumstances: np.ndarray
    round_wind: np.ndarray
    seat_wind: np.ndarray
    flowers: np.ndarray
    total: np.ndarray
    fans: np.ndarray
    status: np.ndarray
    n_melds: np.ndarray
    places: np.ndarray
    seen: np.ndarray
    by_shape: np.ndarray
    live: np.ndarray


def new_table() -> Table:
    """Make the state of one table."""
    hands = np.zeros((4, 34), np.uint8)
    n_melds, flowers, waits, plans, starts, stops, wishes = np.zeros((7, 4), np.int64)
    return Table(
        hands,
        hands.view(WORDS).reshape(4),
        np.full((4, 4), -1, np.int16),
        n_melds,
        flowers,
        np.zeros(34, np.int64),
        waits,
        plans,
        np.zeros(144, np.int64),
        starts,
        stops,
        wishes,
        np.zeros(7, np.int64),
        np.zeros(1, np.uint64),
    )


def new_scorer() -> Scorer:
    """Make room for one win and the waits of one hand."""
    return Scorer(
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
        np.zeros(1, np.int8),
        np.zeros((4, 1), np.uint32),
        np.zeros((1, 34), np.uint8).view(WORDS).reshape(1),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )


@jit_lean
def deal(table, duplicate, n_flowers, dealt):
    """Shuffle the tiles and deal thirteen to each player."""
    hands, wall, now = table.hands, table.wall, table.now
    size = 136 + n_flowers
    for place in range(size):
        wall[place] = place // 4 if place < 136 else place - 102
    shuffle(table.random, wall[:size])
    hands[:] = 0
    table.melds[:] = -1
    table.n_melds[:] = 0
    table.flowers[:] = 0
    table.face_up[:] = 0
    table.plans[:] = 0
    now[:] = 0
    now[WALLS] = 1 if duplicate else 0
    for player in range(4):
        first = size // 4 * player if duplicate else 13 * player
        for place in range(13):
            tile = wall[first + place]
            dealt[player, place] = tile
            if tile < 34:
                hands[player, tile] += 1
        table.starts[player] = first + 13 if duplicate else 52
        table.stops[player] = first + size // 4 if duplicate else size


@jit_lean
def _wall(player, now):
    return player * now[WALLS]


@jit_lean
def left(player, table):
    """How many tiles the player can still draw."""
    own = _wall(player, table.now)
    return table.stops[own] - table.starts[own]


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
    starts, stops, now = table.starts, table.stops, table.now
    own = _wall(player, now)
    while True:
        if back and not now[WALLS]:
            stops[own] -= 1
            tile = table.wall[stops[own]]
        else:
            tile = table.wall[starts[own]]
            starts[own] += 1
        write(events, now, DRAW, player, tile, back)
        if tile < 34:
            table.hands[player, tile] += 1
            return tile
        write(events, now, FLOWER, player, tile, 0)
        table.flowers[player] += 1
        now[AFTER_KONG] = 0
        back = True
        if stops[own] == starts[own]:
            return -1


@jit_lean
def look_for_waits(player, waiting, shanten, table, scorer):
    """Look what the hand, now without a tile too many, waits for."""
    words = table.words[player : player + 1]
    scorer.n_melds[0] = table.n_melds[player]
    find_places(words, shanten.halves, scorer.places)
    find_waits(
        words, scorer.seen, scorer.places, scorer.n_melds, 31, shanten.halves, shanten.info,
        waiting, scorer.by_shape, scorer.live,
    )  # fmt: skip
    table.waits[player] = scorer.by_shape[0]


@jit_lean
def wins(player, tile, self_drawn, robbing, wall_last, wind, rules, scoring, table, scorer):
    """Whether the player may win on a tile; the score stands in the scorer's arrays."""
    if table.waits[player] >> tile & 1 == 0:
        return False
    flowers = table.flowers[player]
    for kind in range(34):
        scorer.concealed[0, kind] = table.hands[player, kind]
    for i in range(4):
        scorer.melds[0, i] = table.melds[player, i]
    shown = table.face_up[tile] - (0 if self_drawn else 1)
    how = at.LAST_OF_KIND if shown == 3 else 0
    how |= at.WALL_LAST if wall_last else 0
    if self_drawn:
        scorer.concealed[0, tile] -= 1
        how |= at.SELF_DRAWN | (at.KONG_REPLACEMENT if table.now[AFTER_KONG] else 0)
    if robbing:
        how |= at.ROBBING_KONG
    scorer.win[0] = tile
    scorer.circumstances[0] = how
    scorer.round_wind[0] = wind
    scorer.seat_wind[0] = player
    scorer.flowers[0] = flowers
    scorer.status[0] = 0
    rule, flat = scoring
    score_rows(
        scorer.concealed, scorer.melds, scorer.win, scorer.circumstances, scorer.round_wind,
        scorer.seat_wind, scorer.flowers, rule, flat, scorer.total, scorer.fans, scorer.status,
    )  # fmt: skip
    return scorer.status[0] == 0 and scorer.total[0] - flowers * rules[1] >= rules[2]


@jit_lean
def offered(giver, tile, robbing, last, wind, rules, scoring, table, scorer, events):
    """Let the others win on a tile: the first after the giver does, the rest come to nothing."""
    now = table.now
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
    wishes, now = table.wishes, table.now
    for player in range(4):
        wish = wishes[player]
        if wish > 0 and player != winner:
            kind = CHOW if wish <= 3 else wish - 1
            write(events, now, OVERRULED + kind, player, tile - 3 + wish if wish <= 3 else tile, 0)
