"""A set laid aside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from mjlab.errors import HandError
from mjlab.hand.circumstances import located, whole
from mjlab.notation import (
    Dialect,
    ParsedMeld,
    format_hand,
    format_tiles,
    parse_hand,
    tile_indices,
)
from mjlab.tiles import N_KINDS, code, is_suited, rank, suit

__all__ = ["Meld", "MeldKind"]


class MeldKind(IntEnum):
    """What a set laid aside is; the values are those of the meld codes of a batch.

    Examples
    --------
    >>> [kind.name for kind in MeldKind if kind.is_kong], int(MeldKind.PUNG)
    (['KONG_MELDED', 'KONG_ADDED', 'KONG_CONCEALED'], 1)
    """

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
    >>> kong = Meld(MeldKind.KONG_CONCEALED, 33)
    >>> kong.tiles, kong.is_kong, kong.is_concealed
    ((33, 33, 33, 33), True, True)
    """

    kind: MeldKind
    tile: int
    source: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", _kind_of(self.kind))
        object.__setattr__(self, "tile", whole(self.tile, "makes no set", "tile indices 0-33"))
        object.__setattr__(self, "source", whole(self.source, "is no source", "0, 1, 2 or 3"))
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
        kind, ordered = _kind_of(kind), sorted(tile_indices(tiles))
        fits = shape_of(ordered)
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
            shape = shape_of(ordered)
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
            raise located(error, text, parsed.position) from None

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


def _kind_of(kind: object) -> MeldKind:
    hint = "MeldKind.CHOW"
    number = whole(kind, "is no kind of set", hint)
    if number not in range(len(MeldKind)):
        raise HandError(f"{kind!r} is no kind of set", hint=hint)
    return MeldKind(number)


def shape_of(ordered: list[int]) -> int | None:
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
