"""What the rules say about a table as it stands: circumstances of a win, what is legal."""

from __future__ import annotations

from typing import Final

from mjlab.errors import HandError, ReplayError
from mjlab.hand import MeldKind, Win
from mjlab.play.events import Claim, Event, EventKind
from mjlab.play.state import Phase, State
from mjlab.rules.seating import SEATS
from mjlab.tiles import FLOWERS, N_KINDS, Wind, code, is_suited, named, rank

__all__ = [
    "check_overruled",
    "circumstances",
    "legal_events",
    "legal_text",
    "sets_to_claim",
    "why_impossible",
    "win",
]


_RANK: Final = {
    EventKind.CHOW: 1,
    EventKind.PUNG: 2,
    EventKind.KONG_MELDED: 2,
    EventKind.WIN: 3,
    EventKind.FALSE_WIN: 3,
}
"""Which claim goes before which; an event that is none, like the next draw, goes behind all."""


def check_overruled(table: State, event: Event) -> None:
    """Check the recorded claims that came to nothing when an event happened.

    Parameters
    ----------
    table : State
        State before the event.
    event : Event
        What was done instead.

    Raises
    ------
    ReplayError
        If there is nothing to claim, if the player could not make the claim, or if it goes before
        the event: a win before pung and kong, these before a chow, of two wins the first after
        the discarder (1998 rulebook, articles 7.6, 7.7 and 8.2.3), and each before the next draw.

    Notes
    -----
    After a false win a player neither wins nor claims: what he claims all the same is passed over
    rightly. Whether a claimed win is one is not looked at, since nothing is paid for it.
    """
    for claim in event.claims:
        _check_offer(table, claim)
        if table.dead[claim.player]:
            continue
        if why_not := _why_not(table, claim):
            raise ReplayError(f"{_said(claim)}, {why_not}")
        instead = claim.player == event.player and event.kind in _RANK  # one's own other claim
        if not instead and _goes_before(table, claim, event):
            raise ReplayError(
                f"the {claim.kind.value} that {SEATS[claim.player]} claimed goes before it"
            )


def why_impossible(table: State, claim: Claim) -> tuple[str, str] | None:
    """Tell why a recorded claim that came to nothing could not have been made.

    Parameters
    ----------
    table : State
        State before the event that went before it.
    claim : Claim
        The claim.

    Returns
    -------
    tuple of str or None
        Which claim it is, and why it cannot be; None if it was possible.

    Raises
    ------
    ReplayError
        If there is no such player.

    Notes
    -----
    A platform need not look at a claim that another one goes before, so play is none the worse
    for an impossible one.
    """
    _check_player(claim)
    why_not = _not_offered(table, claim)
    if why_not is None and not table.dead[claim.player]:
        why_not = _why_not(table, claim)
    if why_not is None:
        return None
    tile = "" if claim.tile is None else f" on {named(claim.tile)}"
    said = f"a {claim.kind.value.replace('_', ' ')}{tile} by {SEATS[claim.player]}"
    return said, why_not.removeprefix("but ").removeprefix("which is ")


def _said(claim: Claim) -> str:
    tile = "" if claim.tile is None else f" {named(claim.tile)}"
    what = "" if claim.kind is EventKind.WIN else f" for a {claim.kind.value.replace('_', ' ')}"
    return f"{SEATS[claim.player]} is said to claim{tile}{what}"


def _check_player(claim: Claim) -> None:
    if claim.player not in (0, 1, 2, 3):
        raise ReplayError(f"there is no player {claim.player!r}", hint="0 to 3 from East")


def _check_offer(table: State, claim: Claim) -> None:
    _check_player(claim)
    if (offered := _not_offered(table, claim)) is not None:
        raise ReplayError(f"{_said(claim)}, {offered}")


def _not_offered(table: State, claim: Claim) -> str | None:
    """What is on offer in the place of the claimed tile; None if that one is."""
    offered = table.discard if table.discard is not None else table.robbable
    span = 2 if claim.kind is EventKind.CHOW else 0
    known = claim.tile is not None
    if offered is None or (known and not (claim.tile or 0) <= offered <= (claim.tile or 0) + span):
        return f"on offer is {named(offered)}"
    return None


def _why_not(table: State, claim: Claim) -> str | None:
    """Why the player could not make the claim; None if he could."""
    player = claim.player
    if claim.kind is EventKind.WIN:
        return None if table.winning_tile(player) is not None else "which is the player's own"
    if why_not := table.why_no_claim(player):
        return f"but {why_not}"
    if claim.kind is EventKind.CHOW and player != table.turn:
        return "but a chow is claimed from the player before"
    for made in sets_to_claim(table, player):
        if made.kind is claim.kind and claim.tile in (None, made.tile):
            return None
    return "but does not hold the tiles for it"


def _goes_before(table: State, claim: Claim, event: Event) -> bool:
    giver = table.turn if table.discarder is None else table.discarder
    ours, theirs = _RANK.get(event.kind, 0), _RANK.get(claim.kind, 0)
    nearer = (claim.player - giver) % 4 < (event.player - giver) % 4
    return theirs > ours or (theirs == ours == _RANK[EventKind.WIN] and nearer)


def sets_to_claim(table: State, player: int) -> list[Event]:
    """List the sets that a player could make with the last discard.

    Parameters
    ----------
    table : State
        The table.
    player : int
        0-3; whether the player may claim at all is for :meth:`Table.why_no_claim`.

    Returns
    -------
    list of Event
        Pung, kong and chows.
    """
    found: list[Event] = []
    tile, hand = table.discard, table.hands[player]
    if tile is None or table.discarder is None:
        return found
    if hand[tile] >= 2:
        found.append(Event(EventKind.PUNG, player, tile))
    if hand[tile] == 3 and table.left(player):
        found.append(Event(EventKind.KONG_MELDED, player, tile))
    if player == (table.discarder + 1) % 4 and is_suited(tile):
        for low in range(tile - 2, tile + 1):
            fits = low >= 0 and low // 9 == tile // 9 and rank(low) <= 7
            if fits and all(hand[t] for t in (low, low + 1, low + 2) if t != tile):
                found.append(Event(EventKind.CHOW, player, low))
    return found


def circumstances(table: State, player: int) -> dict[str, bool]:
    """Circumstances of a win that a player declares now.

    Parameters
    ----------
    table : State
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


def win(table: State, player: int) -> Win:
    """Return the hand with which a player has won, or would win now.

    Parameters
    ----------
    table : State
        The table.
    player : int
        The winner.

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
            round=table.deal.round,
            seat=Wind(player),
            flowers=table.flowers[player],
            **known,
        )
    except HandError as error:
        raise ReplayError(error.message, hint=error.hint) from None


def legal_events(table: State) -> list[Event]:
    """List what the rules allow now, wins aside: those need the scorer.

    Parameters
    ----------
    table : State
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


def legal_text(table: State) -> str:
    """Say in one line what :func:`legal_events` lists, for a message.

    Parameters
    ----------
    table : State
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
