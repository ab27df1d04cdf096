"""The batch scorer beside PyMahjongGB on the same hands, in interleaved rounds.

The peer is called in a loop with its arguments built beforehand, so that only its scoring is timed.
Run alone: ``python -m benchmarks.scoring``.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from mjlab.api import score_batch
from mjlab.encode import WinBatch
from tests.generate import wins
from tests.peers import gb_arguments

N_HANDS = 200_000
N_PEER = 20_000
ROUNDS = 7


def measure(work: Sequence[tuple[str, int, Callable[[], object]]], rounds: int = ROUNDS):
    """Median process and wall time of each piece of work, in ns for each hand.

    The pieces take turns, so that a busy moment of the machine hits all of them.
    """
    times: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in work}
    for _, _, run in work:
        run()
    for _ in range(rounds):
        for name, n, run in work:
            wall, process = time.perf_counter(), time.process_time()
            run()
            process, wall = time.process_time() - process, time.perf_counter() - wall
            times[name].append((process / n * 1e9, wall / n * 1e9))
    return {
        name: (statistics.median(t[0] for t in found), statistics.median(t[1] for t in found))
        for name, found in times.items()
    }


def run() -> str:
    """Measure and return the table as Markdown."""
    peer = importlib.import_module("MahjongGB") if find_spec("MahjongGB") else None
    hands = list(wins(N_HANDS, seed=1))
    batch = WinBatch.from_wins(hands)
    arguments = [gb_arguments(hand) for hand in hands[:N_PEER]]
    work: list[tuple[str, int, Callable[[], object]]] = [
        ("mjlab score_batch, one thread", N_HANDS, lambda: score_batch(batch)),
        ("mjlab score_batch, two threads", N_HANDS, lambda: score_batch(batch, threads=2)),
    ]
    if peer is not None:
        work.append(
            (
                "PyMahjongGB, arguments built before",
                N_PEER,
                lambda: [peer.MahjongFanCalculator(*a) for a in arguments],
            )
        )
    found = measure(work)
    slowest = found.get("PyMahjongGB, arguments built before")
    lines = [
        "| work | process ns/hand | wall ns/hand | times as fast (wall) |",
        "|---|---|---|---|",
    ]
    for name, (process, wall) in found.items():
        ratio = f"{slowest[1] / wall:.1f}" if slowest else "PyMahjongGB is not installed"
        lines.append(f"| {name} | {process:,.0f} | {wall:,.0f} | {ratio} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
