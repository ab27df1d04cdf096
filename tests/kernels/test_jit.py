import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from mjlab import errors
from mjlab.kernels import _jit
from mjlab.kernels._jit import greater, jit, jit_lean, jit_part, lesser

# Numba reads the source of what it caches, so the function has to stand in a file.
KERNEL = """
from mjlab.kernels._jit import jit

@jit
def _double(x):
    return 2 * x

@jit
def _quadruple(x):
    return _double(_double(x))
"""


@jit
def _count_pairs(counts):
    pairs = 0
    for tile in range(counts.size):
        pairs += counts[tile] // 2
    return pairs


@jit
def _pairs_of_all(rows, out):
    for row in range(rows.shape[0]):
        out[row] = _count_pairs(rows[row])


def test_compiled_equals_plain_python():
    rows = np.random.default_rng(1).integers(0, 5, (50, 34), dtype=np.uint8)
    out = np.zeros(50, dtype=np.int64)
    _pairs_of_all(rows, out)
    assert out.tolist() == [_count_pairs.py_func(row) for row in rows]


def test_nothing_is_compiled_before_the_first_call():
    @jit
    def _never_called(x):
        return x

    assert _never_called.signatures == []


@jit_part
def _nearer(a, b):
    return lesser(a, b), greater(a, b)


@jit_lean
def _sort_pairs(rows):
    for row in range(rows.shape[0]):
        rows[row, 0], rows[row, 1] = _nearer(rows[row, 0], rows[row, 1])


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64])
def test_lesser_and_greater_heed_the_sign(dtype):
    ends = [np.iinfo(dtype).min, np.iinfo(dtype).max, 1]
    rows = np.array([(a, b) for a in ends for b in ends], dtype)
    expected = np.sort(rows, axis=1)
    _sort_pairs(rows)
    assert np.array_equal(rows, expected)


def test_a_part_of_kernels_is_a_plain_function_in_python():
    @jit_part
    def _double(x):
        return 2 * x

    assert _double(4) == 8
    assert not hasattr(_double, "signatures")


def test_division_follows_numpy():
    @jit
    def _ratio(a, b):
        return a / b

    assert _ratio(1.0, 0.0) == np.inf


def run(folder, code, **environment):
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def test_an_edit_of_any_kernel_file_is_seen(tmp_path):
    kernels = tmp_path / "mjlab" / "kernels"
    kernels.mkdir(parents=True)
    for package in (kernels.parent, kernels):
        (package / "__init__.py").touch()
    shutil.copy(_jit.__file__, kernels)
    shutil.copy(errors.__file__, kernels.parent)
    decorated = "from mjlab.kernels._jit import jit\n\n@jit\ndef "
    (kernels / "callee.py").write_text(decorated + "factor(x):\n    return 2 * x\n")
    caller = "from mjlab.kernels.callee import factor\n" + decorated
    (kernels / "caller.py").write_text(caller + "scaled(x):\n    return factor(x) + 1\n")
    code = (
        "from mjlab.kernels.caller import scaled;"
        "print(scaled(3), sum(scaled.stats.cache_hits.values()),"
        " sum(scaled.stats.cache_misses.values()))"
    )

    def result_hits_misses():
        return run(tmp_path, code, NUMBA_CACHE_DIR=str(tmp_path / "cache")).split()

    assert result_hits_misses() == ["7", "0", "1"]
    assert result_hits_misses() == ["7", "1", "0"]
    (kernels / "callee.py").write_text(decorated + "factor(x):\n    return 5 * x\n")
    assert result_hits_misses() == ["16", "0", "1"]
    assert result_hits_misses() == ["16", "1", "0"]
    (kernels / "play").mkdir()
    (kernels / "play" / "another.py").touch()  # whatever it is that a kernel calls
    assert result_hits_misses() == ["16", "0", "1"]


@pytest.fixture
def kernel_folder(tmp_path):
    (tmp_path / "kernel_of_test.py").write_text(KERNEL)
    return tmp_path


