"""Claims on a discard or a robbed kong: which can be made, and which goes before which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjlab.errors import ReplayError
from mjlab.logs.schema import Claim, Event, EventKind
from mjlab.logs.terms import SEATS, named
from mjlab.tiles import is_suited, rank

if TYPE_CHECKING:
    from mjlab.logs.table import Table

__all__ = ["check_overruled", "sets_to_claim", "why_impossible"]

_RANK: Final = {
    EventKind.CHOW: 1,
    EventKind.PUNG: 2,
    EventKind.KONG_MELDED: 2,
    EventKind.WIN: 3,
    EventKind.FALSE_WIN: 3,
}
"""Which claim goes before which; an event that is none, like the next draw, goes behind all."""


def check_overruled(table: Table, event: Event) -> None:
    """Check the recorded claims that came to nothing when an event happened.

    Parameters
    ----------
    table : Table
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


def why_impossible(table: Table, claim: Claim) -> tuple[str, str] | None:
    """Tell why a recorded claim that came to nothing could not have been made.

    Parameters
    ----------
    table : Table
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


def _check_offer(table: Table, claim: Claim) -> None:
    _check_player(claim)
    if (offered := _not_offered(table, claim)) is not None:
        raise ReplayError(f"{_said(claim)}, {offered}")


def _not_offered(table: Table, claim: Claim) -> str | None:
    """What is on offer in the place of the claimed tile; None if that one is."""
    offered = table.discard if table.discard is not None else table.robbable
    span = 2 if claim.kind is EventKind.CHOW else 0
    known = claim.tile is not None
    if offered is None or (known and not (claim.tile or 0) <= offered <= (claim.tile or 0) + span):
        return f"on offer is {named(offered)}"
    return None


def _why_not(table: Table, claim: Claim) -> str | None:
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


def _goes_before(table: Table, claim: Claim, event: Event) -> bool:
    giver = table.turn if table.discarder is None else table.discarder
    ours, theirs = _RANK.get(event.kind, 0), _RANK.get(claim.kind, 0)
    nearer = (claim.player - giver) % 4 < (event.player - giver) % 4
    return theirs > ours or (theirs == ours == _RANK[EventKind.WIN] and nearer)


def sets_to_claim(table: Table, player: int) -> list[Event]:
    """List the sets that a player could make with the last discard.

    Parameters
    ----------
    table : Table
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
