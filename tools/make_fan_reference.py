"""Write the reference of all fan: docs/fans.md, with an example drawn for each in docs/fans/.

Usage: ``python tools/make_fan_reference.py`` writes, ``--check`` only compares and exits 1 if a
file is not what is made. Names, definitions and exclusions come from the rules, the examples from
docs/fans/examples.csv, each held against the scorer, and the odds from ten censuses, which take
some ten seconds. The same rules always give the same files.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from rich.progress import track

from mjlab import census
from mjlab.census import Census
from mjlab.census.absent import why_absent
from mjlab.common.wording import exact_percent, one_in
from mjlab.draw import svg
from mjlab.hand import Win
from mjlab.reference import Score, score
from mjlab.rules import FANS, LOCAL_FANS, Fan, fan
from mjlab.rules.fans import Exclusion

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "fans.md"
FOLDER = ROOT / "docs" / "fans"
SEAT, ROUND = "S", "E"
"""Two different winds, so that their pungs are told apart."""
PARTNERS = 6
HEIGHT = 44
Censuses = dict[tuple[int, bool], Census]
"""By the number of claimed sets and whether the win is self-drawn."""


@dataclass(frozen=True)
class Counts:
    """The censuses with their tables of fan."""

    censuses: Censuses
    tables: dict[tuple[int, bool], pd.DataFrame]

    @classmethod
    def run(cls) -> Counts:
        kinds = [(melds, drawn) for drawn in (True, False) for melds in range(5)]
        censuses = {
            (melds, drawn): census.run(
                melds=melds, self_drawn=drawn, seat=SEAT, round=ROUND, threads=2
            )
            for melds, drawn in track(kinds, description="every hand", transient=True)
        }
        tables = {kind: one.fan_table().set_index("fan") for kind, one in censuses.items()}
        return cls(censuses, tables)

    @property
    def main(self) -> Census:
        """Concealed and self-drawn."""
        return self.censuses[0, True]

    def row(self, key: str, kind: tuple[int, bool] = (0, True)) -> pd.Series:
        return self.tables[kind].loc[key]


# The examples ------------------------------------------------------------------------------


def examples() -> dict[str, Win]:
    """The example of each fan; refused unless the fan counts in it and it is a legal win."""
    with (FOLDER / "examples.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["fan"]: row for row in csv.DictReader(file)}
    if list(rows) != [one.key for one in FANS]:
        raise SystemExit("examples.csv: one row for each fan is expected, in the order of FANS")
    wins = {key: _win(row["hand"], row["circumstances"]) for key, row in rows.items()}
    for key, win in wins.items():
        scored = score(win)
        if key not in scored.fans or not scored.legal_win:
            raise SystemExit(f"examples.csv: {win} is no win with {key}: {scored.fans}")
    return wins


def _win(text: str, circumstances: str) -> Win:
    told: dict[str, bool | int] = {}
    for word in circumstances.split():
        name, sign, value = word.partition("=")
        told[name] = int(value) if sign else True
    return Win.parse(text, seat=SEAT, round=ROUND, **told)


def picture(win: Win) -> str:
    """A win as an SVG file in which each face is drawn once."""
    drawn = win.draw(height=HEIGHT, shared=True)
    used = {win.tile, *win.concealed, *(tile for meld in win.melds for tile in meld.tiles)}
    head, end, rest = drawn.partition("</desc>")
    return f"{head}{end}{svg.symbols(used)}{rest}\n"


# The page ----------------------------------------------------------------------------------


def page(counts: Counts, wins: dict[str, Win]) -> str:
    """The text of docs/fans.md."""
    parts = [_preface(counts), "## Overview\n", _overview(counts)]
    value = None
    for one in sorted(FANS, key=lambda f: -f.value):
        if one.value != value:
            value = one.value
            parts.append(f"## {value} fan\n")
        parts.append("\n\n".join(_section(one, counts, score(wins[one.key]))) + "\n")
    return "\n".join([*parts, _local_fan()])


def _preface(counts: Counts) -> str:
    main = counts.main
    claimed = sum(counts.censuses[melds, True].pairs for melds in range(1, 5))
    return f"""\
# The fan 番种

Every fan of Chinese Official mahjong: its value, its definition, what it implies, a hand that has
it, and how often it counts, exactly. The page is made by `python tools/make_fan_reference.py`;
corrections belong into `mjlab/rules/fans.csv` and `docs/fans/examples.csv`.

