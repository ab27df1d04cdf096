"""Parts that matches of Botzone and logs of local judges share: deal, walls, answers."""

from __future__ import annotations

from typing import Any

from mjlab.errors import LogError
from mjlab.logs.botzone_moves import Answer, Moves, tile_named
from mjlab.logs.fields import LONGEST_NAME

__all__ = ["answers_of", "deal_of", "walls_of"]


def deal_of(hands: list[list[int]], moves: Moves, where: str) -> tuple[tuple[int, ...], ...]:
    """Part the tiles that were dealt from those that replaced flowers of the deal.

    Parameters
    ----------
    hands : list of list of int
        The tiles of each player as the judge names them: thirteen, or in older matches one more
        for each flower among them, in the order of drawing.
    moves : Moves
        Gets the flowers laid aside and their replacements as events.
    where : str
        For messages.

    Returns
    -------
    tuple of tuple of int
        Thirteen tiles of each player.

    Raises
    ------
    LogError
        If there are other than thirteen tiles beside the flowers.
    """
    for player, hand in enumerate(hands):
        flowers = [tile for tile in hand if tile >= 34]
        if len(hand) != 13 + len(flowers):
            n = len(hand) - len(flowers)
            raise LogError(f"{where}.hand[{player}]: {n} tiles are dealt, not 13")
        for flower, replacement in zip(flowers, hand[13:], strict=True):
            moves.lay_aside(player, flower, replacement, where)
    return tuple([tuple(hand[:13]) for hand in hands])


def walls_of(written: object, where: str) -> tuple[tuple[int, ...], ...] | None:
    """Read the walls: of 136 tiles each player owns 34, and draws them from their end.

    Parameters
    ----------
    written : object
        The text of ``walltiles``.
    where : str
        For messages.

    Returns
    -------
    tuple of tuple of int or None
        Four walls in drawing order; None for another number of tiles, which one wall has.

    Raises
    ------
    LogError
        For what is no text, and for a tile of no name.
    """
    if not isinstance(written, str) or len(written) > 1000:
        raise LogError(f"{where}: a text of 136 tiles is expected")
    tiles = [tile_named(name) for name in written.split()]
    if len(tiles) != 136:
        return None
    return tuple([tuple(tiles[34 * p : 34 * p + 34][::-1]) for p in range(4)])


def answers_of(entry: dict[str, Any], where: str) -> list[Answer]:
    """Read what the four players answered.

    Parameters
    ----------
    entry : dict
        By player, "0" to "3", the verdict on the program and its response.
    where : str
        For messages.

    Returns
    -------
    list of Answer
        Of players 0-3; a response that is no text is taken for an empty one.

    Raises
    ------
    LogError
        If an answer is missing.
    """
    answers = []
    for p in "0123":
        answer = entry.get(p)
        if not isinstance(answer, dict):
            raise LogError(f"{where}.{p}: an object is expected")
        said, verdict = answer.get("response", ""), answer.get("verdict", "OK")
        if not isinstance(verdict, str) or len(verdict) > LONGEST_NAME:
            raise LogError(f"{where}.{p}.verdict: a text of a few words is expected")
        # A program that failed may have answered anything.
        answers.append(Answer(verdict, said.strip() if isinstance(said, str) else ""))
    return answers
