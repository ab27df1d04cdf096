"""The tables: one pandera model each, strict, with a sentence under every column.

Ids are stored, names are joined on demand (:func:`mjlab.frames.metrics.add_fan_names`). A column
exists only if it is documented here.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import pandas as pd
import pandera.pandas as pa

from mjlab.errors import MjlabError
from mjlab.rules.table import FAN_INDEX

__all__ = [
    "OUTCOMES",
    "SCHEMAS",
    "SEATS",
    "Disagreements",
    "Games",
    "Hands",
    "SetAsides",
    "WinFans",
    "Wins",
    "describe",
    "empty",
    "validated",
]

SEATS: Final = ("east", "south", "west", "north")
"""Ends of the column names that exist once for each seat."""
WINDS: Final = ("E", "S", "W", "N")
OUTCOMES: Final = ("self_drawn", "discard", "robbed_kong", "drawn")
"""How a hand ends; beside these, ``error``: it could not be replayed and counts nowhere."""


def _key(description: str, *, unique: bool = False) -> Any:
    return pa.Field(description=description, unique=unique, str_length={"min_value": 1})


def _text(description: str, *, nullable: bool = False) -> Any:
    return pa.Field(description=description, nullable=nullable)


def _among(description: str, values: tuple[str, ...], *, nullable: bool = False) -> Any:
    return pa.Field(description=description, isin=values, nullable=nullable)


def _count(description: str, least: int = 0, most: int | None = None) -> Any:
    return pa.Field(description=description, ge=least, le=most)


def _maybe_number(description: str) -> Any:
    return pa.Field(description=description, nullable=True)


class _Strict(pa.DataFrameModel):
    class Config:
        strict = True
        coerce = True
        ordered = True


class Games(_Strict):
    """One row for each session; a hand that belongs to none is a session by itself."""

    game: str = _key("Source and session, e.g. 'tziakcha TZ-B': the key of the table.", unique=True)
    source: str = _key("Name of the reader.")
    path: str = _text("File of its first hand.")
    n_hands: int = _count("Hands that were read.", 1)
    n_wins: int = _count("Hands that ended with a win.")
    n_errors: int = _count("Hands that could not be replayed.")
    n_missing: int = _count("Hands the session should have that were not read or not replayed.")


class Hands(_Strict):
    """One row for each hand played, from the deal to a win or a drawn hand."""

    hand: str = _key("Source and the log's id, e.g. 'tziakcha TZ-B00': the key.", unique=True)
    game: str = _key("Session of the hand, as in games.")
    number: int = _count("Place of the hand in its session, from 1.", 1)
    path: str = _text("File it was read from.")
    place: str = _text("Where in the file it begins.")
    round: str = _among("Round wind.", WINDS)
    outcome: str = _among(
        "How the hand ended; 'error' where it could not be replayed: it counts in no statistic.",
        (*OUTCOMES, "error"),
    )
    winner: str = _among("Seat of the winner; missing for a drawn hand.", WINDS, nullable=True)
    discarder: str = _among(
        "Seat of who gave the winning tile, by a discard or a robbed kong; missing otherwise.",
        WINDS,
        nullable=True,
    )
    player_east: str = _key("Name of the player in the East seat, the dealer.")
    player_south: str = _key("Name of the player in the South seat.")
    player_west: str = _key("Name of the player in the West seat.")
    player_north: str = _key("Name of the player in the North seat.")
    change_east: pd.Int64Dtype = _maybe_number(
        "Score change of East as recorded, or as computed where none is recorded."
    )
    change_south: pd.Int64Dtype = _maybe_number("Score change of South.")
    change_west: pd.Int64Dtype = _maybe_number("Score change of West.")
    change_north: pd.Int64Dtype = _maybe_number("Score change of North.")
    claims_east: int = _count("Sets that East claimed, concealed kongs aside.", 0, 4)
    claims_south: int = _count("Sets that South claimed.", 0, 4)
    claims_west: int = _count("Sets that West claimed.", 0, 4)
    claims_north: int = _count("Sets that North claimed.", 0, 4)
    n_events: int = _count("Events recorded: draws, discards, sets, flowers, the win.")
    wall_left: int = _count("Tiles left in the wall at the end, in all walls of duplicate play.")
    n_false_wins: int = _count("False wins declared.")
    n_illegal: int = _count("Events that break the rules of play.")
    n_disagreements: int = _count("Recorded facts that the replay does not confirm.")


class Wins(_Strict):
    """One row for each win."""

    hand: str = _key("The hand, as in hands: the key, since only one player wins.", unique=True)
    game: str = _key("Session of the hand.")
    player: str = _key("Name of the winner.")
    seat: str = _among("Seat wind of the winner.", WINDS)
    round: str = _among("Round wind.", WINDS)
    discarder: str = _text("Name of who gave the tile; missing when self-drawn.", nullable=True)
    text: str = _key("Sets, standing tiles and winning tile in native notation.")
    self_drawn: bool = _text("自摸: won on a tile drawn by oneself.")
    last_of_kind: bool = _text("和绝张: the other three copies lay face up.")
    wall_last: bool = _text("妙手回春 or 海底捞月: the wall was empty.")
    kong_replacement: bool = _text("杠上开花: the tile replaced a kong.")
    robbing_kong: bool = _text("抢杠和: won on a robbed kong.")
    concealed: bool = _text("Nothing was claimed; concealed kongs do not matter.")
    flowers: int = _count("Flowers the winner had laid aside.", 0, 8)
    turn: int = _count("Turns the winner had begun, the winning one included.")
    fan_total: int = _count("Sum of the fan as computed, flowers aside.")
    total: int = _count("Points as computed, flowers included.")
    recorded_total: pd.Int64Dtype = _maybe_number("Points as recorded, flowers included.")


class WinFans(_Strict):
    """One row for each fan of each win, as computed."""

    hand: str = _key("The win, as in wins.")
    game: str = _key("Session of the hand.")
    fan: str = _among("Key of the fan.", tuple(FAN_INDEX))
    count: int = _count("How many instances count.", 1)
    value: int = _count("Value of one instance under the ruleset.")
    points: int = _count("Points it contributes: count times value.")

    class Config(_Strict.Config):
        """A fan stands once for each win."""

        unique: ClassVar[list[str]] = ["hand", "fan"]


class Disagreements(_Strict):
    """One row for each illegal event and each recorded fact that the replay does not confirm."""

    hand: str = _key("The hand, or the session where its totals are meant.")
    game: str = _key("Session of the hand.")
    path: str = _text("File it was read from.")
    place: str = _text("Where in the file.")
    kind: str = _key("'illegal event', or what disagrees: 'total', 'fans', 'payments', ...")
    message: str = _text("What was found, in words.")
    recorded: str = _text("What the log says.")
    computed: str = _text("What the rules give; for an illegal event what would be legal.")


class SetAsides(_Strict):
    """One row for each thing in a file that did not become a game."""

    source: str = _text("Name of the reader; missing where no reader knows it.", nullable=True)
    path: str = _text("The file.")
    place: str = _text("Where in the file.")
    id: str = _text("Id of the game, where that could be read.", nullable=True)
    reason: str = _text("Why it was set aside.")
    excerpt: str = _text("The text at that place, at most 80 characters.")


SCHEMAS: Final[dict[str, type[pa.DataFrameModel]]] = {
    "games": Games,
    "hands": Hands,
    "wins": Wins,
    "win_fans": WinFans,
    "disagreements": Disagreements,
    "set_aside": SetAsides,
}
"""The model of each table by name."""


def validated(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Check a table against its model and give its columns their types.

    Parameters
    ----------
    name : str
        One of :data:`SCHEMAS`.
    table : DataFrame
        The rows.

    Returns
    -------
    DataFrame
        A new table with the documented columns, in order.

    Raises
    ------
    MjlabError
        If there is no such table.
    pandera.errors.SchemaError
        If a column is missing, unknown or holds a value it cannot have.

    Examples
    --------
    >>> validated("games", empty("games")).dtypes["n_hands"].name
    'int64'
    """
    model = _model(name)
    known = list(model.to_schema().columns)
    order = [c for c in known if c in table.columns]
    return pd.DataFrame(model.validate(table[[*order, *table.columns.difference(known)]]))


