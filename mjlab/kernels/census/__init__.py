"""Counting every hand in compiled code."""
