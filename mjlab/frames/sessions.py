"""Sessions: what the games of one table come to together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from mjlab.frames.arrow import arrow_schema, make_table, texts, to_pandas
from mjlab.frames.gather import Row, finding_row, session_key
from mjlab.frames.text import visible
from mjlab.logs import SessionReplay

__all__ = ["SESSION_COLUMNS", "session_findings", "sessions_table"]

SESSION_COLUMNS = ("session", "number", "game", "source", "path", "outcome", "n_winners")
"""Columns of games that :func:`sessions_table` needs."""


def sessions_table(games: pa.Table, missing: Mapping[str, int]) -> pa.Table:
    """Count the games of each session.

    Parameters
    ----------
    games : pyarrow.Table
        The columns :data:`SESSION_COLUMNS` of games.
    missing : mapping
        For each session how many of its games are missing, where any are.

    Returns
    -------
    pyarrow.Table
        The table of sessions, in the order of their names.
    """
    of_session = games.select(list(SESSION_COLUMNS)).filter(pa.compute.field("session").is_valid())
    if not of_session.num_rows:
        return arrow_schema("sessions").empty_table()
    frame = to_pandas("games", of_session).sort_values(["session", "number", "game"])
    frame = frame.assign(won=frame["n_winners"] > 0, failed=frame["outcome"] == "error")
    counted = frame.groupby("session", sort=False).agg(
        source=("source", "first"), path=("path", "first"), n_games=("won", "size"),
        n_won=("won", "sum"), n_errors=("failed", "sum"),
    )  # fmt: skip
    names = [str(name) for name in counted.index]
    return make_table(
        "sessions",
        {
            "session": texts(names),
            "source": texts(counted["source"]),
            "path": texts(counted["path"]),
            "n_games": counted["n_games"].to_numpy(np.int32),
            "n_won": counted["n_won"].to_numpy(np.int32),
            "n_errors": counted["n_errors"].to_numpy(np.int32),
            "n_missing": np.array([missing.get(name, 0) for name in names], np.int32),
        },
    )


def session_findings(result: SessionReplay) -> list[Row]:
    """Rows of problems: the scores of a session that are not confirmed."""
    key = session_key(result.source, result.id)
    whole = f"{result.source} {result.id}"
    return [
        finding_row(found, result.source, None if found.game == whole else visible(found.game), key)
        for found in result.disagreements
    ]
