"""Conditions that choose the cases of a statistic, and groups they are told by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import pandas as pd

from mjlab.dataset.schemas import TILES, WINDS
from mjlab.errors import MjlabError
from mjlab.tiles import name_en, name_zh

__all__ = [
    "NONE", "NONE_LEFT_OUT", "SHOWN_AS", "By", "Chosen", "Condition", "LeftOut", "Where",
    "by_columns", "conditions", "in_words", "left_out", "satisfying",
]  # fmt: skip

By = str | Sequence[str] | None
"""Columns to group by; None for one group."""
NONE: Final = "(none)"
"""Name of the group of rows that have no value to be grouped by."""
_CONDITION: Final = re.compile(r"\s*([a-z_]+)\s*(!=|<=|>=|=|<|>)(.*)", re.DOTALL)
_YES: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_ORDERED: Final = ("<", "<=", ">", ">=")
SHOWN_AS: Final = {
    "tile_class": {
        "wind": "winds", "dragon": "dragons", "1-9": "1 and 9", "2-8": "2 and 8",
        "3-7": "3 and 7", "4-6": "4, 5 and 6",
    },
}  # fmt: skip
"""Words of the tables that could be misread (3-7 is no range), and what results call them."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A column compared with a value, or, by ``=`` and ``!=``, with several."""

    column: str
    sign: str  # one of = != < <= > >=
    wanted: tuple[Any, ...]  # any of them for =, none for !=; as written, or values of Python

    def __str__(self) -> str:
        return f"{self.column}{self.sign}" + " or ".join(
            NONE if value is None else str(value) for value in self.wanted
        )


Chosen = tuple[Condition, ...]
"""Conditions that hold together: which cases."""


class LeftOut(NamedTuple):
    """Cases of which nobody knows whether they meet conditions: a column has no value."""

    n: int = 0
    columns: tuple[str, ...] = ()  # each case misses at least one of these

    def __str__(self) -> str:
        return f"{self.n:,} without {' or '.join(self.columns)} left out" if self.n else ""

    @classmethod
    def together(cls, parts: Iterable[LeftOut]) -> LeftOut:
        """Add up cases of which none is in two parts."""
        found = list(parts)
        columns = sorted({name for part in found for name in part.columns})
        return cls(sum(part.n for part in found), tuple(columns))


NONE_LEFT_OUT: Final = LeftOut()
Where = str | Condition | Iterable[str | Condition] | Mapping[str, Any] | None
"""What chooses cases: ``"turn>=10"``, a list of these, or values by column; None for all cases."""


def conditions(where: Where) -> tuple[Condition, ...]:
    """Read conditions: what holds together; several values of one column, by ``=``, are each right.

    In texts "(none)" is a missing value; in a mapping None is.
    """
    found: dict[tuple[str, str], list[Any]] = {}
    if where is None:
        return ()
    if isinstance(where, Mapping):
        for column, wanted in where.items():
            several = isinstance(wanted, Iterable) and not isinstance(wanted, str)
            found[str(column), "="] = list(wanted) if several else [wanted]
        return tuple(Condition(*key, tuple(values)) for key, values in found.items())
    made = []
    for text in [where] if isinstance(where, str | Condition) else where:
        if isinstance(text, Condition):
            made.append(text)
            continue
        read = _CONDITION.fullmatch(text) if isinstance(text, str) else None
        if read is None:
            raise MjlabError(
                f"{text!r} is no condition", hint="a column, a sign and a value: player=P1, turn>=9"
            )
        column, sign = read[1], read[2]
        value = None if read[3].strip() == NONE else read[3].strip()
        if sign in _ORDERED:
            made.append(Condition(column, sign, (value,)))
        else:
            found.setdefault((column, sign), []).append(value)
    return (*(Condition(*key, tuple(values)) for key, values in found.items()), *made)


def in_words(where: Where) -> str:
    """Write conditions in a line."""
    return ", ".join(map(str, conditions(where))) or "all"


def by_columns(by: By) -> list[str]:
    """List the columns to group by, each once."""
    found = [by] if isinstance(by, str) else list(by or ())
    for name in found:
        if found.count(name) > 1:
            raise MjlabError(f"{name!r} is there twice to group by")
    return found


