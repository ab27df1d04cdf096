"""Converting logs: read from any source, written in another format, atomically."""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from mjlab.common.files import text_stream
from mjlab.errors import LogError
from mjlab.logs.formats import FORMATS, Format
from mjlab.logs.formats.limits import CannotHoldError
from mjlab.logs.formats.native import SOURCE as NATIVE
from mjlab.logs.inputs import STANDARD_INPUT, faults_of, find_files
from mjlab.logs.reading import read_paths
from mjlab.logs.records import EventKind, Game, Session, SetAside

__all__ = ["Conversion", "convert"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion came to.

    Parameters
    ----------
    games, sessions : int
        How many were written.
    set_aside : int
        How many things could not be read, or have no place in the format.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = convert(["data/tziakcha/TZ-B_session.json"], "pku", Path(folder, "games.txt"))
    >>> made
    Conversion(games=0, sessions=0, set_aside=1)
    """

    games: int
    sessions: int
    set_aside: int


def convert(
    paths: Iterable[str | os.PathLike[str]],
    to: str,
    out: str | os.PathLike[str],
    *,
    on_set_aside: Callable[[SetAside], object] | None = None,
    progress: Callable[[int, str], object] | None = None,
) -> Conversion:
    """Read logs and write them in another format.

    Parameters
    ----------
    paths : iterable of path
        Files and folders, as for :func:`mjlab.logs.read_paths`.
    to : str
        A key of :data:`FORMATS`, of a format that can be written.
    out : path
        Where to write: a file; packed if its name ends with ``.gz``; with ``.zip`` one member for
        each hand. Of formats with a file for each hand a folder is made, unless the name ends
        with that of the format or ``.zip``. ``-`` is standard output.
    on_set_aside : callable, optional
        Called with each :class:`SetAside`, in order.
    progress : callable, optional
        Called after each record with the number so far and the path read.

    Returns
    -------
    Conversion
        Counts.

    Raises
    ------
    LogError
        For an unknown format, a path that does not exist, an output that is one of the inputs,
        several hands for a file that holds one, or a place that cannot be written to. Then
        nothing is written, and what was there before is still there.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     convert(["data/tziakcha"], "native", Path(folder, "games.jsonl.gz"))
    Conversion(games=17, sessions=1, set_aside=1)
    """
    written = [one.name for one in FORMATS.values() if one.write_game is not None]
    if to not in written:
        raise LogError(f"no format is called {to!r}", hint=", ".join(written))
    paths = list(paths)
    _check_place(paths, Path(out))
    counts = {"games": 0, "sessions": 0, "set_aside": 0}
    with faults_of(out, "written"), _output(FORMATS[to], os.fspath(out)) as write:
        for number, record in enumerate(read_paths(paths), 1):
            record = _written(record, FORMATS[to], write)
            if isinstance(record, SetAside):
                counts["set_aside"] += 1
                if on_set_aside is not None:
                    on_set_aside(record)
            else:
                counts["games" if isinstance(record, Game) else "sessions"] += 1
            if progress is not None:
                progress(number, record.path)
    return Conversion(**counts)


def _check_place(paths: Iterable[str | os.PathLike[str]], out: Path) -> None:
    if str(out) == STANDARD_INPUT:
        return
    place = os.path.realpath(out)
    if any(os.path.realpath(path) == place for path in find_files(paths)):
        raise LogError(f"{out} is one of the files to be read", hint="write to another file")
    if not out.parent.is_dir():
        raise LogError(f"there is no folder {str(out.parent)!r} to write to")
    if out.exists() and not (out.is_file() or out.is_dir()):
        raise LogError(  # a device or a pipe would give way to the file
            f"{out} is neither a file nor a folder", hint="- writes to the standard output"
        )


def _written(
    record: Game | Session | SetAside, chosen: Format, write: Callable[[str, str], None]
) -> Game | Session | SetAside:
    """Write a record; return it, or why it cannot be written."""
    if isinstance(record, SetAside):
        return record
    place = record.place if isinstance(record, Game) else ""
    try:
        text = chosen.write(record)
        if chosen.name != NATIVE:
            _check_read(record, chosen, text)
        text.encode()
    except CannotHoldError as error:
        return SetAside(record.source, record.path, place, error.message, record.id)
    except UnicodeEncodeError:
        reason = f"{chosen.title}: no place for a name that is no Unicode text"
        return SetAside(record.source, record.path, place, reason, record.id)
    write(record.id, text)
    return record


def _check_read(record: Game | Session, chosen: Format, text: str) -> None:
    """Refuse a record that no reader could read again, or not with the same play and result.

    A log may hold any nonsense, and none but the native format has a place for all of it.
    """
    (again,) = chosen.read(io.BytesIO(text.encode()), record.path)
    if isinstance(again, SetAside):
        raise CannotHoldError(f"{chosen.title} cannot hold it: {again.reason}")
    theirs = _kept(again)
    for what, kept in _kept(record).items():
        if theirs[what] is not None and theirs[what] != kept:
            raise CannotHoldError(f"{chosen.title} cannot hold its {what}")


def _kept(record: Game | Session) -> dict[str, object]:
    """What every format keeps of a record; None where it need not be recorded."""
    if isinstance(record, Session):
        return {"hands": record.games, "totals": record.totals}
    game, outcome = record, record.outcome
    won = (EventKind.WIN, EventKind.FALSE_WIN)  # the tile won on follows from the play
    return {
        "deal": [sorted(hand) for hand in game.deal],
        "events": [(e.kind, e.player, None if e.kind in won else e.tile) for e in game.events],
        "end": outcome.ending,
        "winners": sorted(win.player for win in outcome.wins),
        "fan": _known(win.fans for win in outcome.wins),
        "points": _known(win.total for win in outcome.wins),
        "scores": outcome.changes,
    }


def _known(values: Iterable[object]) -> list[object] | None:
    listed = list(values)
    return None if None in listed else listed


# Where it is written ------------------------------------------------------------------------


@contextmanager
def _output(chosen: Format, out: str) -> Iterator[Callable[[str, str], None]]:
    """Open the output; it appears under its name when all is written, or not at all."""
    if out == STANDARD_INPUT:
        yield _Lines(sys.stdout, chosen, "standard output").write
        return
    if Path(out).is_dir() and (chosen.together or any(Path(out).iterdir())):
        raise LogError(f"{out} is a folder that is there already")
    alone = not chosen.together and not out.endswith((".zip", chosen.suffix, ".gz"))
    with tempfile.TemporaryDirectory(prefix=".mjlab-", dir=Path(out).absolute().parent) as room:
        made = Path(room, "made")
        if alone:
            made.mkdir()
            names = _Names(chosen.suffix)
            yield lambda name, text: _save(made / names.of(name), text)
        elif out.endswith(".zip"):
            with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
                names = _Names(chosen.suffix)
                yield lambda name, text: archive.writestr(names.of(name), text)
        else:
            with text_stream(made, packed=out.endswith(".gz")) as file:
                yield _Lines(file, chosen, out).write
        if alone and Path(out).is_dir():
            Path(out).rmdir()  # empty, as was checked
        made.replace(out)


class _Lines:
    """Writes hands into one file; of some formats it holds one only."""

    def __init__(self, file: IO[str], chosen: Format, out: str) -> None:
        self.file = file
        self.chosen = chosen
        self.out = out
        self.number = 0

    def write(self, _: str, text: str) -> None:
        self.number += 1
        if self.number > 1 and not self.chosen.together:
            raise LogError(
                f"{self.out}: a file of {self.chosen.title} holds one hand",
                hint="a folder, or a name that ends with .zip",
            )
        self.file.write(text)


class _Names:
    """Names of files for ids of hands, safe and each once."""

    def __init__(self, suffix: str) -> None:
        self.suffix = suffix
        self.met: dict[str, int] = {}

    def of(self, name: str) -> str:
        plain = re.sub(r"[^0-9A-Za-z_-]+", "_", name)[:100].strip("_") or "hand"
        often = self.met[plain.lower()] = self.met.get(plain.lower(), 0) + 1
        return f"{plain}{f'~{often}' if often > 1 else ''}{self.suffix}"


def _save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="")
