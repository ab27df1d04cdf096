"""Shanten, useful tiles, waits and discards beside xiangting, PyMahjongGB and mahjong.

Every piece of work is also told in multiples of the time NumPy takes to read the same hands once
and add them up as 64-bit words: nothing that looks at every hand can be faster.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.timing import measure, printed
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch
from mjlab.batch.hands import HandBatch
from mjlab.kernels._jit import jit

N_HANDS = 1_000_000
ROUNDS = 7
MIXES: dict[str, range | tuple[int, ...]] = {
    "random": range(34),
    "half flush": (*range(9), *range(27, 34)),
    "full flush": range(9),
}
PLAIN = "a plain loop that reads nothing"
"""How much two threads of this machine do at most, at the moment."""
Run = Callable[[], object]


def deal(n: int, size: int, kinds: range | tuple[int, ...], seed: int) -> np.ndarray:
    """Hands dealt from four of each kind, uint8[n,34]."""
    random = np.random.default_rng(seed)
    wall = np.repeat(np.array(kinds), 4)
    counts = np.zeros((n, 34), np.uint8)
    for start in range(0, n, 50_000):
        rows = min(50_000, n - start)
        order = random.random((rows, wall.size), np.float32)
        tiles = wall[np.argpartition(order, size, axis=1)[:, :size]]
        np.add.at(counts, (start + np.arange(rows)[:, None], tiles), 1)
    return counts


@jit
def _count(steps: int) -> int:
    """A loop that needs a core and nothing else; no step can be left out."""
    state = 88172645463325252
    for _ in range(steps):
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
    return state


def count_on(threads: int, steps: int = 30_000_000) -> None:
    """Do the plain loop, in threads that have nothing in common."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(_count, [steps // threads] * threads))


def of_this_project(mix: str) -> tuple[dict[str, tuple[int, Run]], np.ndarray, np.ndarray]:
    """The work done here, and the hands of 13 and 14 tiles it is done on."""
    thirteen = deal(N_HANDS, 13, MIXES[mix], seed=1)
    fourteen = deal(N_HANDS, 14, MIXES[mix], seed=2)
    ready, full = HandBatch.from_arrays(thirteen), HandBatch.from_arrays(fourteen)
    words = fourteen.reshape(-1).view(np.uint64)
    work: dict[str, tuple[int, Run]] = {
        "reading the hands, no more": (N_HANDS, lambda: words.sum()),
        "regular form": (N_HANDS, lambda: shanten_batch(full, form="regular")),
        "regular form, hands checked first": (
            N_HANDS,
            lambda: shanten_batch(fourteen, form="regular"),
        ),
        "each of the five forms": (N_HANDS, lambda: shanten_batch(ready, form="all")),
        "regular form, useful tiles": (N_HANDS, lambda: useful_batch(ready, form="regular")),
        "best form, useful tiles, which forms": (N_HANDS, lambda: useful_batch(ready)),
        "waits": (N_HANDS, lambda: waits_batch(ready)),
        "all discards, regular form": (N_HANDS, lambda: discards_batch(full, form="regular")),
        "all discards, all forms": (N_HANDS, lambda: discards_batch(full)),
        PLAIN: (N_HANDS, lambda: count_on(1)),
        "regular form, two threads": (
            N_HANDS,
            lambda: shanten_batch(full, form="regular", threads=2),
        ),
        "best form, useful tiles, two threads": (N_HANDS, lambda: useful_batch(ready, threads=2)),
        "all discards, all forms, two threads": (N_HANDS, lambda: discards_batch(full, threads=2)),
        f"{PLAIN}, two threads": (N_HANDS, lambda: count_on(2)),
    }
    return work, thirteen, fourteen


