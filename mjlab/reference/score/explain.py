"""Why a win is worth what it is worth, as text and as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from mjlab.common.wording import Language, check_language
from mjlab.notation import format_tiles
from mjlab.reference.score.facts import Instance
from mjlab.reference.score.near_misses import near_misses
from mjlab.reference.score.phrases import columns, problem_zh, say
from mjlab.reference.score.principles import Uncounted
from mjlab.reference.score.readings import Group
from mjlab.reference.score.scored import ScoredReading, ScoredWin
from mjlab.reference.score.waits import waits_of
from mjlab.rules import fan
from mjlab.tiles import code, name_en

__all__ = ["Explanation", "summary"]

_STYLE = (
    "font-family:system-ui,sans-serif;font-size:14px;line-height:1.5;max-width:60em;"
    "color:CanvasText;background:Canvas;padding:.5em"
)
_CELL = "padding:.15em .8em .15em 0;border:0;text-align:left;vertical-align:middle"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The working of a score: readings, fan, principles.

    Parameters
    ----------
    score : Score
        The score to be explained.
    language : {"en", "zh", "both"}
        English, fan by their Chinese names too; Chinese only; or everything in both.

    Raises
    ------
    MjlabError
        For another language.

    Examples
    --------
    >>> from mjlab.hand import Win
    >>> from mjlab.reference import score
    >>> print(score(Win.parse("[123m][456m][789m]123p5z+5z", seat="S")).explain())
    [123m][456m][789m]123p5z+5z
      East round, South seat; won on a discard; waits, by shape: 5z
    Reading: four sets and a pair
      [123m] [456m] [789m] 123p 5z+5z
    Counted
      清龙 Pure Straight        16  [123m] [456m] [789m]
      喜相逢 Mixed Double Chow   1  [123m] 123p
      缺一门 One Voided Suit     1  whole hand
      单钓将 Single Wait         1  5z+5z
    There, but not counted
      连六 Short Straight        [123m] [456m]  non-repeat, implied by 清龙 Pure Straight
      连六 Short Straight        [456m] [789m]  non-repeat, implied by 清龙 Pure Straight
      老少副 Two Terminal Chows  [123m] [789m]  non-repeat, implied by 清龙 Pure Straight
    Total: 19 fan, 8 are needed
    """

    score: ScoredWin
    language: Language = "en"

    def __post_init__(self) -> None:
        check_language(self.language)

    def _say(self, phrase: str, **parts: object) -> str:
        return say(phrase, self.language, **parts)

    def _name(self, key: str) -> str:
        return fan(key).name_in("zh" if self.language == "zh" else "both")

    # What there is to say ------------------------------------------------------------------

    def circumstances(self) -> list[str]:
        """Everything about the win that was considered beside the tiles.

        Examples
        --------
        >>> from mjlab.hand import Win
        >>> from mjlab.reference import score
        >>> score(Win.parse("1112345678999m+5m", flowers=1)).explain().circumstances()
        ['East round, East seat', 'won on a discard', 'flowers: 1', 'waits, by shape: 123456789m']
        """
        win = self.score.win
        lines = [
            self._say(
                "winds",
                round=name_en(win.round.tile),
                seat=name_en(win.seat.tile),
                round_zh=win.round.zh,
                seat_zh=win.seat.zh,
            )
        ]
        if win.self_drawn or not win.robbing_kong:
            lines.append(self._say("self_drawn" if win.self_drawn else "discard"))
        flags = ("robbing_kong", "kong_replacement", "wall_last", "last_of_kind")
        lines += [self._say(flag) for flag in flags if getattr(win, flag)]
        if win.flowers:
            lines.append(self._say("flowers", n=win.flowers))
        exhausted = self.score.rules.wait_counts_exhausted
        waited = waits_of(win.concealed, win.melds, exhausted)
        lines.append(f"{self._say('waits')} {format_tiles(waited)}")
        for problem in win.problems:
            named = problem_zh(problem, code(win.tile)) if self.language == "zh" else problem
            lines.append(f"{self._say('problem')} {named}")
        return lines

    def _counted(self) -> Iterator[tuple[str, str, tuple[Instance, ...]]]:
        """Key, value and instances of each counted fan, the highest first."""
        for key, instances in self.score.readings[0].by_value():
            value, times = self.score.rules.fan_value(key), len(instances)
            yield key, f"{value}×{times}" if times > 1 else str(value), instances

    def _uncounted(self) -> Iterator[tuple[str, Instance, str]]:
        """Key, instance and reason of each fan that is there but not counted.

        Equal sets make equal instances, which are told once.
        """
        rows: dict[tuple[str, str, str], tuple[str, Instance, str]] = {}
        for one in self.score.readings[0].uncounted:
            reason = self._reason(one)
            rows.setdefault((one.key, str(one.instance), reason), (one.key, one.instance, reason))
        yield from rows.values()

    def _missed(self) -> Iterator[tuple[str, Instance, str]]:
        """Key, instance and reason of each fan that is missed by one thing only."""
        for missed in near_misses(self.score):
            yield missed.key, missed.instance, self._say(missed.reason, part=missed.part)

    def _left_out(self) -> Iterator[tuple[str, list[tuple[str, Instance, str]]]]:
        """Heading and rows of what is there but not counted, and of what is just missed."""
        for heading, rows in (("uncounted", self._uncounted()), ("missed", self._missed())):
            if found := list(rows):
                yield self._say(heading), found

    def _reason(self, one: Uncounted) -> str:
        """Which counted fan hide it, and for account-once which sets they join."""
        if one.principle == "non_repeat":
            return f"{self._say('non_repeat')} {', '.join(map(self._name, one.because))}"
        first, last = one.ends
        chain = ", ".join(f"{self._name(key)} ({instance})" for key, instance in one.chain)
        return f"{self._say('account_once', first=first, last=last)} {chain}"

    def _result(self) -> list[str]:
        score = self.score
        lines = [self._say("fan_total", n=score.fan_total, least=score.rules.min_fan)]
        if not score.legal_win:
            lines.append(self._say("too_low"))
        if score.win.flowers:
            lines.append(self._say("points", n=score.total))
        return lines

    def _compared(self) -> list[str]:
        """Other ways to count as high, and the best of the lower readings."""
        lines = []
        shown = {tuple(self.score.fans.items())}
        same = self.score.reading.has_sets_of
        # Other names for the sets shown come before other sets.
        for other in sorted(self.score.readings[1:], key=lambda one: not same(one.reading)):
            fans = tuple(other.fans.items())
            if fans in shown:
                continue
            shown.add(fans)
            if same(other.reading):
                lines.append(f"{self._say('tied_names')} {self._listed(other)}")
            else:
                lines.append(f"{self._say('tied_reading')} {self._read(other)}")
        rejected = self.score.rejected
        if rejected is None:
            return lines
        return [*lines, f"{self._say('rejected', n=rejected.fan_total)} {self._read(rejected)}"]

    def _read(self, one: ScoredReading) -> str:
        return f"{one.reading}: {self._listed(one)}"

    def _listed(self, one: ScoredReading) -> str:
        return one.listed("zh" if self.language == "zh" else "both")

    def _made_by(self, key: str, instance: Instance) -> str:
        if key == "flower_tiles":
            return self._say("flower")
        return str(instance) or self._say("whole_hand")

    # Text ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        reading = self.score.reading
        parts = [
            str(self.score.win),
            f"  {'; '.join(self.circumstances())}",
            f"{self._say('reading')}: {self._say(reading.shape)}",
            f"  {reading}",
            self._say("counted"),
            columns([(*row, "; ".join(made)) for *row, made in self._lines()], numbers=[1]),
        ]
        for heading, rows in self._left_out():
            cells = [(self._name(key), self._made_by(key, made), why) for key, made, why in rows]
            parts += [heading, columns(cells)]
        parts += [f"{self._say('total')}: {'; '.join(self._result())}"]
        if compared := self._compared():
            parts += [self._say("highest"), *(f"  {line}" for line in compared)]
        return "\n".join(parts)

    def _lines(self) -> Iterator[tuple[str, str, list[str]]]:
        for key, value, instances in self._counted():
            made = dict.fromkeys(self._made_by(key, instance) for instance in instances)
            yield self._name(key), value, list(made)

    # HTML ----------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        from mjlab.draw import svg  # drawing costs nothing until a notebook asks

        def drawn(tiles: Sequence[int], height: int) -> str:
            return str(svg.tiles(tiles, height=height))

        return _page(self, drawn)


