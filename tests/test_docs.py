"""What README and the pages under docs show can be done: their commands, and their plain examples.

Examples with prompts are compared with their answers by the tests of their subjects.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from mjlab.cli import app
from mjlab.dataset.importing import import_logs
from tests.support.paths import DOCS, RECORDS, ROOT

PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def blocks(page: Path, *languages: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    every = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for language, block in every if language in languages]


def shown_commands(page: Path) -> list[str]:
    """What follows ``mjlab`` in blocks and between backticks."""
    text = page.read_text(encoding="utf-8")
    lines = "\n".join(blocks(page, "", "sh"))
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))
    return [
        line.removeprefix("mjlab ").partition(" #")[0]
        for line in (*lines.splitlines(), *inline)
        if re.match(r"mjlab [a-z]+( |$)", line)
    ]


def plain_examples(page: Path) -> str:
    return "\n".join(part for part in blocks(page, "python") if ">>> " not in part)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_options_that_are_shown_are_there(page: Path) -> None:
    for line in shown_commands(page):
        name = line.split()[0]
        assert name in COMMANDS, line
        options = {text for option in COMMANDS[name].params for text in option.opts}
        assert set(re.findall(r"(?<=\s)--[a-z-]+", line)) <= options | {"--help"}, line


def test_the_readme_shows_every_command() -> None:
    assert {line.split()[0] for line in shown_commands(ROOT / "README.md")} == set(COMMANDS)


@pytest.mark.parametrize("page", [page for page in PAGES if plain_examples(page)],
                         ids=lambda page: page.stem)  # fmt: skip
def test_plain_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / "logs").symlink_to(RECORDS)
    monkeypatch.chdir(tmp_path)
    code = ast.parse(plain_examples(page), str(page))
    if page.stem == "cluster":  # there is none: only the names are looked at
        code.body = [line for line in code.body if isinstance(line, ast.Import | ast.ImportFrom)]
    if page.stem == "statistics":
        import_logs([RECORDS], "dataset", workers=1)
    exec(compile(code, str(page), "exec"), {"__name__": "example"})
