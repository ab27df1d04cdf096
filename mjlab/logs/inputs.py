"""Finding and opening what is given: plain files, pipes, gzip and zip, within bounds.

Nothing is unpacked to disk, and a packed file that grows out of all proportion is set aside.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import shutil
import stat
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from mjlab.errors import LogError

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "DamagedError",
    "HEAD",
    "InputFile",
    "Member",
    "STANDARD_INPUT",
    "faults_of",
    "find_files",
    "input_files",
    "members",
    "open_file",
]


STANDARD_INPUT: Final = "-"
"""The path that stands for standard input."""
_NO_FILE: Final = "neither a file nor a folder"
HEAD: Final = 65_536
"""Bytes by which a format is told."""
MAX_RATIO: Final = 300
"""A packed file grows at most so many times; the densest logs of real games grow 60 times."""
FREE: Final = 1 << 20
"""Bytes that any packed file may unpack to."""
MAX_UNPACKED: Final = 64 << 30
"""No packed file unpacks to more bytes than these."""
MAX_MEMBERS: Final = 200_000
_PART: Final = 8192
_SPOOLED: Final = 64 << 20
_GZIP: Final = b"\x1f\x8b"
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that unpack in parts as small as one likes: a few bytes of bzip2 may be gigabytes."""
_FAULTS: Final = (
    EOFError,
    zlib.error,
    gzip.BadGzipFile,
    zipfile.BadZipFile,
    NotImplementedError,
    OverflowError,  # a place in a zip file beyond all bounds
    RuntimeError,  # an encrypted member of a zip file
)


class DamagedError(LogError):
    """A packed file that is cut short, damaged, encrypted or out of all bounds."""


@contextmanager
def faults_of(path: str | os.PathLike[str], done: str = "read") -> Iterator[None]:
    """Turn faults of the file system into a LogError: the path cannot be read, or written."""
    try:
        yield
    except OSError as error:
        raise LogError(f"{os.fspath(path)} cannot be {done}: {error.strerror or error}") from None


def find_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """List the files that are meant: folders stand for all files below them.

    Parameters
    ----------
    paths : iterable of path
        Files and folders; ``-`` is standard input.

    Returns
    -------
    list of Path
        Sorted, each file once, in whichever ways it was reached. Inside folders, names that
        begin with a dot are left out and links to folders are not followed.

    Raises
    ------
    LogError
        If one of the paths does not exist or may not be looked at.

    Examples
    --------
    >>> [path.name for path in find_files(["data/tziakcha"])][:3]
    ['TZ-A00.json', 'TZ-B00.json', 'TZ-B00.raw_script.json']
    """
    return [one.path for one in input_files(paths) if one.fault is None]


class InputFile(NamedTuple):
    """A file to be read, or that cannot be read."""

    path: Path
    in_folder: bool = False  # met in a folder, not named
    fault: str | None = None  # why it cannot be read


def input_files(paths: Iterable[str | os.PathLike[str]]) -> list[InputFile]:
    """Like :func:`find_files`, with what cannot be read and why."""
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    met: dict[str, InputFile] = {}
    for given in map(Path, paths):
        with faults_of(given):
            if str(given) == STANDARD_INPUT:
                files = [InputFile(given)]
            elif given.is_dir():
                files = _files_in(given)
            elif given.exists():
                files = [InputFile(given, fault=_why_no_file(given.stat()))]
            else:
                raise LogError(f"there is no file or folder {str(given)!r}")
        for one in files:
            real = os.path.realpath(one.path)
            if real not in met or not one.in_folder:
                met[real] = one if real not in met else met[real]._replace(in_folder=False)
    return sorted(met.values(), key=lambda one: one.path.parts)


def _files_in(folder: Path) -> list[InputFile]:
    listed = []

    def forbidden(error: OSError) -> None:
        reason = f"the folder cannot be listed: {error.strerror}"
        listed.append(InputFile(Path(error.filename), True, reason))

    for base, folders, names in os.walk(folder, onerror=forbidden):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files = [Path(base, name) for name in names if not name.startswith(".")]
        listed += [InputFile(file, True, _fault_of(file)) for file in files]
    return listed


