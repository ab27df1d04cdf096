"""Text to tiles."""

from __future__ import annotations

import re
from typing import Final

from mjlab.errors import NotationError
from mjlab.notation.grammar import (
    DIALECTS,
    GRAMMARS,
    Dialect,
    ParsedHand,
    ParsedMeld,
    check_dialect,
)

__all__ = ["detect_dialect", "parse_hand", "parse_tiles"]

_LONGEST = 400
"""A hand is never longer; more is refused before it is read."""


_IGNORED = re.compile(r"[\s︎️,]+")  # spaces, emoji selectors, commas between tiles
_SOURCE = re.compile(r"\s*,\s*([0-9]+)\s*(?=[\]}])")
_FOLDED: Final = {0xFF01 + i: 0x21 + i for i in range(94)} | {ord("【"): "[", ord("】"): "]"}
_FOLDED[ord("、")] = ","
"""Characters of an input method to plain ones, one to one: places in a text stay what they are."""

_CAPITAL_SUIT: Final = re.compile("(?<=[0-9])[MPSZ]")
_RED_FIVE: Final = re.compile("0[0-9]*[mps]|5[mps]?r|r5")
_SUITS: Final = "m characters, p dots, s bamboo, z honors 1-7, f flowers 1-8"

_SIGNS: Final = {
    "unicode": re.compile("[\U0001f000-\U0001f029]"),
    "chinese": re.compile("[\u4e00-\u9fff]"),
    "botzone": re.compile(r"[A-Z][0-9](?![0-9\s,]*[a-z])"),
    "helper": re.compile(r"[ESWNCFP]"),
    # "1234" is more likely a forgotten suit than two ids: ids are told by their spaces.
    "ids": re.compile(r"[\s\[{]*[0-9]{2}(?:(?:[\s\[\]{}+]|,\s*[0-9]\s*(?=\]))+[0-9]{2})+"
                      r"(?:\s*,\s*[0-9]\s*(?=\]))?[\s\]}]*\Z"),
}  # fmt: skip
"""A form that only this dialect has, in the order in which they are looked for."""


def detect_dialect(text: str) -> str:
    """Name the dialect of a text by a form that no other dialect has.

    Looked for are, in this order: a tile character of Unicode; a Chinese character; a capital
    with a digit of its own (``W1``, but not ``E1m``: botzone); an honor letter (one of
    ``ESWNCFP``: helper); nothing but pairs of digits, at least two, with something between them
    (ids). Any other text is native by definition: ``555z`` is white and ``[1111m]`` a melded kong
    though helper apps read red and a concealed one.

    Parameters
    ----------
    text : str
        Tiles or a hand.

    Returns
    -------
    str
        One of :data:`DIALECTS`.

    Raises
    ------
    NotationError
        If honor letters stand beside something that native reads in another way than helper: a
        dragon written with z, or a kong in ``[...]`` without a source.

    Examples
    --------
    >>> [detect_dialect(t) for t in ("19m5z", "W1 J3", "一万白", "19mP", "11 19 45")]
    ['native', 'botzone', 'chinese', 'helper', 'ids']
    """
    plain = text.translate(_FOLDED)
    for dialect, sign in _SIGNS.items():
        if sign.match(plain) if dialect == "ids" else sign.search(plain):
            break
    else:
        return "native"
    if dialect == "helper":
        _refuse_two_meanings(text)
    return dialect


def _refuse_two_meanings(text: str) -> None:
    """Refuse what native and helper read differently, by what was read as helper."""
    reader = _Reader(text, "helper")
    try:
        reader.read()
    except NotationError:
        return  # parse_hand tells what is wrong
    if reader.digit_dragon is not None:
        raise NotationError(
            "letters for honors stand beside dragons written with z, whose order differs "
            "between dialects",
            text=text,
            position=reader.digit_dragon,
            hint="name the dialect: native has 567z = white green red, helper red green white",
        )
    if reader.bare_kong is not None:
        raise NotationError(
            "a kong in [] without a source is melded in native notation and concealed in that "
            "of helper apps",
            text=text,
            position=reader.bare_kong,
            hint="name the dialect, or write {CCCC} for a concealed and [CCCC,1] for a melded kong",
        )


def parse_tiles(text: str, dialect: Dialect = "auto") -> tuple[int, ...]:
    """Read loose tiles.

    Parameters
    ----------
    text : str
        Tiles without sets, e.g. ``"19m5z"``.
    dialect : str
        ``"auto"`` or one of :data:`DIALECTS`.

    Returns
    -------
    tuple of int
        Tile indices in the order written. How many of a kind there may be is not checked here.

    Raises
    ------
    NotationError
        If the text is not of the dialect, or holds sets.

    Examples
    --------
    >>> parse_tiles("345s3p5z")
    (20, 21, 22, 11, 31)
    >>> parse_tiles("555z", dialect="helper")
    (33, 33, 33)
    """
    parsed = parse_hand(text, dialect)
    if parsed.melds:
        raise NotationError(
            "loose tiles were expected, a set was found",
            text=text,
            position=parsed.melds[0].position,
            hint="123m5z",
        )
    return parsed.tiles if parsed.win is None else (*parsed.tiles, parsed.win)


