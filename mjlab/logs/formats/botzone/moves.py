"""Moves as the judge of Botzone tells and asks for them, decoded to events.

The judge tells every player what has happened and asks each for an answer; the answers decide the
next move. Match files, their bare logs and the logs of local judges all consist of such pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mjlab.errors import LogError
from mjlab.logs.formats.fields import LONGEST_NAME, mapping
from mjlab.logs.formats.tile_names import NAMES, TILES, lowest_of
from mjlab.logs.records import MOST_EVENTS, Claim, Event, EventKind, Fault

__all__ = ["Answer", "Moves", "Offers", "deal_of", "read_script", "tile_named", "walls_of"]


_MOST_LOGS: Final = 2_000
_LONGEST: Final = 60
Offers = tuple[int | None, int | None, int | None, int | None]


class Answer(NamedTuple):
    """What a player's program answered: the judge's word on the program itself, and the move."""

    verdict: str
    said: str


def tile_named(name: str) -> int:
    """Index of a tile by its name."""
    tile = TILES.get(name)
    if tile is None:
        raise LogError(f"no tile is called {name[:20]!r}: W1-9, B1-9, T1-9, F1-4, J1-3 or H1-8")
    return tile


class Moves:
    """Gathers the events of a hand from the moves of the judge and the answers to the last."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.answers: list[Answer] | None = None
        self._asked: str | None = None  # the last move: DRAW, PLAY, GANG or BUGANG
        self._actor = -1
        self._discard: tuple[int, int] | None = None  # who discarded what

    def passed(self) -> None:
        """Nobody may have asked for anything when nothing comes of the answers."""
        for who, answer in enumerate(self.answers or ()):
            if answer.said != "PASS":
                said = answer.said[:40]
                raise LogError(f"player {who} answered {said!r}, which nothing comes of")
        self.answers = None

    def win_claimed(self) -> int | None:
        """The player who wins by the answers to the last move; None if nobody does."""
        if self.answers is None:
            return None
        claimed = [who for who, answer in enumerate(self.answers) if answer.said == "HU"]
        if self._asked == "DRAW":
            claimed = [who for who in claimed if who == self._actor]
        return min(claimed, key=lambda who: (who - self._actor) % 4, default=None)

    def fault(self, player: int, code: str) -> Fault:
        """Tell a fault with which the judge ended the hand, from the answer of its player."""
        said = self.answers[player].said[:_LONGEST] if self.answers else ""
        try:
            tried = self._tried(player, said)
        except LogError:  # no move at all, or a tile that does not exist
            tried = ()
        return Fault(player, code, said, tried)

    def _tried(self, player: int, said: str) -> tuple[Event, ...]:
        tile = self._discard[1] if self._asked == "PLAY" and self._discard else None
        match said.split(" "):
            case ["PLAY", name]:
                return (Event(EventKind.DISCARD, player, tile_named(name)),)
            case ["PENG", name] if tile is not None:
                pung = Event(EventKind.PUNG, player, tile)
                return (pung, Event(EventKind.DISCARD, player, tile_named(name)))
            case ["CHI", middle, name] if tile is not None:
                chow = Event(EventKind.CHOW, player, tile_named(middle) - 1)
                return (chow, Event(EventKind.DISCARD, player, tile_named(name)))
            case ["GANG"] if tile is not None:
                return (Event(EventKind.KONG_MELDED, player, tile),)
            case ["GANG", name] if tile is None:
                return (Event(EventKind.KONG_CONCEALED, player, tile_named(name)),)
            case ["BUGANG", name]:
                return (Event(EventKind.KONG_ADDED, player, tile_named(name)),)
        return ()

    def draw(self, player: int, tile: int, place: str, offers: Offers | None = None) -> None:
        """A player draws, in turn or to replace a kong or a flower."""
        self._add(EventKind.DRAW, player, tile, place, offers)
        self._settle("DRAW", player)

    def flower(self, player: int, tile: int, place: str) -> None:
        """A player draws a flower, which the judge lays aside at once."""
        self._add(EventKind.DRAW, player, tile, place)
        self._add(EventKind.FLOWER, player, tile, place)
        self._settle("BUHUA", player)

    def lay_aside(self, player: int, flower: int, replacement: int, place: str) -> None:
        """A flower of the deal is replaced."""
        self._add(EventKind.FLOWER, player, flower, place)
        self._add(EventKind.DRAW, player, replacement, place)

    def play(self, player: int, tile: int, place: str, offers: Offers | None = None) -> None:
        """A player discards the tile."""
        self._answered(player, f"PLAY {NAMES[tile]}")
        self._add(EventKind.DISCARD, player, tile, place, offers)
        self._settle("PLAY", player, tile)

    def chow(
        self, player: int, middle: int, discard: int, place: str, offers: Offers | None = None
    ) -> None:
        """A player claims a chow, named by its middle, and discards."""
        low = lowest_of(middle, NAMES[middle])
        self._answered(player, f"CHI {NAMES[middle]} {NAMES[discard]}")
        self._add(EventKind.CHOW, player, low, place)
        self._add(EventKind.DISCARD, player, discard, place, offers)
        self._settle("PLAY", player, discard)

    def pung(self, player: int, discard: int, place: str, offers: Offers | None = None) -> None:
        """A player claims a pung of the last discard, and discards."""
        self._answered(player, f"PENG {NAMES[discard]}")
        self._add(EventKind.PUNG, player, self._claimed(), place)
        self._add(EventKind.DISCARD, player, discard, place, offers)
        self._settle("PLAY", player, discard)

    def kong(self, player: int, tile: int | None, place: str) -> None:
        """A kong of the last discard, or a concealed one, whose tile the answer may tell."""
        if self._asked == "PLAY":
            self._answered(player, "GANG")
            self._add(EventKind.KONG_MELDED, player, self._claimed(), place)
        else:
            if tile is None:
                said = self.answers[player].said.split() if self.answers else []
                if len(said) != 2:
                    raise LogError("nothing tells the tile of the concealed kong")
                tile = tile_named(said[1])
            self._answered(player, f"GANG {NAMES[tile]}")
            self._add(EventKind.KONG_CONCEALED, player, tile, place)
        self._settle("GANG", player)

    def added_kong(self, player: int, tile: int, place: str, offers: Offers | None = None) -> None:
        """A player adds a tile to a pung."""
        self._answered(player, f"BUGANG {NAMES[tile]}")
        self._add(EventKind.KONG_ADDED, player, tile, place, offers)
        self._settle("BUGANG", player, tile)

    def win(self, player: int, place: str, *, false: bool = False) -> None:
        """A player wins, or falsely declares to."""
        self._answered(player, "HU")
        self._add(EventKind.FALSE_WIN if false else EventKind.WIN, player, None, place)
        self._settle("HU", player)

    def _claimed(self) -> int:
        if self._asked != "PLAY" or self._discard is None:
            raise LogError("there is no discard to claim")
        return self._discard[1]

    def _answered(self, player: int, move: str) -> None:
        """A move must be what its player answered, where the answers are recorded."""
        if self.answers is not None and self.answers[player].said != move:
            said = self.answers[player].said[:40]
            raise LogError(f"player {player} answered {said!r}, and {move!r} follows")

    def _add(
        self,
        kind: EventKind,
        player: int,
        tile: int | None,
        place: str,
        offers: Offers | None = None,
    ) -> None:
        if len(self.events) == MOST_EVENTS:
            raise LogError(f"more than {MOST_EVENTS:,} events are too many for a hand")
        claims = self._claims(kind, player) if self.answers is not None else ()
        self.answers = None
        self.events.append(Event(kind, player, tile, place=place, claims=claims, offers=offers))

    def _claims(self, kind: EventKind, player: int) -> tuple[Claim, ...]:
        """Answers that claimed the last tile and came to nothing."""
        found = []
        for who, answer in enumerate(self.answers or ()):
            if answer.said == "PASS" or (who == player and kind is not EventKind.DRAW):
                continue
            if who == self._actor:
                raise LogError(f"player {who} answered {answer.said[:40]!r}, which is not done")
            found.append(self._claim(who, answer.said))
        return tuple(found)

    def _claim(self, who: int, said: str) -> Claim:
        tile = self._discard[1] if self._discard else None
        match said.split(" "):
            case ["HU"] if self._asked in ("PLAY", "BUGANG"):
                return Claim(EventKind.WIN, who, tile)
            case ["PENG", _] if self._asked == "PLAY":
                return Claim(EventKind.PUNG, who, tile)
            case ["GANG"] if self._asked == "PLAY":
                return Claim(EventKind.KONG_MELDED, who, tile)
            case ["CHI", middle, _] if self._asked == "PLAY":
                return Claim(EventKind.CHOW, who, tile_named(middle) - 1)
        raise LogError(f"player {who} answered {said[:40]!r}, which nothing comes of")

    def _settle(self, asked: str, actor: int, tile: int | None = None) -> None:
        self._asked, self._actor = asked, actor
        self._discard = None if tile is None else (actor, tile)
        self.answers = None


