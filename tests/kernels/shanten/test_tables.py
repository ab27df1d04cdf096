"""The tables of the shanten kernels, against an obvious builder, for every suit there is."""

import numpy as np
import pytest

from mjlab.kernels.shanten import tables
from tests.support import naive_shanten as naive
from tools.make_shanten_tables import differences, main

TABLES = dict(zip(tables.NAMES, tables.load(), strict=True))
VECTORS = TABLES["vectors"].reshape(tables.N_CLASSES, 10)


class Group:
    """Every suit, or all honors, of at most 14 tiles: counts int[n,ranks] and places int[n]."""

    def __init__(self, n_ranks):
        self.n_ranks = n_ranks
        counts = np.indices((5,) * n_ranks).reshape(n_ranks, -1).T
        self.counts = counts[counts.sum(1) <= 14]
        keys = self.counts @ 5 ** np.arange(n_ranks)[::-1]
        halves, lower = TABLES["halves"], tables.LOWER
        if n_ranks == 9:
            self.places = halves[keys // 3125] + halves[lower + keys % 3125]
        else:
            self.places = halves[tables.HONORS + keys // 625] + halves[lower + 3125 + keys % 625]
            assert np.array_equal(self.places, tables.N_SUITS + keys)
        self.short = naive.short_of(n_ranks)[(slice(None), *self.counts.T)]

    def short_with(self, rank):
        """Tiles short with one more of a rank; where there are four already, as many as without."""
        more = self.counts.copy()
        more[:, rank] = np.minimum(more[:, rank] + 1, 4)
        return naive.short_of(self.n_ranks)[(slice(None), *more.T)]


@pytest.fixture(scope="module", params=[9, 7], ids=["suits", "honors"])
def group(request):
    return Group(request.param)


@pytest.mark.slow
def test_the_file_is_what_is_built(tmp_path, monkeypatch, capsys):
    assert main(["--check"]) == 0
    monkeypatch.setattr(tables, "FILE", str(tmp_path / "tables.npz"))
    assert main(["--check"]) == 1
    assert "stale: halves, classes" in capsys.readouterr().out
    assert main([]) == 0
    assert differences(tables.load()) == []


def test_every_suit_has_a_place_of_its_own(group):
    n = {9: 405_350, 7: 43_130}[group.n_ranks]
    assert len(group.counts) == n == len(np.unique(group.places))
    if group.n_ranks == 9:
        assert (group.places.min(), group.places.max()) == (0, n - 1)


def test_vectors(group):
    found = VECTORS[TABLES["classes"][group.places]].T
    assert np.array_equal(found, group.short)


def test_rows_tell_what_each_further_tile_betters(group):
    rows = TABLES["rows"].reshape(-1, 2)[group.places]
    assert np.array_equal(rows[:, 1] >> 48 & 255, TABLES["classes"][group.places])
    for rank in range(9):
        lane = rows[:, rank // 5] >> 12 * (rank % 5) & 0xFFF if rank < group.n_ranks else 0
        if rank >= group.n_ranks:
            assert not (rows[:, 1] >> 12 * (rank - 5) & 0xFFF).any()
            continue
        better = group.short_with(rank) < group.short
        assert not better[0].any()
        expected = (better[1:].astype(np.int64) << np.arange(9)[:, None]).sum(0)
        assert np.array_equal(lane, expected)


def test_ready(group):
    ready = TABLES["ready"][group.places]
    four, five = (naive.groups(group.n_ranks, most) for most in (4, 5))
    whole = {g for n in range(5) for g in four[n, 0]}
    paired = {g for n in range(5) for g in four[n, 1]}
    listed = list(map(tuple, group.counts.tolist()))
    assert np.array_equal(ready >> 9 & 1, [g in whole or g in paired for g in listed])
    assert np.array_equal(ready >> 10, [g in paired for g in listed])
    complete = {g for all_ in five.values() for g in all_}
    for rank in range(group.n_ranks):
        waits = [(*g[:rank], g[rank] + 1, *g[rank + 1 :]) in complete for g in listed]
        assert np.array_equal(ready >> rank & 1, waits)


def test_facts(group):
    counts = group.counts
    info = TABLES["info"][group.places]
    assert np.array_equal(info >> 24 & 255, TABLES["classes"][group.places])
    assert np.array_equal(info >> 32 & 15, (counts // 2).sum(1))
    outer = counts if group.n_ranks == 7 else counts[:, [0, 8]]
    assert np.array_equal(info >> 36 & 15, (outer > 0).sum(1))
    assert np.array_equal(info >> 40 & 7, (outer > 1).sum(1))
    bits = 1 << np.arange(group.n_ranks)
    assert np.array_equal(info >> 43 & 511, ((counts > 0) * bits).sum(1))
    assert np.array_equal(info >> 52, (counts % 2 * bits).sum(1))


def test_facts_for_knitting(group):
    info = TABLES["info"][group.places]
    for residue in range(3 if group.n_ranks == 9 else 1):
        byte = info >> 8 * residue & 255
        rest = group.counts.copy()
        missing = 0
        if group.n_ranks == 9:
            taken = rest[:, residue::3] > 0
            rest[:, residue::3] -= taken
            missing = 3 - taken.sum(1)
        short = naive.short_of(group.n_ranks)[(slice(None), *rest.T)]
        assert np.array_equal(byte & 3, np.broadcast_to(missing, byte.shape))
        assert np.array_equal(byte >> 2 & 3, short[1])
        assert np.array_equal(byte >> 4 & 3, short[5])
        assert np.array_equal((byte >> 2 & 3) + (byte >> 4 & 3) + (byte >> 6), short[6])


def test_sums_are_the_best_way_to_share():
    n = tables.N_CLASSES
    sums = TABLES["sums"].reshape(n, 256)[:, :n]
    short = VECTORS.astype(int)
    for entry in range(10):
        pair, sets = divmod(entry, 5)
        best = np.full((n, n), 99)
        for own in range(sets + 1):
            for own_pair in range(pair + 1):
                other = sets - own + 5 * (pair - own_pair)
                both = short[:, own + 5 * own_pair][:, None] + short[:, other][None, :]
                best = np.minimum(best, both)
        assert np.array_equal(VECTORS[sums][:, :, entry], best)


def test_active_entries_take_part_in_a_best_hand():
    n = tables.N_CLASSES
    active = TABLES["active"].reshape(5, n, 256)[:, :, :n]
    spread = TABLES["spread"]
    shanten = TABLES["shanten"].reshape(5, 256)[:, :n]
    sums = TABLES["sums"].reshape(n, 256)[:, :n]
    short = VECTORS.astype(int)
    for wanted in range(5):
        entries = spread[active[wanted]]
        assert np.array_equal(shanten[wanted], short[:, 5 + wanted] - 1)
        for entry in range(1, 10):
            pair, own = divmod(entry, 5)
            takes_part = np.zeros((n, n), bool)
            if own <= wanted:
                others = short[:, wanted - own + 5 * (1 - pair)]
                best = short[sums][:, :, 5 + wanted]
                takes_part = others[:, None] + short[:, entry][None, :] == best
            for lane in range(5):
                assert np.array_equal(entries >> 12 * lane + entry - 1 & 1, takes_part)
