"""The tables: one pandera model each, strict, with a sentence under every column.

The columns of a dataset are exactly these, in memory and in Parquet: the Arrow schemas, the checks
and the manual (:func:`mjlab.dataset.describe`) are made of them. Ids are stored, names are
joined on demand (:func:`mjlab.stats.add_fan_names`).
"""

from __future__ import annotations

from typing import Any, Final

import pandas as pd
import pandera.pandas as pa
from numpy import int8, int16, int32, int64

from mjlab.logs.records import CLAIMS, EventKind
from mjlab.rules.fans import FAN_INDEX
from mjlab.tiles import N_TILES, code

__all__ = [
    "CLAIM_KINDS",
    "Discards",
    "ENDS",
    "EVENT_KINDS",
    "Events",
    "Games",
    "Hands",
    "KEYS",
    "MELD_KINDS",
    "Melds",
    "OUTCOMES",
    "PROBLEM_KINDS",
    "Problems",
    "SCHEMAS",
    "SEAT_NAMES",
    "Sessions",
    "TILES",
    "TILE_CLASSES",
    "WALLS",
    "WINDS",
    "WinFans",
    "Wins",
]


WINDS: Final = ("E", "S", "W", "N")
"""Seats and rounds; the place of a word is its number in arrays, here and below."""
SEAT_NAMES: Final = ("East", "South", "West", "North")
ENDS: Final = ("self_drawn", "discard", "robbed_kong", "drawn")
"""How a game ends that was played to its end: only these count in statistics."""
OUTCOMES: Final = (*ENDS, "fault", "unfinished", "error")
TILES: Final = tuple(code(tile) for tile in range(N_TILES))
"""1m to 8f: the category codes of a column of tiles are tile indices."""
TILE_CLASSES: Final = ("wind", "dragon", "1-9", "2-8", "3-7", "4-6")
EVENT_KINDS: Final = tuple(kind.value for kind in EventKind)
CLAIM_KINDS: Final = tuple(kind.value for kind in EventKind if kind in CLAIMS)
MELD_KINDS: Final = ("chow", "pung", "kong_melded", "kong_concealed", "kong_added")
"""In the order of :class:`mjlab.hand.MeldKind`."""
WALLS: Final = ("one", "duplicate")
PROBLEM_KINDS: Final = ("illegal event", "disagreement", "set aside")


def _key(description: str) -> Any:
    """A text that is part of a key: never empty."""
    return pa.Field(description=description, str_length={"min_value": 1})


def _text(description: str, *, nullable: bool = False) -> Any:
    """Any text."""
    return pa.Field(description=description, nullable=nullable)


def _one_of(description: str, words: tuple[str, ...], *, nullable: bool = False) -> Any:
    """A category: one of some words, in their order."""
    return pa.Field(
        description=description,
        nullable=nullable,
        dtype_kwargs={"categories": list(words), "ordered": False},
    )


def _count(description: str, least: int = 0, most: int | None = None) -> Any:
    """A number that is always there."""
    return pa.Field(description=description, ge=least, le=most)


def _number(description: str, least: int | None = None, most: int | None = None) -> Any:
    """A number that may be missing."""
    return pa.Field(description=description, nullable=True, ge=least, le=most)


def _flag(description: str, *, nullable: bool = False) -> Any:
    """True or False."""
    return pa.Field(description=description, nullable=nullable)


Int8 = pd.Int8Dtype
Int16 = pd.Int16Dtype
Int32 = pd.Int32Dtype
Maybe = pd.BooleanDtype
Category = pd.CategoricalDtype


class _Strict(pa.DataFrameModel):
    class Config:
        strict = True
        coerce = True
        ordered = True


class Sessions(_Strict):
    """One row for each session, a series of games of one table; single games have none."""

    session: str = _key("Source and the log's id, e.g. 'tziakcha TZ-B': the key.")
    source: str = _key("Name of the reader.")
    path: str = _text("File of its first game.")
    n_games: int32 = _count("Games that were read.", 1)
    n_won: int32 = _count("Games that ended with a win.")
    n_errors: int32 = _count("Games that could not be replayed to their end.")
    n_missing: int32 = _count("Games the session should have that were not read or not replayed.")


