"""Hands in native notation: read from, and written to, the bytes of a whole column of texts.

Read are the common spellings only: whatever is out of the ordinary, faulty or not, is left to the
reader of single texts (`mjlab.notation`), which takes all spellings and has the words for what is
wrong.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean
from mjlab.kernels.score import facts as at

LEFT = -2  # to the reader of single texts
NO_WIN = -1
LONGEST = 400  # text that is read
WIDTH = 44  # of the longest text written: [111s+1s][222s+2s][333s+3s][444s+4s]5s+5s

_TAB, _RETURN, _SPACE = ord("\t"), ord("\r"), ord(" ")
_PLUS, _COMMA, _ONE, _NINE = ord("+"), ord(","), ord("1"), ord("9")
_M, _P, _S, _Z = ord("m"), ord("p"), ord("s"), ord("z")
_OPEN, _CLOSE, _OPEN_CONCEALED, _CLOSE_CONCEALED = ord("["), ord("]"), ord("{"), ord("}")

# Where a tile goes.
_STANDING = 0
_WINNING = 1
_IN_SET = 2
_ADDED = 3  # to the kong in the brackets


@jit_lean
def read_hands(text, starts, ends, with_win, concealed, melds, win, held):
    """Read hands of 13 tiles and their winning tiles or, without, hands of 13 or 14 tiles.

    No hand that is read has five copies of a tile or a wrong number of them.
    """
    # text uint8[M] are the bytes of all texts; that of a row reaches from starts int64[N] to ends
    # int64[N]. Written are concealed uint8[N,34], zeros before; melds int16[N,4], -1 before; and
    # win int16[N]: the winning tile, NO_WIN without, or LEFT in rows that are not read, which keep
    # their zeros and -1. held int64[34] is scratch.
    for row in range(starts.size):
        counts, sets = concealed[row], melds[row]
        win[row] = _read_hand(text, starts[row], ends[row], with_win, counts, sets, held)
        if win[row] == LEFT:
            for tile in range(34):
                counts[tile] = 0
            for i in range(4):
                sets[i] = -1


@jit_lean
def _read_hand(text, start, end, with_win, counts, sets, held):
    """Read one hand; return its winning tile, NO_WIN or LEFT."""
    #     [777z+7z,2]     {5555z}   45678p99s   +9p
    #     IN_SET ADDED    IN_SET    STANDING    WINNING
    #
    # Digits wait until the letter of their suit is met, then they are read again from the first of
    # them. In a set a digit after a comma may be its source: it is one if the bracket closes first.
    if end - start > LONGEST:
        return LEFT
    for tile in range(34):
        held[tile] = 0
    where = _STANDING
    win = NO_WIN
    standing = n_sets = 0
    waiting = first = 0  # digits that wait for their suit, and where the first of them stands
    # Of the set in the brackets; plain numbers are to Numba types of their own, to compile for.
    n_tiles = n_added = low = high = total = np.int64(0)
    comma = added = concealed = np.bool_(False)
    for place in range(start, end):
        char = np.int64(text[place])
        if _ONE <= char <= _NINE:
            if waiting == 0:
                first = place
            waiting += 1
        elif char == _M or char == _P or char == _S or char == _Z:
            base = 0 if char == _M else 9 if char == _P else 18 if char == _S else 27
            if waiting == 0 or (where < _IN_SET and win != NO_WIN):
                return LEFT
            for digit in range(first, place):
                rank = np.int64(text[digit]) - _ONE
                if rank < 0:
                    continue  # a space
                if char == _Z and rank > 6:
                    return LEFT
                tile = base + rank
                if where == _STANDING:
                    counts[tile] += 1
                    held[tile] += 1
                    standing += 1
                elif where == _WINNING:
                    if win != NO_WIN:
                        return LEFT
                    win = tile
                    held[tile] += 1
                else:
                    low = tile if n_tiles == 0 else min(low, tile)
                    high = tile if n_tiles == 0 else max(high, tile)
                    total += tile
                    n_tiles += 1
                    n_added += where == _ADDED
            waiting = 0
            comma = False
        elif char == _OPEN or char == _OPEN_CONCEALED:
            if waiting > 0 or where >= _IN_SET or n_sets == 4:
                return LEFT
            if where == _WINNING and win == NO_WIN:
                return LEFT
            where = _IN_SET
            concealed = char == _OPEN_CONCEALED
            n_tiles = n_added = total = np.int64(0)
            comma = added = np.bool_(False)
        elif char == _CLOSE or char == _CLOSE_CONCEALED:
            if where < _IN_SET or concealed != (char == _CLOSE_CONCEALED):
                return LEFT
            if where == _ADDED and n_added != 1:
                return LEFT
            if waiting > 1 or (waiting == 1) != comma:
                return LEFT
            if comma:  # from whom the set was claimed; from 5 on a tile was added
                source = np.int64(text[first]) - _ONE + 1
                if concealed or source == 4 or source > 7:
                    return LEFT
                added = added or source > 4
            code = _set_code(n_tiles, low, high, total, concealed, added)
            if code < 0:
                return LEFT
            if code < 27:
                for tile in range(low, high + 1):
                    held[tile] += 1
            else:
                held[low] += n_tiles
            sets[n_sets] = code
            n_sets += 1
            where = _STANDING
            waiting = 0
            comma = False
        elif char == _PLUS:
            if waiting > 0 or comma or (where < _IN_SET and win != NO_WIN):
                return LEFT
            if where == _STANDING:
                where = _WINNING
            elif where == _IN_SET and not concealed:
                where = _ADDED
                added = True
            else:
                return LEFT
        elif char == _COMMA:
            if waiting > 0 or comma:
                return LEFT
            comma = where >= _IN_SET
        elif char != _SPACE and not _TAB <= char <= _RETURN:
            return LEFT
    if waiting > 0 or where >= _IN_SET or (where == _WINNING and win == NO_WIN):
        return LEFT
    if (win != NO_WIN) != with_win:
        return LEFT
    extra = standing + 3 * n_sets - 13
    if extra != 0 and (with_win or extra != 1):
        return LEFT
    for tile in range(34):
        if held[tile] > 4:
            return LEFT
    return win


@jit_lean
def _set_code(n_tiles, low, high, total, concealed, added):
    """Code of a set, of its number of tiles, the lowest, the highest and their sum; -1 for none."""
    if n_tiles == 4 and low == high:
        kind = at.KONG_CONCEALED if concealed else at.KONG_ADDED if added else at.KONG_MELDED
        return 34 * kind + low
    if n_tiles != 3 or concealed or added:
        return -1
    if low == high:
        return 34 * at.PUNG + low
    if high < 27 and low // 9 == high // 9 and high == low + 2 and total == 3 * low + 3:
        return 34 * at.CHOW + low
    return -1


@jit_lean
def write_hands(concealed, melds, win, wanted, text, ends):
    """Write hands, with their winning tiles or NO_WIN, one after the other."""
    # concealed uint8[N,34], melds int16[N,4] and win int8[N] are hands that have been checked;
    # wanted bool[N] says which are written. text uint8[N*WIDTH] takes the bytes, and ends int64[N]
    # where each text ends, which is where the next one starts.
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
    if win < 0:
        return place
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