def satisfying(frame: pd.DataFrame, chosen: Iterable[Condition]) -> pd.Series:
    """Say of each row whether it meets all conditions; missing where a missing value decides it.

    To ask for what is missing is to ask for None.
    """
    holds = pd.Series(True, index=frame.index, dtype="boolean")
    for one in chosen:
        holds &= _holds(frame[one.column], one)
    return holds


def _holds(cells: pd.Series, one: Condition) -> pd.Series:
    missing = None in one.wanted
    values = [_value(cells, one, value) for value in one.wanted if value is not None]
    if one.sign in ("=", "!="):
        same = (cells.isin(values) | (cells.isna() & missing)).astype("boolean")
        known = same if missing else same.mask(cells.isna())
        return known if one.sign == "=" else ~known
    words = isinstance(cells.dtype, pd.CategoricalDtype) and not _are_texts(cells)
    if missing or words:
        raise MjlabError(f"{one.column} has no order", text=str(one), hint=f"{one.column}=...")
    if isinstance(cells.dtype, pd.CategoricalDtype):
        cells = cells.astype("str")
    compared = {"<": cells.lt, "<=": cells.le, ">": cells.gt, ">=": cells.ge}[one.sign](values[0])
    return compared.astype("boolean").mask(cells.isna())


def left_out(
    frame: pd.DataFrame, chosen: Chosen, unknown: pd.Series, n: pd.Series | None = None
) -> LeftOut:
    """Count the rows that are `unknown`; where rows stand for several cases, `n` says how many."""
    columns = sorted({one.column for one in chosen if None not in one.wanted})
    missed = (name for name in columns if frame.loc[unknown, name].isna().any())
    return LeftOut(int(unknown.sum() if n is None else n[unknown].sum()), tuple(missed))


def _are_texts(cells: pd.Series) -> bool:
    """Whether a category stands for any text, not for one of some words."""
    return bool(cells.cat.ordered)


def _value(cells: pd.Series, one: Condition, value: Any) -> Any:
    """A value as the column has it."""
    if isinstance(cells.dtype, pd.CategoricalDtype):
        if not _are_texts(cells) and value not in cells.cat.categories:
            return _word(cells.cat.categories, one, value)
        return str(value)
    if not isinstance(value, str):
        return value
    if pd.api.types.is_bool_dtype(cells.dtype):
        if value.casefold() in _YES:
            return _YES[value.casefold()]
        hint = _several(one, value) or f"{one.column}=yes"
        raise MjlabError(f"{one.column} is yes or no, not {value!r}", text=str(one), hint=hint)
    if pd.api.types.is_numeric_dtype(cells.dtype):
        try:
            return float(value)
        except ValueError:
            raise MjlabError(
                f"{one.column} is a number, not {value!r}", text=str(one),
                hint=_several(one, value) or f"{one.column}>=8",
            ) from None  # fmt: skip
    return value


def _word(words: pd.Index, one: Condition, value: Any) -> str:
    """A value that is written otherwise than in the column: a tile or a wind by another name."""
    called = SHOWN_AS.get(one.column, {})
    if isinstance(value, str):
        known = {said: word for word, said in called.items()}
        known |= {zh: word for word, zh in zip(WINDS, "东南西北", strict=True) if word in words}
        if list(words) == list(TILES):
            known = {name_zh(tile): word for tile, word in enumerate(TILES)}
            known |= {name_en(tile).casefold(): word for tile, word in enumerate(TILES)}
        if value.casefold() in known:
            return str(known[value.casefold()])
    some = ", ".join(called.get(w, str(w)) for w in words[:12]) + ", ..." * (len(words) > 12)
    raise MjlabError(f"{one.column} is never {value!r}", text=str(one),
                     hint=_several(one, value) or some)  # fmt: skip


def _several(one: Condition, value: Any) -> str:
    """How to write what looks like a sign too many, or several conditions in one text."""
    text = str(value)
    if text.startswith("="):
        return f"one =: {one.column}={text.lstrip('= ')}"
    first, comma, rest = text.partition(",")
    if comma and _CONDITION.fullmatch(rest):
        return f"one condition each, in the shell --where {one.column}{one.sign}{first} " + (
            f"--where {rest.strip()}"
        )
    if comma:
        return f"a condition for each value: {one.column}{one.sign}{first}"
    return ""
