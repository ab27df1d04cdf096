"""Figures of statistics: every share with its count, its number of cases and its interval.

A figure draws itself in a notebook and goes into a page with :func:`inline_svg`. Those with a
number along the axis, and those of two groups, are in :mod:`mjlab.charts.curves`.

The functions take a table: a data frame of :mod:`mjlab.stats`, or any mapping of column
names to sequences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final

from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from mjlab.charts import canvas
from mjlab.charts.canvas import BAR, FAINT, INK, MARK, SMALL, Chart, Table, inline_svg
from mjlab.charts.labels import Language, fan_label, folded, in_chinese, writable
from mjlab.charts.tables import columns, whole
from mjlab.common.wording import percent
from mjlab.errors import MjlabError

__all__ = ["fan_frequency", "inline_svg", "shares", "totals"]

_LABEL_ROOM: Final = 170.0
"""Greatest width of a label, in points."""
_SHARE: Final = {"k": int, "n": int, "rate": float, "low": float, "high": float}
"""The columns of a share with its interval."""
_FINE: Final = 48
"""Points up to which each number has a bar of its own."""


def fan_frequency(
    table: Table, *, title: str = "", top: int | None = 30, language: Language = "auto"
) -> Chart:
    """Draw how often each fan occurs.

    Parameters
    ----------
    table : Table
        Columns ``fan`` (keys), ``k`` (wins with the fan), ``n`` (wins), ``rate``, ``low`` and
        ``high``, as :func:`mjlab.stats.fan_frequency` gives them.
    title : str
        Above the figure; the number of wins is added.
    top : int, optional
        How many rows from the top of the table; None for all.
    language : "auto", "both" or "en"
        ``both`` writes Chinese and English, ``en`` English and pinyin; ``auto`` takes ``both``
        where a font with Chinese characters is installed.

    Returns
    -------
    Chart
        Horizontal bars with intervals.

    Raises
    ------
    MjlabError
        For an unknown language, or `top` below 1.
    RulesetError
        For a key that is no fan.

    Examples
    --------
    >>> chart = fan_frequency(
    ...     {
    ...         "fan": ["all_chows"],
    ...         "k": [3],
    ...         "n": [4],
    ...         "rate": [0.75],
    ...         "low": [0.30],
    ...         "high": [0.95],
    ...     },
    ...     language="en",
    ... )
    >>> [text.get_text() for text in chart.axes[0].get_yticklabels()]
    ['All Chows (píng hú)']
    """
    chinese = in_chinese(language)
    if top is not None and whole("top", top) < 1:
        raise MjlabError(f"top={top} rows cannot be drawn", hint="1 or more, or None for all")
    found = columns(table, {"fan": str, **_SHARE})
    labels = [fan_label(key, chinese) for key in found.pop("fan")]
    rows = {name: cells[:top] for name, cells in {"label": labels, **found}.items()}
    return shares(rows, title=title, unit="wins")


def shares(table: Table, *, title: str = "", unit: str = "") -> Chart:
    """Draw shares as horizontal bars with their intervals, counts and numbers of cases.

    Parameters
    ----------
    table : Table
        Columns ``label``, ``k``, ``n``, ``rate``, ``low`` and ``high``. A rate of NaN (no case)
        is written, not drawn.
    title : str
        Above the figure.
    unit : str
        What is counted. Where every row has the same number of cases it is added to the title.

    Returns
    -------
    Chart
        The figure.

    Examples
    --------
    >>> chart = shares(
    ...     {
    ...         "label": ["drawn hands"],
    ...         "k": [0],
    ...         "n": [16],
    ...         "rate": [0.0],
    ...         "low": [0.0],
    ...         "high": [0.19],
    ...     },
    ...     title="Draws",
    ...     unit="hands",
    ... )
    >>> chart.axes[0].get_title(loc="left")
    'Draws (n = 16 hands)'
    """
    label, k, n, rate, low, high = columns(table, {"label": str, **_SHARE}).values()
    labels = [_label(one) for one in label]
    chart, axes = canvas.chart_of(0.95 + 0.29 * max(1, len(labels)))
    places = list(range(len(labels)))
    known = [i for i in places if rate[i] == rate[i]]  # NaN is not equal to itself
    axes.barh(known, [rate[i] for i in known], height=0.66, color=BAR)
    lows, highs = [low[i] for i in known], [high[i] for i in known]
    axes.hlines(known, lows, highs, color=INK, linewidth=1.1)
    for ends in (lows, highs):
        axes.plot(ends, known, linestyle="", marker="|", markersize=5, color=INK, clip_on=False)
    small = 0 < max([rate[i] for i in known], default=0) < 0.05
    for i in places:
        share = percent(rate[i], low[i], high[i]) if k[i] else f"{rate[i]:.0%}"
        text = f"{k[i]:,}/{n[i]:,}  {share if i in known else 'no case'}"
        canvas.write_beside(axes, i, text, SMALL)
    canvas.label_rows(axes, labels)
    axes.set_xlim(0, min(1.0, max(0.002 if small else 0.05, *highs, 0) * 1.02))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=1 if small else 0))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.grid(axis="x", color=FAINT, linewidth=0.8)
    count = f"n = {n[0]:,} {unit}".strip() if n and len(set(n)) == 1 else ""
    canvas.finish(axes, canvas.titled(title, count), "share, with 95% Wilson interval")
    return chart


def totals(points: Iterable[int], *, title: str = "", minimum: int | None = 8) -> Chart:
    """Draw the distribution of the points of wins.

    Parameters
    ----------
    points : iterable of int
        Points of each win, flowers included.
    title : str
        Above the figure; the number of wins and the median are added.
    minimum : int, optional
        起和, the least fan to win, drawn as a line that says so; None for none.

    Returns
    -------
    Chart
        One bar for each number of points up to 48, one for a range of eight above.

    Raises
    ------
    MjlabError
        If a win has negative points, or none.

    Examples
    --------
    >>> totals([8, 9, 12], title="Points").axes[0].get_title(loc="left")
    'Points (n = 3 wins, median 9)'
    """
    values = sorted(columns({"points": points}, {"points": int})["points"])
    if minimum is not None:
        minimum = whole("minimum", minimum)
    if values and values[0] < 0:
        raise MjlabError(f"a win cannot have {values[0]} points", hint="a number from 0")
    chart, axes = canvas.chart_of(2.9)
    fine = [v for v in values if v <= _FINE]
    coarse = [v for v in values if v > _FINE]
    heights = _bars(fine)[1] or [1]
    axes.bar(*_bars(fine), width=0.8, color=BAR)
    right = max(24, values[-1] if values else 0)
    if coarse:
        starts, counts = _bars([v - (v - _FINE - 1) % 8 for v in coarse])
        heights += counts
        right = max(right, starts[-1] + 7)
        edges = [start - 0.4 for start in starts]
        axes.bar(edges, counts, width=7.8, align="edge", color=BAR)
        axes.axvline(_FINE + 0.5, color=FAINT, linewidth=0.8)
    axes.set_xlim(0, right + 1)
    axes.set_ylim(0, max(heights) * (1.08 if minimum is None else 1.22))
    if minimum is not None:
        axes.axvline(minimum - 0.5, color=MARK, linewidth=1.3, linestyle=(0, (4, 3)))
        canvas.write_least_fan(axes, minimum)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    count = f"n = {len(values):,} wins" + (f", median {median(values):g}" if values else "")
    below = "points of the win, flowers included"
    below += f"; above {_FINE} in eights" if coarse else ""
    canvas.finish(axes, canvas.titled(title, count), below, "wins")
    return chart


def _label(text: str) -> str:
    return "\n".join(writable(line, _LABEL_ROOM, SMALL) for line in folded(text))


def _bars(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """Where bars stand, and how high they are."""
    places = sorted(set(values))
    return places, [values.count(place) for place in places]
