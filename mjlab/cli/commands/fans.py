"""``mjlab fans`` and ``mjlab rulesets``: the rules as data."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer

from mjlab.cli.console import console, room, table, wrapped
from mjlab.cli.inputs import RULESET_ALIASES, language_of, rules_of
from mjlab.cli.tables import Column, laid_out
from mjlab.errors import RulesetError

if TYPE_CHECKING:
    from mjlab.common.wording import Language
    from mjlab.rules import Fan, RuleSet

__all__ = ["fans", "rulesets"]

_EDITIONS = {"1998": "1998 rulebook", "online": "online play", "2006": "2006", "2014": "2014"}


def fans(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Key, Chinese or English name, pinyin without tones, or a part of these; "
            "all fan if left out.",
        ),
    ] = None,
    ruleset: Annotated[
        str, typer.Option(help="Whose values are shown.", metavar="NAME")
    ] = "mcr1998_online",
    language: Annotated[
        str, typer.Option(help="How fan are named: zh, en or both.", metavar="NAME")
    ] = "both",
) -> None:
    """List the fan, search them, or tell about one.

    Of one: its values, its definition and what is not counted beside it.
    """
    from mjlab.rules import FANS

    rules, spoken = rules_of(ruleset), language_of(language)
    found = list(FANS) if not name else _search(" ".join(name))
    if len(found) == 1:
        _tell(found[0], rules, spoken)
        return
    columns = {"value": Column("value", number=True)}
    if spoken != "en":
        columns["zh"] = Column("zh")
    if spoken != "zh":
        columns["en"] = Column("English")
    if spoken != "en":
        columns["pinyin"] = Column("pinyin", spare=1)
    columns["key"] = Column("key")
    rows = []
    for one in found:
        value = str(one.value) if one.local else str(rules.fan_value(one.key) or "–")
        rows.append([value, *(getattr(one, name) for name in columns if name != "value")])
    laid = laid_out([*columns.values()], rows, room())
    typer.echo("\n".join(laid.lines))
    if any(one.local for one in found):
        regional = ", ".join(one.name_in(spoken) for one in found if one.local)
        typer.echo(f"Regional, counted by no ruleset here: {regional}")


def _search(name: str) -> list[Fan]:
    """Fan of that name, or else those with the name as a part of theirs."""
    from mjlab.common.wording import folded
    from mjlab.rules import FANS, LOCAL_FANS, fan

    wanted = folded(name)
    with suppress(RulesetError):
        return [fan(name)]
    found = [
        one
        for one in (*FANS, *LOCAL_FANS)
        if wanted
        and any(wanted in folded(n) for n in (one.key, one.zh, one.zh_hant, one.en, one.pinyin))
    ]
    return found or [fan(name)]  # which tells near names


def _tell(one: Fan, rules: RuleSet, language: Language) -> None:
    from mjlab.rules import fan

    typer.echo(one.name_in(language) + f" ({one.pinyin})" * (language != "en"))
    typer.echo(f"  key: {one.key}")
    if one.local:
        typer.echo(f"  value: {one.value}, a regional fan that no ruleset here counts")
    else:
        typer.echo(f"  value: {_value(one, rules, language)} ({rules.name})")
        said = (f"{_EDITIONS[e]} {v or 'not in the list'}" for e, v in one.values.items())
        typer.echo(wrapped(f"by edition: {', '.join(said)}", "    ", "  "))
    typer.echo(wrapped(one.definition, "  "))
    if one.excludes_everything:
        typer.echo("  counted alone: excludes every fan but flowers")
    scopes = {"all": "", "own": " (of the same sets)", "one": " (one instance)"}
    for from_text, head in ((True, "the 1998 text"), (False, "practice")):
        names = [
            fan(x.key).name_in(language) + scopes[x.scope]
            for x in one.excludes
            if x.from_text == from_text
        ]
        if names:
            said_of = f"not counted beside it, by {head}: {', '.join(names)}"
            typer.echo(wrapped(said_of, "    ", "  "))
    if one.notes:
        typer.echo(wrapped(f"note: {one.notes}", "    ", "  "))


def _value(one: Fan, rules: RuleSet, language: Language) -> str:
    """What a fan is worth, or what is counted where the list lacks it."""
    from mjlab.rules import fan

    if value := rules.fan_value(one.key):
        return str(value)
    if one.key != "melded_and_concealed_kong":
        return "0, not counted"
    kongs = (fan(key) for key in ("concealed_kong", "melded_kong"))
    parts = " + ".join(f"{kong.name_in(language)} {rules.fan_value(kong.key)}" for kong in kongs)
    return f"not in the list: {parts}"


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
    for alias in RULESET_ALIASES:
        typer.echo(f"{alias}: another name of {find_ruleset(alias).name}")
