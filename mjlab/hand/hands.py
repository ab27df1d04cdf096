"""Hands and wins: frozen values that cannot hold an impossible hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from mjlab.common.wording import plural
from mjlab.errors import HandError, MjlabError
from mjlab.hand.circumstances import (
    FLAGS,
    check_names,
    flag_of,
    flowers_of,
    tiles_of,
    whole,
    wind_of,
    with_text,
)
from mjlab.hand.meld import Meld
from mjlab.hand.possible import check_tiles, counts_of, melds_of, sets_of
from mjlab.notation import Dialect, ParsedHand, format_hand, format_tiles, parse_hand, parse_tiles
from mjlab.tiles import N_KINDS, Wind, code

if TYPE_CHECKING:
    from mjlab.draw.svg import Svg

__all__ = ["Hand", "Win"]


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
        object.__setattr__(self, "concealed", tiles_of(self.concealed))
        object.__setattr__(self, "melds", sets_of(self.melds))
        check_tiles(self.concealed, self.melds, (13, 14))

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
                    hint="leave '+' and the tile out; mjlab score, and in Python mjlab.score, "
                    "take a winning tile",
                )
            tiles = (*tiles, parsed.win)
        return with_text(text, lambda: cls(tiles, melds_of(parsed, text)))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each of the 34 kinds there are, sets included."""
        return counts_of((*self.concealed, *(t for m in self.melds for t in m.tiles)))

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

    def draw(self, *, height: float = 48, shared: bool = False) -> Svg:
        """Draw the hand: its sets, then its standing tiles.

        Parameters
        ----------
        height : float
            Height of an upright tile in pixels.
        shared : bool
            Refer to the faces of :func:`mjlab.draw.svg.symbols`, which must stand in the same
            page: pages with many hands stay small.

        Returns
        -------
        Svg
            The picture; claimed tiles lie sideways (1998 rulebook, article 7.8).

        Raises
        ------
        MjlabError
            If the height is not a number from 1 to 4096.

        Examples
        --------
        >>> "rotate(-90)" in Hand.parse("[123m,2]{5555z}45678p99s").draw()
        True
        """
        from mjlab.hand.drawing import draw  # drawing costs nothing until it is asked for

        return draw(self.concealed, self.melds, str(self), height=height, shared=shared)

    def _repr_svg_(self) -> str:
        return self.draw()


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
        put(self, "concealed", tiles_of(self.concealed))
        put(self, "melds", sets_of(self.melds))
        put(self, "tile", whole(self.tile, "cannot be a winning tile", "a tile index 0-33"))
        put(self, "round", wind_of("round", self.round))
        put(self, "seat", wind_of("seat", self.seat))
        for name in (*FLAGS, "strict"):
            put(self, name, flag_of(name, getattr(self, name)))
        put(self, "flowers", flowers_of(self.flowers))
        if not 0 <= self.tile < N_KINDS:
            raise HandError(f"{self.tile} cannot be a winning tile", hint="a tile index 0-33")
        check_tiles(self.concealed, self.melds, (13,), self.tile)
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
                + _with_last_apart(parsed),
            )
        check_names(circumstances)
        win = parsed.win
        return with_text(
            text, lambda: cls(parsed.tiles, melds_of(parsed, text), win, **circumstances)
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
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise HandError(
                f"not a record of a win: {type(error).__name__} {error}",
                hint='{"concealed": "45678p99s", "melds": [], "win": "9p", "flags": {}}',
            ) from None
        if len(tiles) != 1:
            raise HandError("one winning tile is expected", text=str(record["win"]))
        check_names(flags)
        asked = (strict, record.get("strict", True), flags.pop("strict", True))
        strict = False not in [flag_of("strict", one) for one in asked]
        return cls(tuple(concealed), tuple(melds), tiles[0], strict=strict, **flags)

    def to_dict(self) -> dict[str, Any]:
        """Write the win as a plain record; circumstances that do not hold are left out.

        Where circumstances contradict each other (see `problems`) it says ``"strict": False``.

        Examples
        --------
        >>> Win.parse("[123m]{5555z}45678p99s+9p", seat="S", flowers=2).to_dict()
        {'concealed': '45678p99s',
         'melds': [{'type': 'chow', 'tiles': '123m'}, {'type': 'kong_concealed', 'tiles': '5555z'}],
         'win': '9p', 'flags': {'round': 'E', 'seat': 'S', 'flowers': 2}}
        """
        flags: dict[str, Any] = {"round": self.round.name, "seat": self.seat.name}
        flags |= {name: True for name in FLAGS if getattr(self, name)}
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
        """The hand before the winning tile.

        Examples
        --------
        >>> Win.parse("[123m]{5555z}45678p99s+9p").hand
        Hand.parse('[123m]{5555z}45678p99s')
        """
        return Hand(self.concealed, self.melds)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each of the 34 kinds there are, sets and winning tile included."""
        return counts_of((*self.concealed, *(t for m in self.melds for t in m.tiles), self.tile))

    @property
    def is_concealed(self) -> bool:
        """Whether nothing was claimed; concealed kongs do not matter.

        Examples
        --------
        >>> Win.parse("{5555z}12345678p99s+9p").is_concealed
        True
        """
        return all(m.is_concealed for m in self.melds)

    def changed(self, **circumstances: Any) -> Win:
        """Return the same hand won in other circumstances; its tiles cannot be changed.

        Examples
        --------
        >>> Win.parse("123m456p789s1122z+1z").changed(self_drawn=True).self_drawn
        True
        """
        check_names(circumstances)
        return replace(self, **circumstances)

    def to_text(self, dialect: Dialect = "native") -> str:
        """Write hand and winning tile in a dialect; circumstances are not part of a notation.

        Examples
        --------
        >>> Win.parse("[123m]{5555z}45678p99s+9p").to_text("helper")
        '[123m][PPPP]45678p99s9p'
        """
        return format_hand([m._parsed() for m in self.melds], self.concealed, self.tile, dialect)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        said = [f"{n}={getattr(self, n).name!r}" for n in ("round", "seat") if getattr(self, n)]
        said += [f"{n}=True" for n in FLAGS if getattr(self, n)]
        said += [f"flowers={self.flowers}"] if self.flowers else []
        said += ["strict=False"] if self.problems else []
        return f"Win.parse({', '.join([repr(str(self)), *said])})"

    def draw(self, *, height: float = 48, shared: bool = False) -> Svg:
        """Draw the win: sets, standing tiles and, set apart, the winning tile.

        Parameters
        ----------
        height, shared
            As for :meth:`Hand.draw`.

        Returns
        -------
        Svg
            The picture; how the hand was won is told in ``<desc>``.

        Raises
        ------
        MjlabError
            As for :meth:`Hand.draw`.

        Examples
        --------
        >>> "<title>123456m234p5567s+8s</title>" in Win.parse("123456m234p5567s+8s").draw()
        True
        """
        from mjlab.hand.drawing import draw  # drawing costs nothing until it is asked for

        return draw(
            self.concealed,
            self.melds,
            str(self),
            tile=self.tile,
            said=list(self._said()),
            height=height,
            shared=shared,
        )

    def _said(self) -> Iterator[str]:
        """How the hand was won, in words for a picture."""
        yield "自摸 self-drawn" if self.self_drawn else "点和 won on a discard"
        for holds, said in (
            (self.last_of_kind, "和绝张 last tile of its kind"),
            (self.wall_last, "wall empty"),
            (self.kong_replacement, "杠上开花 kong replacement"),
            (self.robbing_kong, "抢杠和 robbed kong"),
        ):
            if holds:
                yield said
        yield f"{self.round.zh} round, {self.seat.zh} seat"
        if self.flowers:
            yield plural(self.flowers, "flower")

    def _repr_svg_(self) -> str:
        return self.draw()


def _with_last_apart(parsed: ParsedHand) -> str:
    """Fourteen tiles with the last of them as the winning tile; for other numbers an example."""
    *standing, last = parsed.tiles or (0,)
    if len(standing) + 3 * len(parsed.melds) != 13:
        return "123456m234p5567s+8s"
    return format_hand(parsed.melds, standing, last, cast("Dialect", parsed.dialect))


def _impossible(win: Win) -> Iterable[tuple[str, str]]:
    """Circumstances that no game can bring about, each with what would be possible."""
    # A kong replacement is drawn after a kong of one's own; a kong is robbed from another player,
    # who shows the three other copies; nobody may declare a kong when the wall is empty; the three
    # other copies of a last tile lie face up, none of them stands in the winner's hand.
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
