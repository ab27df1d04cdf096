"""One dataset, in memory and on disk: what is asked for, of the documented types."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pandera.errors import SchemaError, SchemaErrors

from mjlab import api
from mjlab.dataset import Dataset, arrow, make_dataset, schemas
from mjlab.dataset.importing import import_logs
from mjlab.errors import MjlabError
from mjlab.logs import replay_all
from mjlab.tiles import code
from tests.support.paths import RECORDS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("dataset") / "ds"
    import_logs([RECORDS], made, workers=1)
    return made


@pytest.fixture(scope="module", params=["memory", "folder"])
def data(request: pytest.FixtureRequest, folder: Path) -> Dataset:
    return (
        make_dataset(replay_all([RECORDS])) if request.param == "memory" else Dataset.open(folder)
    )


def test_columns_and_rows_on_request(data: Dataset) -> None:
    wanted = {"seat": "E", "claimed": ["pung", "chow"], "turn": range(1, 9)}
    table = data.table("discards", ["tile", "turn", "game"], wanted)
    assert list(table.columns) == ["game", "turn", "tile"]
    whole = data.discards
    rows = (whole["seat"] == "E") & whole["claimed"].isin(["pung", "chow"]) & (whole["turn"] < 9)
    pd.testing.assert_frame_equal(
        table, whole.loc[rows, ["game", "turn", "tile"]].reset_index(drop=True)
    )
    assert len(table) > 3
    winners = data.table("hands", where={"won": True, "player": {"P0", "P3"}})
    assert winners["won"].all()
    assert set(winners["player"]) == {"P0", "P3"}
    assert data.table("hands", where={"player": "nobody"}).empty


def test_values_of_another_kind_are_told(data: Dataset) -> None:
    with pytest.raises(MjlabError, match=r"hands\.n_claims is never 'two'"):
        data.table("hands", where={"n_claims": "two"})


def test_a_missing_value_can_be_asked_for(data: Dataset) -> None:
    kongs = data.table("melds", where={"claimed": None})
    assert set(kongs["kind"]) <= {"kong_concealed", "kong_added"}
    assert len(kongs) == data.melds["claimed"].isna().sum() > 0


def test_unknown_names_are_told(data: Dataset) -> None:
    with pytest.raises(MjlabError, match="no table is called 'hand'"):
        data.table("hand")
    with pytest.raises(MjlabError, match="hands has no column 'colour'") as caught:
        data.table("hands", ["colour"])
    assert "player" in str(caught.value.hint)
    with pytest.raises(MjlabError, match="hands has no column 'colour'"):
        data.table("hands", where={"colour": "red"})


def test_codes_of_tiles_are_tile_indices(data: Dataset) -> None:
    tiles = data.discards["tile"]
    assert [code(n) for n in tiles.cat.codes] == tiles.to_list()
    assert data.hands["seat"].cat.categories.to_list() == ["E", "S", "W", "N"]


def test_hands_can_be_given_to_the_batch_functions(data: Dataset) -> None:
    rows = data.discards.dropna(subset=["shanten_before"])
    found = api.shanten_batch(rows)
    assert (found <= rows["shanten_before"]).all()
    assert (found == rows["shanten_before"]).mean() > 0.4  # else a useful tile was just drawn
    wins = data.wins
    assert [api.score(hand.hand).win.tile for hand in wins.itertuples()] == [
        wins["tile"].cat.categories.get_loc(tile) for tile in wins["tile"]
    ]


def test_tables_count_without_being_read(data: Dataset) -> None:
    assert {name: data.count(name) for name in schemas.SCHEMAS} == {
        name: len(getattr(data, name)) for name in schemas.SCHEMAS
    }


def test_types_are_those_that_are_documented(data: Dataset) -> None:
    for name in schemas.SCHEMAS:
        table, told = getattr(data, name), arrow.describe(name).set_index("column")
        assert [str(kind) for kind in table.dtypes] == told["type"].to_list()
        filled = table.columns[~table.isna().any()]
        assert set(told.index[~told["missing"]]) <= set(filled)


def test_frames_make_a_dataset(data: Dataset) -> None:
    again = Dataset.of({name: getattr(data, name) for name in schemas.SCHEMAS}, data.rules)
    for name in schemas.SCHEMAS:
        pd.testing.assert_frame_equal(getattr(again, name), getattr(data, name))
    assert Dataset.of({}).games.empty
    with pytest.raises(MjlabError, match="no table is called 'colours'"):
        Dataset.of({"colours": pd.DataFrame()})
    with pytest.raises(SchemaError, match="n_claims"):
        Dataset.of({"hands": data.hands.assign(n_claims=9)})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"points": [-1]}, "'points' failed .*greater_than_or_equal_to.0. failure cases: -1"),
        ({"game": arrow.texts([""])}, "'game' failed .*str_length"),
        ({"seat": [-1]}, "'seat' contains null values"),
        ({"points": np.ma.masked_equal([3], 3)}, "coercing 'points' to type int16"),
    ],
)
def test_values_that_cannot_be_are_refused_at_any_scale(change: dict, said: str) -> None:
    columns = {"game": arrow.texts(["a 1"]), "seat": [0], "fan": [0], "count": [2], "value": [88],
               "points": [176]}  # fmt: skip
    assert arrow.make_table("win_fans", columns).num_rows == 1
    with pytest.raises((SchemaError, SchemaErrors), match=said):
        arrow.make_table("win_fans", columns | change)
    with pytest.raises(MjlabError, match="columns of win_fans are missing or unknown: colour"):
        arrow.make_table("win_fans", columns | {"colour": [1]})


def test_other_programs_read_the_files(folder: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    sql = f"SELECT tile_class, count(*) AS n FROM '{folder}/discards/*.parquet' GROUP BY 1"
    counts = Dataset.open(folder).discards["tile_class"].value_counts().to_dict()
    assert dict(duckdb.sql(sql).fetchall()) == {word: n for word, n in counts.items() if n}
    one = pd.read_parquet(next((folder / "wins").iterdir()))
    assert one["total"].sum() == Dataset.open(folder).wins["total"].sum()


def test_codes_follow_the_words_whatever_order_a_file_has_them_in() -> None:
    """Words of a file come in the order of their rows; codes do not."""
    field = next(field for field in arrow.fields_of("win_fans") if field.name == "seat")
    words = list(field.words)[::-1]
    column = pa.chunked_array([pa.DictionaryArray.from_arrays([0, 1, 2, 3], words)])
    seats = arrow.to_pandas("win_fans", pa.table({"seat": column}))["seat"]
    assert seats.tolist() == words
    assert seats.cat.categories.tolist() == list(field.words)
    assert seats.cat.codes.tolist() == [3, 2, 1, 0]
