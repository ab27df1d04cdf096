"""Odd questions, doubled names, damaged folders: refused with a reason, or harmless."""

import json

import pytest

from mjlab import census
from mjlab.census import Filter, files
from mjlab.errors import MjlabError

SMALL = "only=123456m"


@pytest.mark.parametrize(
    ("once", "twice"),
    [
        ("forms=regular", "forms=regular,regular"),
        ("fans=清一色", "fans=清一色,full_flush"),
        ("without_fans=碰碰和", "without_fans=碰碰和,all_pungs,all_pungs"),
    ],
)
def test_a_name_given_twice_counts_once(once, twice):
    assert Filter.parse(once) == Filter.parse(twice)
    single, double = (census.run(where=f"{SMALL} {words}") for words in (once, twice))
    assert single.pairs == double.pairs > 0


def test_words_of_a_filter_do_not_carry():
    """Bits are set, not added: also where a filter is made in a way that keeps doubles."""
    several = Filter(forms=("regular", "seven_pairs"))
    assert several.words()[6] == Filter(forms=("seven_pairs", "regular")).words()[6] == 0b11


def test_numbers_beyond_any_total_are_beyond_all_hands():
    assert census.run(where=f"{SMALL} total=5000-").pairs == 0
    everything = census.run(where=SMALL).pairs
    assert census.run(where=Filter(only="123456m", total=(0, 2**70))).pairs == everything
    with pytest.raises(MjlabError, match="no range"):
        Filter.parse("total=0-99999999999999999999")


def test_tiles_of_a_filter_are_kept_in_one_notation():
    spaced = Filter(contains="1m 2m", only="W1 W2 W3")
    assert str(spaced) == "contains=12m only=123m"
    assert Filter.parse(str(spaced)) == spaced


@pytest.mark.parametrize("value", [None, 0, 5, b"1m"])
def test_what_is_no_text_of_tiles_is_refused(value):
    with pytest.raises(MjlabError, match="contains="):
        Filter(contains=value)


@pytest.mark.parametrize("name", ["fans", "without_fans", "forms"])
@pytest.mark.parametrize("value", [None, 5, "all_pungs", (1,)])
def test_what_is_no_tuple_of_names_is_refused(name, value):
    with pytest.raises(MjlabError, match=f"{name}=.* is no tuple of names"):
        Filter(**{name: value})


@pytest.mark.parametrize("text", [None, 5, b"flush=full", [], {}])
def test_what_is_no_text_of_conditions_is_refused(text):
    with pytest.raises(MjlabError, match="is no text of conditions"):
        Filter.parse(text)


def test_only_conditions_can_be_changed():
    for name in ("colour", "_least", "Flush"):
        with pytest.raises(MjlabError, match=f"unknown condition '{name}'"):
            Filter().changed(**{name: "full"})
    for flush in (None, 5, [], "FULL"):
        with pytest.raises(MjlabError, match="unknown flush"):
            Filter().changed(flush=flush)


@pytest.mark.parametrize("progress", [5, "print", True, []])
def test_progress_is_told_to_a_function(progress):
    with pytest.raises(MjlabError, match="cannot be called"):
        census.run(where=SMALL, progress=progress)


@pytest.mark.parametrize("total", ["8", None, 8.0, True])
def test_reaching_asks_for_a_whole_number(total):
    found = census.run(where=SMALL)
    for ask in (found.at_least, found.physical_at_least):
        with pytest.raises(MjlabError, match="no whole number"):
            ask(total)


def test_more_threads_than_work_take_no_memory():
    assert census.run(where=SMALL, threads=10**6).pairs == census.run(where=SMALL).pairs


@pytest.fixture
def folder(tmp_path):
    census.run(where=SMALL).to_parquet(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("where", 5),
        ("where", None),
        ("melds", 9),
        ("melds", "x"),
        ("self_drawn", "no"),
        ("seat", 3.5),
        ("rules", {}),
        ("rules", []),
    ],
)
def test_a_changed_question_is_damage(folder, name, value):
    about = json.loads((folder / "census.json").read_text("utf-8"))
    about["question"][name] = value
    (folder / "census.json").write_text(json.dumps(about), "utf-8")
    with pytest.raises(MjlabError, match=r"census\.json is damaged"):
        files.read(folder)


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "[]", '{"version": true}', "\ufeff"])
def test_a_damaged_head_is_named(folder, text):
    (folder / "census.json").write_text(text, "utf-8")
    with pytest.raises(MjlabError, match=r"census\.json is damaged|is of version"):
        files.read(folder)


@pytest.mark.parametrize("damage", ["cut", "other table"])
def test_a_damaged_table_with_its_checksum_is_named(folder, damage):
    path = folder / "lists.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:-100] if damage == "cut" else (folder / "totals.parquet").read_bytes())
    about = json.loads((folder / "census.json").read_text("utf-8"))
    about["sha256"]["lists.parquet"] = files._checksum(path)
    (folder / "census.json").write_text(json.dumps(about), "utf-8")
    with pytest.raises(MjlabError, match=r"lists\.parquet is damaged"):
        files.read(folder)


def test_files_of_two_writers_are_no_census(folder, monkeypatch):
    """What is signed is what was written, not what another writer left in its place."""
    other = (folder / "lists.parquet").read_bytes()
    replace = type(folder).replace

    def meddled(self, target):
        done = replace(self, target)
        if done.name == "lists.parquet":
            done.write_bytes(other)
        return done

    monkeypatch.setattr(type(folder), "replace", meddled)
    census.run(where="only=12345m").to_parquet(folder)
    with pytest.raises(MjlabError, match=r"lists\.parquet is missing or of another census"):
        files.read(folder)
