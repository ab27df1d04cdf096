"""The importer is measured against a script that finds the same."""

from pathlib import Path

import pytest

from benchmarks import importing


def test_the_script_finds_the_totals_that_are_recorded(tmp_path: Path) -> None:
    pytest.importorskip("MahjongGB")
    from benchmarks import plain_script

    file = tmp_path / "games.txt"
    importing.write_games(file, 60, seed=4)
    n, wins, wrong = plain_script.check(file)
    assert (n, wrong) == (60, 0)
    assert wins > 20
    assert plain_script.check(file, "made", 2)[0] == 2
    assert plain_script.check(file, "all", 1)[0] == 1


def test_the_table_has_every_piece_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "N_DECISIONS", 4)
    told = importing.run(12, 1)
    assert "12 simulated games" in told
    assert "0 problems" in told
    assert f"| {importing.ONE} |" in told
    assert f"| {importing.TWO} |" in told
