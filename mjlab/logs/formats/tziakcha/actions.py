"""Actions of a tziakcha record: three numbers each, decoded to events.

An action is ``[combined, data, milliseconds]``. ``combined`` holds the player in bits 4-5 and the
kind in bits 0-3; what ``data`` means depends on the kind.
"""

from __future__ import annotations

from typing import Any, Final

from mjlab.errors import LogError
from mjlab.logs.formats.tziakcha.wall import Wall, tile_of
from mjlab.logs.records import KONGS, MOST_EVENTS, Claim, Event, EventKind
from mjlab.rules.seating import SEATS
from mjlab.tiles import code, is_suited

__all__ = ["Actions"]

_START, _FLOWER, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _DRAW, _PASS, _ABANDON = range(10)
_MOST: Final = 2_000
_MOST_FAN: Final = 10_000
_CLAIMS: Final = {
    _CHOW: EventKind.CHOW,
    _PUNG: EventKind.PUNG,
    _KONG: EventKind.KONG_MELDED,
    _WIN: EventKind.WIN,
}


class Actions:
    """Reads the actions of one hand, drawing from its wall; the result names who won falsely."""

    def __init__(self, wall: Wall, false_winners: list[int]) -> None:
        self.wall = wall
        self.false_winners = false_winners
        self.notes: list[str] = []  # quirks that were met
        self.declared: int | None = None  # points that the win itself names
        self._events: list[Event] = []
        self._announced: list[tuple[int, int]] = []
        self._where = ""
        self._time = 0
        self._last: tuple[int, int] | None = None  # who discarded what

    def read(self, actions: list[Any], extra: int) -> tuple[Event, ...]:
        """Decode all actions; the first draw is the dealer's fourteenth tile, dealt before."""
        if len(actions) > _MOST:
            raise LogError(f"step.a: {len(actions):,} actions are too many for a hand")
        self._events.append(Event(EventKind.DRAW, 0, tile_of(extra), from_back=False))
        for number, action in enumerate(actions):
            self._where = f"step.a[{number}]"
            try:
                self._read_one(action)
            except LogError as error:
                raise LogError(f"{self._where}: {error.message}", text=str(action)[:80]) from None
        return tuple(self._events)

    def _read_one(self, action: object) -> None:
        if (
            not isinstance(action, list)
            or len(action) != 3
            or not all(type(n) is int and 0 <= n < 2**31 for n in action)
        ):
            raise LogError("an action is three whole numbers from 0")
        combined, data, time = action
        if combined >= 64:
            raise LogError(f"{combined} is no player and kind of action")
        if time < self._time:
            self.notes.append(f"{self._where}: the clock goes back")
        self._time = time
        player, kind = combined >> 4, combined & 15
        if kind in (_PASS, _ABANDON):  # whoever had announced a claim has taken it back
            self._announced = [made for made in self._announced if made[0] != player]
        if kind in (_START, _PASS, _ABANDON):
            return
        if kind not in range(_FLOWER, _DRAW + 1):
            raise LogError(f"{kind} is no kind of action")
        if kind in _CLAIMS and data == 0 and not (kind == _WIN and self._is_false(player)):
            self._announced.append((player, kind))
        elif kind == _FLOWER:
            self._flower(player, data)
        elif kind == _DISCARD:
            self._discard(player, data)
        elif kind == _DRAW:
            self._draw(player, data)
        else:
            self._claim(player, kind, data)

    def _is_false(self, player: int) -> bool:
        """Whether a win of this player now is the false one that the result bits name."""
        return player in self.false_winners and not any(
            e.kind is EventKind.FALSE_WIN and e.player == player for e in self._events
        )

    def _add(self, kind: EventKind, player: int, tile: int | None, **facts: Any) -> None:
        # An announcement that the same player does not carry out was overtaken. After a false
        # win the others still wait to be answered.
        claims: tuple[Claim, ...] = ()
        if kind is not EventKind.FALSE_WIN:
            done = EventKind.KONG_MELDED if kind in KONGS else kind
            claims = tuple(
                Claim(_CLAIMS[announced], who)
                for who, announced in self._announced
                if (who, _CLAIMS[announced]) != (player, done)
            )
            self._announced = []
        if len(self._events) == MOST_EVENTS:
            raise LogError(f"more than {MOST_EVENTS:,} events are too many for a hand")
        self._events.append(
            Event(kind, player, tile, time=self._time, place=self._where, claims=claims, **facts)
        )

    def _flower(self, player: int, data: int) -> None:
        """Bits 0-7 the replacement, 8-11 the flower, 12 whether laid aside automatically."""
        if data >> 13:
            raise LogError(f"{data} is no flower and its replacement")
        number = 136 + (data >> 8 & 15)
        self._add(EventKind.FLOWER, player, tile_of(number))
        tile = self.wall.expect(data & 255, from_back=True)
        self._add(EventKind.DRAW, player, tile, from_back=True)

    def _draw(self, player: int, data: int) -> None:
        """Bits 0-7 the tile, 8 whether it comes from the back."""
        if data >> 9:
            raise LogError(f"{data} is no draw")
        from_back = bool(data >> 8)
        tile = self.wall.expect(data & 255, from_back=from_back)
        self._add(EventKind.DRAW, player, tile, from_back=from_back)

    def _discard(self, player: int, data: int) -> None:
        """Bits 0-7 the tile, 8 whether from the hand; 9-10 say how the player chose it."""
        if data >> 11:
            raise LogError(f"{data} is no discard")
        drawn: bool | None = not data >> 8 & 1
        if self._last is None:
            drawn = drawn or None  # the dealer's fourteen tiles all count as the hand
        self._last = (player, tile_of(data & 255))
        self._add(EventKind.DISCARD, player, tile_of(data & 255), drawn_discarded=drawn)

    def _claim(self, player: int, kind: int, data: int) -> None:
        """Bits 0-5 the tile, 6-7 the source, 8-9 the form, 10-15 which copies it is made of."""
        if kind == _WIN:
            self._win(player, data)
            return
        form, source = data >> 8 & 3, data >> 6 & 3
        fits = {_CHOW: (0,), _PUNG: (1,), _KONG: (2, 3)}[kind]
        if data >> 16 or form not in fits or (kind != _KONG and not source):
            raise LogError(f"{data} is no such set")
        tile = tile_of((data & 63) << 2)
        if kind == _CHOW:
            if not is_suited(tile) or tile % 9 in (0, 8):
                raise LogError(f"{data & 63} is not the middle of a chow")
            self._check_source(player, tile - 2 + source, 1)
            self._add(EventKind.CHOW, player, tile - 1)
        elif form == 3:
            self._add(EventKind.KONG_ADDED, player, tile)
        elif not source:
            self._add(EventKind.KONG_CONCEALED, player, tile)
        else:
            self._check_source(player, tile, source)
            made = EventKind.PUNG if kind == _PUNG else EventKind.KONG_MELDED
            self._add(made, player, tile)

    def _win(self, player: int, data: int) -> None:
        """Bits from 1 the points, 0 how the player chose it; a false win may name none."""
        false = self._is_false(player)
        if data >> 1 > _MOST_FAN or (data >> 1 == 0 and not (false and data == 0)):
            raise LogError(f"{data} is no win")
        if false:
            self._add(EventKind.FALSE_WIN, player, None)
        else:
            self.declared = data >> 1
            self._add(EventKind.WIN, player, None)

    def _check_source(self, player: int, tile: int, steps: int) -> None:
        """The claimed tile must be the last discard, by the player so many seats before."""
        giver = (player - steps) % 4
        if self._last != (giver, tile):
            raise LogError(
                f"the set is said to be made with {code(tile)} of {SEATS[giver]}, "
                "which is not the last discard"
            )