def _fault_of(path: Path) -> str | None:
    try:
        return _why_no_file(path.stat())
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"


def _why_no_file(found: os.stat_result) -> str | None:
    """Why something is no file or folder: a pipe waits for a writer, a device may never end.

    What this process was given open, as a shell gives ``<(...)``, is read all the same.
    """
    usual = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    return None if usual or _handle_of(found) is not None else _NO_FILE


def open_file(path: Path) -> BinaryIO:
    """Open a file, or what this process has open already, for reading."""
    found = path.stat()
    if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode):
        return path.open("rb")
    handle = _handle_of(found)
    if handle is None:
        raise OSError(errno.EINVAL, _NO_FILE)
    return os.fdopen(os.dup(handle), "rb")  # opened anew, a pipe would wait for another writer


def _handle_of(wanted: os.stat_result) -> int | None:
    """The handle by which this process has something open; None if it has not."""
    try:
        handles = [int(link.name) for link in Path("/dev/fd").iterdir()]
    except OSError:  # not on every system
        handles = [0]
    for handle in handles:
        with suppress(OSError):  # closed since
            if os.path.samestat(os.fstat(handle), wanted):
                return handle
    return None


class Member(NamedTuple):
    """A file, or a member of a packed one."""

    name: str  # the path, and for a member of a zip file its own path behind that
    head: bytes  # its first bytes
    file: BinaryIO  # from its start on
    fault: str = ""  # why it cannot be read


class _Stream(io.RawIOBase):
    """A file whose first bytes were read already: a pipe cannot be wound back."""

    def __init__(self, head: bytes, rest: Callable[[int], bytes]) -> None:
        self.head = memoryview(head)
        self.rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        room = memoryview(buffer)
        part = self.head[: len(room)] or self.rest(len(room))
        self.head = self.head[len(part) :]
        room[: len(part)] = part
        return len(part)


class _Budget:
    """How much a packed file may unpack to, by the bytes of it that were read."""

    def __init__(self, packed: Callable[[], int]) -> None:
        self.packed = packed
        self.unpacked = 0

    def reader(self, file: gzip.GzipFile | IO[bytes]) -> Callable[[int], bytes]:
        """Return a function that reads from an unpacking file within the budget.

        It reads in small parts, so that little is lost before the place of a damage.
        """
        some = cast(Callable[[int], bytes], getattr(file, "read1", file.read))

        def read(size: int) -> bytes:
            try:
                part = some(min(size, _PART))
            except _FAULTS as error:
                raise DamagedError(f"the packed file is damaged: {_reason(error)}") from None
            self.unpacked += len(part)
            if self.unpacked > MAX_UNPACKED:
                raise DamagedError(f"the packed file unpacks to more than {MAX_UNPACKED:,} bytes")
            if self.unpacked > max(FREE, MAX_RATIO * self.packed()):
                raise DamagedError(
                    f"the packed file unpacks to more than {MAX_RATIO} times its size"
                )
            return part

        return read


def _reason(error: BaseException) -> str:
    text = str(error).replace("\n", " ")
    if isinstance(error, EOFError):
        return "it is cut short"
    if isinstance(error, OverflowError):
        return "a place in it is beyond all bounds"
    return "it is encrypted" if "encrypted" in text else text[:100] or type(error).__name__


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    if os.fspath(path) == STANDARD_INPUT:
        stream = getattr(sys.stdin, "buffer", None)  # None if closed from the start
        if stream is None or stream.closed:
            raise LogError(
                "there is no standard input to read", hint="mjlab check - < log, or name the files"
            )
        yield stream
        return
    with _open(path) as file:
        yield file


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    try:
        return open_file(Path(path))
    except (OSError, ValueError) as error:  # a zero byte in a name is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise LogError(f"{os.fspath(path)} cannot be read: {reason}") from None


def members(path: str | os.PathLike[str]) -> Iterator[Member]:
    """Open a file, or the members of a packed one in order of names, but for the hidden ones.

    Each is to be read before the next is taken; reading may raise DamagedError.
    """
    with _opened(path) as file:
        head, rest = _start(file.read)
        yield from _unpacked(os.fspath(path), head, _Stream(head, rest), True)


