"""Tables, statistics and the report, made of replayed games.

Start with :func:`make_dataset`, or with :meth:`Dataset.open` on a folder that ``mjlab import``
wrote; statistics are in :mod:`mjlab.frames.metrics`, the page is made by
:mod:`mjlab.frames.report`.
"""

from mjlab.frames.dataset import Dataset, make_dataset
from mjlab.frames.report import write_report

__all__ = ["Dataset", "make_dataset", "write_report"]
