"""What every subject is measured with: rounds in turns, new processes, the load of the machine."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
Work = Sequence[tuple[str, int, Callable[[], object]]]
"""Name, number of hands, and what is to be timed."""


class Times(NamedTuple):
    """Process and wall time of each round, in ns for each hand."""

    process: list[float]
    wall: list[float]


def time_rounds(work: Work, rounds: int) -> dict[str, Times]:
    """Time pieces of work that take turns, so that a busy moment of the machine hits them all."""
    times = {name: Times([], []) for name, _, _ in work}
    for _ in range(rounds):
        for name, n, run in work:
            wall, process = time.perf_counter_ns(), time.process_time_ns()
            run()
            process, wall = time.process_time_ns() - process, time.perf_counter_ns() - wall
            times[name].process.append(process / n)
            times[name].wall.append(wall / n)
    return times


def measure(work: Work, rounds: int) -> dict[str, tuple[float, float]]:
    """Median process and wall time of pieces of work, in ns for each hand, once warm."""
    time_rounds(work, 1)
    return {
        name: (statistics.median(times.process), statistics.median(times.wall))
        for name, times in time_rounds(work, rounds).items()
    }


def printed(code: str, **environment: str) -> list[float]:
    """The numbers that a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(number) for number in done.stdout.split()]


def load() -> str:
    """How busy the machine has been in the last minute, where it says so."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not told"
