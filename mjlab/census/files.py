"""A census as a folder of Parquet files."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlab.api import FORMS
from mjlab.census.filters import Filter
from mjlab.census.lists import SUMS, Lists
from mjlab.census.questions import Question
from mjlab.census.results import Census
from mjlab.errors import MjlabError
from mjlab.frames.files import make_folder, write_text
from mjlab.rules import FANS, RuleSet
from mjlab.tiles import Wind

__all__ = ["read", "write"]

_KEYS: Final = [one.key for one in FANS]
_ABOUT: Final = "census.json"
_STORED: Final = ("lists", "hands")
_TABLES: Final = ("fan_table", "totals", "forms", "readings")
_VERSION: Final = 1


def write(census: Census, folder: str | Path) -> list[Path]:
    """Write a census: what it counted, and the tables made of it.

    ``lists.parquet`` has a column for each fan (how often it counts) beside those of
    :meth:`Census.lists`, names of fan aside; ``hands.parquet`` has one row for hands that score
    the same fan with some winning tile, with the best and the least total. ``fan_table``,
    ``totals``, ``forms`` and ``readings`` are the tables of those names. ``census.json`` says what
    was counted, with a checksum of each file.

    Parameters
    ----------
    census : Census
        The census.
    folder : str or Path
        Made if it is not there; files of the same names are replaced.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    MjlabError
        If pyarrow is not installed or the folder cannot be written.

    Notes
    -----
    Each file is whole or not there. ``census.json`` comes last, so that an interrupted write is
    noticed by :func:`read`.
    """
    _needs_pyarrow()
    target = make_folder(folder)
    tables = {
        "lists": _frame(census._lists),
        "hands": _frame(census._hands),
        **{name: getattr(census, name)() for name in _TABLES},
    }
    written = [_write_parquet(target / f"{name}.parquet", t) for name, t in tables.items()]
    about = {
        "version": _VERSION,
        "question": _plain(census.question),
        "sha256": {path.name: _checksum(path) for path in written},
    }
    written.append(
        write_text(target / _ABOUT, json.dumps(about, ensure_ascii=False, indent=2) + "\n")
    )
    return written


def read(folder: str | Path) -> Census:
    """Read a census that was written by :func:`write`.

    Parameters
    ----------
    folder : str or Path
        The folder.

    Returns
    -------
    Census
        Equal to the one that was written.

    Raises
    ------
    MjlabError
        If pyarrow is not installed, or the folder holds no census, or files of several.
    """
    _needs_pyarrow()
    source = Path(folder)
    try:
        about = json.loads((source / _ABOUT).read_text(encoding="utf-8"))
        if about["version"] != _VERSION:
            raise MjlabError(f"the census is of version {about['version']}", text=str(folder))
        question = _question(about["question"])
        sums = {name: about["sha256"][f"{name}.parquet"] for name in _STORED}
    except OSError as problem:
        raise MjlabError(
            f"no census here: {_ABOUT} cannot be read ({problem.strerror})",
            text=str(folder),
            hint="a folder written by Census.to_parquet",
        ) from None
    except (ValueError, KeyError, TypeError) as problem:
        if isinstance(problem, MjlabError):
            raise
        raise MjlabError(f"{_ABOUT} is damaged: {problem!r}", text=str(folder)) from None
    parts = []
    for name in _STORED:
        path = source / f"{name}.parquet"
        if not path.is_file() or _checksum(path) != sums[name]:
            raise MjlabError(
                f"{path.name} is missing or of another census",
                text=str(folder),
                hint="write it again: Census.to_parquet(folder)",
            )
        parts.append(_lists(pd.read_parquet(path, engine="pyarrow")))
    return Census(question, *parts)


def _needs_pyarrow() -> None:
    if find_spec("pyarrow") is None:
        raise MjlabError(
            "Parquet needs pyarrow, which is not installed", hint="pip install 'mjlab-mcr[io]'"
        )


def _frame(some: Lists) -> pd.DataFrame:
    numbers = some.numbers.assign(form=[FORMS[form] for form in some.numbers["form"]])
    fans = pd.DataFrame(some.fans, columns=_KEYS)
    hands = pd.Series(list(some.examples), name="hand", dtype="str")
    return pd.concat([numbers, hands, fans], axis=1)


def _lists(table: pd.DataFrame) -> Lists:
    names = [name for name in table.columns if name not in (*_KEYS, "hand")]
    codes = {form: code for code, form in enumerate(FORMS)}
    numbers = table[names].assign(form=table["form"].map(codes).astype(np.int8))
    numbers = numbers.astype(dict.fromkeys(SUMS, np.int64))
    return Lists(table[_KEYS].to_numpy(np.uint8), numbers, table["hand"].tolist())


def _write_parquet(path: Path, table: pd.DataFrame) -> Path:
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        table.to_parquet(temporary, engine="pyarrow", index=False)
        temporary.replace(path)
    except OSError as problem:
        temporary.unlink(missing_ok=True)
        raise MjlabError(f"cannot write the file: {problem.strerror}", text=str(path)) from None
    except BaseException:  # an interrupted write leaves nothing behind
        temporary.unlink(missing_ok=True)
        raise
    return path


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _plain(question: Question) -> dict[str, Any]:
    return {
        "self_drawn": question.self_drawn,
        "seat": question.seat.name,
        "round": question.round.name,
        "rules": asdict(question.rules),
        "melds": question.melds,
        "where": str(question.where),
    }


def _question(told: dict[str, Any]) -> Question:
    return Question(
        self_drawn=told["self_drawn"],
        seat=Wind[told["seat"]],
        round=Wind[told["round"]],
        rules=RuleSet(**told["rules"]),
        melds=told["melds"],
        where=Filter.parse(told["where"]),
    )