class Games(_Strict):
    """One row for each game (盘, one deal), from the deal to a win or a drawn game."""

    game: str = _key("Source and the log's id, e.g. 'tziakcha TZ-B00': the key.")
    session: str = _text("Session of the game; missing where it belongs to none.", nullable=True)
    number: Int32 = _number("Place of the game in its session, from 1, where recorded.", 1)
    source: str = _key("Name of the reader.")
    path: str = _text("File it was read from.")
    place: str = _text("Where in the file it begins.")
    round: Category = _one_of("Round wind.", WINDS)
    outcome: Category = _one_of(
        "How it ended. 'fault' (a player's, punished by the platform), 'unfinished' (the record "
        "stops) and 'error' (it could not be replayed) count in no statistic.",
        OUTCOMES,
    )
    fault: str = _text(
        "What the platform calls the fault that ended the game, e.g. 'WA'; mostly missing.",
        nullable=True,
    )
    n_winners: int8 = _count("How many players won: more than one on one discard, by some rules.")
    replayed: bool = _flag("Whether the log holds the events; else only the result is known.")
    date: str = _text("When it was played, as 2022-06-25, where recorded.", nullable=True)
    walls: Category = _one_of("One wall for the table, or 34 tiles for each player.", WALLS)
    flowers: int8 = _count("Flower tiles in play, 8 or 0.", 0, 8)
    least_fan: Int16 = _number("Fan needed to win at that table, where the log says so.")
    n_events: int32 = _count("Events recorded: draws, discards, sets, flowers, wins.")
    wall_left: Int16 = _number("Tiles left in the wall or walls; missing if not replayed.")
    n_false_wins: int8 = _count("False wins declared.")
    n_illegal: int8 = _count("Events that break the rules of play: the first ends the replay.")
    n_disagreements: int32 = _count("Recorded facts that the replay does not confirm.")
    content: int64 = pa.Field(
        description="Digest of round, deal and events: games of one content are the same game."
    )


class Hands(_Strict):
    """One row for each player of each game: four a game."""

    game: str = _key("The game: with seat the key.")
    session: str = _text("Session of the game; missing where it belongs to none.", nullable=True)
    number: Int32 = _number("Place of the game in its session, from 1, where recorded.", 1)
    round: Category = _one_of("Round wind.", WINDS)
    seat: Category = _one_of("Seat wind of the player; E deals.", WINDS)
    player: str = _key("Name of the player.")
    outcome: Category = _one_of("How the game ended, as in games.", OUTCOMES)
    change: Int32 = _number(
        "Score change in the game as recorded, or as computed where none is recorded."
    )
    payment: Int32 = _number("Score change as computed; missing where the game was not replayed.")
    score_before: Int32 = _number("Score in the session before the game, where recorded.")
    won: bool = _flag("Whether this player won.")
    self_drawn: bool = _flag("Whether this player won by self-draw.")
    dealt_in: bool = _flag("Whether this player gave a winning tile: a discard or a robbed kong.")
    total: Int32 = _number("Points of this player's win, flowers included; missing otherwise.")
    n_claims: Int8 = _number(
        "Sets made of other players' discards; missing, as the next four, if not replayed.", 0, 4
    )
    n_melds: Int8 = _number("Sets laid aside at the end, concealed kongs included.", 0, 4)
    flowers: Int8 = _number("Flowers laid aside.", 0, 8)
    turns: Int8 = _number("Turns begun, by a draw from the front or a claim.", 0)
    draws: Int8 = _number("Tiles drawn, replacements included.", 0)
    deal_shanten: Int8 = _number(
        "Shanten of the first thirteen tiles, flowers aside: 0 is ready; missing if not known.",
        -1,
        8,
    )
    ready_turn: Int8 = _number(
        "Turn after whose discard the hand was ready for the first time, 0 if dealt ready; "
        "missing if never."
    )
    end_shanten: Int8 = _number(
        "Shanten of the hand at the end, a winning tile aside; missing if not replayed.", -1, 8
    )
    ready: Maybe = _flag("Whether the hand was ready at the end.", nullable=True)
    wait_kinds: Int8 = _number("Kinds that would have completed it at the end, by shape.", 0, 34)
    wait_live: Int8 = _number(
        "Copies of these that the player had not seen: neither his own nor face up."
    )


