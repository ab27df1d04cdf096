"""What is said of a file of a dataset that cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mjlab.errors import MjlabError

__all__ = ["damaged"]

_TOP: Final = ("dataset.json", "sessions.json")
"""Records of a dataset that lie in its folder itself."""


def damaged(file: Path, why: str) -> MjlabError:
    """The error for a file of a dataset that cannot be used, with what to do about it.

    What belongs to a part is made anew by an import when its record is gone.
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
