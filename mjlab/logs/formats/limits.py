"""What a format can hold: checks that writers share, and the error that names what it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mjlab.errors import LogError
from mjlab.logs.records import CLAIMS, Event, EventKind, Game
from mjlab.tiles import is_suited, named, rank

__all__ = [
    "CannotHoldError",
    "check_duplicate_play",
    "check_played",
    "middle_name",
    "tile_name",
    "won_tiles",
]


class CannotHoldError(LogError):
    """A game that a format has no place for.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> from mjlab.logs.formats.pku import pku_text
    >>> pku_text(next(read("data/tziakcha/TZ-B00.json")))
    Traceback (most recent call last):
        ...
    mjlab.logs.formats.limits.CannotHoldError: PKU text cannot hold flowers
    """


def check_played(game: Game, title: str) -> None:
    """A format of play needs the play, of a hand that ended by the rules.

    Parameters
    ----------
    game : Game
        The record.
    title : str
        What messages call the format.

    Raises
    ------
    CannotHoldError
        If only the result is recorded.
    """
    if not game.has_play:
        raise CannotHoldError(f"{title} cannot hold a hand of which only the result is recorded")


def check_duplicate_play(game: Game, title: str) -> None:
    """A format for duplicate play without flowers and with one winner.

    Parameters
    ----------
    game : Game
        The record.
    title : str
        What messages call the format.

    Raises
    ------
    CannotHoldError
        Naming the first thing that the format has no place for.
    """
    check_played(game, title)
    if game.flowers:
        raise CannotHoldError(f"{title} cannot hold flowers")
    if game.walls != "duplicate":
        raise CannotHoldError(f"{title} cannot hold play from one wall, only duplicate play")
    if len(game.outcome.wins) > 1:
        raise CannotHoldError(f"{title} cannot hold several winners")


def won_tiles(game: Game) -> Iterator[tuple[Event, int | None]]:
    """Go through the events with the tile that may be won on or claimed before each.

    Parameters
    ----------
    game : Game
        The record.

    Yields
    ------
    Event and int or None
        The event, and the tile drawn, discarded or added to a kong just before it.
    """
    tile: int | None = None
    for event in game.events:
        yield event, tile
        if event.kind in (EventKind.DRAW, EventKind.DISCARD, EventKind.KONG_ADDED):
            tile = event.tile
        elif event.kind in CLAIMS:
            tile = None


def tile_name(tile: int | None, names: Mapping[int, str], title: str) -> str:
    """Name a tile in a format.

    Parameters
    ----------
    tile : int, optional
        The tile, or None where the record does not name it.
    names : mapping of int to str
        The names that the format has.
    title : str
        What messages call the format.

    Returns
    -------
    str
        Its name.

    Raises
    ------
    CannotHoldError
        If the tile is not known or has no name.

    Examples
    --------
    >>> tile_name(0, {0: "W1"}, "PKU text")
    'W1'
    """
    if tile is None:
        raise CannotHoldError(f"{title} cannot hold an event with an unknown tile")
    if tile not in names:
        raise CannotHoldError(f"{title} has no name for the tile {named(tile)}")
    return names[tile]


def middle_name(low: int | None, names: Mapping[int, str], title: str) -> str:
    """Name a chow by its middle tile, from the lowest; as :func:`tile_name` does.

    Examples
    --------
    >>> middle_name(0, {1: "W2"}, "PKU text")
    'W2'
    """
    if low is not None and (not is_suited(low) or rank(low) > 7):
        raise CannotHoldError(f"{title} cannot hold a chow that begins with {named(low)}")
    return tile_name(None if low is None else low + 1, names, title)
