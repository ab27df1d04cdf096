"""The table as a state machine: every event is checked against the rules, then carried out.

The rules of play are those of the 1998 rulebook, articles 5 to 8 (deal and flowers, turns, claims
and their priority, kongs, the last tile), as far as a log can break them. Duplicate play, in which
each player draws from 34 tiles of his own, differs in one point: there the last tile of the hand
has been drawn when the player whose draw would be next has no tile left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlab.errors import ReplayError
from mjlab.hand import Meld, MeldKind
from mjlab.play.claims import check_overruled
from mjlab.play.events import Event, EventKind
from mjlab.play.state import Phase, State, check_player, check_tile
from mjlab.rules.seating import SEATS, four
from mjlab.tiles import FLOWERS, N_KINDS, code, is_suited, named, rank

__all__ = ["Table"]


class Table(State):
    """A table at play; :meth:`apply` moves it on by one event.

    Parameters
    ----------
    deal : Deal
        What the players begin with: of a recorded game its ``start``, or :meth:`Deal.shuffled`.

    Raises
    ------
    ReplayError
        If the deal is not one of thirteen real tiles to each player.

    See Also
    --------
    mjlab.play.State : what can be read from a table at any time.

    Notes
    -----
    The order in which the players replace the flowers of the deal is left to the platform: until
    the dealer's first discard, kong or win any player may lay one aside.

    In the turn of a chow or pung a flower that was kept may still be laid aside. Its replacement
    may be won on, but does not allow a kong: that waits for the next draw of one's own.

    After a false win a player draws, discards and replaces flowers, and may declare kongs of his
    own tiles; he neither wins nor claims (1998 rulebook, article 14.6, which is silent on claims).

    Whether the hand of a win is one, and what it is worth, the scorer says: :meth:`State.win` has
    it before and after the win.

    Examples
    --------
    A recorded game goes on step by step:

    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> table = Table(game.start)
    >>> for event in game.events[:12]:
    ...     table.apply(event)
    >>> table
    <Table: South's turn, 86 tiles left, waits for a draw, or a claim on the last discard>
    >>> table.discarder, code(table.discard), table.flowers
    (0, '3z', [1, 2, 0, 2])
    >>> table.apply(Event(EventKind.DRAW, player=3, tile=0))
    Traceback (most recent call last):
        ...
    mjlab.errors.ReplayError: the next draw is South's
    """

    def apply(self, event: Event) -> None:
        """Check one event against the rules and carry it out.

        Parameters
        ----------
        event : Event
            What is said to have happened.

        Raises
        ------
        ReplayError
            If the rules forbid it; the table is then as it was before.
        """
        try:
            if type(event.kind) is not EventKind:
                raise ReplayError(f"{event.kind!r} is no kind of event", hint="EventKind.DISCARD")
            if event.player not in (0, 1, 2, 3):
                check_player(event.player)
            if self.phase is Phase.OVER and (
                event.kind is not EventKind.WIN or self._same_tile(event.player) is None
            ):
                raise ReplayError("the hand is already won")
            if event.claims:
                check_overruled(self, event)
            _DOING[event.kind](self, event)
        except (AttributeError, TypeError):  # looked at here only: there are millions of events
            if not isinstance(event, Event):
                problem = f"{event!r} is no event"
                raise ReplayError(problem, hint="Event(EventKind.DRAW, player=0)") from None
            check_tile(event.tile)
            raise

    def _do_draw(self, event: Event) -> None:
        player = event.player
        if self.phase is Phase.DRAW:
            if player != self.turn:
                raise ReplayError(f"the next draw is {SEATS[self.turn]}'s")
            if not self.left(player):
                raise ReplayError("the wall is empty")
            if event.from_back:
                raise ReplayError("a turn begins with a tile from the front of the wall")
            self._draw(event, False, Phase.ACT)
            self.turns[player] += 1
            self.discard = self.discarder = None
            self.after_kong = False
        elif self.phase is Phase.REPLACE:
            if player != self.replacing:
                raise ReplayError(f"{SEATS[self.replacing]} replaces a tile first")
            if not self.left(player):
                raise ReplayError("the wall is empty")
            if event.from_back is False:
                raise ReplayError("a replacement comes from the back of the wall")
            self._draw(event, True, self._resume)
            self.robbable = None
        else:
            raise ReplayError("no draw is due")

    def _draw(self, event: Event, from_back: bool, phase: Phase) -> None:
        """Bring the tile into the hand: that of the event, or of the wall where it is known."""
        player, tile = event.player, event.tile
        if self.deal.wall is not None:
            ours = self.next_tile(player, from_back=from_back)
            if tile not in (None, ours):
                raise ReplayError(f"the next tile of the wall is {named(ours)}, not {named(tile)}")
            tile = ours
        self._enter(player, tile)
        which = player if len(self.wall) == 4 else 0
        self.wall[which] -= 1
        self.walls_left -= 1
        if from_back and len(self.wall) == 1:
            self._drawn_back += 1
        else:
            self._drawn_front[which] += 1
        if player == self.turn:
            self.drawn = tile
        self.phase = phase

    def _do_flower(self, event: Event) -> None:
        player, tile = event.player, event.tile
        early = self._opening and self.phase in (Phase.DRAW, Phase.ACT)
        own = player == self.turn and self.phase in (Phase.ACT, Phase.CLAIMED)
        if not early and not own:
            raise ReplayError("a flower is laid aside in one's own turn")
        if tile not in FLOWERS:
            raise ReplayError(f"{named(tile)} is not a flower")
        self._take(player, tile)
        self.flowers[player] += 1
        own_turn = player == self.turn and self.phase is not Phase.DRAW
        if own_turn:
            self.after_kong = False
            self.drawn = None
        self.replacing, self._resume = player, self.phase
        self.phase = Phase.REPLACE

    def _do_discard(self, event: Event) -> None:
        player, tile = event.player, event.tile
        if player != self.turn or self.phase not in (Phase.ACT, Phase.CLAIMED):
            raise ReplayError("no discard of this player is due")
        if tile is None or not 0 <= tile < N_KINDS:
            raise ReplayError(f"{named(tile)} cannot be discarded")
        if event.drawn_discarded and tile != self.drawn:
            raise ReplayError(f"the tile just drawn is {named(self.drawn)}")
        if event.drawn_discarded is False and tile == self.drawn and self.hands[player][tile] == 1:
            raise ReplayError(f"the only {code(tile)} is the one just drawn")
        self._take(player, tile)
        self.face_up[tile] += 1
        self.discard, self.discarder, self.drawn = tile, player, None
        self.turn, self.phase = (player + 1) % 4, Phase.DRAW
        self._opening = False

    def _do_chow(self, event: Event) -> None:
        player, low, discarder = event.player, event.tile, self._claimed(event)
        if player != (discarder + 1) % 4:
            raise ReplayError(
                f"a chow is claimed from the player before, not from {SEATS[discarder]}"
            )
        if low is None or not is_suited(low) or rank(low) > 7:
            raise ReplayError(f"no chow starts with {named(low)}")
        discard = self.discard
        if discard is None or not low <= discard <= low + 2:
            raise ReplayError(f"the discard {named(discard)} is not in that chow")
        own = [tile for tile in (low, low + 1, low + 2) if tile != discard]
        self._take(player, *own)
        self._lay(player, Meld(MeldKind.CHOW, low, discard - low + 1), own)
        self.phase = Phase.CLAIMED

    def _do_pung(self, event: Event) -> None:
        self._same(event, MeldKind.PUNG, 2)
        self.phase = Phase.CLAIMED

    def _do_kong_melded(self, event: Event) -> None:
        if not self.left(event.player):
            raise ReplayError("no tile is left to replace a kong")
        self._same(event, MeldKind.KONG_MELDED, 3)
        self._replace_kong(event.player)

    def _same(self, event: Event, kind: MeldKind, own: int) -> None:
        player, tile, discarder = event.player, event.tile, self._claimed(event)
        if tile is None or tile != self.discard:
            raise ReplayError(f"the discard is {named(self.discard)}, not {named(tile)}")
        self._take(player, *[tile] * own)
        self._lay(player, Meld(kind, tile, (player - discarder) % 4), [tile] * own)

    def _claimed(self, event: Event) -> int:
        why_not = self.why_no_claim(event.player)
        if why_not or self.discarder is None:
            raise ReplayError(why_not or "there is no discard to claim")
        return self.discarder

    def _lay(self, player: int, meld: Meld, shown: list[int]) -> None:
        """Lay a claimed set: the claimed tile already lies face up, the others now do."""
        self._set_aside(player, meld)
        for tile in shown:
            self.face_up[tile] += 1
        self.turn = player
        self.turns[player] += 1
        self.discard = self.discarder = self.drawn = None

    def _set_aside(self, player: int, meld: Meld) -> None:
        self.melds[player].append(meld)
        self.n_melds = four([len(laid) for laid in self.melds])

    def _do_kong_concealed(self, event: Event) -> None:
        player, tile = event.player, event.tile
        if why_not := self.why_no_kong(player):
            raise ReplayError(why_not)
        if tile is None or not 0 <= tile < N_KINDS:
            raise ReplayError(f"{named(tile)} makes no kong")
        self._take(player, tile, tile, tile, tile)
        self._set_aside(player, Meld(MeldKind.KONG_CONCEALED, tile))
        self._replace_kong(player)

    def _do_kong_added(self, event: Event) -> None:
        player, tile = event.player, event.tile
        if why_not := self.why_no_kong(player):
            raise ReplayError(why_not)
        melds = self.melds[player]
        pung = next((m for m in melds if m.kind is MeldKind.PUNG and m.tile == tile), None)
        if tile is None or pung is None:
            raise ReplayError(f"there is no claimed pung of {named(tile)} to add to")
        self._take(player, tile)
        melds[melds.index(pung)] = Meld(MeldKind.KONG_ADDED, tile, pung.source)
        self.face_up[tile] += 1
        self.robbable = tile
        self._replace_kong(player)

    def _replace_kong(self, player: int) -> None:
        self.after_kong = True
        self.drawn = None
        self._opening = False
        self.replacing, self._resume = player, Phase.ACT
        self.phase = Phase.REPLACE

    def _do_win(self, event: Event) -> None:
        tile, known = self._declared(event)
        self.winners.append(event.player)
        self.won[event.player] = (tile, known)
        if known["robbing_kong"]:
            self._unmake_kong(tile)
        elif known["self_drawn"]:
            self.hands[event.player][tile] -= 1
        self.phase = Phase.OVER

    def _do_false_win(self, event: Event) -> None:
        self._declared(event)
        self.dead[event.player] = True

    def _declared(self, event: Event) -> tuple[int, dict[str, bool]]:
        """Check that a win may be declared now; return its tile and circumstances."""
        player = event.player
        if self.dead[player]:
            raise ReplayError("after a false win this player may not win")
        tile = self.winning_tile(player)
        if tile is None:
            raise ReplayError("there is no tile to win on")
        if event.tile is not None and event.tile != tile:
            raise ReplayError(f"the tile to win on is {code(tile)}, not {named(event.tile)}")
        return tile, self.circumstances(player)

    def _unmake_kong(self, tile: int) -> None:
        """A robbed kong stays a pung (1998 rulebook, article 8.2.2)."""
        melds = self.melds[self.turn]
        for place, meld in enumerate(melds):
            if meld.kind is MeldKind.KONG_ADDED and meld.tile == tile:
                melds[place] = Meld(MeldKind.PUNG, tile, meld.source)


_DOING: Final[dict[EventKind, Callable[[Table, Event], None]]] = {
    kind: getattr(Table, f"_do_{kind.value}") for kind in EventKind
}
"""What carries out each kind of event."""
