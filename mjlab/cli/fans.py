"""``mjlab fans`` and ``mjlab rulesets``: the rules as data."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer

from mjlab.cli.terminal import console, table

if TYPE_CHECKING:
    from mjlab.rules import Fan, RuleSet

__all__ = ["fans", "rulesets"]

_EDITIONS = {"1998": "1998 rulebook", "online": "online play", "2006": "2006", "2014": "2014"}


def fans(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Key, Chinese or English name; all fan if left out."),
    ] = None,
    ruleset: Annotated[
        str, typer.Option(help="Whose values are shown.", metavar="NAME")
    ] = "mcr1998_online",
) -> None:
    """List the fan, or tell about one.

    Of one: its values, its definition and what is not counted beside it.
    """
    from mjlab.rules import FANS, fan
    from mjlab.rules import ruleset as find_ruleset

    rules = find_ruleset(ruleset)
    if name is not None:
        _tell(fan(name), rules)
        return
    shown = table("value", "zh", "English", "pinyin", "key", right=("value",))
    for one in FANS:
        shown.add_row(str(rules.fan_value(one.key)), one.zh, one.en, one.pinyin, one.key)
    console().print(shown)


def _tell(one: Fan, rules: RuleSet) -> None:
    from mjlab.rules import fan

    typer.echo(f"{one.zh} {one.en} ({one.pinyin})")
    typer.echo(f"  key: {one.key}")
    if one.local:
        typer.echo(f"  value: {one.value}, a regional fan that no ruleset here counts")
    else:
        typer.echo(f"  value: {rules.fan_value(one.key)} ({rules.name})")
        said = (f"{_EDITIONS[e]} {v or 'not known'}" for e, v in one.values.items())
        typer.echo(f"  by edition: {', '.join(said)}")
    typer.echo(f"  {one.definition}")
    if one.excludes_everything:
        typer.echo("  counted alone: excludes every fan but flowers")
    scopes = {"all": "", "own": " (of the same sets)", "one": " (one instance)"}
    for from_text, head in ((True, "the 1998 text"), (False, "practice")):
        names = [
            fan(x.key).name + scopes[x.scope] for x in one.excludes if x.from_text == from_text
        ]
        if names:
            typer.echo(f"  not counted beside it, by {head}: {', '.join(names)}")
    if one.notes:
        typer.echo(f"  note: {one.notes}")


def rulesets() -> None:
    """List the rulesets.

    For each the minimum of fan, and the switches in which it differs from the default.
    """
    from mjlab.rules import RULESETS
    from mjlab.rules import ruleset as find_ruleset

    default = find_ruleset()
    shown = table("name", "minimum", "switches that differ from the default", right=("minimum",))
    for rules in RULESETS.values():
        changed = [
            f"{f.name}={getattr(rules, f.name)}"
            for f in fields(rules)
            if f.name != "name" and getattr(rules, f.name) != getattr(default, f.name)
        ]
        said = ", ".join(changed) if changed else "the default" * (rules is default)
        shown.add_row(rules.name, str(rules.min_fan), said)
    console().print(shown)
