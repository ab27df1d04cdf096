"""Gathered games as tables: everything that is done for many games at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlab.common.wording import visible
from mjlab.dataset.arrow import arrow_schema, fields_of, make_table, texts, to_pandas
from mjlab.dataset.decisions import (
    Best,
    Ends,
    Played,
    best_of,
    ends_of,
    opponents_of,
    play,
    written,
)
from mjlab.dataset.gather import Gathered, Row, finding_row, session_key
from mjlab.dataset.schemas import CLAIM_KINDS, EVENT_KINDS, MELD_KINDS, TILE_CLASSES
from mjlab.logs import SessionReplay
from mjlab.notation import format_tiles
from mjlab.rules.fans import FAN_INDEX
from mjlab.tiles import N_KINDS, N_TILES

__all__ = ["SESSION_COLUMNS", "rows_table", "session_findings", "sessions_table", "tables_of"]


SESSION_COLUMNS = ("session", "number", "game", "source", "path", "outcome", "n_winners")
"""Columns of games that :func:`sessions_table` needs."""


def sessions_table(games: pa.Table, missing: Mapping[str, int]) -> pa.Table:
    """Count the games of each session; `missing` tells how many more there should be.

    Of games the columns :data:`SESSION_COLUMNS` are needed.
    """
    of_session = games.select(list(SESSION_COLUMNS)).filter(pa.compute.field("session").is_valid())
    if not of_session.num_rows:
        return arrow_schema("sessions").empty_table()
    frame = to_pandas("games", of_session).sort_values(["session", "number", "game"])
    frame = frame.assign(won=frame["n_winners"] > 0, failed=frame["outcome"] == "error")
    sums = frame.groupby("session", sort=False).agg(
        source=("source", "first"), path=("path", "first"), n_games=("won", "size"),
        n_won=("won", "sum"), n_errors=("failed", "sum"),
    )  # fmt: skip
    names = [str(name) for name in sums.index]
    return make_table(
        "sessions",
        {
            "session": texts(names),
            "source": texts(sums["source"]),
            "path": texts(sums["path"]),
            "n_games": sums["n_games"].to_numpy(np.int32),
            "n_won": sums["n_won"].to_numpy(np.int32),
            "n_errors": sums["n_errors"].to_numpy(np.int32),
            "n_missing": np.array([missing.get(name, 0) for name in names], np.int32),
        },
    )


def session_findings(result: SessionReplay) -> list[Row]:
    """Rows of problems: the scores of a session that are not confirmed."""
    key = session_key(result.source, result.id)
    whole = f"{result.source} {result.id}"
    return [
        finding_row(found, result.source, None if found.game == whole else visible(found.game), key)
        for found in result.disagreements
    ]


_CLASSES: Final = np.array(
    [TILE_CLASSES.index(f"{min(n, 10 - n)}-{max(n, 10 - n)}") if n not in (4, 5, 6)
     else TILE_CLASSES.index("4-6") for _ in "mps" for n in range(1, 10)]
    + [TILE_CLASSES.index("wind")] * 4 + [TILE_CLASSES.index("dragon")] * 3
    + [-1] * (N_TILES - N_KINDS), np.int8,
)  # fmt: skip
"""Class of each tile; a flower has none."""
_CLAIM_OF: Final = np.array(
    [CLAIM_KINDS.index(k) if k in CLAIM_KINDS else -1 for k in (*EVENT_KINDS, "")], np.int8
)
_MELD_OF: Final = np.array(
    [MELD_KINDS.index(k) if k in MELD_KINDS else -1 for k in EVENT_KINDS], np.int8
)
Array = NDArray[Any]
Masked = np.ma.MaskedArray


def tables_of(gathered: Gathered) -> dict[str, pa.Table]:
    """Make the tables of games, all but the sessions, rows in the order in which the games came."""
    events = _Events(gathered)
    played = play(
        events.first, events.carried, events.deal, events.kinds, events.seats, events.tiles
    )
    discarded = played.discards
    tiles = events.tiles[discarded.event]
    best = best_of(discarded, tiles)
    unseen = np.full((*played.dealt.shape[:2], 4), -1, np.int16)
    deal = ends_of(played.dealt, unseen, np.zeros_like(played.dealt))
    ends = ends_of(played.counts, played.sets, played.beside)
    first = np.searchsorted(discarded.event, events.first)
    ready, waiting, ready_turn = opponents_of(
        first, events.seats[discarded.event], tiles, events.turns[discarded.event], best, deal
    )
    hand_columns = _hand_columns(gathered.games, deal, ends, ready_turn)
    return {
        "games": rows_table("games", gathered.games),
        "hands": rows_table("hands", gathered.hands, hand_columns),
        "events": _events_table(gathered, events),
        "discards": _discards_table(events, played, best, ready, waiting),
        "melds": _melds_table(events, played),
        "wins": rows_table("wins", gathered.wins, _win_columns(gathered, ends, ready_turn)),
        "win_fans": rows_table("win_fans", gathered.win_fans),
        "problems": rows_table("problems", gathered.problems),
    }


def rows_table(name: str, rows: Sequence[Row], more: dict[str, Any] | None = None) -> pa.Table:
    """Make a table of rows, with `more` columns beside them."""
    columns: dict[str, Any] = dict(more or {})
    for field in fields_of(name):
        if field.name in columns:
            continue
        values = [row[field.name] for row in rows]
        if field.name == "fan":
            values = [FAN_INDEX[key] for key in values]
        columns[field.name] = pa.array(values, field.arrow) if not field.words else values
    return make_table(name, columns)


class _Events:
    """The events of all games as arrays, and for each of them its game."""

    def __init__(self, gathered: Gathered) -> None:
        sizes = np.array([len(kinds) for kinds in gathered.kinds], np.int64)
        # int64[G] and int64[G+1]: how many were carried out, and where the events of a game begin.
        self.carried = np.array([len(turns) for turns in gathered.turns], np.int64)
        self.first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.deal = _bytes(gathered.deals).reshape(-1, 4, N_TILES)
        # int8[E], -1 for none.
        self.kinds = _bytes(gathered.kinds).view(np.int8)
        self.seats = _bytes(gathered.seats).view(np.int8)
        self.tiles = _bytes(gathered.tiles).view(np.int8)
        self.backs = _bytes(gathered.backs).view(np.int8)
        self.drawn = _bytes(gathered.drawn).view(np.int8)
        # int32[E]: row of the game, and number of the event in it.
        self.game = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        self.number = (np.arange(len(self.kinds)) - self.first[self.game]).astype(np.int32)
        # int8[E] and int16[E], -1 for events not carried out.
        done = self.number < self.carried[self.game]
        self.turns = np.full(len(self.kinds), -1, np.int8)
        self.turns[done] = _bytes(gathered.turns)
        self.walls = np.full(len(self.kinds), -1, np.int16)
        self.walls[done] = _bytes(gathered.walls)
        # Text of the games, and of their players, four a game.
        self.names = texts(row["game"] for row in gathered.games)
        self.players = texts(row["player"] for row in gathered.hands)
        self.rounds = np.array([row["round"] for row in gathered.games], np.int8)

    def name_of(self, events: Array) -> pa.Array:
        """The game of some events."""
        return self.names.take(pa.array(self.game[events]))

    def player_of(self, events: Array) -> pa.Array:
        """Who did some events."""
        return self.players.take(pa.array(4 * self.game[events] + self.seats[events]))


def _bytes(parts: Iterable[bytes]) -> Array:
    return np.frombuffer(bytearray(b"".join(parts)), np.uint8)


def _known(values: Array, unknown: int = -1) -> Masked[Any, Any]:
    return np.ma.masked_equal(values, unknown)


def _events_table(gathered: Gathered, events: _Events) -> pa.Table:
    every = np.arange(len(events.kinds))
    if any(gathered.times):
        pairs = zip(gathered.times, gathered.kinds, strict=True)
        times = pa.array(
            [t if t is None or 0 <= t < 2**31 else None
             for t in chain.from_iterable(t or [None] * len(k) for t, k in pairs)], pa.int32(),
        )  # fmt: skip
    else:
        times = pa.nulls(len(every), pa.int32())
    said: list[str | None] = [None] * len(every)
    for game, number, text in gathered.overruled:
        said[events.first[game] + number] = text
    return make_table(
        "events",
        {
            "game": events.name_of(every),
            "event": events.number,
            "seat": events.seats,
            "kind": events.kinds,
            "tile": events.tiles,
            "turn": _known(events.turns),
            "wall_left": _known(events.walls),
            "from_back": _known(events.backs),
            "time": times,
            "overruled": texts(said),
        },
    )


def _discards_table(
    events: _Events, played: Played, best: Best, ready: Array, waiting: Array
) -> pa.Table:
    discards = played.discards
    at = discards.event
    tiles, seats = events.tiles[at], events.seats[at]
    held = discards.counts[np.arange(len(at)), np.minimum(tiles, N_KINDS - 1)]
    recorded = events.drawn[at]
    # Where the log is silent: another kind than the drawn one, or a single tile, tell.
    inferred = np.where(tiles != discards.drawn, 1, np.where(held == 1, 0, -1))
    unknown = best.after[0] == 127
    return make_table(
        "discards",
        {
            "game": events.name_of(at),
            "event": events.number[at],
            "round": events.rounds[events.game[at]],
            "seat": seats,
            "player": events.player_of(at),
            "turn": events.turns[at],
            "wall_left": events.walls[at],
            "tile": tiles,
            "tile_class": _CLASSES[tiles],
            "drawn": discards.drawn,
            "from_hand": _known(np.where(recorded >= 0, 1 - recorded, inferred)),
            "n_melds": discards.n_sets,
            "hand": written(discards.counts, discards.sets),
            "held": held,
            "visible": discards.visible,
            "shanten_before": Masked(best.before[0], unknown),
            "kinds_before": Masked(np.bitwise_count(best.before[1]), unknown),
            "live_before": Masked(best.before[2], unknown),
            "best": best.tile,
            "shanten_after": Masked(best.after[0], unknown),
            "kinds_after": Masked(np.bitwise_count(best.after[1]), unknown),
            "live_after": Masked(best.after[2], unknown),
            "ready_opponents": ready,
            "waiting_opponents": waiting,
            "claimed": _CLAIM_OF[discards.claim],
            "claimed_by": discards.by,
            "dealt_in": discards.won,
        },
    )


def _melds_table(events: _Events, played: Played) -> pa.Table:
    melds = played.melds
    at = melds.event
    return make_table(
        "melds",
        {
            "game": events.name_of(at),
            "event": events.number[at],
            "seat": events.seats[at],
            "player": events.player_of(at),
            "turn": events.turns[at],
            "kind": _MELD_OF[events.kinds[at]],
            "tile": events.tiles[at],
            "claimed": melds.claimed,
            "claimed_from": melds.giver,
            "number": melds.number,
        },
    )


def _hand_columns(
    games: Sequence[Row], deal: Ends, ends: Ends, ready_turn: Array
) -> dict[str, Any]:
    replayed = np.repeat([row["replayed"] and not row["n_illegal"] for row in games], 4)
    shanten = ends.shanten.reshape(-1)
    unknown = (shanten == 127) | ~replayed.astype(bool)
    ready = shanten == 0
    waits = np.where(ready, ends.mask.reshape(-1), 0)
    return {
        "deal_shanten": _known(deal.shanten.reshape(-1), 127),
        "ready_turn": _known(ready_turn.reshape(-1)),
        "end_shanten": Masked(shanten, unknown),
        "ready": Masked(ready, unknown),
        "wait_kinds": Masked(np.bitwise_count(waits), unknown),
        "wait_live": Masked(np.where(ready, ends.live.reshape(-1), 0), unknown),
    }


def _win_columns(gathered: Gathered, ends: Ends, ready_turn: Array) -> dict[str, Any]:
    """Waits of the winners."""
    rows = {row["game"]: number for number, row in enumerate(gathered.games)}
    game = np.array([rows[win["game"]] for win in gathered.wins], np.int64)
    seat = np.array([win["seat"] for win in gathered.wins], np.int64)
    unknown = ends.shanten[game, seat] != 0
    masks = ends.mask[game, seat]
    return {
        "ready_turn": _known(ready_turn[game, seat]),
        "wait_kinds": Masked(np.bitwise_count(masks), unknown),
        "wait_live": Masked(ends.live[game, seat], unknown),
        "waits": texts(
            None if no else _wait_text(int(mask))
            for mask, no in zip(masks, unknown.tolist(), strict=True)
        ),
    }


@cache
def _wait_text(mask: int) -> str:
    return format_tiles([tile for tile in range(N_KINDS) if mask >> tile & 1])
