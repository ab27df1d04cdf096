from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mjlab.cli import app
from mjlab.cli.console import clean
from tests.support.paths import RECORDS

HAND = "[123m][456m][789m]123p5z+5z"


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [str(a) for a in arguments])


def record(**changes: Any) -> dict[str, Any]:
    """The record of one hand, with some fields changed."""
    read: dict[str, Any] = json.loads((RECORDS / "TZ-A00.json").read_text(encoding="utf-8"))
    return read | changes


def write(path: Path, content: dict[str, Any]) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def with_total(total: int) -> dict[str, Any]:
    changed = record()
    changed["step"]["y"][0]["f"] = total
    return changed


# score ---------------------------------------------------------------------------------------


def test_score_tells_fan_and_total() -> None:
    result = run("score", HAND, "--seat", "S")
    assert result.exit_code == 0
    assert "清龙 Pure Straight" in result.output
    assert "19 fan, 8 are needed" in result.output


def test_score_knows_the_circumstances() -> None:
    options = ["--round", "S", "--seat", "W", "--self-drawn", "--wall-last", "--flowers", "2"]
    result = run("score", "[123m]456m789p1123s+4s", *options, "--json")
    told = json.loads(result.output)
    assert told["win"]["flags"] == {
        "round": "S", "seat": "W", "self_drawn": True, "wall_last": True, "flowers": 2,
    }  # fmt: skip
    keys = {fan["key"] for fan in told["fans"]}
    assert {"last_tile_draw", "flower_tiles"} <= keys
    assert told["total"] == sum(f["count"] * f["value"] for f in told["fans"])
    assert told["fan_total"] == told["total"] - 2


@pytest.mark.parametrize(
    ("option", "hand", "more", "key"),
    [
        ("--last-of-kind", "[123m][456m][789m]123p5z+5z", [], None),
        ("--last-of-kind", "123456m234p55s67s+8s", [], "last_tile"),
        ("--kong-replacement", "{1111s}123456m44p67p+8p", ["--self-drawn"],
         "out_with_replacement_tile"),
        ("--robbing-kong", "123456m234p55s67s+8s", [], "robbing_the_kong"),
    ],
)  # fmt: skip
def test_score_takes_each_circumstance(
    option: str, hand: str, more: list[str], key: str | None
) -> None:
    result = run("score", hand, option, *more, "--json")
    if key is None:  # one of the three others stands in the winner's hand
        assert result.exit_code == 2
    else:
        assert key in {fan["key"] for fan in json.loads(result.output)["fans"]}


