"""Frames of hands and circumstances: which columns are read, and each as what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.batch.cells import is_frame, is_missing
from mjlab.batch.columns import CIRCUMSTANCE_BITS, cell, cells_of, columns_of_frame
from mjlab.batch.reading import Read, column_of, read_win, read_wins
from mjlab.common.wording import folded
from mjlab.errors import HandError, MjlabError
from mjlab.hand import Win
from mjlab.hand.circumstances import CIRCUMSTANCES, FLAGS
from mjlab.notation import Dialect, check_dialect
from mjlab.rules.fans import FAN_INDEX, FANS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["read_frame"]

_NAMES: Final = {
    "round": "prevalent prevailing bakaze quan quanfeng changfeng 圈 圈风 圈風 场风 場風 圈位",
    "seat": "jikaze playerwind ownwind menfeng zifeng 门风 門風 自风 自風 座风 座風",
    "self_drawn": "selfdraw selfpick zimo tsumo 自摸 自摸和 自摸胡",
    "last_of_kind": "4thtile fourthtile lastcopy juezhang 绝张 絕張 和绝 胡绝张",
    "wall_last": "wallempty emptywall lastdraw lastdiscard haidi haitei houtei miaoshou "
    "海底 河底 妙手 海底捞 海底撈",
    "kong_replacement": "replacement replacementtile afterkong kongdraw outonkong gangkai "
    "gangshang rinshan rinshankaihou 杠开 杠上 杠上开 杠上花 槓開 槓上 岭上 岭上开花 嶺上 嶺上開花",
    "robbing_kong": "robkong robbedkong kongrobbed kongrob qianggang chankan "
    "抢杠 抢杠胡 搶槓 搶槓胡 搶杠 槍槓",
    "flowers": "flower bonus bonustile bonustiles hua huapai 花 花牌 补花 補花",
}
"""What else a column of a circumstance may be called, in the form of `_plain`."""
_FANS: Final = {
    "self_drawn": "self_drawn",
    "last_tile_draw": "wall_last",
    "last_tile_claim": "wall_last",
    "last_tile": "last_of_kind",
    "out_with_replacement_tile": "kong_replacement",
    "robbing_the_kong": "robbing_kong",
    "flower_tiles": "flowers",
}
"""The circumstances of fan, which a column may be called like, too."""
_OTHERWISE: Final = {
    "ron dianpao dianhe ronghe discardwin 点炮 點炮 点和 點和 荣和 榮和": ("self_drawn",),
    "aboutkong": ("kong_replacement", "robbing_kong"),
    "lasttile": ("last_of_kind", "wall_last"),
    "winflag wintype winby 和牌方式 胡牌方式 和法": FLAGS,
}
"""What tells of circumstances, but in other values: the opposite, or several in one."""
_AFFIXES: Final = re.compile(
    "(?:is|has|by|numof|numberof|num|n|wind)?(.+?)(?:wind|count|num|数|數)?"
)


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
        meant, what = _meant(name), "rename the column"
        if len(meant) > 1 or _plain(name) in _meanings()[1]:
            what = "make that of this column"
        if not set(meant) <= set(used):
            raise HandError(
                f"the column {name!r} would not be read",
                hint=f"{' or '.join(map(repr, meant))} is read; {what}, or leave it out",
            )


def _meant(name: str) -> tuple[str, ...]:
    """The circumstances that a column of this name would tell."""
    one, several = _meanings()
    for plain in (folded(name), _plain(name)):
        if plain in several:
            return several[plain]
        if plain in one:
            return (one[plain],)
    # Short words are near to many others; these are long.
    long = {_plain(known): known for known in CIRCUMSTANCE_BITS}
    return tuple(long[near] for near in get_close_matches(_plain(name), long, n=1, cutoff=0.85))


@cache
def _meanings() -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """What columns may be called, plainly: for one circumstance, and for what is told otherwise."""
    one = {_plain(known): known for known in CIRCUMSTANCES}
    one |= {folded(name): known for known, names in _NAMES.items() for name in names.split()}
    for key, known in _FANS.items():
        fan = FANS[FAN_INDEX[key]]
        one |= {folded(said): known for said in (key, fan.zh, fan.zh_hant, fan.pinyin)}
    several = {folded(n): known for names, known in _OTHERWISE.items() for n in names.split()}
    return one, several


def _plain(name: str) -> str:
    """A name without case, signs, and what often stands around it: ``isSelfDrawn``."""
    found = _AFFIXES.fullmatch(folded(name))
    return found[1] if found else folded(name)
