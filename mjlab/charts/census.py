"""Figures of a census: exact shares of fan and totals, beside those of a sample.

Like :mod:`mjlab.charts.figures` they take plain tables, know nothing of pyplot, and say the number
of cases. What was counted exactly has no interval; a sample has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log10, nan
from typing import Final, Literal

from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, PercentFormatter

from mjlab.charts.canvas import (
    FAINT,
    LARGE,
    MARK,
    MUTED,
    SMALL,
    Chart,
    Table,
    empty_chart,
    finish,
    label_rows,
    plain_letters,
    write_least_fan,
)
from mjlab.charts.labels import Language, fan_label, in_chinese, writable
from mjlab.charts.tables import columns, has_column, whole
from mjlab.errors import MjlabError
from mjlab.rules.fans import fan

__all__ = ["Series", "fan_dots", "partner_map", "total_lines"]

COLOURS: Final = ("#2f6ea8", "#c46a1b", "#3f8f5b", "#8a5aa8", "#7a6a4f")
"""Of the series, in their order."""
_SIGNS: Final = "osD^v"
_SIZES: Final = (7.0, 4.5, 4.0, 3.5, 3.0)
"""The first are larger: of equal shares each dot is seen behind the next."""
_WIDTH: Final = 7.6
_TINY: Final = 7.0
_PITCH: Final = 0.105
"""Of the rows of the partner map, in inches."""
_TITLE_ROOM: Final = 480.0
_LABEL_ROOM: Final = 200.0
"""Greatest widths of the title and of a label, in points."""


@dataclass(frozen=True, slots=True)
class Series:
    """What is drawn in one colour.

    Parameters
    ----------
    label : str
        What was counted.
    n : int
        How many cases there are.
    unit : str
        What a case is.
    table : Table
        The shares; the columns depend on the figure.

    Examples
    --------
    >>> print(Series("logs", 1700, "wins", {"fan": ["all_chows"], "share": [0.5]}))
    logs (n = 1,700 wins)
    """

    label: str
    n: int
    unit: str
    table: Table

    def __str__(self) -> str:
        return f"{self.label} (n = {self.n:,} {self.unit})"


def fan_dots(
    series: Sequence[Series],
    *,
    title: str = "",
    below: str = "share of wins",
    scale: Literal["log", "linear"] = "log",
    language: Language = "auto",
) -> Chart:
    """Draw a share for each fan, one dot for each series, the greatest first.

    Parameters
    ----------
    series : sequence of Series
        Tables with columns ``fan`` (keys) and ``share``; with ``low`` and ``high`` the share is
        that of a sample and its interval is drawn. Rows follow the first series, then what only
        the others have.
    title, below : str
        Above the figure, and what the axis measures.
    scale : "log" or "linear"
        Of the axis. A share of 0 has no place on a logarithmic one: its interval is drawn as far
        as it reaches. A missing share is left out.
    language : "auto", "both" or "en"
        As for :func:`mjlab.charts.figures.fan_frequency`.

    Returns
    -------
    Chart
        The figure; a legend tells the number of cases of each series.

    Raises
    ------
    MjlabError
        Without a series, with more than five, or for an unknown scale or language.
    RulesetError
        For a key that is no fan.

    Examples
    --------
    >>> chart = fan_dots(
    ...     [
    ...         Series("counted", 100, "pairs", {"fan": ["all_chows"], "share": [0.5]}),
    ...         Series(
    ...             "logs",
    ...             4,
    ...             "wins",
    ...             {"fan": ["all_chows"], "share": [0.75], "low": [0.3], "high": [0.95]},
    ...         ),
    ...     ],
    ...     language="en",
    ... )
    >>> [text.get_text() for text in chart.axes[0].get_yticklabels()]
    ['All Chows (píng hú)']
    >>> [text.get_text() for text in chart.legends[0].get_texts()]
    ['counted (n = 100 pairs)', 'logs (n = 4 wins), 95% Wilson interval']
    """
    _check_series(series)
    if scale not in ("log", "linear"):
        raise MjlabError(f"unknown scale {scale!r}", hint="log or linear")
    rows = _rows(series)
    chart = empty_chart(_WIDTH, 1.3 + 0.2 * max(1, len(rows)))
    axes = chart.add_subplot()
    axes.set_xscale(scale)
    for i, one in enumerate(series):
        _dots(axes, one, rows, i, scale == "log")
    label_rows(axes, _fan_labels(rows, language))
    if scale == "linear":
        axes.set_xlim(-0.01, 1.01)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    else:
        axes.xaxis.set_major_locator(LogLocator(numticks=99))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(lambda share, _: _share(share, *axes.get_xlim()))
    axes.grid(color=FAINT, linewidth=0.6)
    _legend(chart)
    _finish(axes, title, below, names=True)
    return chart


def total_lines(series: Sequence[Series], *, title: str = "", minimum: int = 8) -> Chart:
    """Draw how often each total is scored, and how often so much or more.

    Parameters
    ----------
    series : sequence of Series
        Tables with columns ``total`` (ascending), ``share`` and ``share_at_least``.
    title : str
        Above the figure.
    minimum : int
        起和, the least fan to win, drawn as a line that says so.

    Returns
    -------
    Chart
        Two panels: shares of totals up to 40, and on a logarithmic scale the shares of hands that
        reach a total.

    Raises
    ------
    MjlabError
        Without a series, or with more than five.

    Examples
    --------
    >>> table = {"total": [6, 8], "share": [0.75, 0.25], "share_at_least": [1.0, 0.25]}
    >>> chart = total_lines([Series("by discard", 4, "pairs", table)], title="Totals")
    >>> len(chart.axes), chart.axes[0].get_title(loc="left")
    (2, 'Totals')
    """
    _check_series(series)
    chart = empty_chart(_WIDTH * 1.25, 3.9)
    left, right = chart.subplots(1, 2)
    minimum = whole("minimum", minimum)
    for colour, one in zip(COLOURS, series, strict=False):
        found = columns(one.table, {"total": int, "share": float, "share_at_least": float})
        totals = found["total"]
        shares = dict(zip(totals, found["share"], strict=True))
        shown = range(min(totals, default=0), 41)
        left.plot(shown, [shares.get(t, 0.0) for t in shown], color=colour, marker="o",
                  markersize=3, linewidth=1, label=str(one))  # fmt: skip
        reached = found["share_at_least"]
        right.step(totals, reached, where="pre", color=colour, linewidth=1.4)
    right.set_yscale("log")
    right.yaxis.set_minor_locator(NullLocator())
    right.yaxis.set_major_formatter(lambda share, _: _share(share, *right.get_ylim()))
    left.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    left.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    left.set_ylim(bottom=0)
    for axes in (left, right):
        axes.axvline(minimum - 0.5, color=MARK, linewidth=1.2, linestyle=(0, (4, 3)))
        axes.grid(color=FAINT, linewidth=0.6)
    write_least_fan(left, minimum)
    _legend(chart)
    _finish(left, title, "total, up to 40", "share that scores it")
    _finish(right, "", "total", "share that scores so much or more")
    return chart


def partner_map(
    keys: Iterable[str],
    shares: Sequence[Sequence[float]],
    *,
    n: int,
    unit: str = "",
    title: str = "",
    language: Language = "auto",
) -> Chart:
    """Draw how often each fan stands beside each other one.

    Parameters
    ----------
    keys : iterable of str
        Keys of the fan, for rows and columns.
    shares : sequence of sequences of float
        Row i, column j: of the hands with fan i, the share that has fan j too.
    n : int
        How many cases were counted.
    unit : str
        What a case is.
    title : str
        Above the figure; the number of cases is added.
    language : "auto", "both" or "en"
        As for :func:`mjlab.charts.figures.fan_frequency`.

    Returns
    -------
    Chart
        Squares, the darker the greater the share, on a logarithmic scale from one in ten thousand,
        where rarer ones are too; white means never, the diagonal is grey. All fan of a census fit
        the width of a notebook.

    Raises
    ------
    MjlabError
        If the shares are not a square of the size of the keys.
    RulesetError
        For a key that is no fan.

    Examples
    --------
    >>> chart = partner_map(
    ...     ["all_chows", "no_honors"], [[1, 0], [0, 1]], n=4, unit="pairs", title="Partners"
    ... )
    >>> chart.axes[0].get_title(loc="left")
    'Partners (n = 4 pairs)'
    """
    names = columns({"keys": keys}, {"keys": str})["keys"]
    rows = columns({"shares": shares}, {"shares": object})["shares"]
    square = [columns({"shares": row}, {"shares": float})["shares"] for row in rows]
    n = whole("n", n)
    if len(square) != len(names) or any(len(row) != len(names) for row in square):
        raise MjlabError(
            f"{len(names)} fan need {len(names)} rows of as many shares",
            hint='partner_map(["all_chows"], [[1.0]], n=1)',
        )
    labels = _fan_labels(names, language)
    side = _PITCH * len(names)
    chart = empty_chart(side + 4.3, side + 2.2)
    axes = chart.add_subplot()
    shown = [
        [nan if i == j or not v > 0 else max(v, 1e-4) for j, v in enumerate(row)]
        for i, row in enumerate(square)
    ]
    image = axes.imshow(shown, cmap="YlGnBu", norm=LogNorm(1e-4, 1), interpolation="nearest")
    places = range(len(names))
    axes.scatter(places, places, marker="s", color=FAINT, s=5)
    axes.set_xticks(places, [fan(key).en for key in names], rotation=90)
    axes.set_yticks(places, labels)
    bar = chart.colorbar(image, ax=axes, fraction=0.02, pad=0.01)
    bar.ax.yaxis.set_major_formatter(
        lambda share, _: "≤ 0.01%" if share < 1.01e-4 else f"{share * 100:g}%"
    )
    bar.ax.tick_params(labelsize=_TINY, labelcolor=MUTED)
    bar.ax.yaxis.set_minor_locator(NullLocator())
    cases = f"n = {n:,} {unit}".strip()
    _finish(axes, f"{title} ({cases})" if title else cases,
            "of the hands with the fan at the left, the share that has the one below",
            names=True, size=_PITCH * 60)  # fmt: skip
    return chart


def _fan_labels(keys: Iterable[str], language: Language) -> list[str]:
    chinese = in_chinese(language)
    labels = [fan_label(key, chinese) for key in keys]
    return [writable(label, _LABEL_ROOM, _TINY) for label in labels]


def _check_series(series: Sequence[Series]) -> None:
    hint = f"a list of 1 to {len(COLOURS)} of them"
    if not isinstance(series, list | tuple) or not all(isinstance(s, Series) for s in series):
        raise MjlabError(f"a list of Series is expected, not {type(series).__name__}", hint=hint)
    if not 1 <= len(series) <= len(COLOURS):
        raise MjlabError(f"{len(series)} series cannot be drawn", hint=hint)
    for one in series:
        whole(f"n of the series {one.label!r}", one.n)


def _rows(series: Sequence[Series]) -> list[str]:
    """Keys of all fan that have a share, the greatest first."""
    best: dict[str, float] = {}
    for one in series:
        found = columns(one.table, {"fan": str, "share": float})
        pairs = zip(found["fan"], found["share"], strict=True)
        known = {key: share for key, share in pairs if isfinite(share)}
        new = {key: share for key, share in known.items() if key not in best}
        best |= dict(sorted(new.items(), key=lambda item: -item[1]))
    return list(best)


def _dots(axes: Axes, one: Series, rows: list[str], place: int, log: bool) -> None:
    """One series; of a sample with the intervals."""
    where = {key: row for row, key in enumerate(rows)}
    table = one.table
    sample = has_column(table, "low") and has_column(table, "high")
    names = ("share", "low", "high") if sample else ("share",)
    found = columns(table, {"fan": str, **dict.fromkeys(names, float)})
    at = [where.get(key, nan) for key in found["fan"]]
    floor = 0.0 if log else -inf
    shown = [i for i, y in enumerate(at) if y == y and found["share"][i] > floor]
    colour = COLOURS[place]
    if sample:
        axes.hlines([at[i] for i in shown], [found["low"][i] for i in shown],
                    [found["high"][i] for i in shown], color=colour, linewidth=1.1)  # fmt: skip
    label = f"{one}, 95% Wilson interval" if sample else str(one)
    axes.plot([found["share"][i] for i in shown], [at[i] for i in shown], linestyle="",
              marker=_SIGNS[place], markersize=_SIZES[place], color=colour,
              label=label)  # fmt: skip


def _share(share: float, *ends: float) -> str:
    """Write a share on a logarithmic axis: 10%; or 1e-1 where the axis reaches below 0.01%.

    One axis writes all its shares in one way.
    """
    if min(ends, default=share) >= 0.99e-4:
        return f"{share * 100:g}%"
    return f"1e{round(log10(share))}" if share < 1 else "1"


def _legend(chart: Chart) -> None:
    drawn = chart.legend(loc="outside lower center", fontsize=SMALL, frameon=False)
    for text in drawn.get_texts():
        text.set_parse_math(False)


def _finish(
    axes: Axes, title: str, below: str, left: str = "", *, names: bool = False, size: float = _TINY
) -> None:
    """As :func:`mjlab.charts.canvas.finish`, for a wider chart; names of fan are written small."""
    finish(axes, writable(title, _TITLE_ROOM, LARGE), below, left)
    axes.spines["left"].set_visible(True)
    axes.spines["left"].set_color(FAINT)
    fans = [*axes.get_xticklabels(), *axes.get_yticklabels()] if names else []
    plain_letters(fans)
    for text in fans:
        text.set_fontsize(size)
