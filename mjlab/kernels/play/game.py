"""Whole games at random, by the rules: deal, draws, claims, kongs, flowers and wins.

A game goes round in `_play`: a player whose turn it is wins, declares a kong or discards; after a
discard the others win or claim, else the next one draws. Every decision that the rules leave open
is made by style: at random, by the shanten, or by a plan (`policies`).
"""

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.play.events import CHOW, DISCARD, FLOWER, KONG_ADDED, KONG_CONCEALED, WIN
from mjlab.kernels.play.policies import FAR, away, choose_discard, choose_plan
from mjlab.kernels.play.random import below, seed_game
from mjlab.kernels.play.table import (
    AFTER_KONG,
    DRAWN,
    GIVER,
    N_EVENTS,
    TURN,
    WINNER,
    deal,
    draw,
    left,
    look_for_waits,
    offered,
    overrule,
    wins,
    write,
)
from mjlab.kernels.score import facts as at

RANDOM, QUICK, PLANNING = range(3)
"""Styles: any legal move; the lowest shanten; the nearest plan."""

# Columns of a result.
R_WINNER, R_GIVER, R_TOTAL, R_EVENTS = range(4)


@jit_lean
def play_games(
    first, seed, styles, winds, duplicate, n_flowers, rules, shanten, waiting, scoring, table,
    scorer, deals, events, results, fans, winning,
):  # fmt: skip
    """Play one game for each row of `styles`."""
    # first and seed uint64: number of the first game, and the seed; styles int8[N,4] by seat; winds
    # int8[N], of the round; duplicate and n_flowers say how the walls are made; rules int64[3]:
    # flag word, points of a flower and least fan; shanten are the tables of `regular`, waiting
    # `ready`; scoring the table of the ruleset, and flat. Written are deals int8[N,4,13], events
    # int8[N,MOST_EVENTS,4], results int16[N,4] (winner or -1, giver or -1, total, events), fans
    # uint8[N,82] and winning uint8[N,34], the winner's standing tiles with the winning tile.
    now = table.now
    for game in range(winds.size):
        seed_game(table.random, seed, first + np.uint64(game))
        deal(table, duplicate, n_flowers, deals[game])
        now[WINNER] = -1
        now[GIVER] = -1
        _play(
            styles[game], winds[game], rules, shanten, waiting, scoring, table, scorer,
            deals[game], events[game],
        )  # fmt: skip
        results[game, R_WINNER] = now[WINNER]
        results[game, R_GIVER] = now[GIVER]
        results[game, R_TOTAL] = 0
        results[game, R_EVENTS] = now[N_EVENTS]
        for fan in range(82):
            fans[game, fan] = 0
        if now[WINNER] >= 0:
            results[game, R_TOTAL] = scorer.total[0]
            for fan in range(82):
                fans[game, fan] = scorer.fans[0, fan]
            for tile in range(34):
                winning[game, tile] = scorer.concealed[0, tile]
            winning[game, scorer.win[0]] += 1


@jit_lean
def _claimable(player, wish, tile, next_one, table):
    """Whether the tiles for a claim are there: 1-3 a chow from tile - 2 on, 4 pung, 5 kong."""
    hand = table.hands[player]
    if wish == 4:
        return hand[tile] >= 2
    if wish == 5:
        return hand[tile] == 3 and left(player, table) > 0
    low = tile - 3 + wish
    if not next_one or tile >= 27 or low < 0 or low // 9 != tile // 9 or low % 9 > 6:
        return False
    for other in range(low, low + 3):
        if other != tile and hand[other] == 0:
            return False
    return True


@jit_lean
def _move(player, wish, tile, step, table):
    """Take the tiles of a claim out of a hand (step 1) and lay the set, or undo that (step -1)."""
    hand, melds, n_melds = table.hands[player], table.melds[player], table.n_melds
    if wish <= 3:
        low = tile - 3 + wish
        for other in range(low, low + 3):
            if other != tile:
                hand[other] -= step
        code = low
    else:
        hand[tile] -= step * (wish - 2)
        code = 34 * (wish - 3) + tile
    if step > 0:
        melds[n_melds[player]] = code
        n_melds[player] += 1
    else:
        n_melds[player] -= 1
        melds[n_melds[player]] = -1


@jit_lean
def _wish(player, style, tile, next_one, shanten, table):
    """What the player wishes to make of a discard: 0 nothing, else as `_claimable` has it."""
    hands, words, melds, n_melds = table.hands, table.words, table.melds, table.n_melds
    best, least = 0, 0
    if style != RANDOM:
        plan = table.plans[player]
        least = away(plan, hands[player], words[player], melds[player], n_melds[player], shanten)
    for wish in range(1, 6):
        if not _claimable(player, wish, tile, next_one, table):
            continue
        if style == RANDOM:
            if below(table.random, 6) == 0:
                best = wish
            continue
        _move(player, wish, tile, 1, table)
        far = away(plan, hands[player], words[player], melds[player], n_melds[player], shanten)
        _move(player, wish, tile, -1, table)
        if far < least and below(table.random, 8) > 0:
            best, least = wish, far
        elif wish == 5 and far <= least and far < FAR and below(table.random, 2) == 0:
            best = wish
    return best


