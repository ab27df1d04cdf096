"""Compiled kernels: arrays in, arrays out.

Nothing here raises, reads a string or knows a `Hand`; the calling layer checks its input once and
turns status codes into words. A kernel file imports NumPy and `mjlab.kernels` only, and takes its
one decorator from `mjlab.kernels._jit`.
"""
