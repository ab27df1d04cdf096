import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT


@pytest.fixture
def check(tmp_path):
    """Return a function that lints a small package, with one file more, by the real contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "import_contracts.py", tmp_path / "tools")
    for name in (".", "errors", "kernels", "rules", "reference", "frames"):
        (tmp_path / "mjlab" / name).mkdir(exist_ok=True, parents=True)
        (tmp_path / "mjlab" / name / "__init__.py").touch()
    (tmp_path / "mjlab" / "kernels" / "_jit.py").write_text("import warnings\nimport numba\n")

    def run(name, code):
        (tmp_path / "mjlab" / name).write_text(code)
        return subprocess.run(
            [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


@pytest.mark.parametrize(
    ("name", "code", "contract"),
    [
        ("errors/x.py", "def f():\n    from mjlab import kernels", "Arrows point down only"),
        ("reference/x.py", "import mjlab.kernels", "Arrows point down only"),
        ("unheard_of.py", "", "Arrows point down only"),
        ("errors/x.py", "def f():\n    from mjlab import score", "Nothing inside reaches"),
        ("kernels/x.py", "from pathlib import Path", "Kernels import NumPy and kernels only"),
        ("kernels/x.py", "import mjlab.errors", "Kernels import NumPy and kernels only"),
        ("kernels/x.py", "def f():\n    import numba", "Numba is named in one file"),
        ("rules/x.py", "import pandas as pd", "pandas stays where frames are made"),
        ("frames/x.py", "import pandera.pandas, IPython", "IPython stays in the notebooks"),
        ("rules/x.py", "from matplotlib import pyplot", "matplotlib stays where"),
    ],
)
def test_a_wrong_import_is_found(check, name, code, contract):
    answer = check(name, code)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    broken = [line for line in answer.stdout.splitlines() if line.endswith(" BROKEN")]
    assert any(line.startswith(contract) for line in broken), answer.stdout


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("frames/x.py", "import pandas, pandera, matplotlib\nfrom mjlab import errors"),
        ("kernels/x.py", "import numpy as np\nfrom mjlab.kernels._jit import jit"),
        ("reference/x.py", "import re\nfrom mjlab.rules import __doc__"),
    ],
)
def test_a_right_import_passes(check, name, code):
    answer = check(name, code)
    assert answer.returncode == 0, answer.stdout + answer.stderr
