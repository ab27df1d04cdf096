"""Questions in SQL: the right answers, and nothing but answers."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from mjlab.dataset import Dataset, make_dataset
from mjlab.dataset.schemas import SCHEMAS
from mjlab.dataset.sql import query
from mjlab.errors import MjlabError

pytest.importorskip("duckdb", reason="mjlab sql needs DuckDB, which is not installed")


def test_answers_are_those_of_the_tables(simulated: Dataset) -> None:
    found = query(simulated, "SELECT player, count(*) n, sum(change) c FROM hands GROUP BY ALL")
    expected = simulated.hands.groupby("player")["change"].agg(["size", "sum"])
    assert (
        found.set_index("player").loc[expected.index, "n"].to_list() == expected["size"].to_list()
    )
    assert found.set_index("player").loc[expected.index, "c"].to_list() == expected["sum"].to_list()
    assert str(found["c"].dtype) == "Int64"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_table_is_there(simulated: Dataset, name: str) -> None:
    found = query(simulated, f"SELECT count(*) n FROM {name}")
    assert found["n"].to_list() == [simulated.count(name)]
    assert len(query(simulated, f"FROM {name} LIMIT 2")) == min(2, simulated.count(name))


def test_tables_of_nothing_are_empty() -> None:
    assert query(make_dataset([]), "SELECT count(*) n FROM wins")["n"].to_list() == [0]


def test_several_forms_of_questions(simulated: Dataset) -> None:
    for sql in (
        "WITH a AS (SELECT * FROM wins) SELECT count(*) FROM a",
        "VALUES (1)",
        "SELECT g.date, w.total FROM wins w JOIN games g USING (game) ORDER BY 2 DESC LIMIT 3",
        "DESCRIBE wins",
        "SELECT seat, tile FROM wins WHERE seat = 'E' AND tile IS NOT NULL; ",
        "SELECT '; DROP TABLE wins' AS text",
    ):
        assert isinstance(query(simulated, sql), pd.DataFrame)


@pytest.mark.parametrize(
    "sql",
    [
        "COPY wins TO '{out}'",
        "COPY (SELECT 1) TO '{out}' (FORMAT parquet)",
        "EXPORT DATABASE '{out}'",
        "ATTACH '{out}' AS other",
        "CREATE TABLE a AS SELECT 1",
        "CREATE VIEW a AS SELECT 1",
        "INSERT INTO wins SELECT * FROM wins",
        "UPDATE wins SET total = 0",
        "DELETE FROM wins",
        "DROP VIEW wins",
        "ALTER TABLE wins RENAME TO w",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "CHECKPOINT",
        "BEGIN",
        "PREPARE a AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SELECT 1; COPY wins TO '{out}'",
        "",
        "-- nothing",
    ],
)
def test_whatever_is_no_question_is_refused(simulated: Dataset, tmp_path: Path, sql: str) -> None:
    out = tmp_path / "out"
    with pytest.raises(MjlabError, match=r"only questions are answered|one question is expected"):
        query(simulated, sql.format(out=out))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_blob('{file}')",
        "SELECT * FROM read_parquet('{file}')",
        "SELECT * FROM read_json('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM parquet_scan('{folder}/../x.parquet')",
        "SELECT * FROM sqlite_scan('{file}', 'a')",
        "SELECT * FROM query('COPY wins TO ''{folder}/o.csv''')",
        "SELECT * FROM query('SELECT * FROM read_text(''{file}'')')",
        "SELECT * FROM query_table('{file}')",
        "SELECT * FROM 'https://example.org/a.csv'",
        "SELECT getenv('HOME')",
        "SELECT * FROM simulated",
        "SELECT * FROM dataset",
    ],
)
def test_nothing_beside_the_tables_is_read(simulated: Dataset, tmp_path: Path, sql: str) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("secret\n1\n", encoding="utf-8")
    with pytest.raises(MjlabError, match="DuckDB: ") as caught:
        query(simulated, sql.format(file=file, folder=tmp_path))
    assert "\n1\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_the_locks_hold_in_duckdb_itself(simulated: Dataset) -> None:
    names = ("enable_external_access", "lock_configuration", "autoload_known_extensions",
             "autoinstall_known_extensions", "python_enable_replacements")  # fmt: skip
    found = query(simulated, "SELECT name, value FROM duckdb_settings()").set_index("name")["value"]
    assert [str(found[name]) for name in names] == ["false", "true", "false", "false", "false"]


def test_faults_are_told(simulated: Dataset) -> None:
    with pytest.raises(MjlabError, match='syntax error at or near "SELEC"'):
        query(simulated, "SELEC 1")
    with pytest.raises(MjlabError, match="Table with name nothing does not exist") as caught:
        query(simulated, "SELECT * FROM nothing")
    assert "win_fans" in str(caught.value.hint)
    with pytest.raises(MjlabError, match="playr"):
        query(simulated, "SELECT playr FROM wins")
    with pytest.raises(MjlabError, match="too long"):
        query(simulated, "SELECT 1 " + "-" * 200_000)


def test_memory_is_bounded(simulated: Dataset) -> None:
    with pytest.raises(MjlabError, match="Out of Memory"):
        query(simulated, "SELECT * FROM range(1000000000000) t(a) ORDER BY a", memory="50MB")
    for memory in ("much", "2GB'; SELECT 1 --", "", "5", "GB", "1.2.3GB", "²GB"):
        with pytest.raises(MjlabError, match="is no size"):
            query(simulated, "SELECT 1", memory=memory)


def test_sums_are_exact_beyond_the_numbers_of_floats(simulated: Dataset) -> None:
    found = query(simulated, "SELECT 9007199254740993::HUGEINT a, 10::HUGEINT ** 0 b, sum(1) a")
    assert found["a"].tolist() == [2**53 + 1]
    assert str(found["a"].dtype) == str(found["a_1"].dtype) == "Int64"
    large = query(simulated, "SELECT 10000000000000000000000000::HUGEINT x, NULL::HUGEINT y")
    assert large["x"].tolist() == [10**25]
    assert large["y"].isna().all()


def test_answers_are_bounded(simulated: Dataset) -> None:
    assert len(query(simulated, "SELECT * FROM range(1000000)")) == 1_000_000
    with pytest.raises(MjlabError, match="more than 1,000,000 rows"):
        query(simulated, "SELECT * FROM range(300000000)")


def test_a_limit_keeps_the_order_asked_for(simulated: Dataset) -> None:
    found = query(simulated, "SELECT range x FROM range(200000) ORDER BY x DESC")
    assert found["x"].is_monotonic_decreasing
    assert len(found) == 200_000


def test_a_pivot_names_its_columns(simulated: Dataset) -> None:
    with pytest.raises(MjlabError, match="PIVOT must name the values") as refused:
        query(simulated, "PIVOT games ON outcome USING count(*)")
    assert refused.value.hint is not None
    assert len(query(simulated, refused.value.hint)) > 0
