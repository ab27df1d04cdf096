"""The tables of a census: one pandera model each, strict, with a sentence under every column.

Counts are exact int64. A *win* is a hand with its winning tile; the columns called `pairs` count
wins. *Physical* counts tell the four copies of a kind apart. Shares are of physical wins, among
those that the census counted.
"""

from __future__ import annotations

from typing import Any, Final

import pandas as pd
import pandera.pandas as pa

from mjlab.api import FORMS
from mjlab.errors import MjlabError
from mjlab.rules import FANS
from mjlab.rules.fans import FAN_INDEX

__all__ = ["SCHEMAS", "describe"]


def _text(description: str) -> Any:
    return pa.Field(description=description)


def _among(description: str, values: tuple[str, ...], *, unique: bool = False) -> Any:
    return pa.Field(description=description, isin=values, unique=unique)


def _count(description: str, least: int = 0) -> Any:
    return pa.Field(description=description, ge=least)


def _share(description: str) -> Any:
    return pa.Field(description=description, nullable=True, ge=0, le=1)


class _Strict(pa.DataFrameModel):
    class Config:
        strict = True
        coerce = True
        ordered = True


class FanTable(_Strict):
    """One row for each fan, in the order of `mjlab.FANS`."""

    fan: str = _among("Key of the fan.", tuple(FAN_INDEX), unique=True)
    zh: str = _text("Chinese name.")
    en: str = _text("English name.")
    value: int = _count("Value of one instance under the ruleset.")
    hands: int = _count("Distinct hands in which it counts with some winning tile.")
    physical_hands: int = _count("The same, physical.")
    pairs: int = _count("Distinct wins in which it counts.")
    physical_pairs: int = _count("The same, physical.")
    times: int = _count("How often it counts in all distinct wins together.")
    share: float = _share("Of all physical wins, those in which it counts.")
    one_in: float = pa.Field(
        description="All physical wins over those in which it counts; missing if none.",
        nullable=True,
        ge=1,
    )
    legal_pairs: int = _count("Distinct wins in which it counts and the minimum is reached.")
    legal_physical_pairs: int = _count("The same, physical.")
    legal_share: float = _share(
        "Of the physical wins in which it counts, those that reach the minimum."
    )


class Totals(_Strict):
    """One row for each total that occurs, ascending."""

    total: int = pa.Field(description="Sum of the fan.", ge=1, unique=True)
    hands: int = _count("Distinct hands whose best winning tile gives this total.")
    physical_hands: int = _count("The same, physical.")
    pairs: int = _count("Distinct wins that score it.")
    physical_pairs: int = _count("The same, physical.")
    share: float = _share("Of all physical wins, those that score it.")
    pairs_at_least: int = _count("Distinct wins that score it or more.")
    physical_at_least: int = _count("The same, physical.")
    share_at_least: float = _share("Of all physical wins, those that score it or more.")


class Forms(_Strict):
    """One row for each form, in the order of `mjlab.FORMS`."""

    form: str = _among("Name of the form.", FORMS, unique=True)
    hands_by_shape: int = _count(
        "Distinct hands whose tiles have this form, whatever they count as; seven pairs that are "
        "four sets and a pair too are regular."
    )
    physical_hands_by_shape: int = _count("The same, physical.")
    pairs: int = _count("Distinct wins that count as this form: the better, of equals regular.")
    physical_pairs: int = _count("The same, physical.")
    share: float = _share("Of all physical wins, those that count as this form.")
    legal_physical_pairs: int = _count("Physical wins of this form that reach the minimum.")
    legal_share: float = _share("Of the physical wins of this form, those that reach the minimum.")


class Readings(_Strict):
    """One row for each number of readings that occurs."""

    readings: int = pa.Field(
        description="Ways to see the tiles as groups, whichever group took the winning tile.",
        ge=1,
        unique=True,
    )
    hands: int = _count("Distinct hands with so many.")
    physical_hands: int = _count("The same, physical.")
    pairs: int = _count("Distinct wins of these hands.")
    physical_pairs: int = _count("The same, physical.")
    tied_pairs: int = _count("Wins of which another reading, with other fan, scores as much.")
    tied_physical_pairs: int = _count("The same, physical.")


class Partners(_Strict):
    """One row for each fan that counts beside a given one, the most frequent first."""

    fan: str = _among("Key of the other fan.", tuple(FAN_INDEX), unique=True)
    zh: str = _text("Its Chinese name.")
    en: str = _text("Its English name.")
    pairs: int = _count("Distinct wins in which both count.", 1)
    physical_pairs: int = _count("The same, physical.", 1)
    share: float = _share("Of the physical wins of the given fan, those with the other.")
    legal_physical_pairs: int = _count("Physical wins with both that reach the minimum.")
    legal_share: float = _share("Of the physical wins with both, those that reach the minimum.")
    share_of_legal: float = _share(
        "Of the physical wins of the given fan that reach the minimum, those with the other."
    )


