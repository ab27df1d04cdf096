"""One schema for every source: what a log says happened, and what of it could not be read.

Nothing here is judged. A :class:`Game` holds the facts as they were recorded; whether they obey
the rules is for :mod:`mjlab.logs.replay` to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from mjlab.common.wording import printable
from mjlab.play.deal import Deal
from mjlab.play.events import CLAIMS, KONGS, Claim, Event, EventKind
from mjlab.tiles import Wind

__all__ = [
    "CLAIMS",
    "KONGS",
    "MOST_EVENTS",
    "MOST_POINTS",
    "Claim",
    "Ending",
    "Event",
    "EventKind",
    "Fault",
    "Game",
    "Outcome",
    "Record",
    "Session",
    "SetAside",
    "WinRecord",
]


class Ending(StrEnum):
    """How a hand ended, by the record.

    A hand ends with one win or several, as a drawn hand, with the fault of a player whom the
    platform punishes and sends home, or not at all: the record stops while play could go on.

    Examples
    --------
    >>> [ending.value for ending in Ending]
    ['win', 'draw', 'fault', 'unfinished']
    """

    WIN = "win"
    DRAW = "draw"
    FAULT = "fault"
    UNFINISHED = "unfinished"


MOST_POINTS: Final = 10_000_000
"""No score that a reader takes is further from 0: a session of MCR stays within thousands."""
MOST_EVENTS: Final = 2_000
"""No hand that a reader takes has more: 144 draws, each with a discard and a claim or two."""


@dataclass(frozen=True, slots=True)
class WinRecord:
    """What the log says of one win; nothing but the winner need be recorded.

    Parameters
    ----------
    player : int
        The winner, 0-3 from East.
    discarder : int, optional
        Who gave the winning tile; None when it was drawn by the winner, or not recorded.
    self_drawn : bool, optional
        Whether the win was by self-draw; None where not recorded.
    total : int, optional
        Points of the win, flowers included.
    fans : dict of str to int, optional
        Fan key to count; None where the log has no names or they were destroyed.
    fan_counts : tuple of int, optional
        How often each listed fan counts, in the order listed: known even without names.
    values : dict of str to int, optional
        Fan key to the value of one instance; None where not recorded.
    hand : tuple of int, optional
        The winner's standing tiles with the winning tile, sorted.
    declared : int, optional
        Points that the win itself names when it is declared, where the log has that beside
        `total`.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> (win,) = game.outcome.wins
    >>> win.player, win.discarder, win.total
    (2, 3, 15)
    >>> win.fans
    {'mixed_straight': 1, 'last_tile': 1, 'all_chows': 1, 'mixed_double_chow': 1}
    """

    player: int
    discarder: int | None = None
    self_drawn: bool | None = None
    total: int | None = None
    fans: dict[str, int] | None = field(default=None, hash=False)
    fan_counts: tuple[int, ...] | None = None
    values: dict[str, int] | None = field(default=None, hash=False)
    hand: tuple[int, ...] | None = None
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault for which the platform ended the hand.

    Parameters
    ----------
    player : int
        Whose fault it was, 0-3 from East.
    code : str
        What the platform calls it: ``WH`` a wrong win, ``WA`` a move that is not allowed, ``TLE``
        too late, ``RE`` a program that failed, and others.
    said : str
        The move itself in the platform's words, where it is recorded.
    tried : tuple of Event
        The move as events, where it can be told: the rules must forbid it.

    Examples
    --------
    >>> Fault(2, "WA", "PLAY W3").code
    'WA'
    """

    player: int
    code: str
    said: str = ""
    tried: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the log says the hand ended.

    Parameters
    ----------
    wins : tuple of WinRecord
        The wins: one, none, or in some duplicate events several on the same discard.
    fault : Fault, optional
        The fault that ended the hand.
    finished : bool
        Whether the record goes on to the end of the hand.
    changes : tuple of int, optional
        Score changes of the four players in this hand.
    before : tuple of int, optional
        Scores of the four players before the hand.
    penalties : tuple of int, optional
        Points that a referee gave or took besides, which no play tells.
    false_winners : tuple of int
        Players that the result names for a false win.

    Examples
    --------
    >>> Outcome().ending, Outcome(wins=(WinRecord(2, total=9),)).ending
    (<Ending.DRAW: 'draw'>, <Ending.WIN: 'win'>)
    """

    wins: tuple[WinRecord, ...] = ()
    fault: Fault | None = None
    finished: bool = True
    changes: tuple[int, int, int, int] | None = None
    before: tuple[int, int, int, int] | None = None
    penalties: tuple[int, int, int, int] | None = None
    false_winners: tuple[int, ...] = ()

    @property
    def ending(self) -> Ending:
        """How the hand ended, by the record."""
        if self.wins:
            return Ending.WIN
        if self.fault is not None:
            return Ending.FAULT
        return Ending.DRAW if self.finished else Ending.UNFINISHED


@dataclass(frozen=True, slots=True)
class Game:
    """One hand, from the deal to a win or a drawn hand, as recorded.

    Parameters
    ----------
    source : str
        Name of the reader, e.g. ``"pku"``.
    id : str
        The log's own name for the hand.
    path : str
        File it was read from.
    place : str
        Where in the file it begins.
    round : Wind
        Round wind.
    deal : tuple of tuple of int
        Thirteen tiles of each player, East first; the dealer's fourteenth is the first event.
        Empty where only the result of the hand is recorded, as on the sheets of a tournament.
    events : tuple of Event
        Everything that happened, in order.
    outcome : Outcome
        What the log says came of it.
    players : tuple of str
        Names, East first: plain data, not safe for HTML.
    flowers : int
        Flower tiles in play, 8 or 0.
    walls : "one" or "duplicate"
        One wall for the table, or, in duplicate play, 34 tiles for each player.
    session : str, optional
        The session the hand belongs to.
    index : int, optional
        Number of the hand in its session, from 0.
    min_fan : int, optional
        Lowest fan sum for a win at that table; None where not recorded.
    penalty : tuple of int
        What a false win, or a fault that ends the hand, costs the player and brings each of the
        others, by the table's rule.
    winners : "one" or "all"
        Whether of several players who win on one discard the first after the discarder wins, or
        all do.
    wall : tuple of tuple of int, optional
        All tiles in the order in which they are drawn, where recorded: four walls of 34, each
        beginning with the thirteen of the deal, or one wall, dealt and drawn from the front,
        replacements from the back, of each two tiles there the first one first.
    dice : tuple of int
        The dice, where recorded.
    seed : int, optional
        The number that the wall was shuffled from.
    date : str, optional
        When the hand was played, as ``2022-06-25``.
    tags : tuple of (str, str)
        Whatever else the source says of the hand, by name.
    origin : str
        File and place of the record that this one was converted from.
    notes : tuple of str
        Known quirks of the source that were met and set right.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> game
    <Game tziakcha TZ-B00: 105 events, data/tziakcha/TZ-B00.json>
    >>> game.round.name, game.players, game.has_play
    ('E', ('P0', 'P1', 'P2', 'P3'), True)
    >>> game.outcome.changes
    (-8, -8, 39, -23)
    """

    source: str
    id: str
    path: str
    place: str
    round: Wind
    deal: tuple[tuple[int, ...], ...]
    events: tuple[Event, ...]
    outcome: Outcome
    players: tuple[str, str, str, str] = ("", "", "", "")
    flowers: Literal[8, 0] = 0
    walls: Literal["one", "duplicate"] = "one"
    session: str | None = None
    index: int | None = None
    min_fan: int | None = None
    penalty: tuple[int, int] = (-30, 10)
    winners: Literal["one", "all"] = "one"
    wall: tuple[tuple[int, ...], ...] | None = None
    dice: tuple[int, ...] = ()
    seed: int | None = None
    date: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    origin: str = ""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Source and id, the way messages name the hand.

        Examples
        --------
        >>> deal = ((), (), (), ())
        >>> Game("pku", "g1", "a.txt", "line 1", Wind.E, deal, (), Outcome()).name
        'pku g1'
        """
        return f"{self.source} {self.id}"

    @property
    def start(self) -> Deal:
        """The deal as the rules of play take it, for :class:`mjlab.play.Table`.

        What was drawn afterwards is for the events to say; the recorded wall is left out.

        Examples
        --------
        >>> from mjlab.logs import read
        >>> next(read("data/tziakcha/TZ-B00.json")).start.flowers
        8
        """
        return Deal(self.deal, self.round, self.flowers, self.walls, self.winners)

    @property
    def has_play(self) -> bool:
        """Whether the play is recorded, not only its result."""
        return bool(self.deal)

    def __repr__(self) -> str:
        return (
            f"<Game {printable(self.name[:80])}: {len(self.events)} events, {printable(self.path)}>"
        )


