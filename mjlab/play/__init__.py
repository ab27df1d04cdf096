"""The rules of play: deals, events and the table, usable without any log.

Deal, carry out events, and ask at any time what the rules allow.

Examples
--------
>>> from mjlab.tiles import code
>>> table = Table(Deal.shuffled(seed=3))
>>> print(table.legal_text())
East: draw
>>> table.apply(Event(EventKind.DRAW, player=0))
>>> code(table.drawn), len(table.legal_events())
('2p', 12)
>>> table.apply(Event(EventKind.CHOW, player=1, tile=0))
Traceback (most recent call last):
    ...
mjlab.errors.ReplayError: there is no discard to claim
"""

from mjlab.play.deal import Deal
from mjlab.play.events import CLAIMS, KONGS, Claim, Event, EventKind
from mjlab.play.state import Phase, State
from mjlab.play.table import Table

__all__ = ["CLAIMS", "KONGS", "Claim", "Deal", "Event", "EventKind", "Phase", "State", "Table"]
