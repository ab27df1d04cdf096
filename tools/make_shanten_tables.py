"""Build the tables of the shanten kernels and write them beside their module.

Usage: ``python tools/make_shanten_tables.py`` writes, ``--check`` only compares and exits 1 if
the file is not what is built.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from mjlab.kernels.shanten import tables as shanten_tables


def differences(built: tuple[np.ndarray, ...]) -> list[str]:
    """Names of the tables whose file differs from what was built."""
    if not Path(shanten_tables.FILE).exists():
        return list(shanten_tables.NAMES)
    with np.load(shanten_tables.FILE) as file:
        return [
            name
            for name, table in zip(shanten_tables.NAMES, built, strict=True)
            if name not in file
            or file[name].dtype != table.dtype
            or not np.array_equal(file[name], table)
        ]


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return the exit code."""
    parser = argparse.ArgumentParser(description="Build the tables of the shanten kernels.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if stale")
    options = parser.parse_args(arguments)
    built = shanten_tables.build()
    stale = differences(built)
    if options.check:
        print(f"stale: {', '.join(stale)}" if stale else "the tables are what is built")
        return int(bool(stale))
    if stale:
        target = Path(shanten_tables.FILE)
        temporary = target.with_name(f".{os.getpid()}.{target.name}")
        np.savez_compressed(temporary, **dict(zip(shanten_tables.NAMES, built, strict=True)))
        temporary.replace(target)
    size = Path(shanten_tables.FILE).stat().st_size
    print(f"{shanten_tables.FILE}: {size:,} bytes, {len(stale)} tables renewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
