"""Files that are either whole or not there: written under a temporary name, then renamed."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Final

from mjlab.errors import MjlabError

__all__ = ["damaged", "make_folder", "write_text"]

_TOP: Final = ("dataset.json", "sessions.json")
"""Records of a dataset that lie in its folder itself."""


def damaged(file: Path, why: str) -> MjlabError:
    """Make the error for a file of a dataset that cannot be used, with what to do about it.

    Parameters
    ----------
    file : Path
        The file, in the folder of the dataset or in one below it.
    why : str
        What is wrong with it.

    Returns
    -------
    MjlabError
        To be raised. What belongs to a part is made anew by an import when its record is gone.

    Examples
    --------
    >>> print(damaged(Path("ds/wins/4ced.parquet"), "is missing"))
    wins/4ced.parquet is missing
      ds/wins/4ced.parquet
      hint: remove ds/parts/4ced.json and import the logs again
    """
    name = file.name if file.name in _TOP else f"{file.parent.name}/{file.name}"
    if file.name == "dataset.json":
        hint = "import the logs again, into a new folder"
    else:
        record = file
        if file.name.startswith("of-"):  # what was added up of the sessions
            record = file.parent.parent / "sessions.json"
        elif file.suffix == ".parquet":
            record = file.parent.parent / "parts" / f"{file.stem}.json"
        hint = f"remove {record} and import the logs again"
    return MjlabError(f"{name} {why}", text=str(file), hint=hint)


def make_folder(folder: str | Path) -> Path:
    """Make a folder and those above it, unless they are there.

    Parameters
    ----------
    folder : str or Path
        The folder.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    MjlabError
        If a file is in the way or the folder may not be made.

    Examples
    --------
    >>> make_folder(".") == Path(".")
    True
    """
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


def write_text(path: str | Path, text: str, *, encoding: str = "utf-8") -> Path:
    """Write a text file at once: readers see the old one or the new one, never a part.

    Parameters
    ----------
    path : str or Path
        Where to; its folder must exist.
    text : str
        What to write. Characters that no encoding can hold (lone surrogates) become ``?``.
    encoding : str
        ``"utf-8"``, or ``"utf-8-sig"`` for files that spreadsheets open.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    MjlabError
        If it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_text(Path(folder, "a.txt"), "一万").read_text(encoding="utf-8")
    '一万'
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.write(text.encode(encoding, errors="replace"))
            stream.flush()
            os.fsync(stream.fileno())  # else a power cut could leave the new name on an empty file
        temporary.replace(target)
    except OSError as problem:
        with suppress(OSError):  # a read-only folder: there is nothing to remove
            temporary.unlink(missing_ok=True)
        raise MjlabError(f"cannot write the file: {problem.strerror}", text=str(path)) from None
    except BaseException:  # an interrupted write leaves nothing behind
        temporary.unlink(missing_ok=True)
        raise
    return target