def test_fan_are_named_in_the_language_asked_for() -> None:
    han = re.compile("[\u4e00-\u9fff]")
    assert "清龙 Pure Straight" in run("score", HAND).output
    chinese = run("score", HAND, "--language", "ZH").output
    assert "清龙  " in chinese
    assert "Straight" not in chinese
    assert "Pure" not in run("fans", "chow", "--language", "zh").output.replace("pure", "")
    assert not han.search(run("fans", "kong", "--language", "en").output)
    assert "Pure Straight" in run("fans", "清龙", "--language", "en").output
    assert run("fans", "kong", "--language", "both").output == run("fans", "kong").output
    assert "no ruleset here: 天和 Blessing of Heaven, 地和" in run("fans", "a").output


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["score", HAND, "--seat", "Q"], "--seat E (or S, W, N; 东 南 西 北)"),
        (["score", HAND, "--kong-replacement"], "--self-drawn"),
        (["score", HAND, "--robbing-kong", "--self-drawn"], "without --self-drawn"),
        (["score", HAND, "--flowers", "1", "--ruleset", "mcr_noflower"], "--flowers 0, or another"),
        (["score", "[W1 W2 W3] 4p", "--dialect", "native"], "--dialect botzone, if all of it is"),
        (["waits", "123m456p789s1122z", "--visible", "1111z"], "--visible is what lies face up"),
        (["census", "--seat", "Q"], "--seat E (or S, W, N; 东 南 西 北)"),
        (["score", "123m456p789s11222z"], "123m456p789s1122z+2z"),
        (["explain", HAND], "mjlab score --explain"),
        (["explian", HAND], "mjlab score --explain"),
        (["shanten", HAND], "mjlab waits"),
        (["Scor", HAND], "mjlab score"),
        (["xyz"], "mjlab --help lists the commands"),
    ],
)
def test_hints_speak_of_options(arguments: list[str], hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert not re.search(r"[a-z_]+=", result.stderr)


def test_what_the_user_wrote_is_told_as_written() -> None:
    assert "--seat seat=S is not a wind" in run("score", HAND, "--seat", "seat=S").stderr


def test_score_lists_the_highest_fan_first() -> None:
    hand = "{3333p}[7777s][123m]456m8p+8p"
    values = [fan["value"] for fan in json.loads(run("score", hand, "--json").output)["fans"]]
    assert values[0] == 5
    assert values == sorted(values, reverse=True)
    assert "明暗杠" in run("score", hand).output.splitlines()[1]


def test_score_reads_dialects_and_rulesets() -> None:
    result = run("score", "[CCCC,1][123m]456m789p9s9s", "--dialect", "helper", "--json")
    assert json.loads(result.output)["hand"].startswith("[7777z,1]")
    result = run("score", HAND, "--ruleset", "mcr2006", "--json")
    assert json.loads(result.output)["ruleset"] == "mcr2006"


def test_score_explains() -> None:
    result = run("score", HAND, "--explain")
    assert len(result.output.splitlines()) > 6
    told = json.loads(run("score", HAND, "--explain", "--json").output)
    assert told["explanation"].strip() == result.output.strip()
    assert "explanation" not in json.loads(run("score", HAND, "--json").output)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "123x"], "'x' is not a tile"),
        (["score", "123456m234p5567s"], "the winning tile is missing"),
        (["score", "123m456p789s1122z+3z"], "3z does not complete the hand"),
        (["score", HAND, "--seat", "Q"], "--seat Q is not a wind"),
        (["score", HAND, "--flowers", "9"], "9 flowers cannot be"),
        (["explain", HAND], "there is no command 'explain'"),
        (["score", HAND, "--ruleset", "x"], "unknown ruleset 'x'"),
        (["score", HAND, "--dialect", "x"], "unknown dialect 'x'"),
        (["score", HAND, "--kong-replacement"], "a kong replacement is a self-drawn tile"),
        (["score", HAND, "--language", "fr"], "unknown language 'fr'"),
        (["fans", "--language", "fr"], "unknown language 'fr'"),
        (["score", HAND, "--explain", "--language", "fr"], "unknown language 'fr'"),
        (["fans", "xyzzy"], "no fan is called 'xyzzy'"),
        (["fans", " "], "no fan is called ' '"),
        (["report", str(RECORDS), "--players", "x"], "players cannot be told apart 'x'"),
        (["report", "/no/such/place"], "there is no file or folder"),
        (["check", "/no/such/place"], "there is no file or folder"),
        (["check", ".", "--ruleset", "x"], "unknown ruleset 'x'"),
    ],
)
def test_wrong_input_is_told_without_a_traceback(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert f"error: {said}" in result.stderr
    assert "Traceback" not in result.output
    assert not result.stdout


def test_the_caret_stands_below_the_fault() -> None:
    lines = run("score", "12m3x").stderr.splitlines()
    assert lines[1].index("x") == lines[2].index("^")


@pytest.mark.parametrize(
    "parts",
    [
        ["123m 456m 789m 123p 5z +5z"],
        ["123m", "456m", "789m", "123p", "5z", "+5z"],
        ["123m", "456m", "789m", "123p", "5z", "+", "5z"],
        ["一二三万", "四五六万", "七八九万", "一二三饼", "白", "+白"],
    ],
)
def test_a_hand_may_come_in_parts(parts: list[str]) -> None:
    told = json.loads(run("score", *parts, "--json").output)
    assert told["hand"] == "123456789m123p5z+5z"


@pytest.mark.parametrize("language", ["en", "zh", "both", "ZH"])
def test_score_explains_in_a_language(language: str) -> None:
    text = run("score", HAND, "--explain", "--language", language).output
    assert ("Counted" in text) == (language in ("en", "both"))
    assert ("计番" in text) == (language != "en")
    told = json.loads(run("score", HAND, "--explain", "--json", "--language", language).output)
    assert told["explanation"].strip() == text.strip()


@pytest.mark.parametrize("name", ["MCR2006", " mcr2006", "Online", "MCR1998_online"])
def test_names_are_read_whatever_their_case(name: str) -> None:
    assert run("score", HAND, "--ruleset", name, "--dialect", "Native").exit_code == 0
    assert run("fans", "平和", "--ruleset", name).exit_code == 0


def test_near_names_are_told() -> None:
    assert "hint: mcr1998?" in run("score", HAND, "--ruleset", "mcr98").stderr
    assert "mcr_beginner" in run("check", RECORDS, "--ruleset", "beginer").stderr
    assert "online" in run("score", HAND, "--ruleset", "riichi").stderr
    assert "hint: native?" in run("score", HAND, "--dialect", "natve").stderr
    assert "pure_straight" in run("fans", "pure straigt").stderr


def test_help_lists_the_dialects() -> None:
    from mjlab.cli.inputs import DIALECT_HELP
    from mjlab.notation import DIALECTS

    text = " ".join(run("score", "--help").output.split())
    assert DIALECT_HELP in text
    assert DIALECT_HELP.replace(" or ", ", ").split(", ") == ["auto", *DIALECTS]


# fans and rulesets ---------------------------------------------------------------------------


def test_all_fan_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    result = run("fans")
    assert result.exit_code == 0
    assert "big_four_winds" in result.output
    assert len([line for line in result.output.splitlines() if line.strip()]) == 82 + 2


@pytest.mark.parametrize("name", ["all_chows", "平和", "All Chows", "all chows"])
def test_one_fan_is_told(name: str) -> None:
    result = run("fans", name)
    assert "平和 All Chows (píng hú)" in result.output
    assert "无字 No Honors" in result.output


@pytest.mark.parametrize("name", ["ping hu", "pinghu", "PING HU", "píng hú", "all-chows"])
def test_fan_are_known_by_pinyin_without_tones(name: str) -> None:
    assert "平和 All Chows (píng hú)" in run("fans", name).output
    assert "平和 All Chows (píng hú)" in run("fans", *name.split()).output


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("pure", ["pure_straight", "pure_triple_chow", "pure_double_chow"]),
        ("花", ["mixed_straight", "flower_tiles", "out_with_replacement_tile"]),
        ("gang", ["melded_kong", "four_kongs"]),
        ("dragon", ["dragon_pung", "big_three_dragons"]),
    ],
)
def test_fan_are_searched(name: str, found: list[str]) -> None:
    result = run("fans", name)
    assert result.exit_code == 0
    assert all(key in result.output for key in found)
    assert "all_chows" not in result.output


