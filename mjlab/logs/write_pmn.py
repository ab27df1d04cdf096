"""Writing Portable Majiang Notation."""

from __future__ import annotations

import re
from typing import Final

from mjlab.logs.fan_names import NUMBERED_FANS
from mjlab.logs.holding import CannotHoldError, check_played, middle_name, tile_name
from mjlab.logs.pmn import KINDS, SUITS, TAGS
from mjlab.logs.schema import Ending, Event, EventKind, Game, WinRecord

__all__ = ["pmn_text"]

_TITLE: Final = "PMN"
_LETTERS: Final = {kind: letter for letter, kind in KINDS.items()}
_NAMES: Final = {tile: name for name, tile in SUITS.items()}
_NUMBERS: Final = {key: n + 1 for n, key in enumerate(NUMBERED_FANS)}
_VALUE: Final = re.compile(r'[^"\r\n]*')


def pmn_text(game: Game) -> str:
    """Write a hand in Portable Majiang Notation.

    Parameters
    ----------
    game : Game
        Duplicate play, in which several players may win, or play from one wall with flowers.

    Returns
    -------
    str
        The tags of the hand with a blank line behind them. Claims that came to nothing, offers
        and times have no place in it.

    Raises
    ------
    CannotHoldError
        Naming what the format has no place for.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> lines = pmn_text(game).splitlines()
    >>> for number in (4, 5, 12, 15):
    ...     print(lines[number])
    [PWind "E"]
    [East "P0"]
    [Result "-8 -8 39 -23"]
    [Fan "None None 39/8/1.58/4/1.63/2/1.70/1/1 None"]
    """
    check_played(game, _TITLE)
    outcome, duplicate = game.outcome, game.walls == "duplicate"
    if outcome.ending is Ending.FAULT:
        raise CannotHoldError(f"{_TITLE} cannot hold a hand that ends by a fault")
    if not duplicate and not game.flowers:
        raise CannotHoldError(f"{_TITLE} cannot hold play from one wall without flowers")
    if outcome.before is None and outcome.changes is None and outcome.penalties:
        raise CannotHoldError(f"{_TITLE} cannot hold penalties without scores")
    given = dict(game.tags)
    penalties = outcome.penalties or (0, 0, 0, 0)
    tags = {
        "Event": given.get("Event", game.source),
        "Site": given.get("Site", ""),
        "Date": (game.date or "").replace("-", "."),
        "Board": given.get("Board", "" if game.index is None else str(game.index + 1)),
        "PWind": game.round.name,
        **dict(zip(("East", "South", "West", "North"), game.players, strict=True)),
        "Deal": " ".join(_hand(hand) for hand in game.deal),
        "Scoring": given.get("Scoring", "Duplicate MCR" if duplicate else "MCR"),
        "Play": _play(game),
        "Fan": " ".join(_fan(game, player) for player in range(4)),
    }
    if outcome.before is not None:
        tags["Starting"] = _numbers(outcome.before)
    if outcome.changes is not None:
        pairs = zip(outcome.changes, penalties, strict=True)
        tags["Result"] = _numbers(a - b for a, b in pairs)
        tags["Penalty"] = _numbers(penalties)
    tags |= {name: value for name, value in given.items() if name not in TAGS}
    ordered = [name for name in TAGS if name in tags] + [name for name in tags if name not in TAGS]
    return "\n".join([*(_tag(name, tags[name]) for name in ordered), "", ""])


def _numbers(values: object) -> str:
    return " ".join(map(str, values))  # type: ignore[call-overload]


def _tag(name: str, value: str) -> str:
    if not _VALUE.fullmatch(value):
        raise CannotHoldError(f"{_TITLE} cannot hold a quotation mark in the tag {name}")
    return f'[{name} "{value}"]'


def _hand(tiles: tuple[int, ...]) -> str:
    names = [_NAMES[tile] for tile in tiles]
    return "".join(s + "".join(sorted(n[1] for n in names if n[0] == s)) for s in "cdbwrf")


def _play(game: Game) -> str:
    moves = [_move(event) for event in game.events]
    return "".join(moves) + ("N0" if game.outcome.ending is Ending.DRAW else "")


def _move(event: Event) -> str:
    if event.kind not in _LETTERS:
        raise CannotHoldError(f"{_TITLE} cannot hold a {event.kind.value.replace('_', ' ')}")
    move = f"{_LETTERS[event.kind]}{event.player}"
    if event.kind is EventKind.WIN:
        return move
    if event.drawn_discarded:
        return move + "z1"
    if event.kind is EventKind.CHOW:
        return move + middle_name(event.tile, _NAMES, _TITLE)
    return move + tile_name(event.tile, _NAMES, _TITLE)


def _fan(game: Game, player: int) -> str:
    win = next((win for win in game.outcome.wins if win.player == player), None)
    if win is None or win.fans is None:
        return "None"
    return ".".join(_item(win, key, n) for key, n in win.fans.items())


def _item(win: WinRecord, key: str, count: int) -> str:
    if key not in _NUMBERS:
        raise CannotHoldError(f"{_TITLE} cannot hold the fan {key}, which has no number there")
    value = (win.values or {}).get(key)
    number = _NUMBERS[key]
    return f"{number}/{count}" if value is None else f"{number}/{value}/{count}"
