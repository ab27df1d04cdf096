"""What a predicate may ask about one reading of one win."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mjlab.hand import Win
from mjlab.notation import format_tiles
from mjlab.reference.score.readings import Group, Reading
from mjlab.reference.score.waits import waits_of
from mjlab.rules import RuleSet
from mjlab.tiles import DRAGONS, WINDS, is_suited, suit

__all__ = ["Facts", "Instance"]


@dataclass(frozen=True, slots=True)
class Instance:
    """One time that a fan is in a reading: what makes it."""

    groups: tuple[Group, ...] = ()
    tiles: tuple[int, ...] = ()  # where it is not groups; with neither it is the whole hand

    @property
    def places(self) -> frozenset[int]:
        """Positions of its groups in the reading."""
        return frozenset(group.place for group in self.groups)

    def __str__(self) -> str:
        return " ".join(map(str, self.groups)) or format_tiles(self.tiles)


class Facts:
    """One reading of a win with what the predicates ask about it."""

    def __init__(self, win: Win, reading: Reading, rules: RuleSet) -> None:
        self.win = win
        self.reading = reading
        self.rules = rules
        self.counts = win.counts
        self.kinds = frozenset(t for t, n in enumerate(self.counts) if n)
        self.suits = frozenset(suit(t) for t in self.kinds)  # honors, 3, among them
        self.sets = reading.sets
        self.chows = tuple(g for g in self.sets if g.is_chow)
        self.pungs = tuple(g for g in self.sets if g.is_pung)
        self.kongs = tuple(g for g in self.pungs if g.kind == "kong")  # among the pungs too
        self.pair = reading.pair
        self.winning_group = reading.winning_group

    @property
    def is_regular(self) -> bool:
        """Whether the reading is four sets and a pair."""
        return self.reading.shape == "regular"

    @property
    def is_seven_pairs(self) -> bool:
        """Whether the reading is seven pairs."""
        return self.reading.shape == "seven_pairs"

    @property
    def takes_set_fan(self) -> bool:
        """Whether fan that the rulebook words by sets and pair may be counted.

        Seven pairs take them in practice, not by the letter of 1998: ``pairs_take_set_fan``.
        """
        return not self.is_seven_pairs or self.rules.pairs_take_set_fan

    @property
    def number_suits(self) -> int:
        """How many of the three suits occur."""
        return len(self.suits - {3})

    @property
    def wind_pungs(self) -> tuple[Group, ...]:
        """Pungs and kongs of winds."""
        return tuple(g for g in self.pungs if g.tile in WINDS)

    @property
    def dragon_pungs(self) -> tuple[Group, ...]:
        """Pungs and kongs of dragons."""
        return tuple(g for g in self.pungs if g.tile in DRAGONS)

    @property
    def suited_pungs(self) -> tuple[Group, ...]:
        """Pungs and kongs of the three suits."""
        return tuple(g for g in self.pungs if is_suited(g.tile))

    @property
    def concealed_kongs(self) -> tuple[Group, ...]:
        """Concealed kongs."""
        return tuple(g for g in self.kongs if not g.is_claimed)

    @property
    def melded_kongs(self) -> tuple[Group, ...]:
        """Kongs that were claimed, or made by adding a tile to a claimed pung."""
        return tuple(g for g in self.kongs if g.is_claimed)

    @cached_property
    def concealed_pungs(self) -> tuple[Group, ...]:
        """Pungs completed without claiming, concealed kongs among them.

        One that the winning discard completes is melded (practice; ``pung_by_discard``).
        """
        melded = not self.win.self_drawn and self.rules.pung_by_discard == "melded"
        return tuple(
            g for g in self.pungs if not g.is_claimed and not (melded and g.win is not None)
        )

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """The tiles that would have completed the hand, by shape."""
        win = self.win
        return waits_of(win.concealed, win.melds, self.rules.wait_counts_exhausted)