def test_regional_fan_are_said_to_be_such() -> None:
    from mjlab.rules import LOCAL_FANS

    for one in LOCAL_FANS:
        output = run("fans", one.zh[0]).output
        assert one.key in output
        assert "egional" in output


def test_values_follow_the_ruleset() -> None:
    said = [
        run("fans", "双暗杠", "--ruleset", name).output for name in ("mcr1998_online", "mcr2014")
    ]
    assert "value: 6 (mcr1998_online)" in said[0]
    assert "value: 8 (mcr2014)" in said[1]


def test_what_a_list_lacks_is_told() -> None:
    said = run("fans", "明暗杠", "--ruleset", "mcr1998").output
    assert "value: not in the list: 暗杠 Concealed Kong 2 + 明杠 Melded Kong 1 (mcr1998)" in said
    assert "not known" not in said


@pytest.mark.parametrize(("name", "key"), [("门清", "concealed_hand"), ("单吊", "single_wait")])
def test_fan_are_known_by_nicknames(name: str, key: str) -> None:
    assert f"key: {key}" in run("fans", name).output


def test_fan_fit_the_terminal_with_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.cells import cell_len

    monkeypatch.setenv("COLUMNS", "80")
    said = run("fans").output
    assert max(map(cell_len, said.splitlines())) <= 80
    assert "…" not in said
    assert "seven_shifted_pairs" in said
    assert max(map(cell_len, run("fans", "双暗杠").output.splitlines())) <= 80


def test_rulesets_are_listed() -> None:
    result = run("rulesets")
    for said in (
        "mcr1998_online",
        "the default",
        "mcr_beginner",
        "min_fan=4",
        "online: another name",
    ):
        assert said in result.output


# report and check ----------------------------------------------------------------------------


