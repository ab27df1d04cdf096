"""Files cut into pieces: bytes that can be read by themselves, each known by its digest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from io import DEFAULT_BUFFER_SIZE
from typing import BinaryIO, Final, NamedTuple

from mjlab.common.json import MAX_BYTES
from mjlab.errors import LogError
from mjlab.logs.inputs import HEAD, DamagedError, InputFile, Member, faults_of, members
from mjlab.logs.reading import is_report, source_of

__all__ = ["Batch", "Cut", "Piece", "batches", "cut", "pieces"]

_BLOCK: Final = 1 << 20
"""Bytes read at once."""
_LONGEST: Final = 16 << 20
"""Most bytes without a place to cut: more are no game, and what is behind them is passed over."""
_WHOLE: Final = MAX_BYTES + 1
"""Most bytes of a file that is read as a whole: no reader takes as many."""
_GAMES: Final = 2000
"""Games of a batch, about."""
_BYTES: Final = 24 << 20
"""Bytes of a batch, about."""
_ROWS: Final = 20_000
"""Lines of a sheet that are read at once: no real one has as many."""
_FIRST: Final = 100
"""Games of the first batch, about."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How files of a source are cut."""

    mark: re.Pattern[bytes]  # at a place to cut: a line break and the beginning of a game
    closing: bytes = b""  # put behind a piece that is not the last: the blank line that ends a game
    heading: bool = False  # whether every piece needs the first line of the file before it


_SPACE: Final = rb"[ \t\r\f\v]|\xc2\xa0|\xe3\x80\x80|\xa1\xa1"
"""Before a line: the hard and the wide space, too, in UTF-8 and in GB 18030."""
_LINE: Final = re.compile(rb"\n")
_CUTS: Final = {
    "pku": Cut(re.compile(rb"\n(?:" + _SPACE + rb")*Match(?=[ \t]|\r?\n)"), closing=b"\n"),
    "judge": Cut(_LINE),
    "native": Cut(_LINE),
    "pmn": Cut(re.compile(rb'\n[^\S\n]*\[Event[^\S\n]+"[^"\n]*"\][^\S\n]*(?=\n)')),
    "tournament": Cut(_LINE, heading=True),
}
"""Sources whose games can be told apart by a mark; files of the others are read as a whole."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file that can be read by itself."""

    path: str  # the file, as messages call it
    source: str | None  # name of the reader; None where no reader knows the file
    data: bytes
    line: int  # lines of the file before it
    games: int  # about how many it holds
    size: int  # bytes of the file that it stands for, those passed over included
    digest: str  # by which it is known again
    fault: str | None = None  # why the file cannot be read; then there are no data


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces that become one part of the dataset, in the order of the files."""

    pieces: tuple[Piece, ...]
    id: str  # name of the part, from the digests

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Batch:
        """Make a batch and name it."""
        taken = tuple(pieces)
        return cls(taken, _digest(piece.digest.encode() for piece in taken))


def pieces(files: Iterable[InputFile]) -> Iterator[Piece]:
    """Cut files into pieces, in order; one that cannot be read is a piece with its fault.

    A report that mjlab wrote is passed over where it lies in a folder.
    """
    for one in files:
        if one.fault is not None:
            yield _faulty(str(one.path), one.fault)
            continue
        yield from _of_file(one)


def _of_file(one: InputFile) -> Iterator[Piece]:
    path = str(one.path)
    try:
        with faults_of(path):
            for member in members(path):
                if not (one.in_folder and is_report(member.head)):
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
        data = file.read(HEAD if source is None else _WHOLE)
        size = len(data)
        while rest := file.read(_BLOCK):
            size += len(rest)
        if data or not file.fault:
            yield _piece(member.name, source, data, 0, 1, size)
    if file.fault:
        yield _faulty(member.name, file.fault, source)


class _UpToDamage:
    """A file that ends where it is damaged.

    Read in steps as small as those of the readers: of a step that fails nothing is kept.
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
    digest = _digest([b"fault", _bytes(path), _bytes(fault)])
    return Piece(path, source, b"", 0, 0, 0, digest, fault)


