"""What is needed of each game to add up its session, when all its games are there.

The games of a session may come from many files, imports and workers. Each part keeps for each of
its games that belong to a session, and for each record of a session as a whole, a row of text;
:func:`add_up` makes the table of sessions of all of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from mjlab.dataset.arrow import open_files, read_rows, stored
from mjlab.dataset.gather import Row, game_key, session_key, set_aside_row
from mjlab.dataset.tables import SESSION_COLUMNS, rows_table, session_findings, sessions_table
from mjlab.logs import Disagreement, Outcome, Replay, Session, SetAside, Tally
from mjlab.logs.records import Game
from mjlab.tiles import Wind

__all__ = ["COLUMNS", "add_up", "chain_of_game", "chain_of_session", "chains_table", "spans"]

COLUMNS: Final = pa.schema([("session", pa.string()), ("game", pa.string()), ("said", pa.string())])
"""Of the files of chains."""


def chain_of_game(result: Replay) -> tuple[Replay, Row]:
    """Take what the session needs out of a replay.

    Returns
    -------
    Replay
        Without the disagreement on the least fan, which the session names once.
    dict
        A row for :func:`chains_table`.
    """
    game = result.game
    least = next((d for d in result.disagreements if d.what == "least fan"), None)
    if least is not None:
        rest = tuple(d for d in result.disagreements if d.what != "least fan")
        result = replace(result, disagreements=rest)
    said = {
        "source": game.source,
        "session": game.session,
        "id": game.id,
        "index": game.index,
        "path": game.path,
        "players": game.players,
        "before": game.outcome.before,
        "payments": result.payments,
        "least": None if least is None else (least.recorded, least.ours),
    }
    return result, _row(session_key(game.source, game.session), game_key(game), said)


def chain_of_session(session: Session) -> Row:
    """A row for :func:`chains_table` of what a file says of a session as a whole."""
    return _row(session_key(session.source, session.id), None, asdict(session))


def _row(session: str | None, game: str | None, said: dict[str, Any]) -> Row:
    return {"session": session, "game": game, "said": json.dumps(said)}


def chains_table(rows: Sequence[Row]) -> pa.Table:
    """Make a table of the rows."""
    return pa.table({n: [row[n] for row in rows] for n in COLUMNS.names}, schema=COLUMNS)


def spans(files: Sequence[Path], games: int = 100_000) -> list[tuple[str, str]]:
    """Cut the sessions into spans of about so many games, to be added up one by one.

    Parameters
    ----------
    files : sequence of Path
        Files of the chains.
    games : int
        Rows that may be held at once.

    Returns
    -------
    list of (str, str)
        First and last session of each span.
    """
    if not files:
        return []
    counted = read_rows("chains", _dataset(files), columns=["session"]).group_by("session")
    sizes = counted.aggregate([([], "count_all")]).sort_by("session")
    found: list[tuple[str, str]] = []
    room = 0
    for name, size in zip(
        sizes["session"].to_pylist(), sizes["count_all"].to_pylist(), strict=True
    ):
        if room < size:
            found.append((name, name))
            room = games
        found[-1] = (found[-1][0], name)
        room -= size
    return found


def add_up(
    chains: Sequence[Path], games: Sequence[Path], span: tuple[str, str]
) -> dict[str, pa.Table]:
    """Add up the sessions of a span.

    Parameters
    ----------
    chains, games : sequence of Path
        Files of all parts, in order.
    span : tuple of str
        First and last session.

    Returns
    -------
    dict
        The tables ``sessions`` and ``problems``.
    """
    within = (pc.field("session") >= span[0]) & (pc.field("session") <= span[1])
    rows = read_rows("chains", _dataset(chains), columns=["said", "__filename"], filter=within)
    tally = Tally()
    met: dict[tuple[str, str], tuple[Session, str]] = {}
    problems: list[Row] = []
    for text, file in zip(rows["said"].to_pylist(), rows["__filename"].to_pylist(), strict=True):
        said = json.loads(text)
        if "payments" in said:
            tally.add(_replay(said))
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
    found = read_rows("games", of_sessions, columns=list(SESSION_COLUMNS), filter=within)
    return {
        "sessions": sessions_table(found, missing),
        "problems": rows_table("problems", problems),
    }


def _dataset(files: Sequence[Path]) -> ds.Dataset:
    return open_files(files, COLUMNS)


def _replay(said: dict[str, Any]) -> Replay:
    """As much of a replay as a tally looks at."""
    before, payments = (None if said[n] is None else tuple(said[n]) for n in ("before", "payments"))
    game = Game(
        said["source"], said["id"], said["path"], "", Wind.E, (), (), Outcome(before=before),
        tuple(said["players"]), session=said["session"], index=said["index"],
    )  # fmt: skip
    found: tuple[Disagreement, ...] = ()
    if said["least"] is not None:
        found = (Disagreement(game.name, game.path, "", "least fan", *said["least"]),)
    return Replay(game, "", "win", disagreements=found, payments=payments)


def _session(said: dict[str, Any]) -> Session:
    lists = {name: tuple(said[name]) for name in ("games", "shared")}
    return Session(**{**said, **lists})


def _again(session: Session, known: Session) -> Row:
    alike = (session.games, session.totals) == (known.games, known.totals)
    same = "the same session as" if alike else "another session of the same id is"
    said = SetAside(session.source, session.path, "", f"{same} in {known.path}", session.id)
    return set_aside_row(said) | {"game": None, "session": session_key(session.source, session.id)}
