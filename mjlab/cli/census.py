"""``mjlab census``: every hand there is, scored and counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mjlab.cli.choices import rules_of
from mjlab.cli.terminal import clean, console, counted, table

if TYPE_CHECKING:
    from mjlab.census import Census

__all__ = ["census"]

_PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""
_STEPS: Final = (8, 12, 16, 24, 32, 48, 64, 88)
"""Totals whose shares are printed."""
_SHOWN: Final = 12
"""Rows of the tables of one fan."""


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
            "fans=half_flush,all_pungs without_fans=... total=8-20 forms=seven_pairs "
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

    A pair is a hand with a winning tile; physical counts tell the four copies of a tile apart.
    """
    from mjlab import census as module
    from mjlab.rules import fan as find_fan

    rules = rules_of(ruleset)
    one = None if fan is None else find_fan(fan)
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
        typer.echo(f"written: {counted(len(written), 'file')} in {where}")


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error that appears only when there is something to wait for."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    task = bar.add_task("every hand")
    begun = time.monotonic()

    def shown(done: int, parts: int) -> None:
        if not bar.live.is_started:
            if time.monotonic() - begun < _PATIENCE or not bar.console.is_terminal:
                return
            bar.start()
        bar.update(task, completed=done, total=parts)

    try:
        yield shown
    finally:
        if bar.live.is_started:
            bar.stop()


def _overview(found: Census) -> None:
    """Print the numbers, the forms, and the share of hands that reach some totals."""
    typer.echo(
        f"{found.hands:,} hands, {found.pairs:,} pairs; "
        f"physical: {found.physical_hands:,} hands, {found.physical_pairs:,} pairs"
    )
    numbers = ("hands", "pairs", "physical share", "reach the minimum")
    shown = table("form", *numbers, right=numbers)
    for row in found.forms().to_dict("records"):
        if row["hands"]:
            shown.add_row(
                row["form"],
                f"{row['hands']:,}",
                f"{row['pairs']:,}",
                _percent(row["share"]),
                _percent(row["legal_share"]),
            )
    console().print(shown)
    whole = found.physical_pairs
    steps = sorted({found.rules.min_fan, *_STEPS})
    said = (f"{n}: {_percent(found.physical_at_least(n) / whole)}" for n in steps)
    typer.echo(f"share of physical pairs that reach: {', '.join(said)}")


def _fans(found: Census) -> None:
    """Print a row for each fan that counts at all."""
    numbers = ("value", "hands", "pairs", "one physical pair in", "reach the minimum")
    shown = table("zh", "English", *numbers, right=numbers)
    for row in found.fan_table().to_dict("records"):
        if row["pairs"]:
            shown.add_row(
                row["zh"],
                row["en"],
                str(row["value"]),
                f"{row['hands']:,}",
                f"{row['pairs']:,}",
                f"{row['one_in']:,.2f}" if row["one_in"] < 100 else f"{row['one_in']:,.0f}",
                _percent(row["legal_share"]),
            )
    console().print(shown)


def _one_fan(found: Census, key: str) -> None:
    """Print how often one fan counts, beside which others, and hands that have it."""
    row = found.fan_table().set_index("fan").loc[key].to_dict()
    typer.echo(f"{row['zh']} {row['en']}, {row['value']} fan")
    if not row["pairs"]:
        typer.echo("it never counts")
        return
    typer.echo(
        f"{row['hands']:,} hands, {row['pairs']:,} pairs; one physical pair in "
        f"{row['one_in']:,.2f}; {_percent(row['legal_share'])} of these reach "
        f"{found.rules.min_fan} fan"
    )
    numbers = ("share", "reach the minimum", "of those that reach it")
    shown = table("beside it", "English", *numbers, right=numbers)
    for other in found.partners(key).head(_SHOWN).to_dict("records"):
        shown.add_row(
            other["zh"],
            other["en"],
            _percent(other["share"]),
            _percent(other["legal_share"]),
            _percent(other["share_of_legal"]),
        )
    console().print(shown)
    picked = {
        "the most frequent": found.commonest(3, key),
        "the dearest": found.dearest(3, key),
        "the rarest": found.rarest(3, key),
    }
    for head, rows in picked.items():
        shown = table("total", "pairs", "hand", head, right=("total", "pairs"))
        for line in rows.to_dict("records"):
            shown.add_row(str(line["total"]), f"{line['pairs']:,}", line["hand"], line["fans"])
        console().print(shown)


def _percent(share: float) -> str:
    if share != share:
        return "–"
    return f"{share:.2%}" if share >= 0.0001 or share == 0 else f"{share:.2e}"
