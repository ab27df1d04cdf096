"""The census: seconds for every hand there is, on one thread and on two, and its peak memory.

No other package counts them, so there is no peer; what `score_batch` would take for as many wins
is told beside it. Run alone: ``python -m benchmarks census --no-write``.
"""

from __future__ import annotations

import statistics

from benchmarks.timing import load, printed, time_rounds
from mjlab import census
from mjlab.api import score_batch
from mjlab.batch import WinBatch
from tests.support import memory
from tests.support.generate import wins

ROUNDS = 5
N_SCORED = 50_000
PEAK = f"""
from mjlab import census
census.run(melds={{melds}}, threads=2)
print(1024 * {memory.PEAK})
"""
WORK = (
    ("concealed, self-drawn", {"self_drawn": True}),
    ("concealed, by discard", {"self_drawn": False}),
    ("1 claimed set, self-drawn", {"melds": 1}),
    ("2 claimed sets, self-drawn", {"melds": 2}),
    ("3 claimed sets, self-drawn", {"melds": 3}),
    ("4 claimed sets, self-drawn", {"melds": 4}),
)


def peak_memory(melds: int) -> float:
    """Peak of a process that counts, in MB; all that is imported is in it."""
    return printed(PEAK.format(melds=melds))[0] / 1e6


def run(rounds: int = ROUNDS) -> str:
    """Measure and return the table as Markdown."""
    before = load()
    pairs = {name: census.run(**arguments).pairs for name, arguments in WORK}  # and compile
    batch = WinBatch.from_wins(wins(N_SCORED, seed=1))
    work = [
        (f"{name}|{threads}", 1, lambda arguments=arguments, threads=threads: census.run(
            **arguments, threads=threads))
        for name, arguments in WORK for threads in (1, 2)
    ]  # fmt: skip
    work.append(("score_batch", N_SCORED, lambda: score_batch(batch)))
    found = time_rounds(work, rounds)
    scored = statistics.median(found.pop("score_batch").process) / 1e9
    lines = [
        f"Every hand there is with every winning tile; {rounds} rounds in turns, medians and in",
        "brackets the best round. The last column is what the batch scorer would take to score as",
        f"many wins on one core, at {scored * 1e9:,.0f} ns each in this run.",
        "",
        "| hands | pairs | threads | process s | wall s | scored one by one, process s |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for key, times in found.items():
        name, threads = key.split("|")
        process, wall = ([t / 1e9 for t in one] for one in times)
        lines.append(
            f"| {name} | {pairs[name]:,} | {threads} "
            f"| {statistics.median(process):.2f} ({min(process):.2f}) "
            f"| {statistics.median(wall):.2f} ({min(wall):.2f}) | {pairs[name] * scored:.0f} |"
        )
    memory = ", ".join(f"{peak_memory(melds):.0f} MB with {melds}" for melds in (0, 1, 2))
    lines += [
        "",
        f"Peak memory of a process, by claimed sets: {memory}.",
        "",
        f"Load average of the machine: {before} at the start, {load()} at the end.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
