"""Datasets of which files were lost, cut, or put in the place of others."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from mjlab.dataset import Dataset
from mjlab.dataset.importing import import_logs
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError
from tests.support.paths import RECORDS


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "ds"
    import_logs([RECORDS], folder, workers=1)
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "ds"))


def only(folder: Path, pattern: str) -> Path:
    (file,) = folder.glob(pattern)
    return file


def refused(folder: Path) -> MjlabError:
    """Whoever opens it and whoever adds to it is told the same."""
    with pytest.raises(MjlabError) as caught:
        repr(Dataset.open(folder))
    with pytest.raises(MjlabError) as again:
        import_logs([RECORDS], folder, workers=1)
    assert str(again.value) == str(caught.value)
    return caught.value


@pytest.mark.parametrize("text", ["", "{", "{}", "[1]", '{"a":1}', "null", "\xff", "[" * 100_000])
@pytest.mark.parametrize("name", ["dataset.json", "sessions.json", "parts/*.json"])
def test_a_damaged_record_is_named(folder: Path, name: str, text: str) -> None:
    file = only(folder, name)
    file.write_text(text, encoding="latin-1")
    if (name, text[1:]) in {("dataset.json", "}"), ("dataset.json", '"a":1}')}:
        assert "another version" in refused(folder).message  # tells no version
        return
    error = refused(folder)
    assert file.name in error.message
    assert "is damaged" in error.message
    assert "import the logs again" in str(error.hint)


def test_a_record_without_a_part_of_it_is_damaged(folder: Path) -> None:
    for name, keys in (("parts/*.json", ("id", "number", "pieces", "rows")),
                       ("dataset.json", ("ruleset", "players"))):  # fmt: skip
        file = only(folder, name)
        whole = file.read_text(encoding="utf-8")
        for key in keys:
            said = {k: v for k, v in json.loads(whole).items() if k != key}
            file.write_text(json.dumps(said), encoding="utf-8")
            assert refused(folder).message.endswith(
                "it is no record of a part" if "id" in keys
                else "it does not tell ruleset and players")  # fmt: skip
        file.write_text(whole, encoding="utf-8")
    (folder / "parts" / "foreign.json").write_text('{"a":1}', encoding="utf-8")
    assert "parts/foreign.json is damaged" in refused(folder).message


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def other(file: Path) -> None:
    shutil.copy(only(file.parents[1], "melds/*.parquet"), file)


@pytest.mark.parametrize(
    ("harm", "said"),
    [(Path.unlink, "is missing"), (cut, "is damaged"), (other, "holds other columns")],
)
@pytest.mark.parametrize("table", ["games", "wins", "discards", "chains"])
def test_a_damaged_table_is_named_and_can_be_made_anew(
    sound: Path, folder: Path, table: str, harm: Callable[[Path], None], said: str
) -> None:
    file = only(folder, f"{table}/*.parquet")
    harm(file)
    if table == "chains":  # of importing only
        with pytest.raises(MjlabError) as caught:
            import_logs([RECORDS], folder, workers=1)
        error = caught.value
    else:
        error = refused(folder)
    assert error.message.startswith(f"{table}/{file.name} {said}")
    record = folder / "parts" / f"{file.stem}.json"
    assert error.hint == f"remove {record} and import the logs again"
    record.unlink()  # as the hint says
    import_logs([RECORDS], folder, workers=1)
    for name in SCHEMAS:
        assert Dataset.open(folder).count(name) == Dataset.open(sound).count(name)


def test_a_table_of_other_rows_is_refused(folder: Path, tmp_path: Path) -> None:
    """Of the right columns, but another part's."""
    import_logs([RECORDS / "TZ-B00.json"], tmp_path / "less", workers=1)
    file = only(folder, "wins/*.parquet")
    shutil.copy(only(tmp_path / "less", "wins/*.parquet"), file)
    assert "holds 1 rows, not " in refused(folder).message


def test_lost_sessions_are_added_up_again(folder: Path) -> None:
    file = only(folder, "sessions/*.parquet")
    before = Dataset.open(folder).sessions
    file.unlink()
    error = refused(folder)
    assert error.message == f"sessions/{file.name} is missing"
    assert error.hint == f"remove {folder / 'sessions.json'} and import the logs again"
    (folder / "sessions.json").unlink()
    import_logs([RECORDS], folder, workers=1)
    assert Dataset.open(folder).sessions.equals(before)


def test_what_is_damaged_within_is_no_traceback(folder: Path) -> None:
    file = only(folder, "discards/*.parquet")
    data = bytearray(file.read_bytes())
    data[4 : len(data) // 2] = bytes(len(data) // 2 - 4)
    file.write_bytes(data)
    assert Dataset.open(folder).count("discards")
    with pytest.raises(MjlabError, match="the files of discards cannot be read"):
        Dataset.open(folder).table("discards")


@pytest.mark.parametrize("seed", range(4))
def test_no_changed_byte_of_a_table_goes_unnoticed(sound: Path, folder: Path, seed: int) -> None:
    """The pages of the files have checksums; their feet are compared with what is expected."""
    rng = random.Random(seed)
    before = {name: getattr(Dataset.open(sound), name) for name in SCHEMAS}
    for table in [*SCHEMAS, "chains"]:
        file = only(folder, f"{table}/*.parquet") if any(folder.glob(f"{table}/*")) else None
        if file is None:
            continue
        whole = file.read_bytes()
        for place in (rng.randrange(4, len(whole) - 8) for _ in range(6)):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
            if table == "chains":  # of importing only: what was added up is there
                (folder / "sessions.json").unlink(missing_ok=True)
                with suppress(MjlabError):
                    import_logs([RECORDS], folder, workers=1)
            try:
                found = getattr(Dataset.open(folder), table, None)
            except MjlabError:
                continue
            assert found is None or found.equals(before[table])
        file.write_bytes(whole)


def test_a_damaged_name_of_a_column_is_no_traceback(folder: Path) -> None:
    file = only(folder, "games/*.parquet")
    data = file.read_bytes()
    place = data.index(b"least_fan")
    file.write_bytes(data[:place] + b"\xff\xfe" + data[place + 2 :])
    assert "games/" in refused(folder).message


def test_a_dataset_without_checksums_is_read(folder: Path, sound: Path) -> None:
    """Those that were made before have none."""
    for file in folder.glob("*/*.parquet"):
        pq.write_table(pq.read_table(file), file, store_schema=False)
    for name in SCHEMAS:
        assert getattr(Dataset.open(folder), name).equals(getattr(Dataset.open(sound), name))
    assert import_logs([RECORDS], folder, workers=1).games == 0
