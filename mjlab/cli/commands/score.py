"""``mjlab score``: what one hand is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjlab.cli.console import print_json
from mjlab.cli.inputs import DIALECT_HELP, dialect_of, language_of, rules_of

if TYPE_CHECKING:
    from mjlab.reference import Score
    from mjlab.reference.score.explain import Explanation

__all__ = ["score"]


def score(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND",
            help="Sets, standing tiles, '+' and the winning tile: 123456m234p5567s+8s; "
            "between quotes where it has brackets: '[123m]456m789p1122s+2s'",
        ),
    ],
    dialect: Annotated[
        str, typer.Option(help=f"Notation of HAND: {DIALECT_HELP}.", metavar="NAME")
    ] = "auto",
    ruleset: Annotated[
        str, typer.Option(help="See 'mjlab rulesets'.", metavar="NAME")
    ] = "mcr1998_online",
    round_wind: Annotated[str, typer.Option("--round", help="Round wind.", metavar="WIND")] = "E",
    seat: Annotated[str, typer.Option(help="Seat wind.", metavar="WIND")] = "E",
    self_drawn: Annotated[
        bool, typer.Option("--self-drawn", help="自摸: drawn by oneself.")
    ] = False,
    last_of_kind: Annotated[
        bool, typer.Option("--last-of-kind", help="和绝张: the other three lie face up.")
    ] = False,
    wall_last: Annotated[
        bool, typer.Option("--wall-last", help="妙手回春, 海底捞月: the wall is empty.")
    ] = False,
    kong_replacement: Annotated[
        bool, typer.Option("--kong-replacement", help="杠上开花: the tile replaced a kong.")
    ] = False,
    robbing_kong: Annotated[
        bool, typer.Option("--robbing-kong", help="抢杠和: the tile was added to a pung.")
    ] = False,
    flowers: Annotated[int, typer.Option(help="Flowers laid aside.", metavar="N")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Tell the whole reasoning.")] = False,
    language: Annotated[
        str,
        typer.Option(help="en (fan by their Chinese names too), zh or both.", metavar="NAME"),
    ] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score one winning hand."""
    from mjlab.hand import Win
    from mjlab.reference import score as score_win
    from mjlab.reference.score.explain import summary

    rules, spoken = rules_of(ruleset), language_of(language)
    win = Win.parse(
        " ".join(hand),  # the shell has split what had spaces and no quotes
        dialect_of(dialect),
        round=round_wind,
        seat=seat,
        self_drawn=self_drawn,
        last_of_kind=last_of_kind,
        wall_last=wall_last,
        kong_replacement=kong_replacement,
        robbing_kong=robbing_kong,
        flowers=flowers,
    )
    result = score_win(win, rules)
    explanation = result.explain(spoken) if explain else None
    if as_json:
        print_json(_plain(result, explanation))
    else:
        typer.echo(str(explanation) if explanation else summary(result, spoken))


def _plain(result: Score, explanation: Explanation | None) -> dict[str, Any]:
    """The score as plain data; ``explanation`` only where it was asked for."""
    from mjlab.rules import fan

    fans = [
        {
            "key": key,
            "zh": fan(key).zh,
            "en": fan(key).en,
            "count": len(made),
            "value": result.rules.fan_value(key),
        }
        for key, made in result.readings[0].by_value()
    ]
    told: dict[str, Any] = {
        "hand": str(result.win),
        "win": result.win.to_dict(),
        "ruleset": result.rules.name,
        "total": result.total,
        "fan_total": result.fan_total,
        "legal_win": result.legal_win,
        "fans": fans,
        "reading": str(result.reading),
        "readings": [{"reading": str(r.reading), "fans": r.fans} for r in result.readings],
    }
    return told | ({"explanation": str(explanation)} if explanation else {})
