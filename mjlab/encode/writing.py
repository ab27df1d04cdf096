"""Arrays of wins to texts and frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mjlab.encode.circumstances import CIRCUMSTANCE_BITS
from mjlab.tiles import Wind

if TYPE_CHECKING:
    import pandas as pd

    from mjlab.encode.wins import WinBatch

__all__ = ["frame_of", "texts_in"]


def texts_in(batch: WinBatch) -> list[str | None]:
    """Write the hands of a batch in native notation; None for an impossible one.

    Examples
    --------
    >>> from mjlab.encode import WinBatch
    >>> texts_in(WinBatch.from_texts(["2211z 123m456p789s +1z", "junk"]))
    ['123m456p789s1122z+1z', None]
    """
    from mjlab.kernels.write_text import WIDTH, write_hands  # Numba is loaded when it is needed

    n = len(batch)
    text = np.empty(n * WIDTH, np.uint8)
    ends = np.empty(n, np.int64)
    possible = batch.status == 0
    write_hands(batch.concealed, batch.melds, batch.win, possible, text, ends)
    whole = text[: ends[-1] if n else 0].tobytes().decode("ascii")
    places = ends.tolist()
    texts = [whole[start:end] for start, end in zip([0, *places], places, strict=False)]
    return [text or None for text in texts]


def frame_of(batch: WinBatch) -> pd.DataFrame:
    """Put a batch into a frame: the work behind :meth:`mjlab.encode.WinBatch.to_frame`.

    Examples
    --------
    >>> from mjlab.encode import WinBatch
    >>> frame_of(WinBatch.from_texts(["123m456p789s1122z+1z"]))[["hand", "seat", "flowers"]]
                       hand seat  flowers
    0  123m456p789s1122z+1z    E        0
    """
    import pandas as pd

    missing = batch.status != 0
    winds = pd.array([wind.name for wind in Wind], dtype="str")

    def wind(values: NDArray[np.int8]) -> Any:
        return winds.take(np.where(missing, -1, values), allow_fill=True)

    columns: dict[str, Any] = {
        "hand": pd.array(texts_in(batch), dtype="str"),
        "round": wind(batch.round),
        "seat": wind(batch.seat),
    }
    for name, bit in CIRCUMSTANCE_BITS.items():
        holds = (batch.circumstances & np.uint16(bit)) != 0
        columns[name] = pd.arrays.BooleanArray(holds, missing, copy=True)
    columns["flowers"] = pd.arrays.IntegerArray(batch.flowers, missing, copy=True)
    problems = np.full(len(batch), None)
    for row, problem in batch.problems().items():
        problems[row] = problem
    columns["problem"] = pd.array(problems, dtype="str")
    return pd.DataFrame(columns, index=batch.index)
