"""``mjlab waits`` and ``mjlab discards``: how near a hand is, and what to throw away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjlab.cli.console import print_json, room
from mjlab.cli.inputs import DIALECT_HELP, dialect_of
from mjlab.cli.tables import Column, laid_out

if TYPE_CHECKING:
    from mjlab.api.shanten.answers import Discards, Useful

__all__ = ["discards", "waits"]

_Hand = Annotated[
    list[str],
    typer.Argument(
        metavar="HAND",
        help="Sets and standing tiles: 123m456p789s1122z; between quotes where it has brackets: "
        "'[123m]456p789s1122z'",
    ),
]
_Visible = Annotated[
    str | None,
    typer.Option(help="Tiles face up beside the player's own: 1m55z.", metavar="TILES"),
]
_DialectName = Annotated[
    str, typer.Option(help=f"Notation of the tiles: {DIALECT_HELP}.", metavar="NAME")
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def waits(
    hand: _Hand, visible: _Visible = None, dialect: _DialectName = "auto", as_json: _Json = False
) -> None:
    """Tell what 13 tiles wait for, or what brings them closer."""
    from mjlab.api.shanten import one as api
    from mjlab.hand import Hand
    from mjlab.tiles import code

    notation = dialect_of(dialect)
    read = Hand.parse(" ".join(hand), notation)
    found = api.waits(read, visible=visible, dialect=notation)
    closer = api.useful(read, visible=visible, dialect=notation)
    if as_json:
        told = {
            "hand": str(read),
            "waits": [code(tile) for tile in found.live],
            "waits_by_shape": [code(tile) for tile in found.by_shape],
            "left": {code(tile): count for tile, count in found.left.items()},
            "by_form": {f: [code(t) for t in tiles] for f, tiles in found.by_form.items()},
            **_plain(closer),
        }
        print_json(told)
    elif found.by_shape:
        typer.echo(f"waits for {found}: {found.total} tiles ({', '.join(found.by_form)})")
    else:
        typer.echo(f"not ready; {closer} ({', '.join(closer.forms)})")


def discards(
    hand: _Hand,
    visible: _Visible = None,
    form: Annotated[
        str, typer.Option(help="Only this form, e.g. seven_pairs or 七对.", metavar="NAME")
    ] = "best",
    dialect: _DialectName = "auto",
    as_json: _Json = False,
) -> None:
    """Show what each discard of a hand of 14 tiles leaves, best first."""
    from mjlab.api.shanten import one as api
    from mjlab.tiles import code

    found = api.discards(" ".join(hand), form=form, visible=visible, dialect=dialect_of(dialect))
    if as_json:
        rows = [{"discard": code(row.tile), **_plain(row)} for row in found]
        print_json({"hand": str(found.hand), "shanten": found.shanten, "discards": rows})
    else:
        typer.echo(str(found) if room() is None else _fitted(found))


def _fitted(found: Discards) -> str:
    """The table of discards, no wider than the terminal: the useful tiles are folded."""
    from mjlab.tiles import code

    columns = [Column("discard"), Column("shanten", number=True), Column("live", number=True),
               Column("kinds", number=True), Column("useful"), Column("forms")]  # fmt: skip
    rows = [
        (
            code(row.tile),
            *map(str, (row.shanten, row.live, row.kinds)),
            " ".join(f"{code(tile)}×{count}" for tile, count in row.left.items()),
            ", ".join(row.forms),
        )
        for row in found
    ]
    complete = ["complete as it stands (-1)"] if found.shanten == -1 else []
    return "\n".join([*complete, *laid_out(columns, rows, room()).lines])


def _plain(closer: Useful) -> dict[str, Any]:
    from mjlab.tiles import code

    return {
        "shanten": closer.shanten,
        "forms": list(closer.forms),
        "useful": {code(tile): count for tile, count in closer.left.items()},
        "live": closer.live,
        "kinds": closer.kinds,
    }
