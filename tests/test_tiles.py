"""The names of the tiles."""

import pytest

from mjlab.tiles import N_TILES, code, name_en, name_pinyin, name_zh, named, rank


@pytest.mark.parametrize(("tile", "name"), [(4, "5m"), (41, "8f"), (None, "nothing"), (77, "77")])
def test_messages_name_whatever_stands_in_the_place_of_a_tile(tile, name):
    assert named(tile) == name


def test_no_two_tiles_have_one_name():
    for name in (code, name_zh, name_en):
        assert len({name(tile) for tile in range(N_TILES)}) == N_TILES
    assert name_pinyin(30) == "běi"


@pytest.mark.parametrize("tile", [-1, N_TILES])
def test_other_numbers_are_no_tiles(tile):
    with pytest.raises(IndexError, match="is not in 0-41"):
        rank(tile)
