"""Memory of a process, as Linux counts it."""

from __future__ import annotations

from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
needs_status = pytest.mark.skipif(not STATUS.exists(), reason="this system has no /proc")
PEAK = f"int(open('{STATUS}').read().split('VmHWM:')[1].split()[0])"
"""An expression for programs of their own: the most that this process has held, in kilobytes.

Not the maximum of ``getrusage``: there a process begins with the size of the one it was started
from, so that tests would measure pytest itself.
"""


def resident() -> int:
    """What this process holds now, in kilobytes."""
    return int(STATUS.read_text(encoding="utf-8").split("VmRSS:")[1].split()[0])
