"""What a census is asked."""

from __future__ import annotations

from dataclasses import dataclass

from mjlab.census.filters import Filter
from mjlab.errors import MjlabError
from mjlab.hand.circumstances import flag_of, wind_of
from mjlab.rules import RuleSet
from mjlab.rules import ruleset as find_ruleset
from mjlab.tiles import Wind

__all__ = ["Question", "ask"]


@dataclass(frozen=True, slots=True)
class Question:
    """What was counted; the parameters are those of :func:`mjlab.census.run`."""

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


def ask(
    self_drawn: bool,
    seat: str | Wind,
    round: str | Wind,
    ruleset: str | RuleSet,
    melds: int,
    where: Filter | str | None,
) -> Question:
    """Check what is asked and make a Question of it."""
    if type(melds) is not int or not 0 <= melds <= 4:
        raise MjlabError(f"melds={melds!r} is no number of claimed sets", hint="0 to 4")
    if isinstance(where, str):
        where = Filter.parse(where)
    elif where is not None and not isinstance(where, Filter):
        raise MjlabError(f"where={where!r} is no filter", hint="where=Filter(flush='full')")
    return Question(
        self_drawn=flag_of("self_drawn", self_drawn),
        seat=wind_of("seat", seat),
        round=wind_of("round", round),
        rules=find_ruleset(ruleset),
        melds=melds,
        where=where or Filter(),
    )
