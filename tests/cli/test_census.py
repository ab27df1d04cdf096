"""``mjlab census``."""

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

from mjlab.cli import app
from mjlab.cli import console as progress
from mjlab.rules import FANS

NAMES = next(c.callback for c in app.registered_commands if c.callback.__name__ == "census")
NAMES = NAMES.__globals__  # what the command sees


def run(*arguments):
    return CliRunner().invoke(app, ["census", *arguments])


def test_everything():
    answer = run("--threads", "1")
    assert answer.exit_code == 0, answer.output
    lines = answer.stdout.splitlines()
    assert lines[0] == "self-drawn, seat E, round E, mcr1998_online"
    assert lines[1] == "27,919,573 hands, 187,059,571 wins"
    assert lines[2].startswith("physical: 13,257,769,189,488 hands, 185,608,768,652,832 wins")
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.strip()}
    assert rows["七对"] == ["Seven", "Pairs", "24", "16,416,432", "100,725,927", "8.45", "100%"]
    by_shape, by_score = "16,409,166", "100,725,990"
    row = f"七对      seven_pairs             {by_shape}    {by_score}   11.84%     100%"
    assert row in answer.stdout
    assert rows["九莲宝灯"] == ["Nine", "Gates", "88", "27", "27", "10,261,468", "100%"]
    assert "四杠" not in rows
    assert "share of physical wins that reach 8: 56.92%" in answer.stdout


@pytest.fixture
def narrow(monkeypatch):
    """A terminal of 80 columns; what is printed in it."""
    screen = io.StringIO()
    made = Console(file=screen, width=80, force_terminal=True, color_system=None, markup=False)
    monkeypatch.setitem(NAMES, "console", lambda **_: made)
    return screen


def test_names_are_whole_in_a_narrow_terminal(narrow):
    assert run("--discard", "--threads", "1").exit_code == 0
    text = narrow.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert " knitted_straight " in text
    assert " honors_and_knitted " in text
    text = text[text.index("English") :]  # the table of fan
    counting = 0
    for one in FANS:
        if f"\n {one.zh} " in text:
            counting += 1
            line = text.partition(f"\n {one.zh} ")[2]
            words = line[: line.index("\n ")].split() + line.split("\n")[1].split()
            assert set(one.en.split()) <= set(words)
    assert counting > 60


def test_one_fan_in_a_narrow_terminal(narrow):
    assert run("--discard", "--fan", "平和", "--threads", "1").exit_code == 0
    text = narrow.getvalue()
    assert "…" not in text
    assert "三色三同顺 Mixed" not in text  # names stand in two columns
    assert "Mixed Triple Chow" in text
    assert max(map(len, text.splitlines())) <= 80


def test_one_fan():
    answer = run("--discard", "--seat", "S", "--round", "W", "--fan", "清龙")
    assert answer.exit_code == 0, answer.output
    assert answer.stdout.startswith("by discard, seat S, round W, mcr1998_online\n清龙 Pure")
    assert "5,508 hands, 60,255 wins" in answer.stdout
    assert "1112345678999s+1s" in answer.stdout
    assert any(line.split()[:2] == ["喜相逢", "Mixed"] for line in answer.stdout.splitlines())


def test_examples_are_in_the_order_of_their_shares():
    answer = run("--fan", "清龙", "--threads", "1")
    assert "不求人  Fully Concealed Hand         >99.99%" in answer.stdout
    often = answer.stdout.partition("the most frequent")[2].partition("the highest")[0]
    shares = [float(word[:-1]) for word in often.split() if word.endswith("%")]
    assert len(shares) == 3
    assert shares == sorted(shares, reverse=True)
    rare = answer.stdout.partition("the rarest")[2]
    shares = [float(word) for word in rare.split() if "e-" in word]
    assert len(shares) == 3
    assert shares == sorted(shares)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--fan", "十三幺", "--melds", "4"], "must be concealed, and here sets are claimed.\n"
         "try: mjlab census --fan thirteen_orphans\n"),
        (["--fan", "碰碰和"], "四暗刻 Four Concealed Pungs, which implies it.\n"
         "try: mjlab census --discard --fan all_pungs\n"),
        (["--fan", "melded hand"], "try: mjlab census --melds 4 --discard --fan melded_hand\n"),
        (["--fan", "三杠"], "it never counts: The census counts hands without kongs"),
        (["--fan", "喜相逢", "--query", "flush=full"], "leave --query out"),
    ],
)  # fmt: skip
def test_why_a_fan_never_counts(arguments, said):
    answer = run(*arguments, "--threads", "1")
    assert answer.exit_code == 0, answer.output
    assert said in answer.stdout


def test_odds_within_a_query_are_said_to_be_so():
    answer = run("--query", "fans=Half Flush total=16-", "--fan", "清龙", "--threads", "1")
    assert answer.exit_code == 0, answer.output
    assert "one in 10.41 physical wins of the query" in answer.stdout


def test_the_folder_is_looked_at_before_anything_is_counted(tmp_path):
    (tmp_path / "file").write_text("")
    answer = run("--out", str(tmp_path / "file"))
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert "a file is in the way" in answer.stderr
    assert "hint: a folder, e.g. every_hand" in answer.stderr


def test_a_long_count_says_so_where_no_bar_can_be_seen(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    answer = run("--threads", "1", "--query", "fans=all_pungs")
    assert answer.stderr == "counting every hand; the first run of all compiles\n"


def test_a_query():
    answer = run(
        "--query", "only=19m19p19s1234567z total=88- without_fans=十三幺", "--threads", "1"
    )
    assert answer.exit_code == 0, answer.output
    assert "without_fans=thirteen_orphans total=88-" in answer.stdout.splitlines()[0]
    answer = run("--query", "only=1m2m", "--ruleset", "MCR2006")
    assert answer.stdout == "self-drawn, seat E, round E, mcr2006, only=12m\nno hand is like this\n"


def test_written_to_a_folder(tmp_path):
    answer = run("--query", "fans=nine_gates", "--out", str(tmp_path / "all"))
    assert answer.exit_code == 0, answer.output
    assert "written: 7 files in " in answer.stdout
    assert (tmp_path / "all" / "fan_table.parquet").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--query", "colour=red"], "is no condition"),
        (["--fan", "chess"], "'mjlab fans' lists all"),
        (["--fan", "dragon"], "大三元 big_three_dragons or "),
        (["--fan", "天和"], "regional"),
        (["--melds", "7"], "--melds 7"),
        (["--seat", "X"], "--seat X"),
        (["--ruleset", "chess"], "unknown ruleset"),
        (["--threads", "0"], "--threads 0"),
    ],
)
def test_what_is_refused(arguments, message):
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert message in answer.stderr
