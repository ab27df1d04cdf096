"""The score of one win, worked out in the open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mjlab.common.wording import Language, check_language
from mjlab.errors import NotAWinError, RulesetError
from mjlab.hand import Win
from mjlab.notation import format_tiles
from mjlab.reference.score.combinations import (
    CHOW_COMBINATIONS,
    PUNG_COMBINATIONS,
    InstancesByFan,
    choices,
    is_non_identical,
)
from mjlab.reference.score.explain import Explanation, summary
from mjlab.reference.score.facts import Facts
from mjlab.reference.score.predicates import PREDICATES
from mjlab.reference.score.principles import in_order, left_aside, non_repeat
from mjlab.reference.score.readings import Reading, readings
from mjlab.reference.score.scored import ScoredReading, ScoredWin
from mjlab.reference.score.waits import waits_of
from mjlab.rules import RuleSet, fan, payment, ruleset
from mjlab.rules.fans import FAN_INDEX
from mjlab.rules.payment import Player
from mjlab.tiles import Wind, code

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Score", "score"]

_COMBINATIONS = frozenset((*CHOW_COMBINATIONS, *PUNG_COMBINATIONS))


@dataclass(frozen=True, slots=True)
class Score(ScoredWin):
    """What a win is worth, and why.

    Parameters
    ----------
    win : Win
        The hand.
    rules : RuleSet
        The switches it was scored by.
    readings : tuple of ScoredReading
        Every reading, and every choice of fan in it, that reaches the best total. The first one
        is told by `fans` and `reading`.
    rejected : ScoredReading or None
        The best among the readings of a lower total (就高不就低), if there are any.

    Examples
    --------
    >>> result = score(Win.parse("[123m][456m][789m]123p5z+5z", seat="S"))
    >>> print(result)
    [123m] [456m] [789m] 123p 5z+5z
      清龙 Pure Straight              16
      喜相逢 Mixed Double Chow         1
      缺一门 One Voided Suit           1
      单钓将 Single Wait               1
    19 fan, 8 are needed
    >>> result.total, result.fan_total, result.legal_win, result.fans["pure_straight"]
    (19, 19, True, 1)
    >>> result.reading.winning_group
    <pair 5z+5z>
    """

    def payment(
        self, winner: Player | None = None, discarder: Player | None = None
    ) -> tuple[int, int, int, int]:
        """Score changes of the four players.

        Parameters
        ----------
        winner : int or str, optional
            The winner: ``E``, ``S``, ``W``, ``N``, or 0-3 for the players in this order; the seat
            of the win where left out.
        discarder : int or str, optional
            Who gave the tile; left out for a self-drawn win.

        Returns
        -------
        tuple of int
            The changes of E, S, W and N, which add up to nothing, see :func:`mjlab.rules.payment`.

        Raises
        ------
        RulesetError
            If the win is below the minimum, or `discarder` does not go with how it was won.

        Examples
        --------
        >>> score(Win.parse("[123m][456m][789m]123p5z+5z", seat="S")).payment(discarder="W")
        (-8, 43, -27, -8)
        """
        if not self.legal_win:
            raise RulesetError(
                f"{self.fan_total} fan are no win where {self.rules.min_fan} are needed",
                text=str(self.win),
                hint="false wins are not paid by their points; legal_win tells them apart",
            )
        paid = payment(self.total, self.win.seat.name if winner is None else winner, discarder)
        if self.win.self_drawn and discarder is not None:
            raise RulesetError(
                "a self-drawn win has no discarder",
                text=str(self.win),
                hint="leave discarder= out",
            )
        if not self.win.self_drawn and discarder is None:
            raise RulesetError(
                "a win on a discard needs discarder=, who gave the tile",
                text=str(self.win),
                hint=f"discarder={next(s.name for s in Wind if paid[s] < 0)!r}, say; or score the "
                "win with self_drawn=True",
            )
        return paid

    def explain(self, language: Language = "en") -> Explanation:
        """Explain the score: fan counted, not counted and just missed, principles, other readings.

        Parameters
        ----------
        language : {"en", "zh", "both"}
            English, fan by their Chinese names too; Chinese only; or everything in both.

        Returns
        -------
        Explanation
            Prints as text and shows itself in a notebook.

        Examples
        --------
        >>> print(score(Win.parse("[345m]567p678s23s55m+4s")).explain("zh"))
        [345m]55m567p23678s+4s
          东风圈东风位; 点和; 听牌: 14s
        牌型: 四副一将
          [345m] 567p 23s+4s 678s 55m
        计番
          平和  2  整手牌
          断幺  2  整手牌
        不计
          无字  整手牌  不重复, 已含于 平和
        不成立
          门前清  整手牌  有吃碰明杠: [345m]
        合计: 4 番, 8 番起和; 错和
        """
        return Explanation(self, language)

    def to_frame(self, *, language: Language = "both") -> pd.DataFrame:
        """Put the counted fan into a frame, the highest first.

        Flowers are no fan: they are not among them, `total` adds them.

        Parameters
        ----------
        language : {"both", "en", "zh"}
            Whether fan are named in Chinese, in English or both.

        Returns
        -------
        pandas.DataFrame
            ``key``, the names ``zh`` and ``en``, ``count``, ``value`` of one, and ``points``, whose
            sum is `fan_total`.

        Raises
        ------
        MjlabError
            For another language.

        Examples
        --------
        >>> score(Win.parse("[123m][456m][789m]123p5z+5z", seat="S")).to_frame(language="en")
                            key                 en  count  value  points
        0         pure_straight      Pure Straight      1     16      16
        1     mixed_double_chow  Mixed Double Chow      1      1       1
        2       one_voided_suit    One Voided Suit      1      1       1
        3           single_wait        Single Wait      1      1       1
        """
        import pandas as pd

        check_language(language)
        names = ["zh", "en"] if language == "both" else [language]
        rows = [
            (key, fan(key).zh, fan(key).en, len(made), value := self.rules.fan_value(key),
             len(made) * value)
            for key, made in self.readings[0].by_value()
            if key != "flower_tiles"
        ]  # fmt: skip
        frame = pd.DataFrame(rows, columns=["key", "zh", "en", "count", "value", "points"])
        return frame[["key", *names, "count", "value", "points"]]

    def __str__(self) -> str:
        return summary(self)

    def _repr_html_(self) -> str:
        return Explanation(self, "both")._repr_html_()

    def __repr__(self) -> str:
        return f"<Score {self.total}: {self.readings[0]}>"


def score(win: Win, rules: RuleSet | str = "mcr1998_online") -> Score:
    """Score a win by the rules, reading by reading and fan by fan.

    Parameters
    ----------
    win : Win
        The hand, the winning tile and the circumstances.
    rules : RuleSet or str
        A ruleset or its name.

    Returns
    -------
    Score
        Total, fan, reading, and everything an explanation needs.

    Raises
    ------
    NotAWinError
        If the tile does not complete the hand.
    RulesetError
        For an unknown ruleset, or flowers in a ruleset that is played without.

    Examples
    --------
    >>> score(Win.parse("1112345678999m+5m", self_drawn=True)).total
    92
    >>> score(Win.parse("123m456p789s1122z+3z"))
    Traceback (most recent call last):
        ...
    mjlab.errors.NotAWinError: 3z does not complete the hand
      123m456p789s1122z+3z
      hint: it waits for 12z

    Notes
    -----
    1998 rulebook, article 10; where its readers differ the ruleset decides, see
    ``docs/rulings.md``.
    """
    rules = ruleset(rules)
    if win.flowers and not rules.flowers:
        raise _no_flowers(win, rules)
    scored = [one for reading in readings(win) for one in _scored(win, reading, rules)]
    if not scored:
        raise _not_a_win(win)
    # 就高不就低: of all readings and choices the highest total counts.
    scored.sort(key=_preference)
    best = [one for one in scored if one.fan_total == scored[0].fan_total]
    chosen = {one.reading for one in best}
    rejected = next((one for one in scored if one.reading not in chosen), None)
    return Score(win, rules, tuple(best), rejected)


def _scored(win: Win, reading: Reading, rules: RuleSet) -> Iterator[ScoredReading]:
    """Count the fan of one reading, once for each choice of combinations."""
    facts = Facts(win, reading, rules)
    found: InstancesByFan = {}
    for key, predicate in PREDICATES.items():
        if instances := predicate(facts):
            found[key] = instances
    for choice in choices(found, rules):
        present = {key: i for key, i in found.items() if key not in _COMBINATIONS}
        for key, instance in choice.taken:
            present[key] = (*present.get(key, ()), instance)
        counted, hidden = non_repeat(in_order(present), rules)
        uncounted = (*hidden, *left_aside(choice, counted, rules))
        yield ScoredReading(reading, counted, uncounted, rules)


def _preference(one: ScoredReading) -> tuple[object, ...]:
    """Order readings: highest total, names that do not repeat, largest fan, lower numbers."""
    flat = [(key, instance) for key, i in one.counted.items() for instance in i if i]
    combined = [item for item in flat if item[0] in _COMBINATIONS]
    values = sorted((-one.rules.fan_value(key) for key, _ in flat if key != "flower_tiles"))
    numbers = tuple(FAN_INDEX[key] for key, _ in flat)
    return (-one.fan_total, not is_non_identical(combined), tuple(values), numbers)


def _no_flowers(win: Win, rules: RuleSet) -> RulesetError:
    return RulesetError(
        f"{rules.name} is played without flowers, but flowers={win.flowers}",
        text=str(win),
        hint="flowers=0, or another ruleset",
    )


def _not_a_win(win: Win) -> NotAWinError:
    waited = waits_of(win.concealed, win.melds, exhausted=True)
    return NotAWinError(
        f"{code(win.tile)} does not complete the hand",
        text=str(win),
        hint=f"it waits for {format_tiles(waited)}" if waited else "no tile does: it is not ready",
    )
