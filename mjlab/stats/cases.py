"""The cases of a statistic: rows of a table, with what they are chosen and grouped by.

Only the columns that are needed are read. Beside its own columns every table has those of the game
a row belongs to, and a few that follow from these: see :data:`DERIVED`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from mjlab.common.wording import near
from mjlab.dataset.arrow import fields_of, to_pandas
from mjlab.dataset.dataset import Dataset
from mjlab.dataset.schemas import ENDS
from mjlab.errors import MjlabError
from mjlab.stats.conditions import NONE, SHOWN_AS, Condition, satisfying

__all__ = ["DERIVED", "columns_of", "with_zeros", "load", "may_miss", "named_groups"]

DERIVED: Final = {
    "year": "The year it was played, as 2022, where recorded.",
    "period": "The month it was played, as 2022-06, where recorded.",
    "ruleset": "By which the wins of the dataset were scored.",
}
"""Columns that every table with games has beside those of its game."""
_LENGTHS: Final = {"year": 4, "period": 7}


def columns_of(table: str) -> dict[str, str]:
    """Columns by which the rows of a table can be chosen and grouped, with their meaning."""
    found = {field.name: field.meaning for field in fields_of(table)}
    found |= {f.name: f.meaning for f in fields_of("games") if f.name not in found}
    return found | DERIVED


def may_miss(table: str, column: str) -> bool:
    """Whether a row of a table may have no value of a column of :func:`columns_of`."""
    nullable = {f.name: f.nullable for name in ("games", table) for f in fields_of(name)}
    return nullable.get(column, column != "ruleset")


def load(
    dataset: Dataset,
    table: str,
    columns: Iterable[str],
    chosen: Sequence[Condition] = (),
) -> pd.DataFrame:
    """Read some of :func:`columns_of` of the rows that are known to meet conditions.

    Only rows of games played to their end. Texts become categories in the order of the alphabet.
    """
    wanted = list(dict.fromkeys([*columns, *(one.column for one in chosen)]))
    known = columns_of(table)
    for name in wanted:
        if name not in known:
            raise MjlabError(f"no column {name!r} here", hint=near(name, known))
    own = {field.name for field in fields_of(table)}
    of_game = [name for name in wanted if name not in own and name != "ruleset"]
    unplayed = table != "games" and "outcome" not in own and not dataset.all_played
    played = [*of_game, "outcome"] if unplayed else of_game
    read = [name for name in wanted if name in own]
    read += ["outcome"] if "outcome" in own and "outcome" not in read else []
    read += ["game"] if played and "game" not in read else []
    frame = _frame(table, dataset.arrow(table, read))
    if played:
        frame = frame.assign(**_of_games(dataset, frame["game"], played))
    if "outcome" in frame:
        frame = frame[frame["outcome"].isin(ENDS)]
    if "ruleset" in wanted:
        name = dataset.rules.name if dataset.rules else NONE
        frame = frame.assign(ruleset=pd.Categorical([name] * len(frame), ordered=True))
    if chosen:
        frame = frame[satisfying(frame, chosen).fillna(False).astype(bool)]
    return frame[wanted].reset_index(drop=True)


def _frame(table: str, rows: pa.Table) -> pd.DataFrame:
    """Turn rows into a frame; text becomes categories in the order of the alphabet."""
    texts = [name for name in rows.column_names if rows.schema.field(name).type == pa.string()]
    frame = to_pandas(table, rows.drop_columns(texts))
    made = {name: frame[name] if name in frame else _category(rows[name])
            for name in rows.column_names}  # fmt: skip
    return pd.DataFrame(made, index=pd.RangeIndex(rows.num_rows))


def _category(column: pa.ChunkedArray) -> pd.Categorical:
    if not len(column):
        return pd.Categorical([], [], ordered=True)
    whole = column.dictionary_encode().unify_dictionaries().combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0)
    words = whole.dictionary.to_numpy(zero_copy_only=False)
    codes = whole.indices.fill_null(-1).to_numpy()
    order = np.argsort(words.astype(object), kind="stable")
    rank = np.empty(len(words) + 1, np.int64)
    rank[order] = np.arange(len(words))
    rank[-1] = -1  # the code of a missing value
    categories = pd.Index(words[order], dtype="str")
    return pd.Categorical.from_codes(rank[codes], categories, ordered=True)


def _of_games(dataset: Dataset, game: pd.Series, names: Sequence[str]) -> dict[str, Any]:
    """For each row some columns of its game."""
    read = list(dict.fromkeys("date" if name in _LENGTHS else name for name in names))
    games = _frame("games", dataset.arrow("games", ["game", *read]))
    # A row of games for each category of the rows, then one for each row.
    of_category = pd.Index(games["game"].astype("str")).get_indexer(game.cat.categories)
    place = np.where(game.cat.codes >= 0, of_category[game.cat.codes], -1)
    found: dict[str, Any] = {}
    for name in names:
        column = games["date" if name in _LENGTHS else name]
        if name in _LENGTHS:
            cut = column.astype("str").str.slice(0, _LENGTHS[name])
            column = pd.Series(pd.Categorical(cut, ordered=True))
        found[name] = column.array.take(place, allow_fill=True)
    return found


def with_zeros(
    numbers: pd.DataFrame,
    by: Sequence[str],
    column: str,
    words: Sequence[str],
    groups: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Give each group a row for each word: what was not met was counted 0 times.

    The groups are those of the columns `by` of `groups`, or those met in `numbers`.
    """
    rows = pd.DataFrame({column: pd.Series(words, dtype=numbers[column].dtype)})
    if by:
        met = numbers if groups is None else groups
        rows = met[list(by)].drop_duplicates().merge(rows, how="cross")
    rows = rows.merge(numbers, how="left", on=[*by, column])
    added = rows.columns.difference([*by, column])
    return rows.assign(**rows[added].fillna(0).astype("int64"))


def named_groups(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Give groups their types: words (ordered as they are, "(none)" last where it is) or texts."""
    return table.assign(**{name: _named(table[name], SHOWN_AS.get(name, {})) for name in by})


def _named(group: pd.Series, called: Mapping[str, str]) -> pd.Series:
    if isinstance(group.dtype, pd.CategoricalDtype) and not group.cat.ordered:
        group = group.cat.rename_categories(dict(called))
        if group.isna().any():
            group = group.cat.add_categories([NONE]).fillna(NONE)
        return group.cat.as_ordered()
    if isinstance(group.dtype, pd.CategoricalDtype | pd.StringDtype):
        return group.astype("str").fillna(NONE)
    return group
