"""Replaying a hand: every event against the rules, the win against the scorer and the record."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

from mjlab.errors import ReplayError
from mjlab.logs.records import CLAIMS, Ending, Event, EventKind, Game, WinRecord
from mjlab.logs.results import (
    Disagreement,
    End,
    IllegalEvent,
    Moment,
    Replay,
    Unscored,
    Won,
    disagreement,
)
from mjlab.logs.settle import score_unscored, settle
from mjlab.play.claims import why_impossible
from mjlab.play.state import Phase
from mjlab.play.table import Table
from mjlab.reference.score.readings import completes
from mjlab.rules import RuleSet, ruleset
from mjlab.rules.rulesets import DEFAULT
from mjlab.rules.seating import SEATS, four, seat_name
from mjlab.tiles import FLOWERS, N_KINDS, code, named

__all__ = ["replay", "walk"]


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

    Examples
    --------
    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> for event, table in walk(game):
    ...     if event.kind == "chow":
    ...         print(event.player, "from", table.discarder, "with", table.walls_left, "tiles left")
    1 from 0 with 77 tiles left
    0 from 3 with 67 tiles left
    2 from 1 with 62 tiles left
    """
    table = Table(game.start)
    for event in game.events:
        yield event, table
        table.apply(event)


def replay(game: Game, rules: str | RuleSet = DEFAULT, *, scoring: bool = True) -> Replay:
    """Play a recorded hand again and compare.

    Parameters
    ----------
    game : Game
        The record.
    rules : str or RuleSet
        By which rules the win is scored.
    scoring : bool
        Whether wins are scored here, one at a time. Without, the hands to be scored are in
        ``unscored``, for the batch scorer, and :func:`mjlab.logs.settle` completes the replay.

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

    Examples
    --------
    >>> from mjlab.logs import read
    >>> print(replay(next(read("data/tziakcha/TZ-B04.json"))))
    tziakcha TZ-B04: North wins 21 from South (一色三步高 Pure Shifted Chows + ...)
    """
    chosen = ruleset(rules)
    played = _Replayer(game, chosen).run()
    return settle(played, score_unscored(played, chosen), chosen) if scoring else played


