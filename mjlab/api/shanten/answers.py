"""What the shanten functions return for one hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjlab.common.numbers import integer
from mjlab.common.wording import Language, check_language
from mjlab.errors import MjlabError
from mjlab.hand import Hand, Win
from mjlab.hand.circumstances import wind_of
from mjlab.reference import score
from mjlab.rules import RuleSet, fan
from mjlab.rules.fans import told
from mjlab.rules.rulesets import DEFAULT
from mjlab.tiles import N_KINDS, Wind, code, is_honor, is_terminal, rank

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Discard",
    "Discards",
    "Shanten",
    "Useful",
    "Waits",
    "outer_first",
    "tiles_of",
]


def tiles_of(mask: int | np.integer[Any]) -> tuple[int, ...]:
    """The tiles of a mask, as the calculators of many hands give them.

    Parameters
    ----------
    mask : int
        Bit t is set for tile t.

    Returns
    -------
    tuple of int
        Tile indices 0-33, ascending.

    Raises
    ------
    MjlabError
        For what is no whole number, or has a bit beyond the 34 kinds.

    Examples
    --------
    >>> tiles_of(0b101)
    (0, 2)
    >>> from mjlab import format_tiles, waits_batch
    >>> format_tiles(tiles_of(waits_batch(["123m456p78s11222z"]).live[0]))
    '69s'
    """
    bits = integer(mask)
    if bits is None or not 0 <= bits < 1 << N_KINDS:
        raise MjlabError(f"{mask!r} is no mask of tiles", hint="bit t for tile t: tiles_of(0b101)")
    return tuple(tile for tile in range(N_KINDS) if bits >> tile & 1)


def outer_first(tile: int) -> tuple[int, int, int]:
    """Sort honors before terminals before the other tiles, outer before inner, then by tile."""
    if is_honor(tile):
        return (0, 0, tile)
    return (1 if is_terminal(tile) else 2, -abs(rank(tile) - 5), tile)


class Shanten(int):
    """How far a hand is from ready, an integer: 0 is ready, -1 complete.

    Attributes
    ----------
    forms : tuple of str
        The forms that are as close.
    by_form : dict
        Shanten of each form that the sets laid aside allow.

    Examples
    --------
    >>> from mjlab.api import shanten
    >>> found = shanten("1133557799m123p")
    >>> found
    <Shanten 1 (seven_pairs)>
    >>> found + 1, found.forms, found.by_form["regular"]
    (2, ('seven_pairs',), 2)
    """

    forms: tuple[str, ...]
    by_form: dict[str, int]

    def __new__(cls, by_form: dict[str, int]) -> Shanten:
        """Of the closest form."""
        best = min(by_form.values())
        made = super().__new__(cls, best)
        made.forms = tuple(form for form, found in by_form.items() if found == best)
        made.by_form = dict(by_form)
        return made

    def __reduce__(self) -> tuple[type[Shanten], tuple[dict[str, int]]]:
        return type(self), (self.by_form,)

    @property
    def best(self) -> int:
        """The number alone."""
        return int(self)

    def __str__(self) -> str:
        return f"{int(self)} ({', '.join(self.forms)})"

    def __repr__(self) -> str:
        return f"<Shanten {self}>"


@dataclass(frozen=True, repr=False)
class Waits:
    """The tiles that complete a hand.

    Attributes
    ----------
    live : tuple of int
        The kinds of which a copy is left.
    by_shape : tuple of int
        All kinds that complete the hand, also those of which no copy is left. The wait fan 边张,
        坎张 and 单钓将 go by these.
    left : dict
        For each kind of `by_shape` how many copies are left.
    by_form : dict
        For each form the kinds that complete it, by shape; forms without any are left out.
    hand : Hand
        The hand that waits.

    Examples
    --------
    >>> from mjlab.api import waits
    >>> found = waits("1234444678m456p", visible="1m")
    >>> found
    <Waits 1m×2 4m×0>
    >>> found.total, found.live, found.by_shape, found.by_form
    (2, (0,), (0, 3), {'regular': (0, 3)})
    """

    live: tuple[int, ...]
    by_shape: tuple[int, ...]
    left: dict[int, int] = field(hash=False)
    by_form: dict[str, tuple[int, ...]] = field(hash=False)
    hand: Hand

    def scores(
        self,
        *,
        seat: str | Wind = "E",
        round: str | Wind = "E",
        ruleset: str | RuleSet = DEFAULT,
        flowers: int = 0,
        wall_last: bool = False,
        language: Language = "zh",
    ) -> pd.DataFrame:
        """What the hand is worth with each live wait, on a discard and drawn by oneself.

        和绝张 counts where the last copy is waited for and the other three lie face up.

        Parameters
        ----------
        seat, round, flowers, wall_last
            As for :func:`mjlab.score`.
        ruleset : str or RuleSet
            As for :func:`mjlab.score`.
        language : {"zh", "en", "both"}
            Whether fan are named in Chinese, in English or both.

        Returns
        -------
        pandas.DataFrame
            ``tile``; ``live``, how many are left; for a win on a discard ``discard_total``,
            ``discard_legal`` (whether the fan reach the minimum) and ``discard_fans``; and the
            same with ``drawn`` for a self-drawn one.

        Raises
        ------
        MjlabError
            For a circumstance that is none, flowers that the ruleset does not know, or an unknown
            ruleset or language.

        Examples
        --------
        >>> from mjlab.api import waits
        >>> found = waits("[345m]567p678s23s55m", visible="111s").scores(language="en")
        >>> found[["tile", "live", "discard_total", "discard_legal", "drawn_total"]]
          tile  live  discard_total  discard_legal  drawn_total
        0   1s     1              6          False            7
        1   4s     4              4          False            5
        >>> found["discard_fans"][0]
        'Last Tile, All Chows'
        """
        import pandas as pd

        check_language(language)
        standing = {*self.hand.concealed, *(m.tile for m in self.hand.melds if m.is_concealed)}
        winds = wind_of("round", round), wind_of("seat", seat)
        columns: dict[str, list[Any]] = {name: [] for name in _SCORES}
        for tile in self.live:
            columns["tile"].append(code(tile))
            columns["live"].append(self.left[tile])
            for how in ("discard", "drawn"):
                win = Win(
                    self.hand.concealed, self.hand.melds, tile, *winds, how == "drawn",
                    last_of_kind=self.left[tile] == 1 and tile not in standing,
                    wall_last=wall_last, flowers=flowers,
                )  # fmt: skip
                found = score(win, ruleset)
                columns[f"{how}_total"].append(found.total)
                columns[f"{how}_legal"].append(found.legal_win)
                counted = found.readings[0].by_value()
                named = ((fan(key).name_in(language), len(made)) for key, made in counted)
                columns[f"{how}_fans"].append(told(named, language))
        return pd.DataFrame(columns).astype(_SCORES)

    @property
    def total(self) -> int:
        """How many tiles would complete the hand."""
        return sum(self.left.values())

    def __len__(self) -> int:
        return len(self.live)

    def __str__(self) -> str:
        return _listed(self.left) or "not ready"

    def __repr__(self) -> str:
        return f"<Waits {self}>"


@dataclass(frozen=True, repr=False)
class Useful:
    """The tiles that bring a hand closer.

    Attributes
    ----------
    shanten : int
        Of the closest form.
    forms : tuple of str
        The forms that are as close.
    left : dict
        For each useful kind how many copies are left.

    Examples
    --------
    >>> from mjlab.api import useful
    >>> found = useful("123m456p789s1147z")
    >>> found
    <Useful shanten 1, 8 tiles: 1z×2 4z×3 7z×3>
    >>> found.live, found.kinds, found.tiles
    (8, 3, (27, 30, 33))
    """

    shanten: int
    forms: tuple[str, ...]
    left: dict[int, int] = field(hash=False)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The useful kinds, left or not."""
        return tuple(self.left)

    @property
    def kinds(self) -> int:
        """How many different tiles are useful, left or not."""
        return len(self.left)

    @property
    def live(self) -> int:
        """How many useful tiles are left."""
        return sum(self.left.values())

    def __str__(self) -> str:
        return f"shanten {self.shanten}, {self.live} tiles: {_listed(self.left) or 'none'}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


