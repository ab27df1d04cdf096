"""Where things are."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "data"
RECORDS = ROOT / "data" / "tziakcha"
DOCS = ROOT / "docs"
NOTEBOOKS = ROOT / "notebooks"
SHARED = Path(os.environ.get("MJLAB_SHARED", ROOT.parent / "shared"))
"""Samples that may be read here but not copied into the repository."""
