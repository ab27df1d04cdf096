"""Tables, statistics and the report, made of replayed games.

Start with :func:`make_dataset`, or with :meth:`Dataset.open` on a folder that ``mjlab import``
wrote; statistics are in :mod:`mjlab.frames.metrics`, the page is made by
:mod:`mjlab.frames.report`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjlab.frames.dataset import Dataset, make_dataset

if TYPE_CHECKING:
    from mjlab.frames.report import write_report

__all__ = ["Dataset", "make_dataset", "write_report"]


def __getattr__(name: str) -> Any:
    """Load the report when it is asked for: a process that imports logs draws no figures."""
    if name == "write_report":
        from mjlab.frames.report import write_report

        return write_report
    raise AttributeError(f"module 'mjlab.frames' has no attribute {name!r}")