class FanLists(_Strict):
    """One row for each list of fan, form, number of readings and whether it is tied."""

    total: int = _count("Sum of the fan.", 1)
    fans: str = _text("Chinese names, with ×n where a fan counts n times.")
    fans_en: str = _text("English names, with commas between them.")
    form: str = _among("The form that counts.", FORMS)
    readings: int = _count("Ways to see the tiles as groups.", 1)
    tied: bool = _text("Whether another reading, with other fan, scores as much.")
    hands: int = _count("Distinct hands that score this with some winning tile.", 1)
    physical_hands: int = _count("The same, physical.", 1)
    pairs: int = _count("Distinct wins that score this.", 1)
    physical_pairs: int = _count("The same, physical.", 1)
    share: float = _share("Of all physical wins, those that score this.")
    hand: str = _text("One of the hands in native notation, the winning tile after +.")


class StoredLists(_Strict):
    """The rows of `lists()` in ``lists.parquet``; a column for each fan follows."""

    total: int = _count("Sum of the fan.", 1)
    form: str = _among("The form that counts.", FORMS)
    readings: int = _count("Ways to see the tiles as groups.", 1)
    tied: bool = _text("Whether another reading, with other fan, scores as much.")
    pairs: int = _count("Distinct wins that score this.", 1)
    physical_pairs: int = _count("The same, physical.", 1)
    hands: int = _count("Distinct hands that score this with some winning tile.", 1)
    physical_hands: int = _count("The same, physical.", 1)
    hand: str = _text("One of the hands in native notation, the winning tile after +.")


class StoredHands(_Strict):
    """One row of ``hands.parquet`` for hands that are alike in all but the numbers."""

    best: int = _count("Total with the best winning tile.", 1)
    least: int = _count("Total with the worst winning tile.", 1)
    form: str = _among("The form of the hands.", FORMS)
    readings: int = _count("Ways to see the tiles as groups.", 1)
    pairs: int = _count("Distinct wins of these hands.", 1)
    physical_pairs: int = _count("The same, physical.", 1)
    hands: int = _count("Distinct hands that are like this.", 1)
    physical_hands: int = _count("The same, physical.", 1)
    hand: str = _text("One of the hands in native notation, a winning tile after +.")


SCHEMAS: Final[dict[str, type[pa.DataFrameModel]]] = {
    "fan_table": FanTable,
    "totals": Totals,
    "forms": Forms,
    "readings": Readings,
    "partners": Partners,
    "lists": FanLists,
}
"""The model of each table by name."""
_STORED: Final[dict[str, tuple[type[pa.DataFrameModel], str]]] = {
    "lists.parquet": (StoredLists, "How often {} counts."),
    "hands.parquet": (StoredHands, "1 if {} counts with some winning tile, else 0."),
}
"""Of the files that are more than a table: the model, and the sentence of each fan's column."""


def validated(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Check a table against its model, give its columns their types and its rows new labels."""
    return _schema(name).validate(table.reset_index(drop=True))


def describe(name: str) -> pd.DataFrame:
    """Tell what the columns of a table mean, or those of a file that has it.

    Parameters
    ----------
    name : str
        One of :data:`SCHEMAS`, or a file of :meth:`Census.to_parquet`, as ``"hands.parquet"``.

    Returns
    -------
    DataFrame
        Columns ``column`` and ``meaning``.

    Raises
    ------
    MjlabError
        If there is no such table.

    Examples
    --------
    >>> describe("totals").set_index("column").loc["pairs", "meaning"]
    'Distinct wins that score it.'
    >>> describe("hands.parquet").set_index("column").loc["pure_straight", "meaning"]
    '1 if 清龙 Pure Straight counts with some winning tile, else 0.'
    """
    columns = _schema(name).columns
    return pd.DataFrame(
        [(column, about.description) for column, about in columns.items()],
        columns=["column", "meaning"],
    )


def _schema(name: str) -> pa.DataFrameSchema:
    """The schema of a table or a file; a table has the one of its file where there is no other."""
    for known in (name, f"{name}.parquet", f"{name}".removesuffix(".parquet")):
        if known in SCHEMAS:
            return SCHEMAS[known].to_schema()
        if known in _STORED:
            model, sentence = _STORED[known]
            fan = {one.key: pa.Column(int, description=sentence.format(one)) for one in FANS}
            return model.to_schema().add_columns(fan)
    raise MjlabError(
        f"no table is called {name!r}", hint="one of " + ", ".join([*SCHEMAS, *_STORED])
    )
