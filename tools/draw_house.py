"""Write the tree of the package into docs/architecture.md: a line for each file, of its docstring.

``python tools/draw_house.py`` writes, ``--check`` only looks and exits 1 if the page is stale.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "mjlab"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- tree -->\n```\n", "```\n<!-- /tree -->\n"
FOLDERS = (
    "cli", "report", "stats", "dataset", "simulate", "census", "logs", "charts", "api",
    "reference", "batch", "play", "hand", "draw", "rules", "notation", "common", "kernels",
)  # fmt: skip
"""In the order of the layers, highest first; new ones have their place here."""


def summary(path: Path) -> str:
    """The first line of a module's docstring, without its stop."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not said:
        raise SystemExit(f"{path}: no docstring")
    return said.splitlines()[0].removesuffix(".").replace("`", "").replace(":mod:", "")


def lines(folder: Path, depth: int = 0) -> Iterator[str]:
    """The folder, its files, then the folders in it."""
    yield line(f"{folder.name}/", summary(folder / "__init__.py"), depth)
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield line(path.stem, summary(path), depth + 1)
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from lines(inner, depth + 1)


def line(name: str, said: str, depth: int) -> str:
    """A line of the tree."""
    return f"{'  ' * depth}{name:<{22 - 2 * depth}} {said}"


def tree() -> str:
    """The whole house."""
    there = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    if there != set(FOLDERS):
        raise SystemExit(f"FOLDERS and the package differ: {sorted(there ^ set(FOLDERS))}")
    rows = [row for name in FOLDERS for row in lines(PACKAGE / name)]
    rows += [line(f"{name}.py", summary(PACKAGE / f"{name}.py"), 0) for name in ("tiles", "errors")]
    return "".join(f"{row}\n" for row in rows)


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit code."""
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, foot = rest.partition(END)
    made = f"{head}{BEGIN}{tree()}{END}{foot}"
    if arguments == ["--check"]:
        if made != page:
            print(f"stale: {PAGE.relative_to(ROOT)}; python {Path(__file__).name} writes it anew")
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
