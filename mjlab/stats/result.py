"""What a statistic gives: a frame that says what its numbers mean."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import Any, Final

import pandas as pd

from mjlab.stats.conditions import NONE_LEFT_OUT, LeftOut

__all__ = ["Result"]

_WIDTH: Final = 100


class Result(pd.DataFrame):
    """A frame with the definition of its statistic, which is printed below it.

    The definition stands in ``attrs["definition"]``, the name in ``attrs["statistic"]``, and in
    ``attrs["left_out"]`` how many cases miss a value that conditions ask for, and of which columns.
    What is made of a result (some of its rows, say) is a plain frame.

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
    def of(
        cls, table: pd.DataFrame, statistic: str, definition: str, left_out: LeftOut = NONE_LEFT_OUT
    ) -> Result:
        """Give a frame its definition."""
        made = cls(table)
        made.attrs = {"statistic": statistic, "definition": definition, "left_out": left_out}
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

    @property
    def notes(self) -> list[str]:
        """What belongs to the numbers: how many cases were left out, if any, and the definition.

        Examples
        --------
        >>> table = pd.DataFrame({"k": [1], "n": [4]})
        >>> Result.of(table, "wins", "Wins, out of hands.", LeftOut(2, ("turn",))).notes
        ['2 without turn left out.', 'Wins, out of hands.']
        """
        left_out = str(self.attrs.get("left_out", ""))
        return [note for note in (left_out and f"{left_out}.", self.definition) if note]

    def __repr__(self) -> str:
        lines = (wrap(note, _WIDTH, break_on_hyphens=False) for note in self.notes)
        return "\n".join([repr(pd.DataFrame(self)), *(line for note in lines for line in note)])

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        table: Any = pd.DataFrame(self)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"{table._repr_html_()}{notes}"
