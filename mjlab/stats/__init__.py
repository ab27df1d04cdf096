"""Statistics: each a function of a dataset, each number with its cases and its interval.

>>> from mjlab.dataset import make_dataset
>>> from mjlab.logs import replay_all
>>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json", "data/tziakcha/TZ-B01.json"]))
>>> win_rate(data, by=None)
   k  n  rate       low      high
0  2  8  0.25  0.071479  0.590725
Hands won, out of the hands played; drawn games count as played.

A share has ``k`` (what counts), ``n`` (out of how many), ``rate``, and ``low`` and ``high``, its
Wilson interval; a mean has ``n``, ``mean``, ``low``, ``high`` (Student's interval), ``sd`` and
``median``. Without a case they are NaN, never 0. Games that could not be replayed to their end are
no cases. What there is tells :data:`STATISTICS`; the definitions stand in ``docs/statistics.md``.
"""

from mjlab.stats.comparison import Comparison, compare
from mjlab.stats.fans import add_fan_names, fan_frequency, fan_partners
from mjlab.stats.play import (
    call_rate,
    danger,
    deal_in_points,
    deal_in_rate,
    deal_in_ready,
    deal_shanten,
    deal_shantens,
    draw_rate,
    eights,
    live_waits,
    live_waits_spread,
    loss_rate,
    outcomes,
    points_per_hand,
    points_per_win,
    ready_rate,
    ready_turn,
    ready_turns,
    self_draw_share,
    totals,
    waits,
    waits_spread,
    win_rate,
    win_turn,
    win_turns,
)
from mjlab.stats.players import joined_players, player_summary, standings, table_results
from mjlab.stats.result import Result
from mjlab.stats.statistic import STATISTICS, Statistic, definition, find

__all__ = [
    "STATISTICS", "Comparison", "Result", "Statistic", "add_fan_names", "call_rate", "compare",
    "danger", "deal_in_points", "deal_in_rate", "deal_in_ready", "deal_shanten", "deal_shantens",
    "definition", "draw_rate", "eights", "fan_frequency", "fan_partners", "find",
    "joined_players", "live_waits", "live_waits_spread", "loss_rate", "outcomes",
    "player_summary", "points_per_hand", "points_per_win", "ready_rate", "ready_turn",
    "ready_turns", "self_draw_share", "standings", "table_results", "totals", "waits",
    "waits_spread", "win_rate", "win_turn", "win_turns",
]  # fmt: skip
