"""Tables, statistics and the report, made of replayed hands.

Start with :func:`mjlab.frames.tables.make_frames`; statistics are in
:mod:`mjlab.frames.metrics`, the page is made by :mod:`mjlab.frames.report`.
"""