def test_report_of_the_sample(tmp_path: Path) -> None:
    result = run(
        "report", RECORDS, "--out", tmp_path / "r", "--title", "A night", "--date", "May 1"
    )
    assert result.exit_code == 0
    assert (
        "17 games in 2 sessions, 17 wins\n17 games replayed: every event is legal" in result.output
    )
    assert "+62" in result.output
    page = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "<title>A night</title>" in page
    assert "Made May 1." in page


def test_report_of_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a log", encoding="utf-8")
    result = run("report", tmp_path, "--out", tmp_path / "r")
    assert result.exit_code == 1
    assert "no game could be read" in result.stderr
    assert "notes.txt: the format is not one of" in result.stderr.replace("\n", "")
    assert "notes.txt" in (tmp_path / "r" / "problems.csv").read_text(encoding="utf-8-sig")


def test_few_reasons_are_printed(tmp_path: Path) -> None:
    for i in range(5):
        (tmp_path / f"{i}.txt").write_text("not a log", encoding="utf-8")
    result = run("report", tmp_path, "--out", tmp_path / "r")
    assert "2.txt: " in result.stderr
    assert "3.txt" not in result.stderr
    assert "2 more in problems.csv" in result.stderr


def test_a_report_of_no_file_is_not_written(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    result = run("report", logs, "--out", tmp_path / "r")
    assert result.exit_code == 1
    assert f"error: no log files in {logs}" in result.stderr
    assert not (tmp_path / "r").exists()


def test_report_says_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("report", RECORDS / "TZ-A00.json")
    assert f"written: {tmp_path / 'report' / 'report.html'} and 9 tables" in result.output
    assert "1 game in 1 session, 1 win\n1 game replayed: every" in result.output


def test_report_tells_of_names_in_several_sessions(tmp_path: Path) -> None:
    result = run("report", RECORDS, "--out", tmp_path / "r")
    assert "note: 4 names in more than one session or single game (P0, P1, P2, P3)" in result.output
    assert "by-session" in (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    result = run("report", RECORDS, "--out", tmp_path / "r", "--players", "by-session")
    assert "note:" not in result.output
    assert "P0 (tziakcha TZ-B)" in result.output
    assert "note:" not in run("report", RECORDS / "TZ-A00.json", "--out", tmp_path / "r").output


def test_report_is_strict_on_request(tmp_path: Path) -> None:
    log = write(tmp_path / "a.json", with_total(31))
    out = tmp_path / "r"
    assert run("report", log, "--out", out).exit_code == 0
    result = run("report", log, "--out", out, "--strict")
    assert result.exit_code == 1
    assert "problems.csv" in result.stderr
    assert (out / "report.html").exists()


def test_report_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("in the way", encoding="utf-8")
    result = run("report", RECORDS / "TZ-A00.json", "--out", tmp_path / "r")
    assert result.exit_code == 2
    assert "folder cannot be made" in result.stderr


def test_check_of_the_sample() -> None:
    result = run("check", RECORDS)
    assert result.exit_code == 0
    assert "17 games replayed: every event is legal" in result.output
    assert "confirmed. 1 record set aside." in result.output
    assert run("check", RECORDS, "--strict").exit_code == 1


def test_check_lists_what_disagrees(tmp_path: Path) -> None:
    result = run("check", write(tmp_path / "a.json", with_total(31)))
    assert result.exit_code == 1
    assert "total is recorded as 31, ours is 30" in result.output


def test_check_lists_illegal_events(tmp_path: Path) -> None:
    changed = record()
    actions = changed["step"]["a"]
    discard = next(i for i, a in enumerate(actions) if a[0] & 15 == 2)
    del actions[discard]
    result = run("check", write(tmp_path / "a.json", changed))
    assert result.exit_code == 1
    assert (
        "1 game replayed: 1 illegal event, 0 recorded facts not confirmed. 1 game not"
        in result.output
    )


def test_check_of_nothing_fails(tmp_path: Path) -> None:
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "no log files in" in result.stderr
    (tmp_path / "notes.txt").write_text("not a log", encoding="utf-8")
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "no hand could be read" in result.stderr


def test_one_is_not_many(tmp_path: Path) -> None:
    assert "1 game replayed: every event" in run("check", RECORDS / "TZ-A00.json").output
    result = run("check", write(tmp_path / "a.json", with_total(31)))
    assert "1 game replayed: 0 illegal events, 2 recorded facts not confirmed." in result.output


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    changed = record(id="A\x1b[2J")
    for player in changed["step"]["p"]:
        player["n"] += "\x1b[31m[bold red]"
    log = write(tmp_path / "a.json", changed)
    for result in (run("report", log, "--out", tmp_path / "r"), run("check", log)):
        assert "\x1b" not in result.output
    assert r"P0\x1b[31m[bold red]" in run("report", log, "--out", tmp_path / "r").output
    assert clean("P0\r\x07\u202e") == "P0???"


def test_no_name_stops_a_report(tmp_path: Path) -> None:
    """Lone surrogates in names and ids, and names of files that are not UTF-8."""
    logs = tmp_path / "logs"
    logs.mkdir()
    changed = record(id="a\ud800", belongs="b\udfff")
    changed["step"]["p"][0]["n"] = "\ud800\u202e"
    write(logs / "a.json", changed)
    for name in (b"\xff.json", b"\xe9.txt"):
        try:
            Path(os.fsdecode(os.path.join(os.fsencode(logs), name))).write_text("[]")  # noqa: PTH118
        except OSError:
            pytest.skip("this file system takes names in UTF-8 only")
    result = run("report", logs, "--out", tmp_path / "r")
    assert result.exit_code == 0, result.output
    assert r"\ud800\u202e" in result.output
    assert "1 game in 1 session" in result.output
    assert r"\udcff.json" in (tmp_path / "r" / "problems.csv").read_text(encoding="utf-8-sig")
    assert run("check", logs).exit_code == 0


def test_a_long_read_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    from mjlab.cli import console as progress

    def screen(*, stderr: bool = False) -> Console:
        return Console(stderr=stderr, force_terminal=True)

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "console", screen)
    result = run("check", RECORDS)
    assert result.exit_code == 0
    assert "17 games replayed" in result.stdout
    assert " hands" in result.stderr


def test_a_long_silence_is_explained_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rich.console import Console

    from mjlab.cli import console as progress

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    with progress.late_bar(total=2) as shown:
        time.sleep(0.1)
        shown(completed=1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "console", lambda stderr: Console(
        stderr=stderr, force_terminal=True, width=200))  # fmt: skip
    for done in (0, 1):
        with progress.late_bar(total=2) as shown:
            if done:
                shown(completed=1)
            time.sleep(0.1)
        assert ("at first use" in capsys.readouterr().err) == (not done)


# the program ---------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert run("--version").output.startswith("mjlab 0.")
    for command in ([], ["report"], ["score"], ["check"], ["fans"], ["rulesets"]):
        result = run(*command, "--help")
        assert result.exit_code == 0
        assert "Usage:" in result.output


def mjlab(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from mjlab.cli import main; main()", *arguments],
        capture_output=True,
        env=os.environ | environment,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "gbk", "utf-8"])