def empty(name: str) -> pd.DataFrame:
    """Make a table without rows.

    Examples
    --------
    >>> list(empty("games"))
    ['game', 'source', 'path', 'n_hands', 'n_wins', 'n_errors', 'n_missing']
    """
    return validated(name, pd.DataFrame(columns=list(_model(name).to_schema().columns)))


def describe(name: str) -> pd.DataFrame:
    """Tell what the columns of a table mean.

    Parameters
    ----------
    name : str
        One of :data:`SCHEMAS`.

    Returns
    -------
    DataFrame
        Columns ``column``, ``type``, ``missing`` (whether values may be missing) and ``meaning``.

    Raises
    ------
    MjlabError
        If there is no such table.

    Examples
    --------
    >>> describe("wins").set_index("column").loc["total", "meaning"]
    'Points as computed, flowers included.'
    """
    columns = _model(name).to_schema().columns
    types = empty(name).dtypes
    rows = [(c, str(types[c]), bool(f.nullable), f.description) for c, f in columns.items()]
    return pd.DataFrame(rows, columns=["column", "type", "missing", "meaning"])


def _model(name: str) -> type[pa.DataFrameModel]:
    if name not in SCHEMAS:
        raise MjlabError(f"no table is called {name!r}", hint="one of " + ", ".join(SCHEMAS))
    return SCHEMAS[name]
