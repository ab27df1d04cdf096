"""Names for hands that have none of their own: from what happened, wherever the file lies."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from mjlab.logs.records import Event

__all__ = ["content_mark", "game_mark"]


def content_mark(parts: Iterable[object]) -> str:
    """Make a short text that stands for some values, the same in every process.

    Parameters
    ----------
    parts : iterable of object
        Texts, numbers, None, and tuples of them.

    Returns
    -------
    str
        Twelve hexadecimal digits.

    Examples
    --------
    >>> content_mark([1, "a"])
    'e30de80b4ebf'
    """
    return blake2b(repr(tuple(parts)).encode("utf-8", "replace"), digest_size=6).hexdigest()


def game_mark(round_wind: int, deal: Iterable[Iterable[int]], events: Iterable[Event]) -> str:
    """Make a short text that stands for a hand: the tiles and what was done with them.

    Parameters
    ----------
    round_wind : int
        Round wind, 0-3.
    deal : iterable of iterable of int
        The tiles dealt.
    events : iterable of Event
        What was done.

    Returns
    -------
    str
        Twelve hexadecimal digits. Hands that differ only in what is recorded beside the play
        have the same.
    """
    done = tuple([(event.kind.value, event.player, event.tile) for event in events])
    return content_mark((int(round_wind), tuple(map(tuple, deal)), done))