def _start(read: Callable[[int], bytes]) -> tuple[bytes, Callable[[int], bytes]]:
    """The first bytes of a file, which a pipe gives in parts, and what reads the rest.

    Where the file turns out to be damaged, the rest is the error.
    """
    parts: list[bytes] = []
    left = HEAD
    try:
        while left and (part := read(left)):
            parts.append(part)
            left -= len(part)
    except DamagedError as error:
        fault = error
        if not parts:
            raise

        def damaged(_: int) -> bytes:
            raise fault

        return b"".join(parts), damaged
    return b"".join(parts), read


def _unpacked(name: str, head: bytes, stream: _Stream, outer: bool) -> Iterator[Member]:
    file = io.BufferedReader(stream)
    if head.startswith(_GZIP):
        yield from _gunzipped(name, file, outer)
    elif head.startswith(_ZIP):
        if outer:
            yield from _unzipped(name, file)
        else:
            yield Member(name, head, file, "a zip file in a packed file is not opened")
    else:
        yield Member(name, head, file, _no_text(head))


def _gunzipped(name: str, file: BinaryIO, outer: bool) -> Iterator[Member]:
    counted = _Counted(file)
    unpacking = gzip.GzipFile(fileobj=cast(BinaryIO, counted))
    read = _Budget(lambda: counted.count).reader(unpacking)
    try:
        head, rest = _start(read)
    except DamagedError as error:
        yield Member(name, b"", file, error.message)
        return
    if head.startswith(_GZIP):
        yield Member(name, head, file, "gzip in gzip is not opened")
        return
    yield from _unpacked(name, head, _Stream(head, rest), False)


class _Counted:
    """Counts the bytes that are read from a file."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        part = self.file.read(size)
        self.count += len(part)
        return part


def _unzipped(name: str, file: BinaryIO) -> Iterator[Member]:
    with tempfile.SpooledTemporaryFile(max_size=_SPOOLED) as spool:
        shutil.copyfileobj(file, spool)
        size = spool.tell()
        try:
            archive = zipfile.ZipFile(spool)
        except (*_FAULTS, ValueError, OSError) as error:
            yield Member(name, b"", file, f"the zip file is damaged: {_reason(error)}")
            return
        infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
        if not infos:
            yield Member(name, b"", file, "the zip file is empty")
        if len(infos) > MAX_MEMBERS:
            fault = f"the zip file has more than {MAX_MEMBERS:,} members"
            yield Member(name, b"", file, fault)
            return
        budget = _Budget(lambda: size)
        for info in sorted(infos, key=lambda info: info.filename):
            if not any(map(_is_hidden, info.filename.split("/"))):
                yield from _member(f"{name}/{info.filename}", archive, info, budget)


def _is_hidden(part: str) -> bool:
    return part == "__MACOSX" or (part.startswith(".") and part.strip(".") != "")


def _member(
    name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: _Budget
) -> Iterator[Member]:
    nothing = io.BytesIO()
    if info.compress_type not in _METHODS:
        yield Member(name, b"", nothing, "packed in another way than deflate: not opened")
        return
    try:
        with archive.open(info) as file:
            read = budget.reader(file)
            head, rest = _start(read)
            yield from _unpacked(name, head, _Stream(head, rest), False)
    except DamagedError as error:
        yield Member(name, b"", nothing, error.message)
    except (*_FAULTS, ValueError, OSError) as error:
        yield Member(name, b"", nothing, f"the member is damaged: {_reason(error)}")


def _no_text(head: bytes) -> str:
    """Why a file is no text that a reader could read; empty if it may be."""
    for mark, encoding in (
        (b"\xff\xfe\x00\x00", "UTF-32"),
        (b"\x00\x00\xfe\xff", "UTF-32"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
    ):
        if head.startswith(mark):
            return f"the text is {encoding}: save it as UTF-8"
    start = head[:2000]
    for offset in (0, 1):
        zeros = start[offset::2].count(0)
        if (
            len(start) > 3
            and zeros > 0.8 * len(start[offset::2])
            and start.count(0) < 0.6 * len(start)
        ):
            return "the text is UTF-16: save it as UTF-8"
    return ""
