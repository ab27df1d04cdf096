"""What goes wrong, said clearly: the text that was read, the place, and an input that works.

Every error of mjlab is a :class:`MjlabError`, which is a :class:`ValueError`, so callers may
catch one class. The parts of the message are kept as attributes for programs.
"""

from __future__ import annotations

__all__ = [
    "HandError",
    "LogError",
    "MjlabError",
    "NotAWinError",
    "NotationError",
    "ReplayError",
    "RulesetError",
]


class MjlabError(ValueError):
    """An input that mjlab refuses.

    Parameters
    ----------
    message : str
        What is wrong, in one sentence.
    text : str, optional
        The text that was read.
    position : int, optional
        Index into `text` of the first character at fault.
    hint : str, optional
        What to write instead.

    Examples
    --------
    >>> print(MjlabError("a chow of honors", text="[123z]", position=1, hint="[111z]"))
    a chow of honors
      [123z]
       ^
      hint: [111z]
    """

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        position: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position
        self.hint = hint

    def __str__(self) -> str:
        lines = [self.message]
        if self.text is not None and self.text.strip():  # a blank line tells nothing
            lines += _excerpt(self.text, self.position)
        if self.hint is not None:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.message, self.text, self.position, self.hint))


class NotationError(MjlabError):
    """A text that is not in the notation it was read in.

    Examples
    --------
    >>> from mjlab import parse_tiles
    >>> parse_tiles("19m3x")
    Traceback (most recent call last):
        ...
    mjlab.errors.NotationError: 'x' is not a tile
      19m3x
          ^
      hint: m characters, p dots, s bamboo, z honors 1-7, f flowers 1-8: [123m]{5555z}45678p99s+9p
    """


class HandError(MjlabError):
    """Tiles, sets or circumstances that no game can bring about.

    Examples
    --------
    >>> from mjlab import Hand
    >>> Hand.parse("[112m]45678p99s1222z")
    Traceback (most recent call last):
        ...
    mjlab.errors.HandError: 112m is not a set
      [112m]45678p99s1222z
      ^
      hint: [123m] chow, [777z] pung, [7777z] melded kong, {7777z} concealed kong
    """


class NotAWinError(HandError):
    """A possible hand that the winning tile does not complete.

    Examples
    --------
    >>> from mjlab import score
    >>> try:
    ...     score("123m456p789s1122z+3z")
    ... except NotAWinError as error:
    ...     print(error.hint)
    it waits for 12z
    """


class RulesetError(MjlabError):
    """An unknown ruleset or switch, or a hand that the ruleset does not know.

    Examples
    --------
    >>> from mjlab import ruleset
    >>> ruleset("mcr2014").changed(min_fan="8")
    Traceback (most recent call last):
        ...
    mjlab.errors.RulesetError: min_fan='8' is not a number from 0 to 100
    """


class LogError(MjlabError):
    """A game log that cannot be read.

    Examples
    --------
    >>> from mjlab.logs import find_files
    >>> find_files(["games/2024.json"])
    Traceback (most recent call last):
        ...
    mjlab.errors.LogError: there is no file or folder 'games/2024.json'
    """


class ReplayError(LogError):
    """A game whose events break the rules of play.

    Examples
    --------
    >>> from mjlab.logs import read
    >>> from mjlab.play import Event, EventKind, Table
    >>> table = Table(next(read("data/tziakcha/TZ-B00.json")).start)
    >>> table.apply(Event(EventKind.DRAW, player=2, tile=0))
    Traceback (most recent call last):
        ...
    mjlab.errors.ReplayError: the next draw is East's
    """


def _excerpt(text: str, position: int | None, width: int = 72) -> list[str]:
    """One printable line around `position`, and a caret below it."""
    place = 0 if position is None else position
    start = max(0, place - width // 2)
    part = text[start : start + width]
    shown = "".join(c if c.isprintable() else " " for c in part)
    lines = [f"  {shown}"]
    if position is not None:
        # A CJK character takes two columns in a terminal.
        before = shown[: place - start]
        lines.append("  " + " " * sum(2 if ord(c) >= 0x2E80 else 1 for c in before) + "^")
    return lines


def _rebuild(
    cls: type[MjlabError], message: str, text: str | None, position: int | None, hint: str | None
) -> MjlabError:
    return cls(message, text=text, position=position, hint=hint)
