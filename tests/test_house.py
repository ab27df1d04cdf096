"""The house keeps its rules: full docstrings for what is exported, three lines for the rest."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjlab
from mjlab.cli import app

PACKAGE = Path(mjlab.__file__).parent
PUBLIC_MODULES = {
    "mjlab.census.schemas",
    "mjlab.charts.census",
    "mjlab.charts.curves",
    "mjlab.charts.figures",
    "mjlab.dataset.sql",
    "mjlab.draw.svg",
    "mjlab.errors",
    "mjlab.stats.intervals",
    "mjlab.tiles",
}
"""Modules that users import by name; all that their ``__all__`` names is exported."""
HELP = {(one.callback.__module__, one.callback.__name__) for one in app.registered_commands}
"""The commands: what `--help` prints of them is their docstring; users import nothing of these."""
MOST_LINES = 3


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def exported() -> set[tuple[str, str]]:
    """Module and name of everything that a package, or a public module, offers."""
    names = {module_name(path) for path in PACKAGE.rglob("__init__.py")} | PUBLIC_MODULES
    names -= {"mjlab.cli"}
    found = set()
    for name in names:
        module = importlib.import_module(name)
        for one in getattr(module, "__all__", ()):
            value = getattr(module, one)
            found.add((getattr(value, "__module__", name), one))
    return found


def definitions(path: Path) -> Iterator[tuple[str, str, ast.AST]]:
    """Name at the top of the module, whole name, and definition, methods included."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.name, node
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield node.name, f"{node.name}.{part.name}", part


def test_what_is_internal_is_described_in_three_lines() -> None:
    public = exported() | HELP
    long = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {whole}: {len(text.splitlines())} lines"
        for path in sorted(PACKAGE.rglob("*.py"))
        for top, whole, node in definitions(path)
        if (module_name(path), top) not in public or whole.rpartition(".")[2].startswith("_")
        if (text := ast.get_docstring(node)) and len(text.splitlines()) > MOST_LINES
    ]
    assert not long, "\n".join(long)


@pytest.mark.parametrize("part", ["Examples\n", ">>> "])
def test_what_is_exported_has_an_example(part: str) -> None:
    public = exported()
    bare = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {whole}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for top, whole, node in definitions(path)
        if (module_name(path), top) in public and whole == top
        if part not in (ast.get_docstring(node) or "")
    ]
    assert not bare, "\n".join(bare)
