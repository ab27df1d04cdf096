"""Sessions added up when all their games are there: what is kept of each game until then.

The games of a session may come from many files, imports and workers. Each part keeps for each of
its games that belong to a session, and for each record of a session as a whole, a row of text;
:func:`add_up` makes the table of sessions of all of them. The files are called "chains".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from mjlab.dataset.arrow import open_files, read_rows, stored
from mjlab.dataset.gather import Row, game_key, session_key, set_aside_row
from mjlab.dataset.manifest import SESSION_ROWS
from mjlab.dataset.tables import SESSION_COLUMNS, rows_table, session_findings, sessions_table
from mjlab.logs import Replay, Session, SetAside, Tally
from mjlab.logs.sessions import SessionGame, session_game

__all__ = ["COLUMNS", "add_up", "row_of_game", "row_of_session", "session_rows", "spans"]

COLUMNS: Final = pa.schema([("session", pa.string()), ("game", pa.string()), ("said", pa.string())])
"""Of the files: the session, the game if it is a row of one, and what is kept of it as JSON."""


def row_of_game(result: Replay) -> tuple[Replay, Row | None]:
    """Take what its session needs, if it has one, out of a replay: a row."""
    result, kept = session_game(result)
    if kept is None:
        return result, None
    return result, _row(kept.source, kept.session, game_key(result.game), asdict(kept))


def row_of_session(session: Session) -> Row:
    """A row of what a file says of a session as a whole."""
    return _row(session.source, session.id, None, asdict(session))


def _row(source: str, session: str, game: str | None, said: dict[str, Any]) -> Row:
    return {"session": session_key(source, session), "game": game, "said": json.dumps(said)}


def session_rows(rows: Sequence[Row]) -> pa.Table:
    """Make a table of the rows."""
    return pa.table({n: [row[n] for row in rows] for n in COLUMNS.names}, schema=COLUMNS)


def spans(files: Sequence[Path], games: int = 100_000) -> list[tuple[str, str]]:
    """Cut the sessions in `files` into spans of about so many games, to be added up one by one.

    Each is told by its first and its last session.
    """
    if not files:
        return []
    rows = read_rows(SESSION_ROWS, _dataset(files), columns=["session"]).group_by("session")
    sizes = rows.aggregate([([], "count_all")]).sort_by("session")
    cut: list[tuple[str, str]] = []
    room = 0
    for name, size in zip(
        sizes["session"].to_pylist(), sizes["count_all"].to_pylist(), strict=True
    ):
        if room < size:
            cut.append((name, name))
            room = games
        cut[-1] = (cut[-1][0], name)
        room -= size
    return cut


def add_up(
    kept: Sequence[Path], games: Sequence[Path], span: tuple[str, str]
) -> dict[str, pa.Table]:
    """Add up the sessions of a span: the tables ``sessions`` and ``problems``.

    `kept` and `games` are the files of all parts, in order.
    """
    within = (pc.field("session") >= span[0]) & (pc.field("session") <= span[1])
    rows = read_rows(SESSION_ROWS, _dataset(kept), columns=["said", "__filename"], filter=within)
    tally = Tally()
    met: dict[tuple[str, str], tuple[Session, str]] = {}
    problems: list[Row] = []
    for text, file in zip(rows["said"].to_pylist(), rows["__filename"].to_pylist(), strict=True):
        said = json.loads(text)
        if "payments" in said:
            tally.add_game(_game(said))
            continue
        session = _session(said)
        key = (session.source, session.id)
        if key in met:
            known, of = met[key]
            if file == of or session != known:  # else a log that grew and was imported again
                problems.append(_again(session, known))
        else:
            met[key] = session, file
            tally.add_session(session)
    missing = {}
    for result in tally.results():
        problems += session_findings(result)
        missing[session_key(result.source, result.id) or ""] = len(result.missing)
    of_sessions = stored("games", games)
    counted_games = read_rows("games", of_sessions, columns=list(SESSION_COLUMNS), filter=within)
    return {
        "sessions": sessions_table(counted_games, missing),
        "problems": rows_table("problems", problems),
    }


def _dataset(files: Sequence[Path]) -> ds.Dataset:
    return open_files(files, COLUMNS)


def _game(said: dict[str, Any]) -> SessionGame:
    """What was kept of a game: JSON has lists for tuples."""
    values: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in said.items()
    }
    return SessionGame(**values)


def _session(said: dict[str, Any]) -> Session:
    lists = {name: tuple(said[name]) for name in ("games", "shared")}
    return Session(**{**said, **lists})


def _again(session: Session, known: Session) -> Row:
    alike = (session.games, session.totals) == (known.games, known.totals)
    same = "the same session as" if alike else "another session of the same id is"
    said = SetAside(session.source, session.path, "", f"{same} in {known.path}", session.id)
    return set_aside_row(said) | {"game": None, "session": session_key(session.source, session.id)}
