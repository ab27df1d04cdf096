"""What a replay comes to: the wins, what they are worth, the payments, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from mjlab.common.wording import printable
from mjlab.hand import Meld, Win
from mjlab.logs.records import Game, WinRecord
from mjlab.reference import Score
from mjlab.rules import RuleSet, fan
from mjlab.rules.seating import SEATS

__all__ = [
    "Disagreement",
    "End",
    "IllegalEvent",
    "Moment",
    "Points",
    "Replay",
    "Unscored",
    "Verdict",
    "Won",
    "disagreement",
    "fan_text",
]


_Four = tuple[int, int, int, int]
End = Literal["win", "draw", "fault", "unfinished", "error"]
"""How a hand ended by the rules; ``error`` where an event was illegal or a win is none."""
Verdict = Literal["confirmed", "disagrees", "illegal", "unscored"]
"""What a replay says of the record as a whole."""

_ENDINGS: Final = {"draw": "drawn", "win": "won", "error": "error", "unfinished": "unfinished"}


@dataclass(frozen=True, slots=True)
class IllegalEvent:
    """An event that the rules do not allow; the replay of the hand ends there.

    Parameters
    ----------
    game, path, place : str
        Which hand, in which file, and where in it.
    event : int
        Number of the event in the hand, from 0; -1 for the deal, and the number of events for
        an end of the hand that is not due.
    what : str
        What was done.
    why : str
        Why that may not be.
    legal : str
        What would have been legal.

    Examples
    --------
    >>> doings = ("South: discard 5m", "South holds no 5m", "South: discard 9s")
    >>> print(IllegalEvent("pku g1", "a.txt", "line 9", 3, *doings))
    a.txt, line 9, pku g1, event 3: South: discard 5m; South holds no 5m (legal: South: discard 9s)
    """

    game: str
    path: str
    place: str
    event: int
    what: str
    why: str
    legal: str

    def __str__(self) -> str:
        where = ", ".join(p for p in (self.path, self.place, self.game) if p)
        legal = f" (legal: {self.legal})" if self.legal else ""
        return printable(f"{where}, event {self.event}: {self.what}; {self.why}{legal}")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A point in which the record and the rules do not agree.

    Parameters
    ----------
    game, path, place : str
        Which hand or session, in which file, and where in it.
    what : str
        The point: ``total``, ``declared total``, ``fans``, ``fan value``, ``fan sum``,
        ``payments``, ``win``, ``legal win``, ``false win``, ``false wins``, ``winner``,
        ``discarder``, ``hand``, ``flower``, ``claim``, ``offer``, ``fault``, ``wall``, ``seats``,
        ``least fan``, ``score`` or ``table points``.
    recorded, ours : str
        What the log says, and what comes out here.
    why : str
        What makes the difference, where that can be told.

    Examples
    --------
    >>> print(Disagreement("pku g1", "a.txt", "line 1", "total", "9", "8"))
    a.txt, line 1, pku g1: total is recorded as 9, ours is 8
    """

    game: str
    path: str
    place: str
    what: str
    recorded: str
    ours: str
    why: str = ""

    def __str__(self) -> str:
        where = ", ".join(p for p in (self.path, self.place, self.game) if p)
        why = f" ({self.why})" if self.why else ""
        said = f"{self.what} is recorded as {self.recorded}, ours is {self.ours}{why}"
        return printable(f"{where}: {said}")


class Moment(NamedTuple):
    """The table after an event: turns its player has begun, tiles left, sets of each player.

    Examples
    --------
    >>> from mjlab.logs import read, replay
    >>> found = replay(next(read("data/tziakcha/TZ-B00.json")))
    >>> found.moments[-1]
    Moment(turn=12, wall=44, melds=(1, 2, 1, 0))
    """

    turn: int
    wall: int
    melds: _Four


def disagreement(
    game: Game, what: str, recorded: object, ours: object, why: str = "", place: str = ""
) -> Disagreement:
    """A point in which the record of a game says otherwise, at its beginning or at a place."""
    texts = str(recorded), str(ours)
    return Disagreement(game.name, game.path, place or game.place, what, *texts, why)


