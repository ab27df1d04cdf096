"""Writing records of the platform tziakcha, decoded: a hand with flowers and its whole wall."""

from __future__ import annotations

from typing import Any, Final

from mjlab.common import json as jsontext
from mjlab.errors import LogError
from mjlab.logs.formats.fan_names import LISTED_FANS
from mjlab.logs.formats.limits import CannotHoldError, Limits
from mjlab.logs.formats.tziakcha.wall import Wall, tile_of
from mjlab.logs.records import (
    CLAIMS,
    KONGS,
    Claim,
    Ending,
    Event,
    EventKind,
    Game,
    Session,
    WinRecord,
)
from mjlab.tiles import N_TILES

__all__ = ["tziakcha_record", "tziakcha_session"]

_LIMITS: Final = Limits("a tziakcha record")
_CODES: Final = {
    EventKind.FLOWER: 1,
    EventKind.DISCARD: 2,
    EventKind.CHOW: 3,
    EventKind.PUNG: 4,
    EventKind.KONG_MELDED: 5,
    EventKind.KONG_CONCEALED: 5,
    EventKind.KONG_ADDED: 5,
    EventKind.WIN: 6,
    EventKind.FALSE_WIN: 6,
    EventKind.DRAW: 7,
}
_NUMBERED: Final = {key: n for n, key in reversed(list(enumerate(LISTED_FANS))) if key}
_FIRST: Final = {tile: next(n for n in range(144) if tile_of(n) == tile) for tile in range(N_TILES)}
"""Number of the first copy of each kind."""


def tziakcha_record(game: Game) -> str:
    """Write a hand as a decoded record: play from one wall with flowers, the whole wall known.

    A game does not tell which copy of a tile lay where; dice that are not recorded show ones.
    """
    _LIMITS.check_played(game)
    if game.walls != "one" or game.flowers != 8:
        raise _LIMITS.cannot("play without flowers, or from four walls")
    if game.wall is None or len(game.wall) != 1 or len(game.wall[0]) != 144:
        raise CannotHoldError(
            f"{_LIMITS.title} needs the whole wall, with the tiles that nobody drew"
        )
    outcome = game.outcome
    if outcome.ending not in (Ending.WIN, Ending.DRAW) or len(outcome.wins) > 1:
        raise _LIMITS.cannot("a fault, an unfinished hand, several winners")
    index = int(game.round) * 4 if game.index is None else game.index
    if outcome.changes is None or not 0 <= index < 16 or index // 4 != game.round:
        raise _LIMITS.cannot("a hand without scores, or out of its round")
    step: dict[str, Any] = {"v": 0, "g": _rules(game)}
    before = outcome.before or (0, 0, 0, 0)
    step["p"] = [{"n": n, "s": s} for n, s in zip(game.players, before, strict=True)]
    step |= {"s": list(outcome.changes), "b": _bits(game), "i": index}
    actor = _ActionWriter(game)
    step |= {"w": actor.text, "d": actor.dice, "a": actor.actions()}
    step["y"] = [{}, {}, {}, {}]
    for win in outcome.wins:
        step["y"][win.player] = _result(win)
    record: dict[str, Any] = {"id": game.id}
    if game.session is not None:
        record["belongs"] = game.session
    return jsontext.dump(record | {"step": step})


def tziakcha_session(session: Session) -> str:
    """Write the hands and final scores of a session of four players."""
    if not session.games:
        raise CannotHoldError("a tziakcha session cannot be without hands, and none is told")
    if len(session.totals) != 4:
        raise CannotHoldError("a tziakcha session cannot hold other than four names")
    return jsontext.dump(
        {
            "sessionId": session.id,
            "records": [{"i": name} for name in session.games],
            "players": [{"n": name, "s": total} for name, total in session.totals.items()],
        }
    )


def _rules(game: Game) -> dict[str, int]:
    if game.penalty not in ((-30, 10), (-40, 0)):
        raise _LIMITS.cannot(f"the penalty {game.penalty}")
    least = 8 if game.min_fan is None else game.min_fan
    return {"l": least, "b": 8, "z": int(game.penalty == (-30, 10))}


def _bits(game: Game) -> int:
    """Bits 0-3 the winner, 4-7 who gave the tile, 8-11 who won falsely."""
    bits = sum(1 << p + 8 for p in game.outcome.false_winners)
    for win in game.outcome.wins:
        giver = win.player if win.self_drawn else win.discarder
        if giver is None:
            giver = _giver(game, win.player)
        bits |= 1 << win.player | 1 << giver + 4
    return bits


def _giver(game: Game, winner: int) -> int:
    """Who acted last before the win: the winner himself, or who gave the tile."""
    return game.events[-2].player if len(game.events) > 1 else winner


def _result(win: WinRecord) -> dict[str, Any]:
    if win.total is None or win.fans is None:
        raise _LIMITS.cannot("a win without its points and fan")
    listed = {}
    for key, count in win.fans.items():
        value = (win.values or {}).get(key)
        if key not in _NUMBERED or value is None:
            raise _LIMITS.cannot(f"the fan {key} without value and number")
        listed[str(_NUMBERED[key])] = value | count - 1 << 8
    result: dict[str, Any] = {"f": win.total, "t": listed}
    if win.hand is not None:
        result["h"] = {"s": [_FIRST[tile] for tile in win.hand]}
    return result


