"""Games gone through event by event: what each player held and saw at each discard.

Events have been replayed before, so each is legal: nothing is checked here.
"""

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.play.events import (
    CHOW,
    DISCARD,
    DRAW,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    PUNG,
    WIN,
)
from mjlab.kernels.score import facts as at

_SET_OF = (0, 0, at.CHOW, at.PUNG, at.KONG_MELDED, at.KONG_CONCEALED, at.KONG_ADDED)  # of an event


@jit_lean
def unroll(first, carried, deal, kinds, players, tiles, table, discards, melds, dealt, ends):
    """Go through games: a row for each discard and set made, and how each game begins and ends."""
    # Game g has the events first int64[G+1] of [g] to [g + 1], of which carried int64[G] were
    # carried out; deal uint8[G,4,42]; kinds, players, tiles int8[E], a chow by its lowest tile.
    # table (hands uint8[4,42], face_up uint8[34], sets int16[4,4], n_sets int64[4], drawn int64[4])
    # is scratch.
    #
    # Written are, a row for each discard: of discards event int64, counts uint8[,34] and sets
    # int16[,4] before it, n_sets int8, beside uint8[,34] (what lies face up beside the own sets),
    # visible int8 (of the tile), drawn int8 (-1 after a chow or pung), claim int8 (kind of event,
    # -1 none), by int8 (who, -1) and won bool; of melds, a row for each set made: event int64,
    # claimed int8, giver int8, number int8; of dealt the first thirteen tiles of each player
    # uint8[G,4,34], zeros where they cannot be told; of ends counts uint8[G,4,34], sets
    # int16[G,4,4] and beside uint8[G,4,34] at the end, a winning tile neither held nor seen by who
    # won on it.
    row = laid = 0
    for game in range(first.size - 1):
        start = first[game]
        row, laid = _unroll_game(
            start, start + carried[game], deal[game], kinds, players, tiles, table, discards, row,
            melds, laid, dealt[game], ends[0][game], ends[1][game], ends[2][game],
        )  # fmt: skip


@jit_lean
def _unroll_game(start, stop, deal, kinds, players, tiles, table, discards, row, melds, laid, dealt,
                 end_counts, end_sets, end_beside):  # fmt: skip
    """Go through one game; return the next rows of discards and melds."""
    hands, face_up, sets, n_sets, drawn = table
    events, counts, sets_before, n_before, beside, visible, drawn_tile, claim, by, won = discards
    meld_event, claimed, giver, number = melds
    _deal(deal, hands, face_up, sets, n_sets, dealt)
    drawn[:] = -1
    last, discarder, offered = -1, -1, -1  # last: row of the discard on offer
    robbed, robbed_of = -1, -1
    for event in range(start, stop):
        kind, player, tile = kinds[event], players[event], tiles[event]
        hand = hands[player]
        if kind == DRAW:
            hand[tile] += 1
            drawn[player], robbed, last = tile, -1, -1
            _first_thirteen(hand, n_sets[player], dealt[player])
        elif kind == DISCARD:
            events[row] = event
            for t in range(34):
                counts[row, t] = hand[t]
            n_before[row] = n_sets[player]
            for i in range(4):
                sets_before[row, i] = sets[player, i]
            _beside(face_up, sets[player], beside[row])
            visible[row] = face_up[tile]
            drawn_tile[row] = drawn[player]
            claim[row] = by[row] = -1
            won[row] = False
            hand[tile] -= 1
            face_up[tile] += 1
            last, discarder, offered = row, player, tile
            drawn[player] = -1
            row += 1
        elif kind == FLOWER:
            hand[tile] -= 1
            _first_thirteen(hand, n_sets[player], dealt[player])
        elif kind < FLOWER:
            meld_event[laid] = event
            own = kind == KONG_CONCEALED or kind == KONG_ADDED
            claimed[laid], giver[laid] = (-1, -1) if own else (offered, discarder)
            if not own:
                claim[last], by[last] = kind, player
            number[laid] = _lay(kind, tile, offered, hand, face_up, sets[player], n_sets, player)
            robbed, robbed_of = (tile, player) if kind == KONG_ADDED else (-1, -1)
            laid += 1
            drawn[player], last = -1, -1
        elif kind == WIN:
            if robbed < 0 and last < 0:
                hand[drawn[player]] -= 1  # self-drawn
            elif last >= 0:
                won[last] = True
    _end(robbed, robbed_of, offered if last >= 0 else -1, start, stop, kinds, players, hands,
         face_up, sets, end_counts, end_sets, end_beside)  # fmt: skip
    return row, laid


