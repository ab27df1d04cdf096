"""What a format of logs is: how it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from mjlab.logs.formats.limits import CannotHoldError
from mjlab.logs.records import Game, Record, Session

__all__ = ["Format"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of logs.

    Parameters
    ----------
    name : str
        What `Game.source` says of games that are read from it.
    title : str
        What it is, in a line.
    detect : callable
        Whether a file that begins with these bytes is of the format.
    read : callable
        Reads a file from its start, with the name to call it by: yields games, sessions, and
        what had to be set aside.
    write_game, write_session : callable, optional
        Write a game, or a session, as text; None if the format has no place for any. They raise
        :class:`CannotHoldError` for one that has none.
    suffix : str
        How names of files end.
    together : bool
        Whether a file holds any number of hands; else each has a file of its own.

    Examples
    --------
    >>> from mjlab.logs import FORMATS
    >>> FORMATS["pku"].title, FORMATS["pku"].suffix, FORMATS["pku"].together
    ('text of the PKU data set, duplicate play', '.txt', True)
    >>> head = b'{"sessionId": "S1", "records": []}'
    >>> [name for name, one in FORMATS.items() if one.detect(head)]
    ['tziakcha']
    >>> [name for name, one in FORMATS.items() if one.write_game is None]
    ['tournament']
    """

    name: str
    title: str
    detect: Callable[[bytes], bool]
    read: Callable[[BinaryIO, str], Iterator[Record]]
    write_game: Callable[[Game], str] | None = None
    write_session: Callable[[Session], str] | None = None
    suffix: str = ""
    together: bool = True

    def write(self, record: Game | Session) -> str:
        """Write a game or a session as text.

        Parameters
        ----------
        record : Game or Session
            What a reader gave.

        Returns
        -------
        str
            Whole lines, or a whole file if there is one for each hand.

        Raises
        ------
        CannotHoldError
            Naming what the format has no place for.

        Examples
        --------
        >>> from mjlab.logs import FORMATS
        >>> from mjlab.simulate import games
        >>> game = next(games(1, seed=7, walls="duplicate"))
        >>> for line in FORMATS["pku"].write(game).splitlines()[:3]:
        ...     print(line)
        Match S7-000000-00
        Wind 0
        Player 0 Deal B9 F4 B7 B7 T1 T2 T8 B3 T3 F2 B3 T8 W1
        """
        if isinstance(record, Session):
            if self.write_session is None:
                raise CannotHoldError(f"{self.title}: no place for the totals of a session")
            return self.write_session(record)
        if self.write_game is None:
            raise CannotHoldError(f"{self.title}: no place for the play of a hand")
        return self.write_game(record)
