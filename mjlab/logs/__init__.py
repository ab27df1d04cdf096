"""Logs of games: one reader for each source, one schema, and the replay by the rules.

Examples
--------
>>> found, session = replay_all(["data/tziakcha/TZ-B04.json"])
>>> found.verdict, found.score.total, found.payments
('confirmed', 21, (-8, -29, -8, 45))
>>> found.win
Win.parse('[999p,3]4556778999s+3s', round='S', seat='N', flowers=2)
>>> session.totals
{'P1': -8, 'P0': -29, 'P3': -8, 'P2': 45}
"""

from mjlab.logs.convert import Conversion, convert
from mjlab.logs.formats import FORMATS, Format
from mjlab.logs.inputs import find_files
from mjlab.logs.reading import detect, read, read_paths, replay_all
from mjlab.logs.records import (
    Claim,
    Ending,
    Event,
    EventKind,
    Fault,
    Game,
    Outcome,
    Record,
    Session,
    SetAside,
    WinRecord,
)
from mjlab.logs.replay import replay, walk
from mjlab.logs.results import Disagreement, IllegalEvent, Moment, Points, Replay, Unscored, Won
from mjlab.logs.sessions import SessionReplay, Tally
from mjlab.logs.settle import points_of, settle
from mjlab.play.table import Table

__all__ = [
    "FORMATS",
    "Claim",
    "Conversion",
    "Disagreement",
    "Ending",
    "Event",
    "EventKind",
    "Fault",
    "Format",
    "Game",
    "IllegalEvent",
    "Moment",
    "Outcome",
    "Points",
    "Record",
    "Replay",
    "Session",
    "SessionReplay",
    "SetAside",
    "Table",
    "Tally",
    "Unscored",
    "WinRecord",
    "Won",
    "convert",
    "detect",
    "find_files",
    "points_of",
    "read",
    "read_paths",
    "replay",
    "replay_all",
    "settle",
    "walk",
]
