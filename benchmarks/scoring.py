"""The batch scorer beside PyMahjongGB on the same hands, in interleaved rounds.

The hands are those the tests are made of (`tests/generate.py`), which hold every form, sets laid
aside, kongs and circumstances far more often than games do; what they hold is told above the table.
The peer is called in a loop with its arguments built beforehand, so that only its scoring is timed,
and both must give the same totals. Run alone: ``python -m benchmarks scoring --no-write``.
"""

from __future__ import annotations

import importlib
import statistics
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import numpy as np

from benchmarks.timing import Times, load, printed, time_rounds
from mjlab.api import score_batch
from mjlab.batch import CIRCUMSTANCE_BITS, WinBatch
from mjlab.rules.fans import FAN_INDEX
from tests.support.generate import wins
from tests.support.peers import gb_arguments

N_HANDS = 100_000
ROUNDS = 9
ONE, TWO, PEER = "score_batch, one thread", "score_batch, two threads", "PyMahjongGB"
SPECIAL = {
    "seven pairs": ("seven_pairs", "seven_shifted_pairs"),
    "thirteen orphans": ("thirteen_orphans",),
    "honors and knitted tiles": (
        "lesser_honors_and_knitted_tiles",
        "greater_honors_and_knitted_tiles",
    ),
    "knitted straights": ("knitted_straight",),
}
FIRST_CALL = """
import time
from mjlab.api import score_batch
from mjlab.batch import WinBatch
batch = WinBatch.from_texts(["19m19p19s1234567z+1z"])
wall, process = time.perf_counter(), time.process_time()
score_batch(batch)
print(time.process_time() - process, time.perf_counter() - wall)
"""


def mix(batch: WinBatch) -> str:
    """What a batch of winning hands holds, as shares of the hands."""
    fans = score_batch(batch).fans > 0
    n_sets = (batch.melds >= 0).sum(1)
    names = ("no set laid aside", "one", "two", "three", "four")
    shares = {name: n_sets == n for n, name in enumerate(names)}
    shares["kongs"] = (batch.melds >= 2 * 34).any(1)
    special = np.zeros(len(batch), bool)
    for name, keys in SPECIAL.items():
        shares[name] = fans[:, [FAN_INDEX[key] for key in keys]].any(1) & ~special
        special |= shares[name]
    for name, bit in CIRCUMSTANCE_BITS.items():
        shares[name.replace("_", " ")] = batch.circumstances & bit != 0
    shares["flowers"] = batch.flowers > 0
    return ", ".join(f"{name} {share.mean():.1%}" for name, share in shares.items())


def first_calls() -> list[tuple[str, float, float]]:
    """Process and wall seconds of a process's first call: compiling, and with the code on disk."""
    found = []
    with tempfile.TemporaryDirectory() as cache:
        for name in ("compiling", "compiled code on disk"):
            process, wall = printed(FIRST_CALL, NUMBA_CACHE_DIR=cache)
            found.append((name, process, wall))
    return found


def differing(totals: np.ndarray, answers: list[list[tuple[int, str]]]) -> int:
    """For how many hands the peer's fan come to another total."""
    return sum(
        int(total) != sum(points for points, _ in answer)
        for total, answer in zip(totals, answers, strict=True)
    )


def table(found: Mapping[str, Times]) -> list[str]:
    """Rows of Markdown: medians of the rounds, and the ratio to the peer within each round."""
    lines = [
        "| work | process ns/hand | wall ns/hand | hands/s of a core (process)"
        " | times as fast as PyMahjongGB (process; lowest-highest round) | (wall) |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, times in found.items():
        process, wall = statistics.median(times.process), statistics.median(times.wall)
        ratios = ["PyMahjongGB is not installed", ""]
        if PEER in found:
            ratios = []
            for own, peer in zip(times, found[PEER], strict=True):
                rounds = [b / a for a, b in zip(own, peer, strict=True)]
                middle = statistics.median(rounds)
                ratios.append(f"{middle:.1f} ({min(rounds):.1f}-{max(rounds):.1f})")
        lines.append(
            f"| {name} | {process:,.0f} | {wall:,.0f} | {1e9 / process:,.0f} |"
            f" {ratios[0]} | {ratios[1]} |"
        )
    return lines


def run(n: int = N_HANDS, rounds: int = ROUNDS) -> str:
    """Measure and return the table as Markdown."""
    before = load()
    hands = list(wins(n, seed=1))
    batch = WinBatch.from_wins(hands)
    scores = score_batch(batch, threads=2)  # and everything is compiled
    work: list[tuple[str, int, Callable[[], object]]] = [
        (ONE, n, lambda: score_batch(batch)),
        (TWO, n, lambda: score_batch(batch, threads=2)),
    ]
    agreement = ""
    if find_spec("MahjongGB") is not None:
        peer = importlib.import_module("MahjongGB").MahjongFanCalculator
        arguments = [gb_arguments(hand) for hand in hands]
        other = differing(scores.total, [peer(*a) for a in arguments])
        agreement = f" PyMahjongGB gives another total for {other:,} of them."
        work.append((PEER, n, lambda: [peer(*a) for a in arguments]))
    found = time_rounds(work, rounds)
    gain = statistics.median(
        one / two for one, two in zip(found[ONE].wall, found[TWO].wall, strict=True)
    )
    lines = [
        f"{n:,} winning hands of a generator that seeks every fan: {mix(batch)}.{agreement}",
        "PyMahjongGB is called in a loop, with its arguments built before.",
        f"{rounds} rounds in turns; medians, and for ratios the lowest and the highest round.",
        "",
        *table(found),
        "",
        f"Two threads are {gain:.2f} times as fast as one (wall). First call of a process:",
        "",
        "| first call | process s | wall s |",
        "|---|---:|---:|",
        *(f"| {name} | {process:.2f} | {wall:.2f} |" for name, process, wall in first_calls()),
        "",
        f"Load average of the machine: {before} at the start, {load()} at the end.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
