"""Scores of many hands at once, as values and as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.batch import WinBatch
from mjlab.batch.arrays import different_rows, nullable
from mjlab.batch.cells import as_frame, is_frame, labels_of, row_number, rows_of
from mjlab.batch.rules import rule_arrays
from mjlab.common.threads import share_rows
from mjlab.common.wording import Language, check_language
from mjlab.errors import HandError
from mjlab.hand import Win
from mjlab.hand.circumstances import circumstance, flag_of
from mjlab.notation import Dialect
from mjlab.rules import FANS, RuleSet
from mjlab.rules import ruleset as find_ruleset
from mjlab.rules.fans import FAN_INDEX, told
from mjlab.rules.rulesets import DEFAULT

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["STATUS", "ScoreBatch", "score_batch"]

STATUS: Final = ("scored", "not a win", "invalid")
"""What the numbers of ``ScoreBatch.status`` mean."""
_CHUNK: Final = 16_384  # a millisecond: fewer hands are not worth a thread


@dataclass(frozen=True, eq=False)
class ScoreBatch:
    """The scores of a batch.

    Attributes
    ----------
    total : numpy.ndarray
        int16[N], sum of the fan, flowers included; 0 where not scored.
    fans : numpy.ndarray
        uint8[N,82], how often each fan counts in one best reading, columns as `mjlab.rules.FANS`.
    status : numpy.ndarray
        int8[N], see :data:`STATUS`.
    rules : RuleSet
        The ruleset.
    problems : dict
        For each row that is not scored the reason.
    index : pandas.Index or None
        The row labels of the frame or series that was scored.

    Examples
    --------
    >>> scores = score_batch(["19m19p19s1234567z+1z", "123m456p789s1122z+3z", "123m"])
    >>> scores
    ScoreBatch(1 scored, 1 not a win, 1 invalid; mcr1998_online)
    >>> scores.total, scores.status
    (array([88,  0,  0], dtype=int16), array([0, 1, 2], dtype=int8))
    >>> scores.problems[2]
    'the winning tile is missing'
    """

    total: NDArray[np.int16]
    fans: NDArray[np.uint8]
    status: NDArray[np.int8]
    rules: RuleSet
    problems: dict[int, str] = field(repr=False)
    index: pd.Index | None = field(default=None, repr=False)

    @property
    def fan_total(self) -> NDArray[np.int16]:
        """int16[N], sum of the fan without flowers: what the minimum asks for.

        Examples
        --------
        >>> scores = score_batch([Win.parse("[123m][456m][789m]123p5z+5z", flowers=3)])
        >>> scores.total, scores.fan_total
        (array([22], dtype=int16), array([19], dtype=int16))
        """
        flowers = self.fans[:, FAN_INDEX["flower_tiles"]].astype(np.int16)
        return self.total - flowers * np.int16(self.rules.flower_points)

    @property
    def legal_win(self) -> NDArray[np.bool_]:
        """bool[N], whether the fan reach the minimum of the ruleset.

        Examples
        --------
        >>> scores = score_batch(["[123m][456m][789m]123p5z+5z", "[345m]567p678s23s55m+4s"])
        >>> scores.fan_total, scores.legal_win
        (array([19,  4], dtype=int16), array([ True, False]))
        """
        scored: NDArray[np.bool_] = self.status == 0
        return scored & (self.fan_total >= self.rules.min_fan)

    def fan_names(self, row: int) -> dict[str, int]:
        """The fan of one row by key, in the order of the table.

        Examples
        --------
        >>> score_batch(["19m19p19s1234567z+1z"]).fan_names(0)
        {'thirteen_orphans': 1}
        """
        counted = self.fans[row_number(row, len(self))]
        return {FANS[i].key: int(counted[i]) for i in np.flatnonzero(counted)}

    def to_frame(self, *, columns: bool = False, language: Language = "zh") -> pd.DataFrame:
        """Put the scores into a frame.

        Parameters
        ----------
        columns : bool
            Add a column for each fan, named by its key (eight times the memory of `fans`);
            otherwise one column ``fans`` has the names, the highest first.
        language : {"zh", "en", "both"}
            Whether these names are Chinese, English or both.

        Returns
        -------
        pandas.DataFrame
            ``status``, ``total`` and ``fan_total`` (missing where not scored), ``legal_win``, the
            fan, and ``problem``; the index is that of the frame or series that was scored.

        Examples
        --------
        >>> score_batch(["19m19p19s1234567z+1z"]).to_frame()[["total", "fans"]]
           total fans
        0     88  十三幺
        >>> score_batch(["19m19p19s1234567z+1z"]).to_frame(language="both")["fans"][0]
        '十三幺 Thirteen Orphans'
        """
        import pandas as pd

        columns = flag_of("columns", columns)
        check_language(language)
        unscored = self.status != 0
        frame = pd.DataFrame(
            {
                "status": pd.Categorical.from_codes(self.status, pd.Index(STATUS)),
                "total": nullable(self.total, unscored),
                "fan_total": nullable(self.fan_total, unscored),
                "legal_win": self.legal_win,
            }
        )
        if columns:
            counts = self.fans.T.astype(np.int64, order="C")  # as frames lie in memory
            fans = pd.DataFrame(counts.T, columns=[f.key for f in FANS], copy=False)
            frame = pd.concat([frame, fans], axis=1)
        else:
            numbers, firsts = different_rows(self.fans)  # many hands share their fan
            names = [one.name_in(language) for one in FANS]
            cells = [
                told([(names[i], int(row[i])) for i in _by_value(row, self.rules)], language)
                for row in self.fans[firsts]
            ]
            frame["fans"] = pd.array(cells, dtype="str").take(numbers)
        rows = [row for row in self.problems if 0 <= row < len(self)]
        numbers, texts = pd.factorize(np.array([self.problems[row] for row in rows], object))
        which = np.full(len(self), -1)
        which[rows] = numbers
        frame["problem"] = pd.array(texts, dtype="str").take(which, allow_fill=True)
        if self.index is not None:
            frame.index = self.index
        return frame

    def __len__(self) -> int:
        return len(self.total)

    def _repr_html_(self) -> str:
        shown = 10
        labels = None if self.index is None else self.index[:shown]
        arrays = (self.total[:shown], self.fans[:shown], self.status[:shown])
        first = ScoreBatch(*arrays, self.rules, self.problems, labels)
        table: str = first.to_frame().to_html(na_rep="")
        return f"<p>{self!r}</p>{table}" + ("<p>...</p>" if len(self) > shown else "")

    def __repr__(self) -> str:
        counts = [
            f"{n:,} {name}"
            for name, n in zip(STATUS, np.bincount(self.status, minlength=3), strict=True)
            if n
        ]
        return f"ScoreBatch({', '.join(counts) or 'empty'}; {self.rules.name})"


def score_batch(
    wins: WinBatch | pd.DataFrame | Iterable[Win | str],
    *,
    ruleset: str | RuleSet = DEFAULT,
    threads: int = 1,
    hand: str = "hand",
    dialect: Dialect = "auto",
    **circumstances: Any,
) -> ScoreBatch:
    """Score many hands.

    Parameters
    ----------
    wins : WinBatch, pandas.DataFrame, or iterable of Win or str
        The hands; a frame is read by :meth:`WinBatch.from_frame`, see ``docs/tables.md``.
    ruleset : str or RuleSet
        As for :func:`score`.
    threads : int
        How many threads share the work.
    hand : str
        The column of a frame that has the hands.
    dialect : str
        Notation of texts.
    **circumstances
        As for :func:`score`, the same for all hands; what differs is a column of a frame.

    Returns
    -------
    ScoreBatch
        Totals, fan and a status for every row: a bad row spoils no other.

    Raises
    ------
    HandError
        If a frame has no column of that name, or one named nearly like a circumstance; if a
        circumstance is none, or is a column as well.

    Notes
    -----
    The same rules as :func:`score`, in compiled code. Where several readings or choices of fan
    are equally good the two may report different ones; the totals agree.

    Examples
    --------
    >>> score_batch(["[234s][345s][456s]234m7z+7z", "19m19p19s1234567z+2m"])
    ScoreBatch(1 scored, 1 not a win; mcr1998_online)
    >>> score_batch(["19m19p19s1234567z+1z"], self_drawn=True, flowers=2).total
    array([91], dtype=int16)
    """
    from mjlab.kernels.score.rows import score_rows

    rules = find_ruleset(ruleset)
    batch = _batch(wins, hand, dialect, circumstances)
    n = len(batch)
    total = np.zeros(n, np.int16)
    fans = np.zeros((n, len(FANS)), np.uint8)
    status = batch.status.copy()
    problems = batch.problems()
    if rules.flowers == 0:
        flowered = np.flatnonzero((batch.flowers > 0) & (status == 0))
        status[flowered] = 2
        reason = f"{rules.name} is played without flowers"
        problems.update(dict.fromkeys(flowered.tolist(), reason))
    rule, flat = _rule_array(rules), _tables()

    def work(part: slice) -> None:
        score_rows(
            batch.concealed[part],
            batch.melds[part],
            batch.win[part],
            batch.circumstances[part],
            batch.round[part],
            batch.seat[part],
            batch.flowers[part],
            rule,
            flat,
            total[part],
            fans[part],
            status[part],
        )

    share_rows(n, threads, _CHUNK, lambda _: work)
    unfinished = np.flatnonzero(status == 1).tolist()
    problems.update(dict.fromkeys(unfinished, "the winning tile completes nothing"))
    return ScoreBatch(total, fans, status, rules, problems, batch.index)


def _by_value(row: NDArray[np.uint8], rules: RuleSet) -> list[int]:
    """The columns of the fan in a row, the highest fan first."""
    return sorted(np.flatnonzero(row).tolist(), key=lambda i: -rules.fan_value(FANS[i].key))


@lru_cache(maxsize=64)
def _rule_array(rules: RuleSet) -> NDArray[np.int64]:
    from mjlab.kernels.score import rules as score_rules

    return score_rules.build(*rule_arrays(rules))


@cache
def _tables() -> NDArray[np.int64]:
    from mjlab.kernels.score import tables as score_tables

    return score_tables.build()


def _batch(wins: Any, hand: str, dialect: Dialect, circumstances: Mapping[str, Any]) -> WinBatch:
    wins, given = as_frame(wins), _circumstances(circumstances)
    if is_frame(wins):
        for name in given:
            if name in wins.columns:
                raise HandError(
                    f"{name}= is a column of the frame, too",
                    hint=f"leave one of the two {name} out",
                )
        return WinBatch.from_frame(wins.assign(**given), hand=hand, dialect=dialect)
    if not isinstance(hand, str) or hand != "hand":
        raise HandError(
            f"hand={hand!r} names a column, but {type(wins).__name__} has none",
            hint="hand= goes with a frame",
        )
    if isinstance(wins, WinBatch):
        if not isinstance(dialect, str) or dialect != "auto":
            raise HandError("the hands of a WinBatch are read", hint="leave out dialect=")
        if given:
            raise HandError(
                "the wins of a WinBatch have their circumstances",
                hint="give them to WinBatch.from_texts, from_frame or from_arrays",
            )
        return wins
    hint = "a list or a frame; WinBatch.from_arrays takes arrays, score scores one hand"
    return WinBatch._from_any(rows_of(wins, "hands", hint), dialect, labels_of(wins), given)


def _circumstances(named: Mapping[str, Any]) -> dict[str, Any]:
    """Take circumstances that are those of all hands; what differs is told where it goes."""
    columns = "; circumstances that differ are columns of a frame: docs/tables.md"
    given = {}
    for name, value in named.items():
        try:
            given[name] = circumstance(name, value)
        except HandError as error:
            raise HandError(error.message, hint=f"{error.hint}{columns}") from None
    return given
