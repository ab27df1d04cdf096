"""What the rules say about a table as it stands: circumstances of a win, what is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjlab.errors import HandError, ReplayError
from mjlab.hand import MeldKind, Win
from mjlab.logs.claims import sets_to_claim
from mjlab.logs.schema import Event, EventKind
from mjlab.logs.terms import SEATS, Phase
from mjlab.tiles import FLOWERS, N_KINDS, Wind, code

if TYPE_CHECKING:
    from mjlab.logs.table import Table

__all__ = ["circumstances", "legal_events", "legal_text", "win"]


def circumstances(table: Table, player: int) -> dict[str, bool]:
    """Circumstances of a win that a player declares now.

    Parameters
    ----------
    table : Table
        State before the win.
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
        If there is no tile to win on.

    Notes
    -----
    和绝张 needs the three other copies face up: discards, claimed ones included, claimed sets of
    anybody, melded and added kongs; nobody's concealed kong. A flower laid aside after a kong
    ends 杠上开花: its replacement is a plain self-draw (1998 fan list, 81).
    """
    tile = table.winning_tile(player)
    if tile is None:
        raise ReplayError("there is no tile to win on")
    robbing = table.robbable is not None and player != table.turn
    self_drawn = not robbing and table.discard is None
    actor = player if self_drawn else table.discarder
    return {
        "self_drawn": self_drawn,
        "last_of_kind": table.face_up[tile] - (not self_drawn) == 3,
        "wall_last": actor is not None and table.is_last(actor),
        "kong_replacement": self_drawn and table.after_kong,
        "robbing_kong": robbing,
    }


def win(table: Table, player: int, round_wind: Wind) -> Win:
    """Return the hand with which a player has won, or would win now.

    Parameters
    ----------
    table : Table
        The table.
    player : int
        The winner.
    round_wind : Wind
        The round wind.

    Returns
    -------
    Win
        Hand, tile and circumstances; whether the tile completes it is not looked at.

    Raises
    ------
    ReplayError
        If there is no tile to win on, or a flower stands in the hand.
    """
    standing = list(table.hands[player])
    if player in table.won:
        tile, known = table.won[player]
    else:
        known = circumstances(table, player)
        tile = table.winning_tile(player) or 0
        standing[tile] -= known["self_drawn"]
    try:
        return Win(
            tuple(t for t, n in enumerate(standing) for _ in range(n)),
            tuple(table.melds[player]),
            tile,
            round=round_wind,
            seat=Wind(player),
            flowers=table.flowers[player],
            **known,
        )
    except HandError as error:
        raise ReplayError(error.message, hint=error.hint) from None


def legal_events(table: Table) -> list[Event]:
    """List what the rules allow now, wins aside: those need the scorer.

    Parameters
    ----------
    table : Table
        The table.

    Returns
    -------
    list of Event
        Draws have no tile: the wall gives it. Empty where the hand is over or must end.
    """
    found: list[Event] = []
    if table.phase is Phase.REPLACE:
        player = table.replacing
        if table.left(player):
            found.append(Event(EventKind.DRAW, player, from_back=True))
    elif table.phase is Phase.DRAW:
        if table.left(table.turn):
            found.append(Event(EventKind.DRAW, table.turn, from_back=False))
        for player in range(4):
            if table.why_no_claim(player) is None:
                found += sets_to_claim(table, player)
    elif table.phase in (Phase.ACT, Phase.CLAIMED):
        player, hand = table.turn, table.hands[table.turn]
        found += [Event(EventKind.DISCARD, player, t) for t in range(N_KINDS) if hand[t]]
        found += [Event(EventKind.FLOWER, player, t) for t in FLOWERS if hand[t]]
        if table.why_no_kong(player) is None:
            found += [Event(EventKind.KONG_CONCEALED, player, t) for t in range(34) if hand[t] == 4]
            found += [
                Event(EventKind.KONG_ADDED, player, m.tile)
                for m in table.melds[player]
                if m.kind is MeldKind.PUNG and hand[m.tile]
            ]
    return found


def legal_text(table: Table) -> str:
    """Say in one line what :func:`legal_events` lists, for a message.

    Parameters
    ----------
    table : Table
        The table.

    Returns
    -------
    str
        E.g. ``"South: draw; West: pung 5m; or a win on 5m"``.
    """
    groups: dict[int, dict[str, list[str]]] = {}
    for event in legal_events(table):
        kinds = groups.setdefault(event.player, {})
        tiles = kinds.setdefault(event.kind.value.replace("_", " "), [])
        tiles += [] if event.tile is None else [code(event.tile)]
    parts = [
        f"{SEATS[player]}: " + ", ".join(" ".join([kind, *tiles]) for kind, tiles in kinds.items())
        for player, kinds in groups.items()
    ]
    offered = {tile for p in range(4) if (tile := table.winning_tile(p)) is not None}
    parts += [f"or a win on {code(tile)}" for tile in sorted(offered)]
    if table.may_end:
        parts.append("or the end of the hand without a winner")
    return "; ".join(parts) or "nothing, the hand is over"
