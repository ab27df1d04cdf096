"""Whether logs can be trusted, in the words that pages and commands have in common."""

from __future__ import annotations

import pandas as pd

from mjlab.common.wording import plural
from mjlab.dataset.schemas import ENDS

__all__ = ["findings", "n_single", "played_at", "verdict", "verdict_of"]


def verdict(
    games: int,
    *,
    results: int = 0,  # of these games, known by their results only: nothing was replayed
    broken: int = 0,  # not played, or not replayed, to their end
    illegal: int = 0,  # events that break the rules
    denied: int = 0,  # recorded facts that the replay does not confirm
    aside: int = 0,  # set aside, in no game
) -> str:
    """Say in a few words whether logs can be trusted."""
    rest = f" {plural(broken, 'game')} not played to the end: in no statistic." if broken else ""
    rest += f" {plural(aside, 'record')} set aside." * bool(aside)
    if not games:
        return f"There is nothing to report: no game was read.{rest}"
    n_replayed = games - results
    said = f"{plural(n_replayed, 'game')} replayed"
    if results:
        said += f", {results:,} known by their results only"
    if illegal or denied:
        return f"{said}: {findings(illegal, denied)}.{rest}"
    confirmed = "every event is legal and every recorded fact is confirmed"
    return f"{said}: {confirmed if n_replayed else 'no recorded fact is denied'}.{rest}"


def findings(illegal: int, denied: int) -> str:
    """Say how many events break the rules, and how many facts are not confirmed."""
    return f"{plural(illegal, 'illegal event')}, {plural(denied, 'recorded fact')} not confirmed"


def verdict_of(games: pd.DataFrame, problems: pd.DataFrame) -> str:
    """Say so of a dataset, whose games need the columns ``outcome`` and ``replayed`` only."""
    kinds = problems["kind"].value_counts()
    illegal, aside = (int(kinds.get(kind, 0)) for kind in ("illegal event", "set aside"))
    return verdict(
        len(games),
        results=len(games) - int(games["replayed"].sum()),
        broken=len(games) - int(games["outcome"].isin(ENDS).sum()),
        illegal=illegal,
        denied=len(problems) - illegal - aside,
        aside=aside,
    )


def n_single(games: pd.DataFrame) -> int:
    """How many games belong to no session."""
    return int(games["session"].isna().sum())


def played_at(sessions: int, single: int) -> str:
    """Say at how many tables games were played: those of sessions, and of none."""
    said = [plural(sessions, "session")] if sessions or not single else []
    said += [plural(single, "single game")] if single else []
    return " and ".join(said)
