"""``mjlab census``: every hand there is, scored and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mjlab.cli.console import clean, console, late_bar, table
from mjlab.cli.inputs import rules_of
from mjlab.common.wording import plural

if TYPE_CHECKING:
    from rich.table import Table

    from mjlab.census import Census

__all__ = ["census"]

_STEPS: Final = (8, 12, 16, 24, 32, 48, 64, 88)
"""Totals whose shares are printed."""
_SHOWN: Final = 12
"""Rows of the tables of one fan."""
_WIDE: Final = 110
"""Columns of a terminal that shows all numbers of a fan beside its names."""


def census(
    discard: Annotated[
        bool, typer.Option("--discard", help="Won by discard; self-drawn if left out.")
    ] = False,
    seat: Annotated[str, typer.Option(help="Seat wind: E, S, W or N.", metavar="WIND")] = "E",
    round_: Annotated[
        str, typer.Option("--round", help="Round wind: E, S, W or N.", metavar="WIND")
    ] = "E",
    ruleset: Annotated[
        str, typer.Option(help="By which is scored; see 'mjlab rulesets'.", metavar="NAME")
    ] = "mcr1998_online",
    melds: Annotated[
        int, typer.Option(help="Sets claimed from others, 0 to 4; no kongs.", metavar="N")
    ] = 0,
    fan: Annotated[
        str | None,
        typer.Option(help="Tell about one fan: key, Chinese or English name.", metavar="NAME"),
    ] = None,
    query: Annotated[
        str,
        typer.Option(
            help="Count only some hands: contains=19m without=5z only=123m "
            "fans=half_flush,碰碰和 without_fans=... total=8-20 forms=七对 "
            "readings=2- flush=full|half|none.",
            metavar="CONDITIONS",
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder to write all tables into, as Parquet.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads that share the work.")] = 2,
) -> None:
    """Score every hand there is with every winning tile, and count.

    A win is a hand with its winning tile; physical counts tell the four copies of a tile apart.
    """
    from mjlab import census as module
    from mjlab.census.files import check_folder
    from mjlab.rules.fans import fan_named

    rules = rules_of(ruleset)
    one = None if fan is None else fan_named(fan)
    if out is not None:
        check_folder(out)
    with _bar() as progress:
        found = module.run(
            self_drawn=not discard,
            seat=seat,
            round=round_,
            ruleset=rules,
            melds=melds,
            where=query or None,
            threads=threads,
            progress=progress,
        )
    typer.echo(clean(str(found.question)))
    if not found.pairs:
        typer.echo("no hand is like this")
    elif one is None:
        _overview(found)
        _fans(found)
    else:
        _one_fan(found, one.key)
    if out is not None:
        written = found.to_parquet(out)
        where = clean(str(Path(out).resolve()))
        typer.echo(f"written: {plural(len(written), 'file')} in {where}")


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """Show how many parts of the count are done."""
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    with late_bar(
        TextColumn("every hand", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        unseen="counting every hand; the first run of all compiles",
    ) as update:
        yield lambda done, parts: update(completed=done, total=parts)


def _table(*names: str, numbers: tuple[str, ...], texts: tuple[str, ...] = ()) -> Table:
    """A table whose names and numbers are never cut; what has no room there goes on below."""
    shown = table(*names, *numbers, *texts, right=numbers)
    shown.padding = (0, 1, 0, 0)
    for column in shown.columns:
        column.no_wrap = column.header in ("zh", "form", "hand", *numbers)
        column.overflow = "fold"
        if column.header == "English":
            column.min_width = 16
    return shown


def _overview(found: Census) -> None:
    """Print the numbers, the forms, and the share of hands that reach some totals."""
    from mjlab.api.shanten.forms import FORMS_ZH
    from mjlab.common.wording import exact_percent

    typer.echo(
        f"{found.hands:,} hands, {found.pairs:,} wins\n"
        f"physical: {found.physical_hands:,} hands, {found.physical_pairs:,} wins; "
        "shares and odds are of these"
    )
    numbers = ("hands by shape", "wins by score", "share", f"reach {found.rules.min_fan}")
    shown = _table("zh", "form", numbers=numbers)
    for row in found.forms().to_dict("records"):
        if row["hands_by_shape"] or row["pairs"]:
            shown.add_row(
                FORMS_ZH[row["form"]],
                row["form"],
                f"{row['hands_by_shape']:,}",
                f"{row['pairs']:,}",
                exact_percent(row["share"]),
                exact_percent(row["legal_share"]),
            )
    console().print(shown)
    whole = found.physical_pairs
    steps = sorted({found.rules.min_fan, *_STEPS})
    said = (f"{n}: {exact_percent(found.physical_at_least(n) / whole)}" for n in steps)
    console().print(f"share of {_wins(found)} that reach {', '.join(said)}")


def _fans(found: Census) -> None:
    """Print a row for each fan that counts at all; the hands only where there is room."""
    from mjlab.common.wording import exact_percent, one_in

    screen = console()
    wide = screen.width >= _WIDE
    counts = {"hands": "hands", "pairs": "wins"} if wide else {"pairs": "wins"}
    numbers = ("fan", *counts.values(), "one in", f"reach {found.rules.min_fan}")
    shown = _table("zh", "English", numbers=numbers)
    for row in found.fan_table().to_dict("records"):
        if row["pairs"]:
            shown.add_row(
                row["zh"],
                row["en"],
                str(row["value"]),
                *(f"{row[name]:,}" for name in counts),
                one_in(row["one_in"]),
                exact_percent(row["legal_share"]),
            )
    screen.print(shown)
    screen.print(f"one in: so many {_wins(found)} to one with the fan")


def _wins(found: Census) -> str:
    """Of what shares are."""
    return "physical wins of the query" if str(found.question.where) else "physical wins"


def _one_fan(found: Census, key: str) -> None:
    """Print how often one fan counts, beside which others, and hands that have it."""
    from mjlab.common.wording import exact_percent, one_in

    row = found.fan_table().set_index("fan").loc[key].to_dict()
    typer.echo(f"{row['zh']} {row['en']}, {row['value']} fan")
    screen = console()
    if not row["pairs"]:
        screen.print(_never(found, key))
        return
    least = found.rules.min_fan
    screen.print(
        f"{row['hands']:,} hands, {row['pairs']:,} wins; one in {one_in(row['one_in'])} "
        f"{_wins(found)}; {exact_percent(row['legal_share'])} of these reach {least} fan"
    )
    numbers = ("share", f"reach {least}", f"of those with {least}")
    shown = _table("zh", "English", numbers=numbers)
    for other in found.partners(key).head(_SHOWN).to_dict("records"):
        shown.add_row(
            other["zh"],
            other["en"],
            exact_percent(other["share"]),
            exact_percent(other["legal_share"]),
            exact_percent(other["share_of_legal"]),
        )
    screen.print("\nbeside it, of its physical wins")
    screen.print(shown)
    _examples(found, key, row["physical_pairs"])


def _examples(found: Census, key: str, physical: int) -> None:
    """Print the lists of fan that stand out among those with one fan, with a hand each."""
    from mjlab.common.wording import exact_percent

    picked = {
        "the most frequent lists of fan": found.commonest(3, key),
        "the highest": found.highest(3, key),
        "the rarest": found.rarest(3, key),
    }
    screen = console()
    for head, rows in picked.items():
        shown = _table("hand", numbers=("total", "share"), texts=("its fan",))
        for line in rows.to_dict("records"):
            share = exact_percent(line["physical_pairs"] / physical)
            shown.add_row(line["hand"], str(line["total"]), share, line["fans"])
        screen.print(f"\n{head}, with a hand; share of the fan's physical wins")
        screen.print(shown)


def _never(found: Census, key: str) -> str:
    """Why a fan counts in no hand, and what to ask for instead."""
    from mjlab.census.absent import censuses_with, why_absent

    asked = found.question
    why = why_absent(key, melds=asked.melds, self_drawn=asked.self_drawn)
    if not why:
        if str(asked.where):
            return "it never counts in the hands of the query; leave --query out"
        return f"it never counts by the rules of {asked.rules.name}"
    where = censuses_with(key)
    if not where:
        return f"it never counts: {why}"
    like = min(where, key=lambda at: (at[0] != asked.melds, at[1] != asked.self_drawn, at[0]))
    melds, drawn = like
    options = [f"--melds {melds}"] * bool(melds) + ["--discard"] * (not drawn)
    again = " ".join(["mjlab census", *options, "--fan", key])
    return f"it never counts here: {why}\ntry: {again}"
