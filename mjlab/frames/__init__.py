"""Tables, statistics and the report, made of replayed hands.

Start with :func:`make_frames`; statistics are in
:mod:`mjlab.frames.metrics`, the page is made by :mod:`mjlab.frames.report`.
"""

from mjlab.frames.report import write_report
from mjlab.frames.tables import Frames, make_frames

__all__ = ["Frames", "make_frames", "write_report"]
