"""Writing the text format of the PKU data set."""

from __future__ import annotations

from typing import Final

from mjlab.logs.botzone_moves import NAMES
from mjlab.logs.holding import (
    CannotHoldError,
    check_duplicate_play,
    middle_name,
    tile_name,
    won_tiles,
)
from mjlab.logs.schema import Claim, Ending, Event, EventKind, Game, WinRecord
from mjlab.rules import fan
from mjlab.tiles import N_KINDS

__all__ = ["pku_text"]

_TITLE: Final = "PKU text"
_NAMES: Final = {tile: name for tile, name in NAMES.items() if tile < N_KINDS}
_WORDS: Final = {
    EventKind.DRAW: "Draw",
    EventKind.DISCARD: "Play",
    EventKind.CHOW: "Chi",
    EventKind.PUNG: "Peng",
    EventKind.KONG_MELDED: "Gang",
    EventKind.KONG_CONCEALED: "AnGang",
    EventKind.KONG_ADDED: "BuGang",
    EventKind.WIN: "Hu",
}


def pku_text(game: Game) -> str:
    """Write a hand as PKU text.

    Parameters
    ----------
    game : Game
        Duplicate play without flowers, with one winner or none.

    Returns
    -------
    str
        The lines of the hand with a blank one behind them. Read again it gives the same play and
        result; names, times, offers and the undrawn tiles have no place in it.

    Raises
    ------
    CannotHoldError
        Naming what the format has no place for.

    Examples
    --------
    >>> from mjlab.simulate import games
    >>> game = next(games(1, seed=7, walls="duplicate"))
    >>> for line in pku_text(game).splitlines()[:3]:
    ...     print(line)
    Match S7-000000-00
    Wind 0
    Player 0 Deal B9 F4 B7 B7 T1 T2 T8 B3 T3 F2 B3 T8 W1
    """
    check_duplicate_play(game, _TITLE)
    outcome = game.outcome
    if outcome.ending in (Ending.FAULT, Ending.UNFINISHED):
        raise CannotHoldError(f"{_TITLE} cannot hold a hand that ends by {outcome.ending.value}")
    lines = [f"Match {'_'.join(game.id.split()) or 'game'}", f"Wind {int(game.round)}"]
    for player, hand in enumerate(game.deal):
        lines.append(
            f"Player {player} Deal {' '.join(tile_name(tile, _NAMES, _TITLE) for tile in hand)}"
        )
    lines += [_line(event, tile) for event, tile in won_tiles(game)]
    if outcome.wins:
        lines += _fan_line(outcome.wins[0])
    else:
        lines.append("Huang")
    if outcome.changes is not None:
        lines.append("Score " + " ".join(map(str, outcome.changes)))
    return "\n".join([*lines, "", ""])


def _line(event: Event, before: int | None) -> str:
    claims = [_act(claim, before) for claim in event.claims]
    return " Ignore ".join([_act(event, before), *claims])


def _act(act: Event | Claim, before: int | None) -> str:
    if act.kind not in _WORDS:
        raise CannotHoldError(f"{_TITLE} cannot hold a {act.kind.value.replace('_', ' ')}")
    if act.kind is EventKind.CHOW:
        name = middle_name(act.tile, _NAMES, _TITLE)
    else:
        name = tile_name(before if act.tile is None else act.tile, _NAMES, _TITLE)
    return f"Player {act.player} {_WORDS[act.kind]} {name}"


def _fan_line(win: WinRecord) -> list[str]:
    if win.total is None:
        return []
    if win.fans is not None:
        listed = "+".join(f"{fan(key).zh}*{n}" for key, n in win.fans.items())
    else:
        listed = "+".join(f"?*{n}" for n in win.fan_counts or ())
    return [f"Fan {win.total} {listed}".rstrip()]
