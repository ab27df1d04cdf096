"""``mjlab import`` beside a plain script with PyMahjongGB on the same games.

The games are simulated ones of duplicate play, written as PKU text. The importer replays them by
the rules, scores the wins, compares payments, works out every decision and writes the dataset; the
script (`benchmarks/plain_script.py`) follows the tiles and scores the wins. That is the least of
the work; asked for decisions, it also finds with PyMahjongGB's own functions the shanten and the
useful tiles that each discard leaves, or that every possible one would leave, as the import does.
Run alone: ``python -m benchmarks importing --no-write``.
"""

from __future__ import annotations

import importlib
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from benchmarks.timing import load
from mjlab.dataset import Dataset
from mjlab.dataset.importing import import_logs
from mjlab.logs.formats.pku import pku_text
from mjlab.simulate import games

N_GAMES = 10_000
N_DECISIONS = 200
ROUNDS = 3
ONE, TWO = "mjlab import, one process", "mjlab import, two processes"
WINS = "script with PyMahjongGB: tiles followed, wins scored"
MADE = "the same, and shanten and useful tiles after each discard"
ALL = "the same, and shanten and useful tiles after every possible discard"


class Time(NamedTuple):
    """Process time, those of child processes included, and wall time, in ms for each game."""

    process: float
    wall: float


def write_games(file: Path, n: int, seed: int = 0) -> None:
    """Write simulated games as PKU text."""
    with file.open("w", encoding="utf-8") as stream:
        for game in games(n, seed, walls="duplicate"):
            stream.write(pku_text(game))


def spent() -> float:
    """Process time until now, in seconds."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def timed(n: int, work: Callable[[], object]) -> Time:
    """Time one piece of work on `n` games."""
    process, wall = spent(), time.perf_counter()
    work()
    return Time(1000 * (spent() - process) / n, 1000 * (time.perf_counter() - wall) / n)


def works(file: Path, folder: Path, n: int) -> dict[str, tuple[int, Callable[[], object]]]:
    """What is measured, on how many games."""

    def imported(workers: int) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        import_logs([file], folder, workers=workers)

    found: dict[str, tuple[int, Callable[[], object]]] = {
        ONE: (n, lambda: imported(1)),
        TWO: (n, lambda: imported(2)),
    }
    if find_spec("MahjongGB") is not None:
        script = importlib.import_module("benchmarks.plain_script")
        few = min(N_DECISIONS, n)
        found[WINS] = (n, lambda: script.check(file))
        found[MADE] = (few, lambda: script.check(file, "made", few))
        found[ALL] = (few // 4, lambda: script.check(file, "all", few // 4))
    return found


def table(found: dict[str, list[Time]]) -> list[str]:
    """Rows of Markdown."""
    lines = [
        "| work | process ms/game | wall ms/game | games/s (wall) | times the process time of "
        "the import |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, times in found.items():
        process = statistics.median(one.process for one in times)
        wall = statistics.median(one.wall for one in times)
        pairs = zip(times, found[ONE], strict=True)
        ratio = statistics.median(one.process / ours.process for one, ours in pairs)
        lines.append(f"| {name} | {process:.2f} | {wall:.2f} | {1000 / wall:,.0f} | {ratio:.2f} |")
    return lines


def run(n: int = N_GAMES, rounds: int = ROUNDS) -> str:
    """Measure and return the table as Markdown."""
    before = load()
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place, "games.txt"), Path(place, "dataset")
        write_games(file, n)
        import_logs([file], Path(place, "first"), workers=1)  # and everything is compiled
        data = Dataset.open(Path(place, "first"))
        size = sum(f.stat().st_size for f in Path(place, "first").rglob("*.parquet"))
        work = works(file, folder, n)
        found: dict[str, list[Time]] = {name: [] for name in work}
        for _ in range(rounds):
            for name, (many, one) in work.items():
                found[name].append(timed(many, one))
        told = ""
        if WINS in work:
            script = importlib.import_module("benchmarks.plain_script")
            _, wins, wrong = script.check(file)
            told = f" PyMahjongGB gives another total for {wrong} of the {wins:,} wins."
        lines = [
            f"{n:,} simulated games of duplicate play as PKU text ({file.stat().st_size / n:,.0f} "
            f"bytes a game), {data.count('events') / n:.0f} events and "
            f"{data.count('discards') / n:.0f} discards a game, {data.count('wins'):,} wins, "
            f"{data.count('problems')} problems; {size / n:,.0f} bytes a game in Parquet.{told}",
            f"{rounds} rounds in turns, medians; the script finds shanten in {N_DECISIONS} games,",
            f"and after every possible discard in {N_DECISIONS // 4}.",
            "The import checks every rule of play, scores, compares the payments, finds for each",
            "discard the shanten and the useful tiles that it and the best one leave, and writes",
            "nine tables.",
            "",
            *table(found),
            "",
            f"Load average of the machine: {before} at the start, {load()} at the end.",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
