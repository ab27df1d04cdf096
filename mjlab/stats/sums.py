"""Numbers that add up: what a statistic counts in some of the games, and so in all of them.

A dataset may come in parts, on other machines. Each part is counted by itself; all that is not a
sum (shares, means, intervals, orders) is worked out of the sums alone. Whatever the parts, the
sums are of whole numbers, and so exactly the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

__all__ = ["Sums", "Tally", "add_up", "moments"]


Sums = list[pd.DataFrame]
"""What the parts of a dataset come to together: a frame for each :class:`Tally` of a part."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers that some games give: a row for each group that occurs."""

    rows: pd.DataFrame
    keys: list[str]  # columns that tell the groups apart; of the others the numbers add up
    constant: tuple[str, ...] = ()  # columns with one number in all parts, which is not added
    sort: bool = True  # groups come in the order of their keys; else as they were met


def add_up(parts: Sequence[Tally]) -> pd.DataFrame:
    """Add the numbers of parts (at least one), as of one part with the games of all."""
    first = parts[0]
    if len(parts) == 1:
        return first.rows
    rows = {name: _joined([part.rows[name] for part in parts]) for name in first.rows.columns}
    table = pd.DataFrame(rows)
    how: dict[str, Any] = {
        name: "max" if name in first.constant else "sum"
        for name in table.columns
        if name not in first.keys
    }
    if not first.keys:
        return pd.DataFrame(table.agg(how)).T
    grouped = table.groupby(first.keys, dropna=False, observed=True, sort=first.sort)
    summed: pd.DataFrame = grouped.agg(how).reset_index()
    return summed


def _joined(columns: Sequence[pd.Series]) -> Any:
    """Put the columns of parts below one another; texts keep the order of the alphabet."""
    types = {column.dtype for column in columns}
    if len(types) > 1 and all(isinstance(kind, pd.CategoricalDtype) for kind in types):
        union = pd.api.types.union_categoricals(
            [column.cat.as_unordered() for column in columns], sort_categories=True
        )
        return union.as_ordered()
    return pd.concat(columns, ignore_index=True)


def moments(n: pd.Series, total: pd.Series, squares: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Means, NaN where `n` is 0, and standard deviations (with n - 1), NaN where it is below 2.

    The values of mahjong are whole numbers, so that the sums are exact up to 2**53.
    """
    cases = n.astype("float64")
    mean = total.astype("float64") / cases.where(cases > 0)
    beyond = squares.astype("float64") - mean * total.astype("float64")
    spread = beyond.clip(lower=0) / (cases - 1).where(cases > 1)
    return mean, spread.pow(0.5)
