"""Threads, interrupts, memory, progress, and arguments that are refused."""

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from mjlab import census
from mjlab.census.question import Question
from mjlab.census.regular import count_regular
from mjlab.errors import MjlabError
from mjlab.rules import ruleset
from mjlab.tiles import Wind
from tests.support.memory import PEAK, needs_status

CONCEALED = Question(True, Wind.E, Wind.E, ruleset(), 0, census.Filter())


def assert_same(one, other):
    for some, more in zip(one, other, strict=True):
        for column, same in zip(some, more, strict=True):
            assert np.array_equal(column, same)


def test_threads_change_nothing_not_even_the_examples():
    assert_same(count_regular(CONCEALED, 1), count_regular(CONCEALED, 3))


def test_tables_that_are_too_small_are_doubled():
    assert_same(count_regular(CONCEALED, 1), count_regular(CONCEALED, 2, capacity=256))


def test_progress_is_told_up_to_the_end():
    told = []
    census.run(progress=lambda done, parts: told.append((done, parts)), threads=2)
    done, parts = zip(*told, strict=True)
    assert list(done) == sorted(done)
    assert len(set(parts)) == 1
    assert done[-1] == parts[0] > 100


def test_an_interrupt_ends_the_threads_and_breaks_nothing(self_drawn):
    def interrupt(done, parts):
        raise KeyboardInterrupt

    before = threading.active_count()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        census.run(melds=2, threads=2, progress=interrupt)
    assert threading.active_count() == before
    assert time.monotonic() - begun < 30
    assert census.run().totals().equals(self_drawn.totals())


def test_what_goes_wrong_in_a_thread_is_told(monkeypatch):
    from mjlab.kernels.census import hands as kernel

    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr(kernel, "count_job", broken)
    with pytest.raises(RuntimeError, match="broken"):
        census.run(threads=2)


@needs_status
@pytest.mark.parametrize("melds", [0, 2])
@pytest.mark.slow
def test_memory(melds):
    """Less than a gigabyte at its peak, everything that was imported and compiled included."""
    code = f"""
from mjlab import census
found = census.run(melds={melds}, threads=2)
found.lists()
print(found.pairs, {PEAK})
"""
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    pairs, peak = map(int, answer.stdout.split())
    assert pairs > 10**8
    assert 1024 * peak < 10**9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"melds": 5}, "melds=5"),
        ({"melds": True}, "melds=True"),
        ({"self_drawn": 1}, "self_drawn=1"),
        ({"seat": "X"}, "seat='X'"),
        ({"round": 5}, "round=5"),
        ({"ruleset": "chess"}, "chess"),
        ({"threads": 0}, "threads=0"),
        ({"where": 8}, "where=8"),
        ({"where": "totals=8"}, "totals=8"),
    ],
    ids=str,
)
def test_arguments_that_are_refused(arguments, message):
    with pytest.raises(MjlabError, match=message):
        census.run(**arguments)
