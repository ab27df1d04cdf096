"""What scoring found: readings of a win with the fan counted in each."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlab.common.wording import Language
from mjlab.hand import Win
from mjlab.reference.score.combinations import InstancesByFan
from mjlab.reference.score.facts import Instance
from mjlab.reference.score.principles import Uncounted
from mjlab.reference.score.readings import Reading
from mjlab.rules import RuleSet, fan

__all__ = ["ScoredReading", "ScoredWin"]


@dataclass(frozen=True, slots=True)
class ScoredReading:
    """A reading with one choice of the fan that may be counted in it.

    Parameters
    ----------
    reading : Reading
        The groups.
    counted : dict
        Key of each counted fan to its instances, in the order of the table.
    uncounted : tuple of Uncounted
        Fan that are there but hidden, with the reason.
    rules : RuleSet
        The switches.

    Examples
    --------
    >>> from mjlab.hand import Win
    >>> from mjlab.reference import score
    >>> for one in score(Win.parse("[1111s][345p]12234m33z+3m")).readings:
    ...     print(one)
    [1111s] [345p] 12m+3m 234m 33z: 幺九刻 1, 明杠 1, 边张 1
    [1111s] [345p] 123m 24m+3m 33z: 幺九刻 1, 明杠 1, 坎张 1
    """

    reading: Reading
    counted: InstancesByFan = field(hash=False)
    uncounted: tuple[Uncounted, ...]
    rules: RuleSet = field(repr=False)

    @property
    def fans(self) -> dict[str, int]:
        """Key of each counted fan to how often it counts, flowers included, as in the table."""
        return {key: len(instances) for key, instances in self.counted.items()}

    def by_value(self) -> list[tuple[str, tuple[Instance, ...]]]:
        """Each counted fan with its instances, the highest first: the order of every listing."""
        return sorted(self.counted.items(), key=lambda item: -self.rules.fan_value(item[0]))

    @property
    def fan_total(self) -> int:
        """Sum of the fan without the flowers."""
        return sum(
            self.rules.fan_value(key) * len(instances)
            for key, instances in self.counted.items()
            if key != "flower_tiles"
        )

    def listed(self, language: Language) -> str:
        """The fan with their values, in one line."""
        named = (
            f"{fan(key).name_in(language)} {self.rules.fan_value(key)}"
            + (f"×{n}" if (n := len(made)) > 1 else "")
            for key, made in self.by_value()
        )
        return ", ".join(named)

    def __str__(self) -> str:
        return f"{self.reading}: {self.listed('zh')}"


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A win with its best readings: all that a score, and its explanation, is made of."""

    win: Win
    rules: RuleSet
    readings: tuple[ScoredReading, ...]
    rejected: ScoredReading | None

    @property
    def reading(self) -> Reading:
        """The reading that `fans` belongs to."""
        return self.readings[0].reading

    @property
    def fans(self) -> dict[str, int]:
        """Key of each fan to how often it counts, in the order of the table, flowers included."""
        return self.readings[0].fans

    @property
    def fan_total(self) -> int:
        """Sum of the fan without the flowers, which decides whether the win is legal."""
        return self.readings[0].fan_total

    @property
    def total(self) -> int:
        """Points: the fan and the flowers."""
        return self.fan_total + self.win.flowers * self.rules.flower_points

    @property
    def legal_win(self) -> bool:
        """Whether the fan reach the minimum of the ruleset."""
        return self.fan_total >= self.rules.min_fan
