"""Logs of games: one reader for each source, one schema, and the replay by the rules."""

from mjlab.logs.batch import SessionReplay, replay_all
from mjlab.logs.findings import Disagreement, IllegalEvent
from mjlab.logs.replay import Moment, Replay, replay, walk
from mjlab.logs.schema import Claim, Event, EventKind, Game, Outcome, Record, Session, SetAside
from mjlab.logs.sources import SOURCES, Source, detect, find_files, read, read_paths
from mjlab.logs.table import Table

__all__ = [
    "SOURCES",
    "Claim",
    "Disagreement",
    "Event",
    "EventKind",
    "Game",
    "IllegalEvent",
    "Moment",
    "Outcome",
    "Record",
    "Replay",
    "Session",
    "SessionReplay",
    "SetAside",
    "Source",
    "Table",
    "detect",
    "find_files",
    "read",
    "read_paths",
    "replay",
    "replay_all",
    "walk",
]
