"""What a census counted as a folder: Parquet files, and a description with their checksums.

``census.json`` is written last, so that an interrupted write is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlab.api import FORMS
from mjlab.census.cells import SUMS, FanRows
from mjlab.census.question import Question, ask
from mjlab.common.files import make_folder, replacing, write_text
from mjlab.common.json import load
from mjlab.errors import MjlabError
from mjlab.rules import FANS, RuleSet

__all__ = ["check_folder", "read", "write"]

_KEYS: Final = [one.key for one in FANS]
_ABOUT: Final = "census.json"
_COUNTED: Final = ("lists", "hands")
"""The tables of which a census is made again; the others follow from these."""
_VERSION: Final = 1


def check_folder(folder: str | Path) -> None:
    """Make sure that a census could be written into a folder, without making it."""
    path = Path(folder).absolute()
    place = next(one for one in (path, *path.parents) if os.path.lexists(one))
    why = ""
    if not place.is_dir():
        why = "a file is in the way"
    elif not os.access(place, os.W_OK | os.X_OK):
        why = "it may not be written"
    if why:
        raise MjlabError(
            f"no folder can be made here: {why}", text=str(folder), hint="a folder, e.g. every_hand"
        )


def write(
    folder: str | Path,
    question: Question,
    lists: FanRows,
    hands: FanRows,
    tables: Mapping[str, pd.DataFrame],
) -> list[Path]:
    """Write what was counted, and tables made of it by name; returns the files."""
    check_folder(folder)
    target = make_folder(folder)
    sums = {}
    for name, table in {"lists": _frame(lists), "hands": _frame(hands), **tables}.items():
        path = target / f"{name}.parquet"
        with replacing(path) as temporary:
            table.to_parquet(temporary, engine="pyarrow", index=False)
            sums[path] = _checksum(temporary)  # of what was written, whoever else writes there
    about = {
        "version": _VERSION,
        "question": {
            "self_drawn": question.self_drawn,
            "seat": question.seat.name,
            "round": question.round.name,
            "rules": asdict(question.rules),
            "melds": question.melds,
            "where": str(question.where),
        },
        "sha256": {path.name: checksum for path, checksum in sums.items()},
    }
    text = json.dumps(about, ensure_ascii=False, indent=2) + "\n"
    return [*sums, write_text(target / _ABOUT, text)]


def read(folder: str | Path) -> tuple[Question, FanRows, FanRows]:
    """Read what :func:`write` has written: the question, the lists of fan and the hands."""
    source = Path(folder)
    try:
        about = load((source / _ABOUT).read_bytes())
        if type(about["version"]) is not int or about["version"] != _VERSION:
            raise MjlabError(f"the census is of version {about['version']}", text=str(folder))
        question = _question(about["question"])
        sums = {name: about["sha256"][f"{name}.parquet"] for name in _COUNTED}
    except OSError as problem:
        raise MjlabError(
            f"no census here: {_ABOUT} cannot be read ({problem.strerror})",
            text=str(folder),
            hint="a folder written by Census.to_parquet",
        ) from None
    except MjlabError as problem:
        raise MjlabError(f"{_ABOUT} is damaged: {problem.message}", text=str(folder)) from None
    except (ValueError, KeyError, TypeError) as problem:
        raise MjlabError(f"{_ABOUT} is damaged: {problem!r}", text=str(folder)) from None
    lists, hands = (_read_rows(source / f"{name}.parquet", sums[name]) for name in _COUNTED)
    return question, lists, hands


def _read_rows(path: Path, checksum: str) -> FanRows:
    folder = str(path.parent)
    if not path.is_file() or _checksum(path) != checksum:
        raise MjlabError(
            f"{path.name} is missing or of another census",
            text=folder,
            hint="write it again: Census.to_parquet(folder)",
        )
    try:
        return _rows(pd.read_parquet(path, engine="pyarrow"))
    except (OSError, ValueError, KeyError, TypeError) as problem:  # Arrow's are of these kinds
        raise MjlabError(f"{path.name} is damaged: {problem}", text=folder) from None


def _frame(rows: FanRows) -> pd.DataFrame:
    numbers = rows.numbers.assign(form=[FORMS[form] for form in rows.numbers["form"]])
    fans = pd.DataFrame(rows.fans, columns=_KEYS)
    hands = pd.Series(list(rows.examples), name="hand", dtype="str")
    return pd.concat([numbers, hands, fans], axis=1)


def _rows(table: pd.DataFrame) -> FanRows:
    names = [name for name in table.columns if name not in (*_KEYS, "hand")]
    codes = {form: code for code, form in enumerate(FORMS)}
    numbers = table[names].assign(form=table["form"].map(codes).astype(np.int8))
    numbers = numbers.astype(dict.fromkeys(SUMS, np.int64))
    return FanRows(table[_KEYS].to_numpy(np.uint8), numbers, table["hand"].tolist())


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _question(stored: dict[str, Any]) -> Question:
    if not isinstance(stored["where"], str):
        raise MjlabError(f"where={stored['where']!r} is no filter")
    return ask(
        self_drawn=stored["self_drawn"],
        seat=stored["seat"],
        round=stored["round"],
        ruleset=RuleSet(**stored["rules"]),
        melds=stored["melds"],
        where=stored["where"],
    )
