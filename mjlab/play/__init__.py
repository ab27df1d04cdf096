"""The rules of play: deals, events and the table, usable without any log.

Deal, ask what the rules allow, carry out events, and have a win scored.

Examples
--------
A whole game: the wall is known, so a draw needs no tile to be named.

>>> import random
>>> table = Table(Deal.shuffled(seed=3, flowers=8))
>>> print(table.legal_text())
East: draw
>>> choose = random.Random(3)
>>> while events := table.legal_events():
...     table.apply(events[int(choose.random() * len(events))])
>>> table.may_end, table.walls_left
(True, 0)

A deal of one's own, of which the wall is not known, and a win:

>>> from mjlab.notation import parse_tiles
>>> from mjlab.reference import score
>>> hands = "123m456p789s1122z", "2345678m234567p", "2345678s234567m", "2345678p234567s"
>>> table = Table(Deal(tuple(tuple(parse_tiles(hand)) for hand in hands)))
>>> for event in (
...     Event(EventKind.DRAW, player=0, tile=0),
...     Event(EventKind.DISCARD, player=0, tile=0),
...     Event(EventKind.DRAW, player=1, tile=27),
...     Event(EventKind.DISCARD, player=1, tile=27),
... ):
...     table.apply(event)
>>> print(table.legal_text())
West: draw; East: pung 1z; or a win on 1z
>>> table.win(0)
Win.parse('123m456p789s1122z+1z')
>>> score(table.win(0)).total
14
>>> table.apply(Event(EventKind.WIN, player=0))
>>> table
<Table: West's turn, 82 tiles left, waits for nothing: the hand is over>
>>> table.apply(Event(EventKind.DRAW, player=2))
Traceback (most recent call last):
    ...
mjlab.errors.ReplayError: the hand is already won
"""

from mjlab.play.deal import Deal
from mjlab.play.events import CLAIMS, EVENT_KINDS, KONGS, Claim, Event, EventKind
from mjlab.play.penalties import penalty_points
from mjlab.play.state import Phase, State
from mjlab.play.table import Table

__all__ = [
    "CLAIMS",
    "EVENT_KINDS",
    "KONGS",
    "Claim",
    "Deal",
    "Event",
    "EventKind",
    "Phase",
    "State",
    "Table",
    "penalty_points",
]
