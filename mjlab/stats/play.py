"""Statistics of play: how games end, wins, deal-ins, calls, points, turns, waits and discards.

A *hand* is one player's part in one game: four hands a game.
"""

from __future__ import annotations

from mjlab.dataset.schemas import ENDS, OUTCOMES
from mjlab.stats.kinds import Mean, Share, Spread

__all__ = [
    "call_rate", "danger", "deal_in_points", "deal_in_rate", "deal_in_ready", "deal_shanten",
    "deal_shantens", "draw_rate", "eights", "live_waits", "live_waits_spread", "loss_rate",
    "outcomes", "points_per_hand", "points_per_win", "ready_rate", "ready_turn", "ready_turns",
    "self_draw_share", "totals", "waits", "waits_spread", "win_rate", "win_turn", "win_turns",
]  # fmt: skip

_ANSWERS = ("won", "self_drawn", "dealt_in", "total", "change", "payment", "outcome")

outcomes = Spread(
    name="outcomes", zh="终局", title="How games end", table="games", column="outcome",
    without=tuple(word for word in OUTCOMES if word not in ENDS),
    implied_by=("outcome", "n_winners"),
    definition="Games by how they ended, out of all games played to a win or a drawn game.",
)  # fmt: skip
draw_rate = Share(
    name="draw_rate", zh="荒牌率", title="Drawn games", table="games", needs=("outcome",),
    counts=lambda t: t["outcome"] == "drawn", implied_by=("outcome", "n_winners"),
    definition="Games that nobody won, out of all games.",
)  # fmt: skip
win_rate = Share(
    name="win_rate", zh="和牌率", title="Wins", table="hands", needs=("won",),
    counts=lambda t: t["won"], implied_by=_ANSWERS, usual="player",
    definition="Hands won, out of the hands played; drawn games count as played.",
)  # fmt: skip
deal_in_rate = Share(
    name="deal_in_rate", zh="点炮率", title="Deal-ins", table="hands", needs=("dealt_in",),
    counts=lambda t: t["dealt_in"], implied_by=_ANSWERS, usual="player",
    definition="Hands in which the player gave a winning tile, by a discard or a robbed kong, out"
    " of the hands played; drawn games count as played.",
)  # fmt: skip
loss_rate = Share(
    name="loss_rate", zh="失分率", title="Hands that lose points", table="hands",
    needs=("change",), counts=lambda t: t["change"] < 0, among=lambda t: t["change"].notna(),
    implied_by=_ANSWERS, usual="player", in_games=True,
    definition="Hands that cost points, out of the hands played whose score change is known.",
)  # fmt: skip
call_rate = Share(
    name="call_rate", zh="副露率", title="Calls", table="hands", needs=("n_claims",),
    counts=lambda t: t["n_claims"] > 0, among=lambda t: t["n_claims"].notna(),
    implied_by=("n_claims", "n_melds"), usual="player",
    definition="Hands in which the player claimed a chow, pung or kong, out of the hands of "
    "replayed games.",
)  # fmt: skip
ready_rate = Share(
    name="ready_rate", zh="听牌率", title="Ready hands", table="hands",
    needs=("ready_turn", "end_shanten"), counts=lambda t: t["ready_turn"].notna(),
    among=lambda t: t["end_shanten"].notna(), implied_by=("ready_turn", "ready", "end_shanten"),
    usual="player",
    definition="Hands that were ready (shanten 0, in any form) after one of their discards or as "
    "dealt, out of the hands of replayed games. Whether the wait was worth enough does"
    " not matter.",
)  # fmt: skip
self_draw_share = Share(
    name="self_draw_share", zh="自摸率", title="Self-drawn wins", table="wins",
    needs=("self_drawn",), counts=lambda t: t["self_drawn"],
    implied_by=("self_drawn", "discarder", "discarder_seat", "robbing_kong", "kong_replacement",
          "outcome"), usual="player",
    definition="Wins on a tile drawn by the winner, out of all wins.",
)  # fmt: skip
eights = Share(
    name="eights", zh="八番和", title="Wins of exactly eight fan", table="wins",
    needs=("fan_total",), counts=lambda t: t["fan_total"] == 8,
    among=lambda t: t["fan_total"].notna(), implied_by=("fan_total", "total", "recorded_total"),
    definition="Wins worth exactly 8 fan, flowers aside, out of the wins that were scored: where "
    "eight are needed, hands that one fan less would have made no win.",
)  # fmt: skip
points_per_hand = Mean(
    name="points_per_hand", zh="局均得分", title="Points a hand", table="hands",
    needs=("change",), value=lambda t: t["change"], implied_by=("change", "payment"),
    usual="player",
    definition="Mean score change of the hands played, as recorded, or as computed where nothing "
    "is recorded. Over all players it is 0, penalties aside.",
)  # fmt: skip
points_per_win = Mean(
    name="points_per_win", zh="和牌均番", title="Points a win", table="wins", needs=("total",),
    value=lambda t: t["total"], implied_by=("total", "fan_total", "recorded_total"), usual="player",
    definition="Mean points of the wins, flowers included, as computed; as recorded where only "
    "the result is known.",
)  # fmt: skip
deal_in_points = Mean(
    name="deal_in_points", zh="点炮失分", title="Points lost by dealing in", table="hands",
    needs=("change", "dealt_in"), value=lambda t: -t["change"].astype("Float64"),
    among=lambda t: t["dealt_in"], implied_by=_ANSWERS, usual="player",
    definition="Mean points lost in the hands in which the player dealt in, the 8 of the base "
    "included.",
)  # fmt: skip
totals = Spread(
    name="totals", zh="番数分布", title="Points of wins", table="wins", column="total",
    implied_by=("total", "fan_total", "recorded_total"),
    definition="Wins by their points, flowers included, out of all wins.",
)  # fmt: skip
win_turn = Mean(
    name="win_turn", zh="和牌巡目", title="Turn of the win", table="wins", needs=("turn",),
    value=lambda t: t["turn"], implied_by=("turn",), usual="player",
    definition="Mean number of turns that winners had begun, the winning one included. A turn "
    "begins by a draw from the wall or a claim; a win on a discard begins none.",
)  # fmt: skip
win_turns = Spread(
    name="win_turns", zh="和牌巡目分布", title="Turns of wins", table="wins", column="turn",
    implied_by=("turn",),
    definition="Wins by the number of turns their winner had begun, out of all wins.",
)  # fmt: skip
ready_turn = Mean(
    name="ready_turn", zh="听牌巡目", title="Turn of readiness", table="hands",
    needs=("ready_turn",), value=lambda t: t["ready_turn"], implied_by=("ready_turn",),
    usual="player", in_games=True,
    definition="Mean turn after whose discard a hand was ready for the first time, 0 if it was "
    "dealt so; of the hands that ever were. Hands that never were ready are no cases, "
    "so that a low number alone says little: see ready_rate.",
)  # fmt: skip
ready_turns = Spread(
    name="ready_turns", zh="听牌巡目分布", title="Turns of readiness", table="hands",
    column="ready_turn", implied_by=("ready_turn",),
    definition="Hands that were ever ready, by the turn after whose discard they were so first.",
)  # fmt: skip
deal_shanten = Mean(
    name="deal_shanten", zh="起手向听", title="Shanten of the deal", table="hands",
    needs=("deal_shanten",), value=lambda t: t["deal_shanten"], implied_by=("deal_shanten",),
    usual="seat",
    definition="Mean shanten of the first thirteen tiles, flowers aside, the best of all forms.",
)  # fmt: skip
deal_shantens = Spread(
    name="deal_shantens", zh="起手向听分布", title="Shanten of deals", table="hands",
    column="deal_shanten", implied_by=("deal_shanten",),
    definition="Hands by the shanten of their first thirteen tiles. How often each of them wins "
    "is told by win_rate, by deal_shanten.",
)  # fmt: skip
waits = Mean(
    name="waits", zh="听牌张种", title="Kinds waited for", table="wins", needs=("wait_kinds",),
    value=lambda t: t["wait_kinds"], implied_by=("wait_kinds", "waits"), usual="player",
    definition="Mean number of kinds of tiles that would have completed the winning hand, by "
    "shape.",
)  # fmt: skip
waits_spread = Spread(
    name="waits_spread", zh="听牌张种分布", title="Kinds waited for", table="wins",
    column="wait_kinds", implied_by=("wait_kinds", "waits"),
    definition="Wins by the number of kinds that would have completed the hand, by shape.",
)  # fmt: skip
live_waits = Mean(
    name="live_waits", zh="听牌张数", title="Tiles waited for", table="wins",
    needs=("wait_live",), value=lambda t: t["wait_live"], implied_by=("wait_live",), usual="player",
    definition="Mean number of tiles that would have completed the winning hand and that the "
    "winner had not seen, the winning one included.",
)  # fmt: skip
live_waits_spread = Spread(
    name="live_waits_spread", zh="听牌张数分布", title="Tiles waited for", table="wins",
    column="wait_live", implied_by=("wait_live",),
    definition="Wins by the number of tiles that would have completed the hand and that the "
    "winner had not seen, the winning one included.",
)  # fmt: skip
danger = Share(
    name="danger", zh="放铳危险", title="Danger of a discard", table="discards",
    needs=("dealt_in",), counts=lambda t: t["dealt_in"], implied_by=("dealt_in",),
    usual="tile_class",
    definition="Discards that somebody won on, out of all discards. By tile_class, turn, visible "
    "(copies that lay face up before), shanten_after or ready_opponents.",
)  # fmt: skip
deal_in_ready = Share(
    name="deal_in_ready", zh="听牌点炮", title="Dealing in while ready", table="discards",
    needs=("dealt_in", "shanten_after"), counts=lambda t: t["shanten_after"] == 0,
    among=lambda t: t["dealt_in"] & t["shanten_after"].notna(),
    implied_by=("dealt_in", "shanten_after"), usual="player",
    definition="Discards that left the player's own hand ready, out of the discards that somebody"
    " won on: deal-ins of those who had something to win themselves.",
)  # fmt: skip
