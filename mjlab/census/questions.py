"""What a census is asked."""

from __future__ import annotations

from dataclasses import dataclass

from mjlab.census.filters import Filter
from mjlab.rules import RuleSet
from mjlab.tiles import Wind

__all__ = ["Question"]


@dataclass(frozen=True, slots=True)
class Question:
    """What was counted; the parameters are those of :func:`mjlab.census.run`.

    Examples
    --------
    >>> from mjlab.rules import ruleset
    >>> print(Question(True, Wind.S, Wind.E, ruleset("mcr2006"), 1, Filter(flush="half")))
    self-drawn, seat S, round E, mcr2006, 1 claimed set, flush=half
    """

    self_drawn: bool
    seat: Wind
    round: Wind
    rules: RuleSet
    melds: int
    where: Filter

    def __str__(self) -> str:
        said = [
            "self-drawn" if self.self_drawn else "by discard",
            f"seat {self.seat.name}",
            f"round {self.round.name}",
            self.rules.name,
        ]
        if self.melds:
            said.append(f"{self.melds} claimed set" + "s" * (self.melds > 1))
        if str(self.where):
            said.append(str(self.where))
        return ", ".join(said)
