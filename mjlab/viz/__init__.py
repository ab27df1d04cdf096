"""Pictures: tiles and hands as SVG, statistics as matplotlib figures.

Nothing is imported here, so that drawing a hand does not pay for matplotlib: use
:mod:`mjlab.viz.svg` and :mod:`mjlab.viz.figures`.
"""
