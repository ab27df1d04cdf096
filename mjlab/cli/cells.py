"""Values as texts: rounded, as statistics print them, and as they are, for answers of SQL."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mjlab.cli.terminal import clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["exact", "flat", "rounded"]

_MISSING: Final = "–"
_LONGEST: Final = 10_000
"""Characters of a text that a table prints: nobody reads more there, and folding takes time."""


def rounded(value: Any, *, share: bool) -> str:
    """Write a value of a statistic.

    Parameters
    ----------
    value : object
        A number, a text, or what is missing.
    share : bool
        Whether it is a share: then it is told in percent.

    Examples
    --------
    >>> rounded(0.125, share=True), rounded(-1234.5, share=False), rounded(None, share=False)
    ('12.5%', '−1,234.50', '–')
    """
    import pandas as pd

    if value is None or pd.isna(value):
        return _MISSING
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        digits = 2 if 0 < value < 0.00995 else 1
        return f"{value:.{digits}%}" if share else f"{value:,.2f}".replace("-", "−")
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    return _shortened(str(value))


def exact(value: Any) -> str:
    """Write a value as it is: a list or a mapping as JSON, a fraction with six digits that count.

    Examples
    --------
    >>> exact(0.001234567), exact(2.0), exact([1, None]), exact(None)
    ('0.00123457', '2', '[1, null]', '–')
    """
    value = _unpacked(value)
    if value is None:
        return _MISSING
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    return _shortened(str(value))


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Write lists, structures and mappings in the cells of a frame as JSON."""
    import numpy as np

    made = frame.copy()
    for place in range(made.shape[1]):  # by place: two columns may have one name
        column = made.iloc[:, place]
        if column.dtype == object:
            made.isetitem(place, np.array([*map(_unpacked, column), None], object)[:-1])
    return made


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return clean(text)
    return f"{clean(text[:_LONGEST])}… ({len(text):,} characters: --csv and --json print all)"


def _unpacked(value: Any) -> Any:
    """A missing value as None; a list, structure or mapping as JSON."""
    import numpy as np
    import pandas as pd

    if isinstance(value, np.ndarray | list | tuple | dict):
        return json.dumps(_bare(value), ensure_ascii=False)
    if value is None or pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def _bare(value: Any) -> Any:
    """What JSON can hold of a value."""
    import numpy as np

    if isinstance(value, np.ndarray | list | tuple):
        return [_bare(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _bare(one) for key, one in value.items()}
    if isinstance(value, Decimal):
        return float(value)
    found = _unpacked(value)
    return found if isinstance(found, bool | int | float | str | None) else str(found)
