"""Fan of the whole hand that look at the tiles, however they are grouped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates._registry import by_tiles, whole_hand
from mjlab.tiles import DRAGONS, GREEN, HONORS, SIMPLES, TERMINALS, WHITE, WINDS, is_suited, rank

_GREEN_TILES: Final = frozenset({19, 20, 21, 23, 25, GREEN})
_REVERSIBLE_TILES: Final = frozenset({9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE})


def _only_ranks(h: Facts, ranks: range) -> bool:
    return all(is_suited(t) and rank(t) in ranks for t in h.kinds)


@whole_hand
def all_green(h: Facts) -> bool:
    """绿一色: only 2, 3, 4, 6, 8 of bamboo and the green dragon, which need not be there."""
    return h.kinds <= _GREEN_TILES and h.takes_set_fan


@whole_hand
def all_terminals(h: Facts) -> bool:
    """清幺九: only 1 and 9 of the suits."""
    return h.kinds <= TERMINALS and h.takes_set_fan


@whole_hand
def all_honors(h: Facts) -> bool:
    """字一色: only winds and dragons."""
    return h.suits == {3} and h.takes_set_fan


@whole_hand
def all_terminals_and_honors(h: Facts) -> bool:
    """混幺九: only 1, 9 and honors, some of each."""
    terminals = h.kinds & TERMINALS
    honors = h.kinds & frozenset(HONORS)
    return h.kinds == terminals | honors and bool(terminals and honors) and h.takes_set_fan


@whole_hand
def full_flush(h: Facts) -> bool:
    """清一色: all tiles of one suit."""
    return h.number_suits == 1 and 3 not in h.suits


@whole_hand
def half_flush(h: Facts) -> bool:
    """混一色: one suit and honors."""
    return h.number_suits == 1 and 3 in h.suits


@whole_hand
def upper_tiles(h: Facts) -> bool:
    """全大: only ranks 7, 8, 9."""
    return _only_ranks(h, range(7, 10))


@whole_hand
def middle_tiles(h: Facts) -> bool:
    """全中: only ranks 4, 5, 6."""
    return _only_ranks(h, range(4, 7))


@whole_hand
def lower_tiles(h: Facts) -> bool:
    """全小: only ranks 1, 2, 3."""
    return _only_ranks(h, range(1, 4))


@whole_hand
def upper_four(h: Facts) -> bool:
    """大于五: only ranks 6 to 9."""
    return _only_ranks(h, range(6, 10))


@whole_hand
def lower_four(h: Facts) -> bool:
    """小于五: only ranks 1 to 4."""
    return _only_ranks(h, range(1, 5))


@whole_hand
def reversible_tiles(h: Facts) -> bool:
    """推不倒: only tiles that look the same upside down (123458 and 9p, 245689s, white)."""
    return h.kinds <= _REVERSIBLE_TILES


@whole_hand
def all_types(h: Facts) -> bool:
    """五门齐: characters, dots, bamboo, winds and dragons are all there."""
    return h.number_suits == 3 and any(t in h.kinds for t in WINDS) and any(
        t in h.kinds for t in DRAGONS
    )  # fmt: skip


@whole_hand
def all_simples(h: Facts) -> bool:
    """断幺: no 1, no 9, no honor."""
    return h.kinds <= SIMPLES


@whole_hand
def one_voided_suit(h: Facts) -> bool:
    """缺一门: exactly two of the suits (with ``one_suit_voided`` at most two)."""
    return h.number_suits == 2 or (h.rules.one_suit_voided and h.number_suits < 2)


@whole_hand
def no_honors(h: Facts) -> bool:
    """无字: no winds and no dragons."""
    return 3 not in h.suits


@by_tiles
def tile_hog(h: Facts) -> Iterator[tuple[int, ...]]:
    """四归一: all four copies of a tile in the hand, not as a kong; once for each such tile."""
    kongs = {kong.tile for kong in h.kongs}
    for tile in sorted(h.kinds - kongs):
        if h.counts[tile] == 4:
            yield (tile,) * 4


@by_tiles
def flower_tiles(h: Facts) -> list[tuple[int, ...]]:
    """花牌: a point for each flower, not a fan toward the minimum."""
    return [()] * h.win.flowers
