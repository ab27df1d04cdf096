"""``mjlab score``: what one hand is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from mjlab.reference import Score

__all__ = ["score"]


def score(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND",
            help="Sets, standing tiles, '+' and the winning tile: 123456m234p5567s+8s",
        ),
    ],
    dialect: Annotated[str, typer.Option(help="Notation of HAND.", metavar="NAME")] = "auto",
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score one winning hand."""
    import json

    from mjlab.hand import Win
    from mjlab.reference import score as score_win
    from mjlab.rules import ruleset as find_ruleset

    win = Win.parse(
        hand,
        dialect,  # type: ignore[arg-type]  # an unknown name is refused there
        round=round_wind,
        seat=seat,
        self_drawn=self_drawn,
        last_of_kind=last_of_kind,
        wall_last=wall_last,
        kong_replacement=kong_replacement,
        robbing_kong=robbing_kong,
        flowers=flowers,
    )
    result = score_win(win, find_ruleset(ruleset))
    if as_json:
        typer.echo(json.dumps(_plain(result, explain), ensure_ascii=False, indent=2))
    else:
        typer.echo(str(result.explain() if explain else result))


def _plain(result: Score, explain: bool) -> dict[str, Any]:
    """The score as plain data; ``explanation`` only where it was asked for."""
    from mjlab.rules import fan

    fans = [
        {
            "key": key,
            "zh": fan(key).zh,
            "en": fan(key).en,
            "count": count,
            "value": result.rules.fan_value(key),
        }
        for key, count in result.fans.items()
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
    return told | ({"explanation": str(result.explain())} if explain else {})
