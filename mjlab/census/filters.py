"""Which hands a census counts: by tiles, fan, total, form and readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from operator import or_
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlab.api import FORMS
from mjlab.api.shanten.forms import form_named
from mjlab.errors import MjlabError
from mjlab.kernels.score import fan_bits
from mjlab.notation import format_tiles, parse_tiles
from mjlab.rules.fans import FAN_INDEX, fan_named
from mjlab.tiles import N_KINDS, code

__all__ = ["Filter"]

FLUSHES: Final = ("any", "full", "half", "none")
_MOST: Final = 1023
"""No total and no number of readings is larger."""
_NAMED: Final[dict[str, Callable[[Any], str]]] = {
    "fans": lambda name: fan_named(name).key,
    "without_fans": lambda name: fan_named(name).key,
    "forms": form_named,
}
"""Conditions that name fan or forms, and what finds their keys."""
_OF_TILES: Final = ("contains", "without", "only")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_EXAMPLE: Final = "contains=19m fans=half_flush,all_pungs total=8-20"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a hand with its winning tile must be like to be counted.

    Everything given must hold. Tiles are those of all fourteen, claimed sets included; fan, total
    and form are those that count with the winning tile.

    Parameters
    ----------
    contains : str
        Tiles that are in the hand, at least so often: ``"55m1z"``.
    without : str
        Kinds that are not in the hand.
    only : str
        Kinds the hand is made of; all where left out.
    fans : tuple of str
        Fan that count, by key, Chinese or English name; case, spaces and underscores make no
        difference.
    without_fans : tuple of str
        Fan that do not count.
    total : tuple of int
        Lowest and highest total.
    forms : tuple of str
        Forms as which the hand counts, of :data:`mjlab.FORMS`, or their Chinese names; any where
        left out.
    readings : tuple of int
        Fewest and most ways to read the hand.
    flush : str
        ``"full"``: one suit; ``"half"``: one suit and honors; ``"none"``: neither (of no suit
        too); ``"any"``.

    Raises
    ------
    MjlabError
        If a name is unknown, a range is none, or no hand can be like that (five copies, a tile
        that is both wanted and refused).

    Examples
    --------
    >>> Filter(contains="55m", fans=("全带幺",), total=(8, 12))
    Filter.parse('contains=55m fans=outside_hand total=8-12')
    """

    contains: str = ""
    without: str = ""
    only: str = ""
    fans: tuple[str, ...] = ()
    without_fans: tuple[str, ...] = ()
    total: tuple[int, int] = (0, _MOST)
    forms: tuple[str, ...] = ()
    readings: tuple[int, int] = (1, _MOST)
    flush: str = "any"
    _least: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _most: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, key_of in _NAMED.items():
            keys = dict.fromkeys(key_of(one) for one in _several(name, getattr(self, name)))
            object.__setattr__(self, name, tuple(keys))
        for name in _OF_TILES:
            tiles = format_tiles(_kinds(name, getattr(self, name)))
            object.__setattr__(self, name, tiles)  # in one notation, so that it can be read back
        for name in ("total", "readings"):
            _check_range(name, getattr(self, name))
            low, high = getattr(self, name)
            object.__setattr__(self, name, (min(low, _MOST), min(high, _MOST)))
        if not isinstance(self.flush, str) or self.flush not in FLUSHES:
            raise MjlabError(f"unknown flush {self.flush!r}", hint="one of " + ", ".join(FLUSHES))
        least, most = self._tile_bounds()
        object.__setattr__(self, "_least", least)
        object.__setattr__(self, "_most", most)

    def _tile_bounds(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Fewest and most copies of each kind."""
        wanted, refused, allowed = (_kinds(name, getattr(self, name)) for name in _OF_TILES)
        least, most = [0] * N_KINDS, [4] * N_KINDS
        for tile in wanted:
            least[tile] += 1
        for tile in range(N_KINDS):
            if tile in refused or (allowed and tile not in allowed):
                most[tile] = 0
            if least[tile] > most[tile]:
                why = "there are four" if most[tile] else "it is refused as well"
                raise MjlabError(
                    f"no hand contains {code(tile)} {least[tile]} times: {why}", text=self.contains
                )
        return tuple(least), tuple(most)

    @classmethod
    def parse(cls, text: str) -> Filter:
        """Read a filter from words ``name=value``.

        Parameters
        ----------
        text : str
            Names of the parameters, each with its value; several fan or forms with commas between
            them, ranges as ``8-20``, ``8-`` or ``8``; spaces between words. Names of fan and forms
            may be keys, Chinese or English, with spaces or underscores.

        Returns
        -------
        Filter
            The filter.

        Raises
        ------
        MjlabError
            If it cannot be read.

        Examples
        --------
        >>> Filter.parse("total=88- without_fans=九莲宝灯").without_fans
        ('nine_gates',)
        >>> Filter.parse("fans=Half Flush,碰碰和 forms=七对 total=8-")
        Filter.parse('fans=half_flush,all_pungs total=8- forms=seven_pairs')
        """
        if not isinstance(text, str):
            raise MjlabError(f"{text!r} is no text of conditions", hint=_EXAMPLE)
        conditions: dict[str, Any] = {}
        names = _names_of(cls)
        for position, word in _words(text):
            name, sign, value = word.partition("=")
            if name not in names or not sign or not value:
                raise MjlabError(
                    f"{word!r} is no condition: one of {', '.join(names)} is expected, then '='",
                    text=text,
                    position=position,
                    hint=_EXAMPLE,
                )
            if name in conditions:
                raise MjlabError(f"{name} stands twice", text=text, position=position)
            if name in ("total", "readings"):
                conditions[name] = _range(name, value, text, position)
            elif name in _NAMED:
                conditions[name] = _keys(name, value, text, position + len(name) + 1)
            else:
                conditions[name] = value
        return cls(**conditions)

    @property
    def least(self) -> NDArray[np.int64]:
        """int64[34], fewest copies of each kind.

        Examples
        --------
        >>> Filter(contains="55m1z").least[[4, 27]]
        array([2, 1])
        """
        return np.array(self._least, np.int64)

    @property
    def most(self) -> NDArray[np.int64]:
        """int64[34], most copies of each kind.

        Examples
        --------
        >>> Filter(only="19m", without="9m").most[:9]
        array([4, 0, 0, 0, 0, 0, 0, 0, 0])
        """
        return np.array(self._most, np.int64)

    def words(self) -> NDArray[np.int64]:
        """int64[10], what the kernel asks of a hand and a winning tile; see `kernels.census`.

        Examples
        --------
        >>> Filter(total=(8, 12), flush="half").words()
        array([   0,    0,    0,    0,    8,   12,   31,    1, 1023,    2])
        """
        forms = _bits(FORMS.index(form) for form in self.forms or FORMS)
        return np.array(
            [
                *_fan_words(self.fans),
                *_fan_words(self.without_fans),
                *self.total,
                forms,
                *self.readings,
                FLUSHES.index(self.flush),
            ],
            np.int64,
        )

    def changed(self, **conditions: Any) -> Filter:
        """Return a copy with some conditions changed.

        Examples
        --------
        >>> Filter(flush="full").changed(total=(8, 8))
        Filter.parse('total=8 flush=full')
        """
        names = _names_of(type(self))
        for name in conditions:
            if name not in names:
                raise MjlabError(f"unknown condition {name!r}", hint="one of " + ", ".join(names))
        return replace(self, **conditions)

    def __str__(self) -> str:
        said = [f"{name}={value}" for name in _OF_TILES if (value := getattr(self, name))]
        for name in ("fans", "without_fans"):
            if value := getattr(self, name):
                said.append(f"{name}={','.join(value)}")
        if self.total != (0, _MOST):
            said.append(f"total={_range_text(*self.total)}")
        if self.forms:
            said.append(f"forms={','.join(self.forms)}")
        if self.readings != (1, _MOST):
            said.append(f"readings={_range_text(*self.readings)}")
        if self.flush != "any":
            said.append(f"flush={self.flush}")
        return " ".join(said)

    def __repr__(self) -> str:
        return f"Filter.parse({str(self)!r})"


def _names_of(filters: type[Filter]) -> list[str]:
    return [one.name for one in fields(filters) if one.init]


def _range_text(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}-" if high == _MOST else f"{low}-{high}"


def _several(name: str, value: Any) -> tuple[str, ...]:
    several = isinstance(value, tuple | list | set | frozenset)
    if not several or not all(isinstance(one, str) for one in value):
        raise MjlabError(f"{name}={value!r} is no tuple of names", hint=f"{name}=('all_pungs',)")
    return tuple(value)


def _kinds(name: str, text: str) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise MjlabError(f"{name}={text!r} is no text of tiles", hint=f"{name}='19m'")
    tiles = parse_tiles(text) if text else ()
    for tile in tiles:
        if tile >= N_KINDS:
            raise MjlabError(f"{name}: {code(tile)} stands in no hand", text=text)
    return tiles


def _check_range(name: str, value: Any) -> None:
    whole = isinstance(value, tuple) and len(value) == 2
    if not whole or not all(type(end) is int and end >= 0 for end in value):
        raise MjlabError(f"{name}={value!r} is no range", hint=f"{name}=(8, 20)")
    if value[0] > value[1]:
        raise MjlabError(
            f"{name}={value!r}: the lower end comes first", hint=f"{name}={value[::-1]}"
        )


def _range(name: str, value: str, text: str, position: int) -> tuple[int, int]:
    low, sign, high = value.partition("-")
    if not _NUMBER.fullmatch(low) or (high and not _NUMBER.fullmatch(high)):
        raise MjlabError(
            f"{value!r} is no range", text=text, position=position, hint=f"{name}=8-20"
        )
    if not sign:
        return int(low), int(low)
    if high and int(high) < int(low):
        raise MjlabError(
            f"{name}={value}: the lower end comes first",
            text=text,
            position=position,
            hint=f"{name}={high}-{low}",
        )
    return int(low), int(high) if high else max(int(low), _MOST)


def _words(text: str) -> list[tuple[int, str]]:
    """The words of a query with their places; a name of a fan or form may have spaces in it."""
    words: list[tuple[int, str]] = []
    for word in re.finditer(r"\S+", text):
        if "=" not in word[0] and words and words[-1][1].partition("=")[0] in _NAMED:
            begin = words[-1][0]
            words[-1] = (begin, text[begin : word.end()])
        else:
            words.append((word.start(), word[0]))
    return words


def _keys(name: str, value: str, text: str, position: int) -> tuple[str, ...]:
    """Keys of named fan or forms; `position` is where the first begins."""
    keys = []
    for one in value.split(","):
        try:
            keys.append(_NAMED[name](one.strip()))
        except MjlabError as problem:
            at = position + len(one) - len(one.lstrip())
            raise type(problem)(
                problem.message, text=text, position=at, hint=problem.hint
            ) from None
        position += len(one) + 1
    return tuple(keys)


def _fan_words(keys: tuple[str, ...]) -> tuple[int, int]:
    """The two words of some fan, see `mjlab.kernels.score.fan_bits`."""
    columns = [FAN_INDEX[key] for key in keys]
    big = _bits(c for c in columns if c < fan_bits.N_BIG)
    return big, _bits(c - fan_bits.N_BIG for c in columns if c >= fan_bits.N_BIG)


def _bits(places: Iterable[int]) -> int:
    """A number with these binary digits."""
    return reduce(or_, (1 << place for place in places), 0)