@jit_lean
def _deal(deal, hands, face_up, sets, n_sets, dealt):
    for tile in range(34):
        face_up[tile] = 0
    for player in range(4):
        n_sets[player] = 0
        for i in range(4):
            sets[player, i] = -1
        for tile in range(42):
            hands[player, tile] = deal[player, tile]
        for tile in range(34):
            dealt[player, tile] = 0
        _first_thirteen(hands[player], 0, dealt[player])


@jit_lean
def _first_thirteen(hand, n_sets, dealt):
    """Keep the hand when it has thirteen tiles, flowers aside, for the first time."""
    total = kept = 0
    for tile in range(34):
        total += hand[tile]
        kept += dealt[tile]
    if total == 13 and kept == 0 and n_sets == 0:
        for tile in range(34):
            dealt[tile] = hand[tile]


@jit_lean
def _lay(kind, tile, offered, hand, face_up, sets, n_sets, player):
    """Lay a set aside; return its number, from 1."""
    if kind == KONG_ADDED:
        hand[tile] -= 1
        face_up[tile] += 1
        for i in range(n_sets[player]):
            if sets[i] == 34 * at.PUNG + tile:
                sets[i] = 34 * at.KONG_ADDED + tile
                return i + 1
    sets[n_sets[player]] = _SET_OF[kind] * 34 + tile
    n_sets[player] += 1
    if kind == KONG_CONCEALED:
        hand[tile] -= 4
    elif kind == CHOW:
        for t in range(tile, tile + 3):
            if t != offered:
                hand[t] -= 1
                face_up[t] += 1
    else:
        own = 2 if kind == PUNG else 3
        hand[tile] -= own
        face_up[tile] += own
    return n_sets[player]


@jit_lean
def _beside(face_up, sets, beside):
    """What lies face up beside a player's own sets."""
    for tile in range(34):
        beside[tile] = face_up[tile]
    for i in range(4):
        kind, tile = sets[i] // 34, sets[i] % 34
        if sets[i] < 0 or kind == at.KONG_CONCEALED:  # a concealed kong lies face down
            continue
        if kind == at.CHOW:
            for t in range(tile, tile + 3):
                beside[t] -= 1
        else:
            beside[tile] -= 3 if kind == at.PUNG else 4


@jit_lean
def _end(robbed, robbed_of, offered, start, stop, kinds, players, hands, face_up, sets, counts,
         end_sets, beside):  # fmt: skip
    """Write down how a game ends."""
    is_won = stop > start and kinds[stop - 1] == WIN
    if is_won and robbed >= 0:  # a robbed kong stays a pung
        for i in range(4):
            if sets[robbed_of, i] == 34 * at.KONG_ADDED + robbed:
                sets[robbed_of, i] = 34 * at.PUNG + robbed
    for player in range(4):
        for tile in range(34):
            counts[player, tile] = hands[player, tile]
        for i in range(4):
            end_sets[player, i] = sets[player, i]
        _beside(face_up, sets[player], beside[player])
    event = stop - 1
    while event >= start and kinds[event] == WIN:
        tile = robbed if robbed >= 0 else offered
        if tile >= 0:
            beside[players[event], tile] -= 1
        event -= 1


@jit_lean
def opponents(
    first, players, tiles, shanten, masks, deal_waits, n_ready, n_waiting, ready, turns, ready_turn
):
    """Tell of each discard how many others are ready, and how many of these wait for the tile."""
    # Game g has the discards first int64[G+1] of [g] to [g + 1]; players, tiles, turns int8[D];
    # shanten int8[D] and useful tiles masks int64[D] after each, shanten 127 where not known;
    # deal_waits int64[G,4] masks of hands dealt ready, else 0. Written are n_ready, n_waiting
    # int8[D] and ready_turn int8[G,4], -1 for never; ready int64[4] is scratch.
    for game in range(first.size - 1):
        for player in range(4):
            ready[player] = deal_waits[game, player]
            ready_turn[game, player] = 0 if ready[player] else -1
        for row in range(first[game], first[game + 1]):
            me = players[row]
            n_ready[row] = n_waiting[row] = 0
            for player in range(4):
                if player != me and ready[player] != 0:
                    n_ready[row] += 1
                    if tiles[row] < 34:
                        n_waiting[row] += ready[player] >> tiles[row] & 1
            ready[me] = masks[row] if shanten[row] == 0 else 0
            if ready[me] != 0 and ready_turn[game, me] < 0:
                ready_turn[game, me] = turns[row]
