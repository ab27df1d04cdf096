"""Frames of hands and circumstances: which columns are read, and each as what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.cells import is_frame, is_missing
from mjlab.batch.columns import CIRCUMSTANCE_BITS, cell, cells_of, columns_of_frame
from mjlab.batch.reading import Read, column_of, read_win, read_wins
from mjlab.common.wording import folded
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Win
from mjlab.hand.circumstances import CIRCUMSTANCES
from mjlab.notation import Dialect, check_dialect
from mjlab.rules.fans import FAN_INDEX, FANS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["read_frame"]

_OF_FAN: Final = {
    "self_drawn": "self_drawn",
    "last_tile": "last_of_kind",
    "last_tile_draw": "wall_last",
    "last_tile_claim": "wall_last",
    "out_with_replacement_tile": "kong_replacement",
    "robbing_the_kong": "robbing_kong",
    "flower_tiles": "flowers",
}
"""The circumstances of fan: a column may be called like one of these in Chinese or pinyin."""
_OTHER_NAMES: Final = {
    "flower": "flowers",
    "prevalent": "round",
    "prevailing": "round",
} | {
    wind: name
    for name, winds in (("round", "圈风 圈風 场风 場風"), ("seat", "门风 門風 自风 自風"))
    for wind in winds.split()
}
"""What else a column of circumstances may be called, in the form of `_plain`."""


def read_frame(frame: pd.DataFrame, hand: str, dialect: Dialect) -> Read:
    """Read a frame with a column `hand`: the work behind :meth:`mjlab.batch.WinBatch.from_frame`.

    A column called nearly like a circumstance is refused: unread, it would make totals wrong.
    """
    check_dialect(dialect)
    if not is_frame(frame):
        raise HandError(
            f"a data frame is expected, not {type(frame).__name__}",
            hint="from_texts reads a list or a series, score_batch any of them",
        )
    names = list(frame.columns)
    if is_missing(hand) or hand not in names:
        raise HandError(
            f"the frame has no column {hand!r}",
            hint=f"hand= names it; there are {', '.join(map(repr, names)) or 'none'}",
        )
    used = [name for name in (hand, *CIRCUMSTANCES) if name in names]
    for name in used:
        if names.count(name) > 1:
            raise HandError(f"the frame has {names.count(name)} columns {name!r}")
    _refuse_near_names(names, used)

    def one_by_one(rows: NDArray[np.intp]) -> Iterable[Win | MjlabError]:
        cells = [cells_of(frame[name], rows) for name in used]
        for text, *row in zip(*cells, strict=True):
            named = {name: cell(name, value) for name, value in zip(used[1:], row, strict=True)}
            yield read_win(text, dialect, named)

    columns = columns_of_frame(frame, used[1:])
    return read_wins(column_of(frame[hand]), dialect, columns, one_by_one)


def _refuse_near_names(names: Sequence[Any], used: Sequence[str]) -> None:
    """Refuse a column that was to be a circumstance: unread, it would make totals wrong."""
    if set(FAN_INDEX) <= set(names):  # scores stand in the frame; two fan are called like winds
        names = [name for name in names if name not in FAN_INDEX]
    for name in names:
        if name in used or not isinstance(name, str):
            continue
        meant = _meant(name)
        if meant is not None and meant not in used:
            raise HandError(
                f"the column {name!r} would not be read",
                hint=f"{meant!r} is read; rename the column, or leave it out",
            )


def _meant(name: str) -> str | None:
    """The circumstance that a name is nearly that of."""
    plain = _plain(name)
    names = {_plain(known): known for known in CIRCUMSTANCES} | _OTHER_NAMES
    for key, known in _OF_FAN.items():
        one = FANS[FAN_INDEX[key]]
        names |= {folded(said): known for said in (one.zh, one.zh_hant, one.pinyin)}
    if plain in names:
        return names[plain]
    # Short words are near to many others; these are long.
    long = {_plain(known): known for known in CIRCUMSTANCE_BITS}
    return next((long[near] for near in get_close_matches(plain, long, n=1, cutoff=0.85)), None)


def _plain(name: str) -> str:
    letters = folded(name)
    return letters.removeprefix("wind").removesuffix("wind") or letters
