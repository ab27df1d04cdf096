"""Scoring: one hand with its explanation, or many at once."""

from __future__ import annotations

from typing import Any

from mjlab import reference
from mjlab.common.wording import Language
from mjlab.errors import HandError
from mjlab.hand import Win
from mjlab.notation import Dialect, check_dialect
from mjlab.rules import RuleSet
from mjlab.rules import ruleset as find_ruleset
from mjlab.rules.rulesets import DEFAULT

__all__ = ["explain", "score"]


def score(
    win: Win | str,
    *,
    ruleset: str | RuleSet = DEFAULT,
    dialect: Dialect = "auto",
    **circumstances: Any,
) -> reference.Score:
    """Score one hand.

    Parameters
    ----------
    win : Win or str
        The hand with its winning tile, e.g. ``"[123m]{5555z}45678p99s+9p"``.
    ruleset : str or RuleSet
        A preset of :data:`mjlab.rules.RULESETS`, or one with switches changed.
    dialect : str
        Notation of a text.
    **circumstances
        ``round``, ``seat``, ``self_drawn``, ``last_of_kind``, ``wall_last``,
        ``kong_replacement``, ``robbing_kong``, ``flowers``; for a Win they replace its own.

    Returns
    -------
    Score
        Total, fan, reading, payment and explanation.

    Raises
    ------
    NotAWinError
        If the tile does not complete the hand.
    MjlabError
        If the hand cannot be read or cannot be.

    Notes
    -----
    By the 1998 rulebook, article 10: the best reading counts, under the five principles.

    Examples
    --------
    >>> result = score("[234s][345s][456s]234m7z+7z")
    >>> result.total, result.legal_win
    (19, True)
    """
    if "text" in circumstances:
        raise HandError("'text' is no circumstance", hint="the hand is the first argument")
    check_dialect(dialect)
    if isinstance(win, str):
        win = Win.parse(win, dialect, **circumstances)
    elif not isinstance(win, Win):
        raise HandError(
            f"a Win or a text is expected, not {type(win).__name__}",
            hint="'123456m234p5567s+8s'; for many hands score_batch",
        )
    elif circumstances:
        win = win.changed(**circumstances)
    return reference.score(win, find_ruleset(ruleset))


def explain(
    win: Win | str,
    *,
    ruleset: str | RuleSet = DEFAULT,
    dialect: Dialect = "auto",
    language: Language = "en",
    **circumstances: Any,
) -> reference.Explanation:
    """Explain the score of one hand.

    Parameters
    ----------
    win, ruleset, dialect, **circumstances
        As for :func:`score`.
    language : str
        ``"en"`` (fan by their Chinese names too), ``"zh"`` (Chinese only) or ``"both"``.

    Returns
    -------
    Explanation
        Prints as text, and with pictures in a notebook.

    Examples
    --------
    >>> "non-repeat" in str(explain("[123m][456m][789m]123p5z+5z"))
    True
    """
    return score(win, ruleset=ruleset, dialect=dialect, **circumstances).explain(language)
