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
from mjlab.logs.claims import check_overruled
from mjlab.logs.holdings import Holdings
from mjlab.logs.rulings import circumstances
from mjlab.logs.schema import Event, EventKind, Game, four
from mjlab.logs.terms import SEATS, Phase, named
from mjlab.tiles import FLOWERS, N_KINDS, code, is_suited, rank

__all__ = ["Table"]


class Table(Holdings):
    """State of one hand; :meth:`apply` moves it on by one event.

    Parameters
    ----------
    game : Game
        The hand; only its deal, walls and flowers are looked at here.

    Raises
    ------
    ReplayError
        If the deal is not one of thirteen real tiles to each player.

    Attributes
    ----------
    phase : Phase
        What the table waits for.
    turn : int
        Whose turn it is, 0-3; in the draw phase whose draw comes next.
    hands : list of list of int
        For each player how many of each of the 42 kinds stand in the hand.
    melds : list of list of Meld
        Sets laid aside.
    n_melds : tuple of int
        How many sets each player has laid aside.
    flowers : list of int
        Flowers laid aside.
    face_up : list of int
        For each of the 34 kinds how many lie face up: discards, claimed ones too, and claimed
        sets. Concealed kongs lie face down.
    wall : list of int
        Tiles left: one number, or in duplicate play one for each player.
    walls_left : int
        Tiles left in the wall, or in all four walls of duplicate play.
    discard, discarder : int or None
        The last discard, while it may be claimed.
    drawn : int or None
        The tile drawn last by the player whose turn it is.
    turns : list of int
        How many turns each player has begun, by a draw from the front or by a claim.

    Notes
    -----
    The order in which the players replace the flowers of the deal is left to the platform: until
    the dealer's first discard, kong or win any player may lay one aside.

    In the turn of a chow or pung a flower that was kept may still be laid aside. Its replacement
    may be won on, but does not allow a kong: that waits for the next draw of one's own.

    After a false win a player draws, discards and replaces flowers, and may declare kongs of his
    own tiles; he neither wins nor claims (1998 rulebook, article 14.6, which is silent on claims).

    Examples
    --------
    >>> from mjlab.logs import read
    >>> game = next(read("data/tziakcha/TZ-B00.json"))
    >>> table = Table(game)
    >>> for event in game.events[:12]:
    ...     table.apply(event)
    >>> table.phase.value
    'a draw, or a claim on the last discard'
    >>> table.discarder, code(table.discard), table.flowers, table.walls_left
    (0, '3z', [1, 2, 0, 2], 86)
    >>> table.apply(Event(EventKind.DRAW, player=3, tile=0))
    Traceback (most recent call last):
        ...
    mjlab.errors.ReplayError: the next draw is South's
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.n_melds = (0, 0, 0, 0)
        self.flowers = [0, 0, 0, 0]
        self.face_up = [0] * N_KINDS
        self.turns = [0, 0, 0, 0]
        self.dead = [False] * 4
        self.phase = Phase.DRAW
        self.turn = 0
        self.discard: int | None = None
        self.discarder: int | None = None
        self.drawn: int | None = None
        self.after_kong = False
        self.robbable: int | None = None
        self.winners: list[int] = []
        self.all_win = game.winners == "all"
        self._opening = True
        self.replacing = 0
        self._resume = Phase.ACT
        self.won: dict[int, tuple[int, dict[str, bool]]] = {}
        own = game.walls == "duplicate"
        self.wall = [21 + game.flowers // 4] * 4 if own else [136 + game.flowers - 52]
        self.walls_left = sum(self.wall)

    # What the rules allow -------------------------------------------------------------------

    def left(self, player: int) -> int:
        """How many tiles the player can still draw.

        Examples
        --------
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game)
        >>> for event in game.events:
        ...     table.apply(event)
        >>> table.left(0), table.left(3)
        (0, 1)
        """
        return self.wall[player] if len(self.wall) == 4 else self.wall[0]

    def is_last(self, player: int) -> bool:
        """Whether, in this player's turn or upon his discard, no tile is left for the next.

        Examples
        --------
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game)
        >>> for event in game.events:
        ...     table.apply(event)
        >>> [table.is_last(player) for player in range(4)]
        [True, False, False, True]
        """
        return self.left((player + 1) % 4) == 0

    @property
    def may_end(self) -> bool:
        """Whether the hand may end here without a win.

        Examples
        --------
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game)
        >>> for event in game.events:
        ...     table.apply(event)
        >>> table.may_end, table.phase.name, table.walls_left
        (True, 'DRAW', 3)
        """
        if self.phase is Phase.REPLACE:  # the last tile was a flower, nothing replaces it
            return not self.left(self.replacing)
        return self.phase is Phase.DRAW and self.discard is not None and not self.left(self.turn)

    def why_no_kong(self, player: int) -> str | None:
        """Why the player, whose turn it is, may not declare a kong; None if he may.

        Examples
        --------
        >>> from mjlab.logs import read
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game)
        >>> table.why_no_kong(0)
        "a kong is declared in one's own turn, after a draw"
        >>> table.apply(game.events[0])
        >>> table.why_no_kong(0) is None
        True
        """
        if self.phase is not Phase.ACT or player != self.turn:
            return "a kong is declared in one's own turn, after a draw"
        if not self.left(player) or self.is_last(player):
            return "no tile is left to replace a kong"
        return None

    def why_no_claim(self, player: int) -> str | None:
        """Why the player may not claim the last discard for a set; None if he may.

        Examples
        --------
        >>> from mjlab.logs import read
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game)
        >>> for event in game.events[:12]:
        ...     table.apply(event)
        >>> table.why_no_claim(0), table.why_no_claim(1)
        ('nobody claims his own discard', None)
        """
        if self.phase is not Phase.DRAW or self.discard is None or self.discarder is None:
            return "there is no discard to claim"
        if player == self.discarder:
            return "nobody claims his own discard"
        if self.dead[player]:
            return "after a false win this player may not claim"
        if self.is_last(self.discarder):
            return "the last discard can only be won on"
        return None

    @property
    def winner(self) -> int | None:
        """Who has won; of several winners the first."""
        return self.winners[0] if self.winners else None

    def winning_tile(self, player: int) -> int | None:
        """The tile that the player could win on now; None if there is none.

        Examples
        --------
        >>> from mjlab.logs import read
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game)
        >>> for event in game.events[:-1]:
        ...     table.apply(event)
        >>> code(table.winning_tile(2)), game.events[-1].kind.value
        ('9p', 'win')
        """
        if self.dead[player]:
            return None
        if self.phase is Phase.OVER:
            return self._same_tile(player)
        if self.phase in (Phase.ACT, Phase.CLAIMED) and player == self.turn:
            return None if self.drawn in FLOWERS else self.drawn
        if self.phase is Phase.DRAW and player != self.discarder:
            return self.discard
        if self.robbable is not None and player != self.turn:
            return self.robbable
        return None

    def _same_tile(self, player: int) -> int | None:
        """The tile on which somebody has won and another player may win, too."""
        giver = self.discarder if self.discard is not None else self.turn
        if not self.all_win or player in self.won or player == giver:
            return None
        return self.discard if self.discard is not None else self.robbable

    # Carrying out ---------------------------------------------------------------------------

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
        if event.player not in (0, 1, 2, 3):
            raise ReplayError(f"there is no player {event.player!r}", hint="0 to 3 from East")
        if self.phase is Phase.OVER and (
            event.kind is not EventKind.WIN or self._same_tile(event.player) is None
        ):
            raise ReplayError("the hand is already won")
        if event.claims:
            check_overruled(self, event)
        _DOING[event.kind](self, event)

    def _do_draw(self, event: Event) -> None:
        player = event.player
        if self.phase is Phase.DRAW:
            if player != self.turn:
                raise ReplayError(f"the next draw is {SEATS[self.turn]}'s")
            if not self.left(player):
                raise ReplayError("the wall is empty")
            if event.from_back:
                raise ReplayError("a turn begins with a tile from the front of the wall")
            self._enter(player, event.tile)
            self.turns[player] += 1
            self.discard = self.discarder = None
            self.after_kong = False
            self._drew(player, event.tile, Phase.ACT)
        elif self.phase is Phase.REPLACE:
            if player != self.replacing:
                raise ReplayError(f"{SEATS[self.replacing]} replaces a tile first")
            if not self.left(player):
                raise ReplayError("the wall is empty")
            if event.from_back is False:
                raise ReplayError("a replacement comes from the back of the wall")
            self._enter(player, event.tile)
            self.robbable = None
            self._drew(player, event.tile, self._resume)
        else:
            raise ReplayError("no draw is due")

    def _drew(self, player: int, tile: int | None, phase: Phase) -> None:
        self.wall[player if len(self.wall) == 4 else 0] -= 1
        self.walls_left -= 1
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
        return tile, circumstances(self, player)

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
