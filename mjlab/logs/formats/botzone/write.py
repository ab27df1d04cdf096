"""Writing matches of Botzone, and the logs of local judges."""

from __future__ import annotations

from typing import Any, Final

from mjlab.common import json as jsontext
from mjlab.logs.formats.botzone.script import Step, judge_script, walltiles
from mjlab.logs.formats.limits import CannotHoldError, check_duplicate_play
from mjlab.logs.records import Ending, Game, Outcome, WinRecord
from mjlab.rules import fan

__all__ = ["botzone_match", "judge_line"]

_MATCH: Final = "a Botzone match"
_LINE: Final = "a judge's log"


def botzone_match(game: Game) -> str:
    """Write a hand as a match object of Botzone.

    Parameters
    ----------
    game : Game
        Duplicate play without flowers, with one winner or none.

    Returns
    -------
    str
        JSON. Names, the seed, the walls and what each player could win with are there if the
        record has them; what is not recorded is left out, never made up.

    Raises
    ------
    CannotHoldError
        Naming what the format has no place for.

    Examples
    --------
    >>> import json
    >>> from mjlab.simulate import games
    >>> game = next(games(1, seed=7, walls="duplicate"))
    >>> match = json.loads(botzone_match(game))
    >>> match["status"], [player["name"] for player in match["players"]]
    ('finished', ['P08', 'P04', 'P11', 'P05'])
    >>> match["logs"][2]["output"]["content"]["0"]
    '1 0 0 0 0 B9 F4 B7 B7 T1 T2 T8 B3 T3 F2 B3 T8 W1'
    """
    check_duplicate_play(game, _MATCH)
    outcome = game.outcome
    logs: list[dict[str, Any]] = []
    for step in judge_script(game, _MATCH):
        logs += [_output("request", step.content, step.display), _answered(step)]
    if outcome.ending is Ending.UNFINISHED:
        pass
    elif outcome.changes is None:
        raise CannotHoldError(f"{_MATCH} cannot hold an end without scores")
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
    """Write a hand as a line of a local judge's log.

    Parameters
    ----------
    game : Game
        Duplicate play without flowers, with one winner or none.

    Returns
    -------
    str
        One line of JSON, without its end. It has no place for names, offers and fan.

    Raises
    ------
    CannotHoldError
        Naming what the format has no place for.

    Examples
    --------
    >>> import json
    >>> from mjlab.simulate import games
    >>> game = next(games(1, seed=7, walls="duplicate"))
    >>> told = json.loads(judge_line(game))
    >>> told["scores"], told["log"][2]["0"]
    ([0, 0, 0, 0], '1 0 0 0 0 B9 F4 B7 B7 T1 T2 T8 B3 T3 F2 B3 T8 W1')
    """
    check_duplicate_play(game, _LINE)
    outcome = game.outcome
    if outcome.fault is not None and (outcome.changes is None or -30 not in outcome.changes):
        raise CannotHoldError(f"{_LINE} cannot hold a fault that does not cost 30 points")
    if outcome.changes is None and not outcome.wins and outcome.finished:
        raise CannotHoldError(f"{_LINE} cannot hold a drawn hand without scores")
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
        raise CannotHoldError(f"{_MATCH} cannot hold a win without its points and fan")
    shown = {"action": "HU", "player": win.player, "fanCnt": win.total}
    return shown | {"fan": _fans(win), "score": changes}


def _fans(win: WinRecord) -> list[dict[str, Any]]:
    values = win.values or {}
    return [
        {"name": fan(key).zh, "cnt": n, "value": values.get(key, fan(key).value)}
        for key, n in (win.fans or {}).items()
    ]