def test_any_terminal_will_do(encoding: str) -> None:
    for arguments in (("fans",), ("fans", "平和"), ("score", HAND), ("score", "一二x")):
        done = mjlab(*arguments, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert done.returncode == (2 if arguments[-1] == "一二x" else 0)
        assert b"Traceback" not in done.stderr
        assert b"UnicodeEncodeError" not in done.stderr


def test_help_is_quick() -> None:
    heavy = "pandas, matplotlib, scipy, numba, pandera, jinja2"
    code = (
        "import sys; from mjlab.cli import app\n"
        f"print([m for m in '{heavy}'.split(', ') if m in sys.modules])"
    )
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
    assert time.perf_counter() - started < 5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize(
    "arguments",
    [["fans"], ["rulesets"], ["score", HAND], ["check", str(RECORDS)], ["--help"], ["--version"]],
)
def test_an_output_that_is_full_is_told(arguments: list[str]) -> None:
    code = "from mjlab.cli import main; main()"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], stdout=full, stderr=subprocess.PIPE,
            check=False,
        )  # fmt: skip
        assert done.returncode == 3
        assert done.stderr.startswith(b"error: cannot write the output: No space left")
        assert b"Traceback" not in done.stderr
        assert b"Exception" not in done.stderr
        both = subprocess.run([sys.executable, "-c", code, *arguments], stdout=full, stderr=full,
                              check=False)  # fmt: skip
        assert both.returncode == 3


def test_a_closed_pipe_is_no_fault() -> None:
    code = "from mjlab.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "fans"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