**Rules.** Values, counts and totals are those of the ruleset `{main.rules.name}`; other values are
told where editions differ, and [rulings.md](rulings.md) lists what authorities disagree on.
*Implies* names the fan that are not counted beside a fan because they are part of it, or another
reading of its tiles; *never together with* names those of which only one can count, neither being
part of the other. With ° this is by established practice and the non-repeat principle, without by
the words of the rulebook of 1998. "Within its sets" means: not for the sets that make the larger
fan, but well for others.

**Examples.** The player sits South in the East round and wins on a discard unless something else is
said; the winning tile stands apart. `[ ]` is a claimed set, `{{ }}` a concealed kong. Every example
is scored, counts the fan, and is a legal win.

**Odds.** They come from a census of all hands there are, not from games. A *win* is a complete
hand together with the kind of tile that completed it: {main.pairs:,} wins with {main.hands:,}
concealed hands. Told apart by the four copies of each kind there are {main.physical_pairs:,}
*physical* ones, and "one in" is physical: the fan counts in one of so many if all complete sets of
fourteen tiles are equally likely, and each of the fourteen equally likely the last. Shares that
"reach {main.rules.min_fan}" are physical too, and so are those of what stands beside a fan. Nobody
plays like that: players keep what helps and claim what they need. So these are the odds of the
tiles among complete hands, not those of a player, and not the odds of winning. With one to four
chows and pungs claimed from others
({claimed:,} more wins) the same is counted; the copies that are claimed are told apart from those
that stand. Where several choices of fan reach the highest total, one of them is counted, which
shifts the shares of some fan of 1 point. The player sits South in the East round. Kongs, flowers,
the last tile of the wall and what lies on the table are outside of the count; where this concerns a
fan, its section says so. [census.md](census.md) tells more.
"""


def _overview(counts: Counts) -> str:
    least = counts.main.rules.min_fan
    lines = [
        f"| value | fan | concealed, self-drawn: one in | these reach {least} "
        f"| concealed, by discard: one in | these reach {least} |",
        "|--:|---|--:|--:|--:|--:|",
    ]
    for one in sorted(FANS, key=lambda f: -f.value):
        cells = [f"{one.value}", _link(one)]
        for drawn in (True, False):
            row = counts.row(one.key, (0, drawn))
            cells += [one_in(row["one_in"]), exact_percent(row["legal_share"])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _section(one: Fan, counts: Counts, example: Score) -> Iterator[str]:
    yield f'<a id="{one.key}"></a>\n\n### {one.name}'
    yield f"{one.value} fan, *{one.pinyin}*, `{one.key}`. {one.definition}"
    if one.notes:
        yield one.notes
    editions = one.values  # noqa: PD011 - no frame
    if len(set(editions.values())) > 1:
        told = (f"{_known(value)} ({edition})" for edition, value in editions.items())
        yield f"Value by edition: {', '.join(told)}."
    if one.excludes_everything:
        yield "Implies nothing and stands beside no other fan."
    rivals = [e for e in one.excludes if _excludes(fan(e.key), one)]
    smaller = [e for e in one.excludes if e not in rivals]
    if smaller:
        yield f"Implies: {'; '.join(map(_implied, smaller))}."
    if rivals:
        yield f"Never together with: {'; '.join(map(_implied, rivals))}."
    larger = [f for f in FANS if _excludes(f, one) and not _excludes(one, f)]
    if larger:
        yield f"Implied by: {'; '.join(map(_link, larger))}."
    yield f"![{example.win}](fans/{one.key}.svg)"
    yield f"`{example.win}`{_circumstances(example.win)} scores {example.total}: {_fans(example)}."
    yield from _odds(one, counts)


def _excludes(one: Fan, other: Fan) -> bool:
    return any(e.key == other.key for e in one.excludes)


def _implied(one: Exclusion) -> str:
    said = _link(fan(one.key)) + ("" if one.from_text else "°")
    if one.scope == "own":
        return f"{said} (within its sets)"
    return f"{said} (one of them)" if one.scope == "one" else said


def _circumstances(win: Win) -> str:
    told = [
        said
        for holds, said in (
            (win.self_drawn, "self-drawn"),
            (win.last_of_kind, "the last tile of its kind"),
            (win.wall_last, "the wall is empty"),
            (win.kong_replacement, "on the replacement of a kong"),
            (win.robbing_kong, "robbing a kong"),
            (win.flowers, f"with {win.flowers} flowers"),
        )
        if holds
    ]
    return f" ({', '.join(told)})" if told else ""


def _fans(scored: Score) -> str:
    return ", ".join(
        f"{fan(key).zh} {scored.rules.fan_value(key)}" + (f"×{len(made)}" if made[1:] else "")
        for key, made in scored.readings[0].by_value()
    )


def _odds(one: Fan, counts: Counts) -> Iterator[str]:
    """What the censuses know of a fan."""
    main, row = counts.main, counts.row(one.key)
    least = main.rules.min_fan
    where = [kind for kind, table in counts.tables.items() if table.loc[one.key, "pairs"]]
    if row["pairs"]:
        yield (
            f"Concealed and self-drawn it counts in {row['pairs']:,} of {main.pairs:,} wins "
            f"({exact_percent(row['pairs'] / main.pairs)}), physically in "
            f"{row['physical_pairs']:,} of {main.physical_pairs:,} "
            f"({exact_percent(row['share'])}): **one in {one_in(row['one_in'])}**. "
            f"Of these {exact_percent(row['legal_share'])} reach {least}."
        )
    else:
        of = " of concealed self-drawn hands" if where else ""
        yield f"**Outside of the count{of}.** {why_absent(one.key, melds=0, self_drawn=True)}"
    if where:
        yield _beside(one, counts, min(where, key=lambda kind: (not kind[1], kind[0])))
        yield _by_claims(one, counts, least)


def _beside(one: Fan, counts: Counts, kind: tuple[int, bool]) -> str:
    """The most frequent partners in one of the censuses."""
    partners = counts.censuses[kind].partners(one.key).head(PARTNERS)
    told = "; ".join(
        f"{_link(fan(row['fan']))} {exact_percent(row['share'])}"
        for row in partners.to_dict("records")
    )
    place = "" if kind == (0, True) else f"; {_kind(kind)}"
    return f"Most often beside it (physical shares{place}): {told or 'nothing'}."


def _kind(kind: tuple[int, bool]) -> str:
    melds, drawn = kind
    sets = f"{melds} claimed set{'s' * (melds > 1)}" if melds else "concealed"
    return f"{sets}, {'self-drawn' if drawn else 'by discard'}"


def _by_claims(one: Fan, counts: Counts, least: int) -> str:
    lines = [
        f"| claimed sets | self-drawn: one in | reach {least} | by discard: one in "
        f"| reach {least} |",
        "|--:|--:|--:|--:|--:|",
    ]
    for melds in range(5):
        rows = [counts.row(one.key, (melds, drawn)) for drawn in (True, False)]
        if any(row["pairs"] for row in rows):
            cells = [c for row in rows for c in (one_in(row["one_in"]),
                                                 exact_percent(row["legal_share"]))]  # fmt: skip
            lines.append(f"| {melds} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _local_fan() -> str:
    rows = "\n".join(
        f"| {one.name} | *{one.pinyin}* | {one.value} | {f'{one.definition} {one.notes}'.strip()} |"
        for one in LOCAL_FANS
    )
    return f"""\
