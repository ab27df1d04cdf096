"""Files that are either whole or not there: written under a temporary name, then renamed."""

from __future__ import annotations

import gzip
import io
import os
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from mjlab.errors import MjlabError

__all__ = ["make_folder", "replacing", "text_stream", "write_text"]


def make_folder(folder: str | Path) -> Path:
    """Make a folder and those above it, unless they are there."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        in_the_way = isinstance(problem, FileExistsError | NotADirectoryError)
        why = "a file is in the way" if in_the_way else problem.strerror
        raise MjlabError(
            f"the folder cannot be made: {why}",
            text=str(folder),
            hint="the name of a new folder, where you may write",
        ) from None
    return path


@contextmanager
def replacing(path: str | Path, failure: str = "cannot write the file") -> Iterator[Path]:
    """Give a name beside the file; what is written there takes the place of the file at the end.

    Readers see the old file or the new one, never a part; an error leaves the old one.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        yield temporary
        temporary.replace(target)
    except OSError as problem:
        raise MjlabError(f"{failure}: {problem.strerror}", text=str(path)) from None
    finally:
        with suppress(OSError):  # a read-only folder: there is nothing to remove
            temporary.unlink(missing_ok=True)


def write_text(path: str | Path, text: str, *, encoding: str = "utf-8") -> Path:
    """Write a text file at once, into a folder that exists.

    Characters that no encoding can hold (lone surrogates) become ``?``.
    """
    with replacing(path) as temporary, temporary.open("xb") as stream:
        stream.write(text.encode(encoding, errors="replace"))
        stream.flush()
        os.fsync(stream.fileno())  # else a power cut could leave the new name on an empty file
    return Path(path)


@contextmanager
def text_stream(path: Path, *, packed: bool, level: int = 9) -> Iterator[IO[str]]:
    """Open a new file for text in UTF-8 with the line ends it has, packed by gzip if asked for."""
    with ExitStack() as stack:
        raw: IO[bytes] = stack.enter_context(path.open("xb"))
        if packed:  # without name and time: the same text makes the same bytes
            file = gzip.GzipFile("", "wb", compresslevel=level, fileobj=raw, mtime=0)
            raw = cast("IO[bytes]", stack.enter_context(file))
        yield stack.enter_context(io.TextIOWrapper(raw, encoding="utf-8", newline=""))
