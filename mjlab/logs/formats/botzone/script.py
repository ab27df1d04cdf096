"""A hand as the judge of Botzone would tell it: what is asked of the players, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mjlab.logs.formats.limits import Limits
from mjlab.logs.formats.tile_names import NAMES
from mjlab.logs.records import CLAIMS, Claim, Event, EventKind, Game
from mjlab.tiles import N_KINDS

__all__ = ["Step", "judge_script", "walltiles"]

_NOT_ASKED: Final = -4
_NO_WIN: Final = -3


@dataclass(slots=True)
class Step:
    """One thing that the judge tells, and the answers to it."""

    content: list[str]  # what each player is told
    display: dict[str, Any]  # what spectators are shown
    answers: list[str] = field(default_factory=lambda: ["PASS"] * 4)
    verdicts: list[str] = field(default_factory=lambda: ["OK"] * 4)  # on the programs


def judge_script(game: Game, limits: Limits) -> list[Step]:
    """Tell a hand step by step, up to the last answers; a claimed set and the discard are one step.

    The discard behind a claim that came to nothing is not known: the claimed tile stands for it.
    """
    return _Script(game, limits).steps()


class _Script:
    def __init__(self, game: Game, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self.left = [21] * 4
        self.offered = any(event.offers is not None for event in game.events)

    def steps(self) -> list[Step]:
        game = self.game
        wind, seed = int(game.round), game.seed
        init = {"action": "INIT", "quan": wind} | ({} if seed is None else {"srand": seed})
        told = [f"0 {p} {wind}" for p in range(4)]
        hands = [[self.limits.tile(tile) for tile in hand] for hand in game.deal]
        dealt = [f"1 0 0 0 0 {' '.join(hand)}" for hand in hands]
        first = Step(told, init | {"tileCnt": list(self.left)})
        if self.offered:
            first.display["canHu"] = [0] * 4
        deal = Step(dealt, self.shown({"action": "DEAL", "hand": hands}, None))
        steps = [first, deal]
        for events in self.moves():
            self.answer(steps[-1], events)
            if events[0].kind not in (EventKind.WIN, EventKind.FALSE_WIN):
                steps.append(self.move(events))
        fault = game.outcome.fault
        if fault is not None:
            steps[-1].answers[fault.player] = fault.said
            verdict = "OK" if fault.code in ("WA", "WH") else fault.code
            steps[-1].verdicts[fault.player] = verdict
        return steps

    def moves(self) -> Iterator[list[Event]]:
        """The events, a claimed chow or pung together with the discard behind it."""
        events = list(self.game.events)
        ends = (EventKind.WIN, EventKind.FALSE_WIN)
        while events:
            size = 2 if events[0].kind in (EventKind.CHOW, EventKind.PUNG) else 1
            part, events = events[:size], events[size:]
            if len(part) < size or (size == 2 and part[1].kind is not EventKind.DISCARD):
                raise self.limits.cannot("a claimed set without a discard behind it")
            if part[0].kind in ends and events:
                raise self.limits.cannot("a false win after which play goes on")
            yield part

    def answer(self, step: Step, events: list[Event]) -> None:
        """Write down the answers by which a move came about, and those that came to nothing."""
        event = events[0]
        for claim in event.claims:
            step.answers[claim.player] = self.claimed(claim, step)
        if event.kind is not EventKind.DRAW:
            step.answers[event.player] = self.said(events)

    def claimed(self, claim: Claim, step: Step) -> str:
        offered = str(step.display.get("tile", ""))
        if claim.kind is EventKind.WIN:
            return "HU"
        if claim.kind is EventKind.CHOW:
            return f"CHI {self.limits.middle(claim.tile)} {offered}"
        if claim.kind is EventKind.PUNG:
            return f"PENG {offered}"
        if claim.kind is EventKind.KONG_MELDED:
            return "GANG"
        raise self.limits.cannot(f"a claim of a {claim.kind.words}")

    def move(self, events: list[Event]) -> Step:
        event, last = events[0], events[-1]
        player, kind = event.player, event.kind
        name = self.limits.tile(last.tile)
        display: dict[str, Any] = {"player": player, "tile": name}
        if kind is EventKind.DRAW:
            self.left[player] -= 1
            told = [f"2 {name}" if p == player else f"3 {player} DRAW" for p in range(4)]
            return Step(told, self.shown({"action": "DRAW"} | display, last))
        said = self.said(events)
        word = said.split()[0]
        if kind is EventKind.CHOW:
            display["tileCHI"] = self.limits.middle(event.tile)
        elif kind in (EventKind.KONG_CONCEALED, EventKind.KONG_MELDED):
            said = "GANG"
        elif kind not in (EventKind.DISCARD, EventKind.KONG_ADDED, *CLAIMS):
            raise self.limits.cannot_kind(kind)
        shown = self.shown({"action": word} | display, last)
        return Step([f"3 {player} {said}"] * 4, shown)

    def said(self, events: list[Event]) -> str:
        """What a player answers to bring about a move."""
        event, last = events[0], events[-1]
        match event.kind:
            case EventKind.DISCARD:
                return f"PLAY {self.limits.tile(last.tile)}"
            case EventKind.CHOW:
                return f"CHI {self.limits.middle(event.tile)} {self.limits.tile(last.tile)}"
            case EventKind.PUNG:
                return f"PENG {self.limits.tile(last.tile)}"
            case EventKind.KONG_CONCEALED:
                return f"GANG {self.limits.tile(last.tile)}"
            case EventKind.KONG_MELDED:
                return "GANG"
            case EventKind.KONG_ADDED:
                return f"BUGANG {self.limits.tile(last.tile)}"
            case EventKind.WIN | EventKind.FALSE_WIN:
                return "HU"
        raise self.limits.cannot_kind(event.kind)

    def shown(self, display: dict[str, Any], event: Event | None) -> dict[str, Any]:
        display["tileCnt"] = list(self.left)
        if self.offered:
            offers = (None,) * 4 if event is None or event.offers is None else event.offers
            display["canHu"] = [
                _NOT_ASKED if n is None else _NO_WIN if n < 0 else n for n in offers
            ]
        return display


def walltiles(game: Game) -> str | None:
    """Write the walls of duplicate play as the judge takes them; None if they are not known."""
    if game.wall is None or game.walls != "duplicate":
        return None
    if sum(map(len, game.wall)) != 136 or any(
        tile >= N_KINDS for part in game.wall for tile in part
    ):
        return None
    return " ".join(NAMES[tile] for part in game.wall for tile in reversed(part))
