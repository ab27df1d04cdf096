"""Writing matches of Botzone, and the logs of local judges."""

from __future__ import annotations

from typing import Any, Final

from mjlab.common import json as jsontext
from mjlab.logs.formats.botzone.script import Step, judge_script, walltiles
from mjlab.logs.formats.limits import Limits
from mjlab.logs.formats.tile_names import PLAIN_NAMES
from mjlab.logs.records import Ending, Game, Outcome, WinRecord
from mjlab.rules import fan

__all__ = ["botzone_match", "judge_line"]

_MATCH: Final = Limits("a Botzone match", PLAIN_NAMES)
_LINE: Final = Limits("a judge's log", PLAIN_NAMES)


def botzone_match(game: Game) -> str:
    """Write a hand of duplicate play, without flowers and with at most one winner, as a match.

    What is not recorded, like names, the seed or the walls, is left out, never made up.
    """
    _MATCH.check_duplicate_play(game)
    outcome = game.outcome
    logs: list[dict[str, Any]] = []
    for step in judge_script(game, _MATCH):
        logs += [_output("request", step.content, step.display), _answered(step)]
    if outcome.ending is Ending.UNFINISHED:
        pass
    elif outcome.changes is None:
        raise _MATCH.cannot("an end without scores")
    else:
        display = logs[-2]["output"]["display"]
        end = _end(outcome)
        end |= {k: v for k, v in (("tileCnt", display.get("tileCnt")),) if v is not None}
        if "canHu" in display:
            end["canHu"] = [-4] * 4
        logs.append(_output("finish", list(outcome.changes), end))
    initdata: dict[str, Any] = {"quan": int(game.round)}
    if game.seed is not None:
        initdata["srand"] = game.seed
    if (walls := walltiles(game)) is not None:
        initdata["walltiles"] = walls
    match = {
        "status": "finished" if outcome.finished else "aborted",
        "success": True,
        "players": [{"name": name} for name in game.players],
        "initdata": jsontext.dump(initdata),
        "logs": logs,
    }
    return jsontext.dump(match)


def judge_line(game: Game) -> str:
    """Write such a hand as a line of a local judge's log, without its end.

    It has no place for names, offers and fan.
    """
    _LINE.check_duplicate_play(game)
    outcome = game.outcome
    if outcome.fault is not None and (outcome.changes is None or -30 not in outcome.changes):
        raise _LINE.cannot("a fault that does not cost 30 points")
    if outcome.changes is None and not outcome.wins and outcome.finished:
        raise _LINE.cannot("a drawn hand without scores")
    log: list[dict[str, Any]] = []
    for step in judge_script(game, _LINE):
        told = {str(p): text for p, text in enumerate(step.content)}
        log += [told, _answered(step)]
    record: dict[str, Any] = {"log": log, "quan": int(game.round)}
    if outcome.changes is not None and outcome.finished:
        record = {"scores": list(outcome.changes)} | record
    if (walls := walltiles(game)) is not None:
        record["walltiles"] = walls
    if game.seed is not None:
        record["seed"] = game.seed
    return jsontext.dump(record)


def _output(command: str, content: list[Any], display: dict[str, Any]) -> dict[str, Any]:
    told = {str(p): one for p, one in enumerate(content)}
    return {"output": {"command": command, "content": told, "display": display}, "verdict": "OK"}


def _answered(step: Step) -> dict[str, Any]:
    answers = zip(step.verdicts, step.answers, strict=True)
    return {str(p): {"verdict": v, "response": said} for p, (v, said) in enumerate(answers)}


def _end(outcome: Outcome) -> dict[str, Any]:
    changes = list(outcome.changes or ())
    if outcome.fault is not None:
        return {"action": outcome.fault.code, "player": outcome.fault.player, "score": changes}
    if not outcome.wins:
        return {"action": "HUANG"}
    (win,) = outcome.wins
    if win.total is None or win.fans is None:
        raise _MATCH.cannot("a win without its points and fan")
    shown = {"action": "HU", "player": win.player, "fanCnt": win.total}
    return shown | {"fan": _fans(win), "score": changes}


def _fans(win: WinRecord) -> list[dict[str, Any]]:
    values = win.values or {}
    return [
        {"name": fan(key).zh, "cnt": n, "value": values.get(key, fan(key).value)}
        for key, n in (win.fans or {}).items()
    ]
