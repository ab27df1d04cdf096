"""Measure, print and write docs/benchmarks.md.

``python -m benchmarks`` measures every subject, ``python -m benchmarks shanten`` only the ones
named; the others keep their last table. A subject is a module of this package with a function
``run() -> str`` that returns Markdown; add its name and title to `SUBJECTS`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import re
import sys
from pathlib import Path

SUBJECTS = {
    "shanten": "Shanten, useful tiles, waits, discards",
    "scoring": "Scoring",
    "frames": "Frames: hands as text to scores",
    "census": "Census: every hand there is",
    "importing": "Import: logs into a dataset",
}
PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`. All figures of a subject come from one run: the pieces of work take turns,
and the medians of the rounds are shown. Another machine has other figures; the ratios move less.
"""


def sections(page: str) -> dict[str, str]:
    """The sections of a page by subject."""
    parts = re.split(r"^<!-- (\w+) -->\n", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))


def machine() -> str:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    import numba
    import numpy as np

    return (
        f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}, "
        f"NumPy {np.__version__}, Numba {numba.__version__}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the subjects named; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument("--no-write", action="store_true", help="print only")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.subjects if name not in SUBJECTS]
    if unknown:
        parser.error(f"unknown subject {unknown[0]!r}: one of {', '.join(SUBJECTS)}")
    known = sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    for name in options.subjects or SUBJECTS:
        table = importlib.import_module(f"benchmarks.{name}").run()
        known[name] = f"## {SUBJECTS[name]}\n\n{machine()}.\n\n{table}"
        print(known[name], end="\n\n", flush=True)
    if not options.no_write:
        text = HEAD + "".join(f"\n<!-- {n} -->\n{known[n]}\n" for n in SUBJECTS if n in known)
        temporary = PAGE.with_name(f".{PAGE.name}.{os.getpid()}")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
