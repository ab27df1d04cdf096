"""Scoring in compiled code."""
