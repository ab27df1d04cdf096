"""What all figures share: a chart, its colours and letters, and the way into a page.

Made with matplotlib's objects alone: no pyplot, no global state.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from html import escape
from typing import Any, Final, Protocol

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from mjlab.charts.labels import families, writable
from mjlab.errors import MjlabError

__all__ = [
    "BAR", "FAINT", "INK", "LARGE", "MARK", "MUTED", "SMALL", "Chart", "Table", "chart_of",
    "empty_chart", "finish", "inline_svg", "label_rows", "plain_letters", "titled", "write_beside",
    "write_least_fan",
]  # fmt: skip

INK: Final = "#1f2329"
MUTED: Final = "#6e7781"
FAINT: Final = "#d8dee4"
BAR: Final = "#a9c6e3"
MARK: Final = "#b4531a"
_COLOURS: Final = {
    INK: "currentColor",
    MUTED: "var(--muted, #6e7781)",
    FAINT: "var(--faint, #d8dee4)",
    BAR: "var(--bar, #a9c6e3)",
    MARK: "var(--mark, #b4531a)",
}
"""What each colour becomes in a page, which may be dark."""
_WIDTH: Final = 5.6
"""Inches. Narrow, so that letters can be read where a page shows the figure on a small screen."""
SMALL: Final = 8.5
LARGE: Final = 11.0
"""Sizes of letters, in points."""
_TITLE_ROOM: Final = 280.0
"""Greatest width of a title without its count, in points."""


class Table(Protocol):
    """Columns by name: a data frame, or a mapping of names to sequences."""

    def __getitem__(self, name: str, /) -> Any:
        """Return the column `name`."""
        ...


class Chart(Figure):
    """A figure that a notebook draws as SVG."""

    def _repr_svg_(self) -> str:
        return _svg_text(self)


def chart_of(height: float) -> tuple[Chart, Axes]:
    """Make an empty chart of a height in inches, and its axes."""
    chart = empty_chart(_WIDTH, height)
    return chart, chart.add_subplot()


def empty_chart(width: float, height: float) -> Chart:
    """Make a chart without axes, of a size in inches."""
    chart = Chart(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasSVG(chart)
    return chart


def label_rows(axes: Axes, labels: list[str]) -> None:
    """Write what the rows of a chart are, the first at the top."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)


def write_beside(axes: Axes, row: int, text: str, size: float) -> None:
    """Write to the right of a row: so it stands below what is beside the row above."""
    axes.text(1.02, row, text, va="center", color=MUTED, fontsize=size,
              transform=axes.get_yaxis_transform())  # fmt: skip


def write_least_fan(axes: Axes, minimum: int) -> None:
    """Say what the line at the least fan to win is."""
    axes.text(minimum, 0.99, f"least fan to win: {minimum}", color=MARK, fontsize=SMALL,
              va="top", transform=axes.get_xaxis_transform())  # fmt: skip


def finish(axes: Axes, title: str, below: str, left: str = "") -> None:
    """Give axes their title, what stands below and left, and the look that all figures have."""
    if left:
        axes.set_ylabel(left, color=MUTED, fontsize=SMALL)
    heading = axes.set_title(title, loc="left", fontsize=LARGE, color=INK)
    axes.set_xlabel(below, color=MUTED, fontsize=SMALL)
    axes.set_facecolor("none")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(length=0, colors=MUTED, labelsize=SMALL)
    axes.tick_params(axis="y", labelcolor=INK)
    writing = [axes.xaxis.label, axes.yaxis.label, *axes.texts, *axes.get_yticklabels()]
    plain_letters([*writing, heading])


def plain_letters(texts: Iterable[Any]) -> None:
    """Write texts in letters of all fonts, and no formulas."""
    for text in texts:
        text.set_fontfamily(families())
        text.set_parse_math(False)


def titled(title: str, count: str) -> str:
    """A title with the number of cases behind it, cut to the room there is."""
    title = writable(title, _TITLE_ROOM, LARGE)
    return f"{title} ({count})" if title and count else title or count


def inline_svg(chart: Figure, name: str) -> str:
    """Write a figure as an SVG element for a page.

    Parameters
    ----------
    chart : Figure
        The figure.
    name : str
        Unique in the page: every id of the figure starts with it.

    Returns
    -------
    str
        An ``<svg>`` element without declaration, metadata or fixed size. Writing takes the colour
        of the text around it; lines and bars take the CSS variables ``--muted``, ``--faint``,
        ``--bar`` and ``--mark``, so that the figure follows a dark page. The same figure always
        gives the same text.

    Raises
    ------
    MjlabError
        If it is no figure, or the name is not a plain word.

    Examples
    --------
    >>> chart, axes = chart_of(2.0)
    >>> finish(axes, "Wins", "points")
    >>> text = inline_svg(chart, "wins")
    >>> text.startswith("<svg"), "currentColor" in text, "<text" in text
    (True, True, False)
    """
    if not isinstance(chart, Figure):
        raise MjlabError(f"a figure is expected, not {type(chart).__name__}")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise MjlabError(f"{name!r} is not a name for ids", hint="a word in lower case: totals")
    text = _svg_text(chart, transparent=True)
    text = text[text.index("<svg") :]
    # Comments hold what is written in the figure, names from logs among it: a page needs none.
    text = re.sub(r"(?:<metadata>.*?</metadata>|<!--.*?-->)\s*", "", text, flags=re.DOTALL)
    head, _, body = text.partition(">")
    head = re.sub(r'\s(?:width|height|version)="[^"]*"', "", head)
    body = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", body)
    for colour, variable in _COLOURS.items():
        body = body.replace(colour, variable)
    label = escape(chart.axes[0].get_title(loc="left"))
    return f'{head} role="img" aria-label="{label}">{body}'


def _svg_text(chart: Figure, *, transparent: bool = False) -> str:
    buffer = io.StringIO()
    # Ids are made of a hash of what they name: with a salt of our own they are the same each time.
    with rc_context({"svg.fonttype": "path", "svg.hashsalt": "mjlab"}):
        chart.savefig(
            buffer, format="svg", transparent=transparent, metadata={"Date": None, "Creator": None}
        )
    return buffer.getvalue()
