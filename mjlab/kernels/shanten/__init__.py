"""Shanten, waits and useful tiles in compiled code."""
