import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("stamp_kernels", ROOT / "tools" / "stamp_kernels.py")
stamp_kernels = importlib.util.module_from_spec(spec)
spec.loader.exec_module(stamp_kernels)


@pytest.fixture
def kernels(tmp_path):
    """Three stamped kernel files: with docstring and imports, with docstring, with nothing."""
    (tmp_path / "a.py").write_text(
        '"""Text.\n\nMore."""\n\nimport numpy as np\n\nx = np.int64(1)\n'
    )
    (tmp_path / "__init__.py").write_text('"""Text."""\n')
    (tmp_path / "empty.py").write_text("")
    assert stamp_kernels.main([str(tmp_path)]) == 0
    return tmp_path


def check(folder):
    return stamp_kernels.main(["--check", str(folder)])


def stamps(folder):
    return {
        node.value.value
        for path in folder.glob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "KERNEL_SET"
    }


def test_the_stamp_of_the_repository_is_right(capsys):
    assert stamp_kernels.main(["--check"]) == 0, capsys.readouterr().err


def test_stamping_is_stable_and_one_for_all(kernels):
    texts = {path: path.read_text() for path in kernels.iterdir()}
    assert check(kernels) == 0
    assert stamp_kernels.main([str(kernels)]) == 0
    assert texts == {path: path.read_text() for path in kernels.iterdir()}
    assert [text.count("KERNEL_SET") for text in texts.values()] == [1, 1, 1]
    (stamp,) = stamps(kernels)
    assert len(stamp) == 12


def test_the_line_goes_below_docstring_and_imports(kernels):
    before, after = (
        (kernels / "a.py").read_text().split(f'KERNEL_SET = "{stamps(kernels).pop()}"\n')
    )
    assert before == '"""Text.\n\nMore."""\n\nimport numpy as np\n\n'
    assert after == "\nx = np.int64(1)\n"


def test_an_edit_of_one_file_changes_every_file(kernels, capsys):
    old = stamps(kernels)
    path = kernels / "a.py"
    path.write_text(path.read_text().replace("int64(1)", "int64(2)"))
    assert check(kernels) == 1
    assert "__init__.py, a.py, empty.py" in capsys.readouterr().err
    assert stamps(kernels) == old, "--check changes nothing"
    assert stamp_kernels.main([str(kernels)]) == 0
    assert check(kernels) == 0
    assert stamps(kernels).isdisjoint(old)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("KERNEL_SET", "# KERNEL_SET"),
        lambda text: "",
        lambda text: text + 'KERNEL_SET = "0123456789ab"\n',
        lambda text: text.replace('SET = "', 'SET = "0'),
    ],
    ids=["commented out", "lost", "doubled", "wrong"],
)
def test_a_stamp_gone_wrong_is_found_and_mended(kernels, change):
    path = kernels / "empty.py"
    path.write_text(change(path.read_text()))
    assert check(kernels) == 1
    assert stamp_kernels.main([str(kernels)]) == 0
    assert check(kernels) == 0
    assert len(stamps(kernels)) == 1


def test_a_new_a_lost_and_a_renamed_file_count(kernels):
    seen = [stamps(kernels).pop()]
    (kernels / "new.py").write_text("y = 1\n")
    assert check(kernels) == 1
    assert stamp_kernels.main([str(kernels)]) == 0
    seen.append(stamps(kernels).pop())
    (kernels / "new.py").rename(kernels / "newer.py")
    assert check(kernels) == 1
    assert stamp_kernels.main([str(kernels)]) == 0
    seen.append(stamps(kernels).pop())
    (kernels / "newer.py").unlink()
    assert check(kernels) == 1
    assert len(set(seen)) == 3


def test_no_kernels_is_an_error(tmp_path):
    assert check(tmp_path) == 1
