"""Whether logs can be trusted, in the words that pages and commands have in common."""

from __future__ import annotations

from mjlab.common.wording import counted

__all__ = ["findings", "tables", "verdict"]


def verdict(
    games: int,
    *,
    results: int = 0,
    broken: int = 0,
    illegal: int = 0,
    denied: int = 0,
    aside: int = 0,
) -> str:
    """Say in a few words whether logs can be trusted.

    Parameters
    ----------
    games : int
        How many were read.
    results : int
        How many of these are known by their results only: nothing of them was replayed.
    broken : int
        How many were not played, or could not be replayed, to their end.
    illegal, denied : int
        Events that break the rules, and recorded facts that the replay does not confirm.
    aside : int
        What was set aside.

    Examples
    --------
    >>> print(verdict(44, results=44, denied=1))  # doctest: +NORMALIZE_WHITESPACE
    0 games replayed, 44 known by their results only: 0 illegal events, 1 recorded fact not
    confirmed.
    >>> print(verdict(1))
    1 game replayed: every event is legal and every recorded fact is confirmed.
    """
    rest = f" {counted(broken, 'game')} not played to the end: in no statistic." if broken else ""
    rest += f" {counted(aside, 'record')} set aside." * bool(aside)
    if not games:
        return f"There is nothing to report: no game was read.{rest}"
    n_replayed = games - results
    said = f"{counted(n_replayed, 'game')} replayed"
    if results:
        said += f", {results:,} known by their results only"
    if illegal or denied:
        return f"{said}: {findings(illegal, denied)}.{rest}"
    confirmed = "every event is legal and every recorded fact is confirmed"
    return f"{said}: {confirmed if n_replayed else 'no recorded fact is denied'}.{rest}"


def findings(illegal: int, denied: int) -> str:
    """Say how many events break the rules, and how many facts are not confirmed.

    Examples
    --------
    >>> findings(0, 1)
    '0 illegal events, 1 recorded fact not confirmed'
    """
    return f"{counted(illegal, 'illegal event')}, {counted(denied, 'recorded fact')} not confirmed"


def tables(sessions: int, single: int) -> str:
    """Say at how many tables games were played: those of sessions, and of none.

    Examples
    --------
    >>> tables(2, 0), tables(1, 3), tables(0, 1)
    ('2 sessions', '1 session and 3 single games', '1 single game')
    """
    said = [counted(sessions, "session")] if sessions or not single else []
    said += [counted(single, "single game")] if single else []
    return " and ".join(said)