class _ActionWriter:
    """Turns events back into actions, drawing from the wall."""

    def __init__(self, game: Game) -> None:
        self.game = game
        wall = game.wall[0] if game.wall else ()
        left = {tile: list(range(n, n + (4 if tile < 34 else 1))) for tile, n in _FIRST.items()}
        try:
            numbers = [left[tile].pop(0) for tile in wall]
        except (KeyError, IndexError):
            raise CannotHoldError(f"{_LIMITS.title} needs a wall of each tile four times") from None
        shown = game.dice if len(game.dice) == 4 else (1, 1, 1, 1)
        self.dice = sum(die << 4 * n for n, die in enumerate(shown))
        start = ((12 - (shown[0] + shown[1] - 1)) % 4 * 36 + sum(shown) * 2) % 144
        built = numbers[-start:] + numbers[:-start] if start else numbers
        self.text = bytes(built).hex()
        try:
            self.wall = Wall(self.text, self.dice)
        except LogError as error:
            raise _LIMITS.cannot(f"this wall: {error.message}") from None
        self.hands, extra = self.wall.deal()
        self.hands[0].append(extra)
        if tuple(tuple(map(tile_of, h[:13])) for h in self.hands) != game.deal:
            raise _LIMITS.cannot("a deal that is not that of the wall")
        self.drawn: int | None = extra
        self.time = 0
        self.rows: list[list[int]] = [[0, 0, 0]]
        self.last: tuple[int, int] | None = None

    def actions(self) -> list[list[int]]:
        events = list(self.game.events)
        if not events or events[0].kind is not EventKind.DRAW or events[0].player:
            raise CannotHoldError(f"{_LIMITS.title} begins with the draw of the dealer")
        events = events[1:]
        while events:
            event, *events = events
            if event.kind is EventKind.FLOWER:
                if not events or events[0].kind is not EventKind.DRAW:
                    raise _LIMITS.cannot("a flower without a replacement")
                event, *events = [event, *events[1:]]
            self.act(event)
        return self.rows

    def row(self, player: int, kind: int, data: int) -> None:
        self.rows.append([player << 4 | kind, data, self.time])

    def act(self, event: Event) -> None:
        player, kind = event.player, event.kind
        self.time = self.time if event.time is None else event.time
        for claim in event.claims:
            self.row(claim.player, _announced(claim), 0)
        data = 0
        if kind is EventKind.DRAW:
            back = bool(event.from_back)
            data = self.draw(player, event.tile, back) | back << 8
        elif kind is EventKind.FLOWER:
            number = self.remove(player, event.tile)
            data = (number - 136) << 8 | self.draw(player, None, True)
        elif kind is EventKind.DISCARD:
            data = self.discard(event)
        elif kind is EventKind.WIN:
            win = next((w for w in self.game.outcome.wins if w.player == player), None)
            declared = None if win is None else win.declared or win.total
            if not declared:
                raise _LIMITS.cannot("a win without its points")
            data = declared << 1
        elif kind is not EventKind.FALSE_WIN:
            data = self.meld(event)
        self.row(player, _CODES[kind], data)

    def draw(self, player: int, tile: int | None, back: bool) -> int:
        number = self.wall.back() if back else self.wall.front()
        if tile is not None and tile_of(number) != tile:
            raise _LIMITS.cannot("draws that are not those of the wall")
        self.hands[player].append(number)
        self.drawn = number
        return number

    def remove(self, player: int, tile: int | None, keep: int | None = None) -> int:
        held = [n for n in self.hands[player] if tile_of(n) == tile]
        fits = [n for n in held if n != keep] or held
        if not fits:
            raise _LIMITS.cannot("a tile that the player does not have")
        self.hands[player].remove(fits[0])
        return fits[0]

    def discard(self, event: Event) -> int:
        drawn = self.drawn
        hand = self.hands[event.player]
        same = drawn is not None and drawn in hand and tile_of(drawn) == event.tile
        if event.drawn_discarded and same and drawn is not None:
            hand.remove(drawn)
            number = drawn
        else:
            number = self.remove(event.player, event.tile, drawn)
        from_hand = self.last is None or not event.drawn_discarded
        self.last, self.drawn = (event.player, tile_of(number)), None
        return number | from_hand << 8

    def meld(self, event: Event) -> int:
        """Bits 0-5 the tile, 6-7 the source, 8-9 the form; for a chow its middle tile."""
        player, tile, kind = event.player, event.tile, event.kind
        if tile is None:
            raise _LIMITS.cannot(f"a {kind.value} of an unknown tile")
        giver, claimed = self.last or (player, tile)
        source, form = (player - giver) % 4, 1
        own = [tile] * {EventKind.PUNG: 2, EventKind.KONG_MELDED: 3}.get(kind, 4)
        if kind is EventKind.CHOW:
            own = [t for t in (tile, tile + 1, tile + 2) if t != claimed]
            tile, source, form = tile + 1, claimed - tile + 1, 0
        elif kind is EventKind.KONG_ADDED:
            own, source, form = [tile], 0, 3
        elif kind in KONGS:
            form = 2
            source = 0 if kind is EventKind.KONG_CONCEALED else source
        for one in own:
            self.remove(player, one)
        self.drawn = None
        return _FIRST[tile] >> 2 | source << 6 | form << 8


def _announced(claim: Claim) -> int:
    if claim.kind not in (*CLAIMS, EventKind.WIN):
        raise _LIMITS.cannot(f"a claim of a {claim.kind.value}")
    return _CODES[claim.kind]
