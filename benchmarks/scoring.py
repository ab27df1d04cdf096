"""The batch scorer beside PyMahjongGB on the same hands, in interleaved rounds.

The peer is called in a loop with its arguments built beforehand, so that only its scoring is timed.
Run alone: ``python -m benchmarks.scoring``.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from mjlab.api import score_batch
from mjlab.encode import WinBatch
from mjlab.hand import MeldKind, Win
from tests.generate import wins

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


def peer_arguments(hand: Win) -> tuple[object, ...]:
    """The arguments of PyMahjongGB's calculator."""

    def tile(t: int) -> str:
        if t < 27:
            return "WBT"[t // 9] + str(t % 9 + 1)
        return f"F{t - 26}" if t < 31 else f"J{34 - t}"

    packs = []
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            packs.append(("CHI", tile(meld.tile + 1), 1))
        elif meld.kind is MeldKind.PUNG:
            packs.append(("PENG", tile(meld.tile), 1))
        else:
            packs.append(("GANG", tile(meld.tile), 0 if meld.is_concealed else 1))
    return (
        tuple(packs),
        tuple(tile(t) for t in hand.concealed),
        tile(hand.tile),
        hand.flowers,
        hand.self_drawn,
        hand.last_of_kind,
        hand.kong_replacement or hand.robbing_kong,
        hand.wall_last,
        int(hand.seat),
        int(hand.round),
    )


def run() -> str:
    """Measure and return the table as Markdown."""
    try:
        from MahjongGB import MahjongFanCalculator as peer
    except ImportError:
        peer = None
    hands = list(wins(N_HANDS, seed=1))
    batch = WinBatch.from_wins(hands)
    arguments = [peer_arguments(hand) for hand in hands[:N_PEER]]
    work: list[tuple[str, int, Callable[[], object]]] = [
        ("mjlab score_batch, one thread", N_HANDS, lambda: score_batch(batch)),
        ("mjlab score_batch, two threads", N_HANDS, lambda: score_batch(batch, threads=2)),
    ]
    if peer is not None:
        work.append(
            ("PyMahjongGB, arguments built before", N_PEER, lambda: [peer(*a) for a in arguments])
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
