"""A frame of a million hands as text: read, validated, scored, and put into a frame.

Run alone: ``python -m benchmarks.frames``.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pandas as pd

from benchmarks.timing import Work, load, measure
from mjlab.api import score_batch
from mjlab.batch import CIRCUMSTANCE_BITS, WinBatch
from mjlab.batch.checks import find_problems
from mjlab.batch.columns import cell, columns_of_frame
from mjlab.batch.reading import column_of, read_column, read_win, texts_of
from tests.support.generate import wins

N_ROWS = 1_000_000
N_GENERATED = 50_000
N_PEER = 2_000
ROUNDS = 5
ALL = "all: `score_batch(frame).to_frame()`"
PARTS = ("texts", "circumstances", "validation", "score", "frame of scores", ALL)
PEER = "reading and validating row by row"


def suits_exchanged(batch: WinBatch, order: tuple[int, ...]) -> WinBatch:
    """The same wins with their suits in another order."""
    new = np.array([9 * suit + rank for suit in order for rank in range(9)] + [*range(27, 34)])
    concealed = np.empty_like(batch.concealed)
    concealed[:, new] = batch.concealed
    melds = np.where(batch.melds < 0, -1, batch.melds // 34 * 34 + new[batch.melds % 34])
    names = ("circumstances", "round", "seat", "flowers")
    return WinBatch.from_arrays(
        concealed, new[batch.win], melds, **{name: getattr(batch, name) for name in names}
    )


def frame_of_wins(n: int = N_ROWS) -> pd.DataFrame:
    """A frame of `n` wins in any order, as it would come from a file."""
    batch = WinBatch.from_wins(wins(min(n, N_GENERATED), seed=1))
    parts = [suits_exchanged(batch, order).to_frame() for order in permutations(range(3))]
    every = pd.concat(parts).drop(columns="problem")
    chosen = np.random.default_rng(1).integers(0, len(every), n)
    plain = {**dict.fromkeys(CIRCUMSTANCE_BITS, bool), "flowers": np.int64}
    return every.iloc[chosen].astype(plain).reset_index(drop=True)


def read_row_by_row(frame: pd.DataFrame) -> None:
    """Read each hand by the parser of single hands."""
    names = [name for name in frame.columns if name != "hand"]
    for text, *row in frame[["hand", *names]].itertuples(index=False):
        named = {name: cell(name, value) for name, value in zip(names, row, strict=True)}
        read_win(text, "auto", named)


def stages(frame: pd.DataFrame) -> Work:
    """The pieces of work, each of which starts from what the one before it left."""
    n = len(frame)
    names = [name for name in frame.columns if name != "hand"]
    objects = frame["hand"].tolist()
    hands = read_column(column_of(frame["hand"]), "auto", with_win=True)
    columns = columns_of_frame(frame, names)
    batch = WinBatch.from_frame(frame)
    scores = score_batch(batch)
    sample = frame[:N_PEER]
    return [
        ("texts", n, lambda: read_column(column_of(frame["hand"]), "auto", with_win=True)),
        ("circumstances", n, lambda: columns_of_frame(frame, names)),
        ("validation", n, lambda: find_problems(*hands, columns)),
        ("score", n, lambda: score_batch(batch)),
        ("frame of scores", n, scores.to_frame),
        (ALL, n, lambda: score_batch(frame).to_frame()),
        ("texts from a list", n, lambda: read_column(texts_of(objects), "auto", with_win=True)),
        ("`WinBatch.from_frame(frame)`", n, lambda: WinBatch.from_frame(frame)),
        ("`WinBatch.to_frame()`, texts written", n, batch.to_frame),
        (PEER, len(sample), lambda: read_row_by_row(sample)),
    ]


def run(n: int = N_ROWS) -> str:
    """Measure and return the table as Markdown."""
    frame = frame_of_wins(n)
    before = load()
    found = measure(stages(frame), ROUNDS)
    scored = score_batch(frame)
    whole = found[ALL][0]
    lines = [
        f"{n:,} rows, {frame['hand'].nunique():,} different texts of {len(frame.columns) - 1} "
        f"circumstances each, one thread; {np.count_nonzero(scored.status == 0):,} scored. "
        f"Seconds for all rows (row by row: measured on {min(N_PEER, n):,}). "
        f"Load average {before} before, {load()} after.",
        "",
        "| work | process s | wall s | process ns/row | of all |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, (process, wall) in found.items():
        seconds = f"{process * n / 1e9:,.3f} | {wall * n / 1e9:,.3f}"
        share = f"{process / whole:.0%}" if name in PARTS else ""
        lines.append(f"| {name} | {seconds} | {process:,.0f} | {share} |")
    times = found[PEER][0] / found["`WinBatch.from_frame(frame)`"][0]
    lines += ["", f"A frame is read {times:,.0f} times as fast as row by row."]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
