"""Files cut into pieces: bytes that can be read by themselves, each known by its digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from io import DEFAULT_BUFFER_SIZE
from typing import BinaryIO, Final

from mjlab.errors import LogError
from mjlab.logs.files import Found, faults_of
from mjlab.logs.inputs import DamagedError, Member, members
from mjlab.logs.sources import is_report, source_of

__all__ = ["Batch", "Cut", "Piece", "batches", "cut", "pieces"]

_BLOCK: Final = 1 << 20
"""Bytes read at once."""
_LONGEST: Final = 16 << 20
"""Most bytes without a place to cut: more are no game, and what is behind them is passed over."""
_WHOLE: Final = 64 << 20
"""Most bytes of a file that is read as a whole: no reader takes as many."""
_GAMES: Final = 2000
"""Games of a batch, about."""
_BYTES: Final = 24 << 20
"""Bytes of a batch, about."""
_FIRST: Final = 100
"""Games of the first batch, about."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How files of a source are cut.

    Parameters
    ----------
    mark : bytes
        What stands at a place to cut: a line break and the beginning of a game.
    closing : bytes
        What is put behind a piece that is not the last: the blank line that ends a game.
    """

    mark: bytes
    closing: bytes = b""


_CUTS: Final = {
    "pku": Cut(b"\nMatch", b"\n"),
    "judge": Cut(b"\n"),
    "native": Cut(b"\n"),
}
"""Sources whose games can be told apart by a mark; files of the others are read as a whole."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file that can be read by itself.

    Parameters
    ----------
    path : str
        The file, as messages call it.
    source : str or None
        Name of the reader; None where no reader knows the file.
    data : bytes
        What to read.
    line : int
        Lines of the file before it.
    games : int
        About how many games it holds.
    size : int
        Bytes of the file that it stands for, those passed over included.
    digest : str
        By which it is known again.
    fault : str, optional
        Why the file cannot be read; then there are no data.
    """

    path: str
    source: str | None
    data: bytes
    line: int
    games: int
    size: int
    digest: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces that become one part of the dataset.

    Parameters
    ----------
    pieces : tuple of Piece
        In the order of the files.
    id : str
        Name of the part, from the digests.
    """

    pieces: tuple[Piece, ...]
    id: str

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Batch:
        """Make a batch and name it."""
        taken = tuple(pieces)
        return cls(taken, _digest(piece.digest.encode() for piece in taken))


def pieces(found: Iterable[Found]) -> Iterator[Piece]:
    """Cut files into pieces.

    Parameters
    ----------
    found : iterable of Found
        Files, as :func:`mjlab.logs.files.find` lists them.

    Yields
    ------
    Piece
        In order. A file that cannot be read is a piece with its fault; a report that mjlab wrote
        is passed over where it lies in a folder.
    """
    for one in found:
        if one.fault is not None:
            yield _faulty(str(one.path), one.fault)
            continue
        yield from _of_file(one)


def _of_file(one: Found) -> Iterator[Piece]:
    path = str(one.path)
    try:
        with faults_of(path):
            for member in members(path):
                if not (one.below and is_report(member.head)):
                    yield from _of_member(member)
    except LogError as problem:
        yield _faulty(path, problem.message)


def _of_member(member: Member) -> Iterator[Piece]:
    if member.fault:
        yield _faulty(member.name, member.fault)
        return
    source, file = source_of(member.head), _UpToDamage(member.file)
    if source is not None and source in _CUTS:
        yield from _cut_up(member.name, source, _CUTS[source], file)
    else:
        data = file.read(_WHOLE)
        size = len(data)
        while rest := file.read(_BLOCK):
            size += len(rest)
        if data or not file.fault:
            yield _piece(member.name, source, data, 0, 1, size)
    if file.fault:
        yield _faulty(member.name, file.fault, source)


