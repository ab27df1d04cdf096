"""This checkout beside another one on the same work: is anything slower than it was?

``python -m benchmarks.versions OTHER [ROUNDS]``: OTHER is the folder of another checkout of the
project. The two take turns; each piece of work runs in a process of its own, which warms up once
and tells the process time and the wall time of the second run. Printed are the medians, their ratio
and the least and greatest ratio of the rounds: what lies between those of a checkout beside itself
is noise.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.support.generate import wins

HERE = Path(__file__).resolve().parent.parent
ROUNDS = 5
COMMAND = """
from mjlab.cli import main
import contextlib, io, shutil
def run(*words):
    sys.argv = ["mjlab", *words]
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        try:
            main()
        except SystemExit as end:
            assert not end.code, told.getvalue()
run("simulate", "500", "--seed", "1", "--out", "games.jsonl")
"""
WORK = {
    "explain 80 hands, one by one": ("", "[str(mjlab.explain(text)) for text in TEXTS[:80]]"),
    "score 60,000 encoded hands": (
        "batch = mjlab.WinBatch.from_wins([mjlab.Win.parse(text) for text in TEXTS] * 20)",
        "mjlab.score_batch(batch, threads=1)",
    ),
    "score 60,000 hands as text": (
        "frame = pd.DataFrame({'hand': TEXTS * 20})",
        "mjlab.score_batch(frame, threads=1).to_frame()",
    ),
    "shanten of 100,000 hands": ("", "mjlab.shanten_batch(COUNTS, threads=1)"),
    "useful tiles of 100,000 hands": ("", "mjlab.useful_batch(COUNTS, threads=1)"),
    "discards of 20,000 hands": (
        "full = COUNTS[:20_000].copy(); full[range(20_000), full.argmin(axis=1)] += 1",
        "mjlab.discards_batch(full, threads=1)",
    ),
    "census, self-drawn": ("from mjlab import census", "census.run()"),
    "simulate 500 games": ("from mjlab import simulate", "list(simulate.games(500, seed=1))"),
    "replay and score 300 games": (
        "from mjlab import simulate\nfrom mjlab.logs import replay\n"
        "games = list(simulate.games(300, seed=1))",
        "[replay(game) for game in games]",
    ),
    "import 500 games, one process": (
        COMMAND,
        "shutil.rmtree('data', ignore_errors=True)\n"
        "    run('import', 'games.jsonl', '--to', 'data', '--workers', '1')",
    ),
    "report of a dataset of 500 games": (
        COMMAND + "run('import', 'games.jsonl', '--to', 'data', '--workers', '1')",
        "run('report', 'data', '--out', 'report')",
    ),
}
"""For each piece of work what is done before, and what is timed."""
SCRIPT = """
import sys, time
import numpy as np
import pandas as pd
import mjlab
TEXTS = open(sys.argv[1], encoding="utf-8").read().split()
order = np.argsort(np.random.default_rng(5).random((100_000, 136)), axis=1)[:, :13] // 4
COUNTS = (order[:, :, None] == np.arange(34)).sum(axis=1).astype(np.uint8)
{before}
def timed():
    {work}
timed()
wall, process = time.perf_counter(), time.process_time()
timed()
print(time.process_time() - process, time.perf_counter() - wall)
"""
FIRST = """
import time
wall, process = time.perf_counter(), time.process_time()
import mjlab
mjlab.score("[123m][456m][789m]123p5z+5z")
print(time.process_time() - process, time.perf_counter() - wall)
"""


def run(code: str, checkout: Path, texts: Path) -> tuple[float, float]:
    """Process and wall time that a script tells, run with the package of a checkout."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", code, str(texts)],
            env=os.environ | {"PYTHONPATH": str(checkout)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stderr}")
    process, wall = map(float, done.stdout.split())
    return process, wall


def compared(other: Path, rounds: int) -> str:
    """A Markdown table of all pieces of work."""
    scripts = {"import mjlab and score one hand": FIRST}
    scripts |= {name: SCRIPT.format(before=b, work=w) for name, (b, w) in WORK.items()}
    rows = [
        "| work | other, ms | this, ms | ratio | of the rounds | wall, ratio |",
        "|---|" + "--:|" * 5,
    ]
    with TemporaryDirectory() as folder:
        texts = Path(folder, "texts")
        texts.write_text("\n".join(str(win) for win in wins(3000, 1)), encoding="utf-8")
        for name, code in scripts.items():
            for checkout in (other, HERE):  # compiles what is not in the cache
                run(code, checkout, texts)
            times = [(run(code, other, texts), run(code, HERE, texts)) for _ in range(rounds)]
            theirs, ours = (median(pair[k][0] for pair in times) for k in (0, 1))
            ratios = [mine[0] / its[0] for its, mine in times]
            wall = median(mine[1] / its[1] for its, mine in times)
            rows.append(
                f"| {name} | {theirs * 1e3:,.0f} | {ours * 1e3:,.0f} | {ours / theirs:.2f} "
                f"| {min(ratios):.2f} to {max(ratios):.2f} | {wall:.2f} |"
            )
            print(rows[-1], file=sys.stderr, flush=True)
    return "\n".join(rows)


def main(arguments: list[str]) -> int:
    """Compare with another checkout; return the exit code."""
    if not 1 <= len(arguments) <= 2 or not Path(arguments[0], "mjlab").is_dir():
        print(__doc__)
        return 2
    rounds = int(arguments[1]) if len(arguments) == 2 else ROUNDS
    print(compared(Path(arguments[0]).resolve(), rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
