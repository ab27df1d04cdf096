"""The state of a table between two events, and what the rules allow in it."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from mjlab.errors import HandError, ReplayError
from mjlab.hand import Meld, MeldKind, Win
from mjlab.play.deal import Deal, all_tiles
from mjlab.play.events import Event, EventKind
from mjlab.rules.seating import SEATS
from mjlab.tiles import FLOWERS, N_KINDS, N_TILES, Wind, code, is_suited, rank

__all__ = ["Phase", "State", "check_player", "check_tile"]


class Phase(Enum):
    """What a table waits for.

    Examples
    --------
    >>> from mjlab.play import Deal, Table
    >>> Table(Deal.shuffled(seed=1)).phase
    <Phase.DRAW: 'a draw, or a claim on the last discard'>
    """

    DRAW = "a draw, or a claim on the last discard"
    ACT = "what the player does after a draw"
    CLAIMED = "the discard after a chow or pung"
    REPLACE = "the tile that replaces a kong or a flower"
    OVER = "nothing: the hand is over"


def check_player(player: object) -> None:
    """Refuse what is none of the four players."""
    if player not in (0, 1, 2, 3):
        raise ReplayError(f"there is no player {player!r}", hint="0 to 3 from East")


def check_tile(tile: object) -> None:
    """Refuse what is no number and so cannot be compared with tiles; None is left to the rules."""
    if tile is not None and not hasattr(tile, "__index__"):
        hint = "a number from 0 to 41: 0 is 1m, 9 is 1p"
        raise ReplayError(f"{tile!r} is no tile", hint=hint) from None


class State:
    """Hands, sets, flowers, wall and turn; no tile appears more often than there are copies.

    Parameters
    ----------
    deal : Deal
        What the players begin with.

    Raises
    ------
    ReplayError
        If the deal is not one of thirteen real tiles to each player, or its wall is not what is
        left of all the tiles.

    Attributes
    ----------
    deal : Deal
        What the players began with.
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
    winners : list of int
        Who has won, in order.
    dead : list of bool
        Who has declared a false win and may neither win nor claim.

    Examples
    --------
    >>> from mjlab.play import Deal, Table
    >>> table = Table(Deal.shuffled(seed=1, walls="duplicate"))
    >>> isinstance(table, State), table.turn, table.wall, table.walls_left
    (True, 0, [21, 21, 21, 21], 84)
    """

    def __init__(self, deal: Deal) -> None:
        if not isinstance(deal, Deal):
            raise ReplayError(
                f"a table begins with a deal, not with {type(deal).__name__}",
                hint="Deal.shuffled(seed=1), or the start of a recorded game",
            )
        self.deal = deal
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
        self.all_win = deal.winners == "all"
        self.replacing = 0
        self.won: dict[int, tuple[int, dict[str, bool]]] = {}
        own = deal.walls == "duplicate"
        self.wall = [21 + deal.flowers // 4] * 4 if own else [136 + deal.flowers - 52]
        self.walls_left = sum(self.wall)
        self.hands = [[0] * N_TILES for _ in range(4)]
        self._opening = True  # until the first discard, kong or win flowers come in any order
        self._resume = Phase.ACT  # what a replacement leads back to
        self._drawn_front = [0] * len(self.wall)
        self._drawn_back = 0
        self._met = [0] * N_TILES
        self._take_deal(deal)

    def _take_deal(self, deal: Deal) -> None:
        """Take the tiles dealt, and see that a known wall has the others."""
        if len(deal.hands) != 4:
            raise ReplayError(f"{len(deal.hands)} hands are dealt, there are four players")
        for player, tiles in enumerate(deal.hands):
            if len(tiles) != 13:
                raise ReplayError(f"{SEATS[player]} is dealt {len(tiles)} tiles, not 13")
            for tile in tiles:
                check_tile(tile)
                self._enter(player, tile)
        if deal.wall is None:
            return
        sizes = [len(part) for part in deal.wall]
        if sizes != self.wall:
            raise ReplayError(f"the wall has {sizes} tiles, {self.wall} are expected")
        rest = [tile for part in deal.wall for tile in part]
        dealt = [tile for hand in deal.hands for tile in hand]
        if Counter(rest + dealt) != Counter(all_tiles(deal.flowers)):
            raise ReplayError("the wall and the hands are not all the tiles there are")

    def __repr__(self) -> str:
        turn = f"{SEATS[self.turn]}'s turn, {self.walls_left} tiles left"
        return f"<{type(self).__name__}: {turn}, waits for {self.phase.value}>"

    def left(self, player: int) -> int:
        """How many tiles the player can still draw.

        Examples
        --------
        >>> from mjlab.play import Deal, Event, EventKind, Table
        >>> table = Table(Deal.shuffled(seed=1, walls="duplicate"))
        >>> table.apply(Event(EventKind.DRAW, 0))
        >>> table.left(0), table.left(3)
        (20, 21)
        """
        return self.wall[player] if len(self.wall) == 4 else self.wall[0]

    def next_tile(self, player: int, *, from_back: bool = False) -> int | None:
        """The tile that the player's next draw brings; None where the wall is not known.

        Examples
        --------
        >>> from mjlab.play import Deal, Table
        >>> deal = Deal.shuffled(seed=1)
        >>> table = Table(deal)
        >>> table.next_tile(0) == deal.wall[0][0]
        True
        >>> table.next_tile(0, from_back=True) == deal.wall[0][-1]
        True
        """
        if self.deal.wall is None or not self.left(player):
            return None
        which = player if len(self.wall) == 4 else 0
        if from_back and len(self.wall) == 1:
            return self.deal.wall[which][-1 - self._drawn_back]
        return self.deal.wall[which][self._drawn_front[which]]

    def is_last(self, player: int) -> bool:
        """Whether, in this player's turn or upon his discard, no tile is left for the next.

        Examples
        --------
        >>> from mjlab.play import Deal, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> table.is_last(0)
        False
        >>> while not table.may_end:  # draw and discard
        ...     table.apply(table.legal_events()[0])
        >>> table.is_last(table.discarder)
        True
        """
        return self.left((player + 1) % 4) == 0

    @property
    def may_end(self) -> bool:
        """Whether the hand may end here without a win.

        Examples
        --------
        >>> from mjlab.play import Deal, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> while not table.may_end:  # draw and discard
        ...     table.apply(table.legal_events()[0])
        >>> table.walls_left, table.legal_events()
        (0, [])
        """
        if self.phase is Phase.REPLACE:  # the last tile was a flower, nothing replaces it
            return not self.left(self.replacing)
        return self.phase is Phase.DRAW and self.discard is not None and not self.left(self.turn)

    def why_no_kong(self, player: int) -> str | None:
        """Why the player, whose turn it is, may not declare a kong; None if he may.

        Examples
        --------
        >>> from mjlab.play import Deal, Event, EventKind, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> table.why_no_kong(0)
        "a kong is declared in one's own turn, after a draw"
        >>> table.apply(Event(EventKind.DRAW, 0))
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
        >>> from mjlab.play import Deal, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> for _ in ("draw", "discard"):
        ...     table.apply(table.legal_events()[0])
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
        >>> from mjlab.play import Deal, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> for _ in ("draw", "discard"):
        ...     table.apply(table.legal_events()[0])
        >>> table.winning_tile(0), table.winning_tile(2) == table.discard
        (None, True)
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

    def standing(self, player: int) -> tuple[int, ...]:
        """Tiles that stand in a player's hand, in order."""
        return tuple([t for t, n in enumerate(self.hands[player]) if n for _ in range(n)])

    def circumstances(self, player: int) -> dict[str, bool]:
        """Circumstances of a win that a player declares now.

        Parameters
        ----------
        player : int
            The winner.

        Returns
        -------
        dict of str to bool
            ``self_drawn``, ``last_of_kind``, ``wall_last``, ``kong_replacement`` and
            ``robbing_kong``, as :class:`mjlab.hand.Win` takes them.

        Raises
        ------
        ReplayError
            If there is no such player, or no tile to win on.

        Notes
        -----
        和绝张 needs the three other copies face up: discards, claimed ones included, claimed sets
        of anybody, melded and added kongs; nobody's concealed kong. A flower laid aside after a
        kong ends 杠上开花: its replacement is a plain self-draw (1998 fan list, 81).

        Examples
        --------
        >>> from mjlab.play import Deal, Event, EventKind, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> table.apply(Event(EventKind.DRAW, 0))
        >>> [name for name, value in table.circumstances(0).items() if value]
        ['self_drawn']
        """
        check_player(player)
        tile = self.winning_tile(player)
        if tile is None:
            raise ReplayError("there is no tile to win on")
        robbing = self.robbable is not None and player != self.turn
        self_drawn = not robbing and self.discard is None
        actor = player if self_drawn else self.discarder
        return {
            "self_drawn": self_drawn,
            "last_of_kind": self.face_up[tile] - (not self_drawn) == 3,
            "wall_last": actor is not None and self.is_last(actor),
            "kong_replacement": self_drawn and self.after_kong,
            "robbing_kong": robbing,
        }

    def win(self, player: int) -> Win:
        """Return the hand with which a player has won, or would win now.

        Parameters
        ----------
        player : int
            The winner.

        Returns
        -------
        Win
            Hand, tile and circumstances, for the scorer; whether the tile completes the hand is
            not looked at.

        Raises
        ------
        ReplayError
            If there is no such player, no tile to win on, or a flower stands in the hand.

        Examples
        --------
        >>> from mjlab.play import Deal, Event, EventKind, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> table.apply(Event(EventKind.DRAW, 0))
        >>> table.win(0).seat.name, table.win(0).self_drawn
        ('E', True)
        """
        check_player(player)
        standing = list(self.hands[player])
        if player in self.won:
            tile, known = self.won[player]
        else:
            known = self.circumstances(player)
            tile = self.winning_tile(player) or 0
            standing[tile] -= known["self_drawn"]
        try:
            return Win(
                tuple(t for t, n in enumerate(standing) for _ in range(n)),
                tuple(self.melds[player]),
                tile,
                round=self.deal.round,
                seat=Wind(player),
                flowers=self.flowers[player],
                **known,
            )
        except HandError as error:
            raise ReplayError(error.message, hint=error.hint) from None

    def sets_to_claim(self, player: int) -> list[Event]:
        """List the sets that a player could make with the last discard.

        Parameters
        ----------
        player : int
            0-3; whether the player may claim at all is for :meth:`why_no_claim`.

        Returns
        -------
        list of Event
            Pung, kong and chows.

        Examples
        --------
        >>> from mjlab.play import Deal, Event, EventKind, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> table.sets_to_claim(1)
        []
        """
        sets: list[Event] = []
        tile, hand = self.discard, self.hands[player]
        if tile is None or self.discarder is None:
            return sets
        if hand[tile] >= 2:
            sets.append(Event(EventKind.PUNG, player, tile))
        if hand[tile] == 3 and self.left(player):
            sets.append(Event(EventKind.KONG_MELDED, player, tile))
        if player == (self.discarder + 1) % 4 and is_suited(tile):
            for low in range(tile - 2, tile + 1):
                fits = low >= 0 and low // 9 == tile // 9 and rank(low) <= 7
                if fits and all(hand[t] for t in (low, low + 1, low + 2) if t != tile):
                    sets.append(Event(EventKind.CHOW, player, low))
        return sets

    def legal_events(self) -> list[Event]:
        """List what the rules allow now, wins aside: those need the scorer.

        Returns
        -------
        list of Event
            Draws have no tile: the wall gives it. Empty where the hand is over or must end.

        Examples
        --------
        >>> from mjlab.play import Deal, Table
        >>> table = Table(Deal.shuffled(seed=1))
        >>> print(*table.legal_events())
        East: draw
        """
        phase = self.phase
        if phase is Phase.REPLACE:
            player = self.replacing
            return [Event(EventKind.DRAW, player, from_back=True)] if self.left(player) else []
        events: list[Event] = []
        if phase is Phase.DRAW:
            if self.left(self.turn):
                events.append(Event(EventKind.DRAW, self.turn, from_back=False))
            for player in range(4):
                if self.why_no_claim(player) is None:
                    events += self.sets_to_claim(player)
        elif phase in (Phase.ACT, Phase.CLAIMED):
            player, hand = self.turn, self.hands[self.turn]
            events += [Event(EventKind.DISCARD, player, t) for t in range(N_KINDS) if hand[t]]
            events += [Event(EventKind.FLOWER, player, t) for t in FLOWERS if hand[t]]
            if self.why_no_kong(player) is None:
                fours = [t for t in range(N_KINDS) if hand[t] == 4]
                events += [Event(EventKind.KONG_CONCEALED, player, t) for t in fours]
                events += [
                    Event(EventKind.KONG_ADDED, player, m.tile)
                    for m in self.melds[player]
                    if m.kind is MeldKind.PUNG and hand[m.tile]
                ]
        return events

    def legal_text(self) -> str:
        """Say in one line what :meth:`legal_events` lists, and on what tile there may be a win.

        Returns
        -------
        str
            E.g. ``"South: draw; West: pung 5m; or a win on 5m"``.

        Examples
        --------
        >>> from mjlab.play import Deal, Table
        >>> Table(Deal.shuffled(seed=1)).legal_text()
        'East: draw'
        """
        groups: dict[int, dict[str, list[str]]] = {}
        for event in self.legal_events():
            kinds = groups.setdefault(event.player, {})
            tiles = kinds.setdefault(event.kind.words, [])
            tiles += [] if event.tile is None else [code(event.tile)]
        parts = [
            f"{SEATS[player]}: "
            + ", ".join(" ".join([kind, *tiles]) for kind, tiles in kinds.items())
            for player, kinds in groups.items()
        ]
        offered = {tile for p in range(4) if (tile := self.winning_tile(p)) is not None}
        parts += [f"or a win on {code(tile)}" for tile in sorted(offered)]
        if self.may_end:
            parts.append("or the end of the hand without a winner")
        return "; ".join(parts) or "nothing, the hand is over"

    def _same_tile(self, player: int) -> int | None:
        """The tile on which somebody has won and another player may win, too."""
        giver = self.discarder if self.discard is not None else self.turn
        if not self.all_win or player in self.won or player == giver:
            return None
        return self.discard if self.discard is not None else self.robbable

    def _enter(self, player: int, tile: int | None) -> None:
        """A tile that nobody has seen before comes into a hand."""
        if tile is None or not 0 <= tile < N_TILES:
            raise ReplayError(f"{tile!r} is no tile")
        if tile in FLOWERS and not self.deal.flowers:
            raise ReplayError(f"{code(tile)} appears, the game is played without flowers")
        if self._met[tile] == (1 if tile in FLOWERS else 4):
            most = "a second" if tile in FLOWERS else "a fifth"
            raise ReplayError(f"{most} {code(tile)} appears")
        self._met[tile] += 1
        self.hands[player][tile] += 1

    def _take(self, player: int, *tiles: int | None) -> None:
        """Take tiles from a standing hand, all or none."""
        hand = self.hands[player]
        if len(tiles) == 1 and tiles[0] is not None and 0 <= tiles[0] < N_TILES and hand[tiles[0]]:
            hand[tiles[0]] -= 1  # as nearly always
            return
        for tile in set(tiles):
            if tile is None or not 0 <= tile < N_TILES:
                raise ReplayError(f"{tile!r} is no tile")
            wanted, held = tiles.count(tile), hand[tile]
            if held < wanted:
                raise ReplayError(
                    f"{SEATS[player]} holds {held or 'no'} {code(tile)}"
                    + (f", {wanted} are needed" if wanted > 1 else "")
                )
        for tile in tiles:
            if tile is not None:
                hand[tile] -= 1
