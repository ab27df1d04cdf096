"""Tiles as text: one grammar, six dialects, parsing and formatting as pairs.

A hand is written as its sets, its standing tiles and, after ``+``, the winning tile::

    [123m]{5555z}45678p99s+9p

``[...]`` is a claimed set and ``{...}`` a concealed kong. ``[777z+7z]`` is a pung that became a
kong by adding the fourth tile. ``[123m,2]`` says where the claimed tile came from: for a chow
which of its tiles was claimed (1-3), for a pung or kong from whom (1 left, 2 across, 3 right;
5, 6, 7 the same for a kong added later).

======== ======================================== ============================================
dialect  tiles                                    particulars
======== ======================================== ============================================
native   ``123m 123p 123s``, ``1234z`` E S W N,   flowers ``1f``-``8f``
         ``567z`` white green red
helper   suits as native, honors ``ESWN`` and     a kong in ``[...]`` without a source is
         ``C F P`` (red green white); digits with concealed, as in Chinese helper apps; the
         z: ``5z`` red, ``6z`` green, ``7z`` white winning tile is the last tile
botzone  ``W1`` characters, ``B1`` dots, ``T1``   as on the platform and in the PKU data set
         bamboo, ``F1-4`` winds, ``J1-3`` red
         green white, ``H1-8`` flowers
chinese  ``一二三万``, ``九饼``, ``五条``, 东南西 traditional and regional forms (萬, 筒, 索
         北中发白, 春夏秋冬梅兰竹菊               ...) are read too
unicode  U+1F000 to U+1F029                       never drawn by mjlab, but read and written
ids      ``11``-``19`` characters, ``21``-``29``  two digits a tile
         dots, ``31``-``39`` bamboo, ``41``-``47``
         as 1z-7z, ``51``-``58`` flowers
======== ======================================== ============================================

The order of the dragons differs between dialects, so a dialect is either named or recognised
(``"auto"``) by a form that no other dialect has: see :func:`detect_dialect`. A text without any
such form is native by definition, whatever an app would make of it. Where such forms of two
dialects stand together, or the letters of helper beside something that native reads differently
(``567z``, a kong in ``[...]`` without a source), the text is refused.

Fullwidth forms of an input method are read like plain ones (``３ｍ＋３ｍ``), ``【】`` like ``[]``
and ``、`` like a comma. Spaces may stand anywhere, commas between tiles but not inside a
group such as ``123m``. ``docs/notation.md`` has examples of everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from mjlab.errors import NotationError
from mjlab.tiles import N_TILES

__all__ = [
    "DIALECTS",
    "Dialect",
    "ParsedHand",
    "ParsedMeld",
    "detect_dialect",
    "format_hand",
    "format_tiles",
    "parse_hand",
    "parse_tiles",
]

Dialect = Literal["auto", "native", "helper", "botzone", "chinese", "unicode", "ids"]
DIALECTS: Final = ("native", "helper", "botzone", "chinese", "unicode", "ids")
"""Names of the dialects, ``auto`` aside."""

_LONGEST = 400
"""A hand is never longer; more is refused before it is read."""


@dataclass(frozen=True, slots=True)
class ParsedMeld:
    """A bracket as it was read: nothing is checked yet but its notation."""

    tiles: tuple[int, ...]
    concealed: bool
    added: bool
    source: int
    position: int


@dataclass(frozen=True, slots=True)
class ParsedHand:
    """A hand as it was read; `tiles` in the order written, `win` None where no ``+`` stood."""

    melds: tuple[ParsedMeld, ...]
    tiles: tuple[int, ...]
    win: int | None
    dialect: str


@dataclass(frozen=True, slots=True)
class _Grammar:
    """How one dialect spells tiles.

    ``single`` maps a complete token to its tile. ``group`` maps (mark, suffix) to a tile, for
    dialects in which a suffix closes a run of marks (``123m``, ``一二三万``). ``prefix`` maps
    (letter, digit) for ``W1``. The first spelling of a tile is the one written.
    """

    single: dict[str, int]
    group: dict[tuple[str, str], int]
    tokens: re.Pattern[str]
    example: str

    def spellings(self) -> dict[int, str]:
        written: dict[int, str] = {}
        for token, tile in self.single.items():
            written.setdefault(tile, token)
        return written

    def grouped(self) -> dict[int, tuple[str, str]]:
        written: dict[int, tuple[str, str]] = {}
        for key, tile in self.group.items():
            written.setdefault(tile, key)
        return written


def _suit_groups(letters: str, offsets: Sequence[int], size: int = 9) -> dict[tuple[str, str], int]:
    return {
        (str(i + 1), letter): offset + i
        for letter, offset in zip(letters, offsets, strict=True)
        for i in range(size)
    }


def _native() -> _Grammar:
    group = _suit_groups("mps", (0, 9, 18))
    group |= {(str(i + 1), "z"): 27 + i for i in range(7)}
    group |= {(str(i + 1), "f"): 34 + i for i in range(8)}
    return _Grammar({}, group, re.compile(r"[0-9]|[a-z]"), "[123m]{5555z}45678p99s+9p")


def _helper() -> _Grammar:
    single = dict(zip("ESWNPFC", range(27, 34), strict=True))
    group = _suit_groups("mps", (0, 9, 18))
    group |= {(str(i + 1), "z"): t for i, t in enumerate((27, 28, 29, 30, 33, 32, 31))}
    group |= {(str(i + 1), "f"): 34 + i for i in range(8)}
    return _Grammar(single, group, re.compile(r"[0-9]|[A-Za-z]"), "[123m,1][CCCC]45678p99s9p")


def _botzone() -> _Grammar:
    single = {
        f"{letter}{i + 1}": offset + i
        for letter, offset in (("W", 0), ("B", 9), ("T", 18))
        for i in range(9)
    }
    single |= {f"F{i + 1}": 27 + i for i in range(4)}
    single |= {"J1": 33, "J2": 32, "J3": 31}
    single |= {f"H{i + 1}": 34 + i for i in range(8)}
    return _Grammar(single, {}, re.compile(r"[A-Z][0-9]?"), "[W1 W2 W3] B4 B5 T9 T9 +B6")


def _chinese() -> _Grammar:
    single = dict(zip("东南西北白发中春夏秋冬梅兰竹菊", range(27, 42), strict=True))
    single |= {"東": 27, "發": 32, "発": 32, "蘭": 39}
    group: dict[tuple[str, str], int] = {}
    for names, offset in (("万萬", 0), ("饼餅筒", 9), ("条條索", 18)):
        for marks in ("一二三四五六七八九", "123456789"):
            group |= {(m, n): offset + i for n in names for i, m in enumerate(marks)}
    return _Grammar(single, group, re.compile(r"."), "[一二三万]{白白白白}四五六七八饼九九条+九饼")


def _unicode() -> _Grammar:
    order = (27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18))
    flowers = (38, 39, 40, 41, 34, 35, 36, 37)
    single = {chr(0x1F000 + i): t for i, t in enumerate((*order, *flowers))}
    example = "".join(chr(0x1F000 + c) for c in (7, 8, 9, 25, 26))
    return _Grammar(single, {}, re.compile(r"."), f"[{example[:3]}]{example[3:]}...")


def _ids() -> _Grammar:
    single = {f"{s}{i + 1}": 9 * (s - 1) + i for s in (1, 2, 3) for i in range(9)}
    single |= {f"4{i + 1}": 27 + i for i in range(7)}
    single |= {f"5{i + 1}": 34 + i for i in range(8)}
    return _Grammar(single, {}, re.compile(r"[0-9][0-9]?"), "[11 12 13] 24 25 39 39 +26")


_GRAMMARS: Final[dict[str, _Grammar]] = {
    "native": _native(),
    "helper": _helper(),
    "botzone": _botzone(),
    "chinese": _chinese(),
    "unicode": _unicode(),
    "ids": _ids(),
}
_IGNORED = re.compile(r"[\s︎️,]+")  # spaces, emoji selectors, commas between tiles
_SOURCE = re.compile(r"\s*,\s*([0-9]+)\s*(?=[\]}])")
_FOLDED: Final = {0xFF01 + i: 0x21 + i for i in range(94)} | {ord("【"): "[", ord("】"): "]"}
_FOLDED[ord("、")] = ","
"""Characters of an input method to plain ones, one to one: places in a text stay what they are."""

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
    if dialect == "auto":
        name = detect_dialect(text)
    elif dialect in _GRAMMARS:
        name = dialect
    else:
        raise NotationError(
            f"unknown dialect {dialect!r}", hint="one of auto, " + ", ".join(DIALECTS)
        )
    return _Reader(text, name).read()


class _Reader:
    """One pass over a text."""

    def __init__(self, text: str, dialect: str) -> None:
        self.given = text
        self.text = text.translate(_FOLDED)
        self.dialect = dialect
        self.digit_dragon: int | None = None  # where a dragon is written with z
        self.bare_kong: int | None = None  # where a kong stands in [] without a source
        self.grammar = _GRAMMARS[dialect]
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
        return self.fail(f"{shown!r} is not a tile", position)

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
        grammar = _GRAMMARS[dialect]
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
                raise self.fail(f"{mark + suffix!r} is not a tile", place)
        if suffix == "z" and self.digit_dragon is None:
            self.digit_dragon = next((at for mark, at in waiting if mark in "567"), None)
        return [self.grammar.group[mark, suffix] for mark, _ in waiting]


def format_tiles(tiles: Iterable[int], dialect: Dialect = "native", *, sort: bool = False) -> str:
    """Write tiles; neighbours of one suit share its letter.

    Parameters
    ----------
    tiles : iterable of int
        Tile indices 0-41.
    dialect : str
        One of :data:`DIALECTS`.
    sort : bool
        Write them by index instead of in the order given.

    Returns
    -------
    str
        A text that :func:`parse_tiles` reads back under the same dialect.

    Examples
    --------
    >>> format_tiles(parse_tiles("345s3p55p5567p"), sort=True)
    '3555567p345s'
    >>> format_tiles([27, 31, 33], "helper"), format_tiles([0, 1, 33], "botzone")
    ('EPC', 'W1 W2 J1')
    """
    grammar = _GRAMMARS.get("native" if dialect == "auto" else dialect)
    if grammar is None:
        raise NotationError(f"unknown dialect {dialect!r}", hint="one of " + ", ".join(DIALECTS))
    ordered = sorted(tiles) if sort else list(tiles)
    for tile in ordered:
        if not 0 <= tile < N_TILES:
            raise NotationError(f"tile index {tile} is not in 0-41")
    singles, groups = grammar.spellings(), grammar.grouped()
    parts: list[str] = []
    run: list[str] = []
    open_suffix = ""
    for tile in ordered:
        mark, suffix = ("", "") if tile in singles else groups[tile]
        if run and suffix != open_suffix:
            parts.append("".join(run) + open_suffix)
            run = []
        open_suffix = suffix
        if suffix:
            run.append(mark)
        else:
            parts.append(singles[tile])
    if run:
        parts.append("".join(run) + open_suffix)
    return (" " if dialect in ("botzone", "ids") else "").join(parts)


def format_hand(
    melds: Iterable[ParsedMeld],
    tiles: Iterable[int],
    win: int | None = None,
    dialect: Dialect = "native",
) -> str:
    """Write a hand; the counterpart of :func:`parse_hand`.

    Examples
    --------
    >>> parsed = parse_hand("[123m]{5555z}45678p99s+9p")
    >>> format_hand(parsed.melds, parsed.tiles, parsed.win, "helper")
    '[123m][PPPP]45678p99s9p'
    """
    spaced = " " if dialect in ("botzone", "ids") else ""
    parts = [_format_meld(m, dialect) for m in melds]
    parts.append(format_tiles(tiles, dialect))
    if win is not None:
        parts.append(("" if dialect == "helper" else "+") + format_tiles([win], dialect))
    return spaced.join(p for p in parts if p)


def _format_meld(meld: ParsedMeld, dialect: Dialect) -> str:
    tiles, source = meld.tiles, f",{meld.source}" if meld.source else ""
    if dialect == "helper" and len(tiles) == 4:
        if meld.concealed:
            return f"[{format_tiles(tiles, dialect)}]"
        # The apps cannot write a melded kong without its source: the player on the left.
        return f"[{format_tiles(tiles, dialect)},{(meld.source or 1) + 4 * meld.added}]"
    if meld.concealed:
        return "{" + format_tiles(tiles, dialect) + "}"
    if meld.added:
        body = f"{format_tiles(tiles[:3], dialect)}+{format_tiles(tiles[3:], dialect)}"
        return f"[{body}{source}]"
    return f"[{format_tiles(tiles, dialect)}{source}]"
