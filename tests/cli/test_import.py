from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mjlab.cli.app import app
from mjlab.dataset import Dataset, importing
from tests.support.paths import RECORDS


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_import_adds_games_and_says_so(tmp_path: Path) -> None:
    result = run("import", RECORDS, "--to", tmp_path / "ds", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "17 games added in" in result.output
    assert "5 self-drawn, 12 won on a discard" in result.output
    assert "17 games in 2 sessions, 17 wins, 807 discards, 1 problem" in result.output
    assert "note: 4 names in more than one session or single game (P0, P1, " in result.stderr
    assert Dataset.open(tmp_path / "ds").count("games") == 17


def test_the_second_time_it_says_what_was_skipped(tmp_path: Path) -> None:
    run("import", RECORDS, "--to", tmp_path / "ds", "--workers", "1")
    result = run("import", RECORDS, "--to", tmp_path / "ds", "--workers", "1")
    assert result.exit_code == 0
    assert "0 games added" in result.output
    assert "19 files imported before: TZ-A00.json, TZ-B00.json" in result.output
    (tmp_path / "copy.json").write_bytes((RECORDS / "TZ-B05.json").read_bytes() + b" ")
    result = run("import", tmp_path / "copy.json", "--to", tmp_path / "ds")
    assert "problems: 1 record set aside (1 game whose id was there before)" in result.output
    assert "17 games in" in result.output


def test_a_dataset_is_no_log(tmp_path: Path) -> None:
    run("import", RECORDS / "TZ-B00.json", "--to", tmp_path / "ds", "--workers", "1")
    for command in (["check", tmp_path / "ds"], ["import", tmp_path / "ds", "--to", tmp_path / "x"],
                    ["convert", tmp_path / "ds", "--out", tmp_path / "a.jsonl"]):  # fmt: skip
        result = run(*command)
        assert result.exit_code == 2, command
        assert "a dataset holds no logs, which are needed here" in result.stderr
    assert not (tmp_path / "x").exists()


def test_import_of_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    result = run("import", tmp_path / "logs", "--to", tmp_path / "ds")
    assert result.exit_code == 1
    assert "no log files in" in result.stderr
    assert not (tmp_path / "ds").exists()
    (tmp_path / "logs" / "notes\x1b.txt").write_text("not a log", encoding="utf-8")
    result = run("import", tmp_path / "logs", "--to", tmp_path / "ds")
    assert result.exit_code == 1
    assert "no game could be read" in result.stderr
    assert "\x1b" not in result.stderr + result.output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ruleset", "chess"], "unknown ruleset"),
        (["--players", "by-table"], "cannot be told apart"),
        (["--workers", "0"], "not a number of processes"),
    ],
)
def test_wrong_arguments_are_told(tmp_path: Path, options: list[str], said: str) -> None:
    result = run("import", RECORDS, "--to", tmp_path / "ds", *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_other_settings_are_refused(tmp_path: Path) -> None:
    run("import", RECORDS / "TZ-B00.json", "--to", tmp_path / "ds", "--ruleset", "mcr2006")
    result = run("import", RECORDS, "--to", tmp_path / "ds", "--ruleset", "mcr1998")
    assert result.exit_code == 2
    assert "wins are scored by mcr2006 in this dataset, not mcr1998" in result.stderr


def test_an_interrupt_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "import_logs", interrupted)
    result = run("import", RECORDS, "--to", tmp_path / "ds")
    assert result.exit_code == 130
    assert "what was imported is kept" in result.stderr


def test_an_import_that_was_not_finished_is_told(tmp_path: Path) -> None:
    run("import", RECORDS / "TZ-B00.json", "--to", tmp_path / "ds")
    assert "not finished" not in run("stats", "win_rate", tmp_path / "ds").stderr
    (tmp_path / "ds" / "sessions.json").unlink()
    said = "is not finished, its sessions are not added up"
    for command in (["stats", "win_rate", tmp_path / "ds"],
                    ["sql", "SELECT 1", "--data", tmp_path / "ds"],
                    ["report", tmp_path / "ds", "--out", tmp_path / "r"]):  # fmt: skip
        result = run(*command)
        assert result.exit_code == 0
        assert said in " ".join(result.stderr.split()), command


def test_commands_say_the_same_of_the_same_logs(tmp_path: Path) -> None:
    log = json.loads((RECORDS / "TZ-A00.json").read_text(encoding="utf-8"))
    log["step"]["y"][0]["f"] = 31
    (tmp_path / "a.json").write_text(json.dumps(log), encoding="utf-8")
    said = "0 illegal events, 2 recorded facts not confirmed"
    assert said in run("check", tmp_path / "a.json").output
    assert said in run("import", tmp_path / "a.json", "--to", tmp_path / "ds").output
    assert said in " ".join(run("report", tmp_path / "ds", "--out", tmp_path / "r").output.split())
    assert said in (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
