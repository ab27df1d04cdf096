"""Tables, statistics and the report, made of replayed games.

Start with :func:`make_dataset`, or with :meth:`Dataset.open` on a folder that ``mjlab import``
wrote; statistics are in :mod:`mjlab.frames.metrics`, the page is made by
:mod:`mjlab.frames.report`.

Examples
--------
>>> from mjlab.frames.metrics import points_per_win
>>> from mjlab.logs import replay_all
>>> data = make_dataset(replay_all(["data/tziakcha"]))
>>> points_per_win(data, by="seat")[["seat", "n", "mean"]].round(2)
  seat  n   mean
0    E  3  18.00
1    S  2  13.00
2    W  7  13.43
3    N  5  16.40
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
