"""Figures with a number along the axis, of two groups side by side, and of a score over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from mjlab.charts import canvas
from mjlab.charts.canvas import BAR, FAINT, INK, MARK, SMALL, Chart, Table
from mjlab.charts.labels import writable
from mjlab.charts.tables import columns, has_column
from mjlab.common.wording import number, rounded
from mjlab.errors import MjlabError

__all__ = ["by_number", "compared", "course"]

_LABEL_ROOM: Final = 150.0
_MOST_POINTS: Final = 2000
"""Points a line is drawn with; of a longer one every so many."""


def by_number(
    table: Table,
    column: str,
    *,
    title: str = "",
    unit: str = "",
    below: str = "",
    spread: bool = False,
) -> Chart:
    """Draw a share or a mean for each value of a number, with its interval and its cases.

    Parameters
    ----------
    table : Table
        The column of the number, ascending; ``n``, ``low`` and ``high``; and ``rate`` or ``mean``.
        Values without a case are left out.
    column : str
        Name of the column.
    title : str
        Above the figure; the number of all cases is added.
    unit : str
        What is counted.
    below : str
        What the number is.
    spread : bool
        Whether the shares are of the same cases, spread over the values: then ``k`` of each value
        is drawn as its cases, and ``n`` is that of all.

    Returns
    -------
    Chart
        Points with their intervals, and bars below for the cases.

    Examples
    --------
    >>> rows = {
    ...     "turn": [1, 2],
    ...     "n": [9, 4],
    ...     "rate": [0.1, 0.5],
    ...     "low": [0, 0.1],
    ...     "high": [0.4, 0.9],
    ... }
    >>> chart = by_number(rows, "turn", title="Danger", unit="discards")
    >>> chart.axes[0].get_title(loc="left")
    'Danger (n = 13 discards)'
    """
    share = has_column(table, "rate")
    cases = "k" if spread else "n"
    kinds = {"rate" if share else "mean": float, "low": float, "high": float}
    found = columns(table, {column: float, cases: int, **kinds})
    rows = [place for place, number in enumerate(found[cases]) if number]
    x, n, y, low, high = ([cells[row] for row in rows] for cells in found.values())
    chart, axes = canvas.chart_of(2.9)
    known = [i for i in range(len(rows)) if not math.isnan(low[i])]
    axes.vlines([x[i] for i in known], [low[i] for i in known], [high[i] for i in known],
                color=INK, linewidth=1.1)  # fmt: skip
    axes.plot(x, y, color=MARK, marker="o", markersize=3.5, linewidth=1.0)
    if share:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=None))
        axes.set_ylim(0, min(1.02, max([0.01, *y, *(high[i] for i in known)]) * 1.1))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True, min_n_ticks=1))
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    _cases_below(axes, x, n)
    canvas.finish(
        axes, canvas.titled(title, f"n = {sum(n):,} {unit}".strip()),
        f"{below}; bars: cases, at most {max(n, default=0):,}",
        f"{'share' if share else 'mean'}, with 95% interval",
    )  # fmt: skip
    return chart


def _cases_below(axes: Axes, x: Sequence[float], n: Sequence[int]) -> None:
    """Bars along the bottom that say how many cases each value has."""
    beside: Any = axes.twinx()
    beside.bar(x, n, width=0.7, color=BAR, alpha=0.55, zorder=0)
    beside.set_ylim(0, max(1, *n, 1) * 5)  # a fifth of the height
    beside.set_axis_off()
    axes.set_zorder(beside.get_zorder() + 1)


def compared(
    table: Table, *, title: str = "", names: tuple[str, str] = ("first", "second")
) -> Chart:
    """Draw the shares of two groups one above the other, with their intervals.

    Parameters
    ----------
    table : Table
        ``label``; ``rate``, ``low``, ``high`` and ``n`` of the first group; ``other_rate``,
        ``other_low``, ``other_high`` and ``other_n`` of the second.
    title : str
        Above the figure.
    names : tuple of str
        What the groups are called.

    Returns
    -------
    Chart
        The figure.

    Raises
    ------
    MjlabError
        If there are not two names.

    Examples
    --------
    >>> rows = {
    ...     "label": ["wins"],
    ...     "rate": [0.2],
    ...     "low": [0.1],
    ...     "high": [0.3],
    ...     "n": [40],
    ...     "other_rate": [0.25],
    ...     "other_low": [0.2],
    ...     "other_high": [0.3],
    ...     "other_n": [400],
    ... }
    >>> chart = compared(rows, title="P1 and the field", names=("P1", "field"))
    >>> [text.get_text() for text in chart.axes[0].get_legend().get_texts()]
    ['P1', 'field']
    """
    if len(names) != 2:
        raise MjlabError(f"{len(names)} names for two groups", hint="('P1', 'the others')")
    ends = {"rate": float, "low": float, "high": float, "n": int}
    of_other = {f"other_{end}": kind for end, kind in ends.items()}
    found = columns(table, {"label": str, **ends, **of_other})
    labels = [writable(label, _LABEL_ROOM, SMALL) for label in found["label"]]
    chart, axes = canvas.chart_of(1.3 + 0.42 * max(1, len(labels)))
    highest = 0.05
    for offset, prefix, colour, marker, name in (
        (-0.13, "", MARK, "o", names[0]), (0.13, "other_", INK, "s", names[1]),
    ):  # fmt: skip
        rate, low, high = (found[f"{prefix}{end}"] for end in ("rate", "low", "high"))
        known = [i for i, v in enumerate(rate) if v == v]
        places = [i + offset for i in known]
        axes.hlines(places, [low[i] for i in known], [high[i] for i in known], color=colour,
                    linewidth=1.1)  # fmt: skip
        said = writable(name, _LABEL_ROOM, SMALL)
        axes.plot([rate[i] for i in known], places, linestyle="", marker=marker, markersize=4.5,
                  color=colour, label=said)  # fmt: skip
        highest = max([highest, *(high[i] for i in known)])
    for i, (n, other) in enumerate(zip(found["n"], found["other_n"], strict=True)):
        canvas.write_beside(axes, i, f"n = {n:,}\n{other:,}", SMALL - 1)
    canvas.label_rows(axes, labels)
    axes.set_xlim(0, min(1.0, highest * 1.05))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.grid(axis="x", color=FAINT, linewidth=0.8)
    legend = axes.legend(loc="lower right", fontsize=SMALL, frameon=False, labelcolor=INK,
                         bbox_to_anchor=(1.0, 1.0), ncols=2, borderaxespad=0.1)  # fmt: skip
    canvas.finish(axes, canvas.titled(title, ""), "share, with 95% Wilson interval")
    canvas.plain_letters(legend.get_texts())
    return chart


def course(changes: Sequence[int], *, title: str = "", unit: str = "games") -> Chart:
    """Draw how a score went: the sum of the changes so far.

    Parameters
    ----------
    changes : sequence of int
        Score changes in the order of play.
    title : str
        Above the figure; the number of games is added.
    unit : str
        What is counted.

    Returns
    -------
    Chart
        The figure.

    Examples
    --------
    >>> course([8, -24], title="Score").axes[0].get_title(loc="left")
    'Score (n = 2 games, −16 in all)'
    """
    changes = columns({"changes": changes}, {"changes": int})["changes"]
    sums, total = [0], 0
    for change in changes:
        total += change
        sums.append(total)
    step = max(1, math.ceil(len(sums) / _MOST_POINTS))
    places = sorted({*range(0, len(sums), step), len(sums) - 1})
    chart, axes = canvas.chart_of(2.6)
    axes.axhline(0, color=FAINT, linewidth=1.0)
    axes.plot(places, [sums[i] for i in places], color=MARK, linewidth=1.2)
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda v, _: number(v, 0)))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, min_n_ticks=1))
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    count = f"n = {len(changes):,} {unit}, {rounded(total, 0, signed=True)} in all"
    canvas.finish(axes, canvas.titled(title, count), f"{unit} in the order of the logs", "points")
    return chart
