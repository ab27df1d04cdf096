"""Hands in native notation, written into the bytes of a whole column of texts."""

import numpy as np

from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import jit_lean

KERNEL_SET = "e514028ba8ea"

WIDTH = 44  # of the longest text, four added kongs: [111s+1s][222s+2s][333s+3s][444s+4s]5s+5s

_ONE, _PLUS = ord("1"), ord("+")
_M, _P, _S, _Z = ord("m"), ord("p"), ord("s"), ord("z")
_OPEN, _CLOSE, _OPEN_CONCEALED, _CLOSE_CONCEALED = ord("["), ord("]"), ord("{"), ord("}")


@jit_lean
def write_hands(concealed, melds, win, wanted, text, ends):
    """Write hands with their winning tiles, one after the other.

    concealed uint8[N,34], melds int16[N,4] and win int8[N] are hands that have been checked;
    wanted bool[N] says which are written. text uint8[N*WIDTH] takes the bytes, and ends int64[N]
    where each text ends, which is where the next one starts.
    """
    place = np.int64(0)  # a plain 0 is to Numba a type of its own, and compiled for twice
    for row in range(win.size):
        if wanted[row]:
            place = _write_hand(concealed[row], melds[row], np.int64(win[row]), text, place)
        ends[row] = place


@jit_lean
def _write_hand(counts, sets, win, text, place):
    for i in range(4):
        if sets[i] < 0:
            break
        place = _write_set(np.int64(sets[i]), text, place)
    for suit in range(4):
        start = place
        for tile in range(9 * suit, min(9 * suit + 9, 34)):
            for _ in range(counts[tile]):
                text[place] = _ONE + tile - 9 * suit
                place += 1
        if place > start:
            text[place] = _letter(9 * suit)
            place += 1
    text[place] = _PLUS
    return _write_run(win, np.int64(1), np.int64(0), text, place + 1)


@jit_lean
def _write_set(code, text, place):
    kind = code // 34
    tile = code - 34 * kind
    concealed = kind == at.KONG_CONCEALED
    text[place] = _OPEN_CONCEALED if concealed else _OPEN
    n = np.int64(4 if concealed or kind == at.KONG_MELDED else 3)
    place = _write_run(tile, n, np.int64(kind == at.CHOW), text, place + 1)
    if kind == at.KONG_ADDED:
        text[place] = _PLUS
        place = _write_run(tile, np.int64(1), np.int64(0), text, place + 1)
    text[place] = _CLOSE_CONCEALED if concealed else _CLOSE
    return place + 1


@jit_lean
def _write_run(tile, n, step, text, place):
    """Write n tiles, each a step above the one before, and their suit."""
    for i in range(n):
        text[place + i] = _ONE + tile % 9 + i * step
    text[place + n] = _letter(tile)
    return place + n + 1


@jit_lean
def _letter(tile):
    return _M if tile < 9 else _P if tile < 18 else _S if tile < 27 else _Z
