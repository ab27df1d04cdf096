"""Every notebook runs top to bottom, has no outputs in the repository, and equals its script."""

import jupytext
import nbformat
import pytest

from tests.support.notebooks import run
from tests.support.paths import NOTEBOOKS

ALL = sorted(NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.parametrize("path", ALL, ids=lambda p: p.stem)
def test_stored_without_outputs_and_with_a_kernel(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None


@pytest.mark.parametrize("path", ALL, ids=lambda p: p.stem)
def test_equals_its_script(path):
    notebook = nbformat.read(path, as_version=4)
    script = jupytext.read(path.with_suffix(".py"))
    assert [(c.cell_type, c.source) for c in notebook.cells] == [
        (c.cell_type, c.source) for c in script.cells
    ]


@pytest.mark.parametrize("path", ALL, ids=lambda p: p.stem)
def test_runs(path):
    notebook = nbformat.read(path, as_version=4)
    outputs = run(notebook)
    assert outputs
    assert not [o for o in outputs if o.output_type == "error"]
    assert not [o for o in outputs if o.get("name") == "stderr"]


def test_there_are_notebooks():
    assert ALL
