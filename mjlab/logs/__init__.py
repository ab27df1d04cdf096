"""Logs of games: one reader for each source, one schema, and the replay by the rules."""

from mjlab.logs.batch import replay_all
from mjlab.logs.convert import FORMATS, Conversion, Format, convert
from mjlab.logs.files import find_files
from mjlab.logs.findings import Disagreement, IllegalEvent
from mjlab.logs.replay import replay, walk
from mjlab.logs.results import Moment, Points, Replay, Unscored, Won
from mjlab.logs.schema import (
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
from mjlab.logs.sessions import SessionReplay, Tally
from mjlab.logs.settle import points_of, settle
from mjlab.logs.sources import SOURCES, Source, detect, read, read_paths
from mjlab.logs.table import Table

__all__ = [
    "FORMATS",
    "SOURCES",
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
    "Source",
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
