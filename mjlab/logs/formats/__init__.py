"""The formats of logs: a module or a folder for each, and the one list of them.

A new format is a module with a ``FORMAT`` and its line here; reading, converting and the command
line take theirs from this list.
"""

from __future__ import annotations

from typing import Final

from mjlab.logs.formats import botzone, native, pku, pmn, tournament, tziakcha
from mjlab.logs.formats.format import Format

__all__ = ["FORMATS", "Format"]

FORMATS: Final[dict[str, Format]] = {
    one.name: one
    for one in (
        native.FORMAT,
        pku.FORMAT,
        botzone.MATCH,
        botzone.JUDGE,
        pmn.FORMAT,
        tournament.FORMAT,
        tziakcha.FORMAT,
    )
}
"""The formats by name, in the order in which a file is tried."""
