"""Legal wins at random: every shape, tiles that make each fan likely, all circumstances.

The generator builds complete hands from sets, so it needs no scorer and can test all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from mjlab.errors import HandError
from mjlab.hand import Meld, MeldKind, Win
from mjlab.tiles import Wind

KNIT = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
GREEN = (19, 20, 21, 23, 25, 32)
REVERSIBLE = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31)
SUITED = tuple(range(27))


def _ranks(*ranks: int) -> tuple[int, ...]:
    return tuple(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


def pools(random: Random) -> tuple[int, ...]:
    """A family of tiles to build a hand from."""
    suit = 9 * random.randrange(3)
    one = tuple(range(suit, suit + 9))
    other = tuple(t for t in SUITED if t not in one)
    return random.choice(
        (
            tuple(range(34)),
            SUITED,
            one,
            (*one, *range(27, 34)),
            other,
            (*other, *range(27, 34)),
            tuple(range(27, 34)),
            ORPHANS,
            _ranks(1, 9),
            _ranks(1, 2, 3),
            _ranks(4, 5, 6),
            _ranks(7, 8, 9),
            _ranks(1, 2, 3, 4),
            _ranks(6, 7, 8, 9),
            _ranks(2, 4, 6, 8),
            _ranks(1, 2, 3, 7, 8, 9),
            (*_ranks(1, 2, 3, 7, 8, 9), *range(27, 34)),
            _ranks(3, 4, 5, 6, 7),
            _ranks(2, 3, 4, 5, 6, 7, 8),
            GREEN,
            REVERSIBLE,
            (*_ranks(1, 9), *range(27, 31)),
            (*random.sample(SUITED, 6), 31, 32, 33),
            (*random.sample(SUITED, 6), 27, 28, 29, 30),
        )
    )


def _chows(pool: tuple[int, ...]) -> list[int]:
    return [t for t in pool if t < 27 and t % 9 < 7 and t + 1 in pool and t + 2 in pool]


def _chow_pattern(random: Random) -> list[int]:
    """Starts of two to four chows that stand in one of the relations of the chow fan."""
    suit = 9 * random.randrange(3)
    suits = random.sample((0, 9, 18), 3)
    low = random.randrange(7)
    step = random.choice((0, 1, 2))
    patterns = (
        [suit + low] * random.choice((2, 3, 4)),
        [suit + min(low, 6 - 3 * step) + step * i for i in range(4)] if step < 3 else [],
        [suit + min(low, 6 - 2 * step) + step * i for i in range(3)],
        [suit, suit + 3, suit + 6],
        [s + 3 * i for i, s in enumerate(suits)],
        [s + low for s in suits],
        [s + min(low, 4) + i for i, s in enumerate(suits)],
        [suits[0], suits[0] + 6, suits[1], suits[1] + 6],
        [suit, suit, suit + 6, suit + 6],
        [suits[0] + low, suits[1] + low],
        [suit + low % 4, suit + low % 4 + 3],
    )
    found = random.choice(patterns)
    return [t for t in found if t % 9 < 7]


def _pung_pattern(random: Random) -> list[int]:
    suit = 9 * random.randrange(3)
    suits = random.sample((0, 9, 18), 3)
    low = random.randrange(7)
    return random.choice(
        (
            [suit + low + i for i in range(3)],
            [suit + min(low, 5) + i for i in range(4)],
            [s + low for s in suits],
            [s + low + i for i, s in enumerate(suits)],
            [s + low for s in suits[:2]],
            [27, 28, 29, 30],
            random.sample(range(27, 31), 3),
            [31, 32, 33],
            random.sample(range(31, 34), 2),
        )
    )


def _sets(random: Random, pool: tuple[int, ...], n: int) -> list[tuple[str, int]]:
    sets: list[tuple[str, int]] = []
    chow_share = random.choice((0.0, 0.3, 0.6, 0.9, 1.0))
    if random.random() < 0.4:
        if random.random() < chow_share:
            sets = [("chow", t) for t in _chow_pattern(random)]
        else:
            sets = [("pung", t) for t in _pung_pattern(random)]
    chows = _chows(pool)
    while len(sets) < n:
        if chows and random.random() < chow_share:
            sets.append(("chow", random.choice(chows)))
        else:
            sets.append(("pung", random.choice(pool)))
    random.shuffle(sets)
    return sets[:n]


def _standard(random: Random) -> tuple[list[int], list[Meld]]:
    pool = pools(random)
    sets = _sets(random, pool, 4)
    if random.random() < 0.1:
        pair = random.choice((4, 13, 22))
    elif random.random() < 0.2:
        pair = random.randrange(34)
    else:
        pair = random.choice(pool)
    if random.random() < 0.3:
        others = [t for t in pool if not any(t == s for _, s in sets)]
        pair = random.choice(others or [pair])
    return _lay(random, sets, pair)


def _rare(random: Random) -> tuple[list[int], list[Meld]]:
    """Shapes that random sets hardly ever make."""
    suit = 9 * random.randrange(3)
    suits = random.sample((0, 9, 18), 3)
    wind = random.sample(range(27, 31), 4)
    dragon = random.sample(range(31, 34), 3)
    any_set = _sets(random, pools(random), 2)
    fives = [random.choice(("chow2", "chow3", "chow4", "pung4")) for _ in range(4)]
    sets, pair = random.choice(
        (
            ([("chow", suit + r) for r in (0, 0, 6, 6)], suit + 4),
            ([("chow", s + r) for s in suits[:2] for r in (0, 6)], suits[2] + 4),
            ([*(("pung", w) for w in wind[:3]), any_set[0]], wind[3]),
            ([*(("pung", d) for d in dragon[:2]), *any_set], dragon[2]),
            ([(f[:4], 9 * random.randrange(3) + int(f[4])) for f in fives], suit + 4),
            (
                [("pung", random.choice(_ranks(1, 9))) for _ in range(4)],
                random.choice(_ranks(1, 9)),
            ),
        )
    )
    return _lay(random, sets, pair)


def _unrelated(random: Random) -> tuple[list[int], list[Meld]]:
    """Chows that make no fan, beside a pair of honors: often a chicken hand."""
    while True:
        starts = [random.randrange(7) for _ in range(4)]  # in suits 0, 1, 2, 0
        ordered = sorted(starts[:3])
        related = (
            len(set(starts)) < 4
            or abs(starts[0] - starts[3]) in (3, 6)
            or any(
                sorted(three) in ([0, 3, 6], list(range(min(three), min(three) + 3)))
                for three in (ordered, [*starts[1:3], starts[3]])
            )
        )
        if not related:
            break
    sets = [("chow", 9 * (i % 3) + start) for i, start in enumerate(starts)]
    return _lay(random, sets, random.randrange(27, 34))


def _lay(random: Random, sets: list[tuple[str, int]], pair: int) -> tuple[list[int], list[Meld]]:
    claim_share = random.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    kong_share = random.choice((0.0, 0.0, 0.3, 0.9))
    standing, melds = [pair, pair], []
    for kind, tile in sets:
        if kind == "chow":
            if random.random() < claim_share:
                melds.append(Meld(MeldKind.CHOW, tile))
            else:
                standing += [tile, tile + 1, tile + 2]
        elif random.random() < kong_share:
            concealed = random.random() >= claim_share
            kinds = (MeldKind.KONG_MELDED, MeldKind.KONG_ADDED)
            melds.append(Meld(MeldKind.KONG_CONCEALED if concealed else random.choice(kinds), tile))
        elif random.random() < claim_share:
            melds.append(Meld(MeldKind.PUNG, tile))
        else:
            standing += [tile] * 3
    return standing, melds


def _pairs(random: Random) -> tuple[list[int], list[Meld]]:
    pool = pools(random)
    if random.random() < 0.2:
        start = 9 * random.randrange(3) + random.randrange(3)
        chosen = list(range(start, start + 7))
    elif random.random() < 0.6 and len(set(pool)) >= 7:
        chosen = random.sample(sorted(set(pool)), 7)
    else:
        chosen = random.choices(pool, k=7)
    return [t for t in chosen for _ in range(2)], []


def _knitted(random: Random) -> list[int]:
    return [9 * s + r for s, group in enumerate(random.sample(KNIT, 3)) for r in group]


def _orphans(random: Random) -> tuple[list[int], list[Meld]]:
    return [*ORPHANS, random.choice(ORPHANS)], []


def _singles(random: Random) -> tuple[list[int], list[Meld]]:
    honors = random.choice((5, 6, 7))
    return [
        *random.sample(_knitted(random), 14 - honors),
        *random.sample(range(27, 34), honors),
    ], []


def _knitted_straight(random: Random) -> tuple[list[int], list[Meld]]:
    body = _knitted(random)
    pool = tuple(range(34))
    standing, melds = _lay(random, _sets(random, pool, 1), random.randrange(34))
    return [*body, *standing], melds


def _nine_gates(random: Random) -> tuple[list[int], list[Meld]]:
    suit = 9 * random.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.randrange(9)]
    return [suit + r for r in ranks], []


FORMS = (
    (_standard, 18),
    (_rare, 4),
    (_unrelated, 2),
    (_pairs, 3),
    (_knitted_straight, 2),
    (_singles, 2),
    (_orphans, 1),
    (_nine_gates, 1),
)


def _circumstances(random: Random, standing: list[int], melds: list[Meld], tile: int) -> dict:
    how: dict = {"round": random.choice(list(Wind)), "seat": random.choice(list(Wind))}
    held = Counter(standing)
    held.update(t for m in melds for t in m.tiles)
    standing_copies = standing.count(tile) - 1
    how["self_drawn"] = random.random() < 0.45
    how["flowers"] = random.choice((0, 0, 0, 1, 2, 8))
    how["wall_last"] = random.random() < 0.08
    kongs = any(m.is_kong for m in melds)
    if how["self_drawn"] and kongs:
        how["kong_replacement"] = random.random() < 0.3
    if not how["self_drawn"] and not how["wall_last"] and held[tile] == 1:
        how["robbing_kong"] = random.random() < 0.2
    if standing_copies == 0:
        how["last_of_kind"] = random.random() < 0.15
    return how


def win(random: Random) -> Win:
    """One legal win (it may be under the minimum)."""
    makers, weights = zip(*FORMS, strict=True)
    while True:
        standing, melds = random.choices(makers, weights)[0](random)
        held = Counter(standing)
        held.update(t for m in melds for t in m.tiles)
        if max(held.values()) > 4:
            continue
        tile = random.choice(standing)
        rest = list(standing)
        rest.remove(tile)
        try:
            return Win(
                tuple(rest), tuple(melds), tile, **_circumstances(random, standing, melds, tile)
            )
        except HandError:  # e.g. the fourth copy lies in a concealed kong
            continue


def wins(n: int, seed: int) -> Iterator[Win]:
    """Yield `n` legal wins, the same ones for the same seed."""
    random = Random(seed)
    return (win(random) for _ in range(n))
