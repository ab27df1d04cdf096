"""What a format can hold: checks that writers share, and the error that names what it cannot."""

from __future__ import annotations

from collections.abc import Iterator

from mjlab.errors import LogError
from mjlab.logs.schema import CLAIMS, Event, EventKind, Game

__all__ = ["CannotHoldError", "check_duplicate_play", "check_played", "won_tiles"]


class CannotHoldError(LogError):
    """A game that a format has no place for."""


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
