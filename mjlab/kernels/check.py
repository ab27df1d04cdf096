"""Validation of batches, row by row a code; `mjlab.encode.checks` says what the codes mean."""

from mjlab.kernels import score_facts as at
from mjlab.kernels._jit import jit_lean

KERNEL_SET = "e514028ba8ea"


@jit_lean
def check_rows(
    concealed, melds, win, circumstances, round_wind, seat_wind, flowers, strict, held, codes
):
    """Write the first problem of each row, 0 for none, and mark last tiles that show themselves.

    concealed uint8[N,34], melds int16[N,4] packed to the left, the others int16[N], all of any
    value; strict says whether contradictory circumstances are a problem; held int64[34] is
    scratch; codes int64[N] is written. In rows without a problem the bit for the last tile of its
    kind is set in circumstances where the claimed sets show the other three.
    """
    for row in range(win.shape[0]):
        codes[row] = _tile_problem(concealed[row], melds[row], win[row], held)
        if codes[row] != 0:
            continue
        if not 0 <= round_wind[row] <= 3:
            codes[row] = 6
        elif not 0 <= seat_wind[row] <= 3:
            codes[row] = 7
        elif not 0 <= flowers[row] <= 8:
            codes[row] = 8
        elif not 0 <= circumstances[row] <= 31:
            codes[row] = 9
        else:
            tile = win[row]
            shown = 0
            kongs = 0
            hidden = concealed[row, tile] > 0
            for i in range(4):
                code = melds[row, i]
                if code < 0:
                    break
                kind = code // 34
                lowest = code - 34 * kind
                kongs += kind >= at.KONG_MELDED
                if kind == at.CHOW:
                    shown += lowest <= tile <= lowest + 2
                elif lowest == tile:
                    shown += 3  # a kong of the winning tile has been refused as a fifth copy
            if shown == 3:
                circumstances[row] |= at.LAST_OF_KIND
            if strict:
                codes[row] = _contradiction(circumstances[row], kongs, held[tile], hidden)


@jit_lean
def _tile_problem(concealed, melds, win, held):
    """Check tiles and sets, and count all copies into `held`."""
    standing = 0
    for tile in range(34):
        held[tile] = concealed[tile]
        standing += concealed[tile]
        if concealed[tile] > 4:
            return 1
    sets = 0
    for i in range(4):
        code = melds[i]
        if code == -1:
            break
        kind = code // 34
        tile = code - 34 * kind
        if code < 0 or kind > at.KONG_CONCEALED:
            return 2
        if kind == at.CHOW and (tile >= 27 or tile % 9 > 6):
            return 2
        sets += 1
        if kind == at.CHOW:
            held[tile] += 1
            held[tile + 1] += 1
            held[tile + 2] += 1
        else:
            held[tile] += 3 if kind == at.PUNG else 4
    if not 0 <= win < 34:
        return 3
    if standing != 13 - 3 * sets:
        return 4
    held[win] += 1
    for tile in range(34):
        if held[tile] > 4:
            return 5
    return 0


@jit_lean
def _contradiction(how, kongs, copies, hidden):
    """Circumstances that no game can bring about together."""
    problem = 0
    if how & at.KONG_REPLACEMENT and not how & at.SELF_DRAWN:
        problem = 10
    elif how & at.KONG_REPLACEMENT and kongs == 0:
        problem = 11
    elif how & at.ROBBING_KONG and how & at.SELF_DRAWN:
        problem = 12
    elif how & at.ROBBING_KONG and how & at.WALL_LAST:
        problem = 13
    elif how & at.ROBBING_KONG and copies > 1:
        problem = 14
    elif how & at.LAST_OF_KIND and hidden:
        problem = 15
    return problem
