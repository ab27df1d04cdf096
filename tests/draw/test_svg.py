from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from mjlab.draw import svg
from mjlab.draw.faces import face
from mjlab.errors import MjlabError
from mjlab.hand import Hand, Win
from mjlab.tiles import N_TILES, code

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def test_every_tile_is_well_formed_and_holds_no_glyph() -> None:
    for tile in range(N_TILES):
        root = parsed(svg.tile(tile))
        assert root.findtext(f"{SPACE}title") == code(tile)
        names = {element.tag.removeprefix(SPACE) for element in root.iter()}
        assert names <= {"svg", "title", "desc", "g", "rect", "path", "circle"}


def test_no_two_faces_are_alike() -> None:
    assert len({face(tile) for tile in range(N_TILES)}) == N_TILES


@pytest.mark.parametrize("which", range(9, 18))
def test_dots_show_their_number(which: int) -> None:
    colours = re.findall(r'r="([0-9.]+)" fill="#fdfaf0"', face(which))
    assert len(colours) == max(1, which - 8) + (which == 9)


@pytest.mark.parametrize("which", [19, 20, 21, 22, 23, 24, 25, 26])
def test_bamboo_shows_its_number(which: int) -> None:
    assert face(which).count("<g fill=") == which - 17


def test_faces_stay_inside_their_box() -> None:
    for tile in range(N_TILES):
        for x, y, radius in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', face(tile)):
            assert float(x) - float(radius) > 0
            assert float(x) + float(radius) < 60
            assert float(y) + float(radius) < 80


def widths(picture: str) -> list[tuple[float, bool]]:
    """Left edge of every tile and whether it lies sideways."""
    groups = re.findall(r'<g transform="translate\(([\d.]+) (20|0)\)">', picture)
    return [(float(x), top == "20") for x, top in groups]


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("[222p,1]", [1, 0, 0]),
        ("[222p,2]", [0, 1, 0]),
        ("[222p,3]", [0, 0, 1]),
        ("[2222p,3]", [0, 0, 0, 1]),
        ("[222p+2p,1]", [1, 1, 0, 0]),
        ("[222p+2p,2]", [0, 1, 1, 0]),
        ("[222p+2p,3]", [0, 0, 1, 1]),
        ("[222p]", [0, 0, 0]),
        ("[234p,2]", [1, 0, 0]),
    ],
)
def test_the_claimed_tile_lies_sideways(text: str, turned: list[int]) -> None:
    drawn = widths(Hand.parse(text + "123456m1122s").draw())
    assert [side for _, side in drawn[: len(turned)]] == [bool(t) for t in turned]
    assert not any(side for _, side in drawn[len(turned) :])


def test_the_claimed_tile_of_a_chow_comes_first() -> None:
    picture = Hand.parse("[234p,2]123456m1122s").draw()
    tips = re.findall(r"<title>[^<]*\((\w\w)\)</title>", picture)
    assert tips[:3] == ["3p", "2p", "4p"]


def test_a_concealed_kong_hides_its_outer_tiles() -> None:
    picture = Hand.parse("{5555z}123m45678p99s").draw()
    tips = re.findall(r"<title>([^<]*)</title>", picture)[1:]
    assert [tip == "face down" for tip in tips[:5]] == [True, False, False, True, False]


def test_the_winning_tile_stands_apart() -> None:
    drawn = widths(Win.parse("[123m]{5555z}45678p99s+9p").draw())
    steps = [b[0] - a[0] for a, b in pairwise(drawn)]
    assert len(drawn) == 3 + 4 + 7 + 1
    assert steps[-1] == max(steps)


def test_circumstances_are_told() -> None:
    win = Win.parse("[123m]{5555z}45678p99s+9p", seat="S", self_drawn=True, flowers=2)
    desc = parsed(win.draw()).findtext(f"{SPACE}desc")
    assert desc is not None
    assert "自摸 self-drawn" in desc
    assert "2 flowers" in desc
    assert "南 seat" in desc


def test_shared_faces_are_referred_to() -> None:
    win = Win.parse("[123m]{5555z}45678p99s+9p")
    ids = set(re.findall(r'id="([^"]+)"', svg.symbols()))
    references = set(re.findall(r'href="#([^"]+)"', win.draw(shared=True)))
    assert len(ids) == N_TILES + 1
    assert references <= ids
    assert len(win.draw(shared=True)) < len(win.draw()) / 3
    parsed(svg.symbols())


def test_height_decides_the_size() -> None:
    small, large = (parsed(svg.tile(0, height=h)) for h in (40, 80))
    assert float(large.attrib["height"]) == pytest.approx(
        2 * float(small.attrib["height"]), rel=0.01
    )


def test_no_tiles_are_an_empty_picture() -> None:
    root = parsed(svg.tiles([]))
    assert root.findtext(f"{SPACE}title") == ""


@pytest.mark.parametrize("which", [42, -1, True])
def test_unknown_tiles_are_refused(which: int) -> None:
    with pytest.raises(MjlabError, match="not in 0-41"):
        svg.tile(which)


@pytest.mark.parametrize("height", [0, -3, 5000, float("nan"), True])
def test_impossible_heights_are_refused(height: float) -> None:
    with pytest.raises(MjlabError, match="height"):
        svg.tile(0, height=height)


def test_two_tiles_are_not_one() -> None:
    with pytest.raises(MjlabError, match="one tile is expected, not 2"):
        svg.tile("12m")


def test_notebooks_draw_values() -> None:
    hand = Hand.parse("{5555z}123m45678p99s")
    win = Win.parse("[123m]{5555z}45678p99s+9p")
    assert hand._repr_svg_() == hand.draw()
    assert win._repr_svg_() == win.draw()
    assert hand.draw()._repr_html_() == hand.draw()
    assert type(hand.draw()._repr_svg_()) is str
