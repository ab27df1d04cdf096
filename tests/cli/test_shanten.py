"""``mjlab waits`` and ``mjlab discards``."""

import json

from typer.testing import CliRunner

from mjlab.cli import app


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_waits():
    answer = run("waits", "1234444678m", "456p")
    assert answer.exit_code == 0, answer.output
    assert answer.stdout == "waits for 1m×3 4m×0: 3 tiles (regular)\n"
    answer = run("waits", "123m456p78s11223z", "--visible", "6s")
    assert answer.stdout == "not ready; shanten 1, 11 tiles: 6s×3 9s×4 1z×2 2z×2 (regular)\n"


def test_waits_as_json():
    told = json.loads(run("waits", "22334455p77779s", "--json").stdout)
    assert told["waits"] == told["waits_by_shape"] == ["8s", "9s"]
    assert told["by_form"] == {"regular": ["8s"], "seven_pairs": ["9s"]}
    assert (told["shanten"], told["live"]) == (0, 7)


def test_discards(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    answer = run("discards", "[123m]45678p99s1234z", "--visible", "1z")
    assert answer.exit_code == 0, answer.output
    assert answer.stdout.splitlines()[1].split()[:3] == ["1z", "2", "22"]
    told = json.loads(run("discards", "11223344556677m", "--form", "seven-pairs", "--json").stdout)
    assert {row["shanten"] for row in told["discards"]} == {0}
    assert told["discards"][0] == {
        "discard": "1m",
        "shanten": 0,
        "forms": ["seven_pairs"],
        "useful": {"1m": 2},
        "live": 2,
        "kinds": 1,
    }


def test_errors():
    answer = run("discards", "123m456p789s1122z")
    assert answer.exit_code == 2
    assert "13 standing tiles have none to spare" in answer.stderr
    answer = run("waits", "12q")
    assert answer.exit_code == 2
    answer = run("discards", "11223344556677m", "--form", "seven_pair")
    assert "seven_pairs 七对?" in answer.stderr
    answer = run("waits", "123m456p789s1122z", "--dialect", "x")
    assert answer.exit_code == 2


def test_a_winning_tile_is_sent_to_score():
    answer = run("waits", "123m456p789s1122z+1z")
    assert answer.exit_code == 2
    assert "a hand has no winning tile" in answer.stderr
    assert "leave '+' and the tile out" in answer.stderr
    assert "mjlab score" in answer.stderr


def test_a_complete_hand_is_told():
    answer = run("discards", "123m456p789s11222z")
    assert answer.stdout.startswith("complete as it stands (-1)\n")
    assert json.loads(run("discards", "123m456p789s11222z", "--json").stdout)["shanten"] == -1


def test_discards_fit_the_terminal_and_forms_go_by_any_name(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = run("discards", "345m67p233567s66z1z").stdout
    monkeypatch.setenv("COLUMNS", "80")
    fitted = run("discards", "345m67p233567s66z1z").stdout
    assert max(map(len, whole.splitlines())) > 80 >= max(map(len, fitted.splitlines()))
    assert sorted(fitted.replace("─", "").split()) == sorted(whole.split())
    pairs = [run("discards", "123m456p78s112233z", "--form", name).stdout
             for name in ("七对", "seven-pairs", "Seven Pairs")]  # fmt: skip
    assert pairs[0] == pairs[1] == pairs[2] != ""
    assert "complete as it stands" in run("discards", "123m456p789s11122z").stdout
