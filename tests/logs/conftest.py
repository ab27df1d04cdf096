import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for log_games

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def shared():
    """Return the folder of samples that may be read here but not copied into the repository."""
    folder = Path(os.environ.get("MJLAB_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip(f"the shared samples are not at {folder}; MJLAB_SHARED names their place")
    return folder


@pytest.fixture(scope="session")
def records():
    """Return the folder of the records that ship with the project."""
    return ROOT / "data" / "tziakcha"
