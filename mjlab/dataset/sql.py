"""Questions in SQL: a dataset as tables of DuckDB, to be read and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from mjlab.common.wording import shown
from mjlab.dataset.dataset import Dataset, check_dataset
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    import duckdb

__all__ = ["MOST_ROWS", "query"]

MOST_ROWS: Final = 1_000_000
"""An answer of more rows is refused: DuckDB bounds its own memory, not that of the answer."""

_LOCKS: Final = (
    "SET temp_directory = ''",  # what has no room in memory is refused, not written
    "SET enable_external_access = false",  # no file, no address, no other database, no extension
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET python_enable_replacements = false",  # a name is a table, never a variable of this program
    "SET lock_configuration = true",  # and none of this can be undone
)
"""What DuckDB is told before the question, in this order."""
_LONGEST: Final = 100_000
_SIZE: Final = re.compile(r"\d+(\.\d+)? ?[KMGT]i?B", re.ASCII | re.IGNORECASE)


def query(dataset: Dataset, sql: str, *, memory: str = "2GB") -> pd.DataFrame:
    """Ask a dataset in SQL.

    Parameters
    ----------
    dataset : Dataset
        Its tables are ``sessions``, ``games``, ``hands``, ``events``, ``discards``, ``melds``,
        ``wins``, ``win_fans`` and ``problems``; ``mjlab.dataset.schemas`` documents the columns.
    sql : str
        One SELECT statement (WITH, FROM and VALUES are such too), as DuckDB has it.
    memory : str
        How much memory it may take: a number and a unit, such as ``"500MB"``.

    Returns
    -------
    DataFrame
        The answer; whole numbers of more than 64 bits are Python's own.

    Raises
    ------
    MjlabError
        If `dataset` is none, DuckDB is not installed, for anything but one question, for what
        DuckDB says is wrong with it, and for an answer of more than :data:`MOST_ROWS` rows.

    Notes
    -----
    Of a folder only the columns and rows that the question needs are read. No statement can write,
    or read anything beside the tables: what could is refused before DuckDB sees it, and locked in
    DuckDB itself.

    Examples
    --------
    >>> from mjlab.dataset import make_dataset
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json"]))
    >>> query(data, "SELECT player, change FROM hands WHERE won").to_dict("records")
    [{'player': 'P2', 'change': 39}]
    >>> query(data, "DROP TABLE wins")
    Traceback (most recent call last):
        ...
    mjlab.errors.MjlabError: only questions are answered, this is DROP
      hint: SELECT player, count(*) FROM wins GROUP BY player
    """
    check_dataset(dataset)
    duckdb = _duckdb()
    if len(sql) > _LONGEST:
        raise MjlabError(f"a question of {len(sql):,} characters is too long")
    connection = duckdb.connect(":memory:")
    try:
        _check(connection, sql)
        for name in SCHEMAS:
            connection.register(name, dataset.source(name))
        connection.execute(f"SET memory_limit = '{_size(memory)}'")
        for lock in _LOCKS:
            connection.execute(lock)
        answer = _fetched(connection.sql(sql).limit(MOST_ROWS + 1))
    except duckdb.Error as problem:
        raise _refused(problem) from None
    finally:
        connection.close()
    if len(answer) > MOST_ROWS:
        raise MjlabError(
            f"the answer has more than {MOST_ROWS:,} rows", hint="group them, or add LIMIT 1000"
        )
    return answer


def _fetched(answer: duckdb.DuckDBPyRelation) -> pd.DataFrame:
    """The answer as a frame, sums of whole numbers exactly: pandas has no numbers of 128 bits."""
    huge = [
        name
        for name, kind in zip(answer.columns, answer.types, strict=True)
        if str(kind) in ("HUGEINT", "UHUGEINT")
    ]
    quoted = {name: '"' + name.replace('"', '""') + '"' for name in answer.columns}
    columns = [
        f"CAST({quoted[name]} AS VARCHAR) AS {quoted[name]}" if name in huge else quoted[name]
        for name in answer.columns
    ]
    found: pd.DataFrame = answer.project(", ".join(columns)).df()
    for name in huge:
        found[name] = _whole(found[name])
    return found


def _whole(texts: pd.Series) -> pd.Series:
    """Whole numbers from their texts: Int64, or Python's own where they are larger."""
    numbers = [None if pd.isna(text) else int(text) for text in texts]
    small = all(number is None or abs(number) < 2**63 for number in numbers)
    return pd.Series(numbers, dtype="Int64" if small else "object")


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise MjlabError(
            "SQL needs DuckDB, which is not installed", hint="pip install duckdb"
        ) from None
    return duckdb


def _check(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Refuse anything but one question."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise MjlabError(
            f"{len(statements)} statements, one question is expected", hint="SELECT ... FROM wins"
        )
    kind = statements[0].type.name
    if kind == "MULTI":
        raise MjlabError(
            "PIVOT must name the values it turns into columns",
            hint="PIVOT games ON outcome IN ('drawn', 'discard') USING count(*)",
        )
    if kind != "SELECT":
        raise MjlabError(
            f"only questions are answered, this is {kind}",
            hint="SELECT player, count(*) FROM wins GROUP BY player",
        )


def _size(memory: str) -> str:
    if not _SIZE.fullmatch(memory):
        raise MjlabError(f"memory={memory!r} is no size", hint="a number and a unit: 2GB, 500MB")
    return memory


def _refused(problem: Exception) -> MjlabError:
    """What DuckDB says, in our form; the place it points to stays below the text."""
    first, *rest = [shown(line) for line in str(problem).splitlines() if line.strip()] or ["?"]
    hint = next((line.strip() for line in rest if "Did you mean" in line), None)
    if "Permission Error" in first or "Table with name" in first:
        hint = "the tables are " + ", ".join(SCHEMAS)
    if "(BOOLEAN)" in first:
        hint = "a yes or no is counted as a number: avg(self_drawn::INT)"
    return MjlabError(f"DuckDB: {first}", hint=hint)
