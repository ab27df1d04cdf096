import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import ROOT


def layers():
    """The packages and modules that the contract of the arrows names."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    arrows = next(one for one in about["tool"]["importlinter"]["contracts"] if "layers" in one)
    return re.findall(r"\w+", " ".join(arrows["layers"]))


@pytest.fixture
def check(tmp_path):
    """Return a function that lints a small package, with one file more, by the real contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "import_contracts.py", tmp_path / "tools")
    for name in (".", *layers()):
        (tmp_path / "mjlab" / name).mkdir(exist_ok=True, parents=True)
        (tmp_path / "mjlab" / name / "__init__.py").touch()
    (tmp_path / "mjlab" / "kernels" / "_jit.py").write_text("import warnings\nimport numba\n")
    (tmp_path / "mjlab" / "rules" / "y.py").write_text("def f():\n    import mjlab.rules.x\n")

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
        ("reference/x.py", "import mjlab.kernels", "Twins"),
        ("reference/x.py", "import mjlab.api", "Arrows point down only"),
        ("rules/x.py", "def f():\n    import mjlab.rules.y", "No circles"),
        ("unheard_of.py", "", "Arrows point down only"),
        ("errors/x.py", "def f():\n    from mjlab import score", "Nothing inside reaches"),
        ("kernels/x.py", "from pathlib import Path", "Kernels import NumPy and kernels only"),
        ("kernels/x.py", "import mjlab.errors", "Kernels import NumPy and kernels only"),
        ("kernels/x.py", "def f():\n    import numba", "Numba is named in one file"),
        ("rules/x.py", "import pandas as pd", "pandas stays where frames are made"),
        ("report/x.py", "import pandera.pandas, IPython", "IPython stays in the notebooks"),
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
        ("report/x.py", "import pandas, pandera, matplotlib\nfrom mjlab import errors"),
        ("kernels/x.py", "import numpy as np\nfrom mjlab.kernels._jit import jit"),
        ("reference/x.py", "import re\nfrom mjlab.rules import __doc__"),
    ],
)
def test_a_right_import_passes(check, name, code):
    answer = check(name, code)
    assert answer.returncode == 0, answer.stdout + answer.stderr
