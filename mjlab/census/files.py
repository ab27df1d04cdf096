"""A census as a folder of Parquet files."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlab.api import FORMS
from mjlab.census.question import Question, ask
from mjlab.census.result import SUMS, Census, Lists
from mjlab.common.files import make_folder, replacing, write_text
from mjlab.common.json import load
from mjlab.errors import MjlabError
from mjlab.rules import FANS, RuleSet

__all__ = ["check_folder", "read", "write"]

_KEYS: Final = [one.key for one in FANS]
_ABOUT: Final = "census.json"
_STORED: Final = ("lists", "hands")
_TABLES: Final = ("fan_table", "totals", "forms", "readings")
_VERSION: Final = 1


def check_folder(folder: str | Path) -> None:
    """Make sure that a census could be written into a folder, without making it.

    Parameters
    ----------
    folder : str or Path
        The folder, which need not be there.

    Raises
    ------
    MjlabError
        If pyarrow is not installed, a file is in the way, or nothing may be written there.

    Examples
    --------
    >>> from mjlab.census import files
    >>> check_folder(files.__file__)
    Traceback (most recent call last):
    mjlab.errors.MjlabError: no folder can be made here: a file is in the way
    ...
    """
    _needs_pyarrow()
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

    Examples
    --------
    >>> import tempfile
    >>> from mjlab import census
    >>> found = census.run(where="only=23468s6z")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = write(found, folder)
    ...     print(read(folder).physical_pairs == found.physical_pairs)
    True
    >>> files[-1].name
    'census.json'
    """
    check_folder(folder)
    target = make_folder(folder)
    tables = {
        "lists": _frame(census._lists),
        "hands": _frame(census._hands),
        **{name: getattr(census, name)() for name in _TABLES},
    }
    sums = {}
    for name, table in tables.items():
        path = target / f"{name}.parquet"
        sums[path] = _write_parquet(path, table)
    about = {
        "version": _VERSION,
        "question": _plain(census.question),
        "sha256": {path.name: checksum for path, checksum in sums.items()},
    }
    text = json.dumps(about, ensure_ascii=False, indent=2) + "\n"
    return [*sums, write_text(target / _ABOUT, text)]


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

    Examples
    --------
    >>> import tempfile
    >>> from mjlab import census
    >>> found = census.run(where="only=23468s6z")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = found.to_parquet(folder)
    ...     print(read(folder))
    Census(225 hands, 1,077 wins; self-drawn, seat E, round E, mcr1998_online, only=23468s6z)
    """
    _needs_pyarrow()
    source = Path(folder)
    try:
        about = load((source / _ABOUT).read_bytes())
        if type(about["version"]) is not int or about["version"] != _VERSION:
            raise MjlabError(f"the census is of version {about['version']}", text=str(folder))
        question = _question(about["question"])
        sums = {name: about["sha256"][f"{name}.parquet"] for name in _STORED}
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
    parts = []
    for name in _STORED:
        path = source / f"{name}.parquet"
        if not path.is_file() or _checksum(path) != sums[name]:
            raise MjlabError(
                f"{path.name} is missing or of another census",
                text=str(folder),
                hint="write it again: Census.to_parquet(folder)",
            )
        try:
            parts.append(_lists(pd.read_parquet(path, engine="pyarrow")))
        except (OSError, ValueError, KeyError, TypeError) as problem:  # Arrow's are of these kinds
            raise MjlabError(f"{path.name} is damaged: {problem}", text=str(folder)) from None
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


def _write_parquet(path: Path, table: pd.DataFrame) -> str:
    """Write a table; return the checksum of what was written, whoever else writes there."""
    with replacing(path) as temporary:
        table.to_parquet(temporary, engine="pyarrow", index=False)
        checksum = _checksum(temporary)
    return checksum


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
    if not isinstance(told["where"], str):
        raise MjlabError(f"where={told['where']!r} is no filter")
    return ask(
        self_drawn=told["self_drawn"],
        seat=told["seat"],
        round=told["round"],
        ruleset=RuleSet(**told["rules"]),
        melds=told["melds"],
        where=told["where"],
    )
