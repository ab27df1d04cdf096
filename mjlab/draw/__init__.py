"""Tiles as SVG, from paths: no font, no other file, no matplotlib; see :mod:`mjlab.draw.svg`."""