class _Replayer:
    def __init__(self, game: Game, rules: RuleSet) -> None:
        self.game = game
        self.rules = rules
        self.disagreements: list[Disagreement] = []
        self.moments: list[Moment] = []
        self.false_wins: list[int] = []
        self.unscored: list[Unscored] = []
        self.keepers: set[int] = set()
        self.draws = [0, 0, 0, 0]
        self.claims = [0, 0, 0, 0]

    def run(self) -> Replay:
        """Carry out all events and say how the hand ends."""
        if not self.game.has_play:
            return self.result_only()
        try:
            table = Table(self.game.start)
        except ReplayError as error:
            illegal = self.illegal(-1, "the deal", error.message, "")
            return Replay(self.game, self.rules.name, "error", (illegal,))
        fault = self.play(table)
        if fault is not None:
            return self.result(table, "error", illegal=(fault,))
        self.compare_table()
        self.compare_walls()
        self.compare_false_wins()
        if table.winners:
            return self.won(table)
        return self.without_win(table)

    def result_only(self) -> Replay:
        """A hand of which the result is recorded and no play."""
        self.compare_table()
        outcome = self.game.outcome
        wins = tuple(Won(r.player, r.discarder, record=r) for r in outcome.wins)
        for record in outcome.wins:
            if record.total is not None and record.total < self.rules.min_fan:
                why = f"{self.rules.min_fan} are needed"
                self.disagree("legal win", "a win", f"{record.total} points", why)
        return Replay(
            self.game,
            self.rules.name,
            outcome.ending.value,
            disagreements=tuple(self.disagreements),
            wins=wins,
        )

    def play(self, table: Table) -> IllegalEvent | None:
        """Carry out all events; return the one that is illegal, if there is one."""
        apply, moments, draws, claims = table.apply, self.moments, self.draws, self.claims
        draw, discard, false_win = EventKind.DRAW, EventKind.DISCARD, EventKind.FALSE_WIN
        turns, with_flowers, new = table.turns, self.game.flowers, tuple.__new__
        for number, event in enumerate(self.game.events):
            kind, player = event.kind, event.player
            try:
                if kind is false_win:
                    self.false_win(table, number, player)
                elif kind is discard and with_flowers:
                    self.kept_flower(table, player)
                apply(self.possible(table, event) if event.claims else event)
            except ReplayError as error:
                legal = table.legal_text()
                return self.illegal(number, str(event), error.message, legal, event.place)
            if kind is draw:
                draws[player] += 1
            elif kind in CLAIMS:
                claims[player] += 1
            # One for each event, of millions: made without the detour by Moment.__new__.
            moments.append(new(Moment, (turns[player], table.walls_left, table.n_melds)))
            if event.offers is not None:
                self.unscored += _offers_to_score(table, number, event)
        return self.early_end(table)

    def possible(self, table: Table, event: Event) -> Event:
        """Name claims that came to nothing and could not have been made; keep the others."""
        claims = []
        for claim in event.claims:
            fault = why_impossible(table, claim)
            if fault is None:
                claims.append(claim)
            else:
                said, why_not = fault
                self.disagree("claim", said, "no such claim", why_not, event.place)
        return replace(event, claims=tuple(claims))

    def early_end(self, table: Table) -> IllegalEvent | None:
        """A hand without a winner goes on while there is a tile to draw."""
        ended = self.game.outcome.ending in (Ending.FAULT, Ending.UNFINISHED)
        if table.winners or table.may_end or ended:
            return None
        return self.illegal(
            len(self.game.events),
            "the end of the hand",
            "there is no winner and play could go on",
            table.legal_text(),
        )

    def false_win(self, table: Table, number: int, player: int) -> None:
        """Keep the hand of a win that was punished as false: it must not be a good one."""
        self.false_wins.append(player)
        if player not in range(4) or table.winning_tile(player) is None:
            return  # the table will refuse it
        try:
            win = table.win(player)
        except ReplayError:
            return
        self.unscored.append(Unscored("false win", number, player, win))

    def compare_table(self) -> None:
        """The least fan of the table must be that of the ruleset."""
        if self.game.min_fan not in (None, self.rules.min_fan):
            self.disagree("least fan", self.game.min_fan, self.rules.min_fan)

    def compare_walls(self) -> None:
        """In duplicate play the tiles dealt and drawn are those of the player's own wall."""
        game = self.game
        if game.wall is None or game.walls != "duplicate":
            return
        if len(game.wall) != 4:
            self.disagree("wall", f"{len(game.wall)} walls", "four in duplicate play")
            return
        drawn: list[list[int | None]] = [list(tiles) for tiles in game.deal]
        for event in game.events:
            if event.kind is EventKind.DRAW:
                drawn[event.player].append(event.tile)
        for player, (tiles, wall) in enumerate(zip(drawn, game.wall, strict=True)):
            for number, (ours, recorded) in enumerate(zip(tiles, wall, strict=False)):
                if ours != recorded:
                    said = f"{named(recorded)} as tile {number + 1} of {SEATS[player]}"
                    self.disagree("wall", said, f"{named(ours)} in the play")
                    break

    def compare_false_wins(self) -> None:
        recorded, ours = sorted(self.game.outcome.false_winners), sorted(self.false_wins)
        if recorded != ours:
            self.disagree(
                "false wins",
                " and ".join(map(seat_name, recorded)) or "nobody",
                " and ".join(map(seat_name, ours)) or "nobody",
            )

    def kept_flower(self, table: Table, player: int) -> None:
        """A flower is laid aside at once (1998 rulebook, article 5.20), unless no tile is left."""
        if player not in (0, 1, 2, 3) or not any(table.hands[player][N_KINDS:]):
            return
        if player in self.keepers or not table.left(player):
            return
        if kept := [code(tile) for tile in FLOWERS if table.hands[player][tile]]:
            self.keepers.add(player)
            seat = SEATS[player]
            self.disagree(
                "flower", f"{kept[0]} kept by {seat}", f"laid aside before {seat} discards"
            )

    def without_win(self, table: Table) -> Replay:
        """The hand is drawn, ended by a fault, or unfinished."""
        outcome = self.game.outcome
        for record in outcome.wins:
            self.disagree("winner", seat_name(record.player), "nobody")
        end: End = "draw" if outcome.wins else outcome.ending.value
        if end == "fault":
            self.compare_fault(table)
        return self.result(table, end)

    def compare_fault(self, table: Table) -> None:
        """What was punished as a fault must not be a move that the rules allow."""
        fault = self.game.outcome.fault
        if fault is None or not fault.tried or fault.code != "WA":
            return
        trial = deepcopy(table)
        try:
            for event in fault.tried:
                trial.apply(event)
        except ReplayError:
            return
        said = f"{fault.code} for {fault.said or fault.tried[0]}"
        self.disagree("fault", said, "a move that the rules allow")

    def won(self, table: Table) -> Replay:
        """Find the winning hands, and compare who won, from whom, and with what."""
        outcome = self.game.outcome
        records = {record.player: record for record in outcome.wins}
        wins: list[Won] = []
        for place, winner in enumerate(table.winners):
            try:
                win = table.win(winner)
            except ReplayError as error:
                last = len(self.game.events) - len(table.winners) + place
                event = self.game.events[last]
                fault = self.illegal(last, str(event), error.message, "no win", event.place)
                return self.result(table, "error", illegal=(fault,))
            giver = table.turn if win.robbing_kong else table.discarder
            record = records.pop(winner, None)
            won = Won(winner, None if win.self_drawn else giver, win, record=record)
            self.compare_win(won, record)
            wins.append(won)
            self.unscored.append(Unscored("win", len(self.game.events) - 1, winner, win))
        for record in records.values():
            self.disagree("winner", seat_name(record.player), "nobody")
        return self.result(table, "win", wins=tuple(wins))

    def compare_win(self, won: Won, record: WinRecord | None) -> None:
        if record is None:
            self.disagree("winner", "nobody", SEATS[won.player])
            return
        self.compare_giver(won, record)
        if record.hand is not None and won.win is not None:
            held = tuple(sorted((*won.win.concealed, won.win.tile)))
            if record.hand != held:
                texts = [" ".join(map(named, hand)) for hand in (record.hand, held)]
                self.disagree("hand", *texts)

    def compare_giver(self, won: Won, record: WinRecord) -> None:
        """Compare who gave the tile, and whether anybody did: either may be recorded alone."""
        drawn, giver = won.discarder is None, record.discarder
        said = {True: "nobody", False: "another player", None: ""}[record.self_drawn]
        if giver is not None:
            said = f"{seat_name(giver)}, and a self-draw" if record.self_drawn else seat_name(giver)
        if giver not in (None, won.discarder) or record.self_drawn not in (None, drawn):
            self.disagree("discarder", said, seat_name(won.discarder))

    def result(
        self,
        table: Table,
        end: End,
        *,
        illegal: tuple[IllegalEvent, ...] = (),
        wins: tuple[Won, ...] = (),
    ) -> Replay:
        return Replay(
            self.game,
            self.rules.name,
            end,
            illegal=illegal,
            disagreements=tuple(self.disagreements),
            wins=wins,
            draws=four(self.draws),
            turns=four(table.turns),
            flowers=four(table.flowers),
            claims=four(self.claims),
            hands=tuple([table.standing(p) for p in range(4)]),
            melds=tuple([tuple(m) for m in table.melds]),
            wall=table.walls_left,
            moments=tuple(self.moments),
            false_wins=tuple(self.false_wins),
            unscored=tuple([u for u in self.unscored if not illegal or u.purpose == "false win"]),
        )

    def illegal(
        self, number: int, what: str, why: str, legal: str, place: str = ""
    ) -> IllegalEvent:
        game = self.game
        return IllegalEvent(game.name, game.path, place or game.place, number, what, why, legal)

    def disagree(
        self, what: str, recorded: object, ours: object, why: str = "", place: str = ""
    ) -> None:
        self.disagreements.append(disagreement(self.game, what, recorded, ours, why, place))