class Events(_Strict):
    """One row for each thing a player did."""

    game: str = _key("The game: with event the key.")
    event: int32 = _count("Number of the event in the game, from 0.")
    seat: Category = _one_of("Who did it.", WINDS, nullable=True)
    kind: Category = _one_of("What was done.", EVENT_KINDS)
    tile: Category = _one_of(
        "The tile; of a chow the lowest; missing where the log does not name it.",
        TILES,
        nullable=True,
    )
    turn: Int8 = _number("Turns its player had begun; missing for an event not carried out.")
    wall_left: Int16 = _number("Tiles left afterwards; missing for an event not carried out.")
    from_back: Maybe = _flag(
        "Of a draw, whether from the back of the wall, where recorded.", nullable=True
    )
    time: Int32 = _number("Milliseconds since the game began, where recorded.")
    overruled: str = _text(
        "Claims on the same tile that came to nothing, e.g. 'W pung 5m'; mostly missing.",
        nullable=True,
    )


class Discards(_Strict):
    """One row for each discard, a decision: the hand before it, the choice, and what came of it."""

    game: str = _key("The game: with event the key.")
    event: int32 = _count("Number of the event in the game, as in events.")
    round: Category = _one_of("Round wind.", WINDS)
    seat: Category = _one_of("Who discards.", WINDS)
    player: str = _key("Name of who discards.")
    turn: int8 = _count("Turns the player had begun, this one included.")
    wall_left: int16 = _count("Tiles left in the wall, or in all walls of duplicate play.")
    tile: Category = _one_of("The tile discarded.", TILES)
    tile_class: Category = _one_of(
        "Its class: winds, dragons, or its rank from the end.", TILE_CLASSES
    )
    drawn: Category = _one_of(
        "The tile drawn before; missing after a chow or pung.", TILES, nullable=True
    )
    from_hand: Maybe = _flag(
        "Whether it came from the hand, not the tile just drawn; missing where a copy of the drawn "
        "kind went and the log does not say which.",
        nullable=True,
    )
    n_melds: int8 = _count("Sets the player had laid aside.", 0, 4)
    hand: str = _text("The hand before the discard, sets first, in native notation.")
    held: int8 = _count("Copies of the tile in the hand, this one included.", 1, 4)
    visible: int8 = _count("Copies of the tile face up before: discards and claimed sets.", 0, 3)
    shanten_before: Int8 = _number(
        "Lowest shanten that a discard leaves; missing where a flower was kept.", -1, 8
    )
    kinds_before: Int8 = _number("Kinds useful after the best discard.", 0, 34)
    live_before: Int16 = _number("Copies of these the player had not seen.")
    best: Category = _one_of(
        "The best discard: lowest shanten, then most live tiles, then most kinds.",
        TILES,
        nullable=True,
    )
    shanten_after: Int8 = _number("Shanten that this discard leaves: 0 is ready.", -1, 8)
    kinds_after: Int8 = _number("Kinds that are useful after it: that lower the shanten.", 0, 34)
    live_after: Int16 = _number("Copies of these the player had not seen.")
    ready_opponents: int8 = _count("Other players whose hands are ready at that moment.", 0, 3)
    waiting_opponents: int8 = _count(
        "Of these, how many the tile completes by shape, be it worth enough or not.", 0, 3
    )
    claimed: Category = _one_of(
        "The set somebody made of it; missing if nobody did.", CLAIM_KINDS, nullable=True
    )
    claimed_by: Category = _one_of("Who made that set.", WINDS, nullable=True)
    dealt_in: bool = _flag("Whether somebody won on it.")


class Melds(_Strict):
    """One row for each set laid aside; a pung made a kong later has a second row."""

    game: str = _key("The game: with event the key.")
    event: int32 = _count("Number of the event in the game, as in events.")
    seat: Category = _one_of("Who made it.", WINDS)
    player: str = _key("Name of who made it.")
    turn: int8 = _count("Turns the player had begun, this one included.")
    kind: Category = _one_of("What was made.", MELD_KINDS)
    tile: Category = _one_of("Its tile; of a chow the lowest.", TILES)
    claimed: Category = _one_of(
        "The discard it was made of; missing for a kong of one's own tiles.", TILES, nullable=True
    )
    claimed_from: Category = _one_of("Who discarded that.", WINDS, nullable=True)
    number: int8 = _count("Which set of this player, from 1; an added kong keeps its number.", 1)


