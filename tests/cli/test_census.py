"""``mjlab census``."""

import pytest
from typer.testing import CliRunner

from mjlab.cli import app


def run(*arguments):
    return CliRunner().invoke(app, ["census", *arguments])


def test_everything():
    answer = run("--threads", "1")
    assert answer.exit_code == 0, answer.output
    lines = answer.stdout.splitlines()
    assert lines[0] == "self-drawn, seat E, round E, mcr1998_online"
    assert lines[1].startswith("27,919,573 hands, 187,059,571 pairs; physical: 13,257,769,189,488")
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.strip()}
    assert rows["seven_pairs"] == ["16,409,166", "100,725,990", "11.84%", "100.00%"]
    assert rows["九莲宝灯"] == ["Nine", "Gates", "88", "27", "27", "10,261,468", "100.00%"]
    assert "四杠" not in rows
    assert "reach: 8: 56.92%" in answer.stdout


def test_one_fan():
    answer = run("--discard", "--seat", "S", "--round", "W", "--fan", "清龙")
    assert answer.exit_code == 0, answer.output
    assert answer.stdout.startswith("by discard, seat S, round W, mcr1998_online\n清龙 Pure")
    assert "5,508 hands, 60,255 pairs" in answer.stdout
    assert "1112345678999s+1s" in answer.stdout
    assert any(line.split()[:2] == ["喜相逢", "Mixed"] for line in answer.stdout.splitlines())
    answer = run("--melds", "4", "--fan", "thirteen_orphans")
    assert answer.stdout.endswith("十三幺 Thirteen Orphans, 88 fan\nit never counts\n")


def test_a_query():
    answer = run(
        "--query", "only=19m19p19s1234567z total=88- without_fans=十三幺", "--threads", "1"
    )
    assert answer.exit_code == 0, answer.output
    assert "without_fans=thirteen_orphans total=88-" in answer.stdout.splitlines()[0]
    answer = run("--query", "only=1m2m", "--ruleset", "MCR2006")
    assert (
        answer.stdout == "self-drawn, seat E, round E, mcr2006, only=1m2m\nno hand is like this\n"
    )


def test_written_to_a_folder(tmp_path):
    pytest.importorskip("pyarrow")
    answer = run("--query", "fans=nine_gates", "--out", str(tmp_path / "all"))
    assert answer.exit_code == 0, answer.output
    assert "written: 7 files in " in answer.stdout
    assert (tmp_path / "all" / "fan_table.parquet").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--query", "colour=red"], "is no condition"),
        (["--fan", "chess"], "no fan is called"),
        (["--melds", "7"], "melds=7"),
        (["--seat", "X"], "seat='X'"),
        (["--ruleset", "chess"], "unknown ruleset"),
        (["--threads", "0"], "threads=0"),
    ],
)
def test_what_is_refused(arguments, message):
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert message in answer.stderr
