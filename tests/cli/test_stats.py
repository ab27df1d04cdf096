"""mjlab stats, mjlab sql, mjlab report of a dataset, and mjlab simulate."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from mjlab import stats
from mjlab.cli import app
from mjlab.dataset import Dataset, importing
from mjlab.logs import replay_all
from mjlab.tiles import name_en, name_zh
from tests.support.paths import RECORDS


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "ds"
    importing.import_logs([RECORDS], folder, workers=1)
    return folder


# stats ---------------------------------------------------------------------------------------


def test_all_statistics_are_listed_with_their_definitions() -> None:
    result = run("stats")
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    for statistic in stats.STATISTICS.values():
        assert f"{statistic.name} {statistic.title} {statistic.zh}" in said
        assert " ".join(statistic.definition.split()) in said


def test_a_statistic_without_data_is_described() -> None:
    result = run("stats", "danger")
    assert result.exit_code == 0
    assert "told by: tile_class" in result.output
    assert "visible" in result.output
    assert "dealt_in " not in result.output  # it tells the answer


@pytest.mark.parametrize("name", stats.STATISTICS)
def test_every_statistic_is_printed(dataset: Path, name: str) -> None:
    result = run("stats", name, dataset)
    assert result.exit_code == 0, result.output
    assert stats.find(name).title in result.output
    assert "nan" not in result.output.lower()
    assert "interval" in result.output or name == "standings"
    definition = stats.definition(name).split()
    assert " ".join(definition) in " ".join(result.output.split())


def test_logs_and_datasets_give_the_same(dataset: Path) -> None:
    for options in (["--by", "seat"], ["--by", "all"], ["--where", "player=P2"]):
        first = run("stats", "win_rate", dataset, *options)
        assert first.exit_code == 0
        assert first.stdout == run("stats", "win_rate", RECORDS, *options).stdout


def test_groups_conditions_and_confidence(dataset: Path) -> None:
    result = run("stats", "deal_in_rate", dataset, "--by", "seat, round", "--where", "player=P2",
                 "--where", "player=P3", "--json")  # fmt: skip
    rows = json.loads(result.stdout)
    expected = stats.deal_in_rate(
        Dataset.open(dataset), ["seat", "round"], where={"player": ["P2", "P3"]}
    )
    assert [(r["seat"], r["round"], r["k"], r["n"]) for r in rows] == list(
        expected[["seat", "round", "k", "n"]].itertuples(index=False, name=None)
    )
    wide = json.loads(run("stats", "draw_rate", dataset, "--confidence", "0.99", "--json").stdout)
    narrow = json.loads(run("stats", "draw_rate", dataset, "--json").stdout)
    assert wide[0]["high"] > narrow[0]["high"]


def test_csv_is_safe_and_whole(tmp_path: Path) -> None:
    log = json.loads((RECORDS / "TZ-A00.json").read_text(encoding="utf-8"))
    log["step"]["p"][0]["n"] = "=1+1"
    (tmp_path / "a.json").write_text(json.dumps(log), encoding="utf-8")
    result = run("stats", "win_rate", tmp_path / "a.json", "--csv")
    table = pd.read_csv(io.StringIO(result.stdout))
    assert "'=1+1" in table["player"].to_list()
    assert list(table.columns) == ["player", "k", "n", "rate", "low", "high"]


def test_long_tables_are_cut_and_say_so(dataset: Path) -> None:
    result = run("stats", "fan_frequency", dataset, "--rows", "3")
    assert "more rows: --rows 0 shows all" in result.output
    assert "more row" not in run("stats", "fan_frequency", dataset, "--rows", "0").output


@pytest.mark.parametrize(
    ("name", "kept", "left"),
    [
        ("fan_frequency", ["fan", "zh", "k", "n", "rate (interval)"], "pinyin"),
        ("fan_partners", ["zh", "partner_zh", "k", "n", "rate (interval)"], "overall"),
        ("player_summary", ["player", "n_games", "win_rate (interval)", "score"], "n_called"),
        ("table_results", ["player", "n_sessions", "mean (interval)", "score"], "score_mean"),
    ],
)
def test_a_narrow_terminal_has_a_table_of_what_matters(
    dataset: Path, name: str, kept: list[str], left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = run("stats", name, dataset).stdout.splitlines()
    assert max(map(cell_len, said)) <= 80
    head = said[2]
    assert all(one in head for one in kept)
    assert left not in head
    note = " ".join(said[said.index("", 3) :])
    assert left in note
    assert "--wide, --csv or --json shows all columns" in note
    wide = run("stats", name, dataset, "--wide").stdout
    assert left in wide.splitlines()[2]
    assert "no room for" not in wide


def test_texts_fill_the_terminal_and_columns_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (60, 160):
        monkeypatch.setenv("COLUMNS", str(columns))
        said = run("stats", "win_turn").output.splitlines()
        assert columns - 20 < max(map(cell_len, said)) <= columns
        listed = said[next(i for i, line in enumerate(said) if line.endswith(":")) + 1 :]
        assert all(line[20] == " " and line[21] != " " for line in listed)


def test_long_hints_are_folded_and_names_that_begin_so_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    said = run("stats", "win_rate", RECORDS, "--by", "xyzzy").stderr
    assert "hint:" in said
    assert max(map(cell_len, said.split("hint:")[1].splitlines())) <= 60
    logs = [RECORDS, "--players", "by-session"]
    said = run("stats", "win_rate", *logs, "--where", "player=P2").output
    assert "hint: P2 (tziakcha TZ-A) or P2 (tziakcha TZ-B)?" in said
    said = run("report", *logs, "--player", "P2", "--out", tmp_path / "r").stderr
    assert "hint: P2 (tziakcha TZ-A) or P2 (tziakcha TZ-B)?" in said


def test_a_yes_or_no_is_made_a_number(dataset: Path) -> None:
    result = run("sql", "SELECT avg(self_drawn) FROM wins", "--data", dataset)
    assert result.exit_code == 2
    assert "avg(self_drawn::INT)" in result.stderr


def test_simulate_writes_no_archive(tmp_path: Path) -> None:
    result = run("simulate", "1", "--out", tmp_path / "a.zip")
    assert result.exit_code == 2
    assert "--out a.jsonl.gz" in result.stderr
    assert not list(tmp_path.iterdir())


def test_two_groups_are_compared(dataset: Path) -> None:
    result = run("stats", "win_rate", dataset, "--compare", "player=P2")
    assert result.exit_code == 0
    assert "all the others" in result.output
    assert "percentage points" in result.output
    found = json.loads(
        run("stats", "points_per_hand", dataset, "--compare", "player=P2", "--against",
            "player=P3", "--json").stdout
    )  # fmt: skip
    assert (found[0]["first"], found[0]["second"]) == ("player=P2", "player=P3")
    assert found[0]["test"] == "Welch's t-test"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["winrate"], "win_rate"),
        (["win_rate", "{ds}", "--by", "colour"], "no column 'colour'"),
        (["win_rate", "{ds}", "--by", "won"], "told by what it means"),
        (["win_rate", "{ds}", "--where", "seat"], "is no condition"),
        (["win_rate", "{ds}", "--where", "seat=Q"], "seat is never 'Q'"),
        (["win_rate", "{ds}", "--confidence", "95"], "--confidence 95"),
        (["win_rate", "{ds}", "--csv", "--json"], "not both"),
        (["win_rate", "{ds}", "--against", "seat=E"], "--against goes with --compare"),
        (["win_rate", "{ds}", "--compare", "seat=E", "--by", "seat"], "without --by"),
        (["totals", "{ds}", "--compare", "seat=E"], "neither a share nor a mean"),
        (["win_rate", "{ds}", "--ruleset", "mcr2006"], "--ruleset has no say"),
        (["win_rate", "{ds}", "--players", "by-session"], "--players has no say"),
        (["win_rate", "{ds}", str(RECORDS)], "it goes alone"),
        (["win_rate", "/no/such/place"], "no file or folder"),
        (["win_rate", str(RECORDS), "--players", "x"], "told apart 'x'"),
        (["standings", "{ds}", "--by", "seat"], "cannot be told by 'seat'"),
    ],
)
def test_wrong_arguments_are_named(dataset: Path, arguments: list[str], said: str) -> None:
    result = run("stats", *(a.format(ds=dataset) for a in arguments))
    assert result.exit_code == 2
    assert said in result.stderr


def test_conditions_that_cannot_be_name_their_cure(dataset: Path) -> None:
    for arguments, hint in (
        (["--where", "seat=E, round=E"], "--where seat=E --where round=E"),
        (["--where", "seat==E"], "one =: seat=E"),
        (["--where", "deal_shanten=3,4"], "a condition for each value: deal_shanten=3"),
        (["--where", "turn>=9"], "turns?"),
        (["--by", "seat,"], "--by seat"),
        (["--by", ","], "--by seat"),
        (["--confidence", "95"], "between 0 and 1, such as 0.95"),
    ):
        result = run("stats", "win_rate", dataset, *arguments)
        assert result.exit_code == 2
        assert "hint: " in result.stderr
        assert result.stderr.rstrip().endswith(hint), arguments
    result = run("stats", "danger", dataset, "--where", "tile=10m")
    assert result.stderr.rstrip().endswith("3p, ...")


@pytest.mark.parametrize(("name", "key"), [("东", "1z"), (name_en(33), "7z"), (name_zh(4), "5m")])
def test_tiles_may_be_called_by_their_names(dataset: Path, name: str, key: str) -> None:
    found, expected = (
        run("stats", "danger", dataset, "--by", "all", "--json", "--where", f"tile={tile}").output
        for tile in (name, key)
    )
    assert found == expected
    assert json.loads(found)[0]["n"] > 0


def test_that_there_is_no_case_is_said(dataset: Path, tmp_path: Path) -> None:
    result = run("stats", "win_rate", dataset, "--where", "player=P22")
    assert result.exit_code == 0
    assert "no case: player=P22\n  hint: P2?" in result.output
    assert "rate" not in result.output.split("Hands won")[0].split("Wins")[1]
    result = run("stats", "win_rate", dataset, "--where", "player=Nobody", "--csv")
    assert result.stdout.splitlines() == ["player,k,n,rate,low,high"]
    assert "players are P0, P1, P2, P3" in result.stderr
    result = run("stats", "draw_rate", dataset, "--where", "walls=duplicate")
    assert "no case: walls=duplicate" in result.output
    result = run("stats", "win_rate", dataset, "--compare", "player=P9")
    assert (result.exit_code, "no case to compare: player=P9" in result.stderr) == (2, True)
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    importing.import_logs([tmp_path / "a.json"], tmp_path / "empty", workers=1)
    for name in ("win_rate", "fan_frequency", "player_summary", "totals"):
        result = run("stats", name, tmp_path / "empty")
        assert "no case: the dataset has no games" in result.output


def test_logs_without_a_game_are_told_with_the_reasons(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("no log", encoding="utf-8")
    result = run("stats", "win_rate", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: no game could be read\n")
    assert "2 more in the list of 'mjlab check'" in result.stderr


def test_a_dataset_that_lost_its_record_is_no_folder_of_logs(dataset: Path, tmp_path: Path) -> None:
    shutil.copytree(dataset, tmp_path / "ds")
    (tmp_path / "ds" / "dataset.json").unlink()
    for command in (
        ["stats", "win_rate"], ["report", "--out", tmp_path / "r"], ["sql", "SELECT 1", "--data"],
    ):  # fmt: skip
        result = run(*command, tmp_path / "ds")
        assert result.exit_code == 2, command
        assert result.stderr.startswith("error: dataset.json is missing\n")
    assert not (tmp_path / "r").exists()


def test_groups_without_a_value_are_called_none(dataset: Path) -> None:
    by = ("stats", "win_rate", dataset, "--by", "ready_turn", "--rows", "0")
    assert "(none)" in run(*by).output
    assert run(*by, "--csv").output.splitlines()[-1].startswith("(none),")
    assert json.loads(run(*by, "--json").stdout)[-1]["ready_turn"] is None


def test_columns_are_headed_by_their_names(dataset: Path) -> None:
    head = run("stats", "win_rate", dataset, "--by", "n_claims").output.splitlines()[2]
    assert head.split() == ["n_claims", "k", "n", "rate", "(interval)"]


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("name", ["fan_frequency", "player_summary", "table_results", "win_rate"])
def test_tables_fit_the_terminal(
    dataset: Path, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = run("stats", name, dataset, "--rows", "2")
    table = result.output.split(" ".join(stats.definition(name).split()[:3]))[0]
    assert max(map(cell_len, table.splitlines())) <= width
    first = stats.find(name)(Dataset.open(dataset)).iloc[0, 0]
    assert str(first) in table


# sql -----------------------------------------------------------------------------------------


def test_questions_in_sql(dataset: Path) -> None:
    pytest.importorskip("duckdb")
    question = "SELECT player, count(*) AS wins FROM wins GROUP BY ALL ORDER BY 1"
    result = run("sql", question, "--data", dataset, "--json")
    assert result.exit_code == 0, result.output
    counted = Dataset.open(dataset).wins.groupby("player").size()
    assert {r["player"]: r["wins"] for r in json.loads(result.stdout)} == counted.to_dict()
    printed = run("sql", question, "--data", dataset)
    assert printed.exit_code == 0
    assert "P2" in printed.output
    assert run("sql", question, "--data", RECORDS, "--json").output == result.output
    table = run("sql", "SELECT '=1' AS a, NULL AS b", "--data", dataset, "--csv").output
    assert table.splitlines() == ["a,b", "'=1,"]


def test_sql_prints_names_and_values_as_they_are(dataset: Path) -> None:
    pytest.importorskip("duckdb")

    def lines(question: str) -> list[list[str]]:
        result = run("sql", question, "--data", dataset)
        assert result.exit_code == 0, result.output
        return [line.split() for line in result.output.splitlines() if line.strip(" ─")]

    assert lines("SELECT 1 low, 2 high, 3 mean") == [["low", "high", "mean"], ["1", "2", "3"]]
    assert lines("SELECT 7.5 overall, 0.001234567 a_rate") == [
        ["overall", "a_rate"], ["7.5", "0.00123457"],
    ]  # fmt: skip
    assert lines("SELECT count(*) FROM games") == [["count_star()"], ["17"]]
    assert lines("SELECT 1 AS a, 2 AS a") == [["a", "a_1"], ["1", "2"]]
    seats = "SELECT DISTINCT seat FROM hands ORDER BY instr('ESWN', seat)"
    assert lines(seats) == [["seat"], ["E"], ["S"], ["W"], ["N"]]  # as the manual says


def test_lists_structures_and_maps_are_json(dataset: Path) -> None:
    pytest.importorskip("duckdb")
    question = (
        "SELECT ['a', NULL] l, {'x': 1, 'y': [2.5]} s, map {'k': 3} m, []::INT[] e, NULL::INT[] n"
    )
    table = run("sql", question, "--data", dataset, "--csv")
    assert table.exit_code == 0, table.output
    row = pd.read_csv(io.StringIO(table.output), dtype=str).to_dict("records")[0]
    expected = {"l": ["a", None], "s": {"x": 1, "y": [2.5]}, "m": {"k": 3}, "e": []}
    assert {name: json.loads(row[name]) for name in expected} == expected
    assert pd.isna(row["n"])
    printed = run("sql", question, "--data", dataset)
    assert printed.exit_code == 0
    for cell in expected.values():
        assert json.dumps(cell) in printed.output
    fans = run("sql", "SELECT game, list(fan) fans FROM win_fans GROUP BY game", "--data", dataset)
    assert fans.exit_code == 0
    assert '["' in fans.output


def test_whatever_sql_answers_can_be_written(dataset: Path) -> None:
    pytest.importorskip("duckdb")
    question = (
        "SELECT 10::HUGEINT ** 25 x, '\\xAA'::BLOB b, ['\\xAA'::BLOB] l, 'inf'::DOUBLE i, "
        "TIMESTAMP '2020-01-02 03:04:05' t, INTERVAL 3 DAY d, 0.1 f, NULL n, '\t' s"
    )
    result = run("sql", question, "--data", dataset, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == [
        {"x": 1e25, "b": "aa", "l": ["aa"], "i": None, "t": "2020-01-02T03:04:05",
         "d": "P3DT0H0M0S", "f": 0.1, "n": None, "s": "\t"},
    ]  # fmt: skip
    for options in ((), ("--csv",)):
        result = run("sql", question, "--data", dataset, *options)
        assert result.exit_code == 0, result.output
        assert "bytearray" not in result.output
        assert "aa" in result.output
    nothing = run("sql", "SELECT 1 a WHERE false", "--data", dataset, "--json")
    assert json.loads(nothing.output) == []


def test_two_formats_are_refused_before_anything_is_read() -> None:
    for command in (["stats", "win_rate", "/no/such"], ["sql", "SELECT 1", "--data", "/no/such"]):
        assert "--csv or --json, not both" in run(*command, "--csv", "--json").stderr


def test_sql_writes_and_reads_nothing_else(dataset: Path, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    before = sorted(dataset.rglob("*"))
    for question in (
        f"COPY wins TO '{tmp_path}/a.csv'",
        f"COPY wins TO '{dataset}/a.parquet'",
        "DROP VIEW wins",
        f"SELECT * FROM read_text('{RECORDS}/TZ-A00.json')",
        f"SELECT * FROM read_parquet('{dataset}/*/*.parquet')",
        "SET enable_external_access = true",
    ):
        result = run("sql", question, "--data", dataset)
        assert result.exit_code == 2, question
        assert result.stderr.startswith("error: ")
        assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []
    assert sorted(dataset.rglob("*")) == before


# report --------------------------------------------------------------------------------------


def test_report_of_a_dataset(dataset: Path, tmp_path: Path) -> None:
    result = run("report", dataset, "--out", tmp_path / "r")
    assert result.exit_code == 0, result.output
    assert "tables beside it" not in result.output
    assert [p.name for p in (tmp_path / "r").iterdir()] == ["report.html"]
    page = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "17 games in 2 sessions" in page
    result = run("report", dataset, "--out", tmp_path / "t", "--tables", "small")
    assert "and 7 tables beside it" in result.output
    assert run("report", dataset, "--out", tmp_path, "--tables", "x").exit_code == 2


def test_report_of_a_player(dataset: Path, tmp_path: Path) -> None:
    result = run("report", dataset, "--player", "P2", "--out", tmp_path / "r")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "P2: 17 games in 2 sessions" in page
    result = run("report", dataset, "--player", "P22", "--out", tmp_path / "s")
    assert result.exit_code == 2
    assert "P2" in result.stderr
    assert not (tmp_path / "s").exists()


# simulate ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "name"), [("native", "a.jsonl"), ("native", "a.jsonl.gz"),
                                            ("pku", "a.txt")])  # fmt: skip
def test_simulated_games_are_read_back(tmp_path: Path, form: str, name: str) -> None:
    out = tmp_path / name
    result = run("simulate", "20", "--seed", "4", "--out", out, "--format", form)
    assert result.exit_code == 0, result.output
    assert f"20 games, 1" in result.stderr  # noqa: F541  # ... wins
    results = list(replay_all([out]))
    games = [r for r in results if hasattr(r, "game")]
    assert len(games) == 20
    assert all(r.ok for r in results)
    sessions = [r for r in results if not hasattr(r, "game")]
    assert len(sessions) == (2 if form == "native" else 0)
    again = tmp_path / f"again-{name}"
    run("simulate", "20", "--seed", "4", "--out", again, "--format", form)
    assert out.read_bytes() == again.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([name, again.name])
    if name.endswith(".gz"):
        assert gzip.decompress(out.read_bytes()).startswith(b'{"mjlab"')


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--format", "tziakcha"], "not simulated as 'tziakcha'"),
        (["--format", "pku", "--walls", "one"], "duplicate walls and no flowers"),
        (["--format", "pku", "--flowers"], "duplicate walls and no flowers"),
        (["--walls", "three"], "unknown walls 'three'"),
        (["--rotation", "left"], "unknown rotation"),
        (["--ruleset", "chess"], "unknown ruleset"),
        (["--ruleset", "mcr_noflower", "--flowers"], "played without flowers"),
        (["--out", "/no/such/folder/a"], "there is no folder"),
    ],
)
def test_simulations_that_cannot_be(tmp_path: Path, options: list[str], said: str) -> None:
    result = run("simulate", "4", "--out", tmp_path / "a", *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_device_does_not_give_way_to_the_games(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path):
        result = run("simulate", "1", "--out", place)
        assert result.exit_code == 2
        assert "is no file to write to" in result.stderr
    assert (tmp_path / "pipe").is_fifo()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError(30, "Read-only file system", "some.tmp")

    monkeypatch.chdir(tmp_path)
    for method in ("open", "unlink"):
        monkeypatch.setattr(Path, method, refused)
    result = run("simulate", "1", "--out", "a.jsonl")
    assert result.exit_code == 2
    said = ["error: cannot write: Read-only file system", "  a.jsonl"]
    assert result.stderr.splitlines() == said


# convert -------------------------------------------------------------------------------------


def test_what_is_set_aside_is_listed_first_and_counted_then(tmp_path: Path) -> None:
    run("simulate", "14", "--out", tmp_path / "a.jsonl", "--flowers")
    result = run("convert", tmp_path / "a.jsonl", "--to", "pku", "--out", tmp_path / "a.txt")
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    listed = [line for line in lines if line.startswith("set aside: ")]
    assert len(listed) == 11
    total = int(lines[-2].split(", ")[1].split()[0])
    assert listed[-1] == f"set aside: {total - 10} more; all by their reasons:"
    counts = [int(line.split()[0]) for line in lines if line.startswith("   ")]
    assert sum(counts) == total == 15  # fourteen games and a session
    assert counts == sorted(counts, reverse=True)