def read_script(
    log: list[Any], name: str, moves: Moves, tell: Callable[[dict[str, Any], str], None]
) -> None:
    """Go through a log in which what the judge tells and what the players answer take turns."""
    if len(log) > _MOST_LOGS:
        raise LogError(f"{name}: {len(log):,} entries are too many for a hand")
    for place, entry in enumerate(log):
        where = f"{name}[{place}]"
        part = mapping(entry, where)
        if place % 2:
            moves.answers = _answers_of(part, where)
            continue
        try:
            tell(part, where)
        except LogError as error:
            if error.message.startswith(where):
                raise
            raise LogError(f"{where}: {error.message}") from None


def deal_of(hands: list[list[int]], moves: Moves, where: str) -> tuple[tuple[int, ...], ...]:
    """Part the tiles dealt from those that replaced flowers, which become events of the moves.

    A hand has thirteen tiles, in older matches one more for each flower, in the order of drawing.
    """
    for player, hand in enumerate(hands):
        flowers = [tile for tile in hand if tile >= 34]
        if len(hand) != 13 + len(flowers):
            n = len(hand) - len(flowers)
            raise LogError(f"{where}.hand[{player}]: {n} tiles are dealt, not 13")
        for flower, replacement in zip(flowers, hand[13:], strict=True):
            moves.lay_aside(player, flower, replacement, where)
    return tuple([tuple(hand[:13]) for hand in hands])


def walls_of(written: object, where: str) -> tuple[tuple[int, ...], ...] | None:
    """Four walls in drawing order; None for another number of tiles than 136, which one wall has.

    Each player owns 34 and draws them from their end.
    """
    if not isinstance(written, str) or len(written) > 1000:
        raise LogError(f"{where}: a text of 136 tiles is expected")
    tiles = [tile_named(name) for name in written.split()]
    if len(tiles) != 136:
        return None
    return tuple([tuple(tiles[34 * p : 34 * p + 34][::-1]) for p in range(4)])


def _answers_of(entry: dict[str, Any], where: str) -> list[Answer]:
    """What the players answered; a response that is no text is taken for an empty one."""
    answers = []
    for p in "0123":
        answer = entry.get(p)
        if not isinstance(answer, dict):
            raise LogError(f"{where}.{p}: an object is expected")
        said, verdict = answer.get("response", ""), answer.get("verdict", "OK")
        if not isinstance(verdict, str) or len(verdict) > LONGEST_NAME:
            raise LogError(f"{where}.{p}.verdict: a text of a few words is expected")
        # A program that failed may have answered anything.
        answers.append(Answer(verdict, said.strip() if isinstance(said, str) else ""))
    return answers
