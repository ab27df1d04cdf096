"""Whatever ships under data/ says where it is from, under which licence, and is what it was."""

import datetime
import hashlib
import re
import tomllib

import pytest

from tests.support.paths import ROOT

DATA = ROOT / "data"
MANIFEST = tomllib.loads((DATA / "MANIFEST.toml").read_text(encoding="utf-8"))
SOURCES = MANIFEST["sources"]
FILES = MANIFEST["files"]


def test_manifest_and_folder_list_the_same_files():
    listed = [entry["path"] for entry in FILES]
    present = {
        path.relative_to(DATA).as_posix()
        for path in DATA.rglob("*")
        if path.is_file() and path.name not in {"MANIFEST.toml", "README.md"}
    }
    assert len(listed) == len(set(listed))
    assert set(listed) == present


@pytest.mark.parametrize("entry", FILES, ids=lambda entry: entry["path"])
def test_file_is_what_the_manifest_says(entry):
    assert set(entry) == {"path", "what", "source", "date", "sha256"}
    assert entry["what"]
    assert entry["source"] in SOURCES
    assert isinstance(entry["date"], datetime.date)
    assert hashlib.sha256((DATA / entry["path"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("name", SOURCES)
def test_source_is_named_with_commit_and_licence(name):
    source = SOURCES[name]
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", source["repository"])
    assert re.fullmatch(r"[0-9a-f]{7,40}", source["commit"])
    assert source["licence"] in {"MIT", "Apache-2.0"}
    assert any(entry["source"] == name for entry in FILES)
