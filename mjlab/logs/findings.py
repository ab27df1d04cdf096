"""What a replay finds wrong: an event that breaks the rules, or a record that says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mjlab.logs.terms import plain
from mjlab.rules import fan

__all__ = ["Disagreement", "IllegalEvent", "fan_text"]


@dataclass(frozen=True, slots=True)
class IllegalEvent:
    """An event that the rules do not allow; the replay of the hand ends there.

    Parameters
    ----------
    game, path, place : str
        Which hand, in which file, and where in it.
    event : int
        Number of the event in the hand, from 0; -1 for the deal, and the number of events for
        an end of the hand that is not due.
    what : str
        What was done.
    why : str
        Why that may not be.
    legal : str
        What would have been legal.

    Examples
    --------
    >>> doings = ("South: discard 5m", "South holds no 5m", "South: discard 9s")
    >>> print(IllegalEvent("pku g1", "a.txt", "line 9", 3, *doings))
    a.txt, line 9, pku g1, event 3: South: discard 5m; South holds no 5m (legal: South: discard 9s)
    """

    game: str
    path: str
    place: str
    event: int
    what: str
    why: str
    legal: str

    def __str__(self) -> str:
        where = ", ".join(p for p in (self.path, self.place, self.game) if p)
        legal = f" (legal: {self.legal})" if self.legal else ""
        return plain(f"{where}, event {self.event}: {self.what}; {self.why}{legal}")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A point in which the record and the rules do not agree.

    Parameters
    ----------
    game, path, place : str
        Which hand or session, in which file, and where in it.
    what : str
        The point: ``total``, ``declared total``, ``fans``, ``fan value``, ``fan sum``,
        ``payments``, ``win``, ``legal win``, ``false win``, ``false wins``, ``winner``,
        ``discarder``, ``hand``, ``flower``, ``claim``, ``offer``, ``fault``, ``wall``, ``seats``,
        ``least fan``, ``score`` or ``table points``.
    recorded, ours : str
        What the log says, and what comes out here.
    why : str
        What makes the difference, where that can be told.

    Examples
    --------
    >>> print(Disagreement("pku g1", "a.txt", "line 1", "total", "9", "8"))
    a.txt, line 1, pku g1: total is recorded as 9, ours is 8
    """

    game: str
    path: str
    place: str
    what: str
    recorded: str
    ours: str
    why: str = ""

    def __str__(self) -> str:
        where = ", ".join(p for p in (self.path, self.place, self.game) if p)
        why = f" ({self.why})" if self.why else ""
        said = f"{self.what} is recorded as {self.recorded}, ours is {self.ours}{why}"
        return plain(f"{where}: {said}")


def fan_text(fans: Mapping[str, int]) -> str:
    """Write a fan list in one line.

    Examples
    --------
    >>> fan_text({"all_chows": 1, "short_straight": 2})
    '平和 All Chows + 2 × 连六 Short Straight'
    """
    named = [fan(k).name if n == 1 else f"{n} × {fan(k).name}" for k, n in fans.items()]
    return " + ".join(named) or "nothing"
