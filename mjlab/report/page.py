"""What pages are made of: the frame around them, columns of tables, and views of wins.

Nothing in a page is loaded from elsewhere. Style, pictures and one script of our own, which sorts
tables, are inline; a content policy allows that script by its digest and forbids the rest.
Everything that comes from a log is escaped by the templates.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.metadata import version
from typing import Any, Final, Literal, NamedTuple

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mjlab.common.wording import plural
from mjlab.draw import svg
from mjlab.hand import Win
from mjlab.report.filters import FILTERS, finalize
from mjlab.rules.fans import FAN_INDEX, fan
from mjlab.tiles import Wind

__all__ = ["Column", "page", "records", "win_views"]

Kind = Literal[
    "text", "name", "path", "meaning", "zh", "count", "decimal", "signed", "share", "mean", "said"
]
_NUMBERS: Final = ("count", "decimal", "signed", "share", "mean", "said")
_HOW: Final = {
    "last_of_kind": "和绝张 last of its kind",
    "wall_last": "wall empty",
    "kong_replacement": "杠上开花 kong replacement",
    "robbing_kong": "抢杠和 robbed kong",
}


class Column(NamedTuple):
    """A column of a table of a page."""

    head: str
    key: str  # of the rows
    kind: Kind = "text"  # how cells are written; "said" is a text, sorted by the number under `low`
    low: str = ""  # keys of the ends of the interval
    high: str = ""

    @property
    def numeric(self) -> bool:
        """Whether cells are numbers."""
        return self.kind in _NUMBERS


def page(template: str, *, drawn: bool, **facts: Any) -> str:
    """Make a page, with the facts its template asks for; `drawn` if it has pictures of tiles."""
    script = _text("report.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        _environment()
        .get_template(template)
        .render(
            version=version("mjlab-mcr"),
            css=Markup(_text("report.css")),
            script=Markup(script),
            script_hash=f"sha256-{digest}",
            symbols=Markup(svg.symbols()) if drawn else "",
            **facts,
        )
    )


def records(table: pd.DataFrame, most: int | None = None) -> list[dict[str, Any]]:
    """Rows as dicts, a missing value as None."""
    head = table.head(most) if most is not None else table
    return [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in head.to_dict("records")
    ]


def win_views(wins: pd.DataFrame, win_fans: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """What a page tells of each win, of rows of the tables."""
    fans: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in records(win_fans):
        one = fan(row["fan"])
        key = row["game"], row["seat"]
        fans.setdefault(key, []).append(row | {"zh": one.zh, "en": one.en})
    for win in records(wins):
        yield {
            "game": win["game"],
            "how": _how(win),
            "points": plural(win["total"], "point"),
            "recorded": _recorded(win),
            "picture": _picture(win),
            "fans": _sorted(fans.get((win["game"], win["seat"]), ())),
        }


def _sorted(fans: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(fans, key=lambda f: (-f["value"], FAN_INDEX[f["fan"]]))


def _how(win: dict[str, Any]) -> str:
    by = "self-drawn 自摸" if win["self_drawn"] else f"from {win['discarder'] or 'unknown'} 点和"
    said = [
        f"{win['player']}, {by}",
        f"{Wind[win['round']].zh} round, {Wind[win['seat']].zh} seat",
    ]
    said += [words for name, words in _HOW.items() if win[name]]
    said += [plural(win["flowers"], "flower")] if win["flowers"] else []
    return "; ".join(said)


def _recorded(win: dict[str, Any]) -> str:
    if win["recorded_total"] is None or win["recorded_total"] == win["total"]:
        return ""
    return f"recorded {win['recorded_total']}"


def _picture(win: dict[str, Any]) -> Markup:
    if win["hand"] is None:
        return Markup("")
    said = {name: win[name] for name in ("self_drawn", "flowers", "round", "seat", *_HOW)}
    hand = Win.parse(win["hand"], "native", strict=False, **said)
    return Markup(hand.draw(height=46, shared=True))


@cache
def _text(name: str) -> str:
    return resources.files("mjlab.report").joinpath("templates", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("mjlab.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
    )
    environment.filters |= FILTERS
    return environment
