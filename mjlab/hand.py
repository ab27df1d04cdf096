"""Meld, Hand and Win: small frozen values that cannot hold an impossible hand.

Everything is checked when it is made, so whoever holds one of these values may rely on it.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Final, TypeVar

from mjlab.errors import HandError, MjlabError
from mjlab.notation import (
    Dialect,
    ParsedHand,
    ParsedMeld,
    format_hand,
    format_tiles,
    parse_hand,
    parse_tiles,
)
from mjlab.tiles import N_KINDS, N_TILES, Wind, code, is_suited, name_en, rank, suit

__all__ = ["Hand", "Meld", "MeldKind", "Win"]

_T = TypeVar("_T")


class MeldKind(IntEnum):
    """What a set laid aside is; the values are those of the meld codes of a batch."""

    CHOW = 0
    PUNG = 1
    KONG_MELDED = 2
    KONG_ADDED = 3
    KONG_CONCEALED = 4

    @property
    def is_kong(self) -> bool:
        """Whether the set has four tiles."""
        return self >= MeldKind.KONG_MELDED


_KIND_NAMES: Final = {kind.name.lower(): kind for kind in MeldKind} | {
    "chi": MeldKind.CHOW,
    "pon": MeldKind.PUNG,
    "minkan": MeldKind.KONG_MELDED,
    "kakan": MeldKind.KONG_ADDED,
    "ankan": MeldKind.KONG_CONCEALED,
}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid aside: a claimed chow, pung or kong, or a concealed kong.

    Parameters
    ----------
    kind : MeldKind
        What it is.
    tile : int
        The tile of a pung or kong, the lowest tile of a chow.
    source : int
        Where the claimed tile came from: for a chow which of its tiles was claimed (1-3), else
        from whom (1 left, 2 across, 3 right); 0 where that is not known. Two melds that differ
        in nothing else are equal.

    Raises
    ------
    HandError
        For a chow of honors or beyond the 9, a flower, or an impossible source.

    Examples
    --------
    >>> Meld.parse("[345p]")
    Meld.parse('[345p]')
    >>> Meld(MeldKind.KONG_CONCEALED, 33).tiles
    (33, 33, 33, 33)
    """

    kind: MeldKind
    tile: int
    source: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in tuple(MeldKind) or isinstance(self.kind, bool):
            raise HandError(f"{self.kind!r} is no kind of set", hint="MeldKind.CHOW")
        object.__setattr__(self, "kind", MeldKind(self.kind))
        object.__setattr__(self, "tile", _whole(self.tile, "makes no set", "tile indices 0-33"))
        object.__setattr__(self, "source", _whole(self.source, "is no source", "0, 1, 2 or 3"))
        if not 0 <= self.tile < N_KINDS:
            raise HandError(f"tile index {self.tile} makes no set", hint="0-33")
        if self.kind is MeldKind.CHOW and not (is_suited(self.tile) and rank(self.tile) <= 7):
            raise HandError(
                f"no chow starts with {code(self.tile)}",
                hint="a chow is three neighbours of one suit, 123 to 789",
            )
        if self.source not in (0, 1, 2, 3) or (self.source and self.is_concealed):
            raise HandError(f"{self.source} is no source of this set", hint="0, 1, 2 or 3")

    @classmethod
    def parse(cls, text: str, dialect: Dialect = "auto") -> Meld:
        """Read one set in brackets.

        Examples
        --------
        >>> Meld.parse("[777z+7z]").kind.name
        'KONG_ADDED'
        """
        parsed = parse_hand(text, dialect)
        if len(parsed.melds) != 1 or parsed.tiles or parsed.win is not None:
            raise HandError("one set in brackets is expected", text=text, hint="[123m] or {7777z}")
        return cls._from_parsed(parsed.melds[0], text)

    @classmethod
    def from_tiles(cls, kind: MeldKind | str, tiles: Iterable[int], source: int = 0) -> Meld:
        """Make a set of its tiles; they must be the tiles of such a set.

        Parameters
        ----------
        kind : MeldKind or str
            A kind or its name (``"chow"``, ``"pung"``, ``"kong_melded"``, ``"kong_added"``,
            ``"kong_concealed"``; ``chi``, ``pon``, ``minkan``, ``kakan``, ``ankan`` too).
        tiles : iterable of int
            All its tiles, in any order.
        source : int
            As for :class:`Meld`.

        Examples
        --------
        >>> Meld.from_tiles("chow", [10, 9, 11])
        Meld.parse('[123p]')
        """
        if isinstance(kind, str):
            if kind not in _KIND_NAMES:
                raise HandError(f"unknown kind of set {kind!r}", hint=", ".join(_KIND_NAMES))
            kind = _KIND_NAMES[kind]
        ordered = sorted(tiles)
        fits = _shape(ordered)
        if fits is None or (kind.is_kong, kind is MeldKind.CHOW) != (fits == 4, fits == 0):
            raise HandError(
                f"{format_tiles(ordered)} is not a {kind.name.lower().replace('_', ' ')}",
                hint="[123m] chow, [777z] pung, [7777z] melded kong, {7777z} concealed kong",
            )
        return cls(kind, ordered[0], source)

    @classmethod
    def _from_parsed(cls, parsed: ParsedMeld, text: str) -> Meld:
        try:
            ordered = sorted(parsed.tiles)
            shape = _shape(ordered)
            if shape is None:
                raise HandError(
                    f"{format_tiles(ordered)} is not a set",
                    hint="[123m] chow, [777z] pung, [7777z] melded kong, {7777z} concealed kong",
                )
            if shape == 4:
                kind = MeldKind.KONG_CONCEALED if parsed.concealed else MeldKind.KONG_MELDED
                kind = MeldKind.KONG_ADDED if parsed.added else kind
            elif parsed.concealed or parsed.added:
                raise HandError(
                    "only a kong is laid aside concealed or gets a tile added",
                    hint="standing chows and pungs are written without brackets",
                )
            else:
                kind = MeldKind.PUNG if shape == 3 else MeldKind.CHOW
            return cls(kind, ordered[0], parsed.source)
        except HandError as error:
            raise _located(error, text, parsed.position) from None

    @property
    def tiles(self) -> tuple[int, ...]:
        """The three or four tile indices, ascending."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.is_kong else 3)

    @property
    def is_kong(self) -> bool:
        """Whether it has four tiles."""
        return self.kind.is_kong

    @property
    def is_concealed(self) -> bool:
        """Whether it is a concealed kong; every other set was claimed."""
        return self.kind is MeldKind.KONG_CONCEALED

    def _parsed(self) -> ParsedMeld:
        added = self.kind is MeldKind.KONG_ADDED
        return ParsedMeld(self.tiles, self.is_concealed, added, self.source, 0)

    def __str__(self) -> str:
        return format_hand([self._parsed()], [])

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Hand:
    """Standing tiles and the sets laid aside.

    Parameters
    ----------
    concealed : iterable of int
        Standing tiles, kept sorted: ``13 - 3k`` or ``14 - 3k`` for ``k`` sets.
    melds : iterable of Meld
        The sets, at most four, in the order they were made.

    Raises
    ------
    HandError
        For a fifth copy of a tile, a flower, or a wrong number of tiles.

    Examples
    --------
    >>> hand = Hand.parse("[123m]{5555z}45678p99s")
    >>> hand
    Hand.parse('[123m]{5555z}45678p99s')
    >>> len(hand.concealed), hand.counts[31]
    (7, 4)
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", _tiles(self.concealed))
        object.__setattr__(self, "melds", _sets(self.melds))
        _check_tiles(self.concealed, self.melds, (13, 14))

    @classmethod
    def parse(cls, text: str, dialect: Dialect = "auto") -> Hand:
        """Read a hand without a winning tile.

        Examples
        --------
        >>> Hand.parse("东东 一二三四五六七八九万 中中").melds
        ()
        """
        parsed = parse_hand(text, dialect)
        tiles = parsed.tiles
        if parsed.win is not None:
            if parsed.dialect != "helper":
                raise HandError(
                    "a hand has no winning tile",
                    text=text,
                    position=text.rfind("+"),
                    hint="Win.parse reads a hand with '+' and the winning tile",
                )
            tiles = (*tiles, parsed.win)
        return _with_text(text, lambda: cls(tiles, _melds(parsed, text)))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each of the 34 kinds there are, sets included."""
        return _counts((*self.concealed, *(t for m in self.melds for t in m.tiles)))

    def to_text(self, dialect: Dialect = "native") -> str:
        """Write the hand in a dialect.

        Examples
        --------
        >>> Hand.parse("{5555z}123m45678p99s").to_text("botzone")
        '{J3 J3 J3 J3} W1 W2 W3 B4 B5 B6 B7 B8 T9 T9'
        """
        return format_hand([m._parsed() for m in self.melds], self.concealed, None, dialect)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from mjlab.viz import svg  # drawing costs nothing until a notebook asks

        return svg.hand(self)


@dataclass(frozen=True, slots=True)
class Win:
    """A hand, the tile that completes it, and how it was won.

    Parameters
    ----------
    concealed : iterable of int
        Standing tiles without the winning tile, ``13 - 3k`` for ``k`` sets.
    melds : iterable of Meld
        The sets laid aside.
    tile : int
        The winning tile, 0-33.
    round, seat : Wind or str
        Round wind and seat wind: ``E``, ``S``, ``W``, ``N`` (or 东, south, 西风 ...).
    self_drawn : bool
        Won on a tile drawn by oneself; otherwise on a discard or on a robbed kong.
    last_of_kind : bool
        和绝张: the other three copies lie face up. Known without being said where the winner's
        own claimed sets show all three.
    wall_last : bool
        妙手回春 or 海底捞月: the wall is empty.
    kong_replacement : bool
        杠上开花: the tile replaced a kong.
    robbing_kong : bool
        抢杠和: the tile was being added to another player's pung.
    flowers : int
        Flowers laid aside, 0-8.
    strict : bool
        With False, circumstances that contradict each other stand as claimed and are named in
        `problems`; impossible tiles are refused all the same.

    Raises
    ------
    HandError
        For impossible tiles or, with `strict`, impossible circumstances.

    Examples
    --------
    >>> win = Win.parse("[123m]{5555z}45678p99s+9p", seat="S", self_drawn=True)
    >>> win
    Win.parse('[123m]{5555z}45678p99s+9p', seat='S', self_drawn=True)
    >>> Win.parse("123m456p789s1122z+1z", kong_replacement=True)
    Traceback (most recent call last):
        ...
    mjlab.errors.HandError: a kong replacement is a self-drawn tile
      123m456p789s1122z+1z
      hint: self_drawn=True
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int
    round: Wind = Wind.E
    seat: Wind = Wind.E
    self_drawn: bool = False
    last_of_kind: bool = False
    wall_last: bool = False
    kong_replacement: bool = False
    robbing_kong: bool = False
    flowers: int = 0
    strict: bool = field(default=True, repr=False, compare=False)
    problems: tuple[str, ...] = field(default=(), init=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "concealed", _tiles(self.concealed))
        put(self, "melds", _sets(self.melds))
        put(self, "tile", _whole(self.tile, "cannot be a winning tile", "a tile index 0-33"))
        put(self, "round", _wind("round", self.round))
        put(self, "seat", _wind("seat", self.seat))
        for name in _FLAGS:
            put(self, name, _flag(name, getattr(self, name)))
        put(self, "flowers", _whole(self.flowers, "flowers cannot be", _FLOWERS))
        if not 0 <= self.flowers <= 8:
            raise HandError(f"{self.flowers} flowers cannot be", hint=_FLOWERS)
        if not 0 <= self.tile < N_KINDS:
            raise HandError(f"{self.tile} cannot be a winning tile", hint="a tile index 0-33")
        _check_tiles(self.concealed, self.melds, (13,), self.tile)
        if self._own_sets_show() == 3:
            put(self, "last_of_kind", True)
        problems = tuple(_impossible(self))
        if problems and self.strict:
            raise HandError(problems[0][0], hint=problems[0][1])
        put(self, "problems", tuple(message for message, _ in problems))

    def _own_sets_show(self) -> int:
        """Copies of the winning tile that lie face up in the winner's claimed sets."""
        return sum(m.tiles.count(self.tile) for m in self.melds if not m.is_concealed)

    @classmethod
    def parse(cls, text: str, dialect: Dialect = "auto", **circumstances: Any) -> Win:
        """Read a hand with its winning tile; circumstances are given by name.

        Examples
        --------
        >>> Win.parse("[EEE][SSS]WWNNPPPP", "helper", round="S").tile
        31
        """
        parsed = parse_hand(text, dialect)
        if parsed.win is None:
            raise HandError(
                "the winning tile is missing",
                text=text,
                hint="write it last, after '+', and not among the standing tiles: "
                "123456m234p5567s+8s",
            )
        _check_names(circumstances)
        win = parsed.win
        return _with_text(
            text, lambda: cls(parsed.tiles, _melds(parsed, text), win, **circumstances)
        )

    @classmethod
    def from_dict(cls, record: Mapping[str, Any], *, strict: bool = True) -> Win:
        """Make a win of a plain record, the counterpart of :meth:`to_dict`.

        Parameters
        ----------
        record : mapping
            ``concealed`` and ``win`` as text, ``melds`` as a list of ``{"type", "tiles"}``, and
            ``flags`` as a mapping of circumstances; the last two may be left out.
        strict : bool
            As for :class:`Win`.

        Examples
        --------
        >>> Win.from_dict(
        ...     {
        ...         "concealed": "2m",
        ...         "win": "2m",
        ...         "melds": [
        ...             {"type": "chow", "tiles": "789m"},
        ...             {"type": "pung", "tiles": "777z"},
        ...             {"type": "chow", "tiles": "123p"},
        ...             {"type": "kong_added", "tiles": "1111s"},
        ...         ],
        ...     }
        ... )
        Win.parse('[789m][777z][123p][111s+1s]2m+2m')
        """
        try:
            melds = [
                Meld.from_tiles(m["type"], parse_tiles(m["tiles"], "native"))
                for m in record.get("melds", ())
            ]
            concealed = parse_tiles(record["concealed"], "native")
            tiles = parse_tiles(record["win"], "native")
            flags = dict(record.get("flags", {}))
        except MjlabError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise HandError(
                f"not a record of a win: {type(error).__name__} {error}",
                hint='{"concealed": "45678p99s", "melds": [], "win": "9p", "flags": {}}',
            ) from None
        if len(tiles) != 1:
            raise HandError("one winning tile is expected", text=str(record["win"]))
        _check_names(flags)
        strict = strict and record.get("strict", True) is not False
        return cls(tuple(concealed), tuple(melds), tiles[0], strict=strict, **flags)

    def to_dict(self) -> dict[str, Any]:
        """Write the win as a plain record; circumstances that do not hold are left out.

        Where circumstances contradict each other (see `problems`) it says ``"strict": False``.
        """
        flags: dict[str, Any] = {"round": self.round.name, "seat": self.seat.name}
        flags |= {name: True for name in _FLAGS if getattr(self, name)}
        if self.flowers:
            flags["flowers"] = self.flowers
        return {
            "concealed": format_tiles(self.concealed),
            "melds": [
                {"type": m.kind.name.lower(), "tiles": format_tiles(m.tiles)} for m in self.melds
            ],
            "win": code(self.tile),
            "flags": flags,
        } | ({"strict": False} if self.problems else {})

    @property
    def hand(self) -> Hand:
        """The hand before the winning tile."""
        return Hand(self.concealed, self.melds)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each of the 34 kinds there are, sets and winning tile included."""
        return _counts((*self.concealed, *(t for m in self.melds for t in m.tiles), self.tile))

    @property
    def is_concealed(self) -> bool:
        """Whether nothing was claimed; concealed kongs do not matter."""
        return all(m.is_concealed for m in self.melds)

    def changed(self, **circumstances: Any) -> Win:
        """Return the same hand won in other circumstances; its tiles cannot be changed.

        Examples
        --------
        >>> Win.parse("123m456p789s1122z+1z").changed(self_drawn=True).self_drawn
        True
        """
        _check_names(circumstances)
        return replace(self, **circumstances)

    def to_text(self, dialect: Dialect = "native") -> str:
        """Write hand and winning tile in a dialect; circumstances are not part of a notation."""
        return format_hand([m._parsed() for m in self.melds], self.concealed, self.tile, dialect)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        said = [f"{n}={getattr(self, n).name!r}" for n in ("round", "seat") if getattr(self, n)]
        said += [f"{n}=True" for n in _FLAGS if getattr(self, n)]
        said += [f"flowers={self.flowers}"] if self.flowers else []
        said += ["strict=False"] if self.problems else []
        return f"Win.parse({', '.join([repr(str(self)), *said])})"

    def _repr_svg_(self) -> str:
        from mjlab.viz import svg  # drawing costs nothing until a notebook asks

        return svg.win(self)


_FLAGS: Final = ("self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong")
_CIRCUMSTANCES: Final = ("round", "seat", *_FLAGS, "flowers")


def _check_names(circumstances: Mapping[Any, Any]) -> None:
    for name in circumstances:
        if name not in _CIRCUMSTANCES and name != "strict":
            raise HandError(
                f"unknown circumstance {name!r}", hint="one of " + ", ".join(_CIRCUMSTANCES)
            )


def _impossible(win: Win) -> Iterable[tuple[str, str]]:
    """Circumstances that no game can bring about, each with what would be possible.

    The rule behind each: a kong replacement is drawn after a kong of one's own; a kong is robbed
    from another player, who shows the three other copies; nobody may declare a kong when the
    wall is empty; the three other copies of a last tile lie face up, none of them stands in the
    winner's hand.
    """
    if win.kong_replacement and not win.self_drawn:
        yield "a kong replacement is a self-drawn tile", "self_drawn=True"
    if win.kong_replacement and not any(m.is_kong for m in win.melds):
        yield "a kong replacement needs a kong in the hand", "{7777z} among the sets"
    if win.robbing_kong and win.self_drawn:
        yield "a robbed kong is another player's tile", "self_drawn=False"
    if win.robbing_kong and win.kong_replacement:
        yield "a robbed kong is not a kong replacement", "kong_replacement=False"
    if win.robbing_kong and win.wall_last:
        yield "no kong may be declared when the wall is empty", "wall_last=False"
    if win.robbing_kong and win.counts[win.tile] > 1:
        yield (
            f"a robbed kong shows all four {code(win.tile)}, the winner holds another",
            "robbing_kong=False",
        )
    if win.last_of_kind and (
        win.tile in win.concealed or any(m.is_concealed and win.tile in m.tiles for m in win.melds)
    ):
        yield (
            f"the other three {code(win.tile)} lie face up, but one stands in the winner's hand",
            "last_of_kind=False",
        )


def _check_tiles(
    concealed: tuple[int, ...], melds: tuple[Meld, ...], totals: tuple[int, ...], win: int = -1
) -> None:
    for tile in concealed:
        if not 0 <= tile < N_KINDS:
            flower = 34 <= tile < N_TILES
            raise HandError(
                f"{code(tile) if flower else tile} cannot stand in a hand",
                hint="flowers are given by number: flowers=2" if flower else "tile indices 0-33",
            )
    if len(melds) > 4:
        raise HandError(f"{len(melds)} sets are too many", hint="a hand has four sets and a pair")
    wanted = [total - 3 * len(melds) for total in totals]
    if len(concealed) not in wanted:
        sets = f" beside {len(melds)} set{'s' * (len(melds) != 1)}" if melds else ""
        extra = " before the winning tile" if win >= 0 else ""
        raise HandError(
            f"{len(concealed)} standing tiles{sets}{extra}, "
            f"{' or '.join(map(str, wanted))} are expected",
            hint="13 tiles before the winning tile, each set counting as three",
        )
    everything = Counter(concealed)
    everything.update(t for m in melds for t in m.tiles)
    if win >= 0:
        everything[win] += 1
    for tile, count in sorted(everything.items()):
        if count > 4:
            words = ("five", "six", "seven", "eight", "nine")
            number = words[count - 5] if count < 10 else str(count)
            raise HandError(f"{number} copies of {code(tile)}", hint="there are four of each")


_FLOWERS: Final = "flowers=0 to flowers=8"


def _whole(value: Any, what: str, hint: str) -> int:
    """Take any integer, NumPy's too, as int."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise HandError(f"{value!r} {what}", hint=hint)


