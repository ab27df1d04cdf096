import importlib.util
import re
import sys
from xml.etree import ElementTree

import pytest

from mjlab import census
from mjlab.reference import score
from mjlab.rules import FANS, LOCAL_FANS, fan
from tests.support.paths import ROOT

spec = importlib.util.spec_from_file_location(
    "make_fan_reference", ROOT / "tools" / "make_fan_reference.py"
)
tool = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = tool  # data classes look their module up
spec.loader.exec_module(tool)

PAGE = tool.PAGE.read_text(encoding="utf-8")
SECTIONS = {part.partition('"')[0]: part.partition("\n")[2] for part in PAGE.split('<a id="')[1:]}


@pytest.fixture(scope="module")
def wins():
    return tool.examples()


@pytest.fixture(scope="module")
def own():
    """Concealed and self-drawn, as on the page."""
    return census.run(seat=tool.SEAT, round=tool.ROUND, threads=2)


def test_every_example_counts_its_fan_and_is_a_legal_win(wins):
    for key, win in wins.items():
        scored = score(win)
        assert key in scored.fans
        assert scored.legal_win
        assert f"`{win}`" in SECTIONS[key]
        listed = re.search(rf"scores {scored.total}: (.*)\.\n", SECTIONS[key])[1].split(", ")
        values = [int(one.split()[1].partition("×")[0]) for one in listed]
        assert len(values) == len(scored.fans)
        assert values == sorted(values, reverse=True)


def test_every_picture_is_the_one_that_is_drawn(wins):
    assert tool.stale(tool.files()) == []
    for key, win in wins.items():
        tree = ElementTree.fromstring((tool.FOLDER / f"{key}.svg").read_text(encoding="utf-8"))
        drawn = tree.findall(".//{http://www.w3.org/2000/svg}use")
        tiles = 1 + len(win.concealed) + sum(len(meld.tiles) for meld in win.melds)
        assert len(drawn) == tiles
        symbols = {one.get("id") for one in tree.iter("{http://www.w3.org/2000/svg}symbol")}
        assert {one.get("href")[1:] for one in drawn} <= symbols


def test_an_example_without_its_fan_is_refused(tmp_path, monkeypatch):
    text = (tool.FOLDER / "examples.csv").read_text(encoding="utf-8")
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    changed = text.replace("[222m][888p]66m44555s+6m", "[234m][888p]66m44555s+6m")
    (tmp_path / "examples.csv").write_text(changed, encoding="utf-8")
    with pytest.raises(SystemExit, match="is no win with all_pungs"):
        tool.examples()
    (tmp_path / "examples.csv").write_text(text.replace("all_pungs,", "pungs,"), encoding="utf-8")
    with pytest.raises(SystemExit, match="one row for each fan"):
        tool.examples()


def _keys(section, head):
    found = re.search(rf"^{head}: (.*)\.$", section, re.MULTILINE)
    return re.findall(r"\(#(\w+)\)", found[1]) if found else []


def test_waits_and_readings_of_the_same_tiles_imply_no_other():
    for keys in (
        {"edge_wait", "closed_wait", "single_wait"},
        {"pure_triple_chow", "pure_shifted_pungs"},
    ):
        for key in keys:
            assert set(_keys(SECTIONS[key].replace("°", ""), "Never together with")) == keys - {key}


def test_every_fan_has_a_section_with_its_rules():
    assert set(SECTIONS) == {one.key for one in FANS}
    for one in FANS:
        section = SECTIONS[one.key].replace("°", "")
        assert f"### {one.name}\n" in section
        assert f"{one.value} fan, *{one.pinyin}*, `{one.key}`. {one.definition}\n" in section
        smaller, rivals = _keys(section, "Implies"), _keys(section, "Never together with")
        assert sorted(smaller + rivals) == sorted(other.key for other in one.excludes)
        for key in rivals:  # each way, and neither is part of the other
            assert one.key in _keys(SECTIONS[key].replace("°", ""), "Never together with")
        for key in smaller:
            assert one.key in _keys(SECTIONS[key], "Implied by")
        for key in _keys(section, "Implied by"):
            assert one.key in [other.key for other in fan(key).excludes]
            assert key not in smaller
    assert all(one.name in PAGE for one in LOCAL_FANS)


def test_every_link_leads_somewhere():
    for target in re.findall(r"\]\(([^)\s]+)\)", PAGE):
        if target.startswith("#"):
            assert target[1:] in SECTIONS
        else:
            assert (tool.PAGE.parent / target).is_file(), target


def test_the_odds_are_those_of_the_census(own):
    table = own.fan_table().set_index("fan")
    for key, row in table.iterrows():
        told = re.search(r"it counts in ([\d,]+) of ([\d,]+) wins.* physically in ([\d,]+) of "
                         r"([\d,]+) .*\*\*one in ([\d,.]+)\*\*", SECTIONS[key])  # fmt: skip
        if not row["pairs"]:
            assert told is None
            continue
        pairs, of_pairs, physical, of_physical, one_in = (
            float(number.replace(",", "")) for number in told.groups()
        )
        assert (pairs, of_pairs) == (row["pairs"], own.pairs)
        assert (physical, of_physical) == (row["physical_pairs"], own.physical_pairs)
        assert one_in == pytest.approx(of_physical / physical, rel=0.005)


def test_what_the_census_cannot_count_is_said_to_be_outside(own):
    table = own.fan_table().set_index("fan")
    never = set(table.index[table["pairs"] == 0])
    for key in table.index:
        assert ("**Outside of the count" in SECTIONS[key]) == (key in never)
        why = tool.why_absent(key, melds=0, self_drawn=True)
        assert (f"** {why}\n" in SECTIONS[key]) == (key in never)
    assert "| 4 | – | – | 1.00 |" in SECTIONS["melded_hand"]
    assert "| claimed sets |" not in SECTIONS["four_kongs"]


@pytest.mark.slow
def test_the_page_is_what_is_made(capsys):
    assert tool.main(["--check"]) == 0, capsys.readouterr().out
