"""Replaying a hand: every event against the rules, the win against the scorer and the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mjlab.errors import MjlabError, ReplayError
from mjlab.hand import Meld, Win
from mjlab.logs import rulings
from mjlab.logs.findings import Disagreement, IllegalEvent, fan_text
from mjlab.logs.schema import CLAIMS, Event, EventKind, Game, four
from mjlab.logs.table import Table
from mjlab.logs.terms import SEATS, named, plain
from mjlab.reference import Score, score
from mjlab.rules import RuleSet, fan, ruleset
from mjlab.rules.rulesets import DEFAULT
from mjlab.tiles import FLOWERS, code

__all__ = ["Moment", "Replay", "replay", "walk"]

_Four = tuple[int, int, int, int]


class Moment(NamedTuple):
    """The table after an event: turns its player has begun, tiles left, sets of each player."""

    turn: int
    wall: int
    melds: _Four


@dataclass(frozen=True, slots=True)
class Replay:
    """What a hand comes to when it is played again by the rules.

    Parameters
    ----------
    game : Game
        The record.
    rules : str
        Name of the ruleset.
    end : "win", "draw" or "error"
        How the hand ended; ``error`` if an event was illegal, or the win is none by the rules.
    illegal : tuple of IllegalEvent
        The first event that breaks the rules, after which nothing is replayed; mostly empty.
    disagreements : tuple of Disagreement
        Points in which the record says otherwise.
    winner, discarder : int, optional
        0-3; the discarder is None for a self-drawn win.
    win : Win, optional
        The winning hand with the circumstances that follow from the play.
    score : Score, optional
        What it is worth, even if that is too little; None where the hand was not won or could
        not be replayed.
    payments : tuple of int, optional
        Score changes by our count, penalties for false wins included; None after an error.
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

    Notes
    -----
    The dealer's fourteenth tile counts as a draw and begins the dealer's first turn.
    """

    game: Game
    rules: str
    end: Literal["win", "draw", "error"]
    illegal: tuple[IllegalEvent, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    winner: int | None = None
    discarder: int | None = None
    win: Win | None = None
    score: Score | None = field(default=None, repr=False)
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

    @property
    def ok(self) -> bool:
        """Whether nothing was found: all events legal, the record as we have it."""
        return not self.illegal and not self.disagreements

    @property
    def turn(self) -> int | None:
        """Turns the winner had begun when he won, the winning one included."""
        return None if self.winner is None else self.turns[self.winner]

    def __str__(self) -> str:
        """The hand in a line: how it ended, for what, and each finding in a line of its own."""
        lines = [f"{plain(self.game.name, 80)}: {self._ending()}"]
        if self.score is not None:
            lines[0] += f" ({fan_text(self.score.fans)})"
        return "\n  ".join([*lines, *map(str, (*self.illegal, *self.disagreements))])

    def __repr__(self) -> str:
        found = len(self.illegal) + len(self.disagreements)
        return f"<Replay {plain(self.game.name, 80)}: {self._ending()}, {found or 'no'} findings>"

    def _ending(self) -> str:
        if self.score is None or self.winner is None:
            return {"draw": "drawn", "win": "won", "error": "error"}[self.end]
        giver = " by self-draw" if self.discarder is None else f" from {SEATS[self.discarder]}"
        error = "error, " if self.end == "error" else ""
        return f"{error}{SEATS[self.winner]} wins {self.score.total}{giver}"


def walk(game: Game) -> Iterator[tuple[Event, Table]]:
    """Go through a hand, looking at the table before each event.

    Parameters
    ----------
    game : Game
        The record.

    Yields
    ------
    Event and Table
        The event that comes next, and the table before it. It is one table, which the walk
        changes; whoever wants to keep something of it copies it.

    Raises
    ------
    ReplayError
        At the first event that the rules do not allow.
    """
    table = Table(game)
    for event in game.events:
        yield event, table
        table.apply(event)


def replay(game: Game, rules: str | RuleSet = DEFAULT) -> Replay:
    """Play a recorded hand again and compare.

    Parameters
    ----------
    game : Game
        The record.
    rules : str or RuleSet
        By which rules the win is scored.

    Returns
    -------
    Replay
        Whatever is wrong with the record is in `illegal` and `disagreements`; nothing is raised
        for it.

    Raises
    ------
    RulesetError
        If there is no ruleset of that name.

    Notes
    -----
    Turns, claims, kongs, flowers and the end of the hand follow the 1998 rulebook, articles 5 to
    8; of the circumstances none is taken from the record.
    """
    return _Replayer(game, ruleset(rules)).run()


class _Replayer:
    def __init__(self, game: Game, rules: RuleSet) -> None:
        self.game = game
        self.rules = rules
        self.disagreements: list[Disagreement] = []
        self.moments: list[Moment] = []
        self.false_wins: list[int] = []
        self.keepers: set[int] = set()
        self.draws = [0, 0, 0, 0]
        self.claims = [0, 0, 0, 0]

    def run(self) -> Replay:
        try:
            table = Table(self.game)
        except ReplayError as error:
            illegal = self.illegal(-1, "the deal", error.message, "")
            return Replay(self.game, self.rules.name, "error", (illegal,))
        fault = self.play(table)
        if fault is not None:
            return self.result(table, "error", illegal=(fault,))
        if self.game.min_fan not in (None, self.rules.min_fan):
            self.disagree("least fan", self.game.min_fan, self.rules.min_fan)
        self.compare_false_wins()
        if table.winner is None:
            return self.drawn(table)
        return self.won(table, table.winner)

    def play(self, table: Table) -> IllegalEvent | None:
        """Carry out all events; return the one that is illegal, if there is one."""
        for number, event in enumerate(self.game.events):
            try:
                if event.kind is EventKind.FALSE_WIN:
                    self.false_win(table, event.player)
                if event.kind is EventKind.DISCARD:
                    self.kept_flower(table, event.player)
                table.apply(event)
            except ReplayError as error:
                legal = rulings.legal_text(table)
                return self.illegal(number, _done(event), error.message, legal, event.place)
            self.draws[event.player] += event.kind is EventKind.DRAW
            self.claims[event.player] += event.kind in CLAIMS
            turn = table.turns[event.player]
            self.moments.append(Moment(turn, table.walls_left, table.n_melds))
        if table.winner is None and not table.may_end:
            return self.illegal(
                len(self.game.events),
                "the end of the hand",
                "there is no winner and play could go on",
                rulings.legal_text(table),
            )
        return None

    def false_win(self, table: Table, player: int) -> None:
        """A win that was punished as false must not be a good one."""
        self.false_wins.append(player)
        if player not in range(4) or table.winning_tile(player) is None:
            return  # the table will refuse it
        try:
            found = score(rulings.win(table, player, self.game.round), self.rules)
        except MjlabError:
            return
        if found.legal_win:
            self.disagree("false win", f"of {SEATS[player]}", f"a win of {found.fan_total} fan")

    def compare_false_wins(self) -> None:
        recorded, ours = sorted(self.game.outcome.false_winners), sorted(self.false_wins)
        if recorded != ours:
            self.disagree(
                "false wins",
                " and ".join(map(_seat, recorded)) or "nobody",
                " and ".join(map(_seat, ours)) or "nobody",
            )

    def kept_flower(self, table: Table, player: int) -> None:
        """A flower is laid aside at once (1998 rulebook, article 5.20), unless no tile is left."""
        if player not in range(4) or player in self.keepers or not table.left(player):
            return
        if kept := [code(tile) for tile in FLOWERS if table.hands[player][tile]]:
            self.keepers.add(player)
            seat = SEATS[player]
            self.disagree(
                "flower", f"{kept[0]} kept by {seat}", f"laid aside before {seat} discards"
            )

    def penalties(self) -> list[int]:
        """What the false wins that were declared cost and bring each player."""
        lost, won = self.game.false_win
        return [sum(lost if p == who else won for who in self.false_wins) for p in range(4)]

    def drawn(self, table: Table) -> Replay:
        outcome = self.game.outcome
        if outcome.winner is not None:
            self.disagree("winner", SEATS[outcome.winner], "nobody")
        payments = four(self.penalties())
        if outcome.changes is not None and outcome.changes != payments:
            self.disagree("payments", outcome.changes, payments)
        return self.result(table, "draw", payments=payments)

    def won(self, table: Table, winner: int) -> Replay:
        outcome = self.game.outcome
        try:
            win = rulings.win(table, winner, self.game.round)
        except ReplayError as error:
            last = len(self.game.events) - 1
            event = self.game.events[last]
            fault = self.illegal(last, _done(event), error.message, "no win", event.place)
            return self.result(table, "error", illegal=(fault,))
        giver = table.turn if win.robbing_kong else table.discarder
        discarder = None if win.self_drawn else giver
        if outcome.winner != winner:
            self.disagree("winner", _seat(outcome.winner), SEATS[winner])
        if outcome.self_drawn is not None and outcome.discarder != discarder:
            self.disagree("discarder", _seat(outcome.discarder), _seat(discarder))
        held = tuple(sorted((*win.concealed, win.tile)))
        if outcome.hand is not None and outcome.hand != held:
            self.disagree("hand", " ".join(map(named, outcome.hand)), " ".join(map(named, held)))
        try:
            found = score(win, self.rules)
        except MjlabError as error:
            self.disagree("win", "a win", error.message)
            return self.result(table, "error", winner=winner, discarder=discarder, win=win)
        payments = self.compare(found, winner, discarder)
        return self.result(
            table,
            "win" if found.legal_win else "error",
            winner=winner,
            discarder=discarder,
            win=win,
            score=found,
            payments=payments,
        )

    def compare(self, found: Score, winner: int, discarder: int | None) -> _Four | None:
        """Compare points, fan and payments with the record; return our payments."""
        outcome = self.game.outcome
        if outcome.total is not None and outcome.total != found.total:
            self.disagree("total", outcome.total, found.total)
        if outcome.declared is not None and outcome.declared != found.total:
            self.disagree("declared total", outcome.declared, found.total)
        readings = [reading.fans for reading in found.readings]
        if outcome.fans is not None:
            if outcome.fans not in readings:
                self.disagree("fans", fan_text(outcome.fans), fan_text(found.fans))
            listed = sum(self.fan_value(key) * n for key, n in outcome.fans.items())
            self.compare_values(outcome.values or {})
            if outcome.total is not None and outcome.total != listed:
                self.disagree("fan sum", outcome.total, f"{listed} by the list of fan")
        elif outcome.fan_counts is not None:
            counts = sorted(outcome.fan_counts)
            if counts not in [sorted(fans.values()) for fans in readings]:
                self.disagree("fans", f"{len(counts)} of them", fan_text(found.fans))
        if not found.legal_win:
            self.disagree("legal win", "a win", f"{found.fan_total} fan")
            return None
        paid = found.payment(winner, discarder)
        payments = four([p + q for p, q in zip(paid, self.penalties(), strict=True)])
        if outcome.changes is not None and outcome.changes != payments:
            self.disagree("payments", outcome.changes, payments)
        return payments

    def compare_values(self, recorded: dict[str, int]) -> None:
        for key, value in recorded.items():
            ours = self.fan_value(key)
            if value != ours and not fan(key).local:
                self.disagree("fan value", f"{value} for {fan(key).name}", ours)

    def fan_value(self, key: str) -> int:
        """Value of a recorded fan; a local one, which no ruleset counts, is worth nothing."""
        try:
            return self.rules.fan_value(key)
        except KeyError:
            return 0

    def result(self, table: Table, end: Literal["win", "draw", "error"], **facts: object) -> Replay:
        return Replay(
            self.game,
            self.rules.name,
            end,
            disagreements=tuple(self.disagreements),
            draws=four(self.draws),
            turns=four(table.turns),
            flowers=four(table.flowers),
            claims=four(self.claims),
            hands=tuple(table.standing(p) for p in range(4)),
            melds=tuple(tuple(m) for m in table.melds),
            wall=table.walls_left,
            moments=tuple(self.moments),
            false_wins=tuple(self.false_wins),
            **facts,  # type: ignore[arg-type]
        )

    def illegal(
        self, number: int, what: str, why: str, legal: str, place: str = ""
    ) -> IllegalEvent:
        game = self.game
        return IllegalEvent(game.name, game.path, place or game.place, number, what, why, legal)

    def disagree(self, what: str, recorded: object, ours: object) -> None:
        game = self.game
        self.disagreements.append(
            Disagreement(game.name, game.path, game.place, what, str(recorded), str(ours))
        )


def _done(event: Event) -> str:
    """Name an event for a message."""
    tile = "" if event.tile is None else f" {named(event.tile)}"
    return f"{_seat(event.player)}: {event.kind.value.replace('_', ' ')}{tile}"


def _seat(player: int | None) -> str:
    if player is None:
        return "nobody"
    return SEATS[player] if player in range(4) else f"player {player!r}"