def parse_hand(text: str, dialect: Dialect = "auto") -> ParsedHand:
    """Read a hand: sets in brackets, standing tiles, the winning tile after ``+``.

    Parameters
    ----------
    text : str
        The hand.
    dialect : str
        ``"auto"`` or one of :data:`DIALECTS`.

    Returns
    -------
    ParsedHand
        What was read; :class:`mjlab.hand.Hand` and :class:`mjlab.hand.Win` check it.

    Raises
    ------
    NotationError
        With the place of the first character that does not fit.

    Examples
    --------
    >>> parse_hand("[123m]45p+6p").win
    14
    """
    if not isinstance(text, str):
        raise NotationError(f"a text was expected, {type(text).__name__} was given")
    if len(text) > _LONGEST:
        raise NotationError(
            f"{len(text)} characters are too long for a hand", text=text, position=_LONGEST
        )
    check_dialect(dialect)
    try:
        return _Reader(text, detect_dialect(text) if dialect == "auto" else dialect).read()
    except NotationError:
        if dialect in ("auto", "native"):
            _refuse_capital_suits(text)
        raise


def _refuse_capital_suits(text: str) -> None:
    """Refuse ``123M``, where the suit in lower case is all that is wanting."""
    found = _CAPITAL_SUIT.search(text.translate(_FOLDED))
    if not found:
        return
    plain = _CAPITAL_SUIT.sub(lambda letter: letter[0].lower(), found.string)
    try:
        _Reader(plain, detect_dialect(plain)).read()
    except NotationError:
        return  # more is wrong than that
    raise NotationError(
        f"{found[0]!r} is no suit, {found[0].lower()!r} is",
        text=text,
        position=found.start(),
        hint=f"suits are written in lower case: {plain}",
    ) from None