ENTRIES = {
    "score_batch": 'mjlab.score_batch(["19m19p19s1234567z+1z"])',
    "WinBatch": "mjlab.WinBatch.from_arrays(np.zeros((1, 34), int), 0)",
    "HandBatch": 'mjlab.HandBatch.from_hands(["19m19p19s1234567z"])',
    "shanten_batch": 'mjlab.shanten_batch(["19m19p19s1234567z"])',
    "census": "mjlab.census.run()",
    "simulate": "list(mjlab.simulate.games(1))",
}


def test_without_compilation_kernels_refuse_in_a_sentence(tmp_path):
    code = f"""
import numpy as np, mjlab
assert mjlab.score("19m19p19s1234567z+1z").total == 88
assert mjlab.waits("19m19p19s1234567z")
for name, call in {ENTRIES!r}.items():
    try:
        print(name, eval(call))
    except mjlab.MjlabError as error:
        assert "NUMBA_DISABLE_JIT is set" in error.message, error
"""
    assert run(tmp_path, code, NUMBA_DISABLE_JIT="1") == ""


@pytest.mark.parametrize("fault", ["OSError(errno.ENOSPC, 'No space left')", "EOFError()"])
@pytest.mark.parametrize("method", ["save", "load"])
def test_a_full_disk_or_a_broken_cache_is_told_once_and_stops_nothing(kernel_folder, method, fault):
    code = f"""
import errno, warnings
from numba.core import caching
def fails(self, *arguments):
    raise {fault}
caching.IndexDataCacheFile.{method} = fails
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    import kernel_of_test as k
    assert k._quadruple(3) == 12 and k._quadruple(1.5) == 6
told, = [str(w.message) for w in seen]
print(told)
"""
    cache = kernel_folder / "cache"
    told = run(kernel_folder, code, NUMBA_CACHE_DIR=str(cache))
    assert f"cannot keep compiled kernels in {cache}" in told
    assert "NUMBA_CACHE_DIR to another folder" in told
    assert ("(No space left)" in told) == ("ENOSPC" in fault)


@pytest.mark.parametrize("gone", ["_source_stamp", "_cache_file"])
def test_an_unknown_numba_keeps_nothing_rather_than_something_stale(kernel_folder, gone):
    cache = kernel_folder / "cache"
    code = f"""
import warnings
from numba.core import caching
def _gone(self, *value):
    raise AttributeError
if "{gone}" == "_source_stamp":
    caching.IndexDataCacheFile.__init__ = lambda self, *args, **named: None
else:
    caching._Cache._cache_file = caching.Cache._cache_file = property(_gone, lambda *_: None)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    import kernel_of_test as k
print(k._quadruple(3), [w.category.__name__ for w in seen])
"""
    assert run(kernel_folder, code, NUMBA_CACHE_DIR=str(cache)) == "12 ['MjlabWarning']"
    assert not list(cache.rglob("*.nb?"))


def test_without_a_writable_cache_it_works_and_warns_once(kernel_folder):
    # Numba tries NUMBA_CACHE_DIR, then __pycache__ beside the file, then the user's cache folder.
    # Permission bits would not stop root, but where a file is, or in /proc, nobody makes a folder.
    (kernel_folder / "__pycache__").touch()
    nowhere = "/proc/nonexistent"
    code = """
import warnings
from mjlab.kernels._jit import MjlabWarning
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    import kernel_of_test as k
assert k._quadruple(3) == 12
assert [w.category for w in seen] == [MjlabWarning], seen
assert "NUMBA_CACHE_DIR" in str(seen[0].message)
print(seen[0].filename)
"""
    told = run(kernel_folder, code, NUMBA_CACHE_DIR=nowhere, HOME=nowhere, XDG_CACHE_HOME=nowhere)
    assert told.endswith("kernel_of_test.py")


def test_import_leaves_the_settings_of_numba_alone(tmp_path):
    code = """
import numba
def settings():
    return {k: v for k, v in vars(numba.config).items() if k.isupper()}
before = settings()
import mjlab.kernels._jit
assert settings() == before
"""
    run(tmp_path, code)