@dataclass(frozen=True, slots=True)
class Session:
    """What a log says about a session as a whole.

    Parameters
    ----------
    source, id, path : str
        As for :class:`Game`.
    games : tuple of str
        Ids of its hands, in order.
    totals : dict of str to int
        Final score of each player by name; those of players who share a name are added up.
    shared : tuple of str
        Names that more than one of the players have.
    points : dict of str to float, optional
        Table points of each player by name (4, 2, 1 and 0 for the places), where recorded.
    binding : bool
        Whether the totals are said to follow from the hands. On the sheets of a tournament they
        need not: a total counts as it was written down at the table.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> session = next(read("data/tziakcha/TZ-B_session.json"))
    >>> len(session.games), session.totals
    (16, {'P0': -77, 'P1': -31, 'P2': 100, 'P3': 8})
    """

    source: str
    id: str
    path: str
    games: tuple[str, ...]
    totals: dict[str, int] = field(hash=False)
    shared: tuple[str, ...] = ()
    points: dict[str, float] | None = field(default=None, hash=False)
    binding: bool = True


@dataclass(frozen=True, slots=True)
class SetAside:
    """Something in a file that did not become a game, and why.

    Parameters
    ----------
    source : str, optional
        Name of the reader; None when no reader knows the format.
    path : str
        The file.
    place : str
        Where in it, e.g. ``"line 17"`` or ``"step.a[3]"``.
    reason : str
        Why it was set aside.
    id : str, optional
        The game's id, where that much could be read.
    excerpt : str
        The text at that place, printable and at most 80 characters.

    Examples
    --------
    >>> print(SetAside("pku", "a.txt", "line 9", "no tile is called 'Q7'", "g1", "Play Q7"))
    a.txt, line 9, game g1: no tile is called 'Q7' (Play Q7)
    """

    source: str | None
    path: str
    place: str
    reason: str
    id: str | None = None
    excerpt: str = ""

    def __post_init__(self) -> None:
        shown = " ".join(printable(self.excerpt[:200]).split())
        object.__setattr__(self, "excerpt", shown[:80])

    def __str__(self) -> str:
        where = ", ".join(p for p in (self.path, self.place, self.id and f"game {self.id}") if p)
        excerpt = f" ({self.excerpt})" if self.excerpt else ""
        return printable(f"{where}: {self.reason}{excerpt}")

    def __repr__(self) -> str:
        return f"<SetAside {self}>"


Record = Game | Session | SetAside
"""What a reader yields."""
