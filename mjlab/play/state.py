"""The state of a table between two events, and what the rules allow in it."""

from __future__ import annotations

from enum import Enum

from mjlab.errors import ReplayError
from mjlab.hand import Meld
from mjlab.play.deal import Deal
from mjlab.rules.seating import SEATS
from mjlab.tiles import FLOWERS, N_KINDS, N_TILES, code

__all__ = ["Phase", "State"]


class Phase(Enum):
    """What a table waits for."""

    DRAW = "a draw, or a claim on the last discard"
    ACT = "what the player does after a draw"
    CLAIMED = "the discard after a chow or pung"
    REPLACE = "the tile that replaces a kong or a flower"
    OVER = "nothing: the hand is over"


class State:
    """Hands, sets, flowers, wall and turn; no tile appears more often than there are copies.

    Parameters
    ----------
    deal : Deal
        What the players begin with.

    Raises
    ------
    ReplayError
        If the deal is not one of thirteen real tiles to each player.

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
    """

    def __init__(self, deal: Deal) -> None:
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
        self._opening = True
        self.replacing = 0
        self._resume = Phase.ACT
        self.won: dict[int, tuple[int, dict[str, bool]]] = {}
        own = deal.walls == "duplicate"
        self.wall = [21 + deal.flowers // 4] * 4 if own else [136 + deal.flowers - 52]
        self.walls_left = sum(self.wall)
        self._drawn_front = [0] * len(self.wall)
        self._drawn_back = 0
        self.flowers_in_play = deal.flowers
        self.hands = [[0] * N_TILES for _ in range(4)]
        self._met = [0] * N_TILES
        if len(deal.hands) != 4:
            raise ReplayError(f"{len(deal.hands)} hands are dealt, there are four players")
        for player, tiles in enumerate(deal.hands):
            if len(tiles) != 13:
                raise ReplayError(f"{SEATS[player]} is dealt {len(tiles)} tiles, not 13")
            for tile in tiles:
                self._enter(player, tile)

    def left(self, player: int) -> int:
        """How many tiles the player can still draw.

        Examples
        --------
        >>> from mjlab.play import Table
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game.start)
        >>> for event in game.events:
        ...     table.apply(event)
        >>> table.left(0), table.left(3)
        (0, 1)
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
        >>> from mjlab.play import Table
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game.start)
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
        >>> from mjlab.play import Table
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> table = Table(game.start)
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
        >>> from mjlab.play import Table
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game.start)
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
        >>> from mjlab.play import Table
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game.start)
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
        >>> from mjlab.play import Table
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> table = Table(game.start)
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

    def _enter(self, player: int, tile: int | None) -> None:
        """A tile that nobody has seen before comes into a hand."""
        if tile is None or not 0 <= tile < N_TILES:
            raise ReplayError(f"{tile!r} is no tile")
        if tile in FLOWERS and not self.flowers_in_play:
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

    def standing(self, player: int) -> tuple[int, ...]:
        """Tiles that stand in a player's hand, in order."""
        return tuple([t for t, n in enumerate(self.hands[player]) if n for _ in range(n)])