@dataclass(frozen=True, slots=True)
class Points:
    """What a win is worth, without the readings: what the batch scorer tells.

    Parameters
    ----------
    rules : RuleSet
        By which it was scored.
    fans : mapping of str to int
        Key of each fan to how often it counts, in one best reading, flowers included.
    fan_total : int
        Sum of the fan without the flowers.
    total : int
        Points: the fan and the flowers.

    Examples
    --------
    >>> from mjlab.api import score_batch
    >>> from mjlab.logs import points_of
    >>> (points,) = points_of(score_batch(["[123m][456m][789m]123p5z+5z"]))
    >>> points.total, points.legal_win, dict(points.fans)
    (19, True, {'pure_straight': 1, 'mixed_double_chow': 1, 'one_voided_suit': 1, 'single_wait': 1})
    """

    rules: RuleSet
    fans: Mapping[str, int] = field(hash=False)
    fan_total: int
    total: int

    @property
    def legal_win(self) -> bool:
        """Whether the fan reach the minimum of the ruleset."""
        return self.fan_total >= self.rules.min_fan


@dataclass(frozen=True, slots=True)
class Won:
    """A win by the rules.

    Parameters
    ----------
    player : int
        The winner, 0-3 from East.
    discarder : int, optional
        Who gave the winning tile; None for a self-drawn win.
    win : Win, optional
        The winning hand with the circumstances that follow from the play; None where only the
        result of the hand is recorded.
    score : Score or Points, optional
        What it is worth, even if that is too little; None where it could not be scored or was
        not yet.
    record : WinRecord, optional
        What the log says of this win.

    Examples
    --------
    >>> from mjlab.logs import read, replay
    >>> found = replay(next(read("data/tziakcha/TZ-B00.json")))
    >>> (won,) = found.wins
    >>> won.win
    Win.parse('[123p,2]123m4478p456s+9p', seat='W', last_of_kind=True)
    >>> won.player, won.discarder, won.score.total, won.record.total
    (2, 3, 15, 15)
    """

    player: int
    discarder: int | None
    win: Win | None = None
    score: Score | Points | None = field(default=None, repr=False)
    record: WinRecord | None = None


