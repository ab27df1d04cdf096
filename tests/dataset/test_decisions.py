"""The table of discards against a slow twin: every game walked through with the rules at hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mjlab import api
from mjlab.batch import HandBatch
from mjlab.dataset import Dataset, make_dataset
from mjlab.dataset.decisions import ends_of, written
from mjlab.dataset.schemas import EVENT_KINDS, WINDS
from mjlab.hand import Hand, Meld
from mjlab.logs import EventKind, Game, Replay, replay, replay_all, walk
from mjlab.logs.records import CLAIMS
from mjlab.notation import format_tiles
from mjlab.reference import waits as reference_waits
from mjlab.simulate import games
from mjlab.tiles import N_KINDS, code
from tests.support.paths import RECORDS

KINDS = [
    {"walls": "one"},
    {"walls": "duplicate"},
    {"walls": "one", "flowers": False, "ruleset": "mcr_beginner"},
]


def own_text(table: Any, player: int) -> str:
    """The hand of a player without flowers, sets first and without their sources."""
    tiles = tuple(t for t in range(N_KINDS) for _ in range(table.hands[player][t]))
    return str(Hand(tiles, tuple(Meld(m.kind, m.tile) for m in table.melds[player])))


def seen_beside(table: Any, player: int) -> list[int]:
    """The tiles that lie face up beside the sets of a player."""
    seen = list(table.face_up)
    for meld in table.melds[player]:
        if not meld.is_concealed:
            for tile in meld.tiles:
                seen[tile] -= 1
    return [tile for tile, n in enumerate(seen) for _ in range(n)]


def naive_discards(game: Game) -> Iterator[dict[str, Any]]:
    """Rows of discards, as far as the state of the table tells them."""
    for number, (event, table) in enumerate(walk(game)):
        if event.kind is not EventKind.DISCARD:
            continue
        after = game.events[number + 1 :]
        follower = after[0] if after else None
        claimed = follower is not None and follower.kind in CLAIMS
        yield {
            "event": number,
            "seat": WINDS[event.player],
            "tile": code(event.tile or 0),
            "turn": table.turns[event.player],
            "drawn": None if table.drawn is None else code(table.drawn),
            "n_melds": len(table.melds[event.player]),
            "hand": own_text(table, event.player),
            "held": table.hands[event.player][event.tile],
            "visible": table.face_up[event.tile or 0],
            "claimed": follower.kind.value if claimed and follower else None,
            "claimed_by": WINDS[follower.player] if claimed and follower else None,
            "dealt_in": follower is not None and follower.kind is EventKind.WIN,
        }


@pytest.fixture(scope="module", params=KINDS, ids=str)
def played(request: pytest.FixtureRequest) -> tuple[list[Replay], Dataset]:
    rules = request.param.get("ruleset", "mcr1998_online")
    results = [replay(game, rules) for game in games(40, seed=5, **request.param)]
    return results, make_dataset(results)


def test_discards_are_those_of_the_slow_twin(played: tuple[list[Replay], Dataset]) -> None:
    results, data = played
    slow = [row for result in results for row in naive_discards(result.game)]
    fast = data.discards[list(slow[0])].astype(object)
    fast = fast.where(fast.notna(), None)
    assert fast.to_dict("records") == slow


def test_shanten_and_useful_tiles_are_those_of_the_readable_functions() -> None:
    results = [replay(game) for game in games(3, seed=11)]
    rows = make_dataset(results).discards.itertuples()
    for result in results:
        for event, table in walk(result.game):
            if event.kind is not EventKind.DISCARD:
                continue
            row: Any = next(rows)
            options = api.discards(row.hand, visible=seen_beside(table, event.player))
            best, chosen = options[0], next(o for o in options if code(o.tile) == row.tile)
            assert row.best == code(best.tile)
            for found, end in ((best, "before"), (chosen, "after")):
                ours = [getattr(row, f"{name}_{end}") for name in ("shanten", "kinds", "live")]
                assert ours == [found.shanten, found.kinds, found.live]
    assert next(rows, None) is None


def test_hands_at_the_end_are_those_of_the_replay(played: tuple[list[Replay], Dataset]) -> None:
    results, data = played
    hands = data.hands.to_dict("records")
    for result, first in zip(results, range(0, len(hands), 4), strict=True):
        for player, row in enumerate(hands[first : first + 4]):
            standing = tuple(t for t in result.hands[player] if t < N_KINDS)
            hand = Hand(standing, result.melds[player])
            assert row["end_shanten"] == api.shanten(hand)
            assert row["ready"] == (api.shanten(hand) == 0)
            assert row["n_melds"] == len(hand.melds)
            assert (row["wait_kinds"] > 0) == row["ready"]


def test_winners_wait_for_their_tile(played: tuple[list[Replay], Dataset]) -> None:
    _, data = played
    wins = data.wins
    assert (wins["wait_kinds"] >= 1).all()
    assert (wins["wait_live"] >= 1).all()
    for row in wins.itertuples():
        suit = row.waits[row.waits.index(row.tile[0]) :] if row.tile[0] in row.waits else ""
        assert row.tile[1] in suit
    ready = data.hands[data.hands["won"]]
    assert ready["ready"].all()
    assert wins["ready_turn"].to_list() == ready["ready_turn"].to_list()


def test_first_turn_in_which_a_hand_was_ready(played: tuple[list[Replay], Dataset]) -> None:
    _, data = played
    after = data.discards[data.discards["shanten_after"] == 0]
    first = after.groupby(["game", "seat"], observed=True)["turn"].min()
    for row in data.hands.itertuples():
        found = first.get((row.game, row.seat))
        if row.deal_shanten == 0:
            assert row.ready_turn == 0
        elif found is None:
            assert pd.isna(row.ready_turn)
        else:
            assert row.ready_turn == found


def test_opponents_who_wait(played: tuple[list[Replay], Dataset]) -> None:
    """A discard that is won on was waited for; one that nobody waits for never is."""
    _, data = played
    won_on = data.discards[data.discards["dealt_in"]]
    assert len(won_on)
    assert (won_on["waiting_opponents"] >= 1).all()
    assert (data.discards["waiting_opponents"] <= data.discards["ready_opponents"]).all()


def test_dealt_shanten_is_of_the_first_thirteen_tiles() -> None:
    data = make_dataset(replay_all([RECORDS]))
    results = [r for r in replay_all([RECORDS]) if isinstance(r, Replay)]
    rows = iter(data.hands["deal_shanten"].to_list())
    for result in results:
        for player in range(4):
            tiles = [t for t in result.game.deal[player] if t < N_KINDS]
            drawn = [
                e.tile for e in result.game.events
                if e.player == player and e.kind is EventKind.DRAW and (e.tile or 0) < N_KINDS
            ]  # fmt: skip
            thirteen = [*tiles, *[t for t in drawn if t is not None]][:13]
            assert next(rows) == api.shanten(Hand(tuple(thirteen)))


def test_from_the_hand_or_just_drawn() -> None:
    data = make_dataset(replay_all([RECORDS]))
    rows = data.discards.dropna(subset=["from_hand"])
    drawn = rows[~rows["from_hand"].astype(bool)]
    assert (drawn["tile"] == drawn["drawn"]).all()
    claimed = rows[rows["drawn"].isna()]
    assert claimed["from_hand"].all()
    assert len(drawn) > 100


def test_words_are_in_the_order_of_the_kernel() -> None:
    from mjlab.kernels.play import events as kernel

    names = ("DRAW", "DISCARD", "CHOW", "PUNG", "KONG_MELDED", "KONG_CONCEALED", "KONG_ADDED",
             "FLOWER", "WIN")  # fmt: skip
    assert [EVENT_KINDS[getattr(kernel, name)].upper() for name in names] == list(names)


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("[789p][666s]33789m78s", "69s"),
        ("[789p][6666s]33789m78s", "69s"),  # the winner holds all four 6s
        ("1234444678m456p", "14m"),
    ],
)
def test_waits_are_by_shape(text: str, waits: str) -> None:
    hand = Hand.parse(text)
    batch = HandBatch.from_hands([hand])
    counts, sets = batch.counts[None], np.full((1, 1, 4), -1, np.int16)
    if batch.melds is not None:
        sets[0] = batch.melds
    ends = ends_of(counts, sets, np.zeros_like(counts))
    kinds = [kind for kind in range(N_KINDS) if int(ends.mask[0, 0]) >> kind & 1]
    assert format_tiles(kinds) == waits
    assert tuple(kinds) == reference_waits(hand)
    assert ends.live[0, 0] == sum(4 - _held(hand, kind) for kind in kinds)


def test_hands_are_written_with_their_sets_first() -> None:
    counts = np.zeros((1, N_KINDS), np.uint8)
    counts[0, [0, 1, 2, 27]] = 1, 2, 1, 1
    sets = np.array([[4 * 34 + 31, 0, 68 + 9, -1]], np.int16)
    assert written(counts, sets).to_pylist() == ["{5555z}[123m][1111p]1223m1z"]


def _held(hand: Hand, kind: int) -> int:
    return hand.concealed.count(kind) + sum(meld.tiles.count(kind) for meld in hand.melds)
