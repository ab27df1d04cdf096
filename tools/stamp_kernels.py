"""Write the stamp of the kernel set into every kernel file, or check it.

Numba's disk cache looks at the file of a compiled function, not at the files of the functions it
calls. After an edit of a callee the caller is loaded from the cache with the old code inside, and
scores wrongly or crashes. So each file under ``mjlab/kernels`` carries a line ::

    KERNEL_SET = "0123456789ab"

a hash over all kernel files without that line. An edit anywhere changes the line everywhere, hence
every file, hence every cache entry is made anew.

Usage: ``python tools/stamp_kernels.py`` writes, ``--check`` only looks and exits 1 if a line is
missing or wrong.
"""

import argparse
import ast
import hashlib
import os
import re
import sys
from pathlib import Path

KERNELS = Path(__file__).resolve().parent.parent / "mjlab" / "kernels"
STAMP_LINE = re.compile(r"^KERNEL_SET\b.*\n?", re.MULTILINE)


def kernel_files(folder: Path) -> list[Path]:
    """Return the kernel files of `folder` and below, in one fixed order."""
    return sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix())


def unstamped(text: str) -> str:
    """Return `text` without its stamp and without empty lines, which mean nothing to a kernel.

    The empty lines around a stamp come and go with it, and with the formatter.
    """
    return "".join(line for line in STAMP_LINE.sub("", text).splitlines(True) if line.strip())


def stamp_of(folder: Path) -> str:
    """Return the stamp that belongs to the present contents of `folder`."""
    digest = hashlib.sha256()
    for path in kernel_files(folder):
        body = unstamped(path.read_text(encoding="utf-8")).encode()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(body)}\n".encode())
        digest.update(body)
    return digest.hexdigest()[:12]


def stamped(text: str, stamp: str) -> str:
    """Return `text` with exactly one stamp line.

    A stamp stays where it stands. A new one goes below the imports that follow the docstring.
    """
    line = f'KERNEL_SET = "{stamp}"\n'
    found = STAMP_LINE.search(text)
    if found:
        rest = STAMP_LINE.sub("", text[found.end() :])
        return text[: found.start()] + line + rest
    lines = text.splitlines(keepends=True)
    head = "".join(lines[: _head_length(text)])
    tail = "".join(lines[_head_length(text) :]).lstrip("\n")
    if head and not head.endswith("\n"):
        head += "\n"
    return head + ("\n" if head else "") + line + ("\n" + tail if tail else "")


def _head_length(text: str) -> int:
    """Return how many lines the docstring and the imports after it take."""
    last = 0
    for number, node in enumerate(ast.parse(text).body):
        docstring = number == 0 and isinstance(node, ast.Expr)
        if not docstring and not isinstance(node, ast.Import | ast.ImportFrom):
            break
        last = node.end_lineno or last
    return last


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return the exit code."""
    parser = argparse.ArgumentParser(
        description="Stamp the kernel files with the hash of them all."
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if stale")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=KERNELS, help="default: %(default)s"
    )
    options = parser.parse_args(arguments)

    files = kernel_files(options.folder)
    if not files:
        print(f"no kernel files in {options.folder}", file=sys.stderr)
        return 1
    stamp = stamp_of(options.folder)
    stale = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if (renewed := stamped(text, stamp)) == text:
            continue
        stale.append(path.relative_to(options.folder).as_posix())
        if not options.check:
            _replace(path, renewed)
    if stale and options.check:
        print(
            f"kernel stamp is not {stamp} in: {', '.join(stale)}\n"
            "a stale Numba cache could give wrong results: run `make stamp`",
            file=sys.stderr,
        )
        return 1
    print(f"kernel set {stamp}: {len(files)} files, {0 if options.check else len(stale)} rewritten")
    return 0


def _replace(path: Path, text: str) -> None:
    """Write `text` to `path` in one step, so that a running import never sees half a file."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.chmod(path.stat().st_mode)
    temporary.replace(path)


if __name__ == "__main__":
    sys.exit(main())