def _tiles(values: Iterable[Any]) -> tuple[int, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise HandError(
            f"{values!r} are no standing tiles", hint="tile indices; Hand.parse reads a text"
        )
    hint = "tile indices 0-33"
    return tuple(sorted(_whole(value, "cannot stand in a hand", hint) for value in values))


def _sets(values: Iterable[Any]) -> tuple[Meld, ...]:
    sets = tuple(values) if isinstance(values, Iterable) else (values,)
    if not all(isinstance(one, Meld) for one in sets):
        raise HandError(f"{values!r} are no sets", hint="melds=(Meld.parse('[123m]'),)")
    return sets


def _flag(name: str, value: object) -> bool:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise HandError(f"{name}={value!r} is neither True nor False", hint=f"{name}=True")


def _wind(name: str, value: object) -> Wind:
    if isinstance(value, Wind):
        return value
    if isinstance(value, str):
        asked = value.strip().lower().removesuffix("风").removesuffix("wind").strip()
        for wind in Wind:
            if asked in (wind.name.lower(), wind.zh, name_en(wind.tile).lower()):
                return wind
    raise HandError(
        f"{name}={value!r} is not a wind", hint=f"{name}='E', 'S', 'W' or 'N' (or 东 南 西 北)"
    )


def _shape(ordered: list[int]) -> int | None:
    """Return 0 for a chow, 3 for a pung, 4 for a kong, None for no set."""
    if len(ordered) in (3, 4) and len(set(ordered)) == 1:
        return len(ordered)
    if (
        len(ordered) == 3
        and is_suited(ordered[0])
        and suit(ordered[0]) == suit(ordered[2])
        and [t - ordered[0] for t in ordered] == [0, 1, 2]
    ):
        return 0
    return None


def _counts(tiles: Iterable[int]) -> tuple[int, ...]:
    counted = Counter(tiles)
    return tuple(counted[t] for t in range(N_KINDS))


def _melds(parsed: ParsedHand, text: str) -> tuple[Meld, ...]:
    return tuple(Meld._from_parsed(m, text) for m in parsed.melds)


def _located(error: HandError, text: str, position: int | None = None) -> HandError:
    if error.text is not None:
        return error
    return type(error)(error.message, text=text, position=position, hint=error.hint)


def _with_text(text: str, make: Callable[[], _T]) -> _T:
    try:
        return make()
    except HandError as error:
        raise _located(error, text) from None