def _cut_up(path: str, source: str, how: Cut, file: _UpToDamage) -> Iterator[Piece]:
    line, heading = 0, b""
    first, games = (_ROWS, _ROWS) if how.heading else (_FIRST, _GAMES)
    for one in cut(file, how.mark, first, games):
        data = heading + one.data + (b"" if one.last or one.lost else how.closing)
        before = line - 1 if heading else line
        yield _piece(path, source, data, before, one.games, len(one.data) + one.lost)
        if how.heading and not heading:
            heading = one.data[: one.data.find(b"\n") + 1]
        line += one.lines
        if one.lost:
            reason = f"{one.lost:,} bytes before line {line + 1} are passed over: no game in sight"
            yield _faulty(path, reason, source)


class Slice(NamedTuple):
    """A part of a stream."""

    data: bytes
    games: int  # about how many it holds
    lines: int  # line breaks of the stream that it stands for
    lost: int  # bytes behind the data that were passed over
    last: bool  # whether the stream ends here


def cut(
    file: BinaryIO | _UpToDamage, mark: re.Pattern[bytes], first: int, games: int
) -> Iterator[Slice]:
    """Cut a stream before every so manieth `mark`: after `first` games, then after `games` each.

    What is behind 16 MB without a mark is lost up to the next one, as is a game that a fault cuts.
    """
    taken: list[bytes] = []
    for data, lost, lines, last in _one_by_one(file, mark):
        taken.append(data)
        if len(taken) == first or lost or last:
            whole = b"".join(taken)
            yield Slice(whole, len(taken), whole.count(b"\n") + lines, lost, last)
            taken, first = [], games
    if taken:
        whole = b"".join(taken)
        yield Slice(whole, len(taken), whole.count(b"\n"), 0, False)


def _one_by_one(
    file: BinaryIO | _UpToDamage, mark: re.Pattern[bytes]
) -> Iterator[tuple[bytes, int, int, bool]]:
    """Yield each game, the bytes and line breaks lost behind it, and whether the stream ends."""
    buffer, head = b"", b""
    begun = searched = 0  # where the present game begins, and where no mark was found yet
    lost = lines = 0  # passed over behind `head`, the start of a game that is too long
    while block := file.read(_BLOCK):
        buffer, searched, begun = buffer[begun:] + block, searched - begun, 0
        while found := mark.search(buffer, searched):
            place = found.start() + 1
            data = buffer[begun:place]
            if head:
                yield head, lost + len(data), lines + data.count(b"\n"), False
                head, lost, lines = b"", 0, 0
            else:
                yield data, 0, 0, False
            begun = searched = place
        if not head and len(buffer) - begun > _LONGEST:
            head = buffer[begun : begun + _LONGEST]
            head = head[: head.rfind(b"\n") + 1] or head  # no part of a line is a line
            begun += len(head)
        searched = max(begun, buffer.rfind(b"\n"))  # a mark may have begun there
        if head:
            if len(buffer) - searched > _BLOCK:
                searched = len(buffer)
            passed = buffer[begun:searched]
            lost, lines, begun = lost + len(passed), lines + passed.count(b"\n"), searched
    rest = buffer[begun:]
    if head:
        yield head, lost + len(rest), lines + rest.count(b"\n"), True
    elif rest and not getattr(file, "fault", ""):  # else the last game may be cut short
        yield rest, 0, 0, True


def _piece(path: str, source: str | None, data: bytes, line: int, games: int, size: int) -> Piece:
    digest = _digest([_named(source, path), str(size).encode(), data])
    return Piece(path, source, data, line, games, size, digest)


def _named(source: str | None, path: str) -> bytes:
    """Whose content it is: what no reader knows (an empty file, say) is told for each file."""
    return source.encode() if source else b"unknown " + _bytes(path)


def _bytes(text: str) -> bytes:
    """Encode a text, whatever the name of a file may hold."""
    return text.encode("utf-8", "surrogatepass")


def _digest(parts: Iterable[bytes]) -> str:
    made = blake2b(digest_size=12)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.hexdigest()


def batches(stream: Iterable[Piece], known: Callable[[Piece], bool]) -> Iterator[Batch]:
    """Put pieces that are not `known` together to batches of about 2000 games or 24 MB.

    The first batch is one of 100 games.
    """
    taken: list[Piece] = []
    games = size = 0
    room = _FIRST
    for piece in stream:
        if known(piece):
            continue
        if taken and (games + piece.games > room or size + len(piece.data) > _BYTES):
            yield Batch.of(taken)
            taken, games, size, room = [], 0, 0, _GAMES
        taken.append(piece)
        games, size = games + piece.games, size + len(piece.data)
    if taken:
        yield Batch.of(taken)