## Local fan

Regional fan that no ruleset here counts; known by name, so that logs with them can be read.

| fan | pinyin | value | definition |
|---|---|--:|---|
{rows}
"""


def _link(one: Fan) -> str:
    return f"[{one.name}](#{one.key})"


def _known(value: int | None) -> str:
    return "–" if value is None else str(value)


# The files ---------------------------------------------------------------------------------


def files(counts: Counts | None = None) -> dict[Path, str]:
    """Every file there must be, with its text; the page only where `counts` is given."""
    wins = examples()
    made = {FOLDER / f"{key}.svg": picture(win) for key, win in wins.items()}
    if counts is not None:
        made[PAGE] = page(counts, wins)
    return made


def stale(made: dict[Path, str]) -> list[Path]:
    """Files that are not what is made, and pictures that are not made."""
    changed = [
        path
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    return changed + [path for path in sorted(FOLDER.glob("*.svg")) if path not in made]


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return the exit code."""
    parser = argparse.ArgumentParser(description="Write the reference of all fan.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if stale")
    options = parser.parse_args(arguments)
    made = files(Counts.run())
    changed = stale(made)
    if options.check:
        names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
        print(f"stale: {names}" if changed else f"{len(made)} files are what is made")
        return int(bool(changed))
    for path in changed:
        if path not in made:
            path.unlink()
            continue
        temporary = path.with_name(f".{os.getpid()}.{path.name}")
        temporary.write_text(made[path], encoding="utf-8")
        temporary.replace(path)
    print(f"{len(made)} files, {len(changed)} renewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
