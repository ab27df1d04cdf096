"""Running a census."""

from __future__ import annotations

from mjlab.census.cells import fan_rows, hand_rows, merged
from mjlab.census.filters import Filter
from mjlab.census.question import ask
from mjlab.census.regular import Progress, count_regular
from mjlab.census.result import Census
from mjlab.census.special import count_special
from mjlab.common.threads import threads_asked
from mjlab.errors import MjlabError
from mjlab.rules import RuleSet
from mjlab.rules.rulesets import DEFAULT
from mjlab.tiles import Wind

__all__ = ["run"]


def run(
    *,
    self_drawn: bool = True,
    seat: str | Wind = "E",
    round: str | Wind = "E",
    ruleset: str | RuleSet = DEFAULT,
    melds: int = 0,
    where: Filter | str | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Census:
    """Score every hand there is with every tile that may have won it, and count.

    Parameters
    ----------
    self_drawn : bool
        Whether the winning tile is drawn or comes by a discard. No other circumstance holds: no
        kong, no last tile of the wall, no flower. 和绝张 holds where the player's own claimed sets
        show the three other copies.
    seat, round : str or Wind
        The winds.
    ruleset : str or RuleSet
        By which is scored.
    melds : int
        How many chows and pungs are claimed from others, 0 to 4; there are no kongs.
    where : Filter or str, optional
        Count only what is like this; a text is read by :meth:`Filter.parse`.
    threads : int
        How many threads share the work.
    progress : callable, optional
        Called with the number of parts done and of all parts, some times a second.

    Returns
    -------
    Census
        Exact numbers and tables.

    Raises
    ------
    MjlabError
        If an argument is not possible.

    Notes
    -----
    ``docs/census.md`` tells what is counted with which weights. An interrupt (Ctrl-C) ends the
    threads within a moment; nothing is kept of what was begun.

    Examples
    --------
    >>> nines = run(where="only=19m19p19s1234567z forms=thirteen_orphans")
    >>> nines.hands, nines.pairs, nines.physical_hands == 13 * 6 * 4**12
    (13, 169, True)
    """
    threads = threads_asked(threads)
    if progress is not None and not callable(progress):
        raise MjlabError(
            f"progress={progress!r} cannot be called",
            hint="a function of two numbers: progress=lambda done, of_all: None",
        )
    question = ask(self_drawn, seat, round, ruleset, melds, where)
    regular = count_regular(question, threads, progress)
    special = count_special(question, threads)
    lists, hands = (merged(*both) for both in zip(regular, special, strict=True))
    return Census(question, fan_rows(lists, question.rules), hand_rows(hands))