class Unscored(NamedTuple):
    """A hand of a replay that is still to be scored.

    Parameters
    ----------
    purpose : "win", "false win" or "offer"
        Whether it won, was declared falsely, or could have won on a tile as the platform said.
    event : int
        Number of the event, from 0.
    player : int
        Whose hand it is.
    win : Win
        The hand.
    recorded : int, optional
        Of an offer the fan that the platform names, -1 for none.

    Examples
    --------
    >>> from mjlab.logs import read, replay
    >>> found = replay(next(read("data/tziakcha/TZ-B00.json")), scoring=False)
    >>> found.unscored[0]
    Unscored(purpose='win', event=104, player=2, win=Win.parse('[123p,2]123m4478p456s+9p', seat='W',
             last_of_kind=True), recorded=None)
    """

    purpose: Literal["win", "false win", "offer"]
    event: int
    player: int
    win: Win
    recorded: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """What a hand comes to when it is played again by the rules.

    Parameters
    ----------
    game : Game
        The record.
    rules : str
        Name of the ruleset.
    end : "win", "draw", "fault", "unfinished" or "error"
        How the hand ended: a win, no tile left, the fault of a player that the platform punished,
        or the record stops while play could go on; ``error`` if an event was illegal, or the win
        is none by the rules.
    illegal : tuple of IllegalEvent
        The first event that breaks the rules, after which nothing is replayed; mostly empty.
    disagreements : tuple of Disagreement
        Points in which the record says otherwise.
    wins : tuple of Won
        The wins: one, none, or several where all who win on a discard are paid.
    payments : tuple of int, optional
        Score changes by our count, penalties included; None after an error, and for a hand that
        is unfinished or unscored.
    draws, turns : tuple of int
        For each player the tiles drawn, replacements included, and the turns begun.
    flowers, claims : tuple of int
        For each player the flowers laid aside, and the sets made of other players' discards.
    hands : tuple of tuple of int
        Standing tiles of each player at the end, without a winning tile.
    melds : tuple of tuple of Meld
        Sets of each player at the end.
    wall : int
        Tiles left in the wall, or in the four walls of duplicate play.
    moments : tuple of Moment
        One after each event that was carried out.
    false_wins : tuple of int
        Players who declared a false win, in order.
    unscored : tuple of Unscored
        Hands that are still to be scored, by :func:`mjlab.logs.settle`; empty unless that was
        asked for.

    Notes
    -----
    The dealer's fourteenth tile counts as a draw and begins the dealer's first turn. Of a hand
    whose result only is recorded nothing is known but the end, the wins and the payments.

    Examples
    --------
    >>> from mjlab.logs import read, replay
    >>> found = replay(next(read("data/tziakcha/TZ-B00.json")))
    >>> print(found)
    tziakcha TZ-B00: West wins 15 from North (花龙 Mixed Straight + 和绝张 Last Tile +
     平和 All Chows + 喜相逢 Mixed Double Chow)
    >>> found.ok, found.verdict, found.payments
    (True, 'confirmed', (-8, -8, 39, -23))
    >>> found.win
    Win.parse('[123p,2]123m4478p456s+9p', seat='W', last_of_kind=True)
    >>> found.winner, found.discarder, found.turn, found.score.total
    (2, 3, 12, 15)
    """

    game: Game
    rules: str
    end: End
    illegal: tuple[IllegalEvent, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    wins: tuple[Won, ...] = ()
    payments: _Four | None = None
    draws: _Four = (0, 0, 0, 0)
    turns: _Four = (0, 0, 0, 0)
    flowers: _Four = (0, 0, 0, 0)
    claims: _Four = (0, 0, 0, 0)
    hands: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    melds: tuple[tuple[Meld, ...], ...] = field(default=(), repr=False)
    wall: int = 0
    moments: tuple[Moment, ...] = field(default=(), repr=False)
    false_wins: tuple[int, ...] = ()
    unscored: tuple[Unscored, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing was found: all events legal, the record as we have it."""
        return not self.illegal and not self.disagreements

    @property
    def verdict(self) -> Verdict:
        """What is to be said of the record, in a word.

        Examples
        --------
        >>> from dataclasses import replace
        >>> from mjlab.logs import EventKind, read, replay
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> events = tuple(e for e in game.events if e.kind is not EventKind.CHOW)
        >>> found = replay(replace(game, events=events))
        >>> found.verdict, found.end
        ('illegal', 'error')
        >>> print(found.illegal[0].why)
        no discard of this player is due
        """
        if self.illegal:
            return "illegal"
        if self.disagreements:
            return "disagrees"
        return "unscored" if self.unscored else "confirmed"

    @property
    def winner(self) -> int | None:
        """Who won; of several winners the first."""
        return self.wins[0].player if self.wins else None

    @property
    def discarder(self) -> int | None:
        """Who gave the winning tile; None for a self-drawn win, and without one."""
        return self.wins[0].discarder if self.wins else None

    @property
    def win(self) -> Win | None:
        """The winning hand; of several the first."""
        return self.wins[0].win if self.wins else None

    @property
    def score(self) -> Score | Points | None:
        """What the win is worth; of several the first."""
        return self.wins[0].score if self.wins else None

    @property
    def turn(self) -> int | None:
        """Turns the winner had begun when he won, the winning one included."""
        return None if self.winner is None else self.turns[self.winner]

    def __str__(self) -> str:
        """The hand in a line: how it ended, for what, and each finding in a line of its own."""
        lines = [f"{printable(self.game.name[:80])}: {self._ending()}"]
        lines[0] += "".join(
            f" ({fan_text(w.score.fans)})" for w in self.wins if w.score is not None
        )
        return "\n  ".join([*lines, *map(str, (*self.illegal, *self.disagreements))])

    def __repr__(self) -> str:
        found = len(self.illegal) + len(self.disagreements)
        return (
            f"<Replay {printable(self.game.name[:80])}: {self._ending()}, {found or 'no'} findings>"
        )

    def _ending(self) -> str:
        fault = self.game.outcome.fault
        if self.end == "fault" and fault is not None:
            return f"fault of {SEATS[fault.player]} ({printable(fault.code[:20])})"
        if not self.wins:
            return _ENDINGS.get(self.end, self.end)
        error = "error, " if self.end == "error" else ""
        return error + " and ".join(map(_won, self.wins))


def fan_text(fans: Mapping[str, int]) -> str:
    """Write a fan list in one line: fan with their names, and how often where that is not once."""
    named = [fan(k).name if n == 1 else f"{n} × {fan(k).name}" for k, n in fans.items()]
    return " + ".join(named) or "nothing"


def _won(won: Won) -> str:
    giver = " by self-draw" if won.discarder is None else f" from {SEATS[won.discarder]}"
    total = won.score.total if won.score else won.record.total if won.record else None
    return f"{SEATS[won.player]} wins{'' if total is None else f' {total}'}{giver}"
