"""What a statistic gives: a frame that says what its numbers mean."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import Any, Final

import pandas as pd

__all__ = ["Result"]

_WIDTH: Final = 100


class Result(pd.DataFrame):
    """A frame with the definition of its statistic, which is printed below it.

    The definition stands in ``attrs["definition"]`` and the name in ``attrs["statistic"]``. What is
    made of a result (some of its rows, say) is a plain frame.

    Examples
    --------
    >>> made = Result.of(pd.DataFrame({"k": [1], "n": [4]}), "wins", "Wins, out of hands.")
    >>> print(made)
       k  n
    0  1  4
    Wins, out of hands.
    >>> type(made.head(1)).__name__
    'DataFrame'
    """

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    @classmethod
    def of(cls, table: pd.DataFrame, statistic: str, definition: str) -> Result:
        """Give a frame its definition."""
        made = cls(table)
        made.attrs = {"statistic": statistic, "definition": definition}
        return made

    @property
    def definition(self) -> str:
        """What the numbers mean.

        Examples
        --------
        >>> Result.of(pd.DataFrame({"k": [1], "n": [4]}), "wins", "Wins, out of hands.").definition
        'Wins, out of hands.'
        """
        return str(self.attrs.get("definition", ""))

    def __repr__(self) -> str:
        table = pd.DataFrame(self)
        return "\n".join([repr(table), *wrap(self.definition, _WIDTH, break_on_hyphens=False)])

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        table: Any = pd.DataFrame(self)
        return f"{table._repr_html_()}<p>{escape(self.definition)}</p>"
