"""A real import in a process of its own, killed at random moments; and its memory."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from mjlab.dataset import Dataset, schemas
from mjlab.logs.formats.native import native_line
from mjlab.simulate import records
from tests.support.memory import PEAK, needs_status

pytestmark = pytest.mark.slow

PROGRAM = """
import resource, sys
from mjlab.dataset.importing import import_logs, pieces
if __name__ == "__main__":
    pieces._FIRST, pieces._GAMES = int(sys.argv[3]), int(sys.argv[4])
    done = import_logs([sys.argv[1]], sys.argv[2], workers=2)
    print(done.games, PEAK, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
""".replace("PEAK", PEAK)
GAMES = 240
KILLS = int(os.environ.get("MJLAB_KILLS", "6"))
"""More take longer: each is an import that starts its own processes."""


def command(logs: Path, folder: Path, first: int = 4, games: int = 12) -> list[str]:
    program = folder.parent / "run.py"
    program.write_text(PROGRAM, encoding="utf-8")
    return [sys.executable, str(program), str(logs), str(folder), str(first), str(games)]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("logs") / "a.jsonl"
    lines = [native_line(one) + "\n" for one in records(GAMES, seed=2)]
    # A copy of some games, so that games are taken out of parts as well.
    file.write_text("".join([*lines, *lines[30:60]]), encoding="utf-8")
    return file


def contents(folder: Path) -> dict[str, pd.DataFrame]:
    data = Dataset.open(folder)
    return {
        name: getattr(data, name).sort_values(list(key), ignore_index=True)
        for name, key in schemas.KEYS.items()
    }


@pytest.mark.slow
def test_killed_at_random_moments_it_is_the_same(tmp_path: Path, logs: Path) -> None:
    whole = tmp_path / "whole"
    for folder in (tmp_path / "first", whole):  # the first compiles what is not compiled yet
        begun = time.monotonic()
        subprocess.run(command(logs, folder), check=True, stdout=subprocess.DEVNULL)
        lasts = time.monotonic() - begun
    rng = random.Random(7)
    folder, killed = tmp_path / "ds", 0
    for attempt in range(5 * KILLS):
        if killed == KILLS:
            break
        process = subprocess.Popen(
            command(logs, folder), stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            process.wait(rng.uniform(0.2, 0.95) * lasts)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)  # the workers are left to find out
            process.wait()
            killed += 1
        if (folder / "dataset.json").exists():
            there = Dataset.open(folder)  # whole at any moment
            assert there.games["game"].is_unique
            assert set(there.hands["game"]) == set(there.games["game"])
            if there.count("games") == GAMES and (folder / "sessions.json").exists():
                for name, table in contents(folder).items():
                    pd.testing.assert_frame_equal(table, contents(whole)[name], obj=name)
                folder = tmp_path / f"ds{attempt}"
    subprocess.run(command(logs, folder), check=True, stdout=subprocess.DEVNULL)
    assert killed == KILLS
    expected = contents(whole)
    for name, table in contents(folder).items():
        pd.testing.assert_frame_equal(table, expected[name], obj=name)


@pytest.mark.slow
def test_workers_end_with_their_import(tmp_path: Path, logs: Path) -> None:
    process = subprocess.Popen(command(logs, tmp_path / "ds"), stdout=subprocess.DEVNULL)
    workers: list[str] = []
    for _ in range(600):
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not listed.exists():
            process.kill()
            pytest.skip("this system does not list the children of a process")
        workers = listed.read_text(encoding="utf-8").split()
        if len(workers) >= 3 or process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert workers
    for _ in range(100):
        left = [pid for pid in workers if Path(f"/proc/{pid}").exists()]
        if not left:
            break
        time.sleep(0.1)
    assert not left


@needs_status
@pytest.mark.slow
def test_memory_does_not_grow_with_the_input(tmp_path: Path, logs: Path) -> None:
    peaks = []
    once = logs.read_text(encoding="utf-8").splitlines(keepends=True)[:GAMES]
    for copies in (2, 10):
        file = tmp_path / f"{copies}.jsonl"
        with file.open("w", encoding="utf-8") as stream:
            for copy in range(copies):
                stream.writelines(line.replace("S2-", f"S2.{copy}-") for line in once)
        ran = subprocess.run(
            command(file, tmp_path / f"ds{copies}", 50, 100), check=True, capture_output=True,
            text=True,
        )  # fmt: skip
        games, own, workers = map(int, ran.stdout.split())
        assert games > copies * 200
        peaks.append((own, workers))
    for few, many in zip(*peaks, strict=True):
        assert many < 1.15 * few
        assert many < 1_000_000