class _UpToDamage:
    """A file that ends where it is damaged.

    It is read in steps as small as those of the readers, so that as much of it is kept: of a step
    that fails nothing is.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.fault = ""

    def read(self, size: int) -> bytes:
        parts: list[bytes] = []
        while size > 0 and not self.fault:
            try:
                part = self.file.read1(min(size, DEFAULT_BUFFER_SIZE))  # type: ignore[attr-defined]
            except DamagedError as problem:
                self.fault = problem.message
                break
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _faulty(path: str, fault: str, source: str | None = None) -> Piece:
    digest = _digest([b"fault", path.encode("utf-8", "surrogateescape"), fault.encode()])
    return Piece(path, source, b"", 0, 0, 0, digest, fault)


def _cut_up(path: str, source: str, how: Cut, file: _UpToDamage) -> Iterator[Piece]:
    line = 0
    for data, size, last in cut(file, how.mark, _FIRST, _GAMES):
        body = data if last else data + how.closing
        yield _piece(path, source, body, line, data.count(how.mark) + 1, size)
        line += data.count(b"\n")


def cut(
    file: BinaryIO | _UpToDamage, mark: bytes, first: int, games: int
) -> Iterator[tuple[bytes, int, bool]]:
    r"""Cut a stream behind the line break of every so manieth mark.

    Parameters
    ----------
    file : binary file
        Read to its end, a block at a time.
    mark : bytes
        A line break and the beginning of a game.
    first, games : int
        Marks to the first piece, and to each other one.

    Yields
    ------
    bytes, int and bool
        A piece, how many bytes of the stream it stands for, and whether it is the last. Where
        more than 16 MB hold no mark, what is behind these is left out up to the next mark; of a
        stream that ends with a fault, what is behind the last mark.

    Examples
    --------
    >>> import io
    >>> [data for data, _, _ in cut(io.BytesIO(b"M 1\nx\nM 2\nM 3\n"), b"\nM", 2, 9)]
    [b'M 1\nx\nM 2\n', b'M 3\n']
    """
    buffer, size, met = b"", 0, 0
    begun = searched = 0  # where the present game begins, and where no mark was found yet
    while block := file.read(_BLOCK):
        buffer += block
        size += len(block)
        while (place := buffer.find(mark, searched)) >= 0:
            met += 1
            begun = searched = place + 1
            if met == first:
                head, buffer = buffer[:begun], buffer[begun:]
                yield head, size - len(buffer), False
                size, met, first = len(buffer), 0, games
                begun = searched = 0
        buffer = buffer[: begun + _LONGEST]
        searched = max(begun, len(buffer) - len(mark) + 1)
    damaged = bool(getattr(file, "fault", ""))
    if damaged:  # the last game may be cut short
        buffer = buffer[:begun]
    if buffer:
        yield buffer, size, not damaged


def _piece(path: str, source: str | None, data: bytes, line: int, games: int, size: int) -> Piece:
    digest = _digest([_named(source, path), str(size).encode(), data])
    return Piece(path, source, data, line, games, size, digest)


def _named(source: str | None, path: str) -> bytes:
    """Whose content it is: what no reader knows (an empty file, say) is told for each file."""
    return source.encode() if source else b"unknown " + path.encode("utf-8", "surrogateescape")


def _digest(parts: Iterable[bytes]) -> str:
    made = blake2b(digest_size=12)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.hexdigest()


def batches(found: Iterable[Piece], known: Callable[[Piece], bool]) -> Iterator[Batch]:
    """Put pieces together to batches.

    Parameters
    ----------
    found : iterable of Piece
        The pieces.
    known : callable
        Whether a piece was there before: it is left out.

    Yields
    ------
    Batch
        Of about 2000 games or 24 MB; the first one of 100 games.
    """
    taken: list[Piece] = []
    games = size = 0
    room = _FIRST
    for piece in found:
        if known(piece):
            continue
        if taken and (games + piece.games > room or size + len(piece.data) > _BYTES):
            yield Batch.of(taken)
            taken, games, size, room = [], 0, 0, _GAMES
        taken.append(piece)
        games, size = games + piece.games, size + len(piece.data)
    if taken:
        yield Batch.of(taken)
