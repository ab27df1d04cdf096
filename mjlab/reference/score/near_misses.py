"""Fan that a hand misses by one thing only: another wait, the discard, a claimed set.

They are no part of the score. An explanation names them, because a player who sees their form in
the hand expects them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from mjlab.notation import format_tiles
from mjlab.reference.score.facts import Facts, Instance
from mjlab.reference.score.predicates import PREDICATES
from mjlab.reference.score.scored import ScoredWin
from mjlab.rules.exclusions import exclusions

__all__ = ["NearMiss", "near_misses"]

_CONCEALED_PUNGS: Final = ("four_concealed_pungs", "three_concealed_pungs", "two_concealed_pungs")
_WAITS: Final = ("edge_wait", "closed_wait", "single_wait")


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A fan that would be there but for one thing."""

    key: str
    instance: Instance
    reason: str  # key of the phrase that says what is in the way
    part: str = ""  # the tiles or the set that the phrase names


def near_misses(score: ScoredWin) -> Iterator[NearMiss]:
    """Yield the fan that the reading of a score just misses, the largest first.

    At most one each of concealed pungs, concealment and wait, and none that another one implies.
    """
    present = set(score.fans)
    for missed in (_concealed_pungs(score), _concealment(score), _wait(score)):
        if missed is not None and not _implied(missed.key, present, score):
            present.add(missed.key)
            yield missed


def _implied(key: str, present: set[str], score: ScoredWin) -> bool:
    excluded_by = exclusions(score.rules)
    return any(e.key == key for other in present for e in excluded_by.get(other, ()))


def _concealed_pungs(score: ScoredWin) -> NearMiss | None:
    """The fan of concealed pungs that a pung finished by the discard would complete."""
    if score.win.self_drawn or not score.reading.winning_group.is_pung:
        return None
    concealed = score.rules.changed(pung_by_discard="concealed")
    is_there = Facts(score.win, score.reading, score.rules)
    would_be = Facts(score.win, score.reading, concealed)
    for key in _CONCEALED_PUNGS:
        made = PREDICATES[key](would_be)
        if made and not PREDICATES[key](is_there):
            return NearMiss(key, made[0], "by_discard", str(score.reading.winning_group))
    return None


def _concealment(score: ScoredWin) -> NearMiss | None:
    """门前清 or 不求人, missed for a single claimed set."""
    claimed = [group for group in score.reading.groups if group.is_claimed]
    if len(claimed) != 1:
        return None
    key = "fully_concealed_hand" if score.win.self_drawn else "concealed_hand"
    return NearMiss(key, Instance(), "claimed", str(claimed[0]))


class _OneWait(Facts):
    """What would be asked about a hand that waited for the winning tile alone."""

    @cached_property
    def waits(self) -> tuple[int, ...]:
        return (self.win.tile,)


def _wait(score: ScoredWin) -> NearMiss | None:
    """The wait fan of a hand that waits for other tiles too, in any reading of the same sets.

    The winning tile may have gone to another set: 56789m won by 7m is 56m+7m 789m or 567m 89m+7m.
    """
    waits = Facts(score.win, score.reading, score.rules).waits
    others = [tile for tile in waits if tile != score.win.tile]
    if not others:
        return None
    for one in score.readings:
        if not one.reading.has_sets_of(score.reading):
            continue
        alone = _OneWait(score.win, one.reading, score.rules)
        for key in _WAITS:
            for instance in PREDICATES[key](alone):
                return NearMiss(key, instance, "other_waits", format_tiles(others))
    return None