def summary(score: ScoredWin, language: Language = "en") -> str:
    """The reading, the fan and the total, as ``str(score)`` shows them."""
    explanation = Explanation(score, language)
    rows = [(explanation._name(key), value) for key, value, _ in explanation._counted()]
    return "\n".join(
        [str(score.reading), columns(rows, numbers=[1]), ", ".join(explanation._result())]
    )


_Draw = Callable[[Sequence[int], int], str]


def _page(explanation: Explanation, drawn: _Draw) -> str:
    """Lay the explanation out; every text is escaped, the pictures are our own."""
    score, say_it = explanation.score, explanation._say
    counted = [
        [
            escape(explanation._name(key)),
            f"<b>{escape(value)}</b>",
            _made_by_html(explanation, key, instances, drawn),
        ]
        for key, value, instances in explanation._counted()
    ]
    parts = [
        f"<code>{escape(str(score.win))}</code>",
        f"<div>{escape('; '.join(explanation.circumstances()))}</div>",
        _heading(f"{say_it('reading')}: {say_it(score.reading.shape)}"),
        f"<div>{''.join(_drawn_group(group, drawn) for group in score.reading.groups)}</div>",
        _heading(say_it("counted")),
        _table(counted),
    ]
    for heading, rows in explanation._left_out():
        cells = [
            [
                escape(explanation._name(key)),
                _made_by_html(explanation, key, (instance,), drawn),
                escape(why),
            ]
            for key, instance, why in rows
        ]
        parts += [_heading(heading), _table(cells)]
    parts.append(_heading(f"{say_it('total')}: {'; '.join(explanation._result())}"))
    if compared := explanation._compared():
        parts.append(_heading(say_it("highest")))
        parts += [f"<div>{escape(line)}</div>" for line in compared]
    return f'<div class="mjlab-explanation" style="{_STYLE}">{"".join(parts)}</div>'


def _drawn_group(group: Group, drawn: _Draw) -> str:
    """A group over its notation; the winning tile stands apart."""
    tiles = list(group.tiles)
    pictures = [drawn(tiles, 40)]
    if group.win is not None:
        tiles.remove(group.win)
        pictures = [drawn(tiles, 40), drawn([group.win], 40)]
    return (
        '<span style="display:inline-block;text-align:center;'
        'vertical-align:bottom;margin-right:1em">'
        f"{' + '.join(pictures)}<br><small>{escape(str(group))}</small></span>"
    )


def _made_by_html(
    explanation: Explanation, key: str, instances: Iterable[Instance], drawn: _Draw
) -> str:
    pictures = []
    for instance in instances:
        tiles = [t for group in instance.groups for t in group.tiles] or list(instance.tiles)
        pictures.append(drawn(tiles, 22) if tiles else escape(explanation._made_by(key, instance)))
    return " &nbsp; ".join(dict.fromkeys(pictures))


def _heading(text: str) -> str:
    return f'<div style="font-weight:600;margin-top:.6em">{escape(text)}</div>'


def _table(rows: Iterable[Iterable[str]]) -> str:
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f'<table style="border-collapse:collapse">{body}</table>'
