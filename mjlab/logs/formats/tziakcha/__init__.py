"""Tziakcha (雀渣): records decoded or as they come over the wire."""

from __future__ import annotations

from typing import Final

from mjlab.logs.formats.format import Format
from mjlab.logs.formats.tziakcha import record
from mjlab.logs.formats.tziakcha.write import tziakcha_record, tziakcha_session

__all__ = ["FORMAT"]

FORMAT: Final = Format(
    record.SOURCE,
    "JSON records of tziakcha",
    record.detect,
    record.read,
    write_game=tziakcha_record,
    write_session=tziakcha_session,
    suffix=".json",
    together=False,
)
