"""Offers: with what each player could win after an event, as a platform says and as we find."""

from __future__ import annotations

from mjlab.errors import ReplayError
from mjlab.logs import rulings
from mjlab.logs.results import Unscored
from mjlab.logs.schema import Event
from mjlab.logs.table import Table
from mjlab.logs.terms import Phase
from mjlab.reference.readings import completes
from mjlab.tiles import N_KINDS, Wind

__all__ = ["open_offers"]


def open_offers(table: Table, number: int, event: Event, round_wind: Wind) -> list[Unscored]:
    """List the hands whose worth the platform names after an event.

    Parameters
    ----------
    table : Table
        State after the event.
    number : int
        Number of the event, from 0.
    event : Event
        The event, with its offers.
    round_wind : Wind
        The round wind.

    Returns
    -------
    list of Unscored
        A hand for each offer that must be scored to be checked: not those of players who can win
        on nothing now, and not a hand that is plainly none, where none is recorded.
    """
    found = []
    for player, recorded in enumerate(event.offers or ()):
        if recorded is None:
            continue
        tile = table.winning_tile(player)
        if tile is None or (recorded < 0 and not _may_win(table, player, tile)):
            continue
        try:
            win = rulings.win(table, player, round_wind)
        except ReplayError:  # a flower stands in the hand
            continue
        found.append(Unscored("offer", number, player, win, recorded))
    return found


def _may_win(table: Table, player: int, tile: int) -> bool:
    """Whether the player's tiles and the one on offer complete a hand by shape."""
    counts = table.hands[player][:N_KINDS]
    if table.phase is Phase.DRAW or table.robbable is not None:
        counts[tile] += 1
    return not _is_plainly_none(counts) and completes(counts)


def _is_plainly_none(counts: list[int]) -> bool:
    """Rule out most hands at a glance.

    Of sets and a pair the tiles of each suit, and the copies of each honor, are a multiple of
    three, but for one suit or honor with two more. The other forms stand out, too.
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