@dataclass(frozen=True, repr=False)
class Discard(Useful):
    """One discard: what is left of the hand, and the tiles that would bring it closer.

    Attributes
    ----------
    tile : int
        The tile discarded.
    shanten, forms, left
        Of what is left, as in :class:`Useful`.

    Examples
    --------
    >>> from mjlab.api import discards
    >>> best = discards("123m456p789s11477z").best
    >>> best
    <Discard 4z: shanten 0, 4 tiles: 1z×2 7z×2>
    >>> best.tile, best.shanten, best.live
    (30, 0, 4)
    """

    tile: int = -1

    def __str__(self) -> str:
        return f"{code(self.tile)}: {super().__str__()}"


@dataclass(frozen=True, repr=False)
class Discards:
    """The discards of a hand, best first; a sequence of :class:`Discard`.

    Lowest shanten first, then most tiles left, then most kinds, then honors before terminals before
    the other tiles, outer before inner, then by tile. ``print`` shows a table, a notebook a frame;
    both say so where the hand is complete and need not discard.

    Attributes
    ----------
    hand : Hand
        The hand with its tile to spare.
    rows : tuple of Discard
        The discards.
    shanten : int
        Of the hand as it stands, in the form that was asked for; -1 is complete.

    Examples
    --------
    >>> from mjlab.api import discards
    >>> table = discards("345m67p233567s66z1z", visible="88p")
    >>> table.best
    <Discard 1z: shanten 1, 18 tiles: 5p×4 8p×2 1s×4 3s×2 4s×4 6z×2>
    >>> [str(one) for one in table][1]
    '3s: shanten 1, 14 tiles: 5p×4 8p×2 1s×4 4s×4'
    >>> table.shanten, len(table)
    (1, 12)
    """

    hand: Hand
    rows: tuple[Discard, ...]
    shanten: int

    @property
    def best(self) -> Discard:
        """The first of them."""
        return self.rows[0]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Discard:
        return self.rows[place]

    def __iter__(self) -> Iterator[Discard]:
        return iter(self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Put the discards into a frame.

        Returns
        -------
        pandas.DataFrame
            ``discard``, ``shanten``, ``live`` (useful tiles left), ``kinds`` (of useful tiles),
            ``useful`` (each with the copies left) and ``forms``.

        Examples
        --------
        >>> from mjlab.api.shanten.one import discards
        >>> discards("123m456p789s11122z").to_frame()[["discard", "live"]].head(2)
          discard  live
        0      1m     7
        1      9s     7

        """
        import pandas as pd

        columns = ("discard", "shanten", "live", "kinds", "useful", "forms")
        return pd.DataFrame([_cells(row) for row in self.rows], columns=list(columns))

    def __str__(self) -> str:
        head = ("discard", "shanten", "live", "kinds", "useful", "forms")
        cells = [head, *(tuple(map(str, _cells(row))) for row in self.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
        lines = [_COMPLETE] if self.shanten == -1 else []
        for row in cells:
            parts = [
                part.rjust(width) if 0 < column < 4 else part.ljust(width)
                for column, (part, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(parts).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        told = f"<p>{_COMPLETE}</p>" if self.shanten == -1 else ""
        return told + str(self.to_frame().to_html(index=False))


_SCORES: Final = {
    "tile": "str",
    "live": "int64",
    "discard_total": "int64",
    "discard_legal": "bool",
    "discard_fans": "str",
    "drawn_total": "int64",
    "drawn_legal": "bool",
    "drawn_fans": "str",
}
"""The columns of the scores of waits."""

_COMPLETE: Final = "complete as it stands (-1)"


def _listed(left: dict[int, int]) -> str:
    return " ".join(f"{code(tile)}×{count}" for tile, count in left.items())


def _cells(row: Discard) -> tuple[str, int, int, int, str, str]:
    forms = ", ".join(row.forms)
    return (code(row.tile), row.shanten, row.live, row.kinds, _listed(row.left), forms)
