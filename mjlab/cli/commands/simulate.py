"""``mjlab simulate``: games at random, by the rules, written as a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Final, cast

import typer

from mjlab.cli.console import clean, late_bar
from mjlab.cli.inputs import rules_of
from mjlab.common.files import replacing, text_stream
from mjlab.common.wording import plural
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from mjlab.simulate import Rotation
    from mjlab.simulate.records import Walls

__all__ = ["simulate"]

_FORMATS: Final = ("native", "pku")
_ARCHIVES: Final = (".zip", ".tar", ".tgz", ".bz2", ".xz", ".zst", ".7z")
"""Endings that would promise what is not written."""


def simulate(
    n: Annotated[int, typer.Argument(help="How many games.", min=0)],
    out: Annotated[Path, typer.Option(help="File to write; packed if it ends with .gz.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)] = 0,
    to: Annotated[
        str, typer.Option("--format", help="native, or pku (duplicate walls).", metavar="FORMAT")
    ] = "native",
    players: Annotated[int, typer.Option(help="How many players there are.", min=4)] = 20,
    walls: Annotated[
        str | None,
        typer.Option(help="one or duplicate; left out, as the format has it.", metavar="WALLS"),
    ] = None,
    flowers: Annotated[
        bool | None,
        typer.Option("--flowers/--no-flowers", help="Left out, as ruleset and walls have it."),
    ] = None,
    rotation: Annotated[
        str, typer.Option(help="Change of seats: none, half or full.", metavar="HOW")
    ] = "half",
    ruleset: Annotated[
        str, typer.Option(help="By which wins are scored.", metavar="NAME")
    ] = "mcr1998_online",
) -> None:
    """Play games at random, by the rules, and write them as a log.

    Players of three styles play sessions of sixteen games: most plan for eight fan, some only lower
    the shanten, some make any legal move. The file appears when all is written. The dates are made
    up, too: the first session is of 2000-01-01.

    Exit code 0; 2 for a wrong argument.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

    from mjlab.logs import FORMATS, Game
    from mjlab.simulate import records

    if to not in _FORMATS:
        raise MjlabError(f"games are not simulated as {to!r}", hint=" or ".join(_FORMATS))
    if to == "pku" and (walls == "one" or flowers):
        raise MjlabError(
            "the PKU format has duplicate walls and no flowers", hint="--format native"
        )
    chosen = FORMATS[to]
    made = records(
        n,
        seed,
        players=players,
        walls=cast("Walls", walls or ("duplicate" if to == "pku" else "one")),
        flowers=flowers,
        ruleset=rules_of(ruleset),
        rotation=cast("Rotation", rotation),
    )
    games, wins = 0, 0
    columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn())
    with _written(out) as file, late_bar(*columns, total=n) as shown:
        for record in made:
            if isinstance(record, Game):
                file.write(chosen.write(record))
                games += 1
                wins += bool(record.outcome.wins)
                shown(completed=games)
            elif chosen.write_session is not None:
                file.write(chosen.write(record))
    said = f"{plural(games, 'game')}, {plural(wins, 'win')}, written as {to} to {out}"
    typer.echo(clean(said), err=True)


@contextmanager
def _written(out: Path) -> Iterator[IO[str]]:
    """A text file that is there when all is written, or not at all."""
    if out.suffix.lower() in _ARCHIVES:
        raise MjlabError(f"{out.name!r}: simulated games are not packed like that",
                         hint=f"--out {out.with_suffix('.jsonl.gz').name}")  # fmt: skip
    if not out.absolute().parent.is_dir():
        raise MjlabError(f"there is no folder {str(out.parent)!r} to write to")
    if out.exists() and not out.is_file():  # a device or a pipe would give way to the file
        raise MjlabError(f"{str(out)!r} is no file to write to", hint="--out games.jsonl")
    with (
        replacing(out, "cannot write") as temporary,
        text_stream(temporary, packed=out.name.endswith(".gz"), level=6) as file,
    ):
        yield file