class Wins(_Strict):
    """One row for each win; where several players win on one tile, one for each."""

    game: str = _key("The game: with seat the key.")
    session: str = _text("Session of the game; missing where it belongs to none.", nullable=True)
    event: Int32 = _number("Number of the event that declares it; missing if not replayed.")
    seat: Category = _one_of("Seat wind of the winner.", WINDS)
    player: str = _key("Name of the winner.")
    round: Category = _one_of("Round wind.", WINDS)
    discarder: str = _text("Name of who gave the tile; missing when self-drawn.", nullable=True)
    discarder_seat: Category = _one_of("Seat of who gave the tile.", WINDS, nullable=True)
    hand: str = _text(
        "Sets, standing tiles and winning tile in native notation; missing if not replayed.",
        nullable=True,
    )
    tile: Category = _one_of("The winning tile.", TILES, nullable=True)
    self_drawn: bool = _flag("自摸: won on a tile drawn by oneself.")
    last_of_kind: Maybe = _flag("和绝张: the other three copies lay face up.", nullable=True)
    wall_last: Maybe = _flag("妙手回春 or 海底捞月: the wall was empty.", nullable=True)
    kong_replacement: Maybe = _flag("杠上开花: the tile replaced a kong.", nullable=True)
    robbing_kong: Maybe = _flag("抢杠和: won on a robbed kong.", nullable=True)
    concealed: Maybe = _flag("Nothing was claimed; concealed kongs do not matter.", nullable=True)
    flowers: Int8 = _number("Flowers the winner had laid aside.", 0, 8)
    turn: Int8 = _number("Turns the winner had begun, the winning one included.")
    ready_turn: Int8 = _number("Turn after whose discard the hand was ready first, 0 if dealt so.")
    wait_kinds: Int8 = _number("Kinds that completed the hand, by shape.", 0, 34)
    wait_live: Int8 = _number("Copies of these the winner had not seen, the winning one included.")
    waits: str = _text("These kinds in native notation, e.g. '36m'.", nullable=True)
    fan_total: Int16 = _number(
        "Sum of the fan as computed, flowers aside; missing if not replayed."
    )
    total: int32 = _count("Points as computed, flowers included; as recorded if not replayed.")
    recorded_total: Int32 = _number("Points as recorded, flowers included.")


class WinFans(_Strict):
    """One row for each fan of each win, as computed."""

    game: str = _key("The game; game, seat and fan are the key.")
    seat: Category = _one_of("Seat of the winner, as in wins.", WINDS)
    fan: Category = _one_of("Key of the fan.", tuple(FAN_INDEX))
    count: int8 = _count("How many instances count.", 1)
    value: int16 = _count("Value of one instance under the ruleset.")
    points: int16 = _count("Points it contributes: count times value.")


class Problems(_Strict):
    """One row for each illegal event, unconfirmed record, and thing that became no game."""

    kind: Category = _one_of(
        "'illegal event', 'disagreement' (a recorded fact that the replay does not confirm) or "
        "'set aside' (what could not be read, or was there before).",
        PROBLEM_KINDS,
    )
    point: str = _text(
        "What disagrees: 'total', 'fans', 'payments', ...; else missing.", nullable=True
    )
    reason: str = _text("What was found, in words.")
    source: str = _text(
        "Name of the reader; missing where no reader knows the file.", nullable=True
    )
    path: str = _text("The file.")
    place: str = _text("Where in the file.")
    game: str = _text("The game, where it is known and one is meant.", nullable=True)
    session: str = _text(
        "The session, where one is meant or the game belongs to it.", nullable=True
    )
    recorded: str = _text("What the log says: the event, the fact, or the text at that place.")
    computed: str = _text("What the rules give; for an illegal event what would be legal.")


SCHEMAS: Final[dict[str, type[pa.DataFrameModel]]] = {
    "sessions": Sessions,
    "games": Games,
    "hands": Hands,
    "events": Events,
    "discards": Discards,
    "melds": Melds,
    "wins": Wins,
    "win_fans": WinFans,
    "problems": Problems,
}
"""The model of each table by name."""
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "sessions": ("session",),
    "games": ("game",),
    "hands": ("game", "seat"),
    "events": ("game", "event"),
    "discards": ("game", "event"),
    "melds": ("game", "event"),
    "wins": ("game", "seat"),
    "win_fans": ("game", "seat", "fan"),
    "problems": ("path", "place", "game", "session", "kind", "point", "reason", "recorded",
                 "computed", "source"),
}  # fmt: skip
"""The columns that tell the rows of a table apart; of problems all of them."""