def _offers_to_score(table: Table, number: int, event: Event) -> list[Unscored]:
    """The hands whose worth the platform names after an event, where they can be checked.

    Not of players who can win on nothing, nor a hand that is plainly none if none is recorded.
    """
    offers = []
    for player, recorded in enumerate(event.offers or ()):
        if recorded is None:
            continue
        tile = table.winning_tile(player)
        if tile is None or (recorded < 0 and not _may_win(table, player, tile)):
            continue
        try:
            win = table.win(player)
        except ReplayError:  # a flower stands in the hand
            continue
        offers.append(Unscored("offer", number, player, win, recorded))
    return offers


def _may_win(table: Table, player: int, tile: int) -> bool:
    """Whether the player's tiles and the one on offer complete a hand by shape."""
    counts = table.hands[player][:N_KINDS]
    if table.phase is Phase.DRAW or table.robbable is not None:
        counts[tile] += 1
    return not _is_plainly_none(counts) and completes(counts)


def _is_plainly_none(counts: list[int]) -> bool:
    """Rule out most hands at a glance: but for one with two more, suits and honors come in threes.

    Pairs, orphans and knitted tiles stand out, too.
    """
    groups = [sum(counts[0:9]) % 3, sum(counts[9:18]) % 3, sum(counts[18:27]) % 3]
    groups += [n % 3 for n in counts[27:]]
    if 1 not in groups and groups.count(2) == 1:
        return False
    held = [n for n in counts if n]
    singles, size = held.count(1), sum(counts)
    pairs = not singles and 3 not in held
    return size < 11 or not (singles >= 12 or pairs or _is_knitted(counts))


def _is_knitted(counts: list[int]) -> bool:
    """Whether three tiles of each suit, three apart, are there."""
    suits = (counts[0:9], counts[9:18], counts[18:27])
    return all(any(s[n] and s[n + 3] and s[n + 6] for n in range(3)) for s in suits)