def of_peers(thirteen: np.ndarray, fourteen: np.ndarray) -> dict[str, tuple[int, Run]]:
    """The same asked of other packages, with their arguments made beforehand."""
    work: dict[str, tuple[int, Run]] = {}
    try:
        import xiangting

        hands = fourteen[:50_000].tolist()
        four = xiangting.PlayerCount.FOUR
        number, tiles = xiangting.calculate_replacement_number, xiangting.calculate_necessary_tiles
        work["xiangting, replacement number"] = (
            len(hands),
            lambda: [number(hand, four) for hand in hands],
        )
        work["xiangting, necessary tiles"] = (
            len(hands),
            lambda: [tiles(hand, four) for hand in hands],
        )
    except ImportError:
        print("xiangting is not installed", file=sys.stderr)
    try:
        import MahjongGB

        names = [*(f"{suit}{n}" for suit in "WBT" for n in range(1, 10)),
                 "F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # fmt: skip
        texts = [tuple(names[t] for t in np.repeat(np.arange(34), row)) for row in thirteen[:1_000]]
        calls = (
            MahjongGB.RegularShanten,
            MahjongGB.SevenPairsShanten,
            MahjongGB.ThirteenOrphansShanten,
            MahjongGB.HonorsAndKnittedTilesShanten,
            MahjongGB.KnittedStraightShanten,
        )
        work["PyMahjongGB, five calls"] = (
            len(texts),
            lambda: [[call(text) for call in calls] for text in texts],
        )
    except ImportError:
        print("PyMahjongGB is not installed", file=sys.stderr)
    try:
        from mahjong.shanten import Shanten

        lists = fourteen[:2_000].tolist()
        one = Shanten()
        work["mahjong, regular form"] = (
            len(lists),
            lambda: [one.calculate_shanten_for_regular_hand(hand) for hand in lists],
        )
    except ImportError:
        print("mahjong is not installed", file=sys.stderr)
    return work


def table_of(mix: str) -> tuple[list[str], dict[str, tuple[float, float]]]:
    """The rows of one mix, and the figures."""
    work, thirteen, fourteen = of_this_project(mix)
    every = work | of_peers(thirteen, fourteen)
    found = measure([(name, n, run) for name, (n, run) in every.items()], ROUNDS)
    stream = found["reading the hands, no more"][0]
    rows = [
        f"| {name} | {process:,.1f} | {wall:,.1f} | {process / stream:,.1f} |"
        for name, (process, wall) in found.items()
    ]
    return rows, found


def ratios(mix: str, found: dict[str, tuple[float, float]]) -> list[str]:
    """What the figures mean beside the peers, and for two threads."""
    pairs = (
        ("regular form", "xiangting, replacement number"),
        ("regular form, useful tiles", "xiangting, necessary tiles"),
        ("best form, useful tiles, which forms", "PyMahjongGB, five calls"),
        ("regular form", "mahjong, regular form"),
    )
    lines = [
        f"| {mix} | {ours} | {peer} | {found[peer][0] / found[ours][0]:,.0f} |"
        for ours, peer in pairs
        if peer in found
    ]
    for one, two in (
        (PLAIN, f"{PLAIN}, two threads"),
        ("regular form", "regular form, two threads"),
        ("best form, useful tiles, which forms", "best form, useful tiles, two threads"),
        ("all discards, all forms", "all discards, all forms, two threads"),
    ):
        lines.append(f"| {mix} | {two} | one thread (wall) | {found[one][1] / found[two][1]:.2f} |")
    return lines


FIRST_CALLS = {
    "shanten": "shanten('123m456p789s1122z')",
    "waits": "waits('123m456p789s1122z')",
    "useful": "useful('123m456p789s1122z')",
    "discards": "discards('123m456p789s11222z')",
    "shanten_batch": "shanten_batch(hands(13))",
    'shanten_batch, form="regular"': "shanten_batch(hands(13), form='regular')",
    'shanten_batch, form="all"': "shanten_batch(hands(13), form='all')",
    "shanten_batch, melds": "shanten_batch(hands(10), melds=sets)",
    "waits_batch": "waits_batch(hands(13))",
    "waits_batch, melds, visible": "waits_batch(hands(10), melds=sets, visible=shown)",
    "useful_batch": "useful_batch(hands(13))",
    'useful_batch, form="regular"': "useful_batch(hands(13), form='regular')",
    "useful_batch, n_melds, visible": "useful_batch(hands(10), n_melds=1, visible=shown)",
    "useful_batch, melds, visible": "useful_batch(hands(10), melds=sets, visible=shown)",
    "discards_batch": "discards_batch(hands(14))",
    'discards_batch, form="regular"': "discards_batch(hands(14), form='regular')",
    'discards_batch, form="seven_pairs"': "discards_batch(hands(14), form='seven_pairs')",
    "discards_batch, n_melds, visible": "discards_batch(hands(11), n_melds=1, visible=shown)",
    "discards_batch, melds, visible": "discards_batch(hands(11), melds=sets, visible=shown)",
}
"""Calls of each kind: of all their parameters these decide which kernels are needed."""
BEFORE = """
import time
import numpy as np
from mjlab.api.shanten.one import discards, shanten, useful, waits
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch

def hands(n):
    return np.tile((np.arange(34) < n).astype(np.uint8), (1000, 1))

sets, shown = np.full((1000, 1), 34 + 33), np.zeros(34, int)
start = time.perf_counter()
"""


def first_calls() -> list[str]:
    """Seconds of the first call in a new process, without and with Numba's cache."""
    rows = []
    for name, code in FIRST_CALLS.items():
        with tempfile.TemporaryDirectory() as cache:
            script = f"{BEFORE}{code}\nprint(time.perf_counter() - start)"
            cold, *warm = [printed(script, NUMBA_CACHE_DIR=cache)[0] for _ in range(4)]
        rows.append(f"| {name} | {cold:.2f} | {statistics.median(warm):.2f} |")
    return rows


def run() -> str:
    """Measure and return the tables as Markdown."""
    lines = [
        f"{N_HANDS:,} hands, one core; ns for each hand. The hands are a `HandBatch`, checked "
        "once, where not said otherwise. xiangting also looks at seven pairs and thirteen orphans."
    ]
    beside = []
    for mix in MIXES:
        rows, found = table_of(mix)
        lines += [
            "",
            f"### {mix.capitalize()}",
            "",
            "| work | process | wall | times reading |",
            "|---|---:|---:|---:|",
            *rows,
        ]
        beside += ratios(mix, found)
    lines += [
        "",
        "### Times as fast as",
        "",
        "| hands | here | beside | times as fast |",
        "|---|---|---|---:|",
        *beside,
        "",
        "Two threads gain no more than the plain loops show: cores may be shared with others.",
        "",
        "### The first call in a new process",
        "",
        "Seconds; batches of 1,000 hands. For one hand nothing is compiled.",
        "",
        "| function | without Numba's cache | with it |",
        "|---|---:|---:|",
        *first_calls(),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
