"""Names by which sessions and players can be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from mjlab.errors import MjlabError
from mjlab.frames.schemas import SEATS, WINDS

__all__ = ["PLAYERS", "Players", "SessionKey", "at_table", "check_players", "label_sessions",
           "label_players"]  # fmt: skip

Players = Literal["by-name", "by-session"]
PLAYERS: Final[tuple[Players, ...]] = ("by-name", "by-session")
"""Whether a name means one player everywhere, or another player in every session."""

SessionKey = tuple[str, str, bool]
"""Source, id, and whether that is the id of a session: else of a hand that belongs to none."""


def check_players(players: str) -> None:
    """Refuse an unknown way to tell players apart.

    Raises
    ------
    MjlabError
        If it is none of :data:`PLAYERS`.
    """
    if players not in PLAYERS:
        raise MjlabError(
            f"players cannot be told apart {players!r}", hint="one of " + ", ".join(PLAYERS)
        )


def at_table(players: tuple[str, ...]) -> list[str]:
    """Names under which the four players of a hand can be told apart.

    Parameters
    ----------
    players : tuple of str
        As recorded, East first.

    Returns
    -------
    list of str
        Four different names. Who has none is called by the seat; the seat is put behind a name
        that more than one has.

    Examples
    --------
    >>> at_table(("A", "A", "A [E]", " "))
    ['A [E] [E]', 'A [S]', 'A [E]', 'seat N']
    """
    given = [
        name if name.strip() else f"seat {wind}" for name, wind in zip(players, WINDS, strict=True)
    ]
    often = Counter(given)
    return [
        _unlike(given, name, f" [{wind}]") if often[name] > 1 else name
        for name, wind in zip(given, WINDS, strict=True)
    ]


def label_sessions(keys: Iterable[SessionKey]) -> dict[SessionKey, str]:
    """Label each session; a hand that belongs to none is a session by itself.

    Parameters
    ----------
    keys : iterable of SessionKey
        The sessions.

    Returns
    -------
    dict of SessionKey to str
        Source and id; of a hand whose label is also that of a session, ``(hand)`` stands behind.

    Examples
    --------
    >>> list(label_sessions([("pku", "1", False), ("pku", "1", True)]).values())
    ['pku 1', 'pku 1 (hand)']
    """
    labels: dict[SessionKey, str] = {}
    taken: set[str] = set()
    for key in sorted(set(keys), key=lambda key: not key[2]):  # sessions first
        plain = f"{key[0]} {key[1]}"
        labels[key] = _unlike(taken, plain, " (hand)") if plain in taken else plain
        taken.add(labels[key])
    return labels


def label_players(hands: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """Label players so that one name in two sessions is two players.

    Parameters
    ----------
    hands : iterable of mapping
        Rows of ``hands``.

    Returns
    -------
    dict
        Session and name to label: the name, with the session behind it where more than one
        session has the name.

    Examples
    --------
    >>> row = dict.fromkeys([f"player_{seat}" for seat in SEATS], "A")
    >>> label_players([row | {"game": "s 1"}, row | {"game": "s 2"}])
    {('s 1', 'A'): 'A (s 1)', ('s 2', 'A'): 'A (s 2)'}
    """
    pairs = dict.fromkeys((row["game"], row[f"player_{seat}"]) for row in hands for seat in SEATS)
    often = Counter(name for _, name in pairs)
    taken = set(often)
    labels = {}
    for game, name in pairs:
        label = name if often[name] == 1 else _unlike(taken, name, f" ({game})")
        taken.add(label)
        labels[game, name] = label
    return labels


def _unlike(taken: Iterable[str], name: str, mark: str) -> str:
    """`name` with `mark` behind it, as often as it takes to be none of the taken ones."""
    name += mark
    while name in taken:
        name += mark
    return name
