"""Claims that came to nothing: whether they could have been made, and what goes before what.

A win goes before pung and kong, these before a chow, of two wins the first after the discarder
(1998 rulebook, articles 7.6, 7.7 and 8.2.3), and each before the next draw.
"""

from __future__ import annotations

from typing import Final

from mjlab.errors import ReplayError
from mjlab.play.events import Claim, Event, EventKind
from mjlab.play.state import State, check_player
from mjlab.rules.seating import SEATS
from mjlab.tiles import named

__all__ = ["check_overruled", "why_impossible"]

_RANK: Final = {
    EventKind.CHOW: 1,
    EventKind.PUNG: 2,
    EventKind.KONG_MELDED: 2,
    EventKind.WIN: 3,
    EventKind.FALSE_WIN: 3,
}
"""Which claim goes before which; an event that is none, like the next draw, goes behind all."""


def check_overruled(table: State, event: Event) -> None:
    """Refuse recorded claims that could not have been made, or go before what happened instead.

    Who declared a false win claims for nothing. Whether a claimed win is one is not looked at.
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
    """Which claim it is and why it could not be made, or None; play is none the worse for one.

    A platform need not look at a claim that another one goes before.
    """
    check_player(claim.player)
    why_not = _not_offered(table, claim)
    if why_not is None and not table.dead[claim.player]:
        why_not = _why_not(table, claim)
    if why_not is None:
        return None
    tile = "" if claim.tile is None else f" on {named(claim.tile)}"
    said = f"a {claim.kind.words}{tile} by {SEATS[claim.player]}"
    return said, why_not.removeprefix("but ").removeprefix("which is ")


def _said(claim: Claim) -> str:
    tile = "" if claim.tile is None else f" {named(claim.tile)}"
    what = "" if claim.kind is EventKind.WIN else f" for a {claim.kind.words}"
    return f"{SEATS[claim.player]} is said to claim{tile}{what}"


def _check_offer(table: State, claim: Claim) -> None:
    check_player(claim.player)
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
    for made in table.sets_to_claim(player):
        if made.kind is claim.kind and claim.tile in (None, made.tile):
            return None
    return "but does not hold the tiles for it"


def _goes_before(table: State, claim: Claim, event: Event) -> bool:
    giver = table.turn if table.discarder is None else table.discarder
    ours, theirs = _RANK.get(event.kind, 0), _RANK.get(claim.kind, 0)
    nearer = (claim.player - giver) % 4 < (event.player - giver) % 4
    return theirs > ours or (theirs == ours == _RANK[EventKind.WIN] and nearer)