class _Reader:
    """One pass over a text."""

    def __init__(self, text: str, dialect: str) -> None:
        self.given = text
        self.text = text.translate(_FOLDED)
        self.dialect = dialect
        self.digit_dragon: int | None = None  # where a dragon is written with z
        self.bare_kong: int | None = None  # where a kong stands in [] without a source
        self.grammar = GRAMMARS[dialect]
        self.marks = {mark for mark, _ in self.grammar.group}
        self.suffixes = {suffix for _, suffix in self.grammar.group}

    def fail(self, message: str, position: int, hint: str | None = None) -> NotationError:
        example = hint or f"in {self.dialect} notation: {self.grammar.example}"
        return NotationError(message, text=self.given, position=position, hint=example)

    def no_tile(self, token: str, position: int) -> NotationError:
        """Say what stands there instead of a tile."""
        if token in "()":
            return self.fail("sets stand in [ ], not in ( )", position, "[123m]{7777z}45p99s+6p")
        # Botzone first: W1 is its tile, though helper has a W.
        for other in sorted(DIALECTS, key="botzone".__ne__):
            if found := self.written_in(other, position):
                return self.mixed(found, other, position)
        shown = self.given[position : position + len(token)]
        return self.fail(f"{shown!r} is not a tile", position, self.suits(position))

    def suits(self, position: int) -> str | None:
        """A hint what may stand there, in the notations that have suits."""
        if "z" not in self.suffixes:
            return None
        red = any(
            _RED_FIVE.match(self.text, at) for at in range(max(0, position - 2), position + 1)
        )
        said = f"there are no red fives; {_SUITS}" if red else _SUITS
        return f"{said}: {self.grammar.example}"

    def mixed(self, found: str, other: str, position: int) -> NotationError:
        """Say that a tile of another dialect stands there."""
        sign = _SIGNS[self.dialect].search(self.text) if self.dialect in _SIGNS else None
        if sign is None:
            message = f"{found!r} is {other} notation, the text is read as {self.dialect}"
            return self.fail(message, position, f"dialect={other!r}, if all of it is")
        return self.fail(
            f"two notations are mixed: {found!r} is {other}, {sign.group()!r} {self.dialect}",
            position,
            "one notation for all tiles: 123p7z+7z or 一二三饼中+中",
        )

    def written_in(self, dialect: str, position: int) -> str:
        """Return the tiles, or the mark of a suit, that stand here in another dialect."""
        grammar = GRAMMARS[dialect]
        own = self.grammar.tokens.match(self.text, position)
        found = grammar.tokens.match(self.text, position)
        if dialect == self.dialect or not found or (own and own.end() > found.end()):
            return ""
        token = found.group()
        if token in grammar.single or token in {suffix for _, suffix in grammar.group}:
            return token
        marks = "".join(mark for mark, _ in grammar.group)
        run = re.compile(rf"[\s{marks}]+(.)").match(self.text, position) if marks else None
        return run.group() if run and (token, run.group(1)) in grammar.group else ""

    def read(self) -> ParsedHand:
        melds: list[ParsedMeld] = []
        standing: list[int] = []
        win: int | None = None
        position = 0
        while position < len(self.text):
            char = self.text[position]
            if ignored := _IGNORED.match(self.text, position):
                position = ignored.end()
            elif char in "[{":
                meld, position = self.meld(position)
                melds.append(meld)
            elif char in "]}":
                raise self.fail(f"{char!r} closes nothing", position)
            elif char == "+":
                if win is not None:
                    raise self.fail("a second winning tile", position)
                tiles, end = self.tiles(position + 1)
                if len(tiles) != 1:
                    raise self.fail(
                        f"one winning tile is expected after '+', not {len(tiles)}", position
                    )
                win, position = tiles[0], end
            else:
                tiles, position = self.tiles(position)
                if win is not None:
                    raise self.fail("tiles after the winning tile", position - 1)
                standing += tiles
        if self.dialect == "helper" and win is None and len(standing) % 3 == 2:
            win = standing.pop()
        return ParsedHand(tuple(melds), tuple(standing), win, self.dialect)

    def meld(self, start: int) -> tuple[ParsedMeld, int]:
        closing = "]" if self.text[start] == "[" else "}"
        tiles, position = self.tiles(start + 1, inside=True)
        added, source = False, 0
        if self.text[position : position + 1] == "+":
            more, position = self.tiles(position + 1, inside=True)
            if len(more) != 1:
                raise self.fail("one added tile is expected in a kong like [777z+7z]", position)
            tiles, added = [*tiles, *more], True
        if found := _SOURCE.match(self.text, position):
            source, position = int(found.group(1)), found.end()
            if source not in (0, 1, 2, 3, 5, 6, 7):
                raise self.fail(f"a set cannot come from {source}", found.start(1), "[123m,1]")
        if self.text[position : position + 1] != closing:
            raise self.fail(f"{self.text[start]!r} is not closed by {closing!r}", start)
        if source >= 5:
            added, source = True, source - 4
        concealed = closing == "}"
        if self.dialect == "helper" and len(tiles) == 4 and not source and not added:
            if not concealed and self.bare_kong is None:
                self.bare_kong = start
            concealed = True
        if concealed and (source or added):
            raise self.fail("a concealed kong comes from nobody", start, "{7777z}")
        return ParsedMeld(tuple(tiles), concealed, added, source, start), position + 1

    def tiles(self, position: int, *, inside: bool = False) -> tuple[list[int], int]:
        """Read tiles until a bracket, a plus, a set's source or the end."""
        tiles: list[int] = []
        waiting: list[tuple[str, int]] = []  # marks that wait for the suffix of their group
        while position < len(self.text):
            char = self.text[position]
            if char in "[]{}+" or (inside and _SOURCE.match(self.text, position)):
                break
            if ignored := _IGNORED.match(self.text, position):
                comma = ignored.group().find(",")
                if comma >= 0 and waiting:
                    raise self.fail("a comma splits a group", position + comma, "123m,45p")
                position = ignored.end()
                if comma >= 0 and inside and self.text[position : position + 1] in ("]", "}"):
                    raise self.fail("no source stands after the comma", position, "[123m,1]")
                continue
            found = self.grammar.tokens.match(self.text, position)
            token = found.group() if found else char
            if token in self.grammar.single and not waiting:
                tiles.append(self.grammar.single[token])
            elif token in self.marks:
                waiting.append((token, position))
            elif token in self.suffixes:
                tiles += self.close_group(waiting, token, position)
                waiting = []
            elif waiting and token in self.grammar.single:
                raise self.fail(f"{waiting[-1][0]!r} has no suit", waiting[-1][1])
            else:
                raise self.no_tile(token, position)
            position += len(token)
        if waiting:
            raise self.fail(f"{waiting[-1][0]!r} has no suit", waiting[-1][1])
        return tiles, position

    def close_group(self, waiting: list[tuple[str, int]], suffix: str, position: int) -> list[int]:
        if not waiting:
            raise self.fail(f"no tile stands before {suffix!r}", position)
        for mark, place in waiting:
            if (mark, suffix) not in self.grammar.group:
                raise self.fail(f"{mark + suffix!r} is not a tile", place, self.suits(position - 1))
        if suffix == "z" and self.digit_dragon is None:
            self.digit_dragon = next((at for mark, at in waiting if mark in "567"), None)
        return [self.grammar.group[mark, suffix] for mark, _ in waiting]
