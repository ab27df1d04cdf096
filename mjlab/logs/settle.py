"""Settling a replay: its wins are scored, compared with the record, and paid for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mjlab.errors import MjlabError
from mjlab.logs.records import Game, WinRecord
from mjlab.logs.results import Points, Replay, Unscored, Won, disagreement, fan_text
from mjlab.play.penalties import penalty_points
from mjlab.reference import Score, score
from mjlab.rules import FANS, RuleSet, fan, ruleset
from mjlab.rules.payment import payments
from mjlab.rules.rulesets import DEFAULT
from mjlab.rules.seating import SEATS, four

if TYPE_CHECKING:
    from mjlab.api import ScoreBatch

__all__ = ["points_of", "score_unscored", "settle"]

_Four = tuple[int, int, int, int]


def score_unscored(played: Replay, rules: RuleSet) -> list[Score | None]:
    """Score one after another what a replay left unscored; None for a hand that is no win."""
    scores: list[Score | None] = []
    for one in played.unscored:
        try:
            scores.append(score(one.win, rules))
        except MjlabError:
            scores.append(None)
    return scores


def points_of(batch: ScoreBatch) -> list[Points | None]:
    """Make what :func:`settle` takes from the scores of a batch.

    Parameters
    ----------
    batch : ScoreBatch
        The scores of N hands.

    Returns
    -------
    list of Points or None
        One for each row; None where the hand is no win.

    Examples
    --------
    >>> from mjlab.api import score_batch
    >>> points_of(score_batch(["19m19p19s1234567z+1z", "123m456p789s1122z+3z"]))[0].total
    88
    """
    counts: dict[int, dict[str, int]] = {}
    rows, columns = batch.fans.nonzero()
    values = batch.fans[rows, columns]
    for row, column, n in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
        counts.setdefault(row, {})[FANS[column].key] = n
    fan_totals, totals = batch.fan_total.tolist(), batch.total.tolist()
    return [
        None if status else Points(batch.rules, counts.get(row, {}), fan_totals[row], totals[row])
        for row, status in enumerate(batch.status.tolist())
    ]


def settle(
    played: Replay, scores: Sequence[Score | Points | None], rules: str | RuleSet = DEFAULT
) -> Replay:
    """Complete a replay whose wins were not scored.

    Parameters
    ----------
    played : Replay
        What ``replay(game, rules, scoring=False)`` gave.
    scores : sequence of Score, Points or None
        One for each of ``played.unscored``, in order; None for a hand that is no win.
    rules : str or RuleSet
        By which rules they were scored.

    Returns
    -------
    Replay
        With scores, payments and whatever the record says otherwise, as :func:`replay` gives it.

    Raises
    ------
    MjlabError
        If there are more or fewer scores than hands.
    RulesetError
        If there is no ruleset of that name.

    Examples
    --------
    >>> from mjlab.api import score_batch
    >>> from mjlab.logs import read, replay
    >>> played = replay(next(read("data/tziakcha/TZ-B00.json")), scoring=False)
    >>> played.verdict, played.payments
    ('unscored', None)
    >>> batch = score_batch([one.win for one in played.unscored])
    >>> settle(played, points_of(batch)).payments
    (-8, -8, 39, -23)
    """
    if len(scores) != len(played.unscored):
        raise MjlabError(f"{len(scores)} scores are given for {len(played.unscored)} hands")
    return _Settler(played, ruleset(rules)).run(scores)


class _Settler:
    def __init__(self, played: Replay, rules: RuleSet) -> None:
        self.played = played
        self.game: Game = played.game
        self.rules = rules
        self.disagreements = list(played.disagreements)

    def run(self, scores: Sequence[Score | Points | None]) -> Replay:
        played = self.played
        wins = list(played.wins)
        sound = played.end != "error"
        place = 0
        for one, points in zip(played.unscored, scores, strict=True):
            if one.purpose == "offer":
                self.offer(one, points)
            elif one.purpose == "false win":
                self.false_win(one, points)
            else:
                wins[place] = replace(wins[place], score=points)
                sound = self.win(wins[place]) and sound
                place += 1
        payments = None
        known = all(_total(won) is not None for won in wins)
        if sound and known and played.end != "unfinished":
            payments = self.payments(wins)
            changes = self.game.outcome.changes
            if changes is not None and changes != payments:
                self.disagree("payments", changes, payments, self.why_payments(wins))
        return replace(
            played,
            end=played.end if sound else "error",
            disagreements=tuple(self.disagreements),
            wins=tuple(wins),
            payments=payments,
            unscored=(),
        )

    def win(self, won: Won) -> bool:
        """Compare a win with its record; return whether it is one by the rules."""
        points, record = won.score, won.record or WinRecord(won.player)
        if won.win is None:
            return True  # only the result is recorded
        if points is None:
            self.disagree("win", "a win", _why_none(won, self.rules))
            return False
        self.totals(record, points)
        self.fans(won, record, points)
        if not points.legal_win:
            self.disagree(
                "legal win", "a win", f"{points.fan_total} fan", f"{self.rules.min_fan} are needed"
            )
        return points.legal_win

    def totals(self, record: WinRecord, points: Score | Points) -> None:
        for what, recorded in (("total", record.total), ("declared total", record.declared)):
            if recorded is not None and recorded != points.total:
                why = _fan_difference(record.fans, points.fans)
                self.disagree(what, recorded, points.total, why)

    def fans(self, won: Won, record: WinRecord, points: Score | Points) -> None:
        if record.fans is not None:
            same = record.fans == points.fans or record.fans in self.readings(won, points)
            if not same:
                why = _fan_difference(record.fans, points.fans)
                self.disagree("fans", fan_text(record.fans), fan_text(points.fans), why)
            listed = sum(self.fan_value(key) * n for key, n in record.fans.items())
            self.values(record.values or {})
            if record.total is not None and record.total != listed:
                self.disagree("fan sum", record.total, f"{listed} by the list of fan")
        elif record.fan_counts is not None:
            counts = sorted(record.fan_counts)
            if counts != sorted(points.fans.values()) and counts not in [
                sorted(fans.values()) for fans in self.readings(won, points)
            ]:
                self.disagree("fans", f"{len(counts)} of them", fan_text(points.fans))

    def readings(self, won: Won, points: Score | Points) -> list[dict[str, int]]:
        """Return the fan of every best reading: the batch scorer tells one of them only."""
        if isinstance(points, Points) and won.win is not None:
            points = score(won.win, self.rules)
        return [one.fans for one in points.readings] if isinstance(points, Score) else []

    def values(self, recorded: dict[str, int]) -> None:
        for key, value in recorded.items():
            ours = self.fan_value(key)
            if value != ours and not fan(key).local:
                self.disagree("fan value", f"{value} for {fan(key).name}", ours)

    def fan_value(self, key: str) -> int:
        """Value of a recorded fan; a local one, which no ruleset counts, is worth nothing."""
        return 0 if fan(key).local else self.rules.fan_value(key)

    def offer(self, one: Unscored, points: Score | Points | None) -> None:
        """Compare what a player would win with, as the platform says, with our count."""
        ours = -1 if points is None else points.fan_total
        if one.recorded != ours:
            event = self.game.events[one.event]
            recorded, count = ("no win" if n == -1 else f"{n} fan" for n in (one.recorded, ours))
            self.disagree("offer", f"{recorded} for {SEATS[one.player]}", count, place=event.place)

    def false_win(self, one: Unscored, points: Score | Points | None) -> None:
        """A win that was punished as false must not be a good one."""
        if points is not None and points.legal_win:
            ours = f"a win of {points.fan_total} fan"
            self.disagree("false win", f"of {SEATS[one.player]}", ours)

    def payments(self, wins: list[Won]) -> _Four:
        paid = payments([(_total(won) or 0, won.player, won.discarder) for won in wins])
        return four([p + q for p, q in zip(paid, self.penalties(), strict=True)])

    def penalties(self) -> _Four:
        """A false win that ended the hand is its fault, too, and counts once."""
        game, guilty = self.game, list(self.played.false_wins)
        fault = game.outcome.fault
        if fault is not None and fault.player not in guilty:
            guilty.append(fault.player)
        return penalty_points(guilty, game.penalty, game.outcome.penalties or (0, 0, 0, 0))

    def why_payments(self, wins: list[Won]) -> str:
        said = [f"{_total(won)} points of {SEATS[won.player]}" for won in wins]
        if any(self.penalties()):
            said.append("penalties")
        return " and ".join(said) or "nobody won"

    def disagree(
        self, what: str, recorded: object, ours: object, why: str = "", place: str = ""
    ) -> None:
        self.disagreements.append(disagreement(self.game, what, recorded, ours, why, place))


def _total(won: Won) -> int | None:
    if won.score is not None:
        return won.score.total
    return won.record.total if won.record else None


def _why_none(won: Won, rules: RuleSet) -> str:
    """Why a hand is no win, in the words of the scorer."""
    try:
        if won.win is not None:
            score(won.win, rules)
    except MjlabError as error:
        return error.message
    return "no win"


def _fan_difference(recorded: dict[str, int] | None, ours: dict[str, int] | object) -> str:
    """Which fan only one side counts."""
    if recorded is None or not isinstance(ours, dict):
        return ""
    only = [
        {key: n - b.get(key, 0) for key, n in a.items() if n > b.get(key, 0)}
        for a, b in ((recorded, ours), (ours, recorded))
    ]
    texts = [
        f"only {side} counts {fan_text(fans)}"
        for side, fans in zip(("the record", "ours"), only, strict=True)
        if fans
    ]
    return ", ".join(texts)
