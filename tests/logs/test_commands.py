"""mjlab convert, and mjlab check of the other sources."""

import pytest
from typer.testing import CliRunner

from mjlab.cli.app import app
from mjlab.logs import read_paths
from tests.support import log_games, pmn_sample, sheet_sample

runner = CliRunner()


def run(*words, **options):
    return runner.invoke(app, [str(word) for word in words], **options)


@pytest.fixture
def hands(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(log_games.to_pku(log_games.random_game(n)) for n in range(3)))
    return path


def test_convert(tmp_path, hands, records):
    out = tmp_path / "out.jsonl.gz"
    result = run("convert", hands, records, "--out", out)
    assert result.exit_code == 0
    assert "20 hands and 1 session written as native, 1 set aside" in result.stderr
    assert "set aside: " in result.stderr
    assert len(list(read_paths([out]))) == 21
    assert run("convert", hands, records, "--out", out, "--strict").exit_code == 1


def test_convert_to_standard_output(hands):
    result = run("convert", hands, "--to", "pmn", "--out", "-")
    assert result.stdout.count("[Play ") == 3
    assert result.stderr.strip().endswith("3 hands written as pmn, 0 set aside")


def test_convert_from_standard_input(tmp_path, hands):
    out = tmp_path / "o.txt"
    result = run("convert", "-", "--to", "pku", "--out", out, input=hands.read_text())
    assert (result.exit_code, out.read_text().count("Match ")) == (0, 3)


def test_convert_what_has_no_place(tmp_path, records):
    out = tmp_path / "out.txt"
    result = run("convert", records, "--to", "pku", "--out", out)
    assert result.exit_code == 1
    assert "PKU text cannot hold flowers" in result.stderr
    assert "no hand was written" in result.stderr


def test_convert_wrong_arguments(tmp_path, hands):
    for words, said in (
        (("convert", hands, "--to", "xml", "--out", tmp_path / "x"), "no format is called 'xml'"),
        (("convert", hands, "--to", "pku", "--out", hands), "is one of the files to be read"),
        (("convert", tmp_path / "no", "--out", tmp_path / "x"), "there is no file or folder"),
        (("convert", hands, "--to", "botzone", "--out", tmp_path / "a.json"), "holds one hand"),
    ):
        result = run(*words)
        assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("convert", empty, "--out", tmp_path / "x").exit_code == 1


def test_names_cannot_steer_the_terminal(tmp_path):
    path = tmp_path / "a.pmn"
    path.write_text(pmn_sample.changed(PWind="\x1b[31m"), encoding="utf-8")
    result = run("convert", path, "--out", tmp_path / "x")
    assert "\x1b" not in result.stderr
    assert "the round wind is E, S, W or N" in result.stderr


def test_check_tells_faults_and_differences(tmp_path):
    head, rows = sheet_sample.HANDS, sheet_sample.ROWS
    (tmp_path / "hands.csv").write_text("\n".join([head, *rows]))
    totals = sheet_sample.TOTALS[:-1] + "1"
    (tmp_path / "tables.csv").write_text("\n".join([sheet_sample.TABLES, totals]))
    unfinished = pmn_sample.changed(Play="T0b5D0z1", Fan="None None None None", Result="0 0 0 0")
    (tmp_path / "a.pmn").write_text(unfinished)
    result = run("check", tmp_path)
    assert result.exit_code == 0, result.output
    assert "note: tournament Cup round 1 table 1: 5 hands" in result.stdout
    assert "the recorded totals differ by" in result.stdout
    assert result.stdout.splitlines()[-1] == (
        "1 game replayed, 5 known by their results only: every event is legal and every recorded"
        " fact is confirmed. 1 game not played to the end: in no statistic."
    )


def test_check_of_all_samples(shared):
    result = run("check", shared)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == (
        "45 games replayed, 355 known by their results only: every event is legal and every"
        " recorded fact is confirmed. 2 games not played to the end: in no statistic."
        " 13 records set aside."
    )
