"""The tables of a census: that they say the same thing in different ways."""

import numpy as np
import pandas as pd
import pytest

from mjlab.api import FORMS
from mjlab.census import schemas
from mjlab.errors import MjlabError
from mjlab.rules import FANS


@pytest.fixture(params=["drawn", "discard", "melds"])
def found(request, self_drawn, by_discard, melded):
    return {"drawn": self_drawn, "discard": by_discard, "melds": melded[1]}[request.param]


def test_sums_agree(found):
    totals, forms, readings = found.totals(), found.forms(), found.readings()
    for name in ("hands", "physical_hands", "pairs", "physical_pairs"):
        expected = getattr(found, name)
        of_forms = forms[name if "pairs" in name else f"{name}_by_shape"]
        assert totals[name].sum() == of_forms.sum() == readings[name].sum() == expected
    assert totals["pairs_at_least"].iloc[0] == found.pairs
    assert totals["physical_at_least"].iloc[0] == found.physical_pairs
    lists = found.lists()
    assert lists["physical_pairs"].sum() == found.physical_pairs
    assert np.isclose(lists["share"].sum(), 1)
    assert (
        readings["tied_pairs"].sum() == found.tied_pairs == lists.loc[lists["tied"], "pairs"].sum()
    )


def test_how_many_reach_a_total(found):
    totals = found.totals().set_index("total")
    for least in (1, 8, 9, 24, 64, 88):
        above = totals[totals.index >= least]
        assert found.at_least(least) == above["pairs"].sum()
        assert found.physical_at_least(least) == above["physical_pairs"].sum()
    assert found.physical_at_least(1) == found.physical_pairs
    assert found.physical_at_least(1000) == 0
    assert type(found.physical_at_least(8)) is type(found.pairs) is int
    legal = found.forms()["legal_physical_pairs"].sum()
    assert legal == found.physical_at_least(8)


def test_points_of_all_fan_make_all_totals(found):
    table, totals = found.fan_table(), found.totals()
    assert (table["times"] * table["value"]).sum() == (totals["total"] * totals["pairs"]).sum()


def test_cooccurrence(found):
    for count in ("pairs", "physical_pairs"):
        together = found.cooccurrence(count)
        assert together.shape == (82, 82)
        assert together.index.tolist() == together.columns.tolist() == [f.key for f in FANS]
        assert np.array_equal(together, together.T)
        assert np.diag(together).tolist() == found.fan_table()[count].tolist()
    with pytest.raises(MjlabError, match="unknown"):
        found.cooccurrence("hands")


def test_partners_are_a_row_of_the_cooccurrence(found):
    together = found.cooccurrence()
    row = together.loc["mixed_shifted_chows"].drop("mixed_shifted_chows")
    partners = found.partners("三色三步高").set_index("fan")
    assert partners["physical_pairs"].to_dict() == row[row > 0].to_dict()
    assert (partners["legal_physical_pairs"] <= partners["physical_pairs"]).all()
    assert partners["share"].is_monotonic_decreasing
    with pytest.raises(MjlabError, match="no fan is called"):
        found.partners("chess")
    with pytest.raises(MjlabError, match="regional"):
        found.partners("天和")


def test_order_of_lists(found):
    highest, rarest, commonest = found.highest(20), found.rarest(20), found.commonest(20)
    assert highest["total"].is_monotonic_decreasing
    assert highest["total"].iloc[0] == found.totals()["total"].max()
    assert rarest["physical_pairs"].is_monotonic_increasing
    assert commonest["physical_pairs"].is_monotonic_decreasing
    assert commonest["physical_pairs"].iloc[0] == found.lists()["physical_pairs"].max()
    straights = found.lists("清龙")
    assert straights["fans"].str.split().map(lambda names: "清龙" in names).all()
    assert (
        straights["pairs"].sum() == found.fan_table().set_index("fan").loc["pure_straight", "pairs"]
    )
    assert len(found.rarest(0)) == 0
    for n in (-1, 2.5, True):
        with pytest.raises(MjlabError, match="no number of rows"):
            found.highest(n)


def test_known_hands(self_drawn, by_discard):
    assert by_discard.highest(1)["hand"].tolist() == ["1112555666777z+2z"]
    assert self_drawn.fan_table().set_index("fan").loc["nine_gates", "hands"] == 27
    table = by_discard.fan_table().set_index("fan")
    assert table.loc["thirteen_orphans", "pairs"] == 169
    assert table.loc["all_green", "hands"] == 225
    impossible = ["four_kongs", "last_tile_draw", "flower_tiles", "robbing_the_kong"]
    assert table.loc[impossible, "pairs"].sum() == 0
    assert table.loc["chicken_hand", "pairs"] == 0  # 门前清 is always there


def test_every_column_is_explained(found):
    tables = {
        "fan_table": found.fan_table(),
        "totals": found.totals(),
        "forms": found.forms(),
        "readings": found.readings(),
        "partners": found.partners("平和"),
        "lists": found.lists("清龙"),
    }
    assert set(tables) == set(schemas.SCHEMAS)
    for name, table in tables.items():
        about = schemas.describe(name)
        assert about["column"].tolist() == list(table.columns)
        assert about["meaning"].str.endswith(".").all()
        assert isinstance(table.index, pd.RangeIndex)
    assert tables["forms"]["form"].tolist() == list(FORMS)
    with pytest.raises(MjlabError, match="no table"):
        schemas.describe("chess")


def test_it_shows_itself(found):
    assert repr(found).startswith(f"Census({found.hands:,} hands, {found.pairs:,} wins;")
    assert "<table" in found._repr_html_()
