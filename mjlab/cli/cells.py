"""Values as texts: rounded, as statistics print them, and as they are, for answers of SQL."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mjlab.cli.terminal import clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["exact", "flat", "json_rows", "rounded"]

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
    """Write a value as it is.

    Parameters
    ----------
    value : object
        Anything that DuckDB answers.

    Returns
    -------
    str
        A list or a mapping as JSON, a fraction with six digits that count, bytes in hex.

    Examples
    --------
    >>> exact(0.001234567), exact(2.0), exact([1, None]), exact(b"A"), exact(None)
    ('0.00123457', '2', '[1, null]', '41', '–')
    """
    value = _unpacked(value)
    if value is None:
        return _MISSING
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    return _shortened(str(value))


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Write lists, structures and mappings in the cells of a frame as JSON, bytes in hex."""
    import numpy as np

    made = frame.copy()
    for place in range(made.shape[1]):  # by place: two columns may have one name
        column = made.iloc[:, place]
        if column.dtype == object:
            made.isetitem(place, np.array([*map(_unpacked, column), None], object)[:-1])
    return made


def json_rows(frame: pd.DataFrame) -> str:
    """Write a frame as a JSON list with an object for each row, a line each.

    Parameters
    ----------
    frame : DataFrame
        Its columns have names of their own.

    Returns
    -------
    str
        What is missing or no number is null, dates are as ISO 8601 has them, bytes in hex.

    Examples
    --------
    >>> import pandas as pd
    >>> print(json_rows(pd.DataFrame({"a": [10**30, None], "b": [0.1, float("inf")]})))
    [
    {"a": 1000000000000000000000000000000, "b": 0.1},
    {"a": null, "b": null}
    ]
    """
    names = [str(name) for name in frame.columns]
    columns = [
        [_for_json(value) for value in frame.iloc[:, place]] for place in range(frame.shape[1])
    ]
    rows = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]" if lines else "[]"


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return clean(text)
    return f"{clean(text[:_LONGEST])}… ({len(text):,} characters: --csv and --json print all)"


def _unpacked(value: Any) -> Any:
    """A missing value as None; a list, structure or mapping as JSON, bytes in hex."""
    import numpy as np
    import pandas as pd

    if isinstance(value, np.ndarray | list | tuple | dict):
        return json.dumps(_for_json(value), ensure_ascii=False)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if value is None or pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def _for_json(value: Any) -> Any:
    """What JSON can hold of a value."""
    import numpy as np

    if isinstance(value, str | bool | int | None):  # nearly all
        return value
    if isinstance(value, np.ndarray | list | tuple):
        return [_for_json(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _for_json(one) for key, one in value.items()}
    found = _unpacked(value)
    if isinstance(found, float | Decimal):
        return float(found) if math.isfinite(found) else None
    if isinstance(found, str | bool | int | None):
        return found
    return found.isoformat() if hasattr(found, "isoformat") else str(found)