@jit_lean
def _kong(player, style, shanten, table):
    """A kong that the player declares in his turn: 0 none, 1 + tile concealed, 35 + tile added."""
    words, n_melds = table.words, table.n_melds
    hand, sets = table.hands[player], table.melds[player]
    for tile in range(34):
        for added in range(2):
            place = -1
            if added:
                for i in range(n_melds[player]):
                    if sets[i] == 34 * at.PUNG + tile and hand[tile] > 0:
                        place = i
            possible = place >= 0 if added else hand[tile] == 4
            if not possible:
                continue
            if style == RANDOM:
                if below(table.random, 2) == 0:
                    return (35 if added else 1) + tile
                continue
            plan = table.plans[player]
            before = away(plan, hand, words[player], sets, n_melds[player], shanten)
            gone = 1 if added else 4
            hand[tile] -= gone
            if not added:
                sets[n_melds[player]] = 34 * at.KONG_CONCEALED + tile
                n_melds[player] += 1
            after = away(plan, hand, words[player], sets, n_melds[player], shanten)
            hand[tile] += gone
            if not added:
                n_melds[player] -= 1
                sets[n_melds[player]] = -1
            if after <= before and before < FAR and below(table.random, 4) > 0:
                return (35 if added else 1) + tile
    return 0


@jit_lean
def _play(styles, wind, rules, shanten, waiting, scoring, table, scorer, dealt, events):
    """Play a game whose tiles are dealt; who won stands in `now`."""
    # In `now` DRAWN is the tile with which the player whose TURN it is has one too many, or -1
    # after a claim, which allows neither a win nor a kong. `waits` of a player are always those of
    # the hand without that tile.
    hands, words, melds, n_melds = table.hands, table.words, table.melds, table.n_melds
    face_up, plans, wishes = table.face_up, table.plans, table.wishes
    now, state = table.now, table.random
    now[DRAWN] = draw(0, False, table, events)
    for player in range(4):
        for place in range(13):
            if dealt[player, place] >= 34:
                write(events, now, FLOWER, player, dealt[player, place], 0)
                table.flowers[player] += 1
                tile = draw(player, True, table, events)
                if player == 0:
                    now[DRAWN] = tile
    hands[0, now[DRAWN]] -= 1
    for player in range(4):
        look_for_waits(player, waiting, shanten, table, scorer)
        if styles[player] == PLANNING:
            plans[player] = choose_plan(
                1, hands[player], words[player], melds[player], 0, shanten, state
            )
    hands[0, now[DRAWN]] += 1

    while True:
        player = now[TURN]
        following = (player + 1) % 4
        style = styles[player]
        last = left(following, table) == 0
        if now[DRAWN] >= 0:
            tile = now[DRAWN]
            if wins(player, tile, True, False, last, wind, rules, scoring, table, scorer):
                write(events, now, WIN, player, tile, 0)
                now[WINNER] = player
                return
            if not last and left(player, table) > 0:
                kong = _kong(player, style, shanten, table)
                if kong > 0:
                    added = kong >= 35
                    tile = kong - 35 if added else kong - 1
                    if added:
                        hands[player, tile] -= 1
                        face_up[tile] += 1
                        for i in range(n_melds[player]):
                            if melds[player, i] == 34 * at.PUNG + tile:
                                melds[player, i] = 34 * at.KONG_ADDED + tile
                    else:
                        hands[player, tile] -= 4
                        melds[player, n_melds[player]] = 34 * at.KONG_CONCEALED + tile
                        n_melds[player] += 1
                    write(events, now, KONG_ADDED if added else KONG_CONCEALED, player, tile, 0)
                    now[AFTER_KONG] = 0
                    if added and offered(
                        player, tile, True, False, wind, rules, scoring, table, scorer, events
                    ):
                        return
                    look_for_waits(player, waiting, shanten, table, scorer)
                    now[AFTER_KONG] = 1
                    now[DRAWN] = draw(player, True, table, events)
                    if now[DRAWN] < 0:
                        return
                    continue
        hand = hands[player]
        if style == RANDOM:
            size = 14 - 3 * n_melds[player]
            chosen = below(state, size)
            tile = 0
            while chosen >= hand[tile]:
                chosen -= hand[tile]
                tile += 1
        else:
            if style == PLANNING:
                plans[player] = choose_plan(
                    plans[player], hand, words[player], melds[player], n_melds[player], shanten,
                    state,
                )  # fmt: skip
            tile = choose_discard(
                plans[player], hand, words, player, melds[player], n_melds[player], shanten,
                state,
            )  # fmt: skip
        hand[tile] -= 1
        face_up[tile] += 1
        write(events, now, DISCARD, player, tile, 1 if tile == now[DRAWN] else 0)
        now[AFTER_KONG] = 0
        look_for_waits(player, waiting, shanten, table, scorer)

        wishes[:] = 0
        claimer = -1
        if not last:
            for step in range(1, 4):
                other = (player + step) % 4
                wish = _wish(other, styles[other], tile, step == 1, shanten, table)
                wishes[other] = wish
                if wish > 0 and (claimer < 0 or wish > 3):
                    claimer = other
        if offered(player, tile, False, last, wind, rules, scoring, table, scorer, events):
            return
        if claimer < 0:
            if last:
                return
            now[TURN] = following
            now[DRAWN] = draw(following, False, table, events)
            if now[DRAWN] < 0:
                return
            continue
        overrule(claimer, tile, table, events)
        wish = wishes[claimer]
        write(
            events, now, CHOW if wish <= 3 else wish - 1, claimer,
            tile - 3 + wish if wish <= 3 else tile, 0,
        )  # fmt: skip
        _move(claimer, wish, tile, 1, table)
        if wish <= 3:
            for other in range(tile - 3 + wish, tile + wish):
                face_up[other] += 1 if other != tile else 0
        else:
            face_up[tile] += wish - 2
        now[TURN] = claimer
        now[DRAWN] = -1
        if wish == 5:
            look_for_waits(claimer, waiting, shanten, table, scorer)
            now[AFTER_KONG] = 1
            now[DRAWN] = draw(claimer, True, table, events)
            if now[DRAWN] < 0:
                return
