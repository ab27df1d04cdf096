"""The benchmark command, without measuring."""

import importlib
from types import SimpleNamespace

import pytest

from benchmarks import __main__ as command


def test_every_subject_has_a_module_with_a_run():
    for name in command.SUBJECTS:
        assert callable(importlib.import_module(f"benchmarks.{name}").run)


def test_a_subject_alone_keeps_the_tables_of_the_others(tmp_path, monkeypatch, capsys):
    page = tmp_path / "benchmarks.md"
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "SUBJECTS", {"one": "First", "two": "Second"})
    told = iter(["| a |", "| b |", "| c |"])
    module = SimpleNamespace(run=lambda: next(told))
    monkeypatch.setattr(command, "importlib", SimpleNamespace(import_module=lambda name: module))
    assert command.main([]) == 0
    assert command.main(["two"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "| a |" in text
    assert "| c |" in text
    assert "| b |" not in text
    assert list(command.sections(text)) == ["one", "two"]
    before = text
    told = iter(["| d |"])
    assert command.main(["one", "--no-write"]) == 0
    assert page.read_text(encoding="utf-8") == before
    assert "| d |" in capsys.readouterr().out


def test_unknown_subject(capsys):
    with pytest.raises(SystemExit):
        command.main(["speed"])
    assert "unknown subject 'speed'" in capsys.readouterr().err
