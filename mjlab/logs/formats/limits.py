"""What a format can hold: checks that writers share, and the error that names what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mjlab.errors import LogError
from mjlab.logs.records import EventKind, Game
from mjlab.tiles import is_suited, named, rank

__all__ = ["CannotHoldError", "Limits"]


class CannotHoldError(LogError):
    """A game that a format has no place for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Says, in the name of a format, what it has no place for."""

    title: str  # what messages call the format
    names: Mapping[int, str] = field(default_factory=dict)  # of the tiles that it has

    def cannot(self, what: str) -> CannotHoldError:
        """The error for something that has no place."""
        return CannotHoldError(f"{self.title} cannot hold {what}")

    def cannot_kind(self, kind: EventKind) -> CannotHoldError:
        """The error for a kind of event."""
        return self.cannot(f"a {kind.words}")

    def check_played(self, game: Game) -> None:
        """A format of play needs the play."""
        if not game.has_play:
            raise self.cannot("a hand of which only the result is recorded")

    def check_duplicate_play(self, game: Game) -> None:
        """A format for duplicate play without flowers and with one winner."""
        self.check_played(game)
        if game.flowers:
            raise self.cannot("flowers")
        if game.walls != "duplicate":
            raise self.cannot("play from one wall, only duplicate play")
        if len(game.outcome.wins) > 1:
            raise self.cannot("several winners")

    def tile(self, tile: int | None) -> str:
        """The name of a tile; None where the record does not tell which it was."""
        if tile is None:
            raise self.cannot("an event with an unknown tile")
        if tile not in self.names:
            raise CannotHoldError(f"{self.title} has no name for the tile {named(tile)}")
        return self.names[tile]

    def middle(self, low: int | None) -> str:
        """The name of the middle tile of a chow, which is told by its lowest."""
        if low is not None and (not is_suited(low) or rank(low) > 7):
            raise self.cannot(f"a chow that begins with {named(low)}")
        return self.tile(None if low is None else low + 1)
