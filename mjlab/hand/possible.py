"""What no game can bring about: tiles and circumstances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from mjlab.common.wording import plural
from mjlab.errors import HandError
from mjlab.hand.meld import Meld
from mjlab.notation import ParsedHand
from mjlab.tiles import N_KINDS, N_TILES, code


def check_tiles(
    concealed: tuple[int, ...], melds: tuple[Meld, ...], totals: tuple[int, ...], win: int = -1
) -> None:
    """Refuse a wrong number of tiles, a fifth copy, a flower."""
    for tile in concealed:
        if not 0 <= tile < N_KINDS:
            flower = 34 <= tile < N_TILES
            raise HandError(
                f"{code(tile) if flower else tile} cannot stand in a hand",
                hint="flowers are given by number: flowers=2" if flower else "tile indices 0-33",
            )
    if len(melds) > 4:
        raise HandError(f"{len(melds)} sets are too many", hint="a hand has four sets and a pair")
    wanted = [total - 3 * len(melds) for total in totals]
    if len(concealed) not in wanted:
        sets = f" beside {plural(len(melds), 'set')}" if melds else ""
        extra = " before the winning tile" if win >= 0 else ""
        raise HandError(
            f"{len(concealed)} standing tiles{sets}{extra}, "
            f"{' or '.join(map(str, wanted))} are expected",
            hint="13 tiles before the winning tile, each set counting as three",
        )
    everything = Counter(concealed)
    everything.update(t for m in melds for t in m.tiles)
    if win >= 0:
        everything[win] += 1
    for tile, count in sorted(everything.items()):
        if count > 4:
            words = ("five", "six", "seven", "eight", "nine")
            number = words[count - 5] if count < 10 else str(count)
            raise HandError(f"{number} copies of {code(tile)}", hint="there are four of each")


def sets_of(values: Iterable[Any]) -> tuple[Meld, ...]:
    """Take sets as a tuple."""
    sets = tuple(values) if isinstance(values, Iterable) else (values,)
    if not all(isinstance(one, Meld) for one in sets):
        raise HandError(f"{values!r} are no sets", hint="melds=(Meld.parse('[123m]'),)")
    return sets


def counts_of(tiles: Iterable[int]) -> tuple[int, ...]:
    """How many of each of the 34 kinds there are."""
    counted = Counter(tiles)
    return tuple(counted[t] for t in range(N_KINDS))


def melds_of(parsed: ParsedHand, text: str) -> tuple[Meld, ...]:
    """Make the sets of a text."""
    return tuple(Meld._from_parsed(m, text) for m in parsed.melds)
