"""Names for hands that have none of their own: from what happened, wherever the file lies."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from mjlab.logs.records import Event

__all__ = ["content_mark", "game_mark"]


def content_mark(parts: Iterable[object]) -> str:
    """Twelve hexadecimal digits for texts, numbers, None and tuples: the same in every process."""
    return blake2b(repr(tuple(parts)).encode("utf-8", "replace"), digest_size=6).hexdigest()


def game_mark(round_wind: int, deal: Iterable[Iterable[int]], events: Iterable[Event]) -> str:
    """Twelve digits for the tiles and what was done with them, whatever else is recorded."""
    done = tuple([(event.kind.value, event.player, event.tile) for event in events])
    return content_mark((int(round_wind), tuple(map(tuple, deal)), done))
